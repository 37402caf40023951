"""Which boards of an evening have their cards, and how far the solver has come; never the cards themselves."""

from dataclasses import dataclass

from bridge.engine.hands.makes import parse_makes
from bridge.models import Board, Session


@dataclass(frozen=True, slots=True)
class DealsKnown:
    """Numbers of the boards with cards, of those without, and how many of the first are solved."""

    present: tuple[int, ...]
    missing: tuple[int, ...]
    solved: int


def deals_known(session: Session) -> DealsKnown:
    """The evening's boards by whether their cards are known; a board counts as known when every section's is."""
    present: dict[int, bool] = {}
    solved: dict[int, bool] = {}
    rows = Board.objects.filter(set__sections__session=session).values_list("number", "deal__cards", "deal__double_dummy")
    for number, cards, makes in rows.order_by("number"):
        present[number] = present.get(number, True) and bool(cards)
        solved[number] = solved.get(number, True) and parse_makes(makes or "") is not None
    known = tuple(number for number, has_cards in present.items() if has_cards)
    return DealsKnown(known, tuple(number for number, has_cards in present.items() if not has_cards), sum(solved[number] for number in known))
