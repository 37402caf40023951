"""An old file becomes a finished evening of the club: the same facts as of an evening that was played here, with what the file published kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bridge import tasks
from bridge.actions.imported_pairs import published_of, write_pairs
from bridge.actions.imported_teams import write_teams
from bridge.actions.players import new_player
from bridge.engine.errors import EngineError
from bridge.engine.formats.event import Form, Person, PublishedEvent
from bridge.engine.formats.identity import fingerprint_of
from bridge.engine.scoring.conditions import Conditions as Rules
from bridge.mapping.conditions import options_of
from bridge.mapping.exports import is_writable, published_event
from bridge.mapping.imports import as_played
from bridge.mapping.names import plain_name
from bridge.mapping.records import former_names
from bridge.mapping.team_imports import TeamsAsPlayed, teams_as_played
from bridge.models import (
    Club,
    Conditions,
    Event,
    EventForm,
    Journal,
    Membership,
    Player,
    Ranking,
    RankingPart,
    Session,
    SessionState,
    Stage,
    journal,
)
from bridge.permissions import Actor

BEGINS, LASTS = time(19), timedelta(hours=4)  # where a file names only the day


class AlreadyImported(EngineError):
    """The club has this event already, from a file or played here. Facts: `name`, `session` (uid)."""


@dataclass(frozen=True, slots=True)
class Known:
    """Who of the file is who of the club; `membership` None: comes in as a guest."""

    person: Person
    membership: Membership | None


def known_people(club: Club, event: PublishedEvent) -> tuple[Known, ...]:
    """Each player of the file in order, found among the club's people by number and name, else by a name that only one has, or had as another record."""
    rows = list(Membership.objects.filter(club=club, player__merged_into__isnull=True).select_related("player").order_by("pk"))
    by_number = {row.number: row for row in rows if row.number}
    of_player = {row.player_id: row for row in rows}
    names = [(row.player_id, name) for row in rows for name in (row.player.name_native, row.player.name_latin)]
    by_name: dict[str, list[Membership]] = {}
    for player, name in (*names, *former_names(club)):
        alike = by_name.setdefault(_plain(name), [])
        if player in of_player and of_player[player] not in alike:
            alike.append(of_player[player])
    by_name.pop("", None)
    people = dict.fromkeys(person for entrant in event.entrants for one in (entrant, *entrant.members) for person in one.players)
    return tuple(Known(person, _find(person, by_number, by_name)) for person in people)


def _find(person: Person, by_number: Mapping[str, Membership], by_name: Mapping[str, list[Membership]]) -> Membership | None:
    named = by_name.get(_plain(person.name), [])
    for number in (person.club_number, person.national_number, person.number):
        row = by_number.get(number.strip())
        if row is not None and (row in named or not person.name):
            return row
    return named[0] if len(named) == 1 else None


def _plain(name: str) -> str:
    """A name without its spaces and size; `Falk, Hedda` is `Hedda Falk`."""
    family, comma, given = plain_name(name).partition(",")
    return "".join((given + family if comma else name).split()).casefold()


def known_evening(club: Club, event: PublishedEvent) -> Session | None:
    """The evening of the club that is this event: imported from another file of it, or played here with the same results on that day."""
    fingerprint = fingerprint_of(event)
    sessions = Session.objects.filter(club=club).select_related("stage__event", "club")
    imported = sessions.filter(stage__event__source=fingerprint).first()
    if imported is not None or event.day is None:
        return imported
    begins = datetime.combine(event.day, time(), ZoneInfo(club.zone))
    played = sessions.filter(state=SessionState.CLOSED, stage__event__source="", starts__gte=begins, starts__lt=begins + timedelta(days=1))
    return next((each for each in played if is_writable(each) and fingerprint_of(published_event(each, str, begins)) == fingerprint), None)


def import_event(club: Club, event: PublishedEvent, *, by: Actor, key: str) -> Session:
    """The event is a closed evening of the club; its ranking is reckoned and published by the jobs. What the file published is kept with the act.

    raises   AlreadyImported, NotImportable
    """
    fingerprint = fingerprint_of(event)
    played = teams_as_played(event) if event.form is Form.TEAMS else as_played(event)
    with journal.act(club.journal, "import_event", by=by, key=key, facts={"source": fingerprint}) as act:
        if act.is_repeat:
            return Session.objects.get(pk=act.facts["session"])
        earlier = known_evening(club, event)
        if earlier is not None:
            raise AlreadyImported(name=earlier.stage.event.name, session=earlier.uid)
        session = _make_session(club, event, fingerprint, played.conditions, by, key)
        people = _players(club, event)
        with journal.act(session.journal, "import_results", by=by, key=key) as told:
            if isinstance(played, TeamsAsPlayed):
                written = write_teams(told, session, event, played, people)
            else:
                written = write_pairs(told, session, event, played, people)
        published = {str(written.entries[place].pk): published_of(entrant, people) for place, entrant in enumerate(event.entrants)}
        act.facts |= {"session": session.pk, "published": published}
        for group in written.groups:
            ranking = Ranking.objects.create(stage=session.stage, session=session)
            RankingPart.objects.bulk_create(RankingPart(ranking=ranking, section=section) for section in group)
            tasks.ask(tasks.score_ranking, ranking.pk)
    return session


def _make_session(club: Club, event: PublishedEvent, fingerprint: str, conditions: Rules, by: Actor, key: str) -> Session:
    made = Event.objects.create(club=club, name=event.title[:120], form=EventForm(event.form.value), source=fingerprint)
    of_event = Journal.objects.create(event=made)
    stage = Stage.objects.create(event=made)
    with journal.act(of_event, "set_conditions", by=by, key=key) as act:
        Conditions.objects.begin(act, stage=stage, options=options_of(conditions))
        zone = ZoneInfo(club.zone)
        starts = datetime.combine(event.day, BEGINS, zone) if event.day else act.at - LASTS
        session = Session.objects.create(
            stage=stage, club=club, starts=starts, state=SessionState.CLOSED, closed_at=min(starts + LASTS, act.at), correction_minutes=0, fee=0,
        )
    Journal.objects.create(session=session)
    return session


def _players(club: Club, event: PublishedEvent) -> dict[Person, Player]:
    """Who plays for whom; who is not known comes in as a guest of the club."""
    found: dict[Person, Player] = {}
    for known in known_people(club, event):
        if known.membership is not None:
            found[known.person] = known.membership.player
        elif plain_name(known.person.name):
            found[known.person] = new_player(known.person.name[:80])
            Membership.objects.create(club=club, player=found[known.person], number=None, is_guest=True)
    return found
