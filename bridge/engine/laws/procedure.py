"""How a kind of case is ruled on: its function, its law, and its questions page by page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bridge.engine.laws.case import Case, Question
from bridge.engine.laws.codes import Phase
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome


@dataclass(frozen=True, slots=True)
class Page:
    """Questions asked together on one page; only in one edition, where the other does not ask them."""

    questions: tuple[Question[Any], ...]
    edition: Edition | None = None


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a kind of case is ruled on.

    laws    the law in the menu of each edition: 1999, 2017
    pages   what the desk asks, in the order of the Law
    later   what may be told besides, where it is known or happens afterwards; never asked by itself
    """

    rule: Callable[[Case], Outcome]
    phase: Phase
    laws: tuple[str, str]
    pages: tuple[Page, ...]
    later: tuple[Question[Any], ...] = ()

    @property
    def questions(self) -> tuple[Question[Any], ...]:
        """Everything that matters to it, each once."""
        return tuple(dict.fromkeys((*(question for page in self.pages for question in page.questions), *self.later)))
