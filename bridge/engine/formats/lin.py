"""LIN (Bridge Base): deals with auction and play, also with `%xx` escapes as some files carry it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from bridge.engine.cards import Card, Deal, Hand, NoSuchCard, Suit, parse_card
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, PassedOut, Strain, format_contract
from bridge.engine.errors import EngineError
from bridge.engine.formats.notation import parse_hand, parse_vulnerability, parse_whole, whole_deal
from bridge.engine.formats.reading import NotWhatItSays
from bridge.engine.seats import Seat, Vulnerability


class UnreadableAuction(EngineError):
    """A call of LIN is a bid, `p`, `d` or `r`, and a card a suit and a rank. Facts: `text`, `board`."""


@dataclass(frozen=True, slots=True)
class LinBoard:
    """One board as LIN tells it.

    number   None where the record names none
    calls    `1N`, `P`, `X`, `XX` from the dealer on, without alerts
    played   the cards in the order played
    claimed  tricks won by declarer as claimed or counted, None where the record does not tell
    names    South, West, North, East
    """

    number: int | None
    dealer: Seat
    vulnerability: Vulnerability | None
    deal: Deal | None
    calls: tuple[str, ...] = ()
    played: tuple[Card, ...] = ()
    claimed: int | None = None
    names: tuple[str, ...] = ()

    @property
    def contract(self) -> Contract | PassedOut | None:
        """What the auction ended in; None where it did not end."""
        return _end_of(self.calls, self.dealer)[0]

    @property
    def declarer(self) -> Seat | None:
        """Who first named the denomination for the side that holds the contract."""
        return _end_of(self.calls, self.dealer)[1]

    @property
    def tricks(self) -> int | None:
        """Tricks won by declarer: as claimed, or counted where all cards were played."""
        if self.claimed is not None:
            return self.claimed
        contract, declarer = _end_of(self.calls, self.dealer)
        if not isinstance(contract, Contract) or declarer is None or len(self.played) != 52:
            return None
        return _tricks_of(self.played, contract.strain, declarer)


_SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)


def read_lin(text: str) -> tuple[LinBoard, ...]:
    """The boards of a LIN text, one for each `md`; what is said before the next one belongs to it.

    raises   NotWhatItSays where there is no deal at all, UnreadableAuction
    """
    plain = unquote(text) if "%7C" in text.upper() or ("%2C" in text.upper() and "," not in text) else text
    boards = tuple(_board(record) for record in _records(plain))
    if not boards:
        raise NotWhatItSays(kind="lin", line=1, found=text.strip()[:40], expected="md|")
    return boards


def _fields(text: str) -> Iterator[tuple[str, str]]:
    parts = re.sub(r"[\r\n]+", "", text).split("|")
    for tag, value in zip(parts[0::2], parts[1::2], strict=False):
        yield tag.strip().lower(), value.strip()


def _records(text: str) -> Iterator[list[tuple[str, str]]]:
    """The fields of each board: a board begins with `qx`, or with `md` where no `qx` stands before it."""
    record: list[tuple[str, str]] = []
    for tag, value in _fields(text):
        seen = {known for known, _ in record}
        if (tag == "qx" or tag == "md") and "md" in seen:
            yield record
            record = []
        record.append((tag, value))
    if any(tag == "md" for tag, _ in record):
        yield record


def _board(record: list[tuple[str, str]]) -> LinBoard:
    first: dict[str, str] = {}
    for tag, value in record:
        if value or tag == "md":
            first.setdefault(tag, value)
    number = _number(first.get("ah", "")) or _number(first.get("qx", ""))
    dealer, deal = _cards(first.get("md", ""))
    told = first.get("sv", "").lower()
    claimed = [value for tag, value in record if tag == "mc"]
    return LinBoard(
        number=number,
        dealer=dealer,
        vulnerability=parse_vulnerability(told),
        deal=deal,
        calls=tuple(call for tag, value in record if tag == "mb" for call in _calls(value, number)),
        played=tuple(card for tag, value in record if tag == "pc" for card in _played(value, number)),
        claimed=parse_whole(claimed[-1]) if claimed else None,
        names=tuple(first["pn"].split(",")[:4]) if "pn" in first else (),
    )


def _number(text: str) -> int | None:
    found = re.search(r"\d+", text)
    return int(found.group()) if found else None


_ONE_CALL = r"([1-7](?:NT|[CDHSN])|PASS|P|XX|X|DBL|D|RDBL|R)!*"
_ONE_CARD = r"([SHDC♠♥♦♣](?:10|[2-9TJQKA]))"
_AS_STORED = {"PASS": "P", "D": "X", "DBL": "X", "R": "XX", "RDBL": "XX"}


def _calls(text: str, board: int | None) -> list[str]:
    """The calls of one field: mostly one, several where a record was written by hand; exclamation marks are alerts."""
    return [_AS_STORED.get(call, call.replace("NT", "N")) for call in _several(_ONE_CALL, text, board)]


def _played(text: str, board: int | None) -> list[Card]:
    """The cards of one field: mostly one, a whole trick where a record was written by hand."""
    return [parse_card(card) for card in _several(_ONE_CARD, text, board)]


def _several(one: str, text: str, board: int | None) -> list[str]:
    plain = re.sub(r"[\s\ufe0e\ufe0f]", "", text).upper()
    if not re.fullmatch(f"(?:{one})*", plain):
        raise UnreadableAuction(text=text, board=board)
    return re.findall(one, plain)


def _cards(text: str) -> tuple[Seat, Deal | None]:
    """Dealer and deal of an `md` field: a digit (1 South, 2 West, 3 North, 4 East), then three or four hands from South on."""
    dealer = _SEATS[(int(text[0]) - 1) % 4] if text[:1] in tuple("1234") else Seat.N
    hands: dict[Seat, Hand] = {}
    for seat, told in zip(_SEATS, text.lstrip("01234").split(","), strict=False):
        if not told.strip():
            continue
        suits: dict[Suit, str] = {}
        for letter, ranks in re.findall(r"([SHDC])([^SHDC]*)", told.upper()):
            suits[Suit[letter]] = ranks
        try:
            hands[seat] = parse_hand(suits)
        except NoSuchCard:
            return dealer, None
    return dealer, whole_deal(hands)


def _end_of(calls: tuple[str, ...], dealer: Seat) -> tuple[Contract | PassedOut | None, Seat | None]:
    """Contract and declarer (Law 22): the auction ended when three passes followed a bid, or four calls were passes."""
    bids = [(position, call) for position, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return (PASSED_OUT if calls[:4] == ("P",) * 4 else None), None
    last, bid = bids[-1]
    if calls[-3:] != ("P",) * 3:
        return None, None
    doubling = next((Doubling(call) for call in reversed(calls[last:]) if call in ("X", "XX")), Doubling.NONE)
    declarer = next(position for position, call in bids if call[1] == bid[1] and (position - last) % 2 == 0)
    return Contract(int(bid[0]), Strain[bid[1]], doubling), dealer.turned(declarer)


def _tricks_of(played: tuple[Card, ...], strain: Strain, declarer: Seat) -> int:
    """Tricks won by declarer's side when all 52 cards were played, trick by trick from the opening lead (Law 44)."""
    leader, won = declarer.lho, 0
    for first in range(0, 52, 4):
        trick = played[first : first + 4]
        ranks = [(strain is not Strain.N and card.suit.value == strain.value, card.suit is trick[0].suit, card.rank) for card in trick]
        leader = leader.turned(ranks.index(max(ranks)))
        won += leader.side is declarer.side
    return won


def write_lin(board: LinBoard, *, escaped: bool = False) -> str:
    """One board as LIN, hands of South, West and North; `escaped` with `%xx` for all but the bars, as it stands within other files."""
    parts = [("pn", ",".join(board.names)), ("st", ""), ("md", _md(board)), ("ah", f"Board {board.number}" if board.number else "")]
    told = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b", None: ""}[board.vulnerability]
    parts.append(("sv", told))
    parts.extend(("mb", {"P": "p", "X": "d", "XX": "r"}.get(call, call)) for call in board.calls)
    parts.extend(("pc", str(card)) for card in board.played)
    if board.claimed is not None:
        parts.append(("mc", str(board.claimed)))
    parts.append(("pg", ""))
    return "".join(f"{tag}|{quote(value, safe='') if escaped else value}|" for tag, value in parts)


def _md(board: LinBoard) -> str:
    digit = str(_SEATS.index(board.dealer) + 1)
    if board.deal is None:
        return digit
    return digit + ",".join(_hand(board.deal.hand(seat)) for seat in _SEATS[:3]) + ","


def _hand(hand: Hand) -> str:
    return "".join(
        suit.name + "".join(card.rank.letter for card in sorted(hand, reverse=True) if card.suit is suit) for suit in sorted(Suit, reverse=True)
    )


def differences_with(
    lin: LinBoard, board: int, contract: Contract | PassedOut | None, declarer: Seat | None, tricks: int | None
) -> tuple[tuple[str, str, str], ...]:
    """What a line says otherwise than its own LIN: (field, as the line says, as the LIN says)."""
    found: list[tuple[str, str, str]] = []
    if lin.number is not None and lin.number != board:
        found.append(("board", str(board), str(lin.number)))
    if contract is not None and lin.contract is not None and contract != lin.contract:
        found.append(("contract", format_contract(contract), format_contract(lin.contract)))
    if declarer is not None and lin.declarer is not None and declarer is not lin.declarer:
        found.append(("declarer", declarer.value, lin.declarer.value))
    if tricks is not None and lin.tricks is not None and tricks != lin.tricks:
        found.append(("tricks", str(tricks), str(lin.tricks)))
    return tuple(found)
