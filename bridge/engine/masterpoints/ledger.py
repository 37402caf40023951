"""The ledger of master points: lines are added and never changed; a later publication reverses what the earlier one gave and gives anew.

A line belongs to one person, one list and one publication (its version). What somebody has is the sum of the lines.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError

Person = TypeVar("Person")
List = TypeVar("List")


class OlderVersion(EngineError):
    """A version of the list that is not later than the one already in the ledger. Facts: `version`, `entered`."""


class DueTwice(EngineError):
    """One person is to get two awards for one list. Facts: `person`."""


@dataclass(frozen=True, slots=True)
class Line(Generic[Person, List]):
    """One line: hundredths given (or taken back: negative, `reverses` True) to a person for a list, by its publication's version."""

    person: Person
    list: List
    version: int
    hundredths: int
    reverses: bool = False


@dataclass(frozen=True, slots=True)
class Due(Generic[Person]):
    """What a final publication gives to one person."""

    person: Person
    hundredths: int


def lines_for(
    ledger: Sequence[Line[Person, List]], list_: List, version: int, due: Sequence[Due[Person]]
) -> tuple[Line[Person, List], ...]:
    """The lines that a final publication adds: every standing award of its list reversed, then the new ones. Nothing where it is entered already.

    ledger   all lines of the list, in order
    raises   OlderVersion, DueTwice
    """
    persons = [award.person for award in due]
    for person in persons:
        if persons.count(person) > 1:
            raise DueTwice(person=person)
    own = [line for line in ledger if line.list == list_]
    entered = max((line.version for line in own), default=0)
    if version < entered:
        raise OlderVersion(version=version, entered=entered)
    if version == entered:
        return ()
    standing: dict[Person, int] = {}
    for line in own:
        standing[line.person] = standing.get(line.person, 0) + line.hundredths
    reversed_ = tuple(Line(person, list_, version, -hundredths, reverses=True) for person, hundredths in standing.items() if hundredths)
    return reversed_ + tuple(Line(award.person, list_, version, award.hundredths) for award in due)


def balance(ledger: Iterable[Line[Person, List]], person: Person) -> int:
    """Hundredths that a person has."""
    return sum(line.hundredths for line in ledger if line.person == person)
