"""The public door: `rule` answers once and for all from what was told; `next_step` leads a director through the pages."""

from dataclasses import dataclass, replace
from typing import Any

from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Case, Facts, Form, Question, Unanswered
from bridge.engine.laws.codes import Chooser, Kind, Option
from bridge.engine.laws.doubts import doubts_about
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.menu_auction import MENU_AUCTION
from bridge.engine.laws.menu_board import MENU_BOARD
from bridge.engine.laws.menu_play import MENU_PLAY
from bridge.engine.laws.procedure import Procedure
from bridge.engine.laws.rectification import Outcome

PROCEDURES: dict[Kind, Procedure] = MENU_AUCTION | MENU_PLAY | MENU_BOARD


@dataclass(frozen=True, slots=True)
class Step:
    """The next page: its questions not answered yet; for a choice of the Law also its options and who chooses."""

    questions: tuple[Question[Any], ...]
    options: tuple[Option, ...] = ()
    chooser: Chooser | None = None


def rule(edition: Edition, kind: Kind, told: Facts) -> Outcome:
    """The ruling on what was told; what was not told has its neutral answer, and a choice not made is left open in the outcome.

    raises   ContradictoryFacts, NotInThisEdition, WeightsNotWhole, NoSuchTrick
    """
    return _with_doubts(edition, PROCEDURES[kind].rule(Case(edition, told)), told)


def next_step(edition: Edition, kind: Kind, told: Facts) -> Step | Outcome:
    """The page that the Law asks for next, or the ruling when it asks nothing more. Raises as `rule`."""
    procedure = PROCEDURES[kind]
    try:
        return _with_doubts(edition, procedure.rule(Case(edition, told, at_desk=True)), told)
    except Unanswered as stop:
        together = _page_of(procedure, stop.question, edition)
        return Step(tuple(question for question in together if question not in told), stop.options, stop.chooser)


def _page_of(procedure: Procedure, question: Question[Any], edition: Edition) -> tuple[Question[Any], ...]:
    pages = (page for page in procedure.pages if page.edition in (None, edition))
    return next((page.questions for page in pages if question in page.questions), (question,))


def _with_doubts(edition: Edition, outcome: Outcome, told: Facts) -> Outcome:
    return replace(outcome, doubts=doubts_about(edition, outcome.laws, told))


def commonest_answer(question: Question[Any]) -> object:
    """The answer to show first: no, the first word, nothing."""
    if question in _COMMONEST:
        return _COMMONEST[question]
    if question.form is Form.WORD and question.words is not None:
        return next(iter(question.words))
    return question.neutral


_COMMONEST: dict[Question[Any], object] = {
    f.PARTNER_COULD_SEE: True,
    f.REPLACEMENT_COMPARABLE: True,
    f.INADVERTENT: True,
    f.ESTABLISHED: True,
    f.PLAY_WAS_REVOKE: True,
    f.FACED_CARD_KNOWN: True,
    f.DOUBTED: True,
    f.PC_WAS_LEGAL: True,
}
