"""A board scored, between the engine's traveller and the stored row. The row is whole: with it nothing of an unchanged board is read or scored again.

    {"expected", "mirror", "ns": column, "ew": column or null, "apart": [...], "notes": [...], "forms": [...], "due", "held",
     "lines": [{"seating", "table", "ns", "ew", "turned", "outcome", "said": [contract, declarer, tricks, lead] or null, ...marks,
                "ns_partner", "ew_partner", "seat_ns_partner", "seat_ew_partner" in an individual alone,
                "named": {"ns" or "ew": [[contract, declarer, tricks] or null of each component, ...]}, only where a ruling names contracts}]}
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from bridge.engine.scoring.method import Held, Measure, Note, NoteKind
from bridge.engine.scoring.traveller import Apart, BoardFacts, Column, Line, Traveller
from bridge.engine.seats import Side, vulnerability_of
from bridge.mapping.outcomes import outcome_from_json, outcome_to_json, side_from_json, side_to_json

Who = tuple[str, str, int]  # section, line, number: what the engine ranks
Said = Mapping[str, Any]  # seating, table, contract, declarer, tricks, lead of one line, and what a ruling named


def traveller_to_json(traveller: Traveller[Any], said: Sequence[Said], entry_of: Mapping[Any, int]) -> dict[str, Any]:
    """What is stored of a board; `held` are North-South's high-card points where the cards are known.

    said       one item for each line
    entry_of   entry's id of each key
    """
    facts = traveller.facts
    lines = [
        _line_to_json(line, told, facts.ns[at], facts.ew[at], at in facts.turned, entry_of) | _partners_to_json(facts, at, entry_of)
        for at, (line, told) in enumerate(zip(traveller.lines(), said, strict=True))
    ]
    return {
        "expected": traveller.expected, "mirror": traveller.mirror, "ns": _column_to_json(traveller.ns),
        "ew": _column_to_json(traveller.ew) if traveller.ew else None, "apart": [_apart_to_json(item) for item in traveller.apart],
        "notes": [[form, note.kind.value, note.results, note.needed] for form, note in traveller.notes],
        "forms": list(facts.forms), "due": facts.due, "held": facts.held and facts.held.ns_hcp, "lines": lines,
    }


class NotPlaced(LookupError):
    """An entry has no place in the evening."""


class Placed(dict[int, Who]):
    """An entry's id -> its key; asking for one that is not there raises NotPlaced."""

    def __missing__(self, entry: int) -> Who:
        raise NotPlaced(entry)


def traveller_from_json(stored: Mapping[str, Any], board: Any, who_of: Callable[[int], Any]) -> Traveller[Any]:
    """The engine's traveller of a stored row. `who_of` gives the key of an entry's id."""
    lines = stored["lines"]
    facts = BoardFacts(
        board=board, ns=tuple(who_of(line["seat_ns"]) for line in lines), ew=tuple(who_of(line["seat_ew"]) for line in lines),
        outcomes=tuple(outcome_from_json(line["outcome"]) for line in lines), forms=tuple(stored["forms"]),
        turned=frozenset(at for at, line in enumerate(lines) if line["turned"]), due=stored["due"],
        held=None if stored.get("held") is None else Held(stored["held"], vulnerability_of(board)),
        ns_partners=tuple(who_of(line["seat_ns_partner"]) for line in lines if "seat_ns_partner" in line),
        ew_partners=tuple(who_of(line["seat_ew_partner"]) for line in lines if "seat_ew_partner" in line),
    )
    return Traveller(
        facts, stored["expected"], _column_from_json(stored["ns"]), _column_from_json(stored["ew"]) if stored["ew"] else None, stored["mirror"],
        tuple(_apart_from_json(item) for item in stored["apart"]),
        tuple((form, Note(NoteKind(kind), results, needed)) for form, kind, results, needed in stored["notes"]),
    )


def _line_to_json(line: Line, told: Said, seat_ns: Any, seat_ew: Any, turned: bool, entry_of: Mapping[Any, int]) -> dict[str, Any]:
    """`ns` and `ew` are those who really sat there; `seat_ns` and `seat_ew` those of the plan."""
    return dict(told) | {
        "ns": entry_of[line.ns], "ew": entry_of[line.ew], "seat_ns": entry_of[seat_ns], "seat_ew": entry_of[seat_ew], "turned": turned,
        "outcome": outcome_to_json(line.outcome), "form": line.form,
        "ns_mark": _text(line.ns_mark), "ew_mark": _text(line.ew_mark), "ns_percent": _text(line.ns_percent), "ew_percent": _text(line.ew_percent),
        "ns_extra": str(line.ns_extra), "ew_extra": str(line.ew_extra),
    }


def _partners_to_json(facts: BoardFacts[Who], at: int, entry_of: Mapping[Who, int]) -> dict[str, int]:
    """The second players of an individual, as they sat and as planned; nothing where pairs play."""
    if not facts.ns_partners:
        return {}
    ns, ew = (facts.who_sat(at, side)[1] for side in Side)
    return {
        "ns_partner": entry_of[ns], "ew_partner": entry_of[ew],
        "seat_ns_partner": entry_of[facts.ns_partners[at]], "seat_ew_partner": entry_of[facts.ew_partners[at]],
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _fraction(stored: str | None) -> Fraction | None:
    return None if stored is None else Fraction(stored)


def _measure_to_json(measure: Measure | None) -> list[str] | None:
    return [str(measure.average), str(measure.per_percent)] if measure else None


def _measure_from_json(stored: list[str] | None) -> Measure | None:
    return Measure(Fraction(stored[0]), Fraction(stored[1])) if stored else None


def _column_to_json(column: Column) -> dict[str, Any]:
    return {"marks": list(column.marks), "denominator": column.denominator, "measure": _measure_to_json(column.measure)}


def _column_from_json(stored: Mapping[str, Any]) -> Column:
    return Column(tuple(stored["marks"]), stored["denominator"], _measure_from_json(stored["measure"]))


def _apart_to_json(item: Apart) -> dict[str, Any]:
    return {
        "line": item.line, "side": item.side.value, "outcome": side_to_json(item.outcome), "compared": item.compared, "mark": _text(item.mark),
        "measure": _measure_to_json(item.measure), "percent": _text(item.percent), "player": item.player,
    }


def _apart_from_json(stored: Mapping[str, Any]) -> Apart:
    return Apart(
        stored["line"], Side(stored["side"]), side_from_json(stored["outcome"]), stored["compared"], _fraction(stored["mark"]),
        _measure_from_json(stored["measure"]), _fraction(stored["percent"]), stored["player"],
    )
