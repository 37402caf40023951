"""USEBIO 1.0 to 1.3 (usebio.org): the XML in which clubs publish an event, read into a PublishedEvent."""

import re
from dataclasses import dataclass, replace
from typing import Final

from bridge.engine.cards import Deal, Hand, NoSuchCard, Suit
from bridge.engine.formats.elements import Element, parse_elements
from bridge.engine.formats.event import (
    Entrant,
    EventNotPlayable,
    Form,
    MasterPoints,
    Match,
    MatchBoard,
    Method,
    MethodNotKnown,
    Person,
    PublishedBoard,
    PublishedEvent,
    SeveralEvents,
    TravellerLine,
    UnreadableBoardNumber,
)
from bridge.engine.formats.notation import parse_day, parse_direction, parse_hand, parse_seat_word, parse_whole, published, whole_deal
from bridge.engine.formats.reading import NotWhatItSays
from bridge.engine.formats.traveller import PrintedLine, read_line
from bridge.engine.seats import Seat, Side, dealer_of, vulnerability_of

EVENT_TYPES: Final[dict[str, tuple[Form, Method | None]]] = {
    "PAIRS": (Form.PAIRS, None),
    "MP_PAIRS": (Form.PAIRS, Method.MATCHPOINTS),
    **dict.fromkeys(("MP", "MATCH_POINTS", "MATCHPOINTS", "MATCH_POINT_PAIRS", "MATCHPOINT_PAIRS"), (Form.PAIRS, Method.MATCHPOINTS)),
    **dict.fromkeys(("BUTLER_PAIRS", "BUTLER_IMPS", "BUTLER"), (Form.PAIRS, Method.BUTLER)),
    "CROSS_IMPS": (Form.PAIRS, Method.CROSS_IMPS),
    "CROSS_IMP": (Form.PAIRS, Method.CROSS_IMPS),
    "CROSS_IMP_PAIRS": (Form.PAIRS, Method.CROSS_IMPS),
    "AGGREGATE": (Form.PAIRS, Method.TOTAL_POINTS),
    "SWISS_PAIRS": (Form.PAIRS, None),
    "SWISS_PAIRS_CROSS_IMPS": (Form.PAIRS, Method.CROSS_IMPS),
    "SWISS_PAIRS_BUTLER_IMPS": (Form.PAIRS, Method.BUTLER),
    "INDIVIDUAL": (Form.SINGLES, None),
    "TEAMS": (Form.TEAMS, Method.TEAM_IMPS),
    "TEAMS_OF_FOUR": (Form.TEAMS, Method.TEAM_IMPS),
    "SWISS_TEAMS": (Form.TEAMS, Method.TEAM_IMPS),
    "KO": (Form.TEAMS, Method.TEAM_IMPS),
    "HEAD_TO_HEAD": (Form.TEAMS, Method.TEAM_IMPS),
}
_ANY: Final[tuple[Method, ...]] = ()  # the name says nothing of the boards: they are scored by what fits
METHODS: Final[dict[str, tuple[Method, ...]]] = {
    **dict.fromkeys(("MATCH_POINTS", "MATCHPOINTS", "MATCH_POINT", "MP", "MPS", "PERCENT", "PERCENTAGE"), (Method.MATCHPOINTS,)),
    **dict.fromkeys(("CROSS_IMPS", "CROSS_IMP", "XIMPS", "XIMP", "X_IMPS"), (Method.CROSS_IMPS,)),
    **dict.fromkeys(("BUTLER_IMPS", "BUTLER_IMP", "BUTLER"), (Method.BUTLER,)),
    **dict.fromkeys(("AGGREGATE", "TOTAL_POINTS"), (Method.TOTAL_POINTS,)),
    **dict.fromkeys(("IMPS", "IMP"), (Method.CROSS_IMPS, Method.BUTLER)),
    **dict.fromkeys(("VP", "VPS", "OTHER"), _ANY),
}
_NAMES: Final = ("MATCH_POINTS", "CROSS_IMPS", "BUTLER_IMPS", "AGGREGATE", "IMPS")
# Boards of team matches: which of these it was is found with the scale of the matches.
TEAM_METHODS: Final[dict[str, tuple[Method, ...]]] = METHODS | dict.fromkeys(("BAM", "BOARD_A_MATCH", "PAB", "POINT_A_BOARD"), _ANY)
FIGURES: Final[dict[Method, str]] = {
    Method.MATCHPOINTS: "MATCH_POINTS",
    Method.BUTLER: "BUTLER_POINTS",
    Method.CROSS_IMPS: "CROSS_IMP_POINTS",
    Method.TOTAL_POINTS: "AGGREGATE_POINTS",
}
# What programs call the figures of a line, the standard's own word first. IMPS alone does not say against what.
_WORDS: Final[dict[Method, tuple[str, ...]]] = {
    Method.MATCHPOINTS: (FIGURES[Method.MATCHPOINTS], "MATCHPOINTS", "MPS"),
    Method.CROSS_IMPS: (FIGURES[Method.CROSS_IMPS], "CROSS_IMPS", "XIMPS", "IMPS"),
    Method.BUTLER: (FIGURES[Method.BUTLER], "BUTLER_IMPS", "BUTLER", "IMPS"),
    Method.TOTAL_POINTS: (FIGURES[Method.TOTAL_POINTS], "AGGREGATE"),
}

_NO_CONTAINERS: Final = ("HANDSET", "CLUB", "CONTACT")  # whatever else holds boards or participants is walked through


def read_usebio(text: str) -> PublishedEvent:
    """The event of a USEBIO text, figures as printed.

    raises   NotWhatItSays (not well formed, no USEBIO, no event), SeveralEvents, UnsafeDocument,
             EventNotPlayable for a type, MethodNotKnown for a way of scoring that is not known, UnreadableBoardNumber
    """
    root = parse_elements(text)
    if root.tag != "USEBIO":
        raise NotWhatItSays(kind="usebio", line=root.line, found=root.tag, expected="USEBIO")
    events = root.all("EVENT") or [*root.beneath("EVENT")]
    if not events:
        raise NotWhatItSays(kind="usebio", line=root.line, found="0 EVENT", expected="1 EVENT")
    event = events[0]
    if len(events) > 1:
        raise SeveralEvents(line=events[1].line, first=_name(event), second=_name(events[1]))
    form, method, methods = _form_and_methods(event)
    reader = _Reader(form, method)
    reader.walk(event, _Place())
    club = root.first("CLUB") or event.first("CLUB") or Element("CLUB", {}, root.line)
    deals = _deals(root)
    return PublishedEvent(
        form=form,
        method=method,
        methods=methods,
        source="usebio " + root.attributes.get("VERSION", "").strip(),
        title=event.value("TITLE", "EVENT_DESCRIPTION"),
        club=club.value("CLUB_NAME"),
        club_number=club.value("CLUB_ID_NUMBER"),
        identifier=event.value("EVENT_IDENTIFIER"),
        program=" ".join(word for word in (event.value("PROGRAM_NAME"), event.value("PROGRAM_VERSION")) if word),
        day=parse_day(event.value("DATE")),
        winners=_winners(event.value("WINNER_TYPE")),
        boards_due=parse_whole(event.value("BOARDS_PLAYED")),
        vp="VP" in (event.value("MATCH_SCORING_METHOD") + event.value("SCORING_METHOD")).upper(),
        pair_method=_pair_method(event),
        entrants=tuple(reader.entrants),
        boards=_with_deals(reader.boards, deals),
        matches=tuple(reader.matches),
    )


def _pair_method(event: Element) -> Method | None:
    methods = METHODS.get(_one_word(event.value("PAIRWISE_SCORING_METHOD")), ())
    return methods[0] if len(methods) == 1 else None


def _name(event: Element) -> str:
    """What an event is told apart by: its title and day, else its tag."""
    return " ".join(word for word in (event.value("TITLE", "EVENT_DESCRIPTION"), event.value("DATE")) if word) or event.tag


def _winners(text: str) -> int | None:
    plain = text.strip().upper()
    return {"1": 1, "ONE": 1, "2": 2, "TWO": 2}.get(plain)


def _form_and_methods(event: Element) -> tuple[Form, Method | None, tuple[Method, ...]]:
    """Form, method where it is told, and where a name or the lines' figures say less, the methods that are left."""
    told = (event.attributes.get("EVENT_TYPE") or event.value("EVENT_TYPE")).strip()
    kind = _one_word(told)
    if kind not in EVENT_TYPES:
        raise EventNotPlayable(kind="usebio", line=event.line, found=told, known=tuple(EVENT_TYPES))
    form, method = EVENT_TYPES[kind]
    if form is Form.TEAMS:
        _method_named(event, "BOARD_SCORING_METHOD", TEAM_METHODS)
    if method is not None:
        return form, method, ()
    of_board = _method_named(event, "BOARD_SCORING_METHOD", METHODS)
    left = of_board if of_board is not None else _method_named(event, "SCORING_METHOD", METHODS) or ()
    if len(left) == 1:
        return form, left[0], ()
    by_figures = _methods_of_figures(event)
    fitting = tuple(method for method in by_figures if method in left or not left)
    return (form, fitting[0], ()) if len(fitting) == 1 else (form, None, fitting or left)


def _method_named(event: Element, tag: str, known: dict[str, tuple[Method, ...]]) -> tuple[Method, ...] | None:
    """What a tag says of the method; None where the event has no such tag."""
    element = event.first(tag)
    found = element.text if element and element.text else event.attributes.get(tag, "")
    if not found.strip():
        return None
    if _one_word(found) not in known:
        raise MethodNotKnown(kind="usebio", line=element.line if element else event.line, found=found.strip(), known=_NAMES)
    return known[_one_word(found)]


def _one_word(text: str) -> str:
    return re.sub(r"[\s_-]+", "_", text.strip().upper())


def _methods_of_figures(event: Element) -> tuple[Method, ...]:
    """The methods whose figures the lines have: the first that one has under a name of its own, else all that share a name that one has."""
    tags = {child.tag for line in event.beneath("TRAVELLER_LINE") for child in line.children if child.text}
    with_words = {method: [word for word in words if {f"NS_{word}", f"EW_{word}"} & tags] for method, words in _WORDS.items()}
    own = next((method for method, words in with_words.items() if set(words) - {"IMPS"}), None)
    return (own,) if own else tuple(method for method, words in with_words.items() if words)


@dataclass(frozen=True, slots=True)
class _Place:
    session: str = ""
    section: str = ""


class _Reader:
    """Collects entrants, boards and matches from however deep sessions and sections are nested."""

    def __init__(self, form: Form, method: Method | None) -> None:
        self.form = form
        self.method = method
        self.entrants: list[Entrant] = []
        self.boards: list[PublishedBoard] = []
        self.matches: list[Match] = []

    def walk(self, element: Element, place: _Place) -> None:
        for position, child in enumerate(element.children):
            if child.tag == "SESSION":
                self.walk(child, replace(place, session=child.value("SESSION_ID") or f"#{position}"))
            elif child.tag == "SECTION":
                self.walk(child, replace(place, section=child.value("SECTION_ID", "SECTION_NAME") or f"#{position}"))
            elif child.tag == "PARTICIPANTS":
                self.participants(child, place)
            elif child.tag == "BOARD":
                self.add_board(self.board(child, place))
            elif child.tag == "MATCH":
                self.matches.append(self.match(child, place))
            elif child.tag not in _NO_CONTAINERS:
                self.walk(child, place)

    def participants(self, element: Element, place: _Place) -> None:
        for child in element.children:
            if child.tag == "TEAM":
                members = tuple(_entrant(pair, place) for pair in child.all("PAIR"))
                self.entrants.append(replace(_entrant(child, place), members=members))
            elif child.tag == "PAIR" or child.tag == "PLAYER" and self.form is Form.SINGLES:
                self.entrants.append(_entrant(child, place))
            elif child.tag in ("SECTION", "SESSION"):
                self.participants(child, place)

    def add_board(self, board: PublishedBoard) -> None:
        """A board that stands in several pieces is one, its lines numbered on."""
        for at, known in enumerate(self.boards):
            if (known.session, known.section, known.number) == (board.session, board.section, board.number):
                more = (replace(line, position=len(known.lines) + line.position) for line in board.lines)
                self.boards[at] = replace(known, lines=(*known.lines, *more), datum=known.datum or board.datum)
                return
        self.boards.append(board)

    def board(self, element: Element, place: _Place, sides: tuple[str, str] = ("", "")) -> PublishedBoard:
        """A board with its lines; `sides` are the two of a match, for lines that name nobody."""
        number = parse_whole(element.value("BOARD_NUMBER"))
        if number is None or number < 1:
            raise UnreadableBoardNumber(line=element.line, found=element.value("BOARD_NUMBER"))
        lines = tuple(self.line(line, position, sides) for position, line in enumerate(element.beneath("TRAVELLER_LINE"), 1))
        return PublishedBoard(
            number=number,
            dealer=dealer_of(number),
            vulnerability=vulnerability_of(number),
            lines=lines,
            section=place.section,
            session=place.session,
            datum=element.value("BOARD_AVERAGE", "DATUM") or None,
        )

    def line(self, element: Element, position: int, sides: tuple[str, str]) -> TravellerLine:
        words = self.figures(element)
        room = parse_direction(element.value("DIRECTION"))
        # Where the lines of a team match say nothing of the room, its first team sits North-South on the first and East-West on the second.
        turned = room is Side.EW or room is None and self.form is Form.TEAMS and position == 2
        first, second = reversed(sides) if turned else sides
        return read_line(
            PrintedLine(
                position=position,
                line=element.line,
                ns=_numbers(element, first, "NS_PAIR_NUMBER", "N_PLAYER_NUMBER", "S_PLAYER_NUMBER"),
                ew=_numbers(element, second, "EW_PAIR_NUMBER", "E_PLAYER_NUMBER", "W_PLAYER_NUMBER"),
                contract=element.value("CONTRACT"),
                declarer=element.value("PLAYED_BY", "DECLARER"),
                tricks=element.value("TRICKS"),
                lead=element.value("LEAD"),
                score=element.value("SCORE"),
                ns_score=element.value("NS_SCORE"),
                ew_score=element.value("EW_SCORE"),
                ns_scored=element.value(*(f"NS_{word}" for word in words)),
                ew_scored=element.value(*(f"EW_{word}" for word in words)),
                table=element.value("TABLE_NUMBER", "TABLE"),
                round=element.value("ROUND_NUMBER", "ROUND"),
                room=room,
                lin=element.value("LIN_DATA"),
            )
        )

    def figures(self, element: Element) -> tuple[str, ...]:
        """What the line's figures are called."""
        if self.method in _WORDS:
            return _WORDS[self.method]
        told = (words for words in _WORDS.values() if element.value(*(f"NS_{word}" for word in words)))
        return next(told, _WORDS[Method.MATCHPOINTS])

    def number_of(self, told: str) -> str:
        """The number of the side that a match tells; some tell a team's name."""
        numbers = [entrant.number for entrant in self.entrants]
        named = [entrant.number for entrant in self.entrants if entrant.name and entrant.name == told]
        return named[0] if told not in numbers and len(named) == 1 else told

    def match(self, element: Element, place: _Place) -> Match:
        first = self.number_of(element.value("TEAM", "NS_PAIR_NUMBER", "TEAM_ID", "PAIR"))
        second = self.number_of(element.value("OPPOSING_TEAM", "EW_PAIR_NUMBER", "OPPOSING_PAIR"))
        boards = tuple(MatchBoard(self.board(board, place, (first, second)), board.value("IMPS") or None) for board in element.all("BOARD"))
        return Match(
            round=parse_whole(element.value("ROUND_NUMBER")),
            first=first,
            second=second,
            first_board=parse_whole(element.value("START_BOARD_NUMBER")),
            last_board=parse_whole(element.value("END_BOARD_NUMBER")),
            first_score=published(element.value("TEAM_SCORE", "NS_SCORE", "PAIR_SCORE")),
            second_score=published(element.value("OPPOSING_TEAM_SCORE", "EW_SCORE", "OPPOSING_PAIR_SCORE")),
            boards=boards,
            session=place.session,
        )


def _numbers(element: Element, otherwise: str, pair: str, *players: str) -> tuple[str, ...]:
    told = element.value(pair) or otherwise
    if told:
        return () if told in ("0", "-") else (told,)
    return tuple(number for number in (element.value(player) for player in players) if number not in ("", "0", "-"))


def _entrant(element: Element, place: _Place) -> Entrant:
    people = (element,) if element.tag == "PLAYER" else tuple(element.all("PLAYER"))
    return Entrant(
        number=element.value("PAIR_NUMBER", "TEAM_ID", "TEAM_NUMBER", "PLAYER_NUMBER"),
        direction=parse_direction(element.value("DIRECTION")),
        section=place.section,
        session=place.session,
        name=element.value("TEAM_NAME") if element.tag == "TEAM" else "",
        score=published(element.value("TOTAL_SCORE", "PAIR_IMPS")),
        percent=published(element.value("PERCENTAGE")),
        place=published(element.value("PLACE")),
        boards=parse_whole(element.value("BOARDS_PLAYED")),
        adjustment=published(element.value("ADJUSTMENT")),
        handicap=published(element.value("HANDICAP")),
        wins=published(element.value("WINS_OR_DRAWS")),
        players=tuple(_person(player) for player in people),
        master_points=_master_points(element) or tuple(dict.fromkeys(points for player in element.all("PLAYER") for points in _master_points(player))),
    )


def _person(element: Element) -> Person:
    return Person(
        name=" ".join(element.value("PLAYER_NAME", "NAME").split()),
        national_number=element.value("NATIONAL_ID_NUMBER"),
        club_number=element.value("CLUB_ID_NUMBER"),
        number=element.value("PLAYER_NUMBER"),
    )


def _master_points(element: Element) -> tuple[MasterPoints, ...]:
    holders = [*element.all("MASTER_POINTS"), element]
    told = [(holder.value("MASTER_POINTS_AWARDED"), holder.value("MASTER_POINT_TYPE")) for holder in holders]
    return tuple(MasterPoints(amount, kind) for amount, kind in told if amount)


def _deals(root: Element) -> dict[tuple[str, int], Deal]:
    """The whole deals by HANDSET_ID and board number; the first of each number also under the name ""."""
    deals: dict[tuple[str, int], Deal] = {}
    for handset in root.beneath("HANDSET"):
        name = handset.value("HANDSET_ID")
        for board in handset.all("BOARD"):
            number = parse_whole(board.value("BOARD_NUMBER"))
            deal = _deal(board)
            if number and deal:
                deals.setdefault((name, number), deal)
                deals.setdefault(("", number), deal)
    return deals


_SUIT_TAGS = {"SPADES": Suit.S, "HEARTS": Suit.H, "DIAMONDS": Suit.D, "CLUBS": Suit.C}


def _deal(board: Element) -> Deal | None:
    hands: dict[Seat, Hand] = {}
    for hand in board.all("HAND"):
        seat = parse_seat_word(hand.value("DIRECTION"))
        if seat is None:
            return None
        try:
            hands[seat] = parse_hand({suit: hand.value(tag) for tag, suit in _SUIT_TAGS.items()})
        except NoSuchCard:
            return None
    return whole_deal(hands)


def _with_deals(boards: list[PublishedBoard], deals: dict[tuple[str, int], Deal]) -> tuple[PublishedBoard, ...]:
    """The boards with their cards; those that were dealt and not played are no part of the event."""
    return tuple(replace(board, deal=deals.get((board.section, board.number)) or deals.get(("", board.number))) for board in boards)
