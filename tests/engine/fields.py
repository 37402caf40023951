"""Random boards and evenings for the tests of scoring, and slow reckonings of the same things, written from FACTS alone."""

from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction

from hypothesis import strategies as st

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry, RankingFacts, Reckoned
from bridge.engine.scoring.outcome import Assigned, Award, Component, Extra, FixedPercent, Outcome, Ruled, Unit, Unscored, Weighted
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.traveller import BoardFacts, Line
from bridge.engine.seats import Side

POINTS = st.sampled_from(
    [-1430, -980, -650, -620, -430, -420, -200, -140, -110, -100, -50, 0, 50, 90, 100, 110, 120, 140, 170, 300, 400, 420, 450, 620, 1100, 2220]
)  # fmt: skip


@st.composite
def weighted_scores(draw: st.DrawFn) -> Weighted:
    """One to four components with weights in hundredths."""
    cuts = sorted(draw(st.sets(st.integers(1, 99), max_size=3)))
    weights = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
    return Weighted(tuple(Component(draw(POINTS), Fraction(weight, 100)) for weight in weights))


SIDES = st.one_of(
    POINTS,
    POINTS.map(Assigned),
    weighted_scores(),
    st.sampled_from(Award),
    st.integers(0, 100).map(lambda percent: FixedPercent(Fraction(percent))),
    st.sampled_from([Unscored.NOT_PLAYED, Unscored.CANCELLED]),
)
EXTRAS = st.builds(Extra, st.sampled_from(Side), st.integers(-20, 20).map(Fraction), st.sampled_from(Unit))
RULED = st.builds(Ruled, SIDES, SIDES, st.lists(EXTRAS, max_size=2).map(tuple))
OUTCOMES: st.SearchStrategy[Outcome] = st.one_of(POINTS, POINTS, POINTS, POINTS, st.sampled_from(Unscored), RULED)
PLAIN = st.lists(POINTS, min_size=2, max_size=12)


def told(conditions: Conditions) -> str:
    """Conditions by what differs from the usual, for the names of tests."""
    usual = Conditions()
    changed = [str(getattr(conditions, field.name)) for field in fields(Conditions) if getattr(conditions, field.name) != getattr(usual, field.name)]
    return ",".join(changed) or "usual"


def board(outcomes: Sequence[Outcome], *, number: int = 1, forms: Sequence[object] = ()) -> BoardFacts[str]:
    """A board at so many tables, North-South n1, n2 ..., East-West e1, e2 ..."""
    tables = range(1, len(outcomes) + 1)
    return BoardFacts(number, tuple(f"n{table}" for table in tables), tuple(f"e{table}" for table in tables), tuple(outcomes), forms=tuple(forms))


def evening(boards: Sequence[Sequence[Outcome]]) -> tuple[BoardFacts[str], ...]:
    """Boards at the same tables; East-West move up one table a board, every third board is played turned at table 1."""
    found = []
    for number, outcomes in enumerate(boards, start=1):
        tables = len(outcomes)
        ew = tuple(f"e{(table - number) % tables + 1}" for table in range(tables))
        turned = frozenset({0}) if number % 3 == 0 else frozenset()
        found.append(BoardFacts(number, tuple(f"n{table + 1}" for table in range(tables)), ew, tuple(outcomes), turned=turned))
    return tuple(found)


def entries_of(boards: Sequence[BoardFacts[str]]) -> tuple[Entry[str], ...]:
    """Everybody who sits somewhere, North-South first, each with its line."""
    names = sorted({name for one in boards for name in (*one.ns, *one.ew)}, key=lambda name: (name[0] != "n", int(name[1:])))
    return tuple(Entry(name, Side.NS if name[0] == "n" else Side.EW) for name in names)


def reckoned(boards: Sequence[BoardFacts[str]], conditions: Conditions) -> Reckoned[str]:
    """The boards reckoned, everybody ranked."""
    return reckon(RankingFacts(conditions, entries_of(boards), tuple(boards)))


def lines_of(outcomes: Sequence[Outcome], conditions: Conditions, *, forms: Sequence[object] = (), expected: int | None = None) -> tuple[Line, ...]:
    """One board's lines."""
    facts = RankingFacts(conditions, (), (board(outcomes, forms=forms),), expected=() if expected is None else ((None, expected),))
    return reckon(facts).travellers[0].lines()


def slow_matchpoints(own: int, others: Sequence[int]) -> int:
    """2 for each beaten, 1 for each equalled, one by one."""
    return sum(2 if own > other else 1 if own == other else 0 for other in others)
