"""Movements for teams: the two halves of a team sit at two tables, and every match is played twice with the directions exchanged.

A table's row is (team whose North-South sits here, team whose East-West sits here, set). Teams, tables and sets count from 0 in the formulas. Unlike those
for pairs they cannot be cut short, where the second half of a match comes in a later round.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import floor, gcd

from bridge.engine.movements.mitchell import fits, seats_of
from bridge.engine.movements.movement import Declared, Kind, Movement, Order, Row, Seats, Why


def _movement(order: Order, teams: int, sets: int, seats: Seats, declared: Declared) -> Movement:
    return Movement(Kind.TEAMS, order.family, len(seats[0]), len(seats), sets, teams, 1, seats, declared)


def _teams_in(order: Order) -> int:
    return floor(order.tables) if order.entrants is None else order.entrants


def _sized(order: Order, teams: int) -> Order:
    """The same order for another number of teams, in its full length."""
    return order.but(tables=Fraction(teams), entrants=None, rounds=None, sets=None)


def _complete(order: Order, rounds: int, sets: int) -> None:
    """Only the whole of a movement will do.

    raises  NoSuchMovement naming it
    """
    if order.rounds not in (None, rounds) or order.sets not in (None, sets):
        raise order.refused(Why.ROUNDS if order.rounds not in (None, rounds) else Why.SETS, order.but(rounds=rounds, sets=sets))


def head_to_head(order: Order) -> Movement:
    """Two teams: the home North-South in one room, the visiting one in the other; each couple of sets is exchanged between the rooms at half-time."""
    if _teams_in(order) != 2:
        raise order.refused(Why.ENTRANTS, _sized(order.but(family="knock_out"), max(2, _teams_in(order))))
    return knock_out(order)


def knock_out(order: Order) -> Movement:
    """One stage of a knock-out, in stanzas of two rounds: 1 against the last of the bracket, ...; the highest seeds have byes. All play the same sets."""
    teams = _teams_in(order)
    if teams < 2:
        raise order.refused(Why.ENTRANTS, _sized(order, 2))
    rounds = order.rounds or order.sets or 4
    if rounds % 2 or order.sets not in (None, rounds):
        why = Why.ROUNDS if order.rounds is not None and rounds % 2 else Why.SETS
        raise order.refused(why, order.but(rounds=rounds + rounds % 2, sets=rounds + rounds % 2))
    bracket = 1 << (teams - 1).bit_length()
    matches = [(seed, bracket - 1 - seed) for seed in range(bracket // 2) if bracket - 1 - seed < teams]

    def row(table: int, number: int) -> Row:
        home, away = matches[table // 2]
        # the other room has the other set of the stanza
        return (home + 1, away + 1, number + 1) if table % 2 == 0 else (away + 1, home + 1, (number ^ 1) + 1)

    unmet = teams * (teams - 1) // 2 - len(matches)
    byes = rounds if 2 * len(matches) < teams else 0
    declared = Declared(max_tables_per_set_per_round=len(matches), max_sitouts=byes, sets_per_match=rounds, unmet_pairs=unmet)
    return _movement(order, teams, rounds, seats_of(2 * len(matches), rounds, row), declared)


def triangle(order: Order) -> Movement:
    """Three-way match in two half-matches, three tables, nobody idle; results are known only after both halves."""
    if _teams_in(order) != 3:
        raise order.refused(Why.ENTRANTS, _sized(order, 3))
    _complete(order, 2, 3)
    seats = seats_of(3, 2, lambda t, r: (t + 1, (t + 1 + r) % 3 + 1, (t + 2 * r) % 3 + 1))
    return _movement(order, 3, 3, seats, Declared())


def american_whist(order: Order) -> Movement:
    """American Whist: North-South at home. Odd: East-West down two tables, boards down one, all meet. Even: in all but the opposite team, two rounds fewer."""
    teams = _teams_in(order)
    if teams < 3:
        raise order.refused(Why.ENTRANTS, _sized(order, 3))
    if teams % 2:
        moves = [(2 * number, number) for number in range(1, teams)]
    else:
        moves = sorted(_even_starter(teams), key=lambda move: move[1])
    _complete(order, len(moves), teams)

    def row(table: int, number: int) -> Row:
        away, boards = moves[number]
        return (table + 1, (table + away) % teams + 1, (table + boards) % teams + 1)

    declared = Declared(unmet_pairs=0 if teams % 2 else teams // 2)
    return _movement(order, teams, teams, seats_of(teams, len(moves), row), declared)


@cache
def _even_starter(teams: int) -> tuple[tuple[int, int], ...]:
    """How far the visiting team and the set are from home in each round: for every d below half, -d with x and d with x + d, all x and x + d different."""
    chosen: list[tuple[int, int]] = []

    def extend(distance: int, used: int) -> bool:
        if distance == 0:
            return True
        for first in range(teams):
            both = 1 << first | 1 << (first + distance) % teams
            if not used & both:
                chosen.extend(((teams - distance, first), (distance, (first + distance) % teams)))
                if extend(distance - 1, used | both):
                    return True
                del chosen[-2:]
        return False

    assert extend(teams // 2 - 1, 0)
    return tuple(chosen)


def new_england(order: Order) -> Movement:
    """New England relay: an even number of teams, all matches; tables t and t + half share in every round, with a bye-stand after each."""
    teams = _teams_in(order)
    if teams < 4 or teams % 2:
        raise order.refused(Why.ENTRANTS, _sized(order, max(4, teams + teams % 2)))
    _complete(order, teams - 1, teams)
    seats = seats_of(teams, teams - 1, lambda t, r: (t + 1, (t - r - 1) % teams + 1, (r + 1 - 2 * t) % teams + 1))
    return _movement(order, teams, teams, seats, Declared(max_tables_per_set_per_round=2))


def thurner(order: Order) -> Movement:
    """Thurner: an even number n of teams, n - 1 prime to 6, all matches in n - 1 rounds and sets. Not in this form for 4, 10, 16 teams."""
    teams = _teams_in(order)
    circuit = teams - 1
    if teams < 6 or gcd(circuit, 6) != 1:
        possible = min((size for size in range(6, max(teams, 6) + 7) if gcd(size - 1, 6) == 1), key=lambda size: (abs(size - teams), -size))
        raise order.refused(Why.ENTRANTS, _sized(order, possible))
    _complete(order, circuit, circuit)

    def row(table: int, number: int) -> Row:
        # East-West e sits at number - 2 * e, so that it would be at home when number is 3 * e: then it goes to the last table and the last East-West comes
        home = number * pow(3, -1, circuit) % circuit
        if table == circuit:
            return (teams, home + 1, 4 * home % circuit + 1)
        away = (number - table) * pow(2, -1, circuit) % circuit
        return (table + 1, teams if away == table else away + 1, (table + number) % circuit + 1)

    return _movement(order, teams, circuit, seats_of(teams, circuit, row), Declared(max_tables_per_set_per_round=2))


def circle(teams: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Round robin by the circle method, teams from 0: for each round who is at home to whom; an odd number: one is idle in each round."""
    size = teams + teams % 2
    turning = size - 1
    rounds = []
    for number in range(turning):
        fixed = (number, turning) if number % 2 == 0 else (turning, number)
        matches = [fixed] if teams == size else []
        for step in range(1, size // 2):
            couple = ((number + step) % turning, (number - step) % turning)
            matches.append(couple if step % 2 else couple[::-1])
        rounds.append(tuple(matches))
    return tuple(rounds)


def round_robin(order: Order) -> Movement:
    """Round robin, each match at two tables, all on the same boards; fewer rounds are its first ones.

    `halves`, or more rounds than matches: two rounds a match, the half-sets exchanged between them. An odd number of teams is told by `entrants`, or by as
    many rounds as only that number has: 4 tables and 5 rounds are five teams.
    """
    teams = _teams_in(order)
    if order.entrants is None and teams % 2 == 0 and order.rounds in (teams + 1, 2 * (teams + 1)):
        teams += 1
    if teams < 2:
        raise order.refused(Why.ENTRANTS, _sized(order, 2))
    schedule = circle(teams)
    length = 2 if order.halves or (order.rounds or 0) > len(schedule) else 1
    rounds = length * len(schedule) if order.rounds is None else order.rounds
    if rounds % length:
        raise order.refused(Why.ROUNDS, order.but(rounds=rounds + 1, sets=None))
    fits(order.but(rounds=rounds), length * len(schedule), rounds)

    def row(table: int, number: int) -> Row:
        home, away = schedule[number // length][table // 2]
        laid = number ^ 1 if table % 2 and length == 2 else number
        return (away + 1, home + 1, laid + 1) if table % 2 else (home + 1, away + 1, laid + 1)

    played = {frozenset(match) for matches in schedule[: rounds // length] for match in matches}
    declared = Declared(
        max_tables_per_set_per_round=teams // 2 * (2 if length == 1 else 1),
        max_sitouts=length * (teams % 2),
        sets_per_match=length,
        unmet_pairs=sum(frozenset(couple) not in played for couple in combinations(range(teams), 2)),
    )
    return _movement(order, teams, rounds, seats_of(teams // 2 * 2, rounds, row), declared)
