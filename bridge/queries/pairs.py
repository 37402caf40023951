"""A pair in an evening: who sat for it from which round on, and which names are missing."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from django.db.models import Max, Q

from bridge.models import Entry, EventForm, LineUp, Match, Place, Player, Report, Session, Start
from bridge.queries.line_ups import told_lines
from bridge.queries.room import PairHere, clock_of, pairs_of
from bridge.queries.signin import seats_of


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player of the pair from a round on, to a round or to the end (0)."""

    seat: str
    player: Player
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PairPage:
    """The pair, or in an individual the player, with everybody who sat for it, who sits now (seat and player), and the round from which somebody new would
    sit. Of a team those whom everybody may read, pair by pair.

    seats     how many an entry of the event has
    matches   of a team, at each of which its line-up is said
    """

    pair: PairHere
    uid: str
    sitters: tuple[Sitter, ...]
    sitting: tuple[tuple[str, Player], ...]
    ahead: int
    seats: int
    matches: tuple[Match, ...] = ()

    @property
    def lacks(self) -> int:
        """How many names are missing."""
        return self.seats - len(self.sitting)


def pair_page_of(session: Session, entry: Entry, now: datetime) -> PairPage | None:
    """The pair's page; None where the entry is not in this evening."""
    lines = told_lines(session, LineUp.objects.live().filter(session=session, entry=entry).select_related("player").order_by("from_round", "pk"))
    pair = pairs_of(session).get(entry.pk)
    if pair is None and not lines:
        return None
    of_teams = session.stage.event.form == EventForm.TEAMS
    of_team = sorted({(line.half, line.seat) for line in lines}, key=lambda at: (at[0], "NSEW".index(at[1]))) if of_teams else ()
    seats = of_team or [(1, seat) for seat in seats_of(session)]
    by_seat = [_sat_in(half, seat, lines) for half, seat in seats]
    sitting = [(sat[-1].seat, sat[-1].player) for sat in by_seat if sat]
    is_placed = Start.objects.live().filter(entry=entry, section__session=session).exists()
    shown = pair or PairHere(entry.pk, entry.uid, 0, "", tuple(player for _, player in sitting))
    ahead = max(clock_of(session, now).round, _played_to(session, entry)) + 1 if is_placed else 1
    return PairPage(shown, entry.uid, tuple(sitter for sat in by_seat for sitter in sat), tuple(sitting), ahead, len(seats), _matches_of(session, entry))


def _sat_in(half: int, seat: str, lines: Sequence[LineUp]) -> list[Sitter]:
    """Who sat in a seat one after the other."""
    here = [line for line in lines if (line.half, line.seat) == (half, seat)]
    mine = [line for line, before in zip(here, [None, *here], strict=False) if before is None or line.player_id != before.player_id]
    return [Sitter(seat, line.player, line.from_round, then.from_round - 1 if then else 0) for line, then in zip_longest(mine, mine[1:])]


def replaced_in(session: Session) -> dict[int, tuple[Sitter, ...]]:
    """Everybody who sat for the pairs, or single players, of whom somebody was replaced, by entry; of teams nobody. One query."""
    by_entry: dict[int, list[LineUp]] = defaultdict(list)
    if session.stage.event.form != EventForm.TEAMS:
        for line in LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk"):
            by_entry[line.entry_id].append(line)
    sat = {entry: [_sat_in(1, seat, lines) for seat in seats_of(session)] for entry, lines in by_entry.items()}
    return {entry: tuple(sitter for each in seats for sitter in each) for entry, seats in sat.items() if any(len(each) > 1 for each in seats)}


def _played_to(session: Session, entry: Entry) -> int:
    """The last round of which the pair has said a board: a quick table may be ahead of the clock."""
    said = Report.objects.live().filter(seating__section__session=session, seating__places__in=Place.objects.live().filter(entry=entry))
    return said.aggregate(last=Max("seating__round__number"))["last"] or 0


def _matches_of(session: Session, entry: Entry) -> tuple[Match, ...]:
    if session.stage.event.form != EventForm.TEAMS:
        return ()
    rows = Match.objects.live().filter(Q(home=entry) | Q(away=entry), round__section__session=session).select_related("home", "away", "round")
    return tuple(rows.order_by("number"))
