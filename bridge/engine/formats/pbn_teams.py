"""Matches of two teams in PBN: a game for each table and board with its room and both teams, and back."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from bridge.engine.contract import Report
from bridge.engine.formats.event import BareReport, Entrant, Match, MatchBoard, Person, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.notation import parse_figure, parse_whole
from bridge.engine.formats.pbn import Game, PbnText, format_table
from bridge.engine.formats.traveller import PrintedLine, read_line
from bridge.engine.formats.wording import contract_words, decimal_words
from bridge.engine.seats import Side

_ROOMS: Final = {"OPEN": Side.NS, "CLOSED": Side.EW}  # where the home team sits


def is_of_matches(pbn: PbnText) -> bool:
    """Does every game say which board of which two teams it is, in which room?"""
    return all(_teams(game) and game.value("Room").upper() in _ROOMS and parse_whole(game.value("Board")) for game in pbn.games)


def _teams(game: Game) -> tuple[str, str] | None:
    home, visitors = game.value("HomeTeam"), game.value("VisitTeam")
    return (home, visitors) if home and visitors else None


@dataclass(slots=True)
class _Gathered:
    """What is read game by game: the entrants by name and number, each team's pairs, each match's boards."""

    entrants: dict[str, Entrant] = field(default_factory=dict)
    pairs: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    matches: dict[tuple[str, str, str], Match] = field(default_factory=dict)


def read_matches(pbn: PbnText, ranked: tuple[Entrant, ...], board_of: dict[int, PublishedBoard]) -> tuple[tuple[Entrant, ...], tuple[Match, ...]]:
    """The teams with the pairs that sat for them, and their matches.

    ranked     as the ranking has them, empty where there is none
    board_of   number -> the board without lines
    """
    told = _Gathered()
    for entrant in (replace(each, number=each.number or each.name) for each in ranked):
        told.entrants |= {entrant.name: entrant, entrant.number: entrant}
    for game in pbn.games:
        _gather(told, game, board_of)
    numbered = dict.fromkeys(entrant.number for entrant in told.entrants.values())
    entrants = {entrant.number: entrant for entrant in told.entrants.values()}
    return tuple(_with_pairs(entrants[number], told.pairs.get(number, [])) for number in numbered), tuple(told.matches.values())


def _with_pairs(entrant: Entrant, pairs: list[tuple[str, ...]]) -> Entrant:
    members = (Entrant(f"{entrant.number}-{place}", players=tuple(map(Person, names))) for place, names in enumerate(pairs, 1))
    return replace(entrant, members=tuple(members))


def _gather(told: _Gathered, game: Game, board_of: dict[int, PublishedBoard]) -> None:
    both = _teams(game)
    number = parse_whole(game.value("Board"))
    assert both is not None and number is not None, "asked before"
    first, second = (_number(told, name) for name in both)
    match = told.matches.setdefault(
        (game.value("Round"), first, second),
        Match(
            parse_whole(game.value("Round")), first, second, number, number, game.value("HomeTeamScore") or None, game.value("VisitTeamScore") or None
        ),
    )
    known = next((played for played in match.boards if played.board.number == number), MatchBoard(board_of[number]))
    room = _ROOMS[game.value("Room").upper()]
    line = _line(told, game, len(known.board.lines) + 1, (first, second) if room is Side.NS else (second, first), room)
    lines = (*known.board.lines, line) if line else known.board.lines
    played = MatchBoard(replace(known.board, lines=lines), known.imps or _imps(game, room))
    others = tuple(other for other in match.boards if other.board.number != number)
    told.matches[game.value("Round"), first, second] = replace(
        match, first_board=min(match.first_board or number, number), last_board=max(match.last_board or number, number), boards=(*others, played)
    )


def _number(told: _Gathered, name: str) -> str:
    """The number of a team that the ranking names; one that it does not name is numbered as it comes."""
    if name not in told.entrants:
        told.entrants[name] = Entrant(str(len({entrant.number for entrant in told.entrants.values()}) + 1), name=name)
    return told.entrants[name].number


def _line(told: _Gathered, game: Game, position: int, teams: tuple[str, str], room: Side) -> TravellerLine | None:
    """The table's line; None where it tells neither a contract nor a score."""
    if not game.value("Contract") and not game.value("Score"):
        return None
    pairs = [_pair(told, team, (game.value(one), game.value(other))) for team, one, other in zip(teams, ("North", "East"), ("South", "West"), strict=True)]
    side, _, points = game.value("Score").partition(" ")
    return read_line(
        PrintedLine(
            position=position, line=game.line, ns=(pairs[0],), ew=(pairs[1],), contract=game.value("Contract"), declarer=game.value("Declarer").lstrip("^"),
            tricks=game.value("Result").lstrip("^"), ns_score=points if side == "NS" else "", ew_score=points if side == "EW" else "",
            score="" if side in ("NS", "EW") else game.value("Score"), table=game.value("Table"), round=game.value("Round"), room=room,
        )
    )


def _pair(told: _Gathered, team: str, names: tuple[str, str]) -> str:
    if not all(names):
        return team
    known = told.pairs.setdefault(team, [])
    if names not in known:
        known.append(names)
    return f"{team}-{known.index(names) + 1}"


def _imps(game: Game, room: Side) -> str | None:
    """IMPs to the home team, from the side that the tag names."""
    side, _, figure = game.value("ScoreIMP").partition(" ")
    told = parse_figure(figure)
    if side not in ("NS", "EW") or told is None:
        return None
    return decimal_words(told.value if side == room.value else -told.value, 4)


def game_tags(event: PublishedEvent) -> Iterator[tuple[PublishedBoard, dict[str, str]]]:
    """For every table and board of every match its board and the tags that are not the board's own."""
    names = {entrant.number: entrant.name for entrant in event.entrants}
    called = {number: name if name and list(names.values()).count(name) == 1 else number for number, name in names.items()}
    people = {pair.number: tuple(person.name for person in pair.players) for team in event.entrants for pair in team.members}
    for match in event.matches:
        for played in match.boards:
            lines = {line.room: line for line in played.board.lines}
            for word, room in _ROOMS.items():
                yield played.board, {
                    **_seated(lines.get(room), people),
                    **_told(lines.get(room)),
                    "HomeTeam": called[match.first],
                    "VisitTeam": called[match.second],
                    "Room": word.title(),
                    "Round": str(match.round or ""),
                    "ScoreIMP": f"{room.value} {played.imps}" if played.imps else "",
                    "HomeTeamScore": match.first_score or "",
                    "VisitTeamScore": match.second_score or "",
                }


def _seated(line: TravellerLine | None, people: dict[str, tuple[str, ...]]) -> dict[str, str]:
    sides = [people.get("".join(numbers), ()) for numbers in ((line.ns, line.ew) if line else ((), ()))]
    ns, ew = ((*names, "", "")[:2] for names in sides)
    return {"West": ew[1], "North": ns[0], "East": ew[0], "South": ns[1]}


def _told(line: TravellerLine | None) -> dict[str, str]:
    played = line.outcome if line and isinstance(line.outcome, Report | BareReport) else None
    score = "" if line is None or line.points is None else f"NS {line.points}" if line.points >= 0 else f"EW {-line.points}"
    return {
        "Declarer": played.declarer.value if played and played.declarer else "",
        "Contract": contract_words(played.contract, passed="Pass") if played else "",
        "Result": str(played.tricks) if played and played.tricks is not None else "",
        "Score": score,
        "Table": line.table if line else "",
    }


def team_table(event: PublishedEvent) -> str:
    """The ranking; what a team has from no board (a sit-out, a match without boards) stands in its adjustment."""
    unit = "VP" if event.vp else "IMP"
    rows = []
    for team in event.entrants:
        place, extra = team.place or "", _from_no_board(event, team)
        boards = str(team.boards) if team.boards is not None else ""
        tie = "=" if place.endswith("=") else ""
        rows.append((place.rstrip("="), tie, team.number, team.name, team.score or "", boards, decimal_words(extra, 4) if extra else ""))
    heads = ("Rank", "RankTie", "TeamId", "TeamName", f"TotalScore{unit}", "NrBoards", "Adjustment")
    return format_table("TotalScoreTable", heads, tuple(rows), frozenset({"TeamName"}))


def _from_no_board(event: PublishedEvent, team: Entrant) -> Fraction:
    told = [team.adjustment, *(score for match in event.matches if not match.boards for who, score in _scores(match) if who == team.number)]
    return sum((figure.value for text in told if (figure := parse_figure(text))), Fraction(0))


def _scores(match: Match) -> tuple[tuple[str, str | None], ...]:
    return (match.first, match.first_score), (match.second, match.second_score)
