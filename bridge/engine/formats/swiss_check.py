"""Swiss pairs scored afresh: the boards over the whole field, the matches by a scale, totals and places."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from bridge.engine.formats.checked import EventCheck
from bridge.engine.formats.event import Method, PublishedBoard, PublishedEvent
from bridge.engine.formats.figures import judge_figures
from bridge.engine.formats.lines import Difference, Note, judge_line
from bridge.engine.formats.match_check import (
    ScoredMatch,
    gathered_boards,
    match_totals,
    matches_once,
    scale_notes,
    scale_of,
    score_differences,
    total_differences,
)
from bridge.engine.formats.pair_check import Attempt, best_attempt, check_field
from bridge.engine.formats.scales import MatchFigures

Marks = tuple[Fraction | None, Fraction | None]


def check_swiss(event: PublishedEvent) -> EventCheck:
    """Pairs that meet in matches; where no match has a score, and none is said to have one in victory points, they are one field like any other."""
    field = replace(event, boards=gathered_boards(event), matches=(), boards_due=None, winners=1)
    if not event.vp and not any(match.first_score for match in event.matches):
        return check_field(field)
    bare = replace(field, entrants=tuple(replace(entrant, score=None, percent=None, place=None, adjustment=None, handicap=None) for entrant in event.entrants))
    checks = [_check_by(event, bare, method) for method in _methods(event)]
    return min(checks, key=lambda found: (len(found.differences), any(note.code == "scale_from_matches" for note in found.notes)))


def _methods(event: PublishedEvent) -> tuple[Method, ...]:
    """The method that the file names, else those that are left: only the scores of the matches can tell which it was where no line has a figure."""
    return (event.method,) if event.method else event.methods or (Method.MATCHPOINTS, Method.CROSS_IMPS, Method.BUTLER)


def _check_by(event: PublishedEvent, bare: PublishedEvent, method: Method) -> EventCheck:
    """The event checked by one method; `bare` has its boards as one field, and of its entrants no published figure."""
    best, _ = best_attempt(replace(bare, method=method))
    matches = tuple(_scored_matches(event, bare.boards, best))
    scale = scale_of(event, matches)
    entrants, record = match_totals(event, matches, scale)
    found: list[Difference | Note] = [judged for board in bare.boards for line in board.lines for judged in judge_line(event, board, line)]
    found += [*judge_figures(bare, best.rule, best.fields), *score_differences(event, matches, scale), *total_differences(event, entrants, record)]
    told = () if event.method else (Note("method_found", (("method", method.value),)),)
    return EventCheck(
        method=best.rule.conditions.method,
        factoring=best.rule.factoring,
        totals=scale.code,
        entrants=entrants,
        differences=tuple(item for item in found if isinstance(item, Difference)),
        notes=(*told, *scale_notes(matches, scale), *(item for item in found if isinstance(item, Note))),
    )


def _scored_matches(event: PublishedEvent, boards: Sequence[PublishedBoard], best: Attempt) -> Iterator[ScoredMatch]:
    """Each match with the sum of its lines' marks, and at matchpoints the mean of its percentages."""
    marks = _marks_of_lines(best)
    found: dict[tuple[int | None, str], list[tuple[Marks, bool]]] = {}
    for board in boards:
        for line in board.lines:
            if id(line) in marks:
                found.setdefault((line.round, line.match), []).append((marks[id(line)], line.ns == (line.match,)))
    with_percent = best.rule.factoring is not None
    for match in matches_once(event.matches):
        yield ScoredMatch(match, _figures(found.get((match.round, match.first), ()), with_percent=with_percent))


def _marks_of_lines(best: Attempt) -> dict[int, Marks]:
    """North-South's mark and percent of every line that has any."""
    found: dict[int, Marks] = {}
    for field, reckoned in best.fields:
        for traveller, printed in zip(reckoned.travellers, field.printed, strict=True):
            for scored, (_, line) in zip(traveller.lines(), printed, strict=True):
                if scored.ns_mark is not None:
                    found[id(line)] = (scored.ns_mark, scored.ns_percent)
    return found


def _figures(lines: Sequence[tuple[Marks, bool]], *, with_percent: bool) -> MatchFigures | None:
    if not lines:
        return None
    if with_percent:
        own = [percent if is_first else 100 - percent for (_, percent), is_first in lines if percent is not None]
        percent = sum(own, Fraction(0)) / len(own)
        return MatchFigures(len(own), percent, 100 - percent, percent)
    margins = [mark if is_first else -mark for (mark, _), is_first in lines if mark is not None]
    margin = sum(margins, Fraction(0))
    return MatchFigures(len(margins), max(margin, Fraction(0)), max(-margin, Fraction(0)))

