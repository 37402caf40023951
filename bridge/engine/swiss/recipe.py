"""The source documents' automatic Swiss pairs: times that are fixed beforehand, and what is due at a moment. No organiser, no clock of its own.

Draw by `Variant.SEED_RULE` (as written) or any other; total by cross-IMPs, total IMPs or matchpoints; who played a set share of all boards is ranked.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bridge.engine.errors import EngineError

USUAL_SHARE = 70  # percent; 60 to 80 by the text


class RecipeOutOfRange(EngineError):
    """A setting of an automatic event that makes no sense. Facts: `setting`, `value`, `least`, `most` (None: no upper limit)."""


class Deed(Enum):
    """What an automatic event does by itself, in this order."""

    OPEN_SIGN_UP = "open_sign_up"
    DRAW = "draw"  # the round's draw by the running totals, and its seats
    OPEN_ROUND = "open_round"
    CUT_ROUND = "cut_round"  # boards that are not finished are cut and never played later; the round is scored
    PUBLISH = "publish"


@dataclass(frozen=True, slots=True)
class Recipe:
    """An automatic event.

    starts         round 1 opens
    sign_up        how long before that the sign-up opens
    minutes        of play in a round
    pause          minutes between a round's end and the next one's opening
    share          percent of all boards that ranks a pair
    """

    starts: datetime
    rounds: int
    boards: int
    minutes: int
    pause: int = 0
    sign_up: timedelta = timedelta(minutes=30)
    share: int = USUAL_SHARE


@dataclass(frozen=True, slots=True)
class Due:
    """A deed with its moment; `round` 0 where it belongs to none."""

    at: datetime
    deed: Deed
    round: int = 0


def ask_sound(recipe: Recipe) -> None:
    """A round, a board and a minute at least, no negative pause, a share from 0 to 100. Raises RecipeOutOfRange."""
    limits: tuple[tuple[str, int, int, int | None], ...] = (
        ("rounds", recipe.rounds, 1, None),
        ("boards", recipe.boards, 1, None),
        ("minutes", recipe.minutes, 1, None),
        ("pause", recipe.pause, 0, None),
        ("share", recipe.share, 0, 100),
        ("sign_up", recipe.sign_up // timedelta(minutes=1), 0, None),
    )
    for setting, value, least, most in limits:
        if value < least or (most is not None and value > most):
            raise RecipeOutOfRange(setting=setting, value=value, least=least, most=most)


def timetable(recipe: Recipe) -> tuple[Due, ...]:
    """Everything the event will do, in order: draw and opening share a moment, as cut and draw do where there is no pause. Raises RecipeOutOfRange."""
    ask_sound(recipe)
    length, pause = timedelta(minutes=recipe.minutes), timedelta(minutes=recipe.pause)
    deeds = [Due(recipe.starts - recipe.sign_up, Deed.OPEN_SIGN_UP)]
    opens = recipe.starts
    for number in range(1, recipe.rounds + 1):
        drawn = opens if number == 1 else opens - pause
        deeds += [Due(drawn, Deed.DRAW, number), Due(opens, Deed.OPEN_ROUND, number), Due(opens + length, Deed.CUT_ROUND, number)]
        opens += length + pause
    return (*deeds, Due(opens - pause, Deed.PUBLISH))


def next_deed(recipe: Recipe, done: int) -> Due | None:
    """The deed after so many that are done, None at the end. Raises RecipeOutOfRange."""
    deeds = timetable(recipe)
    return deeds[done] if done < len(deeds) else None
