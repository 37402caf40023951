"""Which movements suit the pairs in the room, the boards wanted and the time there is; the best first, each with its figures."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from math import ceil

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import Facts, PairsFacts, check_movement
from bridge.engine.movements.families import make_checked
from bridge.engine.movements.howell import LARGEST, three_quarter_sets
from bridge.engine.movements.mitchell import appendix_bases
from bridge.engine.movements.movement import Movement, NoSuchMovement, Order

MINUTES_PER_BOARD = Fraction(6)
MINUTES_PER_MOVE = Fraction(2)
LEAST_SHARE = Fraction(70, 100)  # of the sets in play that every pair must be scheduled to play, for an event to count


class NothingFits(EngineError):
    """No movement keeps all wishes.

    Facts: `pairs`, `boards` (least, most), `minutes`, `broken` (the `Limit`s the nearest one breaks), `nearest` (a `Proposal` or None).
    """


class Limit(Enum):
    """What a movement must keep to be proposed."""

    BOARDS = "boards"
    MINUTES = "minutes"
    WINNERS = "winners"
    STATIONARY = "stationary"
    SITOUTS = "sitouts"
    COPIES = "copies"
    REVENGE = "revenge"
    SCHEDULED = "scheduled"


class Caution(Enum):
    """What a secretary should know about a proposal."""

    FEW_COMPARISONS = "few_comparisons"  # two winners on fewer than five tables
    SHORTENED = "shortened"  # not all rounds of the movement: not quite balanced
    UNEQUAL_SETS = "unequal_sets"  # not everybody plays every board
    FEW_OF_THE_SETS = "few_of_the_sets"  # somebody plays less than 70 % of them
    SHARED_BOARDS = "shared_boards"  # tables share boards, or copies are needed
    REMATCHES = "rematches"  # some meet twice


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who is there, and what is wanted.

    boards_min, boards_max      boards every pair is to play (sit-outs apart); target: the number aimed at, None: any of them
    minutes                     time there is, None: enough; minutes_per_board, minutes_per_move: what a board and a change take
    winners                     1, 2, or None for either; stationary: pairs that must not move
    copies                      sets of boards laid out; may_share: tables may pass boards across inside a round
    max_sitout_rounds           most rounds a pair may sit out; may_rematch: pairs may meet twice
    late_pair                   somebody is expected after the start: leaves room for a rover
    """

    pairs: int
    boards_min: int = 24
    boards_max: int = 28
    target: int | None = None
    minutes: int | None = None
    minutes_per_board: Fraction = MINUTES_PER_BOARD
    minutes_per_move: Fraction = MINUTES_PER_MOVE
    winners: int | None = None
    stationary: int = 0
    copies: int = 1
    may_share: bool = True
    max_sitout_rounds: int = 1
    may_rematch: bool = False
    late_pair: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A movement with what it means for the evening.

    boards, minutes     boards of the evening (rounds times boards a round) and the time they take
    sitouts             (pair, rounds) of those who sit out; sitout_boards: the most boards one pair misses by it
    met                 part of all couples that meet; fewest_opponents, most_opponents: of one pair
    same_sets           does everybody play every set laid out?
    balance             0 to 100: how evenly the pairs that are ranked together compete; variance of the same
    tables_sharing, sharing_rounds      most tables with one set in a round; rounds with such tables
    """

    order: Order
    movement: Movement
    rounds: int
    boards_per_round: int
    boards: int
    minutes: Fraction
    winners: int
    sitouts: tuple[tuple[int, int], ...]
    sitout_boards: int
    met: Fraction
    fewest_opponents: int
    most_opponents: int
    same_sets: bool
    balance: Fraction
    variance: Fraction
    tables_sharing: int
    sharing_rounds: int
    stationary: tuple[int, ...]
    unusual_moves: int
    cautions: tuple[Caution, ...]


# How much a family asks of the people who walk and of the director, beside "up one, boards down one".
_UNUSUAL = {
    "mitchell": 0,
    "half_mitchell": 0,
    "skip_mitchell": 1,
    "relay_mitchell": 1,
    "howell": 2,
    "howell_sitout": 2,
    "three_quarter_howell": 2,
    "hesitation": 2,
    "web": 2,
    "appendix": 3,
    "appendix1half": 3,
    "rover": 3,
    "interwoven": 4,
    "blackpool": 4,
}


@dataclass(frozen=True, slots=True)
class _Figures:
    """What is the same however many boards a round has."""

    movement: Movement
    facts: PairsFacts
    fewest_opponents: int
    most_opponents: int
    balance: Fraction
    variance: Fraction


@cache
def _figures(order: Order) -> _Figures | None:
    """The movement of an order with its figures, None where there is none."""
    try:
        movement, facts = make_checked(order)
    except NoSuchMovement:
        return None
    return _judged(movement, facts)


def _judged(movement: Movement, facts: Facts) -> _Figures:
    assert isinstance(facts, PairsFacts)
    opponents: dict[int, set[int]] = {pair: set() for pair in range(1, movement.entrants + 1)}
    for tables in movement.seats:
        for ns, ew, _ in tables:
            if ns and ew:
                opponents[ns].add(ew)
                opponents[ew].add(ns)
    counts = [len(met) for met in opponents.values()]
    return _Figures(movement, facts, min(counts), max(counts), *_evenness(movement, facts))


def _evenness(movement: Movement, facts: PairsFacts) -> tuple[Fraction, Fraction]:
    """Quality (0 to 100) and variance of the competition among those ranked together: everybody, or each line by itself.

    In a line nobody meets, so two pairs compete on the sets both have played the same way.
    """
    if movement.winners == 1:
        return facts.balance.quality, facts.balance.variance
    sets: list[dict[int, int]] = [{}, {}]
    for tables in movement.seats:
        for row in tables:
            if all(row):
                for side in (0, 1):
                    sets[side][row[side]] = sets[side].get(row[side], 0) | 1 << row[2]
    common = [(a & b).bit_count() for line in sets for i, a in enumerate(line.values()) for b in list(line.values())[:i]]
    total, squares = sum(common), sum(number * number for number in common)
    if not squares:
        return Fraction(0), Fraction(0)
    return Fraction(100 * total * total, len(common) * squares), Fraction(squares, len(common)) - Fraction(total, len(common)) ** 2


def _lengths(wishes: Wishes) -> tuple[tuple[int, int], ...]:
    """(rounds, boards a round) that give a number of boards wanted: two boards at least, and no more than a few where there are tables enough to move on."""
    most = 9 if wishes.pairs <= 8 else 6 if wishes.pairs <= 12 else 4
    usual = tuple(
        (rounds, boards)
        for boards in range(2, most + 1)
        for rounds in range(max(2, ceil(Fraction(wishes.boards_min, boards))), wishes.boards_max // boards + 1)
    )
    return usual or tuple((rounds, 1) for rounds in range(max(1, wishes.boards_min), wishes.boards_max + 1))


def _orders(wishes: Wishes, rounds: int, few_of_the_sets: bool) -> Iterator[Order]:
    """Every movement of that length worth a look; those with a set for each table only where most of the sets are played, or when nothing else was found."""
    tables = Fraction(wishes.pairs, 2)
    yield from _howells(wishes.pairs, rounds)
    mostly = rounds >= LEAST_SHARE * ceil(tables)
    for family in _two_line_families(tables, wishes) if mostly or few_of_the_sets else ("appendix", "appendix1half", "web"):
        if family == "skip_mitchell" and rounds == tables and not wishes.may_rematch:
            continue
        if family == "web" and rounds >= tables:  # a set for each table: the Mitchell itself, with the boards laid in reverse
            continue
        sets = next((base for base in appendix_bases(ceil(tables)) if base >= rounds), None) if family == "appendix" else None
        if wishes.winners != 1:
            yield Order(family, tables, rounds, sets)
        if wishes.winners != 2:
            yield Order(family, tables, rounds, sets, switched=None)
    if wishes.winners != 2 and (mostly or few_of_the_sets):
        yield Order("hesitation", tables, rounds)


def _two_line_families(tables: Fraction, wishes: Wishes) -> tuple[str, ...]:
    if tables.denominator == 2:
        squares = ("interwoven",) if ceil(tables) % 2 == 0 else ()  # an odd number needs no table cards to go without sharing
        return ("half_mitchell", "rover", "appendix1half", "appendix", "web", *squares)
    odd = ("mitchell", "appendix1half") if tables % 2 else ("skip_mitchell", "relay_mitchell", "interwoven")
    return (*odd, "appendix", "web", *(("blackpool",) if wishes.may_rematch else ()))


def _howells(pairs: int, rounds: int) -> Iterator[Order]:
    even = pairs + pairs % 2
    if even > LARGEST or rounds > even - 1:
        return
    tables = Fraction(pairs, 2)
    if rounds in three_quarter_sets(even):
        yield Order("three_quarter_howell", tables, rounds)
    if rounds == even - 1 or (rounds >= even - 3 and even <= 14):
        yield Order("howell_sitout" if pairs % 2 else "howell", tables, rounds)


def propose(wishes: Wishes) -> tuple[Proposal, ...]:
    """Movements that keep all wishes, the best first.

    Order: nearness to the target (where one is told), part of the couples that meet, everybody on the same sets, evenness to a whole unit of variance
    (less is not worth stranger moves), sharing, boards sat out, unusual moves, evenness exactly. Where nothing else is left, movements in which pairs
    play less than 70 % of the sets, marked so.
    raises  NothingFits with the movement that comes nearest
    """
    found: list[Proposal] = []
    for excused in (frozenset[Limit](), frozenset((Limit.SCHEDULED,))):
        found = [proposal for rounds, boards in _lengths(wishes) for proposal in _candidates(wishes, rounds, boards, bool(excused))]
        fitting = [proposal for proposal in found if excused.issuperset(_broken(proposal, wishes))]
        if fitting:
            return tuple(sorted(fitting, key=lambda proposal: _rank(proposal, wishes)))
    nearest = min(found, key=lambda proposal: (*_excess(proposal, wishes), *_rank(proposal, wishes)), default=None)
    broken = (Limit.BOARDS,) if nearest is None else _broken(nearest, wishes)
    raise NothingFits(pairs=wishes.pairs, boards=(wishes.boards_min, wishes.boards_max), minutes=wishes.minutes, broken=broken, nearest=nearest)


def proposal_of(order: Order, movement: Movement, boards: int, wishes: Wishes) -> Proposal:
    """A movement that was chosen otherwise, in so many boards a round, with what it means for the evening; which wishes it keeps is not asked."""
    return _proposal(order, _judged(movement, check_movement(movement)[0]), boards, wishes)


def _candidates(wishes: Wishes, rounds: int, boards: int, few_of_the_sets: bool) -> Iterator[Proposal]:
    for order in _orders(wishes, rounds, few_of_the_sets):
        figures = _figures(order)
        if figures is not None and figures.movement.entrants == wishes.pairs:  # 7 tables in 6 rounds with an appendix are 15 pairs
            yield _proposal(order, figures, boards, wishes)


def _proposal(order: Order, figures: _Figures, boards: int, wishes: Wishes) -> Proposal:
    movement, facts = figures.movement, figures.facts
    rounds, couples = movement.rounds, movement.entrants * (movement.entrants - 1) // 2
    same_sets = facts.sets_played_min == movement.sets
    longest = max((times for _, times in facts.sitouts), default=0)
    told = {
        Caution.FEW_COMPARISONS: movement.winners == 2 and wishes.pairs < 10,
        Caution.SHORTENED: movement.winners == 1 and rounds < movement.sets,
        Caution.UNEQUAL_SETS: not same_sets,
        Caution.FEW_OF_THE_SETS: facts.sets_played_min < LEAST_SHARE * movement.sets,
        Caution.SHARED_BOARDS: facts.sharing_rounds > 0,
        Caution.REMATCHES: facts.repeat_meetings > 0,
    }
    return Proposal(
        order=order,
        movement=movement,
        rounds=rounds,
        boards_per_round=boards,
        boards=rounds * boards,
        minutes=rounds * boards * wishes.minutes_per_board + (rounds - 1) * wishes.minutes_per_move,
        winners=movement.winners,
        sitouts=facts.sitouts,
        sitout_boards=longest * boards,
        met=Fraction(facts.distinct_opponent_pairs, couples),
        fewest_opponents=figures.fewest_opponents,
        most_opponents=figures.most_opponents,
        same_sets=same_sets,
        balance=figures.balance,
        variance=figures.variance,
        tables_sharing=facts.max_tables_per_set_per_round,
        sharing_rounds=facts.sharing_rounds,
        stationary=movement.stationary,
        unusual_moves=_UNUSUAL.get(movement.family, max(_UNUSUAL.values())) + len(movement.switched),
        cautions=tuple(caution for caution, is_told in told.items() if is_told),
    )


def _broken(proposal: Proposal, wishes: Wishes) -> tuple[Limit, ...]:
    """The wishes a movement does not keep."""
    checks = {
        Limit.BOARDS: not wishes.boards_min <= proposal.boards <= wishes.boards_max,
        Limit.MINUTES: wishes.minutes is not None and proposal.minutes > wishes.minutes,
        Limit.WINNERS: wishes.winners not in (None, proposal.winners),
        Limit.STATIONARY: len(proposal.stationary) < wishes.stationary,
        Limit.SITOUTS: max((times for _, times in proposal.sitouts), default=0) > wishes.max_sitout_rounds,
        Limit.COPIES: proposal.tables_sharing > max(wishes.copies, proposal.boards_per_round if wishes.may_share else 1),
        Limit.REVENGE: Caution.REMATCHES in proposal.cautions and not wishes.may_rematch,
        Limit.SCHEDULED: Caution.FEW_OF_THE_SETS in proposal.cautions,
    }
    return tuple(limit for limit, is_broken in checks.items() if is_broken)


def _rank(proposal: Proposal, wishes: Wishes) -> tuple[Fraction | int, ...]:
    rover_last = proposal.order.family != "rover" if wishes.late_pair else 0
    return (
        0 if wishes.target is None else abs(proposal.boards - wishes.target),
        rover_last,
        -proposal.met,
        not proposal.same_sets,
        (2 * proposal.variance + 1) // 2,
        proposal.sharing_rounds,
        proposal.sitout_boards,
        proposal.unusual_moves,
        proposal.variance,
    )


def _excess(proposal: Proposal, wishes: Wishes) -> tuple[int, Fraction, Fraction, int]:
    """How far a movement is from what was wished: wishes broken, boards too many or too few, minutes too many, pairs that must move all the same."""
    boards = max(wishes.boards_min - proposal.boards, proposal.boards - wishes.boards_max, 0)
    minutes = Fraction(0) if wishes.minutes is None else max(proposal.minutes - wishes.minutes, Fraction(0))
    return len(_broken(proposal, wishes)), Fraction(boards), minutes, max(wishes.stationary - len(proposal.stationary), 0)
