"""Draws as pages read them: who meets whom and why, what a swap costs, who takes part, what stands in the way of the next one."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.swiss.draw import Draw, Reason
from bridge.engine.swiss.field import Couple, Criterion, Entrant, Field, FirstRound
from bridge.engine.swiss.pair import pair
from bridge.engine.swiss.swap import difference
from bridge.mapping.carry import ACTS
from bridge.mapping.swiss import SwissPlan, draw_of, is_begun, load_field, numbers_of_section, only_released, swiss_plan_of, swiss_section
from bridge.models import Act, Entry, EventForm, LineUp, Penalty, Player, Round, Section, Session, SessionState, Withdrawal
from bridge.models import Draw as DrawRow
from bridge.queries.line_ups import told_lines
from bridge.queries.progress import BoardAtTable, boards_of

_ANY_LOT = 0  # a dry run only asks whether there is a draw at all


@dataclass(frozen=True, slots=True)
class Entered:
    """A pair or a team of the event: its number, a team's own name, its players, the points it began with."""

    entry: int
    uid: str
    number: int
    name: str
    players: tuple[Player, ...]
    is_away: bool = False
    carried: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match of a draw with its reasons; the scores are those that the draw was made from, exact."""

    table: int
    ns: Entered
    ew: Entered
    scores: tuple[Fraction, Fraction]
    reasons: tuple[Reason[int], ...]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A draw as shown; `row` says whether it is released; `is_begun`: some tables are released early, and no more is shown."""

    row: DrawRow
    matches: tuple[DrawnMatch, ...]
    resting: Entered | None
    resting_reasons: tuple[Reason[int], ...]
    three: tuple[Entered, ...]
    three_reasons: tuple[Reason[int], ...]
    rematches: tuple[Couple[int], ...]
    ends_here: bool
    is_begun: bool


@dataclass(frozen=True, slots=True)
class DrawPage:
    """One round of an event that is drawn.

    drawn     its draw; None: not made, or not for this reader
    missing   open boards of the rounds before
    refusal   why no draw can be made from the standings as they are
    closes    when the round before, which is being played, ends
    newcomers signed in and without a number
    """

    section: Section
    plan: SwissPlan
    is_teams: bool
    round: Round
    rounds: tuple[int, ...]
    playing: Round | None
    closes: datetime | None
    drawn: DrawnRound | None
    missing: tuple[BoardAtTable, ...]
    refusal: EngineError | None
    entered: Mapping[int, Entered]
    newcomers: tuple[Entered, ...]

    @property
    def is_released(self) -> bool:
        """Is everybody told where to sit?"""
        return self.drawn is not None and self.drawn.row.released

    @property
    def is_draft(self) -> bool:
        """Is the whole round drawn, and nobody told yet but those who were told early?"""
        return self.drawn is not None and not self.drawn.row.released and not self.drawn.is_begun

    @property
    def may_begin(self) -> bool:
        """May tables be certain before all results are in?"""
        follows = self.round.number == (self.playing.number + 1 if self.playing else 1)
        return bool(self.missing) and self.is_teams and self.plan.recipe is None and follows and (self.drawn is None or self.drawn.is_begun)

    @property
    def lot(self) -> int | None:
        """The number from which a first round by lot can be drawn again; None in other rounds."""
        by_lot = self.round.number == 1 and self.plan.settings.first_round is FirstRound.RANDOM
        return self.drawn.row.seed if by_lot and self.drawn is not None else None

    @property
    def is_last(self) -> bool:
        """Is it the event's last round?"""
        return self.round.number == self.plan.rounds


def is_drawn(session: Session) -> bool:
    """Are the rounds of this evening drawn by standing?"""
    return swiss_section(session) is not None


def draw_page(session: Session, number: int | None = None, *, staff: bool) -> DrawPage | None:
    """The round asked for; else for the staff the first that is not over, for others the last released. None where the evening is not drawn."""
    section = swiss_section(session)
    plan = swiss_plan_of(section) if section else None
    if section is None or plan is None:
        return None
    rounds = list(section.rounds.filter(number__lte=plan.rounds).select_related("section__session__stage__event").order_by("number"))
    draws = {row.round_id: row for row in DrawRow.objects.live().filter(round__section=section).select_related("since", "round")}
    released = [round_ for round_ in rounds if round_.pk in draws and draws[round_.pk].released]
    told = [round_ for round_ in rounds if round_.pk in draws and (draws[round_.pk].released or draws[round_.pk].field["released"])]
    open_boards = [board for board in boards_of(session) if not board.is_settled]
    playing = released[-1] if released else None
    by_clock = plan.recipe is not None
    is_over = playing is not None and not any(board.round == playing.number for board in open_boards) and (by_clock or _is_closed(session, playing, draws))
    shown = _shown(rounds, released, number, staff=staff, is_over=is_over)
    row = draws.get(shown.pk)
    entered = _entered(session, section)
    drawn = _drawn(row, entered, staff=staff) if row else None
    missing = tuple(board for board in open_boards if board.round < shown.number - (plan.arrears and shown.number > 1))
    is_due = session.state == SessionState.RUNNING and len(released) == shown.number - 1  # one that the clock will start has nobody in it yet
    refusal = _refusal(shown, plan) if staff and (drawn is None or drawn.is_begun) and not missing and is_due else None
    return DrawPage(
        section, plan, session.stage.event.form == EventForm.TEAMS, shown, tuple(round_.number for round_ in (rounds if staff else told)), playing,
        playing.closes if playing else None, drawn, missing, refusal, entered,
        _newcomers(session, entered) if staff else (),
    )


def _is_closed(session: Session, round_: Round, draws: Mapping[int, DrawRow]) -> bool:
    """Has the director closed the round, so that the next one is drawn?"""
    is_drawn = any(row.round.number > round_.number for row in draws.values())
    return is_drawn or Act.objects.filter(journal=session.journal, kind="close_round", facts__round=round_.number).exists()


def _shown(rounds: list[Round], released: list[Round], number: int | None, *, staff: bool, is_over: bool) -> Round:
    chosen = next((round_ for round_ in rounds if round_.number == number), None)
    if chosen is not None:
        return chosen
    last = released[-1] if released else None
    if last is None or not staff:
        return last or rounds[0]
    following = next((round_ for round_ in rounds if round_.number == last.number + 1), None)
    return following if is_over and following is not None else last


def _entered(session: Session, section: Section) -> dict[int, Entered]:
    """Everybody with a number, by number."""
    numbers = numbers_of_section(section)
    away = set(Withdrawal.objects.live().filter(session=session).values_list("entry", flat=True))
    entries = Entry.objects.in_bulk(numbers)
    players = players_of(session)
    begun_with = dict(Penalty.objects.live().filter(session=session, since__kind__in=ACTS).values_list("entry", "amount"))
    return {
        number: Entered(
            entry, entries[entry].uid, number, entries[entry].name, players.get(entry, ()), entry in away, -begun_with.get(entry, Fraction(0))
        )
        for entry, number in numbers.items()
    }


def to_be_numbered(session: Session, entries: Sequence[Entry]) -> tuple[Entered, ...]:
    """Everybody with the number that an event started now would give."""
    players = players_of(session)
    return tuple(Entered(entry.pk, entry.uid, number, entry.name, players.get(entry.pk, ())) for number, entry in enumerate(entries, 1))


def players_of(session: Session) -> dict[int, tuple[Player, ...]]:
    """Entry's id -> those who sit for it now, as everybody may read it."""
    seats: dict[int, dict[tuple[int, str], Player]] = {}
    lines = LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk")
    for line in told_lines(session, lines):
        seats.setdefault(line.entry_id, {})[line.half, line.seat] = line.player
    return {entry: tuple(found[seat] for seat in sorted(found, key=lambda seat: (seat[0], "NSEW".index(seat[1])))) for entry, found in seats.items()}


def _newcomers(session: Session, entered: Mapping[int, Entered]) -> tuple[Entered, ...]:
    known = {each.entry for each in entered.values()}
    waiting = {entry: players for entry, players in players_of(session).items() if entry not in known and len(players) >= 2}
    entries = Entry.objects.in_bulk(waiting)
    return tuple(Entered(entry, entries[entry].uid, 0, entries[entry].name, players) for entry, players in waiting.items())


def _drawn(row: DrawRow, entered: Mapping[int, Entered], *, staff: bool) -> DrawnRound | None:
    """The draw; of one that is not released others than the staff see the tables that are released early, None where there are none."""
    field, drawn = draw_of(row)
    begun = is_begun(row) or (not row.released and not staff)
    if begun:
        drawn = only_released(field, drawn)
        if not drawn.matches:
            return None
    entrants: dict[int, Entrant[int]] = {entrant.who: entrant for entrant in field.entrants}
    matches = tuple(
        DrawnMatch(
            match.seated.table, entered[match.seated.ns], entered[match.seated.ew],
            (entrants[match.seated.ns].standing / 100, entrants[match.seated.ew].standing / 100), match.reasons,
        )
        for match in drawn.matches
    )
    return DrawnRound(
        row, matches, entered[drawn.sit_out.who] if drawn.sit_out else None, drawn.sit_out.reasons if drawn.sit_out else (),
        tuple(entered[who] for who in drawn.triangle.three) if drawn.triangle else (), drawn.triangle.reasons if drawn.triangle else (),
        drawn.rematches, drawn.ends_here, begun,
    )


def _refusal(round_: Round, plan: SwissPlan) -> EngineError | None:
    """Why there is no draw: the reason of a dry run."""
    try:
        pair(load_field(round_, plan), random.Random(_ANY_LOT))
    except EngineError as refusal:
        return refusal
    return None


def cost_of_swap(row: DrawRow, after: Draw[int]) -> tuple[tuple[Criterion, int], ...]:
    """What another draft costs more (less: below zero) than the stored one, the weightiest criterion first."""
    seen: tuple[Field[int], Draw[int]] = draw_of(row)
    return difference(seen[1], after)
