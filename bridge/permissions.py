"""Who acts, and what each may do. Every question is put where the row is fetched (`views.access.needs`)."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from datetime import timedelta

from django.db.models import Max

from bridge.engine.teams.line_up import pair_of_half
from bridge.mapping.records import records_of
from bridge.models import (
    OVER,
    SIDE_OF,
    Account,
    Act,
    Adjustment,
    Club,
    ClubTable,
    Device,
    DeviceUse,
    Event,
    EventForm,
    LineUp,
    Membership,
    Place,
    RankingPart,
    Result,
    RoleKind,
    Roster,
    Seating,
    Session,
    SessionState,
)

STAFF = frozenset({RoleKind.ADMINISTRATOR, RoleKind.SECRETARY, RoleKind.DIRECTOR, RoleKind.SCORER})


@dataclass(slots=True)
class Actor:
    """An account, devices with a grant, or neither (a stranger, or a job).

    card   the code of the table's card that the device has scanned last
    """

    account: Account | None = None
    devices: tuple[Device, ...] = ()
    card: str = ""
    _roles: dict[int, frozenset[str]] = field(default_factory=dict, repr=False)
    _records: frozenset[int] | None = field(default=None, repr=False)

    @property
    def account_id(self) -> int | None:
        """For the journal."""
        return self.account.pk if self.account else None

    @property
    def device_id(self) -> int | None:
        """For the journal: the device, where nobody is signed in."""
        return self.devices[0].pk if self.devices and not self.account else None

    @property
    def player_id(self) -> int | None:
        """The player that the account belongs to."""
        return self.account.player_id if self.account else None

    @property
    def records(self) -> frozenset[int]:
        """Every record of that player: what was played under one that was merged into it is the player's too."""
        if self._records is None:
            self._records = frozenset(records_of([self.player_id] if self.player_id else []))
        return self._records

    def roles(self, club: Club) -> frozenset[str]:
        """What the account is in a club; a superuser is everything."""
        if self.account is None or not self.account.is_active:
            return frozenset()
        if self.account.is_superuser:
            return frozenset(RoleKind.values)
        if club.pk not in self._roles:
            self._roles[club.pk] = frozenset(self.account.roles.filter(club=club).values_list("role", flat=True))
        return self._roles[club.pk]

    def has(self, club: Club, *roles: str) -> bool:
        """Is the account one of these in the club?"""
        return bool(self.roles(club) & set(roles))


def _is_one(actor: Actor, session: Session, *roles: str) -> bool:
    """Asks the roles in the session's club and in the club that organises the event."""
    return actor.has(session.club, *roles) or actor.has(session.stage.event.club, *roles)


def may_administer(actor: Actor, club: Club) -> bool:
    """Give roles, change the club's settings."""
    return actor.has(club, RoleKind.ADMINISTRATOR)


def may_manage(actor: Actor, club: Club) -> bool:
    """Keep the members' list, make sessions."""
    return actor.has(club, RoleKind.ADMINISTRATOR, RoleKind.SECRETARY)


def may_direct(actor: Actor, club: Club) -> bool:
    """Be told of what waits for a director in the club's evenings."""
    return actor.has(club, RoleKind.ADMINISTRATOR, RoleKind.SECRETARY, RoleKind.DIRECTOR)


def may_manage_event(actor: Actor, event: Event) -> bool:
    """Change an event of several evenings."""
    return may_manage(actor, event.club)


def may_manage_session(actor: Actor, session: Session) -> bool:
    """Change or cancel an evening."""
    return may_manage(actor, session.club)


def may_run(actor: Actor, session: Session) -> bool:
    """Sign in pairs, choose the movement, start, keep the clock, enter for a table, accept what nobody accepted."""
    return _is_one(actor, session, *STAFF)


def may_rule(actor: Actor, session: Session) -> bool:
    """Give rulings, adjusted scores and penalties."""
    return _is_one(actor, session, RoleKind.ADMINISTRATOR, RoleKind.SECRETARY, RoleKind.DIRECTOR)


def may_publish(actor: Actor, session: Session) -> bool:
    """Close a session, correct after publication."""
    return _is_one(actor, session, RoleKind.ADMINISTRATOR, RoleKind.SECRETARY, RoleKind.DIRECTOR)


def may_correct(actor: Actor, session: Session) -> bool:
    """Say what counts at a table: the staff while the evening runs, afterwards who may publish."""
    return may_publish(actor, session) or (session.state == SessionState.RUNNING and may_run(actor, session))


_RULED = frozenset({
    "give_ruling", "withdraw_ruling", "clear_reminder", "tell_ruling", "ask_review", "hear_review", "adjust_board", "foul_board", "give_penalty",
    "forfeit_match",
})
_MANAGED = frozenset({"change_session", "cancel_session"})
_PUBLISHED = frozenset({"close_session", "reopen_session", "carry_points"})


def may_undo(actor: Actor, session: Session, kind: str) -> bool:
    """Take back an act of this kind: whoever may do it; when the evening is closed who may publish, whatever it is."""
    if kind in _RULED:
        return may_rule(actor, session)
    if kind in _MANAGED:
        return may_manage_session(actor, session)
    if kind in _PUBLISHED or session.state == SessionState.CLOSED:
        return may_publish(actor, session)
    return may_run(actor, session)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the hall in a session, by its number there."""

    session: Session
    number: int


def holds_slips(actor: Actor, table: Table) -> bool:
    """Is this the device that holds the table's slips?"""
    return any(d.use == DeviceUse.SLIP and d.session_id == table.session.pk and d.table == table.number for d in actor.devices)


def may_enter_at(actor: Actor, table: Table) -> bool:
    """Enter results at a table: the device that holds its slips, or the staff."""
    return holds_slips(actor, table) or may_run(actor, table.session)


def may_take_part(actor: Actor, table: Table, entries: Set[int]) -> bool:
    """Make a phone the table's, or a player's own: by the card that lies on the table, as one who sits there now, or as staff.

    entries   who sits there now
    """
    if may_enter_at(actor, table) or entries_of(actor, table.session) & entries:
        return True
    return bool(actor.card) and ClubTable.objects.filter(club=table.session.club, label=str(table.number), code=actor.card).exists()


def may_sign_in_at(actor: Actor, table: Table) -> bool:
    """Sign a pair in at a table before the start: by the card that lies on it, as a member of the club, or as staff."""
    if may_take_part(actor, table, frozenset()):
        return True
    return bool(actor.player_id) and Membership.objects.filter(club=table.session.club, player=actor.player_id).exists()


def may_sit_at(actor: Actor, table: Table) -> bool:
    """Read and agree at a table: who may enter there, and the pairs that sit there in some round."""
    if may_enter_at(actor, table):
        return True
    own = entries_of(actor, table.session)
    return bool(own) and Place.objects.live().filter(seating__table=table.number, seating__section__session=table.session, entry__in=own).exists()


def may_see_said(actor: Actor, table: Table, seating: Seating, entries: Set[int], *, is_latest: bool) -> bool:
    """Read what was said about the boards of a round at a table.

    Those who played them may; not the other pair of a team, which may have them still to play. The table's own phone may until a later round has begun
    there, since its next readers have not played them; so may the staff, unless they play tonight.

    entries     who sat there in that round
    is_latest   no later round has begun at the table
    """
    own = entries_of(actor, table.session)
    if own & entries and own_sides(actor, seating):
        return True
    if holds_slips(actor, table):
        return is_latest
    return not own and may_run(actor, table.session)


def may_enter(actor: Actor, seating: Seating) -> bool:
    """Enter results for a table: the device that holds its slips, or the staff."""
    return may_enter_at(actor, Table(seating.section.session, seating.table))


def entries_of(actor: Actor, session: Session) -> set[int]:
    """The entries that the actor speaks for in a session: by a pair's grant, or because the account's player sits for them."""
    own = {d.entry_id for d in actor.devices if d.use == DeviceUse.PAIR and d.session_id == session.pk and d.entry_id}
    if actor.player_id:
        own |= set(LineUp.objects.live().filter(session=session, player__in=actor.records).values_list("entry_id", flat=True))
    return own


def teams_of(actor: Actor, session: Session) -> frozenset[int]:
    """The teams that the actor speaks for: by a device, or because the account's player belongs to them, whether it sits tonight or not."""
    own = entries_of(actor, session)
    if actor.player_id:
        own |= set(Roster.objects.live().filter(entry__event=session.stage.event_id, player__in=actor.records).values_list("entry", flat=True))
    return frozenset(own)


def may_speak_for(actor: Actor, seating: Seating) -> set[str]:
    """The sides (`NS`, `EW`) of a table that the actor may speak for: both by the slips' device or the staff, one's own by a pair's grant."""
    if may_enter(actor, seating):
        return {"NS", "EW"}
    return own_sides(actor, seating)


def own_sides(actor: Actor, seating: Seating) -> set[str]:
    """The sides of a table at which the actor's own pair sits, or the actor; of a team the pair that the actor belongs to, not the one at the other table."""
    session = seating.section.session
    own = entries_of(actor, session)
    places = Place.objects.live().filter(seating=seating, entry__in=own).values_list("side", "entry", "half") if own else ()
    if session.stage.event.form == EventForm.TEAMS:
        most = dict(LineUp.objects.live().filter(session=session, entry__in=own).values_list("entry").annotate(Max("half")))
        halves = _halves_of(actor, session, seating.round.number if seating.round else 1, most)
        return {SIDE_OF[side] for side, entry, half in places if (entry, pair_of_half(half, most.get(entry, 0))) in halves}
    return {SIDE_OF[side] for side, _, _ in places}


def _halves_of(actor: Actor, session: Session, round_number: int, most: Mapping[int, int]) -> set[tuple[int, int]]:
    """(team's entry, which pair of it) that the actor is or speaks for in a round: as the line-up has it, or as sat where the phone was granted.

    most   pairs of each team's line-up
    """
    found = set[tuple[int, int]]()
    for device in actor.devices:
        if device.use == DeviceUse.PAIR and device.session_id == session.pk and device.entry_id:
            told = device.since.facts
            halves = Place.objects.filter(seating=told["seating"], side=told["side"], entry=device.entry_id).values_list("half", flat=True)
            found |= {(device.entry_id, pair_of_half(half, most.get(device.entry_id, 0))) for half in halves}
    if actor.player_id:
        seats: dict[tuple[int, int, str], int] = {}
        rows = LineUp.objects.live().filter(session=session, from_round__lte=round_number).order_by("from_round", "pk")
        for entry, half, seat, player in rows.values_list("entry", "half", "seat", "player"):
            seats[entry, half, seat] = player
        found |= {(entry, half) for (entry, half, _), player in seats.items() if player in actor.records}
    return found


def is_open_for_players(session: Session) -> bool:
    """May tables still report and ask for corrections by themselves?"""
    return session.state == SessionState.RUNNING


PIN_TRIES = 5
PIN_WINDOW = timedelta(minutes=10)


def is_told(session: Session) -> bool:
    """May everybody read the boards of an evening: it is closed, and so is every other whose boards are compared with its own, at whatever club."""
    if session.state != SessionState.CLOSED:
        return False
    compared = RankingPart.objects.filter(section__session=session).values("ranking")
    others = Session.objects.filter(sections__ranking_parts__ranking__in=compared).exclude(pk=session.pk)
    return not others.exclude(state__in=OVER).exists()


def boards_seen(actor: Actor, session: Session) -> frozenset[int] | None:
    """Numbers of the boards whose results and cards the actor may see; None: of all.

    Everybody all once the evening is told (`is_told`). Until then: a pair what it has told of itself (a team what all its tables have told), where the evening
    shows others' results; whoever plays not tonight and belongs to the staff all; and a member of the staff who plays also what a look was noted for
    (`look_at_board`).
    """
    if is_told(session):
        return None
    own = entries_of(actor, session)
    runs = may_run(actor, session)
    if not own:
        return None if runs else frozenset()
    found = set[int]()
    if session.shows_others or runs:
        sat = Seating.objects.filter(places__entry__in=own, section__session=session)
        for facts in (Result, Adjustment):
            found |= set(facts.objects.live().filter(seating__in=sat).values_list("board__number", flat=True))
        if session.stage.event.form == EventForm.TEAMS:
            found -= _still_to_play(own, session)
    if runs:
        found |= set(Act.objects.filter(journal__session=session, kind="look_at_board", account=actor.account).values_list("facts__board", flat=True))
    return frozenset(found)


def _still_to_play(teams: Set[int], session: Session) -> set[int]:
    """Numbers of the boards that some table of these teams has not told yet, while another may have."""
    here = Seating.objects.live().filter(places__entry__in=teams, section__session=session).distinct().values_list("pk", "first_board", "last_board")
    told = {
        (seating, number) for facts in (Result, Adjustment)
        for seating, number in facts.objects.live().filter(seating__section__session=session).values_list("seating", "board__number")
    }
    return {number for pk, first, last in here for number in range(first, last + 1) if (pk, number) not in told}


def may_see_board(actor: Actor, session: Session, number: int) -> bool:
    """See what happened on a board, and its cards."""
    seen = boards_seen(actor, session)
    return seen is None or number in seen


def may_see_card(actor: Actor, session: Session, entry: int) -> bool:
    """See a pair's whole evening: everybody once it is told; until then the pair itself, and the staff who play not tonight."""
    if is_told(session):
        return True
    own = entries_of(actor, session)
    return entry in own or (not own and may_run(actor, session))
