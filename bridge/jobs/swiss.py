"""Drawing rounds by standing: read, draw without a lock, judge by other code, store once. And events that run by themselves at their times.

A round has one live draw: two workers, a crash, a second wish make no second one. A draw waits until every board of the earlier rounds counts
and the standings know of it.
"""

import random
import secrets
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone

from bridge.engine.errors import EngineError
from bridge.engine.swiss.check import check
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Field
from bridge.engine.swiss.pair import pair
from bridge.engine.swiss.recipe import Deed, Due, Recipe, next_deed
from bridge.jobs.counting import TheClock, count_report, want_scores
from bridge.jobs.matches import seat_matches
from bridge.jobs.queue import NotYet
from bridge.mapping.basis import basis_of
from bridge.mapping.swiss import (
    SwissPlan,
    boards_unsettled,
    draw_of,
    is_begun,
    live_draw,
    load_field,
    numbers_of_section,
    rankings_of_section,
    swiss_plan_of,
    swiss_section,
    values_of_draw,
)
from bridge.models import (
    Adjustment,
    Board,
    EventForm,
    Job,
    LineUp,
    Place,
    Report,
    Result,
    Round,
    Seating,
    Section,
    Session,
    SessionState,
    Start,
    journal,
)
from bridge.models import Draw as DrawRow

DRAW_ROUND, RUN_EVENT, SCORE_RANKING = "bridge.draw_round", "bridge.run_event", "bridge.score_ranking"


def draw_round(round_id: int) -> None:
    """Draw a round once its time has come: nothing to do where it is drawn, its session does not run or boards before it are open.

    raises   NotYet while the standings lag behind, and where another worker was quicker; a field that cannot be drawn from leaves no draw (the draw's
             page says why)
    """
    round_ = Round.objects.select_related("section__session__journal", "section__session__stage__event").get(pk=round_id)
    session = round_.section.session
    plan = swiss_plan_of(round_.section)
    if plan is None or plan.recipe is not None or session.state != SessionState.RUNNING:
        return
    begun = live_draw(round_)
    if (begun is not None and not is_begun(begun)) or not _is_ready(round_, plan):
        return
    if not plan.arrears:
        _wait_for_standings(round_.section)
    try:
        field, drawn, seed = make_draw(round_, plan, begun)
    except EngineError:
        return
    with journal.act(session.journal, "draw_round", by=TheClock(), key=_key_of_draw(round_), facts={"round": round_.number}) as act:
        if act.is_repeat:
            return
        if live_draw(round_) != begun:
            raise NotYet  # and no act: one that draws nothing would keep its name from the draw after the next discarding
        row = begin_draw(act, round_, field, drawn, seed)
        if plan.releases:
            now = timezone.now()
            release_draw(act, row, now, now + timedelta(minutes=session.round_minutes))


def _is_ready(round_: Round, plan: SwissPlan) -> bool:
    """Do all results count that the draw is made from, and is it known who met before? One round in arrears the round before need only be released."""
    if not plan.arrears or round_.number == 1:
        return not boards_unsettled(round_.section, round_.number)
    is_known = DrawRow.objects.live().filter(round__section=round_.section, round__number=round_.number - 1, released=True).exists()
    return is_known and not boards_unsettled(round_.section, round_.number - 1)


def _key_of_draw(round_: Round) -> str:
    """The act's name: a draw that was thrown away makes room for the next."""
    return f"draw-{round_.pk}-{DrawRow.objects.filter(round=round_).count()}"


def _wait_for_standings(section: Section) -> None:
    """Raises NotYet, and asks for the standings, while they do not know of the newest act."""
    late = [ranking for ranking in rankings_of_section(section) if ranking.basis != basis_of(ranking)]
    for ranking in late:
        Job.objects.want(SCORE_RANKING, ranking.pk)
    if late:
        raise NotYet


def make_draw(round_: Round, plan: SwissPlan, begun: DrawRow | None = None) -> tuple[Field[int], Draw[int], int]:
    """The field of a round, its draw, judged by other code than drew it, and the seed of its lots. Raises what `pair` raises.

    begun   the draw of which some tables are released early: they stay, and the rest is drawn round them
    """
    field = load_field(round_, plan)
    seed = new_seed()
    if begun is not None:
        field, seed = replace(field, released=draw_of(begun)[0].released), begun.seed
    drawn = pair(field, random.Random(seed))
    faults = check(field, drawn)
    assert not faults, f"a draw that its judge refuses: {faults}"
    return field, drawn, seed


def new_seed() -> int:
    """A seed for the lots of a draw."""
    return secrets.randbits(48)


def begin_draw(act: journal.Act, round_: Round, field: Field[int], drawn: Draw[int], seed: int) -> DrawRow:
    """The draw is the round's from this act on; an older one ends."""
    DrawRow.objects.filter(round=round_).end(act)
    rankings = rankings_of_section(round_.section)
    row: DrawRow = DrawRow.objects.begin(act, round=round_, seed=seed, basis=rankings[0].basis if rankings else {}, **values_of_draw(field, drawn))
    return row


def release_draw(act: journal.Act, row: DrawRow, opens: datetime, closes: datetime) -> None:
    """The draft becomes seatings, and stays as it is from this act on; the round opens."""
    field, whole = draw_of(row)
    round_, section = row.round, row.round.section
    DrawRow.objects.filter(pk=row.pk).end(act)
    DrawRow.objects.begin(act, round=round_, seed=row.seed, field=row.field, basis=row.basis, reasons=row.reasons, released=True)
    plan = swiss_plan_of(section)
    assert plan is not None, "only a section that is drawn has draws"
    seat_draw(act, round_, replace(whole, matches=tuple(match for match in whole.matches if match.seated not in field.released)), plan)
    journal.change(act, round_, opens=opens, closes=closes)
    want_scores([section])
    following = Round.objects.filter(section=section, number=round_.number + 1).first()
    if plan.arrears and following is not None:
        Job.objects.want(DRAW_ROUND, following.pk)


def seat_draw(act: journal.Act, round_: Round, drawn: Draw[int], plan: SwissPlan) -> None:
    """Everybody of these matches, the triangle and who sits out has a place in the round."""
    section = round_.section
    entry_of = {number: entry for entry, number in numbers_of_section(section).items()}
    if section.session.stage.event.form == EventForm.TEAMS:
        seat_matches(act, section, round_, drawn, entry_of, plan)
    else:
        _seat_pairs(act, section, round_, drawn, entry_of, plan)
    if drawn.sit_out is not None:
        Place.objects.begin(act, round=round_, entry_id=entry_of[drawn.sit_out.who])


def _seat_pairs(act: journal.Act, section: Section, round_: Round, drawn: Draw[int], entry_of: dict[int, int], plan: SwissPlan) -> None:
    first = section.first_board + (round_.number - 1) * plan.boards
    for match in drawn.matches:
        seated = match.seated
        seating = Seating.objects.begin(
            act, section=section, round=round_, table=section.first_table + seated.table - 1, first_board=first, last_board=first + plan.boards - 1
        )
        for side, who in (("NS", seated.ns), ("EW", seated.ew)):
            Place.objects.begin(act, round=round_, entry_id=entry_of[who], seating=seating, side=side)


def begin_starts(act: journal.Act, section: Section, entries: list[int]) -> None:
    """These entries (ids) get the next free numbers of the section, in this order."""
    taken = max(numbers_of_section(section).values(), default=0)
    for number, entry in enumerate(entries, taken + 1):
        Start.objects.begin(act, section=section, entry_id=entry, line="", number=number, place=number)


# ---------- events that run by themselves ----------


def run_event(session_id: int, now: datetime | None = None) -> None:
    """Do what is due of an event that runs by itself, one deed an act, and ask for the next at its time; what a sleeping machine missed comes in order.

    now   the moment, for who does not live by the machine's clock
    """
    moment = now or timezone.now()
    while True:
        session = Session.objects.select_related("journal", "stage__event").get(pk=session_id)
        section = swiss_section(session)
        plan = swiss_plan_of(section) if section else None
        if section is None or plan is None or plan.recipe is None or session.state == SessionState.CLOSED:
            return
        done = journal.Act.objects.filter(journal=session.journal, kind="run_event").count()
        due = next_deed(plan.recipe, done)
        if due is None:
            return
        if due.at > moment:
            Job.objects.want(RUN_EVENT, session_id, due.at)
            return
        if due.deed is Deed.DRAW and due.round > 1:
            _wait_for_standings(section)
        with journal.act(
            session.journal, "run_event", by=TheClock(), key=f"event-{session.pk}-{done}", facts={"deed": due.deed.value, "round": due.round}
        ) as act:
            if not act.is_repeat:
                _do(act, session, section, plan, plan.recipe, due)


def _do(act: journal.Act, session: Session, section: Section, plan: SwissPlan, recipe: Recipe, due: Due) -> None:
    round_ = Round.objects.select_related("section__session__stage__event").filter(section=section, number=due.round).first()
    match due.deed:
        case Deed.DRAW if round_ is not None:
            _draw_by_itself(act, session, section, plan, recipe, round_)
        case Deed.CUT_ROUND if round_ is not None:
            _cut(act, section, round_)
        case Deed.PUBLISH:
            journal.change(act, session, state=SessionState.CLOSED, closed_at=act.at)
            for ranking in rankings_of_section(section):
                Job.objects.want(SCORE_RANKING, ranking.pk)
        case _:
            pass  # sign-up and rounds open by the times on their rows


def _draw_by_itself(act: journal.Act, session: Session, section: Section, plan: SwissPlan, recipe: Recipe, round_: Round) -> None:
    """The round's draw and its seats in one act; before the first, all that have signed up in pairs take part."""
    if round_.number == 1:
        waiting: dict[int, set[str]] = {}
        for entry, seat in LineUp.objects.live().filter(session=session).order_by("entry").values_list("entry", "seat"):
            waiting.setdefault(entry, set()).add(seat)
        begin_starts(act, section, [entry for entry, seats in sorted(waiting.items()) if len(seats) >= 2])
        journal.change(act, session, state=SessionState.RUNNING)
    opens = recipe.starts + (round_.number - 1) * timedelta(minutes=recipe.minutes + recipe.pause)
    try:
        field, drawn, seed = make_draw(round_, plan)
    except EngineError as refusal:
        act.facts["refused"] = refusal.code  # nobody to pair: the round is not played
        return
    release_draw(act, begin_draw(act, round_, field, drawn, seed), opens, opens + timedelta(minutes=recipe.minutes))


def _cut(act: journal.Act, section: Section, round_: Round) -> None:
    """The round is over: what only waits for the other side counts, boards without a result are never played."""
    for report in Report.objects.waiting(section.session).filter(seating__round=round_):
        count_report(act, report)
    boards = {board.number: board for board in Board.objects.filter(set=section.board_set_id)}
    seatings = Seating.objects.live().filter(section=section, round=round_)
    known = set(Result.objects.live().filter(seating__in=seatings).values_list("seating", "board__number"))
    known |= set(Adjustment.objects.live().filter(seating__in=seatings).values_list("seating", "board__number"))
    for seating in seatings:
        for number in range(seating.first_board, seating.last_board + 1):
            if (seating.pk, number) not in known:
                for side in ("NS", "EW"):
                    Adjustment.objects.begin(act, seating=seating, board=boards[number], side=side, kind="not_played")
    want_scores([section])
