"""The rows of an imported event of teams: matches in two rooms, line-ups as they sat, sit-outs, penalties."""

from collections import Counter
from collections.abc import Iterator, Mapping

from bridge.actions.imported_pairs import Written, deal_boards, write_outcomes
from bridge.engine.formats.event import Entrant, Person, PublishedEvent
from bridge.jobs.line_ups import SEATS
from bridge.mapping.team_imports import MatchAsPlayed, TeamsAsPlayed
from bridge.models import (
    Act,
    Board,
    BoardSet,
    Entry,
    Forfeited,
    LineUp,
    Match,
    Penalty,
    Place,
    Player,
    Roster,
    Round,
    Seating,
    Section,
    Session,
    Start,
)

ROOMS = ("open", "closed")
SIDES = {"open": ("NS", "EW"), "closed": ("EW", "NS")}  # of the home team, of the other


def write_teams(act: Act, session: Session, event: PublishedEvent, played: TeamsAsPlayed, people: Mapping[Person, Player]) -> Written:
    """Entries with their players and line-ups, one section with its rounds, matches and results, penalties."""
    entries = {index: _enter(act, session, entrant, people) for index, entrant in enumerate(event.entrants)}
    section = Section.objects.create(session=session, letter="A", board_set=BoardSet.objects.create(club=session.club))
    for index, number in enumerate(played.numbers):
        Start.objects.begin(act, section=section, entry=entries[index], number=number, place=index + 1)
    numbers = range(1, played.rounds + 1)
    rounds = {number: Round.objects.create(section=section, number=number, opens=session.starts, closes=session.closed_at) for number in numbers}
    _play(act, section, played, entries, rounds)
    for number, index in played.sit_outs:
        Place.objects.begin(act, round=rounds[number], entry=entries[index])
    _line_up(act, session, event, played, people, entries)
    for index, amount in played.taken:
        Penalty.objects.begin(act, session=session, entry=entries[index], amount=amount, unit="vp")
    return Written(entries, ((section,),))


def _enter(act: Act, session: Session, entrant: Entrant, people: Mapping[Person, Player]) -> Entry:
    """A team with its players; one without a name is called by its number."""
    entry = Entry.objects.create(event=session.stage.event, name=entrant.name.strip()[:80] or f"No. {entrant.number}"[:80])
    for player in _own(entrant, people):
        Roster.objects.begin(act, entry=entry, player=player)
    return entry


def _own(entrant: Entrant, people: Mapping[Person, Player]) -> list[Player]:
    told = [person for one in (entrant, *entrant.members) for person in one.players]
    return list(dict.fromkeys(people[person] for person in told if person in people))


def _play(act: Act, section: Section, played: TeamsAsPlayed, entries: Mapping[int, Entry], rounds: Mapping[int, Round]) -> None:
    """Both tables of every match, with what came of each board in each room."""
    numbers = sorted({number for match in played.matches for number in range(match.first_board, match.first_board + match.boards)})
    boards = {board.number: board for board in Board.objects.bulk_create(Board(set=section.board_set, number=number) for number in numbers)}
    tables, met = Counter[int](), Counter[tuple[int, int]]()
    outcomes = []
    for number, match in enumerate(played.matches, 1):
        row = Match.objects.begin(
            act, stage=section.session.stage, number=number, round=rounds[match.round], home=entries[match.home], away=entries[match.away],
            first_board=match.first_board, boards=match.boards, is_half=match.is_half,
        )
        if match.forfeit is not None:
            Forfeited.objects.begin(act, match=row, by=match.forfeit.value)
        before = {team: len(ROOMS) * met[match.round, team] for team in (match.home, match.away)}  # of a triangle: the pairs' second match
        met.update((match.round, team) for team in before)
        for half, room in enumerate(ROOMS, 1):
            tables[match.round] += 1
            seating = Seating.objects.begin(
                act, section=section, round=rounds[match.round], table=tables[match.round], room=room, match=row, first_board=match.first_board,
                last_board=match.first_board + match.boards - 1,
            )
            for team, side in zip((match.home, match.away), SIDES[room], strict=True):
                Place.objects.begin(act, round=rounds[match.round], entry=entries[team], half=before[team] + half, seating=seating, side=side)
            outcomes += [(seating, boards[each.board], each.said, each.outcome) for each in match.rooms if each.room == room]
    write_outcomes(act, outcomes)
    deal_boards((boards[number], deal) for number, deal in played.deals.items() if number in boards)


def _line_up(
    act: Act, session: Session, event: PublishedEvent, played: TeamsAsPlayed, people: Mapping[Person, Player], entries: Mapping[int, Entry]
) -> None:
    """Who sat where from which round on: told anew where a pair changed rooms."""
    for index, entrant in enumerate(event.entrants):
        now: tuple[tuple[Player, ...], ...] = ()
        for number, pairs in _sitting(index, entrant, played.matches, people):
            if pairs == now:
                continue
            now = pairs
            seated = set[int]()
            for half, pair in enumerate(pairs, 1):
                for seat, player in zip(SEATS[half], pair, strict=False):
                    if player.pk not in seated and not LineUp.objects.live().filter(session=session, player=player, from_round=number).exists():
                        LineUp.objects.begin(act, session=session, entry=entries[index], half=half, seat=seat, player=player, from_round=number)
                        seated.add(player.pk)


def _sitting(
    index: int, entrant: Entrant, matches: tuple[MatchAsPlayed, ...], people: Mapping[Person, Player]
) -> Iterator[tuple[int, tuple[tuple[Player, ...], ...]]]:
    """Rounds with the pairs of a team in the open and in the closed room; where the file does not tell, its players in their order from the first round on."""
    told = {match.round: [match.pairs.get((index, room)) for room in ROOMS] for match in reversed(matches) if index in (match.home, match.away)}
    known = {number: pairs for number, pairs in told.items() if None not in pairs}
    if not known:
        own = _own(entrant, people)
        yield 1, (tuple(own[:2]), tuple(own[2:4]))
    for number, pairs in sorted(known.items()):
        members = [entrant.members[place] for place in pairs if place is not None]
        yield number, tuple(tuple(people[person] for person in pair.players if person in people) for pair in members)
