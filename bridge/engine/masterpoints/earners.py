"""Who of an entry earns its award: those who sat for it long enough."""

from collections.abc import Mapping
from typing import TypeVar

Player = TypeVar("Player")

NEEDED_SHARE = 2  # one part in two of the entry's rounds


def earners(rounds: Mapping[Player, int], played: int) -> tuple[Player, ...]:
    """The players who sat in half of the rounds that their entry played or more, in the order given.

    rounds   how many each of them sat in
    played   rounds that the entry played
    """
    return tuple(player for player, sat in rounds.items() if sat and NEEDED_SHARE * sat >= played)
