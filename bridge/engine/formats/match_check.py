"""What team matches and Swiss matches have in common: a scale from figures to scores, totals of matches, places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bridge.engine.formats.checked import CheckedEntrant, entrant_where, place_differs
from bridge.engine.formats.event import Entrant, Form, Match, PublishedBoard, PublishedEvent
from bridge.engine.formats.lines import Difference, Note, Where
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.scales import Both, MatchFigures, Scale, known_scales, own_scale
from bridge.engine.scoring.ranking import places_of

Record = dict[str, tuple[int, int]]  # number -> matches won, matches drawn

# A named scale may miss one score in so many and is still the file's.
_STRAY = 10


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match with what it came to as reckoned; `figures` None where it has no board with a result."""

    match: Match
    figures: MatchFigures | None
    differences: tuple[Difference, ...] = ()


def matches_once(matches: Sequence[Match]) -> Iterator[Match]:
    """Each match once, where a file tells it from both sides."""
    seen: set[tuple[object, ...]] = set()
    for match in matches:
        mirrored = (match.session, match.round, match.second, match.first, match.first_board)
        if mirrored not in seen:
            seen.add((match.session, match.round, match.first, match.second, match.first_board))
            yield match


def match_where(event: PublishedEvent, match: Match, field: str, board: int | None = None) -> Where:
    """The address of a match's figure."""
    return Where(round=match.round, entrant=match.first, kind="team" if event.form is Form.TEAMS else "pair", board=board, field=field)


def gathered_boards(event: PublishedEvent) -> tuple[PublishedBoard, ...]:
    """The boards of all matches, each with all its lines, which keep the round and match they stand in.

    Where a side meets a number twice, the rounds had different boards of that number.
    """
    matches = tuple(matches_once(event.matches))
    met = [(match.session, side, played.board.number) for match in matches for played in match.boards for side in (match.first, match.second)]
    by_round = len(set(met)) < len(met)
    boards: dict[tuple[object, ...], PublishedBoard] = {}
    for match in matches:
        for played in match.boards:
            key = (match.session, played.board.number, match.round if by_round else None)
            lines = tuple(replace(line, round=match.round, match=match.first) for line in played.board.lines)
            session = f"{match.session}/{match.round}" if by_round else match.session
            known = boards.get(key, replace(played.board, lines=(), session=session))
            boards[key] = replace(known, lines=known.lines + lines)
    return tuple(boards.values())


def _printed_scores(match: Match) -> tuple[Fraction, Fraction] | None:
    first, second = parse_figure(match.first_score), parse_figure(match.second_score)
    return (first.value, second.value) if first and second else None


def scale_of(event: PublishedEvent, matches: Sequence[ScoredMatch]) -> Scale:
    """The known scale that gives all printed scores, or misses few, else the file's own; without printed scores the one that misses fewest totals."""
    percent = any(scored.figures and scored.figures.percent is not None for scored in matches)
    scales = known_scales(vp=event.vp, percent=percent)
    missed = [sum(1 for _ in score_differences(event, matches, scale)) for scale in scales]
    if not any(_printed_scores(scored.match) for scored in matches):
        missed = [sum(1 for _ in total_differences(event, *match_totals(event, matches, scale))) for scale in scales]
        return scales[missed.index(min(missed))]
    best = missed.index(min(missed))
    if missed[best] * _STRAY <= 2 * len(matches):
        return scales[best]
    return own_scale([(scored.figures.margin, both) for scored in matches if scored.figures and (both := _printed_scores(scored.match))])


def scores_of(scored: ScoredMatch, scale: Scale) -> Both | None:
    """Both scores by the scale; a match whose printed scores add up to half of the scale's was one of half length (a triangle in one round)."""
    both = scale.scores(scored.figures) if scored.figures else None
    printed = _printed_scores(scored.match)
    if both and printed and sum(both) == 2 * sum(printed) != 0:
        return both[0] / 2, both[1] / 2
    return both


def score_differences(event: PublishedEvent, matches: Sequence[ScoredMatch], scale: Scale) -> Iterator[Difference]:
    """Printed scores of matches that the scale does not give."""
    for scored in matches:
        if scored.figures is None:
            continue
        both = scores_of(scored, scale)
        printed = (("score", scored.match.first_score), ("opponents' score", scored.match.second_score))
        for (field, text), exact in zip(printed, both or (None, None), strict=True):
            figure = parse_figure(text)
            if text is not None and (figure is None or exact is None or not figure.agrees_with(exact)):
                yield Difference(match_where(event, scored.match, field), text, None if exact is None else str(exact))


def match_totals(event: PublishedEvent, matches: Sequence[ScoredMatch], scale: Scale) -> tuple[tuple[CheckedEntrant, ...], Record]:
    """Every entrant with its total and place, and how many matches it won and drew; a score off the scale is taken as printed."""
    totals = {entrant.number: _adjustment(entrant) for entrant in event.entrants}
    record = dict.fromkeys(totals, (0, 0))
    for scored in matches:
        both = scores_of(scored, scale)
        scores = both or _printed_scores(scored.match)
        if scores is None:
            _add_lone_score(scored.match, totals)
            continue
        margin = scored.figures.margin if scored.figures else scores[0] - scores[1]
        for number, score, ahead in ((scored.match.first, scores[0], margin), (scored.match.second, scores[1], -margin)):
            if number in totals:
                won, drawn = record[number]
                totals[number] += score
                record[number] = won + (ahead > 0), drawn + (ahead == 0)
    places = places_of([totals[entrant.number] for entrant in event.entrants])
    checked = (CheckedEntrant(replace(entrant, members=()), totals[entrant.number], None, place) for entrant, place in zip(event.entrants, places, strict=True))
    return tuple(checked), record


def _add_lone_score(match: Match, totals: dict[str, Fraction]) -> None:
    """A sit-out: the award printed for the one who was there."""
    for number, text in ((match.first, match.first_score), (match.second, match.second_score)):
        figure = parse_figure(text)
        if figure and number in totals:
            totals[number] += figure.value


def _adjustment(entrant: Entrant) -> Fraction:
    figure = parse_figure(entrant.adjustment)
    return figure.value if figure else Fraction(0)


def total_differences(event: PublishedEvent, checked: Sequence[CheckedEntrant], record: Record) -> Iterator[Difference]:
    """Published totals, places and numbers of matches won that are not as reckoned; a match drawn counts as one or as half of one."""
    for item in checked:
        entrant = item.entrant
        figure = parse_figure(entrant.score)
        if entrant.score is not None and (figure is None or item.score is None or not figure.agrees_with(item.score)):
            yield Difference(entrant_where(event, entrant, "score"), entrant.score, None if item.score is None else str(item.score))
        if place_differs(event, item):
            yield Difference(entrant_where(event, entrant, "place"), entrant.place, str(item.place))
        counted = parse_figure(entrant.wins)
        won, drawn = record[entrant.number]
        if counted and counted.value not in (won + drawn, won + Fraction(drawn, 2)):
            yield Difference(entrant_where(event, entrant, "wins or draws"), entrant.wins, str(won + drawn))


def scale_notes(matches: Sequence[ScoredMatch], scale: Scale) -> Iterator[Note]:
    """Which scale it is, and which matches could only be taken as printed."""
    if scale.is_own:
        yield Note("scale_from_matches")
    else:
        yield Note("scale_found", (("scale", scale.code),))
    for scored in matches:
        if scored.figures is None:
            yield Note("match_without_boards", (("round", scored.match.round or 0), ("team", scored.match.first)))
