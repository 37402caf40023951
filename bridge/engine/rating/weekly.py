"""The weekly rating (牌技指数, FACTS 16.1): a percentage, 50 at the start, moved by the boards of a week."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.errors import EngineError

START = Fraction(50)
POINTS_PER_IMP = Fraction(648, 100)
WEEKLY_DECAY = Fraction(98, 100)
CAP = Fraction(2000)


class NoBoardsThisWeek(EngineError):
    """A week's rating is the mean over its boards, one at least. Facts: `boards`."""


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """The ratings of the four, all as they were before the week."""

    player: Fraction
    partner: Fraction
    opponents: tuple[Fraction, Fraction]

    @property
    def expected(self) -> Fraction:
        """What the player's pair is better than its opponents, in percent."""
        return (self.player + self.partner) / 2 - sum(self.opponents, Fraction(0)) / 2


def board_rating_imps(table: AtTheTable, imps: Fraction | int, points_per_imp: Fraction = POINTS_PER_IMP) -> Fraction:
    """The player's rating on one board from the IMPs of the pair (datum or mean cross-IMPs); a stronger partner, a higher expectation."""
    return table.player + points_per_imp * imps - table.expected


def board_rating_percent(table: AtTheTable, percent: Fraction) -> Fraction:
    """The same from a matchpoint percentage."""
    return table.player + percent - 50 - table.expected


def week_rating(boards: Sequence[Fraction]) -> Fraction:
    """The mean over the boards of a week. Raises NoBoardsThisWeek."""
    if not boards:
        raise NoBoardsThisWeek(boards=0)
    return sum(boards, Fraction(0)) / len(boards)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and the weight, in boards, of the past behind it."""

    rate: Fraction = START
    weight: Fraction = Fraction(0)


def updated(old: Rating, week: Fraction, boards: int, decay: Fraction = WEEKLY_DECAY, cap: Fraction = CAP) -> Rating:
    """The rating after a week with so many boards: the past fades and is capped first, then the week joins it. An idle week only fades."""
    past = min(cap, decay * old.weight)
    if past + boards == 0:
        return Rating(old.rate, Fraction(0))
    return Rating((past * old.rate + boards * week) / (past + boards), min(cap, past + boards))
