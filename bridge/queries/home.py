"""What a visitor reads: the next evenings, who won lately."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.conditions import conditions_of
from bridge.models import OVER, Club, Conditions, Event, Player, Publication, Roster, Session, SessionState, Standing, StandingList
from bridge.queries.evenings import is_forgotten

PROGRAMME, LATEST = 3, 4
LATE = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Evening:
    """A session that is to come, or running."""

    session: Session
    event: Event
    is_running: bool


@dataclass(frozen=True, slots=True)
class Winner:
    """Who is first in one list of a published ranking. `with_hundredths` counts in the unit of the ranking's method."""

    list: str
    entries: int
    name: str
    players: tuple[Player, ...]
    hundredths: int | None


@dataclass(frozen=True, slots=True)
class Published:
    """A finished evening with the winners of each of its lists; their figures are percentages or the method's own points."""

    session: Session
    event: Event
    is_percent: bool
    winners: tuple[Winner, ...]


def programme_of(club: Club, now: datetime) -> tuple[Evening, ...]:
    """What runs now, then what comes next, in order of time; an evening that begins a little late is still to come, one that was forgotten runs no more."""
    coming = Session.objects.filter(club=club).exclude(state__in=OVER).select_related("stage__event").order_by("starts", "pk")
    found = [row for row in coming if not is_forgotten(row, now) and (row.state == SessionState.RUNNING or row.starts >= now - LATE)]
    return tuple(Evening(session, session.stage.event, session.state == SessionState.RUNNING) for session in found[:PROGRAMME])


def latest_results(club: Club) -> tuple[Published, ...]:
    """The evenings published last, the newest first, each by its newest version."""
    newest: dict[Session, Publication] = {}
    rows = Publication.objects.filter(ranking__session__club=club).select_related("ranking__session__stage__event")
    for publication in rows.order_by("-ranking__session__starts", "-version")[: LATEST * 8]:
        session = publication.ranking.session
        assert session is not None
        newest.setdefault(session, publication)
    evenings = list(newest.items())[:LATEST]
    shown = [publication for _, publication in evenings]
    # Lists of groups and handicaps are tabs of the ranking; here stands who won the evening.
    standings = list(Standing.objects.filter(publication__in=shown, list__in=StandingList.values).select_related("entry").order_by("list", "place", "pk"))
    players = _players_of(standing.entry_id for standing in standings if standing.place == 1)
    percents = _stages_in_percent(publication.ranking.stage_id for publication in shown)
    return tuple(
        Published(
            session=session,
            event=session.stage.event,
            is_percent=publication.ranking.stage_id in percents,
            winners=_winners([standing for standing in standings if standing.publication_id == publication.pk], players),
        )
        for session, publication in evenings
    )


def _stages_in_percent(stages: Iterable[int]) -> set[int]:
    rows = Conditions.objects.live().filter(stage__in=list(stages), ranking__isnull=True)
    return {row.stage_id for row in rows if counts_in_percent(conditions_of(row.options).method)}


def _players_of(entries: Iterable[int]) -> dict[int, list[Player]]:
    found: dict[int, list[Player]] = {}
    for member in Roster.objects.live().filter(entry__in=list(entries)).select_related("player").order_by("pk"):
        found.setdefault(member.entry_id, []).append(member.player)
    return found


def _winners(standings: list[Standing], players: dict[int, list[Player]]) -> tuple[Winner, ...]:
    sizes: dict[str, int] = {}
    for standing in standings:
        sizes[standing.list] = sizes.get(standing.list, 0) + 1
    return tuple(
        Winner(standing.list, sizes[standing.list], standing.entry.name, tuple(players.get(standing.entry_id, ())), standing.hundredths)
        for standing in sorted(standings, key=lambda each: each.list == StandingList.EW)  # North-South first, otherwise as they come
        if standing.place == 1
    )
