"""The rest of an evening planned anew when something else happened than was planned (Laws 8 and 15): what is played stays, only unplayed rounds change.

For pairs and single players. The best is: fewest boards that somebody cannot play, then fewest sit-outs (and evenly spread), then fewest rematches (single
players: fewest who are partners again, then opponents a third time), then fewest people told to go elsewhere. It is found by improving the plan in force step
by step, so it is good rather than proved best.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from bridge.engine.movements.evening import Evening, NoSuchPair, NotForTeams, PairIsHere, Play, Replanned, RoundIsPlayed, Stay, empty_row, played_as_planned
from bridge.engine.movements.movement import Kind, Movement, Row, Seats
from bridge.engine.movements.rest import Rest
from bridge.engine.movements.rest_singles import SinglesRest


def arrives(evening: Evening, pair: int, first: int) -> Evening:
    """A pair comes late and plays from round `first` on: one the plan had counted as missing, or a new one with the next number."""
    _unplayed(evening, first)
    entrants = evening.movement.entrants
    if pair > entrants + 1 or pair < 1:
        raise NoSuchPair(pair=pair)
    if pair <= entrants and pair in evening.present(first):
        raise PairIsHere(pair=pair)
    stays = (*(stay for stay in evening.stays if stay.pair != pair), Stay(pair, first))
    return replace(evening, movement=replace(evening.movement, entrants=max(entrants, pair)), stays=stays)


def leaves(evening: Evening, pair: int, last: int) -> Evening:
    """A pair goes home after round `last`, 0: it never came."""
    _unplayed(evening, last + 1)
    if not 1 <= pair <= evening.movement.entrants:
        raise NoSuchPair(pair=pair)
    begun = next((stay.first for stay in evening.stays if stay.pair == pair), 1)
    return replace(evening, stays=(*(stay for stay in evening.stays if stay.pair != pair), Stay(pair, begun, last)))


def exchanged(evening: Evening, first: int, second: int) -> Evening:
    """Two pairs go on in each other's place for the rest of the evening."""
    for pair in (first, second):
        if not 1 <= pair <= evening.movement.entrants:
            raise NoSuchPair(pair=pair)
    other = {first: second, second: first}
    return _with_rest(evening, (tuple((*(other.get(who, who) for who in row[:-1]), row[-1]) for row in tables) for tables in _rest(evening)))


def replaced(evening: Evening, movement: Movement) -> Evening:
    """Another movement from the next round on, for as many rounds as are left.

    Of its rounds those in a row, of its sets the turn, and of its numbers the order are taken with which least is lost.
    raises  NotForTeams, where the evening or the other movement is one
    """
    if movement.kind is not evening.movement.kind or movement.kind is Kind.TEAMS:
        raise NotForTeams(kind=movement.kind)
    told = replace(evening.movement, family=movement.family, winners=movement.winners, declared=movement.declared)
    evening = replace(evening, movement=told)
    there = sorted(evening.present(evening.over + 1))
    sets = len(evening.boards)
    left = evening.movement.rounds - evening.over
    orders = [there[turn:] + there[:turn] for turn in range(len(there))]
    starts = range(max(1, movement.rounds - left + 1))
    others = (
        _with_rest(evening, tuple(_renumbered(tables, order, shift, sets) for tables in movement.seats[start : start + left]))
        for order, start, shift in product(orders, starts, range(sets))
    )
    return min(others, key=lambda other: _rest_of(other).cost())


def _renumbered(tables: tuple[Row, ...], order: list[int], shift: int, sets: int) -> tuple[Row, ...]:
    """A round with number n played by the n-th pair of the order, sets moved on by a shift; numbers that nobody has are empty."""
    number = dict(enumerate(order, 1))
    return tuple((*(number.get(who, 0) for who in row[:-1]), (row[-1] - 1 + shift) % sets + 1 if row[-1] else 0) for row in tables)


def with_rounds(evening: Evening, rounds: int) -> Evening:
    """The evening cut short, or with rounds added in which places are still to be found."""
    _unplayed(evening, rounds + 1)
    seats = evening.movement.seats[:rounds]
    seats += ((empty_row(evening.movement.kind),) * evening.movement.tables,) * (rounds - len(seats))
    return replace(evening, movement=replace(evening.movement, rounds=rounds, seats=seats))


def replan(evening: Evening, announced: Movement | None = None) -> Replanned:
    """The unplayed rounds planned anew for those who are there; no board that somebody has played comes to the same pair again.

    announced   the plan that people know, from which `changed` is told; None: the one in force
    raises      NotForTeams
    """
    if evening.movement.kind is Kind.TEAMS:
        raise NotForTeams(kind=evening.movement.kind)
    rest = _rest_of(evening)
    if isinstance(rest, Rest):
        rest.seat_everybody()
    rest.improve()
    return rest.replanned(announced or evening.movement)


def _rest_of(evening: Evening) -> Rest | SinglesRest:
    return SinglesRest(evening) if evening.movement.kind is Kind.INDIVIDUAL else Rest(evening)


def owed(evening: Evening) -> tuple[Play, ...]:
    """Boards of the rounds that are over which two pairs did not play where it was planned and which neither knows: they can be played late."""
    known = {(who, play.board) for play in evening.played for who in play.who}
    planned = played_as_planned(evening.movement, evening.boards, evening.over)
    return tuple(
        play for play in planned if play.board not in evening.withdrawn and not {(who, play.board) for who in play.who} & known
    )


def _unplayed(evening: Evening, number: int) -> None:
    if number <= evening.over:
        raise RoundIsPlayed(round=number, over=evening.over)


def _rest(evening: Evening) -> Seats:
    return evening.movement.seats[evening.over :]


def _with_rest(evening: Evening, rest: Iterable[tuple[Row, ...]]) -> Evening:
    seats = (*evening.movement.seats[: evening.over], *rest)
    tables = max(map(len, seats))
    padded = tuple(row + (empty_row(evening.movement.kind),) * (tables - len(row)) for row in seats)
    return replace(evening, movement=replace(evening.movement, seats=padded, rounds=len(padded), tables=tables))
