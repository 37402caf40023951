"""Tags and filters for what the Laws say: numbers that lead to the law book, rulings aloud, answers aloud."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from bridge.engine.laws.book import Coverage, number_of
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Chooser, Kind, Phase
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt, Finding, Rectification
from bridge.engine.scoring.match_methods import Margin
from bridge.engine.scoring.outcome import Outcome
from bridge.engine.seats import Seat
from bridge.mapping.outcomes import Row, outcome_to_json
from bridge.models import Act, Club, LawEdition
from bridge.phrases.figures import decimal_text, points_text
from bridge.phrases.laws_book import section_text, section_words
from bridge.phrases.laws_desk import chinese_term, chosen_words, coverage_words, finding_words, law_words, review_words, told_words
from bridge.phrases.laws_menu import chooser_words, kind_words, phase_words
from bridge.phrases.laws_questions import question_words
from bridge.phrases.laws_rulings import doubt_words, rectification_words, reminder_words, ruling_words
from bridge.phrases.names import reads_chinese
from bridge.phrases.outcomes import decision_words, outcome_words

register = template.Library()


@register.simple_tag
def law_link(club: Club, law: str) -> SafeString | str:
    """`Law 54D`, leading to that section of the law book; a number that is in neither edition stands as it was written."""
    return _linked(club, law, law_words(law))


def _linked(club: Club, law: str, words: str) -> SafeString | str:
    number = number_of(law)
    if number is None:
        return words
    return format_html('<a href="{}#s{}">{}</a>', reverse("law", args=[club.slug, number]), law, words)


@register.filter
def law_name(law: str) -> str:
    """`Law 54D` within a sentence."""
    return law_words(law)


@register.simple_tag
def law_links(club: Club, laws: tuple[str, ...]) -> SafeString:
    """Several law numbers in a row, each leading to its section."""
    return format_html_join(gettext(", "), "{}", ((law_link(club, law),) for law in laws))


@register.simple_tag
def law_numbers(club: Club, laws: tuple[str, ...]) -> SafeString:
    """The same where a heading says that they are laws: `54D, 56`."""
    return format_html_join(gettext(", "), "{}", ((_linked(club, law, law),) for law in laws))


@register.filter
def kind(value: Kind) -> str:
    """What happened: `An insufficient bid`."""
    return kind_words(value)


@register.filter
def chinese_name(value: Kind) -> str:
    """What the Chinese Laws call it; empty for a reader of Chinese, who has just read it."""
    return "" if reads_chinese() else chinese_term(value)


@register.filter
def phase(value: Phase) -> str:
    """A part of the list of the desk."""
    return phase_words(value)


@register.filter
def question(value: Question[Any]) -> str:
    """What is asked."""
    return question_words(value)


@register.simple_tag
def told(asked: Question[Any], answer: object) -> str:
    """What was answered."""
    return told_words(asked, answer)


@register.filter
def ruled(value: Any) -> str:
    """What is ruled, in one sentence."""
    return gettext("%(said)s.") % {"said": ruling_words(value)}


@register.filter
def follows(value: Rectification) -> str:
    """One thing that follows, in one sentence."""
    return gettext("%(said)s.") % {"said": rectification_words(value)}


@register.filter
def remembered(value: Any) -> str:
    """What outlives a ruling (`queries.rulings.Remembered`), with the player and the cards that it is about."""
    return reminder_words(value.what, value.seat, value.cards)


@register.filter
def option(code: str) -> str:
    """An option that was taken, by its code."""
    return chosen_words(code)


@register.filter
def chooser(value: Chooser, seat: Seat | None = None) -> str:
    """Who has the choice, with the seat where it is known."""
    return chooser_words(value, seat)


@register.filter
def counts_as(row: Row) -> str:
    """What a side of a board gets: the kind and value of a row."""
    return decision_words(*row)


@register.filter
def doubt(value: Doubt) -> str:
    """A point of doubt."""
    return doubt_words(value)


@register.filter
def finding(value: Finding) -> str:
    """A computed answer."""
    return finding_words(value)


@register.filter
def coverage(value: Coverage) -> str:
    """How a section is covered."""
    return coverage_words(value)


@register.filter
def edition(value: Edition) -> str:
    """The Laws that a ruling was given by."""
    return str(LawEdition(value.value).label)


@register.filter
def counts(value: Outcome) -> str:
    """What a board counts as at one table: North-South's points, or what was decided in their place."""
    stored = outcome_to_json(value)
    return points_text(stored) if isinstance(stored, int) else outcome_words(stored)


@register.simple_tag
def margins(value: Margin | None) -> str:
    """What a board or a match is to the home team; to both teams, `3 : −5`, where that does not balance; a dash while a room is missing."""
    if value is None:
        return "–"
    home, away = (decimal_text(each, 0 if each.denominator == 1 else 2) for each in (value.home, value.away))
    return home if value.home == -value.away else f"{home} : {away}"


@register.filter
def review_found(act: Act) -> str:
    """What a review found, and what became of its costs."""
    return review_words(act.facts["found"], act.facts["costs"])


@register.simple_tag
def section(edition: Edition, law: str) -> str:
    """What a section is about."""
    return section_words(edition, law)


@register.simple_tag
def section_says(edition: Edition, law: str) -> str:
    """What a section says."""
    return section_text(edition, law)


@register.simple_tag
def law_title(club: Club, law: int) -> str:
    """What a law is about in the club's edition: `Penalty for a revoke`; nothing for a number that it does not have."""
    try:
        return section_words(Edition(club.edition), str(law))
    except KeyError:
        return ""


@register.filter
def of_ruling(value: dict[int, Any], ruling: int) -> Any:
    """What is told of a ruling among others, by its id."""
    return value.get(ruling)
