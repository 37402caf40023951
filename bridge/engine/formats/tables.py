"""Rankings and travellers as plain tables (CSV): written for spreadsheets, travellers also read. A club's list of members is read in `members`."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Final

from bridge.engine.contract import Report
from bridge.engine.errors import EngineError
from bridge.engine.formats.event import (
    Absence,
    ArtificialScore,
    BareReport,
    Entrant,
    PublishedBoard,
    PublishedEvent,
    SplitScore,
    TravellerLine,
    UnreadableBoardNumber,
)
from bridge.engine.formats.notation import parse_whole
from bridge.engine.formats.traveller import PrintedLine, read_line
from bridge.engine.formats.wording import award_words, contract_words, split_words
from bridge.engine.seats import dealer_of, vulnerability_of


class ColumnMissing(EngineError):
    """A table of results needs these columns in its first line. Facts: `missing`."""


RANKING: Final = ("section", "direction", "place", "number", "names", "score", "percent", "boards", "master points")
RESULTS: Final = (
    *("section", "board", "round", "table", "ns", "ew", "contract", "declarer", "lead", "tricks", "ns points", "ew points"),
    *("ns score", "ew score", "ns percent", "ew percent"),
)
_NEEDED: Final = ("board", "ns", "ew", "contract")


def write_ranking(event: PublishedEvent) -> str:
    """The entrants with their figures, one a line, columns as in RANKING."""
    return _table(RANKING, (_ranking_row(entrant) for entrant in event.entrants))


def write_results(event: PublishedEvent) -> str:
    """Every line of every traveller, columns as in RESULTS."""
    return _table(RESULTS, (_result_row(board, line) for board in event.travellers() for line in board.lines))


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def _ranking_row(entrant: Entrant) -> tuple[str, ...]:
    names = " - ".join(person.name for person in entrant.players) or entrant.name
    return (
        as_text(entrant.section),
        entrant.direction.value if entrant.direction else "",
        entrant.place or "",
        as_text(entrant.number),
        as_text(names),
        entrant.score or "",
        entrant.percent or "",
        str(entrant.boards) if entrant.boards is not None else "",
        " ".join(points.amount for points in entrant.master_points),
    )


def as_text(typed: str) -> str:
    """What people typed, so that no spreadsheet takes it for a formula."""
    return "'" + typed if typed[:1] in tuple("=+-@\t") and typed else typed


def _result_row(board: PublishedBoard, line: TravellerLine) -> tuple[str, ...]:
    played = line.outcome if isinstance(line.outcome, Report | BareReport) else None
    ns, ew = _points(line)
    return (
        as_text(board.section),
        str(board.number),
        str(line.round) if line.round is not None else "",
        as_text(line.table),
        as_text(" ".join(line.ns)),
        as_text(" ".join(line.ew)),
        contract_words(played.contract, passed="PASS") if played else "",
        played.declarer.value if played and played.declarer else "",
        str(played.lead) if played and played.lead else "",
        str(played.tricks) if played and played.tricks is not None else "",
        ns,
        ew,
        *(figure or "" for figure in (line.ns_scored, line.ew_scored, line.ns_percent, line.ew_percent)),
    )


def _points(line: TravellerLine) -> tuple[str, str]:
    if isinstance(line.outcome, ArtificialScore):
        return award_words(line.outcome.ns), award_words(line.outcome.ew)
    if isinstance(line.outcome, SplitScore):
        return split_words(line.outcome)
    words = {Absence.NOT_PLAYED: "NP", Absence.BYE: "BYE"}
    if isinstance(line.outcome, Absence) and line.outcome in words:
        return words[line.outcome], words[line.outcome]
    return ("", "") if line.points is None else (str(line.points), str(-line.points))


def read_results(text: str) -> tuple[PublishedBoard, ...]:
    """The boards with their lines from a table with the heads of RESULTS in any order, by comma, semicolon or tabulator; other columns are passed over.

    raises   ColumnMissing, UnreadableBoardNumber
    """
    first = text.lstrip().partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.DictReader(StringIO(text.lstrip()), delimiter=separator)
    heads = {(head or "").strip().lower(): head for head in reader.fieldnames or ()}
    missing = tuple(name for name in _NEEDED if name not in heads)
    if missing:
        raise ColumnMissing(missing=missing)
    boards: dict[tuple[str, int], list[TravellerLine]] = {}
    for row in reader:
        record = {name: _typed(row.get(head) or "") for name, head in heads.items()}
        number = parse_whole(record["board"])
        if number is None or number < 1:
            raise UnreadableBoardNumber(line=reader.line_num, found=record["board"])
        lines = boards.setdefault((record.get("section", ""), number), [])
        lines.append(read_line(_printed(record, len(lines) + 1, reader.line_num)))
    return tuple(
        PublishedBoard(number, dealer_of(number), vulnerability_of(number), tuple(lines), section) for (section, number), lines in boards.items()
    )


def _typed(cell: str) -> str:
    plain = cell.strip()
    return plain[1:] if plain[:1] == "'" and plain[1:2] in tuple("=+-@") else plain


def _printed(record: Mapping[str, str], position: int, line: int) -> PrintedLine:
    ns, ew = record.get("ns points", ""), record.get("ew points", "")
    return PrintedLine(
        position=position,
        line=line,
        ns=tuple(record["ns"].split()),
        ew=tuple(record["ew"].split()),
        contract=record["contract"],
        declarer=record.get("declarer", ""),
        tricks=record.get("tricks", ""),
        lead=record.get("lead", ""),
        ns_score=ns,
        ew_score=ew,
        ns_scored=record.get("ns score", ""),
        ew_scored=record.get("ew score", ""),
        ns_percent=record.get("ns percent", ""),
        ew_percent=record.get("ew percent", ""),
        table=record.get("table", ""),
        round=record.get("round", ""),
    )
