"""Who is to be paired, what they have scored and whom they have met: everything a draw depends on, and nothing else.

Scores come in hundredths and may be exact fractions of one; the order of the standings is the exact order. Rounds, tables and ranks count
from 1 for people and from 0 inside (`standings` gives rank 0 first). Clubs, entrants and their keys are opaque.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from bridge.engine.errors import EngineError
from bridge.engine.seats import Side


class Ordered(Protocol):
    """A key that can be compared with its like: a number, a name, a tuple of them."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __hash__(self) -> int: ...


Who = TypeVar("Who", bound=Ordered)
Couple = tuple[Who, Who]


class NobodyToPair(EngineError):
    """There is no entrant at all. Facts: `round`."""


class AllWithdrawn(EngineError):
    """Everybody has withdrawn, so the event stops. Facts: `round`, `entrants`."""


class OneEntrantLeft(EngineError):
    """One entrant alone has nobody to meet. Facts: `round`, `who`, `withdrawn` (how many left)."""


class EntrantTwice(EngineError):
    """An entrant stands in the field more than once. Facts: `who`."""


class UnknownEntrant(EngineError):
    """A meeting, wish or released couple names somebody who is not in the field. Facts: `who`."""


class MeetsItself(EngineError):
    """A couple of one and the same entrant. Facts: `who`."""


class PairedTwice(EngineError):
    """Two of the released couples, the sit-out and the triangle hold the same entrant. Facts: `who`."""


class TwoWouldSitOut(EngineError):
    """A released sit-out leaves an odd number to be paired: it must be taken back first. Facts: `round`, `who` (rests), `entrants` (left)."""


class NoSuchOrder(EngineError):
    """The order of the criteria names one twice, or one that only decides between equals. Facts: `order`."""


class NoCompleteDraw(EngineError):
    """The forbidden couples leave no draw in which everybody plays. Facts: `round`, `entrants`, `forbidden` (couples)."""


class NoDrawWithoutRematch(EngineError):
    """The setting allows no rematch and none can be avoided. Facts: `round`, `rematches` (the fewest), `couples` (a choice that reaches it)."""


class Variant(Enum):
    """How close scores are brought together."""

    BALANCED = "balanced"  # the least sum of squared gaps over the whole field
    TOP_FIRST = "top_first"  # the least gap for the leader, then for the next, and so on down
    DANISH = "danish"  # 1-2, 3-4 ...: rematches allowed
    SEED_RULE = "seed_rule"  # the platform's text: by running total, 1-2 at table 1, the last one idle; no further rule


class Metric(Enum):
    """What a gap between two entrants is counted in."""

    RANK = "rank"
    SCORE = "score"


class FirstRound(Enum):
    """Who meets whom in round 1; n entrants in order of seed or sign-up, except where the standings (of a carry-over) decide."""

    SIGN_UP = "sign_up"  # 1-2, 3-4
    FOLD = "fold"  # 1-n, 2-(n-1)
    SLIDE = "slide"  # 1-(n/2+1), 2-(n/2+2)
    RANDOM = "random"
    STANDINGS = "standings"


class Odd(Enum):
    """What becomes of an odd entrant."""

    SIT_OUT = "sit_out"
    TRIANGLE = "triangle"  # three play each other over two rounds, at full length
    THREE_WAY = "three_way"  # three play each other in one round, in matches of half length


class Rematches(Enum):
    """Whether a couple may meet again."""

    AVOIDED = "avoided"  # only where no draw is free of them, and then as few as possible
    NEVER = "never"  # refused
    ALLOWED = "allowed"


class Apart(Enum):
    """Whether members of one club are kept apart while `Settings.apart_rounds` last."""

    NO = "no"
    WISHED = "wished"
    STRICT = "strict"


class Tables(Enum):
    """How matches are given tables."""

    TOP_FIRST = "top_first"  # the top match at table 1
    VARIED = "varied"  # where the two have sat least, the lowest number among those


class Criterion(Enum):
    """What a draw is judged by; `Settings.order` says which comes first."""

    REMATCHES = "rematches"  # how often the couple has met
    RECENCY = "recency"  # for a couple that has met: the round in which it last did
    WISHES = "wishes"  # couples that were to be avoided
    SIT_OUTS = "sit_outs"  # how often the one that sits out (or the three of a triangle) did so before
    CLOSENESS = "closeness"  # squared gap; a sit-out's gap is its distance from the last
    SIDES = "sides"  # squared surplus of North-South or East-West rounds after this one
    RANKS = "ranks"  # squared gap in rank, where closeness is counted in score: between draws that are equal in that
    LOT = "lot"  # drawn between draws that are equal in all else


REGULATION = (Criterion.REMATCHES, Criterion.RECENCY, Criterion.WISHES, Criterion.SIT_OUTS, Criterion.CLOSENESS, Criterion.SIDES)


@dataclass(frozen=True, slots=True)
class Settings:
    """The conditions of contest that a draw obeys.

    order            criteria, the weightiest first; a criterion that is not named does not count
    apart_rounds     the last round in which clubmates are kept apart
    balance_sides    True in pairs, where both lines should be sat equally often
    triangle_once    nobody is in a second triangle while three others have been in none
    rounds           how many the event has, where small fields should look ahead so that later rounds can still be drawn; None: no looking ahead
    """

    variant: Variant = Variant.BALANCED
    metric: Metric = Metric.RANK
    first_round: FirstRound = FirstRound.SIGN_UP
    odd: Odd = Odd.SIT_OUT
    rematches: Rematches = Rematches.AVOIDED
    apart: Apart = Apart.NO
    apart_rounds: int = 1
    balance_sides: bool = False
    tables: Tables = Tables.TOP_FIRST
    triangle_once: bool = True
    earlier_meetings_count: bool = False
    rounds: int | None = None
    order: tuple[Criterion, ...] = REGULATION


@dataclass(frozen=True, slots=True)
class Entrant(Generic[Who]):
    """One pair or team before a round.

    score          all that counts for the standings except the carry-over, in hundredths
    tie_breaks     higher is better, compared in turn after the score
    seed           sign-up or seeding number, smaller is earlier
    byes           sit-outs so far, walkovers included
    new            plays its first round now: stands below all others
    home_table     the table a stationary entrant keeps; its opponent comes to it
    tables_sat     tables of earlier rounds, one entry for each round
    """

    who: Who
    score: Fraction | int = 0
    seed: int = 0
    byes: int = 0
    triangles: int = 0
    carry: Fraction | int = 0
    tie_breaks: tuple[Fraction | int, ...] = ()
    new: bool = False
    withdrawn: bool = False
    club: str = ""
    ns_rounds: int = 0
    ew_rounds: int = 0
    last_side: Side | None = None
    home_table: int | None = None
    home_side: Side | None = None
    tables_sat: tuple[int, ...] = ()

    @property
    def standing(self) -> Fraction:
        """Score and carry-over together, in hundredths, exact."""
        return Fraction(self.score) + Fraction(self.carry)


@dataclass(frozen=True, slots=True)
class Meeting(Generic[Who]):
    """Two entrants have met; `last_round` is 0 where it is not known."""

    one: Who
    other: Who
    times: int = 1
    last_round: int = 0


@dataclass(frozen=True, slots=True)
class Field(Generic[Who]):
    """Everything a draw depends on.

    round       the round to be drawn, from 1
    entrants    all of the event, those who withdrew included
    met         meetings of this event, triangles included
    playing     couples at play now, whose results are not in (one round in arrears): they count as met
    earlier     meetings of an earlier stage, counted where the settings say so
    forbidden   couples that may never be drawn; `avoided`: couples better not drawn
    released    couples of this round that are already seated and stay; the first named sits North-South or at home
    resting     the entrant of this round whose sit-out is already released
    triangle    three that are in the middle of a triangle over two rounds
    """

    round: int
    entrants: tuple[Entrant[Who], ...]
    met: tuple[Meeting[Who], ...] = ()
    playing: tuple[Couple[Who], ...] = ()
    earlier: tuple[Meeting[Who], ...] = ()
    forbidden: tuple[Couple[Who], ...] = ()
    avoided: tuple[Couple[Who], ...] = ()
    released: tuple["Seated[Who]", ...] = ()
    resting: Who | None = None
    triangle: tuple[Who, Who, Who] | None = None
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Seated(Generic[Who]):
    """A couple at its table: `ns` sits North-South (teams: plays at home)."""

    table: int
    ns: Who
    ew: Who

    @property
    def couple(self) -> Couple[Who]:
        """The two, North-South first."""
        return self.ns, self.ew


def sign_up_order(field: Field[Who]) -> tuple[Entrant[Who], ...]:
    """Those still in the event, the earliest seed or sign-up first."""
    return tuple(sorted((entrant for entrant in field.entrants if not entrant.withdrawn), key=lambda entrant: (entrant.seed, entrant.who)))


def is_first_by_scheme(field: Field[Who]) -> bool:
    """Is this the first round, drawn by sign-up, fold, slide or lot and not by standings?"""
    return field.round == 1 and field.settings.first_round is not FirstRound.STANDINGS


def standings(field: Field[Who]) -> tuple[Entrant[Who], ...]:
    """Those still in the event, the leader first: score, tie-breaks, seed, key; who plays a first round now stands last."""
    present = (entrant for entrant in field.entrants if not entrant.withdrawn)
    return tuple(sorted(present, key=standing_key))


def standing_key(entrant: Entrant[Who]) -> tuple[bool, Fraction, tuple[Fraction, ...], int, Who]:
    """What the standings are sorted by: the less, the further up."""
    return (entrant.new, -entrant.standing, tuple(-Fraction(points) for points in entrant.tie_breaks), entrant.seed, entrant.who)


def ask_sound(field: Field[Who]) -> None:
    """The field can be drawn from: nobody twice, nobody unknown, two or more to pair. Raises what is wrong first."""
    order = field.settings.order
    if len(set(order)) < len(order) or not set(order) <= set(REGULATION):
        raise NoSuchOrder(order=order)
    known: set[Who] = set()
    for entrant in field.entrants:
        if entrant.who in known:
            raise EntrantTwice(who=entrant.who)
        known.add(entrant.who)
    if not known:
        raise NobodyToPair(round=field.round)
    for one, other in _couples_named(field):
        for who in (one, other):
            if who not in known:
                raise UnknownEntrant(who=who)
        if one == other:
            raise MeetsItself(who=one)
    left = [entrant.who for entrant in field.entrants if not entrant.withdrawn]
    if not left:
        raise AllWithdrawn(round=field.round, entrants=len(known))
    if len(left) == 1:
        raise OneEntrantLeft(round=field.round, who=left[0], withdrawn=len(known) - 1)
    _ask_settled_once(field, frozenset(left))


def _couples_named(field: Field[Who]) -> list[Couple[Who]]:
    meetings = [(meeting.one, meeting.other) for meeting in (*field.met, *field.earlier)]
    return [*meetings, *field.playing, *field.forbidden, *field.avoided, *(seated.couple for seated in field.released)]


def _ask_settled_once(field: Field[Who], left: frozenset[Who]) -> None:
    settled: set[Who] = set()
    for who in settled_already(field):
        if who not in left:
            raise UnknownEntrant(who=who)
        if who in settled:
            raise PairedTwice(who=who)
        settled.add(who)


def settled_already(field: Field[Who]) -> tuple[Who, ...]:
    """Those whose place in this round is fixed before it is drawn: released, resting, or still in a triangle."""
    resting = () if field.resting is None else (field.resting,)
    return (*(who for seated in field.released for who in seated.couple), *resting, *(field.triangle or ()))
