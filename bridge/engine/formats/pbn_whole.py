"""Is a PBN text one event, and is all of it there? Only what can be told for certain is refused."""

from collections.abc import Iterator
from itertools import pairwise

from bridge.engine.errors import EngineError
from bridge.engine.formats.event import SeveralEvents
from bridge.engine.formats.pbn import TAG, Game, PbnText, values_of

_TABLES = ("ScoreTable", "TotalScoreTable")
# A record of a board that nobody played, or whose cards nobody knows, may do without these.
_OF_PLAY = {"Deal", "Declarer", "Contract", "Result", "Score", "Auction", "Play", "Note", "Table", "Round", "Datum", "Section"}


class PbnCutOff(EngineError):
    """A PBN file ends with a whole game. Facts: `line` (its last), `board` (of the last game, "" where unknown)."""


def require_one_whole_event(text: str, pbn: PbnText) -> None:
    """Nothing where the games are those of one event and the last one is whole.

    raises   PbnCutOff, SeveralEvents
    """
    last = pbn.games[-1]
    if _ends_inside_line(text, last) or _ends_inside_row(text, pbn.games) or _ends_inside_tags(pbn.games):
        raise PbnCutOff(line=text.rstrip().count("\n") + 1, board=last.value("Board"))
    for second in _second_events(pbn.games):
        raise SeveralEvents(line=second.line, first=_name(pbn.games[0]), second=_name(second))


def _ends_inside_line(text: str, last: Game) -> bool:
    """A file that was cut has no line end; its last line is an open tag pair, or a row with an open quotation."""
    line = text.rpartition("\n")[2].strip()
    if line.startswith("["):
        return not TAG.match(line)
    quotes = line.replace('\\"', "").count('"')
    return _last_table(last) is not None and not line.startswith(("%", ";")) and quotes % 2 == 1


def _ends_inside_row(text: str, games: tuple[Game, ...]) -> bool:
    """The last row has no line end, and fewer values than each one before it in its table, or in the one of the game before."""
    table = _last_table(games[-1])
    if table is None or not text.rpartition("\n")[2].strip():
        return False
    lengths = [len(values_of(line)) for game in games[-2:] for _, line in game.sections.get(table, ())]
    return bool(games[-1].sections.get(table)) and len(set(lengths[:-1])) == 1 and lengths[-1] < lengths[0]


def _last_table(game: Game) -> str | None:
    opened = tuple(game.tags)[-1]
    return opened if opened in _TABLES else None


def _ends_inside_tags(games: tuple[Game, ...]) -> bool:
    """The last game begins with the tags of the one before and then lacks some that a board has before it is played."""
    if len(games) < 2:
        return False
    before, last = (tuple(tag for tag in game.tags if tag not in _TABLES) for game in games[-2:])
    return before[: len(last)] == last and bool(set(before[len(last) :]) - _OF_PLAY) and not games[-1].tags.keys() & set(_TABLES)


def _name(game: Game) -> str:
    """What an event is told apart by: its name and day, else its tag."""
    return " ".join(word for word in (game.value("Event"), game.value("EventDate") or game.value("Date")) if word) or "Event"


def _second_events(games: tuple[Game, ...]) -> Iterator[Game]:
    """Where games with tables change their event's name or first day, or a ranking comes again and with it a board that had its table."""
    scored = [game for game in games if any(game.sections.get(table) for table in _TABLES)]
    for before, game in pairwise(scored):
        if any(before.value(tag) and game.value(tag) and before.value(tag) != game.value(tag) for tag in ("Event", "EventDate")):
            yield game
    seen: set[tuple[object, ...]] = set()
    ranked = False
    for game in scored:
        ranks, board = bool(game.sections.get("TotalScoreTable")), _scored_board(game)
        if ranked and ranks and board in seen:
            yield game
        ranked = ranked or ranks
        seen.update([board] if board else [])


def _scored_board(game: Game) -> tuple[object, ...]:
    """What tells one board's table from another: sections may stand in their tag, or in a column of the table itself."""
    rows = tuple(text for _, text in game.sections.get("ScoreTable", ()))
    by_column = "section" in game.tags.get("ScoreTable", "").lower()
    return (game.value("Section"), game.value("Board"), rows if by_column else ()) if rows else ()
