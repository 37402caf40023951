"""Portable Bridge Notation 1.0 to 2.1: the notation itself - games, tag pairs, sections, tables, remarks - without what the tags mean."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bridge.engine.errors import EngineError
from bridge.engine.formats.reading import NotWhatItSays


class UnreadableRow(EngineError):
    """A table's row has as many values as the table has columns. Facts: `table`, `line`, `values`, `columns`."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: its name, its width where one is given, and whether its values stand to the left."""

    name: str
    width: int | None = None
    left: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table section: columns and rows of text; `lines` has the line of the file on which each row stands."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Each row as line number and {column in small letters: value}, `-` and `?` as they stand."""
        names = [column.name.lower() for column in self.columns]
        for line, row in zip(self.lines, self.rows, strict=True):
            yield line, dict(zip(names, row, strict=True))


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its tags with inherited values put in, and its sections' text by the tag that opens them."""

    tags: Mapping[str, str]
    sections: Mapping[str, tuple[tuple[int, str], ...]]
    line: int

    def value(self, tag: str) -> str:
        """A tag's value, "" where it is missing, empty, `?` or `-`."""
        told = self.tags.get(tag, "").strip()
        return "" if told in ("?", "-") else told

    def table(self, tag: str) -> Table | None:
        """The table that a tag opens; None where the game has none or it declares no column. Raises UnreadableRow."""
        declared = self.tags.get(tag, "")
        if tag not in self.tags or not declared.strip():
            return None
        columns = _columns(declared)
        lines, rows = _rows(tag, columns, self.sections.get(tag, ()))
        return Table(tag, columns, rows, lines)


@dataclass(frozen=True, slots=True)
class PbnText:
    """All games of a text, and the `META` names and contents of its `%` lines."""

    games: tuple[Game, ...]
    meta: Mapping[str, str]
    version: str = ""

    def first(self, tag: str) -> str:
        """The tag's first value in the file: the games of one event tell its name and its method alike, and an opening one may tell part of it."""
        return next((told for game in self.games if (told := game.value(tag))), "")


# Programs write tag names in other capitals than the standard does.
_SPELT: Final = {
    name.lower(): name
    for name in (
        *("Event", "Site", "Date", "EventDate", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring", "Competition"),
        *("Declarer", "Contract", "Result", "Score", "ScoreIMP", "Table", "Round", "Room", "Section", "Datum", "Generator"),
        *("HomeTeam", "VisitTeam", "HomeTeamScore", "VisitTeamScore", "ScoreTable", "TotalScoreTable"),
    )
}

TAG: Final = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_META = re.compile(r'<META\s+name\s*=\s*"?([^\s">]+)"?\s+content\s*=\s*"([^"]*)"', re.IGNORECASE)
# Where a widely used program keeps what it prints above the deals; the tags stay empty then.
_TITLE = re.compile(r'^%HRTitle(Event|Date)\s+"?([^"]+?)"?\s*$')
_VERSION = re.compile(r"^%\s*PBN\s+(\d+\.\d+)", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """The game being read."""

    tags: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    last: str = ""
    line: int = 0


def parse_pbn(text: str) -> PbnText:
    """The games of a PBN text. Escaped lines (`%`) and remarks (`;` to the line's end, `{...}` over lines) are left out; `#` values are inherited.

    raises   NotWhatItSays where the text has no tag pair at all
    """
    escapes = [line for line in text.split("\n") if line.startswith("%")]
    found = [_VERSION.match(line) for line in escapes]
    meta = dict(pair for line in escapes for pair in (*_META.findall(line), *_TITLE.findall(line)))
    games = tuple(_inherited(_games(_lines_without_remarks(text))))
    if not games:
        raise NotWhatItSays(kind="pbn", line=1, found=text.strip()[:40], expected='[Event "..."]')
    return PbnText(games, meta, next((version.group(1) for version in found if version), ""))


def _lines_without_remarks(text: str) -> Iterator[tuple[int, str]]:
    """Each line with its number, without remarks; a blank line stays, for it parts games; a line that held only a remark does not."""
    open_brace = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            continue
        kept, open_brace, cut = _without_remarks(line, open_brace)
        if kept.strip() or not cut:
            yield number, kept.rstrip()


def _without_remarks(line: str, open_brace: bool) -> tuple[str, bool, bool]:
    """What is left of a line, whether a brace stays open, and whether anything was cut."""
    kept: list[str] = []
    quoted, cut, position = False, open_brace, 0
    while position < len(line):
        letter = line[position]
        if open_brace:
            open_brace = letter != "}"
        elif quoted:
            kept.append(letter)
            if letter == "\\" and position + 1 < len(line) and line[position + 1] in '"\\':
                position += 1
                kept.append(line[position])
            elif letter == '"':
                quoted = False
        elif letter == "{":
            open_brace = cut = True
        elif letter == ";":
            return "".join(kept), False, True
        else:
            quoted = letter == '"'
            kept.append(letter)
        position += 1
    return "".join(kept), open_brace, cut


def _games(lines: Iterator[tuple[int, str]]) -> Iterator[_Open]:
    """A game ends with a blank line before the next tag pair, or where a tag of the identification comes again."""
    game, after_blank = _Open(), False
    for number, line in lines:
        if not line.strip():
            after_blank = True
            continue
        pairs = TAG.findall(line) if line.lstrip().startswith("[") else []
        if not pairs:
            if game.last:
                game.sections.setdefault(game.last, []).append((number, line))
            continue
        for spelt, value in pairs:
            name = _SPELT.get(spelt.lower(), spelt)
            if game.tags and (after_blank and name in ("Event", "Board", "Site") or name in ("Event", "Board") and name in game.tags):
                yield game
                game = _Open()
            after_blank = False
            game.line = game.line or number
            game.tags.setdefault(name, value.replace('\\"', '"').replace("\\\\", "\\"))
            game.last = name
    if game.tags:
        yield game


def _inherited(games: Iterator[_Open]) -> Iterator[Game]:
    """`#` takes the value of the game before, `##value` holds for all games after it that do not have the tag."""
    before: dict[str, str] = {}
    lasting: dict[str, str] = {}
    for game in games:
        for name, value in game.tags.items():
            if value.startswith("##"):
                lasting[name] = value[2:] or before.get(name, "")
                game.tags[name] = lasting[name]
            elif value == "#":
                game.tags[name] = before.get(name, "")
        tags = lasting | game.tags
        before = before | tags
        yield Game(tags, {name: tuple(lines) for name, lines in game.sections.items()}, game.line)


_COLUMN = re.compile(r"[+-]?\s*([A-Za-z0-9_ ]+?)\s*(?:\\\s*(\d*)\s*([LR]?))?")


def _columns(declared: str) -> tuple[Column, ...]:
    columns = []
    for text in declared.split(";"):
        found = _COLUMN.fullmatch(text.strip())
        if found:
            columns.append(Column(found.group(1), int(found.group(2)) if found.group(2) else None, found.group(3) == "L"))
        elif text.strip():
            columns.append(Column(text.strip()))
    return tuple(columns)


_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')


def values_of(line: str) -> tuple[str, ...]:
    """The values of a table's row as they stand between blanks, quoted ones without their quotation marks."""
    return tuple(quoted.replace('\\"', '"').strip() if not bare else bare for quoted, bare in _VALUE.findall(line))


def _rows(table: str, columns: tuple[Column, ...], lines: tuple[tuple[int, str], ...]) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
    """The rows, one a line; a line of another length is cut by the widths, and values without regard to lines are dealt out if they fit."""
    numbers: list[int] = []
    rows: list[tuple[str, ...]] = []
    every = [value for _, line in lines for value in values_of(line)]
    straight = all(len(values_of(line)) == len(columns) for _, line in lines)
    if not straight and columns and len(every) % len(columns) == 0 and not any(column.width for column in columns):
        step = len(columns)
        return tuple(lines[0][0] for _ in range(0, len(every), step)), tuple(tuple(every[at : at + step]) for at in range(0, len(every), step))
    for number, line in lines:
        values = values_of(line)
        if len(values) != len(columns):
            cut = _by_width(line, columns) or _by_names(line, columns)
            if len(cut) != len(columns):
                raise UnreadableRow(table=table, line=number, values=len(values), columns=len(columns))
            values = cut
        numbers.append(number)
        rows.append(values)
    return tuple(numbers), tuple(rows)


def _by_width(line: str, columns: tuple[Column, ...]) -> tuple[str, ...]:
    if any(column.width is None for column in columns):
        return ()
    values, at = [], 0
    for column in columns:
        assert column.width is not None
        values.append(line[at : at + column.width].strip().strip('"').strip() or "-")
        at += column.width + 1
    return tuple(values) if not line[at:].strip() else ()


def _by_names(line: str, columns: tuple[Column, ...]) -> tuple[str, ...]:
    """The values of a row whose names hold blanks and stand in no quotation marks: every other value is one word, and a name is filled up to its width.

    Nothing where that leaves the names of a row in doubt.
    """
    named = [place for place, column in enumerate(columns) if column.name.lower().startswith("names")]
    if not named or '"' in line or named[-1] - named[0] + 1 != len(named):
        return ()
    before, after = named[0], len(columns) - 1 - named[-1]
    words = line.split(maxsplit=before)
    if len(words) <= before:
        return ()
    rest, *last = words[before].rsplit(maxsplit=after)
    names = []
    for place in named[:-1]:
        # A name longer than the width of its column pushes the next one on.
        end = re.compile(r"\s").search(rest, columns[place].width or len(rest))
        if end is None:
            return ()
        names.append(rest[: end.start()].strip())
        rest = rest[end.end() :].lstrip()
    values = (*words[:before], *names, rest.strip(), *last)
    return values if len(values) == len(columns) and all(values) else ()


def format_tag(name: str, value: str) -> str:
    """A tag pair on a line of its own."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def format_table(name: str, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], left: frozenset[str]) -> str:
    """A table section: the tag with the columns' widths, then a row a line; empty values become `-`."""
    shown = [tuple(_quoted(value) for value in row) for row in rows]
    widths = [max((len(row[column]) for row in shown), default=1) for column in range(len(heads))]
    declared = ";".join(f"{head}\\{width}{'L' if head in left else 'R'}" for head, width in zip(heads, widths, strict=True))
    lines = [f'[{name} "{declared}"]']
    for row in shown:
        cells = [cell.ljust(width) if head in left else cell.rjust(width) for head, cell, width in zip(heads, row, widths, strict=True)]
        lines.append(" ".join(cells).rstrip())
    return "\n".join(lines)


def _quoted(value: str) -> str:
    if not value:
        return "-"
    if re.fullmatch(r'[^\s"{};%\[\]]+', value):
        return value
    return '"' + value.replace('"', '\\"') + '"'
