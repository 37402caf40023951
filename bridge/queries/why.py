"""Why a figure is what it is: the comparisons behind a mark, the boards behind a total, with the arithmetic in steps."""

from dataclasses import dataclass, replace
from fractions import Fraction

from bridge.engine.scoring.imps import CROSS_IMPS
from bridge.engine.scoring.matchpoints import MATCHPOINTS
from bridge.engine.scoring.method import Versus
from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.scoring.why import BoardMark, WhyMark
from bridge.engine.seats import Side
from bridge.mapping.explained import explained, explained_mark
from bridge.mapping.team_pairs import explained_pairs
from bridge.models import EventForm, Player, Ranking, Seating, Session
from bridge.phrases.arithmetic import Step, extras_of_mark, steps_of_mark, steps_of_total
from bridge.phrases.conditions import rule_words
from bridge.phrases.figures import places_of
from bridge.queries.room import PairHere, pairs_of, together

COMPARING = (MATCHPOINTS.code, CROSS_IMPS.code)  # the methods that compare every table with every other


@dataclass(frozen=True, slots=True)
class Compared:
    """One component of a score, or the whole of a plain one: its points from the side's own view, and what it was compared with."""

    points: int
    weight: Fraction
    versus: tuple[Versus, ...]
    in_imps: bool

    @property
    def rows(self) -> list[tuple[Versus, int | None]]:
        """Each comparison with the difference that its IMPs are for; None in a method that counts no IMPs."""
        return [(each, self.points - each.points if self.in_imps else None) for each in self.versus]


@dataclass(frozen=True, slots=True)
class WhyBoard:
    """Why a pair has its mark on a board."""

    number: int
    side: str
    pair: PairHere | None
    method: str
    is_percent: bool
    mark: Fraction | None
    percent: Fraction | None
    compared: tuple[Compared, ...]
    steps: tuple[Step, ...]
    extras: tuple[tuple[str, Fraction], ...]
    fouled: bool
    note: tuple[str, int, int] | None

    @property
    def rule(self) -> str:
        """The rule of the method, in words."""
        return rule_words("method", self.method)

    @property
    def places(self) -> int:
        """Decimals that its mark needs."""
        return places_of([self.mark])


@dataclass(frozen=True, slots=True)
class WhyEntry:
    """Why a pair has its total in a list."""

    pair: PairHere
    list: str
    method: str
    is_percent: bool
    score: Fraction
    boards: tuple[BoardMark, ...]
    steps: tuple[Step, ...]


def why_of_board(session: Session, seating: Seating, number: int, side: str) -> WhyBoard | None:
    """The arithmetic of one side's mark at one table; None where nothing is scored there. Of a team event it is the mark of the team's pair."""
    ranking = Ranking.objects.filter(session=session, parts__section=seating.section_id).first()
    if ranking is not None and session.stage.event.form == EventForm.TEAMS:
        return _why_of_pair(ranking, session, seating, number, side)
    told = explained_mark(ranking, number, seating.pk, Side(side)) if ranking else None
    if told is None:
        return None
    why, pairs = told.why, pairs_of(session)
    sat = [pairs.get(entry) for entry in told.entries]
    percent = why.measure.percent_of(why.mark) if why.measure is not None and why.mark is not None else None
    return WhyBoard(
        number, side, together(sat[0], sat[1] if len(sat) > 1 else None), why.method, counts_in_percent(why.method), why.mark, percent,
        _compared(why), steps_of_mark(why, told.conditions),
        extras_of_mark(why), why.fouled, (why.note.kind.value, why.note.results, why.note.needed) if why.note else None,
    )


def _compared(why: WhyMark) -> tuple[Compared, ...]:
    """The comparisons with other tables; none where there is one score that all are compared with, which the arithmetic tells."""
    in_imps = why.method == CROSS_IMPS.code
    return tuple(Compared(part.points, part.weight, part.reasons.versus, in_imps) for part in why.parts) if why.method in COMPARING else ()


def _why_of_pair(ranking: Ranking, session: Session, seating: Seating, number: int, side: str) -> WhyBoard | None:
    told = explained_pairs(ranking, number, seating.pk, Side(side))
    if told is None:
        return None
    why, conditions, (entry, *players) = told
    team = pairs_of(session).get(entry)
    pair = team and replace(team, players=tuple(Player.objects.filter(pk__in=players).order_by("pk")))
    return WhyBoard(
        number, side, pair, why.method, False, why.mark, None,
        _compared(why), steps_of_mark(why, conditions), extras_of_mark(why), why.fouled,
        (why.note.kind.value, why.note.results, why.note.needed) if why.note else None,
    )


def why_of_total(session: Session, entry: int, part: str) -> WhyEntry | None:
    """The arithmetic of a pair's standing in its list, or in that of a part of the field; None where it is in no such list."""
    pair = pairs_of(session).get(entry)
    for ranking in Ranking.objects.filter(session=session).order_by("pk"):
        told = explained(ranking)
        if pair is None or told is None:
            continue
        conditions = told.loaded.facts.conditions
        for name in ("NS", "EW", "all"):
            why = told.why_total(entry, f"{name}/{part}" if part else name)
            if why is not None:
                is_percent = counts_in_percent(conditions.method)
                return WhyEntry(pair, name, conditions.method, is_percent, why.standing.score, why.boards, steps_of_total(why, conditions))
    return None
