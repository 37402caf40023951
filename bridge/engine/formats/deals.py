"""The cards of an evening's boards from a file of a dealing machine or a dealing program: PBN or LIN, with or without results."""

from collections.abc import Iterator

from bridge.engine.cards import Deal
from bridge.engine.errors import EngineError
from bridge.engine.formats.lin import read_lin
from bridge.engine.formats.pbn import parse_pbn
from bridge.engine.formats.pbn_event import parse_deal
from bridge.engine.formats.reading import SIZE_LIMIT, FileKind, UnknownFileKind, decode_text, kind_of

_KINDS = (FileKind.PBN, FileKind.LIN)


class NoDealsInFile(EngineError):
    """A file of deals has at least one numbered board with its cards."""


class UnreadableDeal(EngineError):
    """The cards of a board are four hands of thirteen. Facts: `board`."""

    law = "1"


class BoardDealtTwice(EngineError):
    """One board has one deal. Facts: `board`."""

    law = "6"


def read_deals(data: bytes, *, limit: int = SIZE_LIMIT) -> dict[int, Deal]:
    """Board number -> cards, in the order of the numbers.

    raises   FileTooLarge, NotText, UnknownFileKind, NotWhatItSays, NoDealsInFile, UnreadableDeal, BoardDealtTwice
    """
    text = decode_text(data, limit=limit)
    kind = kind_of(text)
    if kind not in _KINDS:
        raise UnknownFileKind(begins=text.strip()[:40], known=tuple(each.value for each in _KINDS))
    found: dict[int, Deal] = {}
    for board, deal in _of_pbn(text) if kind is FileKind.PBN else _of_lin(text):
        if deal is None:
            raise UnreadableDeal(board=board)
        if found.setdefault(board, deal) != deal:
            raise BoardDealtTwice(board=board)
    if not found:
        raise NoDealsInFile()
    return dict(sorted(found.items()))


def _of_pbn(text: str) -> Iterator[tuple[int, Deal | None]]:
    for game in parse_pbn(text).games:
        number, cards = game.value("Board"), game.value("Deal")
        board = int(number) if number.isdecimal() and len(number) < 10 else 0
        if board and cards:
            yield board, parse_deal(cards)


def _of_lin(text: str) -> Iterator[tuple[int, Deal | None]]:
    for board in read_lin(text):
        if board.number:
            yield board.number, board.deal
