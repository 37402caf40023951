"""The words of the table in the reader's language: seats, sides, suits, contracts, results. Letters and symbols stand beside them for the eye."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from bridge.engine.cards import Card, Rank, Suit
from bridge.engine.contract import Contract, Doubling, PassedOut, Strain
from bridge.engine.seats import Seat, Side, Vulnerability
from bridge.phrases.figures import MINUS

SYMBOLS = {Suit.C: "♣\ufe0e", Suit.D: "♦\ufe0e", Suit.H: "♥\ufe0e", Suit.S: "♠\ufe0e"}  # U+FE0E: text, so that no phone draws a picture


def seat_word(seat: Seat) -> str:
    """`North`."""
    return {Seat.N: _("North"), Seat.E: _("East"), Seat.S: _("South"), Seat.W: _("West")}[seat]


def seat_letter(seat: Seat) -> str:
    """The one letter on a key: `N`."""
    return {Seat.N: pgettext("seat", "N"), Seat.E: pgettext("seat", "E"), Seat.S: pgettext("seat", "S"), Seat.W: pgettext("seat", "W")}[seat]


def side_word(side: Side) -> str:
    """`North-South`."""
    return _("North-South") if side is Side.NS else _("East-West")


def side_letters(side: Side) -> str:
    """The short form for narrow columns: `N-S`."""
    return _("N-S") if side is Side.NS else _("E-W")


def vulnerability_words(vulnerability: Vulnerability) -> str:
    """`North-South vulnerable`."""
    return {
        Vulnerability.NONE: _("Nobody vulnerable"),
        Vulnerability.NS: _("North-South vulnerable"),
        Vulnerability.EW: _("East-West vulnerable"),
        Vulnerability.BOTH: _("Both sides vulnerable"),
    }[vulnerability]


def dealer_words(dealer: Seat) -> str:
    """`West deals`."""
    return _("%(seat)s deals") % {"seat": seat_word(dealer)}


def suit_word(suit: Suit) -> str:
    """`spades`."""
    return {Suit.C: _("clubs"), Suit.D: _("diamonds"), Suit.H: _("hearts"), Suit.S: _("spades")}[suit]


def strain_text(strain: Strain) -> str:
    """What stands on a key or in a contract: a suit's symbol, or `NT`."""
    return _("NT") if strain is Strain.N else SYMBOLS[Suit(strain)]


def contract_text(contract: Contract | PassedOut) -> str:
    """The contract for the eye: `4♠X`, `3NT`, `passed out`."""
    if isinstance(contract, PassedOut):
        return _("passed out")
    return f"{contract.level}{strain_text(contract.strain)}{contract.doubling.value}"


def contract_words(contract: Contract | PassedOut) -> str:
    """The contract aloud: `four spades doubled`, `one no trump`, `passed out`."""
    if isinstance(contract, PassedOut):
        return _("passed out")
    level = (_("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"))[contract.level - 1]
    bid = _("%(level)s %(strain)s") % {"level": level, "strain": _strain_word(contract.strain, contract.level)}
    if contract.doubling is Doubling.X:
        return _("%(bid)s doubled") % {"bid": bid}
    if contract.doubling is Doubling.XX:
        return _("%(bid)s redoubled") % {"bid": bid}
    return bid


def _strain_word(strain: Strain, level: int) -> str:
    return {
        Strain.C: npgettext("contract", "club", "clubs", level),
        Strain.D: npgettext("contract", "diamond", "diamonds", level),
        Strain.H: npgettext("contract", "heart", "hearts", level),
        Strain.S: npgettext("contract", "spade", "spades", level),
        Strain.N: npgettext("contract", "no trump", "no trumps", level),
    }[strain]


def result_text(contract: Contract, tricks: int) -> str:
    """Tricks against the contract for the eye: `=`, `+1`, `−2`."""
    over = tricks - contract.needed
    return "=" if over == 0 else f"{over:+d}".replace("-", MINUS)


def result_words(contract: Contract, tricks: int) -> str:
    """Tricks against the contract aloud: `made`, `1 over`, `2 down`."""
    over = tricks - contract.needed
    if over == 0:
        return _("made exactly")
    if over > 0:
        return ngettext("%(n)d overtrick", "%(n)d overtricks", over) % {"n": over}
    return _("%(n)d down") % {"n": -over}


def rank_text(rank: Rank) -> str:
    """A rank as printed on the card: `A`, `10`."""
    return "10" if rank is Rank.TEN else rank.letter


def card_text(card: Card) -> str:
    """A card for the eye: `♥A`."""
    return SYMBOLS[card.suit] + rank_text(card.rank)


def card_words(card: Card) -> str:
    """A card aloud: `ace of hearts`."""
    return _("%(rank)s of %(suit)s") % {"rank": _rank_word(card.rank), "suit": suit_word(card.suit)}


def _rank_word(rank: Rank) -> str:
    pictures = {Rank.ACE: _("ace"), Rank.KING: _("king"), Rank.QUEEN: _("queen"), Rank.JACK: _("jack")}
    return pictures.get(rank) or str(rank.value)


def numbers_text(numbers: Sequence[int]) -> str:
    """Numbers in a row, neighbours drawn together: `1–4, 7, 9–10`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return _(", ").join(range_text(run[0], run[-1]) for run in runs)


def range_text(first: int, last: int) -> str:
    """`25–28`, or `25` alone."""
    return str(first) if first == last else f"{first}–{last}"


def entrant_word(form: str) -> str:
    """What takes part in an event, by the code of its form: `Pair`."""
    return {"pairs": _("Pair"), "singles": _("Player"), "teams": _("Team")}[form]
