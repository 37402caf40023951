"""A PublishedEvent written as USEBIO 1.2, in the order of its document type; what `read_usebio` reads back as the same event."""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from bridge.engine.cards import Card, Hand, Suit
from bridge.engine.contract import Report
from bridge.engine.formats.event import (
    Absence,
    ArtificialScore,
    BareReport,
    Entrant,
    Form,
    Match,
    Method,
    Person,
    PublishedBoard,
    PublishedEvent,
    SplitScore,
    TravellerLine,
)
from bridge.engine.formats.usebio import FIGURES
from bridge.engine.formats.wording import award_words, contract_words, split_words
from bridge.engine.seats import Seat

_TYPES: Final = {Form.PAIRS: "PAIRS", Form.SINGLES: "INDIVIDUAL", Form.TEAMS: "TEAMS"}
_BOARD_METHODS: Final = {
    Method.MATCHPOINTS: "MATCH_POINTS",
    Method.CROSS_IMPS: "CROSS_IMPS",
    Method.BUTLER: "BUTLER_IMPS",
    Method.TOTAL_POINTS: "AGGREGATE",
    Method.TEAM_IMPS: "IMPS",
    None: "",
}
_SEAT_WORDS: Final = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
_PLAYERS: Final = (("N_PLAYER_NUMBER", "S_PLAYER_NUMBER"), ("E_PLAYER_NUMBER", "W_PLAYER_NUMBER"))


def write_usebio(event: PublishedEvent) -> str:
    """The event as a USEBIO text, to be encoded as UTF-8."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<USEBIO Version="1.2">', "<CLUB>"]
    lines.append(_tag("CLUB_NAME", event.club))
    lines.append(_tag("CLUB_ID_NUMBER", event.club_number))
    lines.append("</CLUB>")
    kind = "SWISS_PAIRS" if event.form is Form.PAIRS and event.matches else _TYPES[event.form]
    lines.append(f'<EVENT EVENT_TYPE="{kind}">')
    lines.extend(_heads(event))
    lines.extend(_body(event))
    lines.append("</EVENT>")
    lines.extend(_handsets(event))
    lines.append("</USEBIO>")
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    return f"<{name}>{escape(str(value))}</{name}>"


def _tags(couples: dict[str, object]) -> Iterator[str]:
    return (_tag(name, value) for name, value in couples.items() if value not in (None, ""))


def _heads(event: PublishedEvent) -> Iterator[str]:
    yield from _tags(
        {
            "EVENT_IDENTIFIER": event.identifier,
            "EVENT_DESCRIPTION": event.title,
            "BOARD_SCORING_METHOD": _BOARD_METHODS[event.method],
            "MATCH_SCORING_METHOD": "VPS" if event.vp else "",
            "PAIRWISE_SCORING_METHOD": _BOARD_METHODS[event.pair_method],
            "PROGRAM_NAME": event.program,
            "WINNER_TYPE": event.winners,
            "DATE": event.day.strftime("%d/%m/%Y") if event.day else "",
            "SESSION_COUNT": len({board.session for board in event.travellers()}) or 1,
            "SECTION_COUNT": len({board.section for board in event.travellers()}) or 1,
            "BOARDS_PLAYED": event.boards_due,
            "MPS_AWARDED_FLAG": "Y" if any(entrant.master_points for entrant in event.entrants) else "N",
        }
    )


def _body(event: PublishedEvent) -> Iterator[str]:
    """Participants, boards and matches of each session and section; those of none stand directly in the event."""
    places = [("", "")]
    places.extend((entrant.session, entrant.section) for entrant in event.entrants)
    places.extend((board.session, board.section) for board in event.boards)
    places.extend((match.session, "") for match in event.matches)
    for session, section in dict.fromkeys(places):
        opened = [f"<{tag} {tag}_ID={quoteattr(name)}>" for tag, name in (("SESSION", session), ("SECTION", section)) if name]
        closed = [f"</{tag}>" for tag, name in (("SECTION", section), ("SESSION", session)) if name]
        yield from opened
        yield from _participants(tuple(entrant for entrant in event.entrants if (entrant.session, entrant.section) == (session, section)), event.form)
        for board in event.boards:
            if (board.session, board.section) == (session, section):
                yield from _board(event, board, imps=None)
        for match in event.matches:
            if not section and match.session == session:
                yield from _match(event, match)
        yield from closed


def _participants(entrants: tuple[Entrant, ...], form: Form) -> Iterator[str]:
    if entrants:
        yield "<PARTICIPANTS>"
        for entrant in entrants:
            yield from _entrant(entrant, "TEAM" if form is Form.TEAMS else "PLAYER" if form is Form.SINGLES else "PAIR")
        yield "</PARTICIPANTS>"


def _entrant(entrant: Entrant, tag: str, score: str = "TOTAL_SCORE") -> Iterator[str]:
    attributes = f" TEAM_ID={quoteattr(entrant.number)} TEAM_NAME={quoteattr(entrant.name)}" if tag == "TEAM" else ""
    yield f"<{tag}{attributes}>"
    number = {"PAIR": {"PAIR_NUMBER": entrant.number}, "PLAYER": {"PLAYER_NUMBER": entrant.number}}.get(tag, {})
    direction = {"DIRECTION": entrant.direction.value if entrant.direction else ""}
    figures = {
        score: entrant.score,
        "WINS_OR_DRAWS": entrant.wins,
        "PERCENTAGE": entrant.percent,
        "PLACE": entrant.place,
        "BOARDS_PLAYED": entrant.boards,
        "ADJUSTMENT": entrant.adjustment,
    }
    yield from _tags({**number, **direction, **figures})
    for points in entrant.master_points:
        yield "<MASTER_POINTS>"
        yield from _tags({"MASTER_POINTS_AWARDED": points.amount, "MASTER_POINT_TYPE": points.kind})
        yield "</MASTER_POINTS>"
    for pair in entrant.members:
        yield from _entrant(pair, "PAIR", "PAIR_IMPS")
    for person in entrant.players:
        if tag == "PLAYER":
            yield from _person(person)
        else:
            yield "<PLAYER>"
            yield from _person(person)
            yield "</PLAYER>"
    yield f"</{tag}>"


def _person(person: Person) -> Iterator[str]:
    yield from _tags({"PLAYER_NAME": person.name, "NATIONAL_ID_NUMBER": person.national_number, "CLUB_ID_NUMBER": person.club_number})


def _board(event: PublishedEvent, board: PublishedBoard, imps: str | None) -> Iterator[str]:
    yield "<BOARD>"
    yield _tag("BOARD_NUMBER", board.number)
    yield from _tags({"IMPS": imps, "BOARD_AVERAGE": board.datum})
    for line in board.lines:
        yield "<TRAVELLER_LINE>"
        yield from _tags(_line(event, line))
        yield "</TRAVELLER_LINE>"
    yield "</BOARD>"


def _line(event: PublishedEvent, line: TravellerLine) -> dict[str, object]:
    method = event.pair_method if event.form is Form.TEAMS else event.method
    figures = FIGURES.get(method or Method.MATCHPOINTS, FIGURES[Method.MATCHPOINTS])
    told: dict[str, object] = {"DIRECTION": line.room.value if line.room else "", "TABLE_NUMBER": line.table, "ROUND_NUMBER": line.round}
    for numbers, pair, players in ((line.ns, "NS_PAIR_NUMBER", _PLAYERS[0]), (line.ew, "EW_PAIR_NUMBER", _PLAYERS[1])):
        told |= dict(zip(players, numbers, strict=True)) if event.form is Form.SINGLES else {pair: numbers[0] if numbers else ""}
    played = line.outcome if isinstance(line.outcome, Report | BareReport) else None
    if played:
        told["CONTRACT"] = contract_words(played.contract, passed="PASS")
        told["PLAYED_BY"] = played.declarer.value if played.declarer else ""
        told["LEAD"] = _card(played.lead) if played.lead else ""
        told["TRICKS"] = played.tricks
    told |= _score(line)
    told |= {f"NS_{figures}": line.ns_scored, f"EW_{figures}": line.ew_scored, "LIN_DATA": line.lin}
    return told


def _score(line: TravellerLine) -> dict[str, object]:
    outcome = line.outcome
    if isinstance(outcome, ArtificialScore):
        return {"NS_SCORE": award_words(outcome.ns), "EW_SCORE": award_words(outcome.ew)}
    if isinstance(outcome, SplitScore):
        return dict(zip(("NS_SCORE", "EW_SCORE"), split_words(outcome), strict=True))
    words = {Absence.NOT_PLAYED: "NP", Absence.BYE: "BYE"}
    if isinstance(outcome, Absence) and outcome in words:
        return {"SCORE": words[outcome]}
    return {"SCORE": line.points}


def _card(card: Card) -> str:
    return card.rank.letter + card.suit.name


def _match(event: PublishedEvent, match: Match) -> Iterator[str]:
    teams = ("TEAM", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE")
    first, second, score, others = teams if event.form is Form.TEAMS else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "NS_SCORE", "EW_SCORE")
    yield "<MATCH>"
    yield from _tags({"ROUND_NUMBER": match.round, first: match.first, second: match.second})
    yield from _tags({"START_BOARD_NUMBER": match.first_board, "END_BOARD_NUMBER": match.last_board})
    yield from _tags({score: match.first_score, others: match.second_score})
    for played in match.boards:
        yield from _board(event, played.board, played.imps)
    yield "</MATCH>"


def _handsets(event: PublishedEvent) -> Iterator[str]:
    """The cards: one set for all, or one for each section where sections played different ones."""
    sets: dict[str, dict[int, PublishedBoard]] = {}
    whole: dict[int, PublishedBoard] = {}
    for board in event.travellers():
        if board.deal:
            whole.setdefault(board.number, board)
            sets.setdefault(board.section, {})[board.number] = board
    alike = all(board.deal == whole[number].deal for boards in sets.values() for number, board in boards.items())
    for name, boards in {"": whole}.items() if alike else sets.items():
        if boards:
            yield f"<HANDSET HANDSET_ID={quoteattr(name)}>" if name else "<HANDSET>"
            for board in boards.values():
                yield from _hands(board)
            yield "</HANDSET>"


def _hands(board: PublishedBoard) -> Iterator[str]:
    assert board.deal is not None
    yield "<BOARD>"
    yield _tag("BOARD_NUMBER", board.number)
    for seat in Seat:
        yield "<HAND>"
        yield _tag("DIRECTION", _SEAT_WORDS[seat])
        yield from (_tag(tag, _ranks(board.deal.hand(seat), suit)) for tag, suit in _SUITS.items())
        yield "</HAND>"
    yield "</BOARD>"


_SUITS: Final = {"CLUBS": Suit.C, "DIAMONDS": Suit.D, "HEARTS": Suit.H, "SPADES": Suit.S}


def _ranks(hand: Hand, suit: Suit) -> str:
    return "".join(card.rank.letter for card in sorted(hand, reverse=True) if card.suit is suit)
