"""Bytes of an old file become text, and the kind of file is told from what stands in it. Nothing here opens a file."""

import codecs
import re
from enum import Enum
from typing import Final

from bridge.engine.errors import EngineError

SIZE_LIMIT: Final = 32 * 1024 * 1024


class FileTooLarge(EngineError):
    """A file of results is at most so large. Facts: `size`, `limit` (bytes)."""


class NotText(EngineError):
    """The bytes are no text in any encoding that results are written in. Facts: `byte` (value), `offset`."""


class UnknownFileKind(EngineError):
    """The text is none of the kinds that can be read. Facts: `begins` (its first characters), `known`."""


class NotWhatItSays(EngineError):
    """The text breaks the rules of the kind it says it is. Facts: `kind`, `line`, `found`, `expected`."""


class FileKind(Enum):
    """The kinds of file that can be read."""

    USEBIO = "usebio"
    PBN = "pbn"
    LIN = "lin"
    TABLE = "csv"


# The longer mark first: the one of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


def decode_text(data: bytes, *, limit: int = SIZE_LIMIT) -> str:
    """The text that the bytes hold, its line ends made into single newlines.

    A byte-order mark decides, then every other byte being zero (UTF-16 without a mark), then UTF-8, then the encoding that an XML declaration
    names, then Windows' Western letters, in which old programs wrote (bytes that those leave undefined are read as Latin-1).
    raises   FileTooLarge above `limit` bytes, NotText for what is no text
    """
    if len(data) > limit:
        raise FileTooLarge(size=len(data), limit=limit)
    text = _decoded(data).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    text = _without_end_marks(text)
    control = _CONTROL.search(text)
    if control:
        raise NotText(byte=ord(control.group()), offset=control.start())
    return text


def _without_end_marks(text: str) -> str:
    """The text without what old systems ended or filled up a file with; whether its last line was ended is still told."""
    kept = text.rstrip("\x1a\x00 \n")
    end = text[len(kept) :].replace("\x1a", "").replace("\x00", "")
    return kept + end


def _decoded(data: bytes) -> str:
    for encoding in (*_encodings_marked(data), "utf-8", *_encodings_declared(data), "cp1252"):
        try:
            return data.decode(encoding)
        except (UnicodeError, LookupError):  # the encoding that is named `undefined` refuses everything
            continue
    return data.decode("latin-1")


def _encodings_marked(data: bytes) -> tuple[str, ...]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return (encoding,)
    head = data[:64]
    if len(head) >= 4 and not any(head[1::2]) and all(head[0::2]):
        return ("utf-16-le",)
    if len(head) >= 4 and not any(head[0::2]) and all(head[1::2]):
        return ("utf-16-be",)
    return ()


def _encodings_declared(data: bytes) -> tuple[str, ...]:
    found = _DECLARED.match(data[:200])
    return (found.group(1).decode("ascii"),) if found else ()


_TAG_PAIR = re.compile(r'^\s*\[\s*[A-Za-z0-9_]+\s+"', re.MULTILINE)
_LIN_FIELD = re.compile(r"(^|\|)\s*(md|pn|vg|qx|st)\|", re.IGNORECASE)
_ROOT = re.compile(r"<\s*([A-Za-z_][\w:.-]*)")


def kind_of(text: str) -> FileKind:
    """The kind of file that a text is. A table of another program is a TABLE only if its first line has a separator.

    raises   UnknownFileKind
    """
    begins = text.lstrip()
    if begins.startswith("<"):
        root = _ROOT.search(re.sub(r"<!--.*?-->", "", begins[:20000], flags=re.DOTALL))
        if root and root.group(1).rpartition(":")[2].upper() == "USEBIO":
            return FileKind.USEBIO
        raise UnknownFileKind(begins=begins[:40], known=_known())
    if _TAG_PAIR.search(text):
        return FileKind.PBN
    if _LIN_FIELD.search(text):
        return FileKind.LIN
    first = begins.partition("\n")[0]
    if any(separator in first for separator in ",;\t") and first.isprintable():
        return FileKind.TABLE
    raise UnknownFileKind(begins=begins[:40], known=_known())


def _known() -> tuple[str, ...]:
    return tuple(kind.value for kind in FileKind)
