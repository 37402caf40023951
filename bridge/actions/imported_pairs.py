"""The rows of an imported event of pairs or single players, and what imported events of all forms have in common."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bridge import tasks
from bridge.engine.cards import Deal as EngineDeal
from bridge.engine.contract import Report
from bridge.engine.formats.event import Entrant, Person, PublishedEvent
from bridge.engine.scoring.outcome import Outcome
from bridge.mapping.imports import EventAsPlayed, boards_of, deal_text, decided_sides, result_columns
from bridge.models import (
    Act,
    Adjustment,
    Board,
    BoardSet,
    Deal,
    Entry,
    LineUp,
    Penalty,
    Place,
    Player,
    Result,
    Roster,
    Seating,
    Section,
    Session,
    Start,
)
from bridge.queries.signin import FIRST_SEATS


@dataclass(frozen=True, slots=True)
class Written:
    """What was made of an event: its entries by their places in the file's list, and the sections that share a ranking."""

    entries: Mapping[int, Entry]
    groups: tuple[tuple[Section, ...], ...]


def write_pairs(act: Act, session: Session, event: PublishedEvent, played: EventAsPlayed, people: Mapping[Person, Player]) -> Written:
    """Entries, sections, results and penalties of an event of pairs or single players."""
    entries = _enter(act, session, event, people)
    sections = _sections(act, session, played, entries)
    _results(act, sections, played, entries)
    for index, amount, unit in played.taken:
        Penalty.objects.begin(act, session=session, entry=entries[index], amount=amount, unit="percent" if unit == "percent" else "method")
    return Written(entries, tuple(tuple(sections[letter] for letter in group) for group in played.groups))


def _enter(act: Act, session: Session, event: PublishedEvent, players: Mapping[Person, Player]) -> dict[int, Entry]:
    """The entries with their players, in the order of the file's list; a player whom the file has in two pairs sits for the first."""
    entries: dict[int, Entry] = {}
    seated = set[int]()
    for index, entrant in enumerate(event.entrants):
        entries[index] = entry = Entry.objects.create(event=session.stage.event, name=entrant.name[:80] if not entrant.players else "")
        own = list(dict.fromkeys(players[person] for person in entrant.players if person in players))
        for seat, player in zip(FIRST_SEATS, own, strict=False):
            Roster.objects.begin(act, entry=entry, player=player)
            if player.pk not in seated:
                LineUp.objects.begin(act, session=session, entry=entry, seat=seat, player=player)
                seated.add(player.pk)
    return entries


def _sections(act: Act, session: Session, played: EventAsPlayed, entries: Mapping[int, Entry]) -> dict[str, Section]:
    """The sections with their boards and everybody's number; the boards are shared where the rule compares them over the sections."""
    numbers = boards_of(played)
    shared = BoardSet.objects.create(club=session.club) if played.shares_boards else None
    if shared is not None:
        Board.objects.bulk_create(Board(set=shared, number=number) for number in sorted({each for own in numbers.values() for each in own}))
    sections: dict[str, Section] = {}
    for letter, own in numbers.items():
        board_set = shared or BoardSet.objects.create(club=session.club)
        if shared is None:
            Board.objects.bulk_create(Board(set=board_set, number=number) for number in own)
        sections[letter] = Section.objects.create(session=session, letter=letter, board_set=board_set)
    for index, place in played.placed.items():
        Start.objects.begin(act, section=sections[place.letter], entry=entries[index], line=place.line, number=place.number, place=index + 1)
    for index, count in played.sit_outs.items():
        Place.objects.bulk_create(Place(since=act, entry=entries[index]) for _ in range(count))
    return sections


def _results(act: Act, sections: Mapping[str, Section], played: EventAsPlayed, entries: Mapping[int, Entry]) -> None:
    """Every table on every board, as many rows at a time as there are: the order of the rounds is not known."""
    boards = {(letter, board.number): board for letter, section in sections.items() for board in Board.objects.filter(set=section.board_set_id)}
    seatings = Seating.objects.bulk_create(
        Seating(since=act, section=sections[line.letter], table=line.table, first_board=line.board, last_board=line.board) for line in played.lines
    )
    places = [
        Place(since=act, entry=entries[who], seating=seating, side=side)
        for seating, line in zip(seatings, played.lines, strict=True) for side, who in line.sitting
    ]
    Place.objects.bulk_create(places)
    write_outcomes(act, [(seating, boards[line.letter, line.board], line.said, line.outcome) for seating, line in zip(seatings, played.lines, strict=True)])
    deal_boards((boards[where], deal) for where, deal in played.deals.items() if where in boards)


def write_outcomes(act: Act, told: Iterable[tuple[Seating, Board, Report | None, Outcome]]) -> None:
    """What counted on each board at each table: results, or what both sides got instead of one."""
    results, adjustments = [], []
    for seating, board, said, outcome in told:
        where = {"since": act, "seating": seating, "board": board}
        if isinstance(outcome, int):
            results.append(Result(**where, **result_columns(said, board.number, outcome)))
        else:
            adjustments += [Adjustment(**where, side=side.value, kind=kind, value=value) for side, (kind, value) in decided_sides(outcome).items()]
    Result.objects.bulk_create(results)
    Adjustment.objects.bulk_create(adjustments)


def deal_boards(told: Iterable[tuple[Board, EngineDeal]]) -> None:
    """The cards of the boards; a job works out what can be made with them."""
    unique = {board.pk: (board, deal) for board, deal in told}
    Deal.objects.bulk_create(Deal(board=board, cards=deal_text(deal)) for board, deal in unique.values())
    for board_set in {board.set_id for board, _ in unique.values()}:
        tasks.ask(tasks.solve_deals, board_set)


def published_of(entrant: Entrant, people: Mapping[Person, Player]) -> dict[str, Any]:
    """What the file published for an entrant, figures as printed; of a team also for its pairs, who are told by the ids of their players."""
    points = [[each.amount, each.kind] for each in entrant.master_points]
    told: dict[str, Any] = {"score": entrant.score, "percent": entrant.percent, "place": entrant.place, "master_points": points}
    if entrant.members:
        told["pairs"] = [
            {"number": pair.number, "players": [people[each].pk for each in pair.players if each in people], **published_of(pair, people)}
            for pair in entrant.members
        ]
    return told
