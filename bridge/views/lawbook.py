"""The law book: every law and section in our own words, both editions side by side where they differ."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from bridge.engine.laws.book import Coverage, Section, coverage_of, sections, sections_of
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt
from bridge.models import Club
from bridge.phrases.laws_book import section_text, section_words
from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, page

LAST = 93


@dataclass(frozen=True, slots=True)
class Row:
    """A section in both editions; None where one does not have it."""

    law: str
    chinese: Section | None
    wbf: Section | None

    @property
    def editions(self) -> tuple[Section | None, Section | None]:
        """What either edition has of it: 1999, 2017."""
        return self.chinese, self.wbf

    @property
    def doubts(self) -> tuple[tuple[Doubt, tuple[Edition, ...]], ...]:
        """What is doubtful about it, each point once with the editions that it concerns."""
        found: dict[str, tuple[Doubt, tuple[Edition, ...]]] = {}
        for section in filter(None, (self.chinese, self.wbf)):
            for doubt in section.doubts:
                _, editions = found.get(doubt.code, (doubt, ()))
                found[doubt.code] = (doubt, (*editions, section.edition))
        return tuple(found.values())

    @property
    def is_same(self) -> bool:
        """Do both say the same in our words?"""
        if self.chinese is None or self.wbf is None:
            return False
        return all(words(Edition.CN1999, self.law) == words(Edition.WBF2017, self.law) for words in (section_words, section_text))


@require_safe
@open_to_all
def lawbook(request: HtmxRequest, club: Club) -> HttpResponse:
    """All laws by number, and how far each edition is covered."""
    laws = [section for section in sections(Edition(club.edition)) if section.law.isdigit()]
    context = {"club": club, "here": "lawbook", "laws": laws, "edition": Edition(club.edition), "covered": _covered()}
    return page(request, "bridge/lawbook/lawbook.html", "", context)


@require_safe
@open_to_all
def law(request: HtmxRequest, club: Club, number: int) -> HttpResponse:
    """One law with its sections."""
    if not 1 <= number <= LAST:
        raise Http404
    rows = rows_of(number)
    both = next(row for row in rows if row.law == str(number))
    kinds = dict.fromkeys(kind for section in (both.chinese, both.wbf) if section for kind in section.kinds)
    context = {
        "club": club, "here": "lawbook", "rows": rows, "number": number, "edition": Edition(club.edition), "editions": list(Edition), "kinds": list(kinds),
        "before": number - 1 or None, "after": number + 1 if number < LAST else None,
    }
    return page(request, "bridge/lawbook/law.html", "", context)


@require_safe
@open_to_all
def help_laws(request: HtmxRequest, club: Club) -> HttpResponse:
    """How far the desk covers the Laws: every law and section in either edition, with what is doubtful about it."""
    laws = [(number, rows_of(number)) for number in range(1, LAST + 1)]
    context = {"club": club, "here": "lawbook", "laws": laws, "covered": _covered(), "ruled": Coverage.RULED}
    return page(request, "bridge/lawbook/coverage.html", "", context)


def _covered() -> list[tuple[Edition, dict[Coverage, int], int]]:
    """Of each edition: how many laws and sections are covered in which way, and how many have a point of doubt."""
    return [(edition, coverage_of(edition), sum(bool(section.doubts) for section in sections(edition))) for edition in Edition]


def rows_of(number: int) -> list[Row]:
    """The sections of a law, each with what either edition has of it, in the order of the book."""
    chinese, wbf = ({section.law: section for section in sections_of(edition, number)} for edition in (Edition.CN1999, Edition.WBF2017))
    return [Row(each, chinese.get(each), wbf.get(each)) for each in sorted(chinese.keys() | wbf.keys())]


urlpatterns = [
    path("c/<slug:club>/laws/", lawbook, name="lawbook"),
    path("c/<slug:club>/laws/coverage/", help_laws, name="help_laws"),
    path("c/<slug:club>/laws/<int:number>/", law, name="law"),
]
