"""What can have happened on an evening, in codes and numbers: the words in which the editor is told, and `queries.repairs` is asked."""

from dataclasses import dataclass
from enum import StrEnum


class Happened(StrEnum):
    """What can have happened; the value is also the kind of the act."""

    LATE_PAIR = "late_pair"
    PAIR_LEFT = "pair_left"
    PAIRS_EXCHANGED = "pairs_exchanged"
    SIDES_EXCHANGED = "sides_exchanged"
    OTHER_BOARDS = "other_boards"
    BOARD_ELSEWHERE = "board_elsewhere"
    BOARDS_LEFT_OUT = "boards_left_out"
    BOARDS_ROTATED = "boards_rotated"
    BOARD_MIXED = "board_mixed"
    MOVEMENT_REPLACED = "movement_replaced"
    ROUNDS_CHANGED = "rounds_changed"
    ENDED_EARLY = "ended_early"


class Earlier(StrEnum):
    """How the rounds before a late pair came are scored."""

    NOTHING = "nothing"  # it has so many boards fewer
    SAT_OUT = "sat_out"  # as if it had sat out
    AWARDED = "awarded"  # average minus for the pair, average plus for those who waited for it (Law 12C2)


class Deprived(StrEnum):
    """What a pair gets on a board that it cannot play and has not played."""

    NOT_PLAYED = "not_played"
    AVERAGE = "average"
    AVERAGE_PLUS = "average_plus"


@dataclass(frozen=True, slots=True)
class Incident:
    """What happened in one section, in codes and numbers.

    entries     whom it concerns (ids); first, last: rounds, from and to (0: to the end); table: the hall's number, 0: every table
    boards      the boards meant; instead: a board that was left out for the one played, 0: none; later: what was left out is still to be played
    rounds      how many rounds there are to be; fresh: sets of new boards laid out; copies: tables that can have one set at a time
    code        the movement that takes over
    """

    what: Happened
    entries: tuple[int, ...] = ()
    first: int = 0
    last: int = 0
    table: int = 0
    boards: tuple[int, ...] = ()
    instead: int = 0
    later: bool = False
    rounds: int = 0
    fresh: int = 0
    copies: int = 1
    code: str = ""
    earlier: Earlier = Earlier.NOTHING
    deprived: Deprived = Deprived.NOT_PLAYED
