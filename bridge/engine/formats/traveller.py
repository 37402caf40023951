"""What a printed line of a traveller means: a result, an artificial score, a board that was not played, a sit-out."""

import re
from dataclasses import dataclass

from bridge.engine.contract import PASSED_OUT, Contract, PassedOut, Report
from bridge.engine.formats.event import Absence, ArtificialScore, BareReport, Outcome, SplitScore, TravellerLine, Unread
from bridge.engine.formats.notation import (
    parse_artificial,
    parse_award,
    parse_figure,
    parse_lead,
    parse_printed_contract,
    parse_printed_tricks,
    parse_seat_word,
    parse_whole,
)
from bridge.engine.scoring.outcome import Award
from bridge.engine.seats import Side


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """The fields of a traveller's line as text, "" where the file has none; `score` is North-South's, the others each side's own."""

    position: int
    line: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    lead: str = ""
    score: str = ""
    ns_score: str = ""
    ew_score: str = ""
    ns_scored: str = ""
    ew_scored: str = ""
    ns_percent: str = ""
    ew_percent: str = ""
    table: str = ""
    round: str = ""
    room: Side | None = None
    lin: str = ""


_NOT_PLAYED = {"NP", "DNP", "NR", "NORESULT", "NOTPLAYED", "NOPLAY", "NOTPLAY", "UNPLAYED", "NOBID", "CANCELLED"}
_BYE = {"BYE", "SO", "SITOUT", "SITSOUT", "OVERSITTER", "PHANTOM"}
_PASSED = {"PASS", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "AP"}
_NOTHING = {"", "-", "?", "0", "--", "*", "NONE"}
_BY_RULING = {"ADJ", "ADJUSTED", "ADJUSTEDSCORE", "ADJUSTMENT", "ARTIFICIAL", "ASSIGNED"}


def read_line(printed: PrintedLine) -> TravellerLine:
    """The line that the printed fields mean; what means nothing is kept as `unread`, never guessed."""
    points, unread = _points(printed)
    outcome, not_understood = _outcome(printed, points)
    if isinstance(outcome, Absence) and outcome is not Absence.UNKNOWN or isinstance(outcome, ArtificialScore | SplitScore):
        points, unread = None, ()
    elif isinstance(outcome, Report) and isinstance(outcome.contract, PassedOut) and points is None:
        unread = ()
    return TravellerLine(
        position=printed.position,
        line=printed.line,
        ns=printed.ns,
        ew=printed.ew,
        outcome=outcome,
        points=points,
        ns_scored=_figure(printed.ns_scored),
        ew_scored=_figure(printed.ew_scored),
        ns_percent=_figure(printed.ns_percent),
        ew_percent=_figure(printed.ew_percent),
        table=printed.table,
        round=parse_whole(printed.round),
        room=printed.room,
        lin=printed.lin or None,
        unread=(*not_understood, *unread),
    )


def _figure(text: str) -> str | None:
    return None if text in ("", "-", "?") else text


# A redoubled contract at the seven level, vulnerable, thirteen down: no contract scores more (Law 77).
_MOST_POINTS = 7600


def _whole_points(text: str) -> int | None:
    points = None if "%" in text else parse_whole(text)
    return points if points is not None and abs(points) <= _MOST_POINTS else None


def _points(printed: PrintedLine) -> tuple[int | None, tuple[Unread, ...]]:
    if not _is_nothing(printed.score) or printed.score == "0":
        points = _whole_points(printed.score)
        if points is not None:
            return points, ()
        return None, (Unread("score", printed.score),)
    own = [(1, printed.ns_score), (-1, printed.ew_score)]
    told = {sign * points for sign, text in own if (points := _whole_points(text)) is not None}
    if len(told) > 1 and 0 in told:
        # A 0 beside the other side's points is an empty field of the printing program.
        told.discard(0)
    if len(told) == 1:
        return told.pop(), ()
    return None, tuple(Unread("score", text) for _, text in own if not _is_nothing(text))


def _is_nothing(text: str) -> bool:
    return text.upper() in _NOTHING


def _outcome(printed: PrintedLine, points: int | None) -> tuple[Outcome, tuple[Unread, ...]]:
    artificial = _artificial(printed)
    if artificial:
        return artificial, ()
    words = {re.sub(r"[^A-Z]", "", text.upper()) for text in (printed.contract, printed.score, printed.ns_score, printed.ew_score)}
    if words & _BYE or not printed.ns or not printed.ew:
        return Absence.BYE, ()
    if words & _NOT_PLAYED:
        return _said_not_played(printed, points), ()
    if _is_nothing(printed.contract) and words & _PASSED:
        return Report(PASSED_OUT), ()
    if _is_nothing(printed.contract):
        return _without_contract(printed, points), ()
    if re.sub(r"[^A-Z]", "", printed.contract.upper()) in _BY_RULING and _has_figures(printed):
        return Absence.AS_PRINTED, ()
    return _with_contract(printed)


def _artificial(printed: PrintedLine) -> ArtificialScore | SplitScore | None:
    for text in (printed.score, printed.contract):
        both = parse_artificial(text)
        if both:
            return both
    ns, ew = parse_award(printed.ns_score), parse_award(printed.ew_score)
    points = [_whole_points(text) or None for text in (printed.ns_score, printed.ew_score)]  # a 0 is an empty field
    if ns is None and ew is None:
        return SplitScore(points[0], -points[1]) if points[0] and points[1] and points[0] != -points[1] else None
    if ns is None and points[0]:
        return SplitScore(points[0], ew or Award.AVERAGE)
    if ew is None and points[1]:
        return SplitScore(ns or Award.AVERAGE, -points[1])
    return ArtificialScore(Award.AVERAGE if ns is None else ns, Award.AVERAGE if ew is None else ew)


def _without_contract(printed: PrintedLine, points: int | None) -> Outcome:
    """A device's bare 0 without a contract means "not played", unless the board's figures show that it was counted."""
    figures = _has_figures(printed)
    if points or points == 0 and figures and printed.contract != "0":
        return Absence.UNKNOWN
    if points is None and figures:
        return Absence.AS_PRINTED
    return Absence.NOT_PLAYED if points == 0 else Absence.UNKNOWN


def _said_not_played(printed: PrintedLine, points: int | None) -> Outcome:
    """A line that was not played and yet won something was counted: with 0 points passed out (`N P`: nobody bid) or by a ruling, without any by a ruling."""
    won = [parse_figure(text) for text in (printed.ns_scored, printed.ew_scored)]
    if not all(won) or not any(figure.value for figure in won if figure):
        return Absence.NOT_PLAYED
    return Absence.AS_PRINTED if points is None else Absence.UNKNOWN


def _has_figures(printed: PrintedLine) -> bool:
    return parse_figure(printed.ns_scored) is not None and parse_figure(printed.ew_scored) is not None


def _with_contract(printed: PrintedLine) -> tuple[Outcome, tuple[Unread, ...]]:
    found = parse_printed_contract(printed.contract)
    if found is None:
        return Absence.UNKNOWN, (Unread("contract", printed.contract),)
    if isinstance(found.contract, PassedOut):
        return Report(PASSED_OUT), ()
    unread: list[Unread] = []
    declarer = parse_seat_word(printed.declarer) or found.declarer
    if declarer is None and not _is_nothing(printed.declarer):
        unread.append(Unread("declarer", printed.declarer))
    tricks = found.tricks if printed.tricks in ("", "-", "?") else _tricks(printed.tricks, found.contract, unread)
    lead = parse_lead(printed.lead)
    if lead is None and not _is_nothing(printed.lead):
        unread.append(Unread("lead", printed.lead))
    if declarer is None or tricks is None:
        return BareReport(found.contract, declarer, tricks, lead), tuple(unread)
    return Report(found.contract, declarer, tricks, lead), tuple(unread)


def _tricks(text: str, contract: Contract, unread: list[Unread]) -> int | None:
    tricks = parse_printed_tricks(text, contract)
    if tricks is None:
        unread.append(Unread("tricks", text))
    return tricks
