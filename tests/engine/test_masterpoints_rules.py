"""Schemes, strata, ledger and levels against the rules as written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.errors import EngineError
from bridge.engine.masterpoints.ledger import Due, DueTwice, Line, OlderVersion, balance, lines_for
from bridge.engine.masterpoints.levels import (
    PROPOSED,
    Level,
    Promotion,
    Thresholds,
    ThresholdsNotRising,
    WrongNumberOfLevels,
    level_of,
    promotion,
    to_next_level,
)
from bridge.engine.masterpoints.scheme import (
    ACBL_CLUB,
    EBU_CLUB,
    PLATFORM,
    SHIPPED,
    AcblLike,
    AwardRises,
    Band,
    BandTwice,
    EbuLike,
    EmptyScheme,
    Finished,
    GapInScheme,
    NegativeAward,
    NoSuchShare,
    Own,
    PlacesOutOfOrder,
    Scheme,
    Ties,
    ask_sound,
    award_places,
    awards_of,
)
from bridge.engine.masterpoints.strata import By, LimitsNotFalling, Strata, award_strata, stratum_of
from bridge.engine.scoring.ranking import Place, ranked


def own(*bands: tuple[int, tuple[int, ...]], ties: Ties = Ties.SHARED) -> Scheme:
    return Scheme("own", 1, Own(tuple(Band(entries, tuple(Fraction(award) for award in awards)) for entries, awards in bands)), ties)


def test_shipped_schemes_by_the_printed_examples() -> None:
    assert awards_of(PLATFORM, Finished(19, 9)) == (3, 2, 2, 2, 1, 1, 1, 1, 1)
    assert awards_of(PLATFORM, Finished(21, 10)) == (3, 2, 2, 2, 1, 1, 1, 1, 1, 1)
    assert [f"{award.numerator * 100 // award.denominator}" for award in awards_of(ACBL_CLUB, Finished(13, 6))] == ["130", "91", "65", "46", "26"]
    assert awards_of(EBU_CLUB, Finished(16, 8)) == (36, 30, 24, 18, 12, 6)
    assert len(awards_of(EBU_CLUB, Finished(38, 19))) == 13
    for scheme in SHIPPED:
        ask_sound(scheme)
        assert awards_of(scheme, Finished(0, 0)) == ()


def test_ties_as_the_scheme_says() -> None:
    scores = {"A": Fraction(60), "B": Fraction(60), "C": Fraction(50), "D": Fraction(40), "E": Fraction(40), "F": Fraction(40)}
    table = (6, (10, 6, 4, 2))
    by_ties = {
        ties: [(award.who, award.exact) for award in award_places(own(table, ties=ties), Finished(6, 3), ranked(scores))] for ties in Ties
    }
    assert by_ties[Ties.SHARED] == [("A", 8), ("B", 8), ("C", 4), ("D", Fraction(2, 3)), ("E", Fraction(2, 3)), ("F", Fraction(2, 3))]
    assert by_ties[Ties.HIGHEST] == [("A", 10), ("B", 10), ("C", 4), ("D", 2), ("E", 2), ("F", 2)]
    assert by_ties[Ties.LOWEST] == [("A", 6), ("B", 6), ("C", 4)]
    third = award_places(own((3, (1,)),), Finished(3, 1), ranked({"A": Fraction(1), "B": Fraction(1), "C": Fraction(1)}))
    assert [(str(award.place), award.exact, award.hundredths) for award in third] == [("1=", Fraction(1, 3), 33)] * 3
    eighth = award_places(own((8, (1,)),), Finished(8, 4), ranked({who: Fraction(1) for who in "ABCDEFGH"}))
    assert {award.hundredths for award in eighth} == {13}  # 12.5 rounds up


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_sharing_gives_away_what_the_places_hold(scores: list[int]) -> None:
    field = {number: Fraction(score) for number, score in enumerate(scores)}
    finished = Finished(len(scores), len(scores) // 2)
    given_away = sum((award.exact for award in award_places(PLATFORM, finished, ranked(field))), Fraction(0))
    tied_past_the_end = sum(awards_of(PLATFORM, finished))
    assert given_away == tied_past_the_end


@pytest.mark.parametrize(
    "scheme, error",
    [
        (own((4, (3, -1))), NegativeAward),
        (own((4, (3, 0, 1))), GapInScheme),
        (own((4, (3, 2)), (8, ()), (12, (4,))), GapInScheme),
        (own((4, (2, 3))), AwardRises),
        (own((4, (3,)), (4, (2,))), BandTwice),
        (own(), EmptyScheme),
        (own((4, (0, 0))), EmptyScheme),
        (Scheme("own", 1, AcblLike(each=Fraction(-1, 10))), NoSuchShare),
        (Scheme("own", 1, EbuLike(fraction=Fraction(4, 3))), NoSuchShare),
        (Scheme("own", 1, EbuLike(step=Fraction(0))), NoSuchShare),
    ],
)
def test_unsound_schemes_are_refused(scheme: Scheme, error: type[EngineError]) -> None:
    with pytest.raises(error):
        awards_of(scheme, Finished(10, 5))


def test_bands_and_the_least_field() -> None:
    scheme = own((4, (2, 1)), (10, (4, 3, 2)))
    assert [awards_of(scheme, Finished(size, size // 2)) for size in (3, 4, 9, 10, 50)] == [(), (2, 1), (2, 1), (4, 3, 2), (4, 3, 2)]
    assert awards_of(Scheme("least", 1, PLATFORM.rule, least=4), Finished(3, 1)) == ()
    with pytest.raises(PlacesOutOfOrder):
        award_places(PLATFORM, Finished(4, 2), [("A", Place(2, False))])


def test_strata() -> None:
    strata = Strata(limits=(10000, 2000), least=2)
    assert [stratum_of(strata, players) for players in ((500, 100), (500, 2001), (10001, 0), (10000, 10000), (2000, 2000))] == [2, 1, 0, 1, 2]
    assert stratum_of(Strata((1000,), By.MEAN), (1500, 500)) == 1 and stratum_of(Strata((1000,)), (1500, 500)) == 0
    with pytest.raises(LimitsNotFalling):
        stratum_of(Strata((1000, 1000)), (1, 1))
    scores = {who: Fraction(60 - place) for place, who in enumerate("PQRSTU")}
    levels = dict(zip("PQRSTU", (0, 0, 1, 0, 2, 2), strict=True))
    best = {line.award.who: (line.stratum, line.award.exact) for line in award_strata(own((1, (6, 4, 2))), strata, scores, levels)}
    # R leads stratum 1 (6, better than 2 overall); T is second there (4) and first of stratum 2 (6); U third and second.
    assert best == {"P": (0, 6), "Q": (0, 4), "R": (1, 6), "T": (2, 6), "U": (2, 4)}


def test_a_later_version_reverses_and_gives_anew() -> None:
    first = lines_for((), "evening", 1, (Due("Li", 300), Due("Wang", 200)))
    again = lines_for(first, "evening", 1, (Due("Li", 300), Due("Wang", 200)))
    second = lines_for(first, "evening", 2, (Due("Wang", 300), Due("Mary", 200)))
    ledger = first + again + second
    assert again == () and second == (
        Line("Li", "evening", 2, -300, reverses=True),
        Line("Wang", "evening", 2, -200, reverses=True),
        Line("Wang", "evening", 2, 300),
        Line("Mary", "evening", 2, 200),
    )
    assert [balance(ledger, person) for person in ("Li", "Wang", "Mary", "nobody")] == [0, 300, 200, 0]
    with pytest.raises(OlderVersion):
        lines_for(ledger, "evening", 1, ())
    with pytest.raises(DueTwice):
        lines_for((), "evening", 1, (Due("Li", 1), Due("Li", 2)))


@given(st.lists(st.dictionaries(st.integers(1, 5), st.integers(1, 900), max_size=5), max_size=6))
def test_the_ledger_equals_the_newest_version(versions: list[dict[int, int]]) -> None:
    ledger: tuple[Line[int, str], ...] = ()
    for version, due in enumerate(versions, start=1):
        ledger += lines_for(ledger, "list", version, tuple(Due(person, amount) for person, amount in due.items()))
    newest = versions[-1] if versions else {}
    assert {person: balance(ledger, person) for person in range(1, 6)} == {person: newest.get(person, 0) for person in range(1, 6)}


def test_levels() -> None:
    assert len(Level) == 12 and len(PROPOSED.hundredths) == 12 and PROPOSED.proposed
    assert [level_of(points) for points in (-5, 0, 99, 100, 499, 500, 199999, 200000)] == [
        Level.UNGRADED, Level.UNGRADED, Level.UNGRADED, Level.GRADED, Level.GRADED, Level.INTERMEDIATE, Level.HONORARY_MASTER, Level.PROFESSIONAL,
    ]  # fmt: skip
    assert level_of(0, granted=Level.HONOURED_GUEST) is Level.HONOURED_GUEST
    assert promotion(90, 510) == Promotion(Level.UNGRADED, Level.INTERMEDIATE)
    assert promotion(510, 90) is None and promotion(90, 510, granted=Level.PROFESSIONAL) is None
    assert to_next_level(90) == 10 and to_next_level(300000) is None
    with pytest.raises(WrongNumberOfLevels):
        level_of(1, Thresholds((0, 1)))
    with pytest.raises(ThresholdsNotRising):
        level_of(1, Thresholds((0, 5, 5, 15, 30, 60, 100, 200, 350, 600, 1000, 2000)))
    with pytest.raises(ThresholdsNotRising):
        level_of(1, Thresholds((1, 2, 5, 15, 30, 60, 100, 200, 350, 600, 1000, 2000)))
