"""The book."""

from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt


def doubts_about(edition: Edition, laws: tuple[str, ...]) -> tuple[Doubt, ...]:
    """The doubts."""
    return ()
