"""The odd spellings of old files: figures, places, contracts, cards, seats and scores that other programs wrote."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bridge.engine.cards import Card, Deal, Hand, NoSuchCard, Rank, Suit, deal_of, parse_card, parse_rank
from bridge.engine.contract import PASSED_OUT, Contract, NoSuchContract, NoSuchResult, PassedOut, TricksOutOfRange, parse_contract, parse_tricks
from bridge.engine.errors import EngineError
from bridge.engine.formats.event import ArtificialScore, Printed
from bridge.engine.scoring.outcome import Award
from bridge.engine.seats import Seat, Side, Vulnerability

_NOTHING = {"", "-", "--", "?", "N/A", "NA"}


def published(text: str) -> str | None:
    """A figure or place as printed; None where the text only says that there is none."""
    return None if text.strip().upper() in _NOTHING else text


_FIGURE = re.compile(r"([+-]?)(\d{0,18})(?:[.,](\d{0,20}))?(?:[eE]-(\d{1,3}))?")
# A program that prints its binary numbers whole, 3.6666666666666665 for 11/3, means no more digits than these: the last ones are those of its sums.
_BINARY: Final = Fraction(1, 10**10)


@lru_cache(maxsize=4096)
def parse_figure(text: str | None) -> Printed | None:
    """The printed figure in a text such as `60.22`, `48,2 %`, `+26`, `−3.5`, `.50` or `-4.4e-16`; None where the text is no figure."""
    plain = (text or "").strip().replace("−", "-").rstrip("%").strip()
    found = _FIGURE.fullmatch(plain)
    if not found or not (found.group(2) or found.group(3)):
        return None
    sign, whole, decimals = found.group(1), found.group(2) or "0", found.group(3) or ""
    unit = Fraction(1, 10 ** (len(decimals) + int(found.group(4) or 0)))
    value = int(whole + decimals) * unit
    return Printed(text or "", -value if sign == "-" else value, max(unit, _BINARY))


def parse_whole(text: str | None) -> int | None:
    """The whole number in a text; None where the text is none."""
    figure = parse_figure(text)
    return figure.value.numerator if figure and figure.value.denominator == 1 else None


_PLACE = re.compile(r"(=|T)?\s*(\d{1,9})\s*(?:ST|ND|RD|TH|\.)?\s*(=|T)?", re.IGNORECASE)
_PLACES = re.compile(r"(\d{1,9})\s*[-–/]\s*(\d{1,9})")


def parse_place(text: str | None) -> tuple[int, bool] | None:
    """Place and whether it is marked as shared: `5=`, `=5`, `T5`, `3rd`, `5-6`; None where the text is no place."""
    found = _PLACE.fullmatch((text or "").strip())
    shared = _PLACES.fullmatch((text or "").strip())
    if shared and int(shared.group(1)) < int(shared.group(2)):
        return int(shared.group(1)), True
    if not found:
        return None
    return int(found.group(2)), bool(found.group(1) or found.group(3))


def parse_direction(text: str) -> Side | None:
    """The side that `NS`, `N-S`, `North-South`, `E/W` or `East` names; None where the text names none."""
    plain = re.sub(r"[^A-Z]", "", text.upper())
    if plain in ("N", "S", "NS", "SN", "NORTHSOUTH", "NORTH", "SOUTH"):
        return Side.NS
    if plain in ("E", "W", "EW", "WE", "EASTWEST", "EAST", "WEST", "OW", "ØV", "OV"):
        return Side.EW
    return None


def parse_seat_word(text: str) -> Seat | None:
    """The seat that a letter or its English word names; None where the text names none."""
    plain = text.strip().upper()
    for seat, word in ((Seat.N, "NORTH"), (Seat.E, "EAST"), (Seat.S, "SOUTH"), (Seat.W, "WEST")):
        if plain and word.startswith(plain):
            return seat
    return None


_VULNERABILITIES = {
    **dict.fromkeys(("NONE", "LOVE", "-", "O", "0", "NIL"), Vulnerability.NONE),
    **dict.fromkeys(("NS", "N-S", "N"), Vulnerability.NS),
    **dict.fromkeys(("EW", "E-W", "E"), Vulnerability.EW),
    **dict.fromkeys(("ALL", "BOTH", "B"), Vulnerability.BOTH),
}


def parse_vulnerability(text: str) -> Vulnerability | None:
    """The vulnerability that `None`, `Love`, `NS`, `EW`, `All`, `Both` or a letter of LIN names; None where the text names none."""
    return _VULNERABILITIES.get(text.strip().upper())


def parse_lead(text: str) -> Card | None:
    """The card that `HK`, `D10`, `10D`, `TH` or `♥7` names, suit first or last; None where the text names none."""
    plain = re.sub(r"[\s\ufe0e\ufe0f]", "", text)
    for spelling in (plain, plain[-1:] + plain[:-1]):
        try:
            return parse_card(spelling)
        except NoSuchCard:
            continue
    return None


@dataclass(frozen=True, slots=True)
class PrintedContract:
    """A contract as printed, with what was printed into the same field: declarer and tricks, where there."""

    contract: Contract | PassedOut
    declarer: Seat | None = None
    tricks: int | None = None


_PASSED = {"PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "AP", "PASS", "PO", "P", "PASSEN"}
_WORDS = tuple(
    (re.compile(word), letters)
    for word, letters in (
        ("RE?DOUBLED?|RDBL|RDB", "XX"), ("DOUBLED?|DBL|DB", "X"), ("NO-?TRUMPS?", "NT"),
        ("SPADES?", "S"), ("HEARTS?", "H"), ("DIAMONDS?", "D"), ("CLUBS?", "C"),
    )
)
_DOUBLINGS = {"D": "X", "R": "XX", "RD": "XX"}
_TOGETHER = re.compile(
    r"(?P<contract>[1-7](?:NT|SA|[CDHSN♣♦♥♠]))(?P<doubling>XX|X|\*\*|\*|RD|R|D|)(?P<by>[NESW])?(?P<result>=|[+-]\d{1,2})?(?P<late>[NESW])?",
)


def parse_printed_contract(text: str) -> PrintedContract | None:
    """The contract in a field that may also hold declarer and result (`4SX`, `3Hx`, `1N`, `3NT+1`, `4H S =`, `Passed Out`); None where there is none."""
    plain = re.sub(r"[\s\ufe0e\ufe0f.]", "", text).upper().replace("−", "-").replace("BY", "")
    for word, letters in _WORDS:
        plain = word.sub(letters, plain)
    if plain.replace("-", "") in _PASSED:
        return PrintedContract(PASSED_OUT)
    found = _TOGETHER.fullmatch(plain)
    if not found:
        return None
    try:
        contract = parse_contract(found["contract"] + _DOUBLINGS.get(found["doubling"], found["doubling"]))
        assert isinstance(contract, Contract)
        tricks = parse_tricks(found["result"], contract) if found["result"] else None
    except (NoSuchContract, NoSuchResult, TricksOutOfRange):
        return None
    seat = found["by"] or found["late"]
    return PrintedContract(contract, Seat(seat) if seat else None, tricks)


def parse_printed_tricks(text: str, contract: Contract) -> int | None:
    """Tricks won by declarer, from a number of tricks or `=`, `+1`, `-2`; None where the text says none."""
    try:
        return parse_tricks(text, contract)
    except (NoSuchResult, TricksOutOfRange):
        return None


_SIGNS = {"+": Award.PLUS, "=": Award.AVERAGE, "": Award.AVERAGE, "-": Award.MINUS}
_AWARD = re.compile(r"A(?:VE?|VG)?([+=-]?)")
_PERCENT = r"(100|\d\d(?:[.,]\d+)?)"
_BOTH = re.compile(rf"(AA?|ADJ|AVE?|AVG)?(?:NS)?{_PERCENT}(%?[-/:]|%|)(?:EW)?(A)?{_PERCENT}%?")
_RUN = re.compile(r"A(\d{3,6})")
_APART = re.compile(r"A?(\d{1,3})[-/:](\d{1,3})")
_BOTH_AWARDS = re.compile(r"A(?:VE?|VG)?([+=-])[/:]?(?:A(?:VE?|VG)?)?([+=-])")
_AWARDS_APART = re.compile(r"A(?:VE?|VG)?([+=-]?)[/:]A(?:VE?|VG)?([+=-]?)")
_ONE = re.compile(r"A?(\d{1,3}(?:[.,]\d+)?)%?")
_LONE_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d+)?)%")


def _plain_award(text: str) -> str:
    plain = text.strip().upper().replace("−", "-").replace(" ", "").replace("AVERAGE", "AVE")
    return re.sub(r"(?<=E)-?PLUS", "+", re.sub(r"(?<=E)-?MINUS", "-", plain))


def parse_award(text: str) -> Fraction | Award | None:
    """One side's artificial score: `A+`, `AVE-`, `Average plus`, `60%`, `A60`; None where the text is none."""
    plain = _plain_award(text)
    award = _AWARD.fullmatch(plain)
    if award:
        return _SIGNS[award.group(1)]
    found = _ONE.fullmatch(plain)
    if not found or not (plain.startswith("A") or plain.endswith("%")):
        return None
    percent = Fraction(found.group(1).replace(",", "."))
    return percent if percent <= 100 else None


def parse_artificial(text: str) -> ArtificialScore | None:
    """An artificial score for both sides: `A6040`, `A60/A40`, `60%/40%`, `60%` (the others have the rest), `AVE`, `A+A-`, `A+/-`, `A/A`; None for none."""
    plain = _plain_award(text)
    whole = _making_100(plain)
    if whole:
        return ArtificialScore(*whole)
    both = _BOTH.fullmatch(plain)
    if both and (both.group(1) or both.group(3) or both.group(4)):
        return ArtificialScore(*(Fraction(both.group(side).replace(",", ".")) for side in (2, 5)))
    signs = _BOTH_AWARDS.fullmatch(plain) or _AWARDS_APART.fullmatch(plain)
    if signs:
        return ArtificialScore(_SIGNS[signs.group(1)], _SIGNS[signs.group(2)])
    alone = _LONE_PERCENT.fullmatch(plain)
    if alone and (percent := Fraction(alone.group(1).replace(",", "."))) <= 100:
        return ArtificialScore(percent, 100 - percent)
    alike = _AWARD.fullmatch(plain)
    return ArtificialScore(Award.AVERAGE, Award.AVERAGE) if alike and _SIGNS[alike.group(1)] is Award.AVERAGE else None


def _making_100(plain: str) -> tuple[Fraction, Fraction] | None:
    """Two whole percentages that make 100, one of them perhaps of one digit or of three: `A1000`, `A0100`, `100/0`, `A955`."""
    run, apart = _RUN.fullmatch(plain), _APART.fullmatch(plain)
    digits = run.group(1) if run else ""
    splits = [apart.groups()] if apart else [(digits[:at], digits[at:]) for at in range(1, len(digits)) if at <= 3 and len(digits) - at <= 3]
    return next(((Fraction(ns), Fraction(ew)) for ns, ew in splits if int(ns) + int(ew) == 100), None)


def parse_hand(suits: Mapping[Suit, str]) -> Hand:
    """The cards of a hand from the ranks printed for each suit; `10`, `T` and `-` for a void are understood. Raises NoSuchCard."""
    cards: set[Card] = set()
    for suit, ranks in suits.items():
        for rank in _ranks(ranks):
            cards.add(Card(suit, rank))
    return frozenset(cards)


def _ranks(text: str) -> Iterable[Rank]:
    plain = re.sub(r"[\s,-]", "", text.upper().replace("10", "T"))
    if plain in ("VOID", "—", "–"):
        return ()
    return tuple(parse_rank(letter) for letter in plain)


def whole_deal(hands: Mapping[Seat, Hand]) -> Deal | None:
    """The deal of three or four hands; None where they do not make a whole deal."""
    if len(hands) < 3:
        return None
    try:
        return deal_of(hands)
    except EngineError:
        return None


_DAY = re.compile(r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[T ].*)?")


def parse_day(text: str) -> date | None:
    """The day in `27/07/2022`, `2015.06.17` or `2015-06-17`, day before month where the year stands last; None where there is none."""
    found = _DAY.fullmatch(text.strip())
    if not found:
        return None
    first, month, last = (int(part) for part in found.groups())
    year, day = (first, last) if len(found.group(1)) == 4 else (last if last >= 100 else 2000 + last, first)
    if month > 12 >= day:
        day, month = month, day
    try:
        return date(year, month, day)
    except ValueError:
        return None
