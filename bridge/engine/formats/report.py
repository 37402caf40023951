"""A check as plain data for other programs: every figure a string, published ones as printed, reckoned ones exact with what is shown beside."""

from collections.abc import Callable
from typing import Any

from bridge.engine.formats.checked import CheckedEntrant, EventCheck
from bridge.engine.formats.lines import Note


def report_of(check: EventCheck, sentence: Callable[[Note], str]) -> dict[str, Any]:
    """The check as dicts, lists, strings and None; `sentence` says a note in the reader's language."""
    return {
        "method": check.method,
        "factoring": check.factoring,
        "totals": check.totals,
        "entrants": [_entrant(item) for item in check.entrants],
        "differences": [
            {"where": difference.where.text, "published": difference.published, "computed": difference.computed} for difference in check.differences
        ],
        "notes": [sentence(note) for note in check.notes],
    }


def _entrant(item: CheckedEntrant) -> dict[str, Any]:
    entrant = item.entrant
    place = None if item.place is None else str(item.place)
    return {
        "number": entrant.number,
        "direction": entrant.direction.value if entrant.direction else None,
        "published": {"score": entrant.score, "percent": entrant.percent, "place": entrant.place},
        "computed": {
            "score": None if item.score is None else str(item.score),
            "percent": None if item.percent is None else str(item.percent),
            "place": place,
            "shown": {"score": item.shown_score, "percent": item.shown_percent, "place": place},
        },
    }
