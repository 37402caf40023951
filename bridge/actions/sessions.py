"""Making an evening, and its sign-in: who is here, who plays with whom, who has paid."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bridge import tasks
from bridge.engine.errors import EngineError
from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import Conditions as Rules
from bridge.jobs.counting import rankings_of
from bridge.mapping.conditions import options_of
from bridge.mapping.records import people_now
from bridge.models import (
    OVER,
    Act,
    Club,
    Conditions,
    Entry,
    Event,
    EventForm,
    Journal,
    LineUp,
    Payment,
    Player,
    Ranking,
    Roster,
    Session,
    SessionState,
    Stage,
    Start,
    journal,
)
from bridge.permissions import Actor
from bridge.queries.signin import is_of_singles, line_up_of, seats_of

PAIRS_BY_ONE_CARD = 8  # two sit at a table; more since a mistake may be put right and a card lie at the door; of single players twice as many


class AlreadyHere(EngineError):
    """The player is signed in with somebody else tonight, or in an individual already. Facts: `player`, `entry` (ids), `is_single`."""


class SamePersonTwice(EngineError):
    """A pair is two people. Facts: `player`."""


class PairIsFull(EngineError):
    """The entry has its two players, or in an individual its one, already. Facts: `entry`, `is_single`."""


class SessionIsClosed(EngineError):
    """What was asked for is only done before the session is closed. Facts: `session`."""


class OnlyBeforeTheStart(EngineError):
    """What was asked for is only done before the evening has begun. Facts: `state`."""


class TableIsFull(EngineError):
    """So many have signed in by the card of one table that the secretary signs in the next. Facts: `table`, `signed_in` (pairs, or players), `is_single`."""


class AlreadySeated(EngineError):
    """The pair, or the player of an individual, has its place in the movement and cannot be signed out. Facts: `entry`, `is_single`."""


def make_session(
    club: Club, starts: datetime, *, name: str = "", form: EventForm = EventForm.PAIRS, options: dict[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None, by: Actor, key: str,
) -> Session:
    """An evening, of pairs unless told otherwise: its event, its one stage with the conditions of contest, its boards, its session, each with its journal.

    options    the conditions as `mapping.conditions` stores them; {} means every setting has its default, and the laws are those of the club
    settings   columns of the session that differ from what the club has: fee, boards, minutes, agreement
    """
    with journal.act(club.journal, "make_session", by=by, key=key) as act:
        if act.is_repeat:
            return Session.objects.get(pk=act.facts["session"])
        event = Event.objects.create(club=club, name=name, form=form)
        of_event = Journal.objects.create(event=event)
        stage = Stage.objects.create(event=event)
        with journal.act(of_event, "set_conditions", by=by, key=key) as conditions_act:
            Conditions.objects.begin(conditions_act, stage=stage, options=_laws_of(club) | (options or {}))
        columns = {"fee": club.fee, "correction_minutes": club.correction_minutes} | dict(settings or {})
        session = Session.objects.create(stage=stage, club=club, starts=starts, **columns)
        Journal.objects.create(session=session)
        act.facts["session"] = session.pk
    return session


def _laws_of(club: Club) -> dict[str, Any]:
    """The option by which awards go by the edition that the club plays by; nothing where that is the default."""
    return options_of(Rules(edition=Edition(club.edition)))


def sign_in(session: Session, players: Sequence[Player], *, entry: Entry | None = None, table: int | None = None, by: Actor, key: str) -> Entry:
    """One or two people are here. One alone waits until another comes; who waits and is named with a partner is paired with the entry that waits.
    In an individual each comes alone, and nobody waits.

    entry    where given, the entry that gets these players (a single that waits, or a pair whose names were missing)
    table    where given, they sign in themselves by the card of this table, which is done before the start only
    raises   AlreadyHere, SamePersonTwice, PairIsFull, SessionIsClosed; at a table also OnlyBeforeTheStart, TableIsFull
    """
    facts: dict[str, Any] = {"players": [p.pk for p in players]} | ({} if table is None else {"table": table})
    with journal.act(session.journal, "sign_in", by=by, key=key, facts=facts) as act:
        if act.is_repeat:
            return Entry.objects.get(pk=act.facts["entry"])
        session.refresh_from_db(fields=["state"])
        if session.state in OVER:
            raise SessionIsClosed(session=session.pk)
        if table is not None:
            _refuse_at_table(session, act, table)
        players = people_now(players)
        act.facts["players"] = [player.pk for player in players]
        if len({player.pk for player in players}) < len(players):
            raise SamePersonTwice(player=players[0].pk)
        here = line_up_of(session)
        waiting = _waiting_entries(session, here, players, keep=entry)
        chosen = entry or (Entry.objects.get(pk=waiting[0]) if waiting else Entry.objects.create(event=session.stage.event))
        for other in waiting:
            if other != chosen.pk:
                _take_away(act, session, other)
        _seat(act, session, chosen, players, here.get(chosen.pk, {}))
        act.facts["entry"] = chosen.pk
        _ask_for_events(session)
    return chosen


def _refuse_at_table(session: Session, act: journal.Act, table: int) -> None:
    if session.state != SessionState.PREPARING:
        raise OnlyBeforeTheStart(state=session.state)
    earlier = Act.objects.filter(journal=session.journal, kind="sign_in", facts__table=table).exclude(pk=act.pk)
    most = 2 * PAIRS_BY_ONE_CARD if is_of_singles(session) else PAIRS_BY_ONE_CARD
    if earlier.count() >= most:
        raise TableIsFull(table=table, signed_in=most, is_single=is_of_singles(session))


def _waiting_entries(session: Session, here: dict[int, dict[str, LineUp]], players: Sequence[Player], keep: Entry | None) -> list[int]:
    """Entries in which one of these people waits alone; raises AlreadyHere for one who sits with somebody else."""
    wanted = {player.pk for player in players}
    waiting = []
    for entry_id, seats in here.items():
        names = {line.player_id for line in seats.values()}
        if not names & wanted or (keep is not None and entry_id == keep.pk):
            continue
        if len(names) > 1 or len(players) == 1 and keep is None:
            raise AlreadyHere(player=min(names & wanted), entry=entry_id, is_single=is_of_singles(session))
        waiting.append(entry_id)
    return waiting


def _seat(act: journal.Act, session: Session, entry: Entry, players: Sequence[Player], seats: dict[str, LineUp]) -> None:
    here = {line.player_id for line in seats.values()}
    free = [seat for seat in seats_of(session) if seat not in seats]
    coming = [player for player in players if player.pk not in here]
    if len(coming) > len(free):
        raise PairIsFull(entry=entry.pk, is_single=is_of_singles(session))
    for seat, player in zip(free, coming, strict=False):
        LineUp.objects.begin(act, session=session, entry=entry, seat=seat, player=player)
        if not Roster.objects.live().filter(entry=entry, player=player).exists():
            Roster.objects.begin(act, entry=entry, player=player)


def _take_away(act: journal.Act, session: Session, entry_id: int) -> None:
    LineUp.objects.filter(session=session, entry=entry_id).end(act)
    Roster.objects.filter(entry=entry_id).end(act)


def sign_out(session: Session, entry: Entry, *, player: Player | None = None, by: Actor, key: str) -> None:
    """A pair, or one of the two, is not here after all. Raises SessionIsClosed; AlreadySeated once the movement has a place for the entry."""
    facts = {"entry": entry.pk, "player": player.pk if player else None}
    with journal.act(session.journal, "sign_out", by=by, key=key, facts=facts) as act:
        if act.is_repeat:
            return
        session.refresh_from_db(fields=["state"])
        if session.state in OVER:
            raise SessionIsClosed(session=session.pk)
        if Start.objects.live().filter(section__session=session, entry=entry).exists():
            raise AlreadySeated(entry=entry.pk, is_single=is_of_singles(session))
        if player is None:
            _take_away(act, session, entry.pk)
        else:
            LineUp.objects.filter(session=session, entry=entry, player=player).end(act)
            Roster.objects.filter(entry=entry, player=player).end(act)


def replace_player(session: Session, entry: Entry, seat: str, player: Player, *, from_round: int, reason: str = "", by: Actor, key: str) -> None:
    """Somebody else sits for an entry from a round on; what was played before stays with those who played it. Raises AlreadyHere."""
    facts = {"entry": entry.pk, "seat": seat, "player": player.pk, "from_round": from_round}
    with journal.act(session.journal, "replace_player", by=by, key=key, facts=facts, reason=reason) as act:
        if act.is_repeat:
            return
        (player,) = people_now([player])
        act.facts["player"] = player.pk
        for entry_id, seats in line_up_of(session).items():
            if any(line.player_id == player.pk for line in seats.values()):
                raise AlreadyHere(player=player.pk, entry=entry_id, is_single=is_of_singles(session))
        LineUp.objects.filter(session=session, entry=entry, seat=seat, from_round__gte=from_round).end(act)
        LineUp.objects.begin(act, session=session, entry=entry, seat=seat, player=player, from_round=from_round)
        if not Roster.objects.live().filter(entry=entry, player=player).exists():
            Roster.objects.begin(act, entry=entry, player=player)
        _ask_for_events(session)


def _ask_for_events(session: Session) -> None:
    """Events of several evenings know an entry by its players: they are reckoned anew."""
    counting = rankings_of(session.sections.all())
    for ranking in Ranking.objects.filter(pk__in=counting, session__isnull=True).order_by("pk"):
        tasks.ask(tasks.score_ranking, ranking.pk)


def set_seed(session: Session, entry: Entry, seed: int | None, *, by: Actor, key: str) -> None:
    """The pair's place among the seeds, who are spread over the room when the movement starts; None: it is not seeded."""
    with journal.act(session.journal, "set_seed", by=by, key=key, facts={"entry": entry.pk, "seed": seed}) as act:
        if not act.is_repeat:
            journal.change(act, entry, seed=seed)


def pay(session: Session, player: Player, amount: int, *, by: Actor, key: str) -> None:
    """The player has paid; `amount` in hundredths. Paying twice changes the amount."""
    with journal.act(session.journal, "pay", by=by, key=key, facts={"player": player.pk, "amount": amount}) as act:
        if not act.is_repeat:
            Payment.objects.filter(session=session, player=player).end(act)
            Payment.objects.begin(act, session=session, player=player, amount=amount)


def take_back_payment(session: Session, player: Player, *, by: Actor, key: str) -> None:
    """The player has not paid after all."""
    with journal.act(session.journal, "take_back_payment", by=by, key=key, facts={"player": player.pk}) as act:
        if not act.is_repeat:
            Payment.objects.filter(session=session, player=player).end(act)


def change_session(session: Session, *, name: str, seen: int | None = None, by: Actor, key: str, **values: Any) -> None:
    """Change an evening: its name, when it begins, fee, boards, agreement, correction period, what is shown. Raises ChangedMeanwhile.

    seen   the newest act of the evening when it was shown; None: nobody looked
    """
    with journal.act(session.journal, "change_session", by=by, key=key) as act:
        if act.is_repeat:
            return
        event = session.stage.event
        for row in (event, session):
            row.refresh_from_db()
        journal.refuse_if_rewritten(act, event, ("name",), seen)
        journal.refuse_if_rewritten(act, session, values, seen)
        journal.change(act, event, name=name)
        journal.change(act, session, **values)


def cancel_session(session: Session, *, reason: str, by: Actor, key: str) -> None:
    """An evening that was made by mistake, or to which nobody came, is not played. Raises OnlyBeforeTheStart."""
    with journal.act(session.journal, "cancel_session", by=by, key=key, reason=reason) as act:
        if act.is_repeat:
            return
        session.refresh_from_db(fields=["state"])
        if session.state != SessionState.PREPARING:
            raise OnlyBeforeTheStart(state=session.state)
        journal.change(act, session, state=SessionState.CANCELLED)
