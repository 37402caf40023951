"""Boards that two pairs were to play and have not: still to be played at the end of the evening, or not any more where one of them knows the board."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from bridge.models import SIDE_OF, Report, Result, Session
from bridge.queries.progress import BoardAtTable, BoardState, sides_of
from bridge.queries.room import PairHere, by_side, pairs_of, seated_for_teams


@dataclass(frozen=True, slots=True)
class LatePlay:
    """A board that a table did not play in its round; `knows`: whoever of the two pairs, or the four single players, has played it elsewhere."""

    board: BoardAtTable
    ns: PairHere
    ew: PairHere
    knows: tuple[PairHere, ...]


def late_plays_of(session: Session, boards: Iterable[BoardAtTable]) -> tuple[LatePlay, ...]:
    """Of these boards those of which nothing was said, with who was to play them; five queries, none where there are no such boards."""
    owed = [board for board in boards if board.state is BoardState.NOT_IN]
    if not owed:
        return ()
    rows = (model.objects.live().filter(seating__section__session=session) for model in (Report, Result))
    said = {pair for told in rows for pair in told.values_list("seating", "board__number")}
    sides = sides_of({seating for seating, _ in said} | {board.seating for board in owed})
    pairs = pairs_of(session)
    of_teams = seated_for_teams(session, pairs)

    def sitting(seating: int) -> dict[str, PairHere]:
        return {place: of_teams.get((seating, place), pairs[sides[seating, place]]) for place in SIDE_OF if (seating, place) in sides}

    known: dict[int, set[int]] = defaultdict(set)
    for seating, number in said:
        for pair in sitting(seating).values():
            for who in _knowing(pair):
                known[who].add(number)

    def late(board: BoardAtTable) -> LatePlay:
        here = sitting(board.seating)
        at = by_side(here)
        return LatePlay(board, at["NS"], at["EW"], tuple(pair for pair in here.values() if any(board.number in known[who] for who in _knowing(pair))))

    return tuple(map(late, owed))


def _knowing(pair: PairHere) -> tuple[int, ...]:
    """Who knows what the pair has played: of a team those two players alone, whose other pair plays the same boards at another table."""
    return tuple(player.pk for player in pair.players) if pair.team else (pair.entry,)
