"""What a ruling prescribes, as values: what becomes of calls, cards and scores, what may still be chosen, and the laws that say so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bridge.engine.auction import Call
from bridge.engine.cards import Card, Suit
from bridge.engine.contract import Contract
from bridge.engine.laws.codes import AuctionEffect, Chooser, Effect, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.words import Party, Weight
from bridge.engine.seats import Seat, Side, Vulnerability


@dataclass(frozen=True, slots=True)
class Share:
    """What one side or team gets: per cent, IMPs, or points from its own side, as the effect says."""

    party: Party
    amount: Fraction | int


@dataclass(frozen=True, slots=True)
class Suits:
    """Suits that a restriction is about; `unless_shown`: each falls away if the offender still shows it in the legal auction."""

    suits: frozenset[Suit]
    unless_shown: bool = False


Detail = Call | Card | Seat | Side | Vulnerability | Contract | Share | Suits | Weight | int | str


@dataclass(frozen=True, slots=True)
class Rectification:
    """One thing that a law prescribes.

    details        what it is about, in the order made where there are several: the call, the card, the seat, the suits, the shares
    if_defending   it holds only if the offending side comes to defend
    """

    effect: Effect
    details: tuple[Detail, ...] = ()
    if_defending: bool = False


Found = Card | Seat | Side | Suit | int | str | bool


@dataclass(frozen=True, slots=True)
class Finding:
    """One computed answer beside the ruling under its name: a card, a seat, a side, a suit, a number, a word, or several of them in a tuple."""

    name: str
    what: Found | tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A point where the text is silent or the reading uncertain: its code in `phrases`, and the law; the director confirms it with the book."""

    code: str
    law: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A ruling.

    rectifications      everything that is prescribed, in the order in which it is read out
    options, chooser    the choice that the Law gives next and to whom; no options with a chooser: his judgment decides; None: nothing is open
    laws                the laws that say so, without brackets (`64C2a`)
    findings            computed answers: legal cards, the winner of a trick, the hand to lead
    tricks_transferred  where Law 64 or 67B was applied and can be counted; None otherwise
    doubts              added by `rule()` from the book
    """

    ruling: Ruling
    laws: tuple[str, ...]
    rectifications: tuple[Rectification, ...] = ()
    options: tuple[Option | Card, ...] = ()
    chooser: Chooser | None = None
    findings: tuple[Finding, ...] = ()
    tricks_transferred: int | None = None
    doubts: tuple[Doubt, ...] = field(default=())

    @property
    def tricks_moved(self) -> int | None:
        """The tricks that go over: those transferred, unless an adjusted score takes their place (64C)."""
        return None if any(each.effect is _S.ADJUST for each in self.rectifications) else self.tricks_transferred

    @property
    def reminders(self) -> tuple[Rectification, ...]:
        """What outlives the ruling: forced passes, lead restrictions, penalty cards, and what is looked at when the board is over.

        That the board is played on is nothing to look at again where the score is adjusted at once: it was over then.
        """
        is_judged = any(each.effect is _S.ADJ_ASSIGNED for each in self.rectifications)
        return tuple(each for each in self.rectifications if each.effect in _LASTING and not (is_judged and each.effect is _A.PLAY_ON))


_A, _P, _S = AuctionEffect, PlayEffect, ScoreEffect
_LASTING: frozenset[Effect] = frozenset(
    (
        _A.OFFENDER_PASS_NEXT, _A.OFFENDER_PASS_ALWAYS, _A.OFFENDER_PASS_ALWAYS_LATER, _A.PARTNER_PASS_NEXT, _A.PARTNER_PASS_ALWAYS,
        _A.SIDE_PASS_ALWAYS, _A.OFFENDER_REPEAT, _A.PARTNER_NO_DOUBLE, _A.OFFENDER_COMPARABLE_OR_PARTNER_PASS_NEXT, _A.PLAY_ON,
        _P.LR_26, _P.LR_CN_A, _P.LR_CN_B, _P.LR_WBF, _P.LR_WBF_POSSIBLE, _P.PC_MAJOR, _P.PC_MINOR, _P.PC_REMAINS, _P.ALL_PCS_MAJOR,
        _P.FACE_UP_UNTIL_AUCTION_ENDS, _P.MAY_BECOME_PENALTY_CARD, _P.POSSIBLE_REVOKE, _P.LATER_REVOKE_POSSIBLE, _P.INFO_UNAUTHORISED_PARTNER,
        _S.EQUITY, _S.RESCORE_AND_EQUITY, _S.LAW23_MEMO, _S.LAW23C_MEMO, _S.LAW27D_MEMO, _S.LAW72B1_MEMO, _S.LAW72C_MEMO, _S.ADJ_POSSIBLE_AT_END,
        _S.ADJ_ASSIGNED_POSSIBLE, _S.ADJ_ASSIGNED_IF_DAMAGE, _S.ADJ_ASSIGNED_POSSIBLE_IF_INFO_AFFECTED, _S.ADJ_POSSIBLE_TOO_LATE,
        _S.ADJ_POSSIBLE_IF_WITHDRAWN_CALL_DAMAGES_NOS, _S.CAP_IF_OTHER_CALL,
    )
)  # fmt: skip

Prescribed = Rectification | Effect


def about(effect: Effect, *details: Detail) -> Rectification:
    """The effect on these calls, cards, seats or shares."""
    return Rectification(effect, details)


def decide(
    ruling: Ruling,
    laws: str,
    *effects: Prescribed,
    options: Sequence[Option | Card] = (),
    chooser: Chooser | None = None,
    findings: Iterable[Finding] = (),
    tricks: int | None = None,
) -> Outcome:
    """The outcome with these effects under these laws (numbers with blanks between them, each named once)."""
    prescribed = tuple(each if isinstance(each, Rectification) else Rectification(each) for each in effects)
    return Outcome(ruling, tuple(dict.fromkeys(laws.split())), prescribed, tuple(options), chooser, tuple(findings), tricks)
