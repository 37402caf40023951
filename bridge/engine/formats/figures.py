"""The figures printed on single lines: by the rule of the event, or by another convention that holds for the whole file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, trunc

from bridge.engine.formats.event import Absence, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.field import Field, Who
from bridge.engine.formats.lines import Difference, Note, counted_points, is_bare_zero, line_where
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.rules import Basis, Rule
from bridge.engine.formats.wording import decimal_words
from bridge.engine.scoring.conditions import Conditions, CrossImps, Factoring
from bridge.engine.scoring.facts import Reckoned
from bridge.engine.scoring.imps import datum_of
from bridge.engine.scoring.method import Chart, Setting
from bridge.engine.scoring.reckon import reckon
from bridge.engine.seats import Side

Scored = Sequence[tuple[Field, Reckoned[Who]]]

# Where more lines than one in so many follow no known convention, they follow one that is not known here.
_STRAY = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure of a line with what it should be: marks or percent, None where the rule gives none."""

    board: PublishedBoard
    line: TravellerLine
    side: Side
    field: str
    printed: str
    exact: Fraction | None

    @property
    def agrees(self) -> bool:
        """Is it the exact value, to half a unit of its last digit?"""
        figure = parse_figure(self.printed)
        return figure is not None and self.exact is not None and figure.agrees_with(self.exact)

    def is_cut(self, cut: Callable[[Fraction], int]) -> bool:
        """Is it the exact value cut off after its last digit instead of rounded?"""
        figure = parse_figure(self.printed)
        return figure is not None and self.exact is not None and figure.value == cut(self.exact / figure.unit) * figure.unit


def missed_figures(event: PublishedEvent, rule: Rule, scored: Scored) -> int:
    """How many printed figures of lines and boards the rule does not give."""
    return sum(not figure.agrees for figure in _figures(rule.conditions, scored)) + len(_wrong_datums(event, rule))


def judge_figures(event: PublishedEvent, rule: Rule, scored: Scored) -> Iterator[Difference | Note]:
    """The lines' figures compared with the rule; what another convention of the whole file gives is a note, what none gives a difference."""
    own = tuple(_figures(rule.conditions, scored))
    strays = [place for place, figure in enumerate(own) if not figure.agrees]
    if strays:
        yield from _judge_strays(event, rule, scored, own, strays)
    yield from _judge_datums(event, rule)
    if rule.conditions.factoring is Factoring.ZERO_CENTRED and rule.byes:
        for field, reckoned in scored:
            yield from _judge_byes(event, field, reckoned)


def _judge_strays(event: PublishedEvent, rule: Rule, scored: Scored, own: Sequence[Figure], strays: Sequence[int]) -> Iterator[Difference | Note]:
    """The scale that gives most figures is the file's; within it a line may be factored by any rule, or all figures may be cut off instead of rounded."""
    scales = {conditions: _reckoned_by(conditions, scored) for conditions in _scales(rule.conditions)}
    scale = min(scales, key=lambda conditions: sum(not figure.agrees for figure in scales[conditions]))
    main = scales[scale]
    others = [main, *(_reckoned_by(replace(scale, factoring=factoring), scored) for factoring in _alike(rule.conditions.factoring))]
    explained = {place for place in strays if any(len(figures) == len(own) and figures[place].agrees for figures in others)}
    if any(all(figure.is_cut(cut) for figure in main) for cut in (floor, trunc)):
        explained = set(strays)
    broken = [main[place] for place, figure in enumerate(main) if not figure.agrees and place not in explained and not own[place].agrees]
    if explained:
        yield Note("lines_by_another_convention", (("lines", len({id(own[place].line) for place in explained})),))
    if len(broken) * _STRAY > len(main):
        yield Note("lines_by_no_known_convention", (("figures", len(broken)), ("of", len(main))))
        return
    for figure in broken:
        where = line_where(event, figure.board, figure.line, f"{figure.side.value} {figure.field}")
        yield Difference(where, figure.printed, None if figure.exact is None else str(figure.exact))


def _alike(factoring: Factoring) -> tuple[Factoring, ...]:
    """The factorings whose marks have the same origin and unit, so that a file may print lines by one and totals by another."""
    return (Factoring.NEUBERG, Factoring.NONE) if factoring in (Factoring.NEUBERG, Factoring.NONE, Factoring.ACBL_TOTAL) else ()


def _scales(conditions: Conditions) -> tuple[Conditions, ...]:
    """The conditions as they are, then with the other scales and without the factoring."""
    if conditions.method == "matchpoints" and _alike(conditions.factoring):
        plain = [replace(conditions, factoring=factoring, win=win) for factoring in (conditions.factoring, Factoring.NONE) for win in (2, 1)]
        return (conditions, *plain)
    if conditions.method == "cross_imps":
        return (conditions, *(replace(conditions, cross_imps=form, line_step=None) for form in CrossImps))
    return (conditions,)


def _reckoned_by(conditions: Conditions, scored: Scored) -> tuple[Figure, ...]:
    again = [(field, reckon(replace(field.facts, conditions=conditions))) for field, _ in scored]
    return tuple(_figures(conditions, again))


def _figures(conditions: Conditions, scored: Scored) -> Iterator[Figure]:
    for field, reckoned in scored:
        for traveller, printed, facts in zip(reckoned.travellers, field.printed, field.facts.boards, strict=True):
            for scored_line, (board, line), outcome in zip(traveller.lines(), printed, facts.outcomes, strict=True):
                if line.outcome is Absence.AS_PRINTED or is_bare_zero(line) and not isinstance(outcome, int):
                    continue  # its figures are all that is known of it
                marks = {Side.NS: (scored_line.ns_mark, scored_line.ns_percent), Side.EW: (scored_line.ew_mark, scored_line.ew_percent)}
                for side, (mark, percent) in marks.items():
                    yield from _figures_of_side(board, line, side, mark, percent)


def _figures_of_side(
    board: PublishedBoard, line: TravellerLine, side: Side, mark: Fraction | None, percent: Fraction | None
) -> Iterator[Figure]:
    scored, share = line.scored(side), line.percent(side)
    if scored is not None and parse_figure(scored):
        yield Figure(board, line, side, "score", scored, mark)
    if share is not None and parse_figure(share):
        yield Figure(board, line, side, "percent", share, percent)


def _judge_byes(event: PublishedEvent, field: Field, reckoned: Reckoned[Who]) -> Iterator[Difference]:
    """The figures of sit-outs: each is the pair's own mean, which its total over all its boards has already."""
    standings = {standing.who: standing for standing in reckoned.standings}
    half_top = max((traveller.expected for traveller in reckoned.travellers), default=0) - 1
    for board, line, side, who in field.byes:
        standing = standings.get(who)
        if standing is None or half_top <= 0 or not standing.boards:
            continue
        mean = standing.total / (standing.boards + field.sit_outs[who])
        for figure in _figures_of_side(board, line, side, mean, 50 + 50 * mean / half_top):
            if not figure.agrees:
                yield Difference(line_where(event, board, line, f"{side.value} {figure.field}"), figure.printed, str(figure.exact))


def _judge_datums(event: PublishedEvent, rule: Rule) -> Iterator[Difference | Note]:
    wrong = _wrong_datums(event, rule)
    told = sum(parse_figure(board.datum) is not None for board in event.boards)
    if len(wrong) * _STRAY > told > 0:
        yield Note("datums_by_no_known_convention", (("datums", len(wrong)), ("of", told)))
    else:
        yield from wrong


def _wrong_datums(event: PublishedEvent, rule: Rule) -> list[Difference]:
    """The printed board averages that the rule does not give; none where it makes none."""
    wrong: list[Difference] = []
    for board in event.boards if rule.conditions.method == "butler" else ():
        printed = parse_figure(board.datum)
        if printed is None:
            continue
        points = [
            own
            for line in board.lines
            if not (rule.zeros_ruled and is_bare_zero(line))
            and (own := counted_points(board, line, printed_first=rule.basis is Basis.PRINTED)) is not None
        ]
        frequency = {own: points.count(own) for own in points}
        datum = datum_of(Chart(frequency, 1, len(points)), Setting(rule.conditions, len(points), len(points)))
        if not isinstance(datum, int) or not printed.agrees_with(Fraction(datum)):
            computed = decimal_words(Fraction(datum)) if isinstance(datum, int) else None
            wrong.append(Difference(line_where(event, board, None, "datum"), board.datum, computed))
    return wrong
