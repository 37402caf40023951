"""The one door for an old file: its bytes in, the event that it published out."""

from collections.abc import Callable
from typing import Final

from bridge.engine.formats.event import PublishedEvent
from bridge.engine.formats.lists import with_lists
from bridge.engine.formats.pbn_event import read_pbn
from bridge.engine.formats.reading import SIZE_LIMIT, FileKind, UnknownFileKind, decode_text, kind_of
from bridge.engine.formats.usebio import read_usebio

_READERS: Final[dict[FileKind, Callable[[str], PublishedEvent]]] = {FileKind.USEBIO: read_usebio, FileKind.PBN: read_pbn}


def read_event(data: bytes, *, limit: int = SIZE_LIMIT) -> PublishedEvent:
    """The event that the bytes of a USEBIO or PBN file publish.

    raises   FileTooLarge, NotText, UnknownFileKind and what `read_usebio` and `read_pbn` raise
    """
    text = decode_text(data, limit=limit)
    reader = _reader_of(text)
    if reader is None:
        raise UnknownFileKind(begins=text.strip()[:40], known=tuple(known.value for known in _READERS))
    return with_lists(reader(text))


def _reader_of(text: str) -> Callable[[str], PublishedEvent] | None:
    try:
        return _READERS.get(kind_of(text))
    except UnknownFileKind:
        return None  # told by the kinds that this door knows
