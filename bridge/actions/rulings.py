"""What directors decide: a ruling with what it does to the score, half-made ones, reminders, reviews, and taking a ruling back.

The rulings and adjustments of a board are never edited: a ruling is withdrawn, or replaced by another one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bridge import models, tasks
from bridge.actions.fouls import set_forms
from bridge.engine.errors import EngineError
from bridge.engine.laws.case import Facts
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from bridge.engine.scoring.outcome import Unit, problems_with_penalty
from bridge.engine.seats import Side
from bridge.jobs.counting import finish_calls
from bridge.mapping.outcomes import Row
from bridge.mapping.rulings import answers_to_json, outcome_to_json, rectification_to_json
from bridge.models import Adjustment, Board, DirectorCall, Foul, Penalty, Reminder, Result, Ruling, Seating, Session, journal
from bridge.permissions import Actor
from bridge.queries.standing_scores import scores_at


class NoLongerStands(EngineError):
    """The ruling was withdrawn or replaced before. Facts: `act` that ended it."""


@dataclass(frozen=True, slots=True)
class SessionPenaltyGiven:
    """Taken from an entry's evening (Laws 90, 91); unit: percent of a board, or vp, victory points of a team."""

    entry: models.Entry
    amount: Fraction
    unit: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What a director decided.

    chosen   code of the option that was taken, "" where there was none
    shows    what others see of it: given | law | outcome
    reminds  the table's phone shows what is to be remembered
    rows     kind and value of the adjustment of each side that it concerns
    forms    of a fouled board: seating's id -> form, "" as it was dealt, for every seating of the section that has it; empty: the ruling is not about that
    note     the director's own words
    told     both sides have been told
    """

    edition: Edition
    kind: Kind
    answers: Facts
    outcome: Outcome
    chosen: str = ""
    shows: str = "given"
    reminds: bool = False
    rows: Mapping[Side, Row] = field(default_factory=dict)
    penalty: SessionPenaltyGiven | None = None
    forms: Mapping[int, str] = field(default_factory=dict)
    note: str = ""
    told: bool = True


@dataclass(frozen=True, slots=True)
class TableBoard:
    """The board at a table that a ruling is about."""

    seating: Seating
    board: Board

    @property
    def session(self) -> Session:
        """Its evening."""
        return self.seating.section.session

    @property
    def where(self) -> dict[str, Any]:
        """The columns that name it."""
        return {"seating": self.seating, "board": self.board}

    @property
    def facts(self) -> dict[str, Any]:
        """What an act about it keeps."""
        played = self.seating.round.number if self.seating.round else None
        return {"seating": self.seating.pk, "table": self.seating.table, "round": played, "board": self.board.number}


def give_ruling(
    at: TableBoard, decision: Decision, *, call: DirectorCall | None = None, replaces: Ruling | None = None, by: Actor, key: str, seen: int = 0
) -> Ruling:
    """The decision with its adjustments, penalty and reminders; what the ruling that it replaces had done ends.

    raises   ChangedMeanwhile where anything was ruled, adjusted or agreed about this board after the act that was seen; NoLongerStands of `replaces`;
             PenaltyTooHigh
    """
    if decision.penalty is not None and decision.penalty.unit == Unit.PERCENT.value:
        for problem in problems_with_penalty(decision.penalty.amount, Unit.PERCENT):
            raise problem.error
    facts = at.facts | {"code": decision.kind.value, "laws": list(decision.outcome.laws), "replaces": replaces.pk if replaces else None}
    with journal.act(at.session.journal, "give_ruling", by=by, key=key, facts=facts, reason=decision.note) as act:
        if act.is_repeat:
            return Ruling.objects.get(since=act)
        for rows in (Ruling, Adjustment, Result):
            journal.refuse_if_changed(rows.objects.filter(**at.where), seen)
        if decision.forms:
            journal.refuse_if_changed(Foul.objects.filter(board=at.board, section=at.seating.section), seen)
        if replaces is not None:
            _end(act, replaces)
        ruling: Ruling = Ruling.objects.begin(
            act, session=at.session, **at.where, edition=decision.edition.value, code=decision.kind.value,
            answers=answers_to_json(decision.kind, decision.answers), outcome=outcome_to_json(decision.outcome),
            chosen={"option": decision.chosen, "shows": decision.shows, "reminds": decision.reminds, **_forms_kept(decision)},
            told_at=act.at if decision.told else None, replaces=replaces,
        )
        _carry_out(act, at, decision, ruling)
        if call is not None:
            finish_calls(act, DirectorCall.objects.filter(pk=call.pk))
        tasks.ask_for_scores(at.session.sections.all())
        return ruling


def _forms_kept(decision: Decision) -> dict[str, Any]:
    return {"forms": {str(pk): form for pk, form in decision.forms.items()}} if decision.forms else {}


def _carry_out(act: journal.Act, at: TableBoard, decision: Decision, ruling: Ruling) -> None:
    for side, now in scores_at(at.seating, at.board, more=decision.rows).items():
        if side in decision.rows:
            _set_score(act, at, side, now.row, ruling.pk)
    if decision.penalty is not None:
        given = decision.penalty
        Penalty.objects.begin(act, session=at.session, entry=given.entry, amount=given.amount, unit=given.unit, ruling=ruling)
    if decision.forms:
        set_forms(act, at.seating.section, at.board, decision.forms, seen=act.pk)
    for each in decision.outcome.reminders:
        Reminder.objects.begin(act, ruling=ruling, what=rectification_to_json(each))


def _set_score(act: journal.Act, at: TableBoard, side: Side, row: Row, ruling: int | None) -> None:
    Adjustment.objects.filter(**at.where, side=side.value).end(act)
    Adjustment.objects.begin(act, **at.where, side=side.value, kind=row[0], value=row[1], ruling_id=ruling)


def withdraw_ruling(ruling: Ruling, *, reason: str, by: Actor, key: str) -> None:
    """The ruling is taken back with all that it did; what stood before it stands again. Raises NoLongerStands."""
    session = ruling.session
    with journal.act(session.journal, "withdraw_ruling", by=by, key=key, facts=_about(ruling), reason=reason) as act:
        if not act.is_repeat:
            _end(act, ruling)
            tasks.ask_for_scores(session.sections.all())


def _end(act: journal.Act, ruling: Ruling) -> None:
    """End a ruling and what it did; the score is worked out anew from what still stands."""
    now = Ruling.objects.get(pk=ruling.pk)
    if now.until_id is not None:
        raise NoLongerStands(act=now.until_id)
    for rows in (Adjustment, Penalty, Reminder):
        rows.objects.filter(ruling=ruling).end(act)
    Ruling.objects.filter(pk=ruling.pk).end(act)
    if ruling.seating is None or ruling.board is None:
        return
    at = TableBoard(ruling.seating, ruling.board)
    if "forms" in ruling.chosen:
        _end_forms(act, at, ruling)
    live = {row.side: (row.kind, row.value, row.ruling_id) for row in Adjustment.objects.live().filter(**at.where)}
    for side, standing in scores_at(at.seating, at.board).items():
        if live.get(side.value) != (*standing.row, standing.ruling):
            _set_score(act, at, side, standing.row, standing.ruling)


@dataclass(frozen=True, slots=True)
class HalfDecided:
    """A ruling as far as a director came with it.

    pressed   fields of a question that is not answered yet, as text
    decided   fields of the outcome as they were typed, not judged yet
    replaces  the ruling that it will take the place of
    """

    kind: Kind
    answers: Facts
    pressed: Mapping[str, str] = field(default_factory=dict)
    decided: Mapping[str, str] = field(default_factory=dict)
    replaces: Ruling | None = None

    def to_json(self) -> dict[str, Any]:
        """As it waits on a call: what is empty is left out."""
        more = {"pressed": dict(self.pressed), "decided": dict(self.decided), "replaces": self.replaces.pk if self.replaces else None}
        return {"kind": self.kind.value, "answers": answers_to_json(self.kind, self.answers)} | {name: value for name, value in more.items() if value}


def _end_forms(act: journal.Act, at: TableBoard, ruling: Ruling) -> None:
    """The forms that a board had before the ruling hold again, but for those of a ruling that it had replaced; nothing where they were set anew since."""
    fouls = Foul.objects.filter(board=at.board, section=at.seating.section)
    if fouls.live().exclude(since=ruling.since).exists():
        return
    fouls.filter(since=ruling.since).end(act)
    before = fouls.filter(until=ruling.since)
    if ruling.replaces is not None:
        before = before.exclude(since=ruling.replaces.since)
    for row in before:
        Foul.objects.begin(act, board=row.board, section=row.section, table=row.table, from_round=row.from_round, form=row.form)


def keep_half_made(at: TableBoard, half: HalfDecided, *, call: DirectorCall | None, by: Actor, key: str) -> DirectorCall:
    """What was answered and typed so far waits on its call, where any director takes it up again."""
    with journal.act(at.session.journal, "keep_half_made", by=by, key=key, facts=at.facts | {"code": half.kind.value}) as act:
        if act.is_repeat:
            return DirectorCall.objects.get(pk=act.facts["call"])
        if call is not None:
            call.refresh_from_db()
        if call is None or call.done_by_id is not None:  # dealt with meanwhile: nobody would find it there
            call = DirectorCall.objects.create(
                session=at.session, **at.where, about="ruling", called_at=act.at, called_by=act, taken_by=by.account, taken_at=act.at
            )
        journal.change(act, call, seating=at.seating, board=at.board, answers=half.to_json())
        act.facts["call"] = call.pk
        return call


def clear_reminder(reminder: Reminder, *, by: Actor, key: str) -> None:
    """What had to be remembered is done."""
    ruling = reminder.ruling
    with journal.act(ruling.session.journal, "clear_reminder", by=by, key=key, facts=_about(ruling) | {"reminder": reminder.pk}) as act:
        if not act.is_repeat:
            Reminder.objects.filter(pk=reminder.pk).end(act)


def tell_ruling(ruling: Ruling, *, by: Actor, key: str) -> None:
    """Both sides have now been told."""
    with journal.act(ruling.session.journal, "tell_ruling", by=by, key=key, facts=_about(ruling)):
        pass


def ask_review(ruling: Ruling, side: Side, *, reason: str, by: Actor, key: str) -> None:
    """A side asks for a review (Law 92)."""
    with journal.act(ruling.session.journal, "ask_review", by=by, key=key, facts=_about(ruling) | {"side": side.value}, reason=reason):
        pass


def hear_review(ruling: Ruling, *, heard_by: str, found: str, costs: str, reason: str, by: Actor, key: str) -> None:
    """A review was heard (Law 93).

    found   stands | changed | dismissed: a changed ruling is then replaced by another one
    costs   none | returned | kept
    """
    facts = _about(ruling) | {"heard_by": heard_by, "found": found, "costs": costs}
    with journal.act(ruling.session.journal, "hear_review", by=by, key=key, facts=facts, reason=reason):
        pass


def _about(ruling: Ruling) -> dict[str, Any]:
    facts: dict[str, Any] = {"ruling": ruling.pk}
    if ruling.seating is not None and ruling.board is not None:
        facts |= TableBoard(ruling.seating, ruling.board).facts
    return facts
