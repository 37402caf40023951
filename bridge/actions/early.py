"""Tables of the next round that are certain whatever the missing results will be: released early, and the draw completed round them later."""

from dataclasses import replace
from datetime import timedelta

from bridge.actions.rounds import NotRunning
from bridge.engine.errors import EngineError
from bridge.engine.swiss.certain import Missing, certain_couples
from bridge.engine.swiss.draw import Draw, Match, Reason, Why
from bridge.engine.swiss.field import Field, Seated, standings
from bridge.engine.swiss.seating import seat_couples
from bridge.jobs.swiss import begin_draw, new_seed, seat_draw
from bridge.mapping.early import missing_matches
from bridge.mapping.swiss import draw_of, is_begun, live_draw, load_field, numbers_of_section, swiss_plan_of
from bridge.mapping.through import scores_through
from bridge.models import Draw as DrawRow
from bridge.models import EventForm, Round, SessionState, journal
from bridge.permissions import Actor


class NothingCertain(EngineError):
    """No further table comes out the same under every outcome of the missing results. Facts: `round`, `missing` (matches)."""


class NothingMissing(EngineError):
    """Every result that the draw is made from is in, so it is drawn as a whole. Facts: `round`."""


class OnlyTeamsEarly(EngineError):
    """In pairs a board's result counts for everybody who plays the board, so no table is certain. Facts: `round`."""


class AlreadyDrawn(EngineError):
    """The round is drawn as a whole. Facts: `round`."""


def release_certain(round_: Round, *, by: Actor, key: str, seen: int) -> int:
    """The matches that every outcome of the missing results gives are seated and stay; the draw is completed round them. Returns how many were released now.

    raises   OnlyTeamsEarly, AlreadyDrawn, NothingMissing, NothingCertain, NotRunning, ChangedMeanwhile, what `pair` raises
    """
    session = round_.section.session
    again = journal.Act.objects.filter(journal=session.journal, key=key, kind="release_certain").first()
    if again is not None:
        return int(again.facts["tables"])
    begun = live_draw(round_)
    if begun is not None and not is_begun(begun):
        raise AlreadyDrawn(round=round_.number)
    head = journal.Journal.objects.get(pk=session.journal.pk).head
    seed = new_seed() if begun is None else begun.seed
    field, found = _certain(round_, begun, seed)  # reckoned before the journal is locked
    with journal.act(session.journal, "release_certain", by=by, key=key, facts={"round": round_.number, "tables": len(found)}) as act:
        if act.is_repeat:
            return int(act.facts["tables"])
        session.refresh_from_db()
        if session.state != SessionState.RUNNING:
            raise NotRunning(session=session.pk, state=session.state)
        journal.refuse_if_changed(DrawRow.objects.filter(round=round_), min(seen or head, head))
        plan = swiss_plan_of(round_.section)
        assert plan is not None, "what was certain comes from a plan"
        new = Draw(round_.number, tuple(Match(seated, (Reason(Why.CERTAIN, *seated.couple),)) for seated in found), None, None, (), ())
        kept = () if begun is None else draw_of(begun)[1].matches
        order = tuple(entrant.who for entrant in standings(field))
        released = tuple(match.seated for match in (*kept, *new.matches))
        begin_draw(act, round_, replace(field, released=released), replace(new, matches=(*kept, *new.matches), order=order), seed)
        seat_draw(act, round_, new, plan)
        journal.change(act, round_, opens=act.at, closes=act.at + timedelta(minutes=session.round_minutes))
    return len(found)


def _certain(round_: Round, begun: DrawRow | None, seed: int) -> tuple[Field[int], tuple[Seated[int], ...]]:
    """The field as far as it is known, and the couples that are certain and not released yet, at tables that are free."""
    section = round_.section
    plan = swiss_plan_of(section)
    if section.session.stage.event.form != EventForm.TEAMS:
        raise OnlyTeamsEarly(round=round_.number)
    assert plan is not None, "only a section that is drawn has draws"
    numbers = numbers_of_section(section)
    missing, busy = missing_matches(round_, numbers)
    if not missing:
        raise NothingMissing(round=round_.number)
    score_of = scores_through(section, plan.boards, round_.number - 1)
    seated = () if begun is None else draw_of(begun)[0].released
    loaded = load_field(round_, plan)
    scored = tuple(replace(entrant, score=score_of[entry]) for (entry, _), entrant in zip(numbers.items(), loaded.entrants, strict=True))
    field = replace(loaded, entrants=scored, released=seated)
    found = _couples(field, seed, missing)
    if not found:
        raise NothingCertain(round=round_.number, missing=len(missing))
    known = {entrant.who: entrant for entrant in field.entrants}
    taken = (*busy, *(each.table for each in seated))
    return field, seat_couples(field, [(known[one], known[other]) for one, other in found], taken)


def _couples(field: Field[int], seed: int, missing: tuple[Missing[int], ...]) -> list[tuple[int, int]]:
    """The certain couples that are not released yet, the higher first."""
    if any(not match.outcomes for match in missing):
        return []
    released = {frozenset(seated.couple) for seated in field.released}
    order = [entrant.who for entrant in standings(field)]
    couples = [couple for couple in certain_couples(field, seed, missing) if frozenset(couple) not in released]
    ranked = [(min(couple, key=order.index), max(couple, key=order.index)) for couple in couples]
    return sorted(ranked, key=lambda couple: order.index(couple[0]))

