"""The twelve levels of the source documents, by total master points: thresholds are data, a level once reached is not lost."""

from dataclasses import dataclass
from enum import IntEnum

from bridge.engine.errors import EngineError


class Level(IntEnum):
    """The levels from the lowest up; their names in both languages are phrases."""

    UNGRADED = 0  # 无等级
    GRADED = 1  # 有级牌手
    INTERMEDIATE = 2  # 中级牌手
    ADVANCED = 3  # 高级牌手
    PEAK_PLAYER = 4  # 巅峰好手
    PEAK_EXPERT = 5  # 巅峰高手
    PEAK_MASTER = 6  # 巅峰大师
    PEAK_STAR = 7  # 巅峰明星
    HONOURED_GUEST = 8  # 桥界嘉宾
    ASSOCIATION_MASTER = 9  # 桥协大师
    HONORARY_MASTER = 10  # 荣誉大师
    PROFESSIONAL = 11  # 专业牌手


class WrongNumberOfLevels(EngineError):
    """Each level has one threshold. Facts: `given`, `needed`."""


class ThresholdsNotRising(EngineError):
    """The lowest level begins at nothing and each higher one above the one before. Facts: `level`, `threshold`, `before`."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Hundredths of master points at which each level begins; `proposed` until the club has set them."""

    hundredths: tuple[int, ...]
    proposed: bool = False


PROPOSED = Thresholds(tuple(100 * points for points in (0, 1, 5, 15, 30, 60, 100, 200, 350, 600, 1000, 2000)), proposed=True)


@dataclass(frozen=True, slots=True)
class Promotion:
    """A level reached, and the one before."""

    before: Level
    after: Level


def ask_sound(thresholds: Thresholds) -> None:
    """Twelve thresholds from nothing up. Raises WrongNumberOfLevels, ThresholdsNotRising."""
    given = thresholds.hundredths
    if len(given) != len(Level):
        raise WrongNumberOfLevels(given=len(given), needed=len(Level))
    if given[0] != 0:
        raise ThresholdsNotRising(level=Level.UNGRADED, threshold=given[0], before=0)
    for level in Level:
        if level and given[level] <= given[level - 1]:
            raise ThresholdsNotRising(level=level, threshold=given[level], before=given[level - 1])


def level_of(highest: int, thresholds: Thresholds = PROPOSED, granted: Level = Level.UNGRADED) -> Level:
    """The level shown: by the highest total (hundredths) somebody ever had, or the one granted by hand where that is higher. Raises as `ask_sound`."""
    ask_sound(thresholds)
    reached = max(level for level in Level if thresholds.hundredths[level] <= max(highest, 0))
    return max(reached, granted)


def promotion(before: int, after: int, thresholds: Thresholds = PROPOSED, granted: Level = Level.UNGRADED) -> Promotion | None:
    """The promotion that lies between two totals in hundredths, None where the level shown stays."""
    old = level_of(before, thresholds, granted)
    new = level_of(max(before, after), thresholds, granted)
    return None if old is new else Promotion(old, new)


def to_next_level(highest: int, thresholds: Thresholds = PROPOSED) -> int | None:
    """Hundredths that are missing to the next level by points, None at the top. Raises as `ask_sound`."""
    level = level_of(highest, thresholds)
    return None if level is Level.PROFESSIONAL else thresholds.hundredths[level + 1] - max(highest, 0)
