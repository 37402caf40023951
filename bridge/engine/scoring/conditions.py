"""The conditions of contest: which method scores an event and with which settings. Every setting has the value that most clubs use."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from bridge.engine.errors import EngineError, Problem
from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.victory_points import Band, Scale


class SettingOutOfRange(EngineError):
    """A setting of the conditions has a value that makes no sense. Facts: `setting`, `value`, `least`, `most` (None: no upper limit)."""


class PoolWithoutBoard(EngineError):
    """A datum pool has at least one board. Facts: `boards`."""


class Factoring(Enum):
    """How boards with unequal numbers of results are made comparable: one rule for the whole event, never mixed."""

    NEUBERG = "neuberg"  # (M + 1) * E / A - 1 (EBU White Book 4.2.3.2)
    NONE = "none"  # matchpoints won / matchpoints available on the boards as played
    ACBL_TOTAL = "acbl_total"  # totals times boards in event / boards played, to 0.01; 1 and 1/2 a comparison
    ZERO_CENTRED = "zero_centred"  # Norway: (wins - losses) * N / n, a bye earns the pair's own mean
    POLISH = "polish"  # mean of board percentages against real results, a bye earns 60


class CrossImps(Enum):
    """What a line of cross-IMPs shows."""

    MEAN = "mean"  # sum / (results - 1)
    SUM = "sum"
    MEAN_OF_ALL = "mean_of_all"  # sum / results, the own one among them (PBN: Cross1)


class Trim(Enum):
    """How many of the highest and of the lowest scores the datum leaves out."""

    LADDER = "ladder"  # none below 4 results, else ceil((n - 10) / 15) + 1
    FIXED = "fixed"  # `trim_each_end`


class Datum(Enum):
    """What the datum is made of."""

    MEAN = "mean"
    MEDIAN = "median"


class Winners(Enum):
    """One list of all, or North-South and East-West apart."""

    ONE = "one"
    TWO = "two"


class MissedBoards(Enum):
    """What becomes of the total of an entry that played fewer boards than the event has."""

    AS_PLAYED = "as_played"
    SCALED = "scaled"  # times boards in event / boards played


class TieBreak(Enum):
    """What parts entries with equal scores, tried in the order of the list of the conditions."""

    BOARDS_PLAYED = "boards_played"  # more boards first
    SIGN_UP = "sign_up"  # the earlier entry first
    HEAD_TO_HEAD = "head_to_head"  # what they made against each other
    OPPONENTS = "opponents"  # the sum of the scores of all opponents met, once for each meeting's board
    BOARDS_WON = "boards_won"  # boards better than average
    DRAW = "draw"  # the order drawn by lot, given with the entries


@dataclass(frozen=True, slots=True)
class Conditions:
    """Method and settings of one ranking.

    method            a code of `registry.METHODS`
    win               matchpoints for a pair beaten: 2 or 1 (half of it for one equalled); `acbl_total` always counts 1
    small_groups      fouled groups of 1-3 results get percentages instead of Neuberg (EBU White Book 4.2.3.3)
    line_step         each line is rounded to a multiple of this, halves away from average; None keeps fractions
    factor_imps       sums of cross-IMPs on a board with fewer results than expected are multiplied by E / A (EBU White Book 4.2.4)
    award_imps        IMPs of average plus at IMPs (per comparison where lines are sums)
    trim_each_end     scores left out at each end of the datum where `trim` is FIXED
    datum_step        the datum is rounded to a multiple of this, halves away from zero
    pool_opens, pool_retires  datum pool: results from which a board counts, and at which it takes no more
    expected_scores   points held: rows (points of the stronger side, not vulnerable, vulnerable), from 20 up, the last for all above; empty: the usual table
    linear_compensation       points held: IMPs of the score less (HCP - 20), instead of the table
    sit_out_percent   what each board sat out counts for, in percent (at IMPs as an artificial score of that percent); None: nothing
    minimum_share     percent of the event's boards an entry must have played to be ranked
    strata            names from the highest down; each list holds its own stratum and the lower ones
    own_scale         matches by `vp_own`: rows (least margin, winner's and loser's victory points in hundredths), margins rising from 0

    Raises SettingOutOfRange, BrokenScale.
    """

    method: str = "matchpoints"
    factoring: Factoring = Factoring.NEUBERG
    edition: Edition = Edition.WBF2017
    winners: Winners = Winners.ONE
    win: int = 2
    small_groups: bool = True
    line_step: Fraction | None = None
    cross_imps: CrossImps = CrossImps.MEAN
    factor_imps: bool = False
    award_imps: Fraction = Fraction(3)
    trim: Trim = Trim.LADDER
    trim_each_end: int = 0
    datum: Datum = Datum.MEAN
    datum_step: int = 10
    pool_opens: int = 6
    pool_retires: int = 40
    expected_scores: tuple[tuple[int, int, int], ...] = ()
    linear_compensation: bool = False
    missed_boards: MissedBoards = MissedBoards.AS_PLAYED
    sit_out_percent: Fraction | None = None
    minimum_share: int = 0
    tie_breaks: tuple[TieBreak, ...] = ()
    strata: tuple[str, ...] = ()
    handicap: bool = False
    own_scale: tuple[tuple[int, int, int], ...] = ()

    @property
    def scale(self) -> Scale | None:
        """The scale of victory points that is the event's own."""
        return Scale(tuple(Band(*row) for row in self.own_scale)) if self.own_scale else None

    def __post_init__(self) -> None:
        for setting, value, least, most in (
            ("win", self.win, 1, 2),
            ("sit_out_percent", 50 if self.sit_out_percent is None else self.sit_out_percent, 0, 100),
            ("minimum_share", self.minimum_share, 0, 100),
            ("datum_step", self.datum_step, 1, 100),
            ("trim_each_end", self.trim_each_end, 0, None),
            ("award_imps", self.award_imps, Fraction(1, 100), 24),
            ("line_step", 1 if self.line_step is None else self.line_step, Fraction(1, 10000), 10),
            ("pool_opens", self.pool_opens, 2, self.pool_retires),
        ):
            if value < least or most is not None and value > most:
                raise SettingOutOfRange(setting=setting, value=value, least=least, most=most)
        held = [row[0] for row in self.expected_scores]
        if held != list(range(20, 20 + len(held))) or len(held) > 21:
            raise SettingOutOfRange(setting="expected_scores", value=tuple(held), least=20, most=40)
        assert self.scale is None or self.scale.bands  # a broken scale says so when it is made


def problems_with_conditions(conditions: Conditions, boards: int) -> tuple[Problem, ...]:
    """What is wrong with scoring an event of so many boards like this: a datum pool needs one."""
    if conditions.method == "datum_pool" and boards < 1:
        return (Problem("method", PoolWithoutBoard(boards=boards)),)
    return ()
