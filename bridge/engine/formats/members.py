"""A club's list of members: pasted text or a CSV of any spreadsheet, name and number in either order."""

import csv
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from bridge.engine.errors import EngineError, Problem
from bridge.engine.formats.reading import decode_text


class NoNameOnLine(EngineError):
    """A line of the list has no name. Facts: `line`."""


class NameInTwoColumns(EngineError):
    """Two columns without headings hold the parts of a name, and nothing says which is the family name. Facts: `line`, `name`, `other`."""


class NumberTwice(EngineError):
    """Two lines of the list have one number. Facts: `line`, `number`, `first` (the earlier line)."""


class NameTooLong(EngineError):
    """A name or number of the list has more characters than are kept. Facts: `line`, `most`."""


class ListIsEmpty(EngineError):
    """The list has no line with a name."""


@dataclass(frozen=True, slots=True)
class MemberLine:
    """One member: `line` of the list (from 1), name, number (empty where there is none), name in Latin letters where a third column has it."""

    line: int
    name: str
    number: str = ""
    latin: str = ""


_SEPARATORS = ("\t", ";", ",", "，", "；", "、", "|")
# What a heading says its column holds; a column under another word is passed over: telephones, addresses, grades.
_HEADS = {
    **dict.fromkeys(("name", "names", "member", "player", "full name", "姓名", "名字", "会员"), "name"),
    **dict.fromkeys(("first name", "given name", "forename", "名"), "first"), **dict.fromkeys(("last name", "family name", "surname", "姓"), "last"),
    **dict.fromkeys(("number", "no", "no.", "nr", "id", "member no", "member number", "membership number", "编号", "号码", "会员号", "会员编号"), "number"),
    **dict.fromkeys(("latin", "pinyin", "拼音"), "latin"),
}
_NUMBER = re.compile(r"[A-Za-z]{0,4}[-/ ]?\d[\dA-Za-z/-]*")
_SIGN = re.compile(r"(?:#|№|No\.)\s*(?=\d)", re.IGNORECASE)  # before a number, and no part of it
_TITLES = {"jr", "sr", "ii", "iii", "iv", "md", "phd", "esq"}  # behind a name, and no given name
_COMMON_PAIR = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")
MOST_BYTES = 2 * 1024 * 1024
LONGEST_NAME, LONGEST_NUMBER = 80, 30


def decode_members(data: bytes) -> str:
    """The text of a file: as for results, and in the encoding of Chinese spreadsheets. Raises FileTooLarge, NotText."""
    if not _is_unicode(data) and _is_chinese(data):
        return decode_text(data.decode("gb18030").encode("utf-8"), limit=2 * MOST_BYTES)
    return decode_text(data, limit=MOST_BYTES)


def _is_unicode(data: bytes) -> bool:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_chinese(data: bytes) -> bool:
    """Are the bytes above ASCII Chinese characters, most of them common ones? An accented letter of the West stands nearly always beside a plain one."""
    try:
        letters = [letter for letter in data.decode("gb18030") if not letter.isascii()]
    except UnicodeDecodeError:
        return False
    return 2 * sum(bool(_COMMON_PAIR.fullmatch(letter.encode("gb18030"))) for letter in letters) > len(letters)


def read_members(text: str) -> tuple[tuple[MemberLine, ...], tuple[Problem, ...]]:
    """The members of a list and everything that is wrong with it, line by line; lines that hold nothing are passed over.

    A first line of headings is known by its words. Which column is the number is seen from the columns: the one whose cells are mostly numbers.
    A byte-order mark that was pasted with the list is no part of it; a line that stands there twice is one. "Smith, Mary" is Mary Smith.
    """
    rows, separator = _cells(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    heads = _heads(rows[0][1]) if rows else []
    rows = rows[1:] if heads else rows
    number_at = heads.index("number") if "number" in heads else _number_column([cells for _, cells in rows])
    besides = [(line, [cell for at, cell in enumerate(cells) if at != number_at]) for line, cells in rows]
    is_parted = not _has_name(heads) and _is_parted([cells for _, cells in besides])
    if is_parted and separator != ",":
        line, (name, other, *_) = next((line, _filled(cells)) for line, cells in besides if _is_parted([cells]))
        return (), (Problem("list", NameInTwoColumns(line=line, name=name, other=other)),)
    lines, problems, seen = [], [], dict[str, MemberLine]()
    for (line, cells), (_, rest) in zip(rows, besides, strict=True):
        number = _number(cells[number_at]) if number_at is not None and number_at < len(cells) else ""
        name, latin = _under_heads(cells, heads) if _has_name(heads) else _by_place(rest, is_parted=is_parted)
        if not name:
            problems.append(Problem("list", NoNameOnLine(line=line)))
            continue
        member = MemberLine(line, name, number, latin)
        if number in seen:
            if (seen[number].name, seen[number].latin) != (member.name, member.latin):
                problems.append(Problem("list", NumberTwice(line=line, number=number, first=seen[number].line)))
            continue
        if max(len(member.name), len(member.latin)) > LONGEST_NAME or len(number) > LONGEST_NUMBER:
            problems.append(Problem("list", NameTooLong(line=line, most=LONGEST_NAME)))
            continue
        if number:
            seen[number] = member
        lines.append(member)
    if not lines and not problems:
        problems.append(Problem("list", ListIsEmpty()))
    return tuple(lines), tuple(problems)


def _heads(cells: Sequence[str]) -> list[str]:
    """What each column holds ("" where its heading is another word), where the line is one of headings: it names the names and has no number."""
    heads = [_HEADS.get(cell.strip().casefold(), "") for cell in cells]
    is_heading = _has_name(heads) or any(heads) and all(heads)
    return heads if is_heading and not any(_NUMBER.fullmatch(cell.strip()) for cell in cells) else []


def _has_name(heads: Sequence[str]) -> bool:
    return not {"name", "first", "last"}.isdisjoint(heads)


def _under_heads(cells: Sequence[str], heads: Sequence[str]) -> tuple[str, str]:
    """(name, Latin letters) of a line under headings."""
    found = {head: " ".join(cell.split()) for head, cell in zip(heads, cells, strict=False) if head}
    given, family = found.get("first", ""), found.get("last", "")
    name = (f"{family}{given}" if _is_chinese_text(family) else f"{given} {family}".strip()) if given or family else _turned(found.get("name", ""))
    return name, found.get("latin", "")


def _by_place(cells: Sequence[str], *, is_parted: bool) -> tuple[str, str]:
    """(name, Latin letters) of a line without headings; a second cell that is no name (a telephone, an address for letters) is passed over.

    is_parted   the list was divided by commas, and its first two cells are a family name and what goes with it
    """
    name, second = [*_filled(cells), "", ""][:2]
    if re.search(r"[\d@]", second) or not second:
        return _turned(name), ""
    match _is_chinese_text(name), _is_chinese_text(second):
        case True, True:
            return (f"{name}{second}" if len(name) <= 2 else name), ""
        case True, False:
            return name, second
        case False, True:
            return second, name
    return (f"{second} {name}" if is_parted else _turned(name)), ""


def _filled(cells: Sequence[str]) -> list[str]:
    return [" ".join(cell.split()) for cell in cells if cell.strip()]


def _is_parted(rows: Sequence[Sequence[str]]) -> bool:
    """Do most lines without Chinese have one word and then another, as the two parts of a name stand in two columns?"""
    pairs = [_filled(cells)[:2] for cells in rows if not any(map(_is_chinese_text, cells))]
    return 2 * sum(len(pair) == 2 and all(map(_is_one_word, pair)) for pair in pairs) > len(pairs)


def _is_one_word(text: str) -> bool:
    return " " not in text and not re.search(r"[\d@]", text)


def _is_chinese_text(text: str) -> bool:
    return any("\u3400" <= letter <= "\u9fff" or "\U00020000" <= letter <= "\U0003ffff" for letter in text)


def _turned(name: str) -> str:
    """Mary Smith for "Smith, Mary"; whatever stands behind a name and is no given name stays there."""
    family, comma, given = (part.strip() for part in name.partition(","))
    is_turned = comma and family and given and "," not in given and given.rstrip(".").casefold() not in _TITLES
    return f"{given} {family}" if is_turned else name


def _number(cell: str) -> str:
    """A number as it is kept: its digits in one way of writing them, without a sign that says "number" or a spreadsheet's .0; zeros in front stay."""
    return _SIGN.sub("", re.sub(r"^(\d+)\.0+$", r"\1", unicodedata.normalize("NFKC", cell.strip())), count=1)


def _cells(text: str) -> tuple[list[tuple[int, list[str]]], str]:
    """(line, cells) of every line that is not blank, and the sign between cells ("" where there is none)."""
    filled = [line for line in text.splitlines() if line.strip()]
    if filled and re.fullmatch(r"sep=.", filled[0].strip()):  # a spreadsheet's word to itself
        text = text.replace(filled.pop(0), "", 1)
    separator = max(_SEPARATORS, key=lambda sign: sum(sign in line for line in filled)) if filled else ","
    found = []
    if not any(separator in line for line in filled):  # a number and a name with a space between, or names alone
        for at, line in enumerate(text.splitlines(), 1):
            if line.strip():
                match = re.fullmatch(r"\s*(\d+)[.)]?\s+(.+?)\s*|\s*(.+?)\s+(\d+)\s*", line)
                groups = [group for group in match.groups() if group] if match else [line.strip()]
                found.append((at, groups))
        return found, ""
    # A quotation mark without its second would swallow the lines behind it.
    reader = csv.reader(StringIO(text), delimiter=separator, quoting=csv.QUOTE_NONE if text.count('"') % 2 else csv.QUOTE_MINIMAL)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            found.append((reader.line_num, cells))
    return found, separator


def _number_column(rows: Sequence[Sequence[str]]) -> int | None:
    """The column that holds numbers in more than half of the lines."""
    width = max((len(cells) for cells in rows), default=0)
    for at in range(width):
        filled = [cells[at].strip() for cells in rows if at < len(cells) and cells[at].strip()]
        if filled and 2 * sum(bool(_NUMBER.fullmatch(_number(cell))) for cell in filled) > len(filled):
            return at
    return None
