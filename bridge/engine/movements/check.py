"""Is a movement what it says? Every broken rule and the exact figures, for pairs, players and teams (Laws 2-8; the classes of a plan's faults)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import combinations

from bridge.engine.movements.movement import Declared, Kind, Movement, Row, Seats


class Breach(Enum):
    """The classes of faults a plan can have."""

    TWO_SEATS = "two_seats"
    REPLAYED_SET = "replayed_set"
    REMATCH = "rematch"
    UNDECLARED_SHARING = "undeclared_sharing"
    UNDECLARED_SITOUT = "undeclared_sitout"
    UNEVEN_SITOUTS = "uneven_sitouts"
    OUT_OF_RANGE = "out_of_range"
    STATIONARY_MOVES = "stationary_moves"
    MEETS_SELF = "meets_self"
    UNMET = "unmet"
    NOT_MIRRORED = "not_mirrored"
    HALVES_DIFFER = "halves_differ"
    PARTNER_REPEATED = "partner_repeated"
    OPPONENT_TOO_OFTEN = "opponent_too_often"
    NOT_PERFECT = "not_perfect"


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault: whom it hits, in which round, on which set or at which table (0: not one in particular)."""

    breach: Breach
    entrants: tuple[int, ...] = ()
    round: int = 0
    table: int = 0
    set: int = 0


@dataclass(frozen=True, slots=True)
class Balance:
    """How evenly every two pairs compete, in units of one set: same line +1, opposite lines -1, head to head one less than the results of the set.

    squares     sum of the squares over all couples; quality: 100 * sum² / (couples * squares), 100 when all are equal
    """

    couples: int
    total: int
    squares: int
    min: int
    max: int
    same_line_min: int
    same_line_max: int

    @property
    def mean(self) -> Fraction:
        """Average over all couples."""
        return Fraction(self.total, self.couples)

    @property
    def variance(self) -> Fraction:
        """Population variance over all couples."""
        return Fraction(self.squares, self.couples) - self.mean**2

    @property
    def perfect(self) -> bool:
        """Do all couples compete equally?"""
        return self.min == self.max

    @property
    def quality(self) -> Fraction:
        """0 to 100; 100 when all couples compete equally."""
        return Fraction(100 * self.total**2, self.couples * self.squares) if self.squares else Fraction(0)


@dataclass(frozen=True, slots=True)
class PairsFacts:
    """Figures of a movement for pairs; `sitouts` has only those who sit out, `results_per_set` is for set 1, 2, ..."""

    max_meet: int
    repeat_meetings: int
    meetings: int
    distinct_opponent_pairs: int
    max_tables_per_set_per_round: int
    sharing_rounds: int
    sitouts: tuple[tuple[int, int], ...]
    sets_played_min: int
    sets_played_max: int
    results_per_set: tuple[int, ...]
    balance: Balance


@dataclass(frozen=True, slots=True)
class IndividualFacts:
    """Figures of a movement for single players: least and most times of two as partners and as opponents."""

    partner: tuple[int, int]
    oppose: tuple[int, int]
    directed_balanced: bool
    max_tables_per_set_per_round: int
    sitouts: tuple[tuple[int, int], ...]
    results_per_set: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamsFacts:
    """Figures of a movement for teams: couples that never meet, least and most sets of a match and of a team."""

    unmet: tuple[tuple[int, int], ...]
    sets_per_match: tuple[int, int]
    sets_played: tuple[int, int]
    max_tables_per_set_per_round: int
    sitouts: tuple[tuple[int, int], ...]


Facts = PairsFacts | IndividualFacts | TeamsFacts


def check_movement(movement: Movement) -> tuple[Facts, tuple[Violation, ...]]:
    """The figures of a movement and everything that is wrong with it.

    The figures of a movement with faults are those of what is really seated; where a set is replayed the balance counts it once.
    """
    played = tuple(_taken_tables(movement.seats))
    seating = (*_out_of_range(movement), *_two_seats(movement), *_stationary(movement))
    faults = (*seating, *_sharing(movement), *_replayed(movement.kind, played), *_sitouts(movement))
    if movement.kind is Kind.PAIRS:
        return _pairs_facts(movement, played), (*faults, *_uneven(movement), *_rematches(movement.declared, played))
    if movement.kind is Kind.INDIVIDUAL:
        partners, opponents = _company(played)
        return _individual_facts(movement, played, partners, opponents), (*faults, *_company_faults(movement, partners, opponents))
    return _teams_facts(movement, played), (*faults, *_team_faults(movement, played))


def allowing_itself(movement: Movement) -> Movement:
    """The movement with exactly the sharing, sit-outs, rematches and missing matches declared that it has, so that only what no plan may do is left to find."""
    facts, _ = check_movement(movement)
    shared = facts.max_tables_per_set_per_round
    sitouts = max((times for _, times in facts.sitouts), default=0)
    allowed = Declared(max_tables_per_set_per_round=max(1, shared), copies=movement.declared.copies, max_sitouts=sitouts, uneven_sitouts=sitouts > 1)
    if isinstance(facts, PairsFacts):
        allowed = replace(allowed, max_meet=max(1, facts.max_meet), repeat_meetings=facts.repeat_meetings)
    elif isinstance(facts, IndividualFacts):
        allowed = replace(allowed, max_partner=max(1, facts.partner[1]), max_oppose=max(2, facts.oppose[1]))
    else:
        allowed = replace(allowed, sets_per_match=max(1, facts.sets_per_match[1]), unmet_pairs=len(facts.unmet))
    return replace(movement, declared=allowed)


Played = tuple[tuple[int, int, Row], ...]


def _is_taken(row: Row) -> bool:
    """Does somebody sit in every seat? A set that is not there (0 too) is a fault of its own: nobody sits out by it."""
    return all(row[:-1])


def _taken_tables(seats: Seats) -> Iterator[tuple[int, int, Row]]:
    for number, tables in enumerate(seats, 1):
        for table, row in enumerate(tables, 1):
            if _is_taken(row):
                yield number, table, row


def _out_of_range(movement: Movement) -> Iterator[Violation]:
    width = 5 if movement.kind is Kind.INDIVIDUAL else 3
    if len(movement.seats) != movement.rounds:
        yield Violation(Breach.OUT_OF_RANGE)
    for number, tables in enumerate(movement.seats, 1):
        if len(tables) != movement.tables:
            yield Violation(Breach.OUT_OF_RANGE, round=number)
        for table, row in enumerate(tables, 1):
            wrong_set = _is_taken(row) and not 1 <= row[-1] <= movement.sets
            if len(row) != width or wrong_set or any(not 0 <= who <= movement.entrants for who in row[:-1]):
                yield Violation(Breach.OUT_OF_RANGE, round=number, table=table, set=row[-1])


def _two_seats(movement: Movement) -> Iterator[Violation]:
    for number, tables in enumerate(movement.seats, 1):
        if movement.kind is Kind.TEAMS:  # a team's two halves sit at two tables
            seated = [Counter(row[side] for row in tables) for side in (0, 1)]
        else:
            seated = [Counter(who for row in tables for who in row[:-1])]
        for count in seated:
            for who, times in sorted(count.items()):
                if who and times > 1:
                    yield Violation(Breach.TWO_SEATS, (who,), round=number)


def tables_per_set(seats: Seats) -> tuple[Counter[int], ...]:
    """For each round, at how many tables each set is played."""
    return tuple(Counter(row[-1] for row in tables if _is_taken(row)) for tables in seats)


def _sharing(movement: Movement) -> Iterator[Violation]:
    most = movement.declared.max_tables_per_set_per_round
    shared = [(number, count) for number, count in enumerate(tables_per_set(movement.seats), 1) if max(count.values(), default=0) > 1]
    for number, count in shared:
        for played, times in sorted(count.items()):
            if times > most:
                yield Violation(Breach.UNDECLARED_SHARING, round=number, set=played)
    limit = movement.declared.max_sharing_rounds
    if limit is not None and len(shared) > limit:
        yield Violation(Breach.UNDECLARED_SHARING, round=shared[limit][0])


def _replayed(kind: Kind, played: Played) -> Iterator[Violation]:
    seen: set[tuple[int, int, int]] = set()
    for number, table, row in played:
        for seat, who in enumerate(row[:-1]):
            mark = (who, row[-1], seat if kind is Kind.TEAMS else 0)
            if mark in seen:
                yield Violation(Breach.REPLAYED_SET, (who,), number, table, row[-1])
            seen.add(mark)


def sitouts_of(movement: Movement) -> dict[int, int]:
    """How many rounds each entrant does not play, only those above 0."""
    counts = Counter({who: len(movement.seats) for who in range(1, movement.entrants + 1)})
    for tables in movement.seats:
        counts.subtract({who for row in tables if _is_taken(row) for who in row[:-1] if 1 <= who <= movement.entrants})
    return {who: count for who, count in sorted(counts.items()) if count > 0}


def _sitouts(movement: Movement) -> Iterator[Violation]:
    for who, times in sitouts_of(movement).items():
        if times > movement.declared.max_sitouts:
            yield Violation(Breach.UNDECLARED_SITOUT, (who,))


def lines_of(movement: Movement) -> dict[int, str]:
    """Each pair's line: "ns" or "ew" for those that never change direction, "both" for the rest."""
    sides: defaultdict[int, set[int]] = defaultdict(set)
    for tables in movement.seats:
        for row in tables:
            for side, who in enumerate(row[:-1]):
                sides[who].add(side)
    return {who: "ns" if sides[who] == {0} else "ew" if sides[who] == {1} else "both" for who in range(1, movement.entrants + 1)}


def _uneven(movement: Movement) -> Iterator[Violation]:
    if movement.declared.uneven_sitouts:
        return
    sitouts = sitouts_of(movement)
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for who, line in lines_of(movement).items():
        lines[line].append(who)
    for members in lines.values():
        counts = [sitouts.get(who, 0) for who in members]
        if max(counts) - min(counts) > 1:
            yield Violation(Breach.UNEVEN_SITOUTS, tuple(who for who in members if sitouts.get(who, 0) == max(counts)))


def _stationary(movement: Movement) -> Iterator[Violation]:
    where: defaultdict[int, set[int]] = defaultdict(set)
    for tables in movement.seats:
        for table, row in enumerate(tables, 1):
            for who in row[:-1]:
                where[who].add(table)
    for who in movement.stationary:
        if len(where[who]) > 1:
            yield Violation(Breach.STATIONARY_MOVES, (who,))


def _meetings(played: Played) -> Counter[tuple[int, int]]:
    return Counter((min(row[:2]), max(row[:2])) for _, _, row in played)


def _rematches(declared: Declared, played: Played) -> Iterator[Violation]:
    repeated = sorted((couple, times) for couple, times in _meetings(played).items() if times > 1)
    for couple, times in repeated:
        if times > declared.max_meet or len(repeated) > declared.repeat_meetings:
            yield Violation(Breach.REMATCH, couple)


def _results_per_set(movement: Movement, played: Played) -> tuple[int, ...]:
    counts = Counter(row[-1] for _, _, row in played)
    return tuple(counts[number] for number in range(1, movement.sets + 1))


def _most_sharing(movement: Movement) -> int:
    return max((max(count.values(), default=0) for count in tables_per_set(movement.seats)), default=0)


def _pairs_facts(movement: Movement, played: Played) -> PairsFacts:
    meetings = _meetings(played)
    own_sets: defaultdict[int, set[int]] = defaultdict(set)
    for _, _, row in played:
        for who in row[:2]:
            own_sets[who].add(row[2])
    sets_played = [len(own_sets[who]) for who in range(1, movement.entrants + 1)]
    return PairsFacts(
        max_meet=max(meetings.values(), default=0),
        repeat_meetings=sum(times > 1 for times in meetings.values()),
        meetings=len(played),
        distinct_opponent_pairs=len(meetings),
        max_tables_per_set_per_round=_most_sharing(movement),
        sharing_rounds=sum(max(count.values(), default=0) > 1 for count in tables_per_set(movement.seats)),
        sitouts=tuple(sitouts_of(movement).items()),
        sets_played_min=min(sets_played, default=0),
        sets_played_max=max(sets_played, default=0),
        results_per_set=_results_per_set(movement, played),
        balance=balance_of(movement),
    )


def balance_of(movement: Movement) -> Balance:
    """How evenly every two pairs of a movement compete, over all couples.

    Each pair's sets and directions are two bit masks, so that a couple costs a handful of operations however many sets there are: on `common` sets, `opposite`
    of them in opposite lines, they compete common - 2 * opposite, and by the results of the set more where they meet, since the mask counts that as -1.
    """
    ns, sets = [0] * (movement.entrants + 1), [0] * (movement.entrants + 1)
    met: Counter[tuple[int, int]] = Counter()
    entrants, sets_there = range(1, movement.entrants + 1), range(1, movement.sets + 1)
    seated = (row for _, _, row in _taken_tables(movement.seats))
    played = [row for row in seated if row[0] in entrants and row[1] in entrants and row[0] != row[1] and row[2] in sets_there]
    results = Counter(row[2] for row in played)
    for north, east, laid in played:
        ns[north] |= 1 << laid
        sets[north] |= 1 << laid
        sets[east] |= 1 << laid
        met[north, east] += results[laid]
    values: list[int] = []
    same_line: list[int] = []
    for a in range(1, movement.entrants + 1):
        own, north = sets[a], ns[a]
        both = [own & other for other in sets[a + 1 :]]
        opposite = [((north ^ other) & common).bit_count() for other, common in zip(ns[a + 1 :], both, strict=True)]
        same = [common.bit_count() - against for common, against in zip(both, opposite, strict=True)]
        same_line += same
        values += [together - against for together, against in zip(same, opposite, strict=True)]
    for (a, b), more in met.items():
        low, high = min(a, b), max(a, b)
        values[(low - 1) * (2 * movement.entrants - low) // 2 + high - low - 1] += more
    return Balance(
        couples=len(values),
        total=sum(values),
        squares=sum(value * value for value in values),
        min=min(values, default=0),
        max=max(values, default=0),
        same_line_min=min(same_line, default=0),
        same_line_max=max(same_line, default=0),
    )


Company = Counter[tuple[int, int]]


def _company(played: Played) -> tuple[Company, Company]:
    """How often every two players are partners, and how often opponents."""
    partners: Company = Counter()
    opponents: Company = Counter()
    for _, _, (north, south, east, west, _) in played:
        for couple in ((north, south), (east, west)):
            partners[min(couple), max(couple)] += 1
        for couple in ((north, east), (north, west), (south, east), (south, west)):
            opponents[min(couple), max(couple)] += 1
    return partners, opponents


def _company_faults(movement: Movement, partners: Company, opponents: Company) -> Iterator[Violation]:
    for couple, times in sorted(partners.items()):
        if times > movement.declared.max_partner:
            yield Violation(Breach.PARTNER_REPEATED, couple)
    for couple, times in sorted(opponents.items()):
        if times > movement.declared.max_oppose:
            yield Violation(Breach.OPPONENT_TOO_OFTEN, couple)
    if movement.declared.perfect:
        for couple in combinations(range(1, movement.entrants + 1), 2):
            if (partners[couple], opponents[couple]) != (1, 2):
                yield Violation(Breach.NOT_PERFECT, couple)


def _individual_facts(movement: Movement, played: Played, partners: Company, opponents: Company) -> IndividualFacts:
    left: Counter[tuple[int, int]] = Counter()
    for _, _, (north, south, east, west, _) in played:
        left.update(((north, east), (east, south), (south, west), (west, north)))
    couples = list(combinations(range(1, movement.entrants + 1), 2))
    together, against = [partners[couple] for couple in couples], [opponents[couple] for couple in couples]
    return IndividualFacts(
        partner=(min(together, default=0), max(together, default=0)),
        oppose=(min(against, default=0), max(against, default=0)),
        directed_balanced=all(left[a, b] == left[b, a] for a, b in couples),
        max_tables_per_set_per_round=_most_sharing(movement),
        sitouts=tuple(sitouts_of(movement).items()),
        results_per_set=_results_per_set(movement, played),
    )


def _teams_facts(movement: Movement, played: Played) -> TeamsFacts:
    matches: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    own_sets: defaultdict[int, set[int]] = defaultdict(set)
    for _, _, (home, away, number) in played:
        matches[min(home, away), max(home, away)].add(number)
        own_sets[home].add(number)
        own_sets[away].add(number)
    lengths = [len(sets) for (a, b), sets in matches.items() if a != b]
    sets_played = [len(own_sets[who]) for who in range(1, movement.entrants + 1)]
    return TeamsFacts(
        unmet=tuple(couple for couple in combinations(range(1, movement.entrants + 1), 2) if couple not in matches),
        sets_per_match=(min(lengths, default=0), max(lengths, default=0)),
        sets_played=(min(sets_played, default=0), max(sets_played, default=0)),
        max_tables_per_set_per_round=_most_sharing(movement),
        sitouts=tuple(sitouts_of(movement).items()),
    )


def _team_faults(movement: Movement, played: Played) -> Iterator[Violation]:
    directed: Counter[tuple[int, int]] = Counter()
    boards: Counter[tuple[int, int, int]] = Counter()
    halves: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for number, table, (home, away, laid) in played:
        if home == away:
            yield Violation(Breach.MEETS_SELF, (home,), number, table)
            continue
        directed[home, away] += 1
        boards[home, away, laid] += 1
        halves[home, 0].add(laid)
        halves[away, 1].add(laid)
    for couple, times in sorted(directed.items()):
        if times > movement.declared.sets_per_match:
            yield Violation(Breach.REMATCH, couple)
    for (home, away, laid), times in sorted(boards.items()):
        if times != 1 or boards[away, home, laid] != 1:
            yield Violation(Breach.NOT_MIRRORED, (home, away), set=laid)
    everybody = range(1, movement.entrants + 1)
    for team in everybody:
        if halves[team, 0] != halves[team, 1]:
            yield Violation(Breach.HALVES_DIFFER, (team,))
    missing = [(a, b) for a, b in combinations(everybody, 2) if not directed[a, b] or not directed[b, a]]
    if len(missing) > movement.declared.unmet_pairs:
        yield from (Violation(Breach.UNMET, couple) for couple in missing)
