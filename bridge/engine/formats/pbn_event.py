"""What the tags and tables of PBN mean: deals, travellers (ScoreTable) and rankings (TotalScoreTable) as a PublishedEvent, and back."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from bridge.engine.cards import Deal, Hand, NoSuchCard, Suit
from bridge.engine.contract import Report
from bridge.engine.formats.event import (
    Absence,
    ArtificialScore,
    BareReport,
    Entrant,
    Form,
    Method,
    MethodNotKnown,
    NotWritable,
    Person,
    PublishedBoard,
    PublishedEvent,
    SplitScore,
    TravellerLine,
    UnreadableBoardNumber,
)
from bridge.engine.formats.notation import parse_day, parse_direction, parse_hand, parse_seat_word, parse_vulnerability, parse_whole, whole_deal
from bridge.engine.formats.pbn import Game, PbnText, Table, format_table, format_tag, parse_pbn
from bridge.engine.formats.pbn_teams import game_tags, is_of_matches, read_matches, team_table
from bridge.engine.formats.pbn_whole import require_one_whole_event
from bridge.engine.formats.traveller import PrintedLine, read_line
from bridge.engine.formats.wording import award_words, contract_words, split_words
from bridge.engine.seats import Seat, Side, Vulnerability, dealer_of, vulnerability_of

_UNITS: Final = {Method.MATCHPOINTS: "MP", Method.CROSS_IMPS: "IMP", Method.BUTLER: "IMP", Method.TEAM_IMPS: "IMP", Method.TOTAL_POINTS: "Score", None: "MP"}
_TOTALS: Final = ("TotalScoreMP", "TotalMP", "TotalScoreIMP", "TotalIMP", "TotalScoreVP", "TotalVP", "TotalScore")
_MEANS: Final = ("MeanScoreMP", "MeanMP", "MeanScoreIMP", "MeanIMP", "MeanScore")
_SCORING_WORDS: Final = ("MATCHPOINT", "MP", "IMP", "BUTLER", "CROSS", "TOTALPOINTS", "AGGREGATE", "VP")
# What the standard names besides, and nobody scores a club evening by.
_NOT_SCORED_HERE: Final = frozenset(
    "ASCHERMAN BASTILLE CAVENDISH CHICAGO EMP EXPERTS IMP_1948 IMP_1961 INSTANT MITCHELL2 MITCHELL3 MITCHELL4 OLDMP PATTON RUBBER".split()
)
# A table that has none of these is a frequency table: each row is a result of pairs whom nobody names.
_WHO: Final = frozenset("pairid_ns pairid_ew names_ns names_ew playerid_north playerid_south playerid_east playerid_west".split())
_MOST_TABLES: Final = 1000
_SCORINGS: Final = {
    Method.MATCHPOINTS: "MatchPoints",
    Method.CROSS_IMPS: "IMP;Cross2",
    Method.BUTLER: "IMP;Butler",
    Method.TEAM_IMPS: "IMP",
    Method.TOTAL_POINTS: "TotalPoints",
}


def read_pbn(text: str) -> PublishedEvent:
    """The event of a PBN text, figures as printed; games of one board number are lines of one traveller, a record without result keeps its deal only.

    raises   NotWhatItSays, PbnCutOff, SeveralEvents, MethodNotKnown, UnreadableRow, UnreadableBoardNumber
    """
    pbn = parse_pbn(text)
    require_one_whole_event(text, pbn)
    method, methods = _methods(pbn)
    boards = tuple(_boards(pbn, method))
    if any(board.lines for board in boards):
        _require_known_scoring(pbn)
    ranking = _ranking(pbn)
    entrants = _entrants(ranking, method)
    if is_of_matches(pbn):
        return _event_of_matches(pbn, ranking, entrants, {board.number: replace(board, lines=()) for board in boards})
    winners = parse_whole(pbn.meta.get("Winners"))
    return PublishedEvent(
        form=_form(pbn),
        method=method,
        methods=methods,
        source="pbn " + pbn.version if pbn.version else "pbn",
        title=pbn.first("Event") or pbn.meta.get("Event", ""),
        club=pbn.meta.get("Club", "") or pbn.first("Site"),
        program=pbn.meta.get("Generator", "") or pbn.first("Generator") or pbn.first("Application"),
        day=_day(pbn),
        winners=winners,
        means=_has_means(ranking),
        entrants=entrants if winners == 2 else tuple(_settled(entrant, entrants, boards) for entrant in entrants),
        boards=boards,
        factoring=pbn.meta.get("Factoring") or None,
    )


def _day(pbn: PbnText) -> date | None:
    return parse_day(pbn.first("EventDate")) or parse_day(pbn.first("Date")) or parse_day(pbn.meta.get("Date", ""))


def _event_of_matches(pbn: PbnText, ranking: Table | None, ranked: tuple[Entrant, ...], board_of: dict[int, PublishedBoard]) -> PublishedEvent:
    entrants, matches = read_matches(pbn, ranked, board_of)
    return PublishedEvent(
        form=Form.TEAMS,
        method=Method.TEAM_IMPS,
        source="pbn " + pbn.version if pbn.version else "pbn",
        title=pbn.first("Event") or pbn.meta.get("Event", ""),
        club=pbn.meta.get("Club", "") or pbn.first("Site"),
        program=pbn.meta.get("Generator", "") or pbn.first("Generator") or pbn.first("Application"),
        day=_day(pbn),
        vp=any(column.name.upper().endswith("VP") for column in ranking.columns) if ranking else False,
        entrants=entrants,
        matches=matches,
    )


def _settled(entrant: Entrant, entrants: tuple[Entrant, ...], boards: tuple[PublishedBoard, ...]) -> Entrant:
    """The entrant without a direction where it only began in one: the movement of a Howell turns it. Two of one number are told apart by it."""
    if sum((other.section, other.number) == (entrant.section, entrant.number) for other in entrants) > 1:
        return entrant
    sides = {
        side
        for board in boards
        if board.section == entrant.section
        for line in board.lines
        for side in Side
        if entrant.number in line.numbers(side) and line.numbers(side.other)
    }
    return entrant if len(sides) == 1 and entrant.direction in sides else replace(entrant, direction=None)


def _form(pbn: PbnText) -> Form:
    told = pbn.first("Competition").upper()
    if told.startswith("TEAM"):
        return Form.TEAMS
    return Form.SINGLES if told.startswith(("INDIV", "SINGLE")) else Form.PAIRS


def _methods(pbn: PbnText) -> tuple[Method | None, tuple[Method, ...]]:
    """The method that the file names; where it names IMPs alone, those that it may be."""
    told = pbn.first("Scoring").upper()
    for word, method in (
        ("BUTLER", Method.BUTLER),
        ("CROSS", Method.CROSS_IMPS),
        ("XIMP", Method.CROSS_IMPS),
        ("MATCHPOINT", Method.MATCHPOINTS),
        ("MP", Method.MATCHPOINTS),
        ("TOTALPOINTS", Method.TOTAL_POINTS),
        ("AGGREGATE", Method.TOTAL_POINTS),
    ):
        if word in (told if word == "XIMP" else told.replace("IMP", "")):
            return method, ()
    if "IMP" in told:
        return (Method.TEAM_IMPS, ()) if _form(pbn) is Form.TEAMS else (None, (Method.CROSS_IMPS, Method.BUTLER))
    tables = (game.table("ScoreTable") for game in pbn.games)
    names = {column.name.lower() for table in tables if table for column in table.columns}
    return Method.MATCHPOINTS if {"mp_ns", "percentage_ns"} & names and "imp_ns" not in names else None, ()


def _require_known_scoring(pbn: PbnText) -> None:
    """Nothing where the file names a scoring that is known, or none. Raises MethodNotKnown."""
    told = pbn.first("Scoring")
    words = [word.strip().upper() for word in told.split(";") if word.strip()]
    known = not words or any(name in words[0] for name in _SCORING_WORDS) or words[0] == "BAM" and (_form(pbn) is Form.TEAMS or is_of_matches(pbn))
    if not known or not _NOT_SCORED_HERE.isdisjoint(words):
        game = next(game for game in pbn.games if game.value("Scoring"))
        raise MethodNotKnown(kind="pbn", line=game.line, found=told, known=(*_SCORINGS.values(), "BAM"))


def _boards(pbn: PbnText, method: Method | None) -> Iterator[PublishedBoard]:
    """The boards in file order, each section's lines apart, several games of one board put together; a game about the event alone is none."""
    found: dict[tuple[str, int], PublishedBoard] = {}
    for position, game in enumerate(pbn.games, 1):
        told = game.value("Board")
        if not told and not any(game.value(tag) for tag in ("Deal", "Contract", "ScoreTable")):
            continue
        number = parse_whole(told) if told else position
        if number is None or number < 1:
            raise UnreadableBoardNumber(line=game.line, found=told)
        for section, lines in _sections(game, method).items():
            known = found.get((section, number))
            board = known or _empty_board(game, number, section)
            start = len(board.lines)
            added = tuple(replace(read_line(line), position=start + place) for place, line in enumerate(lines, 1))
            found[section, number] = replace(board, lines=board.lines + added, deal=board.deal or parse_deal(game.value("Deal")))
    yield from found.values()


def _empty_board(game: Game, number: int, section: str) -> PublishedBoard:
    return PublishedBoard(
        number=number,
        dealer=parse_seat_word(game.value("Dealer")) or dealer_of(number),
        vulnerability=parse_vulnerability(game.value("Vulnerable")) or vulnerability_of(number),
        section=section,
        deal=parse_deal(game.value("Deal")),
        datum=game.value("Datum") or None,
    )


def _sections(game: Game, method: Method | None) -> dict[str, list[PrintedLine]]:
    table = game.table("ScoreTable")
    if table is None:
        return {game.value("Section"): _line_of_tags(game)}
    sections: dict[str, list[PrintedLine]] = {}
    nameless = _WHO.isdisjoint(column.name.lower() for column in table.columns)
    for number, record in table.records():
        section = _plain(record.get("section", "")) or game.value("Section")
        lines = sections.setdefault(section, [])
        line = _line_of_record(record, number, method)
        if not nameless:
            lines.append(line)
            continue
        for _ in range(_multiplicity(record)):
            someone = f"?{len(lines) + 1}"
            lines.append(replace(line, ns=(someone,), ew=(someone,)))
    return sections or {game.value("Section"): []}


def _multiplicity(record: dict[str, str]) -> int:
    """At how many tables the score of a row was made."""
    told = parse_whole(record.get("multiplicity"))
    return told if told and 0 < told <= _MOST_TABLES else 1


def _plain(text: str) -> str:
    """A value of a table; the mark of an artificial score (`^`) before it says nothing that the score does not."""
    return "" if text in ("-", "?") else text.removeprefix("^")


def _line_of_record(record: dict[str, str], number: int, method: Method | None) -> PrintedLine:
    def value(*names: str) -> str:
        return next((told for name in names if (told := _plain(record.get(name.lower(), "")))), "")

    unit = _UNITS[method]
    return PrintedLine(
        position=0,
        line=number,
        ns=_numbers(value("PairId_NS"), value("PlayerId_North"), value("PlayerId_South"), names=value("Names_NS")),
        ew=_numbers(value("PairId_EW"), value("PlayerId_East"), value("PlayerId_West"), names=value("Names_EW")),
        contract=value("Contract"),
        declarer=value("Declarer"),
        tricks=value("Result"),
        lead=value("Lead"),
        ns_score=value("Score_NS"),
        ew_score=value("Score_EW"),
        ns_scored=value(f"{unit}_NS", "IMP_NS", "MP_NS"),
        ew_scored=value(f"{unit}_EW", "IMP_EW", "MP_EW"),
        ns_percent=value("Percentage_NS"),
        ew_percent=value("Percentage_EW"),
        table=value("Table"),
        round=value("Round"),
    )


def _numbers(pair: str, *players: str, names: str) -> tuple[str, ...]:
    """The numbers of a side; where the table has none, the names that the ranking has, too."""
    return (pair,) if pair else tuple(player for player in players if player) or ((names,) if names else ())


def _line_of_tags(game: Game) -> list[PrintedLine]:
    """The one line of a record that has no table; none where contract and result are unknown."""
    if not game.value("Contract"):
        return []
    score = game.value("Score")
    found = re.fullmatch(r"(NS|EW)\s*(-?\d+).*", score)
    return [
        PrintedLine(
            position=0,
            line=game.line,
            ns=(game.value("North") + " - " + game.value("South"),),
            ew=(game.value("East") + " - " + game.value("West"),),
            contract=game.value("Contract"),
            declarer=game.value("Declarer").lstrip("^"),
            tricks=game.value("Result").lstrip("^"),
            ns_score=found.group(2) if found and found.group(1) == "NS" else "",
            ew_score=found.group(2) if found and found.group(1) == "EW" else "",
            table=game.value("Table"),
            round=game.value("Round"),
        )
    ]


def parse_deal(text: str) -> Deal | None:
    """The deal of a tag such as `N:A2.K3... - ...`: the named seat's hand first, then clockwise; suit letters before the cards are skipped.

    None for what is no whole deal.
    """
    first = parse_seat_word(text[:1])
    if first is None or text[1:2] != ":":
        return None
    hands: dict[Seat, Hand] = {}
    for turn, told in enumerate(text[2:].split()):
        suits = told.split(".")
        if told != "-" and len(suits) == 4:
            try:
                hands[first.turned(turn)] = parse_hand(dict(zip(sorted(Suit, reverse=True), (ranks.lstrip("SHDC:") for ranks in suits), strict=True)))
            except NoSuchCard:
                return None
    return whole_deal(hands)


def _ranking(pbn: PbnText) -> Table | None:
    tables = (game.table("TotalScoreTable") for game in pbn.games)
    return next((found for found in tables if found and found.rows), None)


def _has_means(ranking: Table | None) -> bool:
    names = {column.name.lower() for column in ranking.columns} if ranking else set()
    means, totals = ({name.lower() for name in known} for known in (_MEANS, _TOTALS))
    return bool(names & means) and not names & totals


def _entrants(ranking: Table | None, method: Method | None) -> tuple[Entrant, ...]:
    return tuple(_entrant(record, method) for _, record in ranking.records()) if ranking else ()


def _entrant(record: dict[str, str], method: Method | None) -> Entrant:
    def value(*names: str) -> str:
        return next((told for name in names if (told := _plain(record.get(name.lower(), "")))), "")

    unit = _UNITS[method]
    totals = (f"TotalScore{unit}", f"Total{unit}", *_TOTALS, *_MEANS)
    place = value("Rank")
    return Entrant(
        number=value("PairId", "PlayerId", "TeamId", "Pair", "Player", "Names", "Name"),
        direction=parse_direction(value("Direction")),
        section=value("Section"),
        name=value("Team", "TeamName"),
        score=value(*totals) or None,
        percent=value("MeanPercentage", "TotalPercentage", "Percentage") or None,
        place=(place + "=" if value("RankTie") and not place.endswith("=") else place) or None,
        boards=parse_whole(value("NrBoards")),
        adjustment=value("Adjustment") or None,
        players=_people(value("Names", "Name"), (value("MemberID1"), value("MemberID2"))),
    )


def _people(names: str, numbers: tuple[str, ...]) -> tuple[Person, ...]:
    apart = [name.strip() for name in re.split(r"\s+-\s+|\s*[&/+;]\s*|\s+og\s+", names) if name.strip()]
    known = [*numbers, "", "", ""]
    return tuple(Person(name, national_number=known[place]) for place, name in enumerate(apart))


def write_pbn(event: PublishedEvent) -> str:
    """The event as PBN 2.1 in export format: a game a board with deal and ScoreTable, of teams a game a table, the ranking with the first.

    raises   NotWritable for an event of teams without matches
    """
    if event.form is Form.TEAMS and not any(match.boards for match in event.matches):
        raise NotWritable(kind="pbn", form=event.form)
    heads = ["% PBN 2.1", "% EXPORT"]
    told = {"Generator": event.program, "Club": event.club, "Winners": str(event.winners or ""), "Factoring": event.factoring or ""}
    heads.extend(f'% <META name={name} content="{value}">' for name, value in told.items() if value)
    tables = [*((board, {}) for board in event.boards), *((replace(board, lines=()), tags) for board, tags in game_tags(event))]
    games = ("\n".join(_game(event, board, tags, with_ranking=not place)) for place, (board, tags) in enumerate(tables))
    return "\n".join(heads) + "\n" + "\n\n".join(games) + "\n"


def _game(event: PublishedEvent, board: PublishedBoard, more: dict[str, str], *, with_ranking: bool) -> Iterator[str]:
    """A game's tags, `more` over those that every game has, and its tables."""
    yield from (format_tag(name, value) for name, value in (_tags(event, board) | more).items())
    if with_ranking and event.entrants:
        yield team_table(event) if event.form is Form.TEAMS else _ranking_table(event)
    if board.lines:
        yield _score_table(event, board)


def _tags(event: PublishedEvent, board: PublishedBoard) -> dict[str, str]:
    day = event.day.strftime("%Y.%m.%d") if event.day else ""
    vulnerable = {Vulnerability.NONE: "None", Vulnerability.BOTH: "All"}.get(board.vulnerability, board.vulnerability.value)
    tags = {
        "Event": event.title,
        "Site": event.club,
        "Date": day,
        "Board": str(board.number),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": board.dealer.value,
        "Vulnerable": vulnerable,
        "Deal": _deal_text(board.deal, board.dealer) if board.deal else "",
        "Scoring": _SCORINGS[event.method] if event.method else "",
        **dict.fromkeys(("Declarer", "Contract", "Result"), ""),
        "Competition": {Form.PAIRS: "Pairs", Form.SINGLES: "Individuals", Form.TEAMS: "Teams"}[event.form],
        "EventDate": day,
    }
    if board.datum is not None:
        tags["Datum"] = board.datum
    if board.section:
        tags["Section"] = board.section
    return tags


def _deal_text(deal: Deal, dealer: Seat) -> str:
    hands = (deal.hand(dealer.turned(turn)) for turn in range(4))
    return f"{dealer.value}:" + " ".join(_hand_text(hand) for hand in hands)


def _hand_text(hand: Hand) -> str:
    cards = sorted(hand, reverse=True)
    return ".".join("".join(card.rank.letter for card in cards if card.suit is suit) for suit in sorted(Suit, reverse=True))


def _ranking_table(event: PublishedEvent) -> str:
    unit = _UNITS[event.method]
    identity = "PlayerId" if event.form is Form.SINGLES else "PairId"
    heads: tuple[str, ...] = ("Rank", "RankTie", "Section", identity, "Direction", f"{'Mean' if event.means else 'Total'}Score{unit}", "TotalPercentage")
    heads += ("Names", "NrBoards", "MemberID1", "MemberID2")
    with_adjustments = any(entrant.adjustment for entrant in event.entrants)
    rows = []
    for entrant in event.entrants:
        place = entrant.place or ""
        numbers = [person.national_number for person in entrant.players] + ["", ""]
        direction = f"{entrant.direction.value[0]}-{entrant.direction.value[1]}" if entrant.direction else ""
        rows.append(
            (
                place.rstrip("="),
                "=" if place.endswith("=") else "",
                entrant.section,
                entrant.number,
                direction,
                entrant.score or "",
                entrant.percent or "",
                " - ".join(person.name for person in entrant.players),
                str(entrant.boards) if entrant.boards is not None else "",
                numbers[0],
                numbers[1],
                *((entrant.adjustment or "",) if with_adjustments else ()),
            )
        )
    heads += ("Adjustment",) if with_adjustments else ()
    return format_table("TotalScoreTable", heads, tuple(rows), frozenset({"Names"}))


def _score_table(event: PublishedEvent, board: PublishedBoard) -> str:
    unit = _UNITS[event.method]
    people = ("PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West") if event.form is Form.SINGLES else ("PairId_NS", "PairId_EW")
    heads = (
        *("Section", "Table", "Round", *people, "Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW"),
        *(f"{unit}_NS", f"{unit}_EW", "Percentage_NS", "Percentage_EW"),
    )
    rows = tuple(_score_row(event, board, line) for line in board.lines)
    return format_table("ScoreTable", heads, rows, frozenset({"Contract"}))


def _score_row(event: PublishedEvent, board: PublishedBoard, line: TravellerLine) -> tuple[str, ...]:
    places = 2 if event.form is Form.SINGLES else 1
    people = [*line.ns, *[""] * (places - len(line.ns)), *line.ew, *[""] * (places - len(line.ew))]
    played = line.outcome if isinstance(line.outcome, Report | BareReport) else None
    ns, ew = _score_words(line)
    return (
        board.section,
        line.table,
        str(line.round) if line.round is not None else "",
        *people,
        contract_words(played.contract, passed="Pass") if played else "",
        played.declarer.value if played and played.declarer else "",
        str(played.tricks) if played and played.tricks is not None else "",
        str(played.lead) if played and played.lead else "",
        ns,
        ew,
        line.ns_scored or "",
        line.ew_scored or "",
        line.ns_percent or "",
        line.ew_percent or "",
    )


def _score_words(line: TravellerLine) -> tuple[str, str]:
    """The words for both columns: points stand on the side that won them, 0 on both where nobody did."""
    if isinstance(line.outcome, ArtificialScore):
        return award_words(line.outcome.ns), award_words(line.outcome.ew)
    if isinstance(line.outcome, SplitScore):
        return split_words(line.outcome)
    if line.outcome is Absence.BYE:
        return "Bye", "Bye"
    if line.outcome is Absence.NOT_PLAYED:
        return "NP", "NP"
    if line.points is None:
        return "", ""
    return (str(line.points), "") if line.points > 0 else ("", str(-line.points)) if line.points < 0 else ("0", "0")
