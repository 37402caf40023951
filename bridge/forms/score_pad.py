"""A score pressed together: contract, declarer, tricks and weight by keys, one outcome after the other, as lines that `read_decision` reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.forms import ValidationError
from django.utils.translation import gettext as _

from bridge.engine.contract import Contract, PassedOut, Report, format_contract, format_tricks, parse_contract, parse_tricks
from bridge.engine.errors import EngineError
from bridge.engine.seats import parse_seat
from bridge.forms.keys import At, Field, Key, contract_of, contract_rows, count_keys, seat_keys
from bridge.forms.outcomes import AS_PLAYED, Line, left_of, lines_of, read_said, sum_words, with_outcome
from bridge.mapping.outcomes import said_of
from bridge.phrases import phrase
from bridge.phrases.figures import decimal_text
from bridge.phrases.outcomes import component_words

REST = "rest"
ADD = "add"
AWAY = "away"
_SHARES = (10, 20, 25, 30, 33, 40, 50, 60, 67, 70, 75, 80, 90)
_PARTS = ("level", "strain", "declarer", "tricks")


PAD = "pad"  # its rows of keys, beside the fields of a form
PRESS = "press"  # `ns add`, `ew away0`, `played 3N N =`: the list or field, and what the key says


@dataclass(frozen=True, slots=True)
class Listed:
    """Outcomes pressed so far: each as a key that takes it away, and what is wrong with their sum."""

    name: str
    items: tuple[Key, ...]
    wrong: str


def outcome_rows(name: str) -> list[Field]:
    """Rows of keys for one outcome."""
    level, strain, doubled = contract_rows(name, "")
    passed = Key("P", _("Passed out"), wide="seven-wide")
    return [
        Field(level.name, _("Contract"), "seven", (*level.keys, passed)), strain, doubled,
        Field(f"{name}.declarer", _("Declarer"), "four", seat_keys()), Field(f"{name}.tricks", _("Tricks won by declarer"), "seven", count_keys()),
    ]  # fmt: skip


def share_row(name: str, lines: Sequence[Line]) -> Field:
    """What the outcome weighs; first what the others leave."""
    left = left_of(lines) if lines else Fraction(100)
    rest = _("rest: %(percent)s %%") % {"percent": decimal_text(max(left, Fraction(0)), 0 if left.denominator == 1 else 2)}
    keys = (Key(REST, rest, pressed=True), *(Key(str(share), f"{share} %") for share in _SHARES))
    return Field(f"{name}.share", _("Weight"), "seven", keys)


def line_pressed(at: At) -> str:
    """`4SX S -1` of the rows of `outcome_rows`; "" where none of their keys is pressed. Raises ValidationError where some are and some are not."""
    if at("level") == "P":
        return "P"
    if not any(at(part) for part in _PARTS):
        return ""
    if not all(at(part) for part in _PARTS):
        raise ValidationError(_("Press level, suit, declarer and tricks of the outcome."))
    try:
        contract = parse_contract(contract_of(at))
        assert not isinstance(contract, PassedOut), "it has a level"
        return written(Report(contract, parse_seat(at("declarer")), parse_tricks(at("tricks"), contract)))
    except EngineError as refusal:
        raise ValidationError(phrase(refusal)) from refusal


def written(report: Report | None) -> str:
    """A result as a line, `4SX S -1`; "" where it is not known, or was passed out."""
    if report is None or not isinstance(report.contract, Contract) or report.declarer is None or report.tricks is None:
        return ""
    return f"{format_contract(report.contract)} {report.declarer.value} {format_tricks(report.contract, report.tricks)}"


def pressed_on(lines: Sequence[Line], said: str, at: At) -> list[Line]:
    """The outcomes after a key was pressed.

    said     `add`: what the rows of keys say; `away0`: without the first; else the line of an outcome that stands on the key itself
    raises   ValidationError
    """
    if said.startswith(AWAY):
        return [line for place, line in enumerate(lines) if str(place) != said.removeprefix(AWAY)]
    line = line_pressed(at) if said == ADD else said
    if not line:
        raise ValidationError(_("Press level, suit, declarer and tricks of the outcome."))
    share = at("share")
    return with_outcome(lines, line, Fraction(share) if share in map(str, _SHARES) else None)


def listed(name: str, lines: Sequence[Line], board: int) -> Listed:
    """The outcomes as they are shown."""
    return Listed(name, tuple(Key(f"{AWAY}{place}", _said(line, board)) for place, line in enumerate(lines)), sum_words(lines))


def _said(line: Line, board: int) -> str:
    """An outcome aloud; as it was typed where it cannot be read."""
    if line.said == AS_PLAYED:
        return _("as it was played")
    try:
        points, report = read_said(line, board)
    except ValidationError:
        return str(line)
    return component_words(None if line.share is None else str(line.share / 100), points, said_of(report))


@dataclass(frozen=True, slots=True)
class ScorePad:
    """What both sides, or North-South alone, get; what East-West get where it is not the same; the rows of keys; what is wrong with what was pressed."""

    ns: Listed
    ew: Listed
    rows: tuple[Field, ...]
    wrong: str


def pad_of(ns: str, ew: str, board: int, wrong: str = "") -> ScorePad:
    """The pad beside what the two fields say."""
    lines = lines_of(ns)
    return ScorePad(listed("ns", lines, board), listed("ew", lines_of(ew), board), (*outcome_rows(PAD), share_row(PAD, lines)), wrong)


def key_of(typed: Mapping[str, str]) -> str:
    """The key of the pad that was pressed; an outcome that was pressed together and not added is added before anything else is done. "": none."""
    return typed.get(PRESS, "") or ("ns add" if any(typed.get(f"{PAD}.{part}") for part in _PARTS) else "")


def press(typed: Mapping[str, str]) -> dict[str, str]:
    """The fields that a key of the pad changes, with what then stands in them. Raises ValidationError."""
    target, _blank, said = key_of(typed).partition(" ")

    def at(part: str) -> str:
        return typed.get(f"{PAD}.{part}", "")

    if target == "played":
        return {"score": "tricks", "played": line_pressed(at) if said == ADD else said}
    name = "ew_scores" if target == "ew" else "ns_scores"
    return {"score": "assigned", name: "\n".join(map(str, pressed_on(lines_of(typed.get(name, "")), said, at)))}
