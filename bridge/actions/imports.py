"""An old file becomes a finished evening of the club: the same facts as of an evening that was played here, with what the file published kept."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bridge import tasks
from bridge.actions.players import new_player
from bridge.engine.contract import ns_points_of
from bridge.engine.errors import EngineError
from bridge.engine.formats.event import Entrant, Person, PublishedEvent
from bridge.engine.scoring.outcome import Ruled, Unscored
from bridge.engine.seats import Side
from bridge.mapping.conditions import options_of
from bridge.mapping.imports import EventAsPlayed, LineOfTable, as_played, boards_of, deal_text
from bridge.mapping.outcomes import value_of
from bridge.mapping.slips import columns_of
from bridge.models import (
    Act,
    Adjustment,
    AdjustmentKind,
    Board,
    BoardSet,
    Club,
    Conditions,
    Deal,
    Entry,
    Event,
    EventForm,
    Journal,
    LineUp,
    Membership,
    Penalty,
    Place,
    Player,
    Ranking,
    RankingPart,
    Result,
    Roster,
    Seating,
    Section,
    Session,
    SessionState,
    Stage,
    Start,
    journal,
)
from bridge.permissions import Actor
from bridge.queries.signin import FIRST_SEATS

BEGINS, LASTS = time(19), timedelta(hours=4)  # where a file names only the day


class AlreadyImported(EngineError):
    """The club has this very event from a file already. Facts: `name`, `session` (uid)."""


@dataclass(frozen=True, slots=True)
class Known:
    """Who of the file is who of the club; `membership` None: comes in as a guest."""

    person: Person
    membership: Membership | None


def fingerprint_of(data: bytes) -> str:
    """What tells a file from every other."""
    return hashlib.sha256(data).hexdigest()


def known_people(club: Club, event: PublishedEvent) -> tuple[Known, ...]:
    """Each player of the file in order, found among the club's people by number and name, else by a name that only one has."""
    rows = list(Membership.objects.filter(club=club, player__merged_into__isnull=True).select_related("player").order_by("pk"))
    by_number = {row.number: row for row in rows if row.number}
    by_name: dict[str, list[Membership]] = {}
    for row in rows:
        for name in {_plain(row.player.name_native), _plain(row.player.name_latin)} - {""}:
            by_name.setdefault(name, []).append(row)
    people = dict.fromkeys(person for entrant in event.entrants for person in entrant.players)
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
    family, comma, given = name.partition(",")
    return "".join((given + family if comma else name).split()).casefold()


def imported_before(club: Club, fingerprint: str) -> Session | None:
    """The evening that came from this file."""
    return Session.objects.filter(club=club, stage__event__source=fingerprint).select_related("stage__event").first()


def import_event(club: Club, event: PublishedEvent, fingerprint: str, *, by: Actor, key: str) -> Session:
    """The event is a closed evening of the club; its ranking is reckoned and published by the jobs. What the file published is kept with the act.

    raises   AlreadyImported, NotImportable
    """
    played = as_played(event)
    with journal.act(club.journal, "import_event", by=by, key=key, facts={"source": fingerprint}) as act:
        if act.is_repeat:
            return Session.objects.get(pk=act.facts["session"])
        earlier = imported_before(club, fingerprint)
        if earlier is not None:
            raise AlreadyImported(name=earlier.stage.event.name, session=earlier.uid)
        session = _make_session(club, event, fingerprint, played, by, key)
        with journal.act(session.journal, "import_results", by=by, key=key) as told:
            entries = _enter(told, session, event, _players(club, event))
            sections = _sections(told, session, played, entries)
            _results(told, sections, played, entries)
            for index, amount, unit in played.taken:
                Penalty.objects.begin(told, session=session, entry=entries[index], amount=amount, unit="percent" if unit == "percent" else "method")
        act.facts |= {"session": session.pk, "published": {str(entries[i].pk): _published(entrant) for i, entrant in enumerate(event.entrants)}}
        for group in played.groups:
            ranking = Ranking.objects.create(stage=session.stage, session=session)
            RankingPart.objects.bulk_create(RankingPart(ranking=ranking, section=sections[letter]) for letter in group)
            tasks.ask(tasks.score_ranking, ranking.pk)
    return session


def _published(entrant: Entrant) -> dict[str, Any]:
    points = [[each.amount, each.kind] for each in entrant.master_points]
    return {"score": entrant.score, "percent": entrant.percent, "place": entrant.place, "master_points": points}


def _make_session(club: Club, event: PublishedEvent, fingerprint: str, played: EventAsPlayed, by: Actor, key: str) -> Session:
    made = Event.objects.create(club=club, name=event.title[:120], form=EventForm.PAIRS, source=fingerprint)
    of_event = Journal.objects.create(event=made)
    stage = Stage.objects.create(event=made)
    with journal.act(of_event, "set_conditions", by=by, key=key) as act:
        Conditions.objects.begin(act, stage=stage, options=options_of(played.conditions))
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
        elif known.person.name.strip():
            found[known.person] = new_player(known.person.name[:80])
            Membership.objects.create(club=club, player=found[known.person], number=None, is_guest=True)
    return found


def _enter(act: Act, session: Session, event: PublishedEvent, players: Mapping[Person, Player]) -> dict[int, Entry]:
    """The entries with their players, in the order of the file's list; a player whom the file has in two pairs sits for the first."""
    entries: dict[int, Entry] = {}
    seated = set[int]()
    for index, entrant in enumerate(event.entrants):
        entries[index] = entry = Entry.objects.create(event=session.stage.event, name=entrant.name[:80] if not entrant.players else "")
        own = list(dict.fromkeys(players[person] for person in entrant.players if person in players))
        for seat, player in zip(FIRST_SEATS, own, strict=False):
            Roster.objects.begin(act, entry=entry, player=player)
            if player.pk not in seated:
                LineUp.objects.begin(act, session=session, entry=entry, seat=seat, player=player)
                seated.add(player.pk)
    return entries


def _sections(act: Act, session: Session, played: EventAsPlayed, entries: Mapping[int, Entry]) -> dict[str, Section]:
    """The sections with their boards and everybody's number; the boards are shared where the rule compares them over the sections."""
    numbers = boards_of(played)
    shared = BoardSet.objects.create(club=session.club) if played.shares_boards else None
    if shared is not None:
        Board.objects.bulk_create(Board(set=shared, number=number) for number in sorted({each for own in numbers.values() for each in own}))
    sections: dict[str, Section] = {}
    for letter, own in numbers.items():
        board_set = shared or BoardSet.objects.create(club=session.club)
        if shared is None:
            Board.objects.bulk_create(Board(set=board_set, number=number) for number in own)
        sections[letter] = Section.objects.create(session=session, letter=letter, board_set=board_set)
    for index, place in played.placed.items():
        Start.objects.begin(act, section=sections[place.letter], entry=entries[index], line=place.line, number=place.number, place=index + 1)
    for index, count in played.sit_outs.items():
        Place.objects.bulk_create(Place(since=act, entry=entries[index]) for _ in range(count))
    return sections


def _results(act: Act, sections: Mapping[str, Section], played: EventAsPlayed, entries: Mapping[int, Entry]) -> None:
    """Every table on every board, as many rows at a time as there are: the order of the rounds is not known."""
    boards = {(letter, board.number): board for letter, section in sections.items() for board in Board.objects.filter(set=section.board_set_id)}
    seatings = Seating.objects.bulk_create(
        Seating(since=act, section=sections[line.letter], table=line.table, first_board=line.board, last_board=line.board) for line in played.lines
    )
    places, results, adjustments = [], [], []
    for seating, line in zip(seatings, played.lines, strict=True):
        where = {"since": act, "seating": seating, "board": boards[line.letter, line.board]}
        places += [Place(since=act, entry=entries[who], seating=seating, side=side) for side, who in (("NS", line.ns), ("EW", line.ew))]
        if isinstance(line.outcome, int):
            results.append(Result(**where, **_columns(line, line.outcome)))
        else:
            adjustments += [Adjustment(**where, side=side.value, kind=kind, value=value) for side, (kind, value) in _decided(line.outcome).items()]
    Place.objects.bulk_create(places)
    Result.objects.bulk_create(results)
    Adjustment.objects.bulk_create(adjustments)
    unique = {boards[letter, number].pk: (boards[letter, number], deal) for (letter, number), deal in played.deals.items() if (letter, number) in boards}
    Deal.objects.bulk_create(Deal(board=board, cards=deal_text(deal)) for board, deal in unique.values())
    for board_set in {board.set_id for board, _deal in unique.values()}:
        tasks.ask(tasks.solve_deals, board_set)


def _columns(line: LineOfTable, points: int) -> dict[str, Any]:
    """The contract where its points are those that count, else the points alone."""
    if line.said is not None and ns_points_of(line.said, line.board) == points:
        return columns_of(line.said, line.board, turned=False)
    return {"contract": "", "declarer": "", "tricks": None, "lead": "", "ns_points": points, "turned": False}


def _decided(outcome: Ruled | Unscored) -> dict[Side, tuple[AdjustmentKind, dict[str, Any]]]:
    """What each side gets instead of a result."""
    if isinstance(outcome, Ruled):
        return {Side.NS: value_of(outcome.ns), Side.EW: value_of(outcome.ew)}
    return dict.fromkeys(Side, value_of(outcome))
