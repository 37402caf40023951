"""What those who are here could play."""

from collections.abc import Sequence

from bridge.models import Session
from bridge.queries.signin import Here


def proposals_for(session: Session, here: Sequence[Here]) -> tuple[object, ...]:
    """The movements for the pairs who are here, best first."""
    return ()
