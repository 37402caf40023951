"""What a check finds: the rule, every entrant as published and as reckoned, every difference."""

from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.formats.event import Entrant, Form, PublishedEvent
from bridge.engine.formats.lines import Difference, Note, Where
from bridge.engine.formats.notation import parse_figure, parse_place
from bridge.engine.formats.wording import fixed_words
from bridge.engine.scoring.ranking import Place


@dataclass(frozen=True, slots=True)
class CheckedEntrant:
    """An entrant as published, and its figures as reckoned: exact, None where there are none."""

    entrant: Entrant
    score: Fraction | None = None
    percent: Fraction | None = None
    place: Place | None = None

    @property
    def shown_score(self) -> str | None:
        """The score with as many decimals as the published one, or two."""
        return None if self.score is None else fixed_words(self.score, _decimals(self.entrant.score))

    @property
    def shown_percent(self) -> str | None:
        """The percentage with as many decimals as the published one, or two."""
        return None if self.percent is None else fixed_words(self.percent, _decimals(self.entrant.percent))


def _decimals(printed: str | None) -> int:
    figure = parse_figure(printed)
    return len(str(figure.unit.denominator)) - 1 if figure else 2


@dataclass(frozen=True, slots=True)
class EventCheck:
    """What came of a check: the rule that was found, every entrant, every difference; `differences` empty means all is reproduced."""

    method: str
    factoring: str | None
    totals: str
    entrants: tuple[CheckedEntrant, ...]
    differences: tuple[Difference, ...]
    notes: tuple[Note, ...]


def entrant_where(event: PublishedEvent, entrant: Entrant, field: str) -> Where:
    """The address of an entrant's figure; its side and section are told where the number alone does not say who it is."""
    alike = [other for other in event.entrants if other.number == entrant.number]
    number = entrant.number
    if len({other.direction for other in alike}) > 1 and entrant.direction:
        number = f"{number} {entrant.direction.value}"
    section = entrant.section if len({other.section for other in alike}) > 1 else ""
    kind = {Form.PAIRS: "pair", Form.SINGLES: "player", Form.TEAMS: "team"}[event.form]
    return Where(entrant=number, kind=kind, section=section, field=field)


def _is_phantom(item: CheckedEntrant) -> bool:
    """Is it somebody who played nothing, listed with nothing but zeros: the pair of a half table that nobody was?"""
    figures = [figure for figure in (parse_figure(item.entrant.score), parse_figure(item.entrant.percent)) if figure]
    return item.score is None and bool(figures) and not any(figure.value for figure in figures)


def place_differs(event: PublishedEvent, item: CheckedEntrant) -> bool:
    """Is the published place another one? The `=` counts where the file marks shared places at all."""
    if item.entrant.place is None or item.place is None and _is_phantom(item):
        return False
    told = parse_place(item.entrant.place)
    if told and told[0] == 0:
        told = None  # a program's 0 for somebody who has no place
    if told is None or item.place is None:
        return told is not None or item.place is not None
    marked = any((place := parse_place(entrant.place)) and place[1] for entrant in event.entrants)
    return told[0] != item.place.number or marked and told[1] != item.place.shared
