"""Handicaps beside the scratch list: what is added to an entry's percent."""

from collections.abc import Sequence
from fractions import Fraction


def handicap_by_grades(grades: Sequence[Fraction]) -> Fraction:
    """Percent added to a pair whose players are expected to average these percentages: 50 less their mean."""
    return 50 - sum(grades, Fraction(0)) / len(grades)


def handicap_by_average(last_percents: Sequence[Fraction], part: Fraction = Fraction(1)) -> Fraction:
    """Percent added by what the entry averaged in its last sessions, all of it or a part; nothing before the first session."""
    if not last_percents:
        return Fraction(0)
    return part * handicap_by_grades(last_percents)
