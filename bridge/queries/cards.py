"""A pair's evening, board by board: its score card."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Q

from bridge.models import SIDE_OF, Place, Session, Traveller
from bridge.phrases.figures import places_of
from bridge.queries.boards import Line, line_of
from bridge.queries.pairs import Sitter, replaced_in
from bridge.queries.results import RankingList, RankingPage, Row, Taken
from bridge.queries.room import PairHere, by_side, pairs_of


@dataclass(frozen=True, slots=True)
class CardLine:
    """A board as the pair sees it: points and marks of its own side, penalties and bonuses apart."""

    line: Line
    side: str
    points: int | None
    mark: Fraction | None
    percent: Fraction | None
    extra: Fraction


@dataclass(frozen=True, slots=True)
class CardRound:
    """A round on a pair's card: where and against whom, its boards, the sum of its marks and their mean percent; `opponents` None: sat out.

    partner   in an individual, with whom
    """

    number: int
    side: str
    table: int
    opponents: PairHere | None
    lines: tuple[CardLine, ...]
    total: Fraction | None
    percent: Fraction | None
    partner: PairHere | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A pair's evening.

    rows     its row in every list that has it, with that list
    page     the ranking that it stands in
    sitters  everybody who sat for it, where somebody was replaced
    """

    pair: PairHere
    rounds: tuple[CardRound, ...]
    rows: tuple[tuple[RankingList, Row], ...]
    page: RankingPage | None
    sitters: tuple[Sitter, ...] = ()

    @property
    def places(self) -> int:
        """Decimals of its columns of marks."""
        marks = [each.mark for round_ in self.rounds for each in round_.lines]
        return places_of([*marks, *(round_.total for round_ in self.rounds), self.row.total if self.row else None])

    @property
    def taken(self) -> tuple[Taken, ...]:
        """Penalties and bonuses in its total."""
        return tuple(each for each in self.page.taken if each.pair.entry == self.pair.entry) if self.page else ()

    @property
    def row(self) -> Row | None:
        """Its row in the list of the whole field."""
        return self.rows[0][1] if self.rows else None

    @property
    def list(self) -> RankingList | None:
        """The list of the whole field that it stands in."""
        return self.rows[0][0] if self.rows else None


def cards_of(session: Session, pages: tuple[RankingPage, ...], only: int | None = None) -> tuple[Card, ...]:
    """The card of every entry that has a number, or of one: by section, line and number. A fixed number of queries."""
    pairs = pairs_of(session)
    lines: dict[int, dict[int, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for number, stored in Traveller.objects.filter(ranking__session=session).order_by("board__number").values_list("board__number", "lines"):
        for line in stored["lines"]:
            sitting = {line[name] for name in ("ns", "ew", "ns_partner", "ew_partner") if name in line}
            for entry in sitting if only is None else sitting & {only}:
                lines[entry][line["seating"]].append(line_of(number, line, pairs))
    sat: dict[int, list[tuple[int, int | None, str, int]]] = defaultdict(list)
    at: dict[int, dict[str, PairHere]] = defaultdict(dict)
    places = Place.objects.live().filter(Q(round__section__session=session) | Q(seating__section__session=session)).order_by("round__number", "seating")
    for entry, number, seating, side, table in places.values_list("entry", "round__number", "seating", "side", "seating__table"):
        sat[entry].append((number or 0, seating, side, table or 0))
        if entry in pairs:
            at[seating or 0][side] = pairs[entry]
    wanted = [pair for pair in pairs.values() if only is None or pair.entry == only]
    wanted.sort(key=lambda pair: (pair.line != "NS", pair.number))
    sitters = replaced_in(session)
    cards = (_card(pair, sat[pair.entry], at, lines[pair.entry], pages) for pair in wanted)
    return tuple(replace(card, sitters=sitters.get(card.pair.entry, ())) for card in cards)


def _card(
    pair: PairHere, sat: list[tuple[int, int | None, str, int]], at: Mapping[int, Mapping[str, PairHere]], lines: Mapping[int, list[Line]],
    pages: tuple[RankingPage, ...],
) -> Card:
    rounds = []
    for number, seating, side, table in sat:
        played = tuple(seen_by(pair.entry, line) for line in lines.get(seating or 0, ()))
        seats = at.get(seating or 0, {}) if seating else {}
        opponents = next((other for place, other in by_side(seats).items() if place != SIDE_OF.get(side)), None)
        partner = next((other for place, other in seats.items() if other.entry != pair.entry and SIDE_OF[place] == SIDE_OF.get(side)), None)
        marks = [line.mark + line.extra for line in played if line.mark is not None]
        percents = [line.percent for line in played if line.percent is not None]
        total = sum(marks, Fraction(0)) if marks else None
        rounds.append(CardRound(number, side, table, opponents, played, total, sum(percents, Fraction(0)) / len(percents) if percents else None, partner))
    rows = tuple((page, each, row) for page in pages for each in page.lists for row in each.rows if row.entry == pair.entry)
    return Card(pair, tuple(rounds), tuple((each, row) for _, each, row in rows), rows[0][0] if rows else None)


def seen_by(entry: int, line: Line) -> CardLine:
    """A line from the side on which an entry sat."""
    if line.ns is not None and entry in line.ns.entries:
        return CardLine(line, "NS", line.points, line.ns_mark, line.ns_percent, line.ns_extra)
    return CardLine(line, "EW", None if line.points is None else -line.points, line.ew_mark, line.ew_percent, line.ew_extra)
