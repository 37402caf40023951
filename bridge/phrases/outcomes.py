"""What a board counts as when a director decided, the methods by their names, and why there is no mark."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from bridge.engine.contract import PassedOut, parse_contract
from bridge.engine.scoring.method import NoteKind
from bridge.engine.scoring.outcome import Unit
from bridge.engine.seats import Seat, Side
from bridge.models import AdjustmentKind
from bridge.phrases.figures import decimal_text, imps_text, points_text, signed
from bridge.phrases.words import contract_text, contract_words, result_text, seat_letter, side_word

METHOD_WORDS = {
    "matchpoints": _("matchpoints"), "cross_imps": _("cross-IMPs"), "butler": _("Butler: IMPs against the datum"), "datum_pool": _("datum pool"),
    "compensation": _("points held"), "total_points": _("total points"),
    "vp_continuous": _("victory points, WBF continuous"), "vp_discrete": _("victory points, WBF whole"),
    "vp_half_match": _("victory points of half matches"), "vp_acbl_20": _("victory points, ACBL 20-0"), "vp_acbl_30": _("victory points, ACBL 30-0"),
    "vp_own": _("victory points by the club's own scale"), "total_imps": _("total IMPs"), "imps_won": _("IMPs won"), "board_a_match": _("board-a-match"),
}
_NOTES = {
    NoteKind.TOO_FEW_RESULTS: _("Results on this board: %(results)s, too few for this method."),
    NoteKind.POOL_NOT_OPEN: _("Results on this board: %(results)s; it counts from %(needed)s on."),
    NoteKind.POOL_RETIRED: _("This board is retired: it takes no more than %(needed)s results."),
    NoteKind.NO_HANDS: _("The hands of this board are not known, and this method needs them."),
    NoteKind.NO_ARTIFICIAL: _("This method knows no artificial score."),
}
_KINDS = {
    AdjustmentKind.AVERAGE_PLUS: _("average plus"), AdjustmentKind.AVERAGE: _("average"), AdjustmentKind.AVERAGE_MINUS: _("average minus"),
    AdjustmentKind.NOT_PLAYED: _("not played"), AdjustmentKind.CANCELLED: _("cancelled"),
}


def method_words(code: str) -> str:
    """A method of scoring by its name; a club's own by its code."""
    return gettext(METHOD_WORDS[code]) if code in METHOD_WORDS else code


def unit_words(code: str) -> str:
    """What a method counts in, for the head of a column."""
    return pgettext("unit", "points") if code == "total_points" else pgettext("unit", "IMPs")


def note_words(kind: str, results: int, needed: int) -> str:
    """Why a board has no marks."""
    return gettext(_NOTES[NoteKind(kind)]) % {"results": results, "needed": needed}


def outcome_words(outcome: Any) -> str:
    """What a stored outcome is, side by side where they differ: `North-South 60 %, East-West 40 %`; nothing for a table's own result."""
    if isinstance(outcome, int):
        return ""
    if "unscored" in outcome:
        return _unscored(outcome["unscored"])
    ns, ew = side_words(outcome["ns"]), side_words(outcome["ew"])
    if ns == ew:
        return ns
    return gettext("North-South %(ns)s, East-West %(ew)s") % {"ns": ns, "ew": ew}


def _unscored(code: str) -> str:
    return {"not_played": gettext("not played"), "cancelled": gettext("cancelled")}.get(code, gettext("not in"))


def side_words(outcome: Any) -> str:
    """One side's outcome: a result's points, a percentage, IMPs, average plus, or the components of a weighted score; contracts where `said` names them."""
    if isinstance(outcome, int):
        return points_text(outcome)
    if "unscored" in outcome:
        return _unscored(outcome["unscored"])
    if any(outcome.get("said") or ()):
        weights = [weight for _points, weight in outcome.get("components", ())] or [None]
        points = [points for points, _weight in outcome.get("components", ())] or [outcome["points"]]
        return " + ".join(component_words(*each) for each in zip(weights, points, outcome["said"], strict=True))
    kind = AdjustmentKind(outcome["kind"])
    if kind in _KINDS:
        return gettext(_KINDS[kind])
    if kind is AdjustmentKind.PERCENT:
        return f"{_plain(Fraction(outcome['percent']))} %"
    if kind is AdjustmentKind.IMPS:
        return gettext("%(imps)s IMPs") % {"imps": imps_text(Fraction(outcome["imps"]))}
    if kind is AdjustmentKind.WEIGHTED:
        parts = [f"{_plain(100 * Fraction(weight))} % × {points_text(int(points))}" for points, weight in outcome["components"]]
        return " + ".join(parts)
    return gettext("adjusted to %(points)s") % {"points": points_text(int(outcome["points"]))}


def decision_words(kind: str, value: Mapping[str, Any]) -> str:
    """What a director gave one side: contracts where they were named, a penalty or bonus last."""
    if kind == AdjustmentKind.AS_PLAYED:
        told = gettext("as it was played")
    else:
        told = side_words({"kind": kind, **value})
    if "extra" not in value:
        return told
    return gettext("%(told)s, and %(extra)s") % {"told": told, "extra": extra_words(*value["extra"])}


def component_words(weight: str | None, points: int, said: Sequence[Any] | None) -> str:
    """One outcome that a director named: `60 % × 4♠ S = (+620)`, or its points where `said` names no contract, declarer and tricks."""
    share = f"{_plain(100 * Fraction(weight))} % × " if weight else ""
    if said is None:
        return share + points_text(points)
    code, declarer, tricks = said
    contract = parse_contract(code)
    if isinstance(contract, PassedOut):
        return share + contract_words(contract)
    return f"{share}{contract_text(contract)} {seat_letter(Seat(declarer))} {result_text(contract, tricks)} ({points_text(points)})"


def extra_words(amount: str, unit: str) -> str:
    """A penalty or bonus on a board: `−10 % of a board`."""
    told = signed(decimal_text(Fraction(amount), 0 if Fraction(amount).denominator == 1 else 2))
    if unit == Unit.PERCENT.value:
        return gettext("%(amount)s %% of a board") % {"amount": told}
    return gettext("%(amount)s in the unit of the scoring") % {"amount": told}


def extra_marks_words(marks: Fraction, side: str = "") -> str:
    """A penalty or bonus of a board in its marks, with whose it is where `side` names it: `penalty for North-South: −1.20`; nothing for nothing."""
    if not marks:
        return ""
    told = {"marks": signed(decimal_text(marks, 2)), "side": side_word(Side(side)) if side else ""}
    if side:
        return (gettext("penalty for %(side)s: %(marks)s") if marks < 0 else gettext("bonus for %(side)s: %(marks)s")) % told
    return (gettext("penalty: %(marks)s") if marks < 0 else gettext("bonus: %(marks)s")) % told


def _plain(value: Fraction) -> str:
    return decimal_text(value, 0 if value.denominator == 1 else 2)
