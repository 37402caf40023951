"""A case on the director's desk: the edition, the facts told so far, and what the Law asks next."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar, cast

from bridge.engine.errors import EngineError
from bridge.engine.laws.codes import Chooser, Option
from bridge.engine.laws.edition import Edition

T = TypeVar("T")
Answer = TypeVar("Answer", covariant=True)

Form = StrEnum(  # how an answer is given; `answers` reads and writes them as text
    "Form",
    "YES_NO NUMBER WORD SEAT SEATS SIDE SIDES CALL CALLS CARD CARDS SUIT SUITS RANK STRAIN CONTRACT DESIGNATION OFFENDER NUMBER_OR_ALL NUMBERS "
    "SEAT_CARDS TRICK_CARDS PENALTY_CARDS RESTRICTION LATER_FAILURE PARTY_FAULTS PARTY_NUMBERS SEAT_NUMBERS SEAT_WISHES LIKELY_POINTS WEIGHTS",
)


class ContradictoryFacts(EngineError):
    """A fact told does not agree with the others. Facts: `question`, `told`, `follows`."""


class NotInThisEdition(EngineError):
    """The option chosen does not exist in this edition. Facts: `question`, `told`, `edition`."""


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """One thing that the Law may ask.

    code      its name in records and translations
    neutral   what holds where it was not told: no, nothing, an unknown word
    words     the words that may be answered, for `Form.WORD`
    """

    code: str
    form: Form
    neutral: Answer
    words: type[StrEnum] | None = None


Facts = Mapping[Question[Any], object]


class Unanswered(Exception):
    """The Law asks this next: nothing more can be ruled before it is answered.

    options, chooser   where the question is a choice that the Law gives to somebody: what may be chosen, and by whom
    """

    def __init__(self, question: Question[Any], options: tuple[Option, ...] = (), chooser: Chooser | None = None) -> None:
        super().__init__(question.code)
        self.question = question
        self.options = options
        self.chooser = chooser


class Case:
    """The facts told, asked in the order of the Law.

    at_desk   a question without an answer ends the run (`Unanswered`); otherwise it has its neutral answer, and a choice is "not yet"
    asked     every question that mattered so far, in order
    """

    def __init__(self, edition: Edition, told: Facts, *, at_desk: bool = False) -> None:
        self.edition = edition
        self.at_desk = at_desk
        self.asked: list[Question[Any]] = []
        self._told = told

    @property
    def chinese(self) -> bool:
        """Is this ruled by the Chinese edition of 1999?"""
        return self.edition is Edition.CN1999

    def either(self, chinese: T, wbf: T) -> T:
        """The one that this edition has."""
        return chinese if self.chinese else wbf

    def told(self, question: Question[T]) -> T | None:
        """The answer, or None where none was given; never ends the run."""
        self.asked.append(question)
        return cast("T | None", self._told.get(question))

    def ask(self, question: Question[T]) -> T:
        """The answer, needed now. At the desk an untold one ends the run."""
        answer = self.told(question)
        if answer is not None:
            return answer
        if self.at_desk:
            raise Unanswered(question)
        return question.neutral

    def learn(self, question: Question[T]) -> T | None:
        """The answer, or None where it is not known; at the desk it is asked."""
        answer = self.told(question)
        if answer is None and self.at_desk:
            raise Unanswered(question)
        return answer

    def choice(self, question: Question[T], options: tuple[Option, ...], chooser: Chooser) -> T | None:
        """What was chosen; None where nobody has chosen yet. At the desk the choice is put to the chooser first."""
        answer = self.told(question)
        if answer is None and self.at_desk:
            raise Unanswered(question, options, chooser)
        return answer

    def agree(self, question: Question[T], follows: T) -> T:
        """What follows from the other facts, after making sure that nothing else was told. Raises ContradictoryFacts."""
        answer = self.told(question)
        if answer is not None and answer != follows:
            raise ContradictoryFacts(question=question.code, told=answer, follows=follows)
        return follows
