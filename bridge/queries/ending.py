"""What an individual's evening would be if it ended now: the last round of which something was said, rounds that fall away, boards that were not played."""

from dataclasses import dataclass

from bridge.models import Session
from bridge.queries.progress import BoardAtTable, boards_of


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """`last` 0: nothing was said yet. `rounds` are those after it, `missing` the boards of it and of earlier ones that no table told of."""

    last: int
    rounds: tuple[int, ...]
    missing: tuple[BoardAtTable, ...]

    @property
    def changes(self) -> bool:
        """Would anything be other than it is?"""
        return bool(self.rounds or self.missing)


def early_end_of(session: Session) -> EarlyEnd:
    """What is left of the evening as it stands."""
    boards = boards_of(session)
    last = max((board.round for board in boards if board.is_told), default=0)
    rounds = tuple(sorted({board.round for board in boards if board.round > last}))
    return EarlyEnd(last, rounds, tuple(board for board in boards if board.round <= last and not board.is_told))
