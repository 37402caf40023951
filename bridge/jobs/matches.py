"""Team matches: a draw's couples become matches at two tables each, and a ranking is reckoned from whole matches."""

from collections.abc import Sequence

from bridge.engine.errors import EngineError
from bridge.engine.movements.movement import Movement, board_numbers, places_in, played_tables
from bridge.engine.swiss.draw import Draw, Why
from bridge.engine.swiss.field import Odd
from bridge.engine.teams.plan import Room, plan_match, plan_triangle
from bridge.jobs.queue import NotYet
from bridge.mapping.basis import basis_of
from bridge.mapping.problems import keep_problem
from bridge.mapping.swiss import SwissPlan, first_of_triangles, triangle_in_play
from bridge.mapping.teams import load_team_ranking, reckon_teams, store_team_ranking
from bridge.models import Board, Match, Place, Ranking, Round, Seating, Section, journal

TABLES = 2  # of a match


def seat_matches(act: journal.Act, section: Section, round_: Round, drawn: Draw[int], entry_of: dict[int, int], plan: SwissPlan) -> None:
    """Matches and seatings of a drawn round: the home team North-South in the open room, East-West in the closed."""
    first = section.first_board + (round_.number - 1) * plan.boards
    for match in drawn.matches:
        seat_match(act, [round_], match.seated.table, entry_of[match.seated.ns], entry_of[match.seated.ew], first, plan.boards, plan.couples)
    if drawn.triangle is not None:
        three = tuple(entry_of[who] for who in drawn.triangle.three)
        goes_on = any(reason.why is Why.TRIANGLE_GOES_ON for reason in drawn.triangle.reasons)
        _seat_triangle(act, round_, drawn.triangle.tables, (three[0], three[1], three[2]), plan, triangle_in_play(round_, plan) if goes_on else ())


def seat_match(
    act: journal.Act, rounds: Sequence[Round], place: int, home: int, away: int, first: int, boards: int, couples: int = 1
) -> tuple[Match, ...]:
    """One match with its two tables, a part of its boards in each of the rounds; `place` counts matches from 1.

    couples   of tables: teams of eight have two, each a match by itself here, which count as one
    """
    section = rounds[0].section
    matches = tuple(
        Match.objects.begin(
            act, stage_id=section.session.stage_id, number=_next_number(rounds[0]), round=rounds[0], home_id=home, away_id=away, first_board=first,
            boards=boards,
        )
        for _ in range(couples)
    )
    for table in plan_match(first, boards, len(rounds), couples=couples):
        round_, match = rounds[table.stanza - 1], matches[table.couple - 1]
        hall = section.first_table + TABLES * (couples * (place - 1) + table.couple - 1) + (table.room is Room.CLOSED)
        seating = Seating.objects.begin(
            act, section=section, round=round_, table=hall, room=table.room.value, match=match, first_board=min(table.boards), last_board=max(table.boards)
        )
        sides = ("NS", "EW") if table.home_ns else ("EW", "NS")
        Place.objects.begin(act, round=round_, entry_id=home, half=table.home_pair, seating=seating, side=sides[0])
        Place.objects.begin(act, round=round_, entry_id=away, half=table.away_pair, seating=seating, side=sides[1])
    return matches


def seat_movement(act: journal.Act, rounds: Sequence[Round], movement: Movement, entries: Sequence[int], boards: int) -> None:
    """Every match of a movement of teams; `entries` (ids) by their places. Who has no table in a round sits out.

    The team whose North-South meets the other first is at home, and that table is the match's open room.
    """
    section = rounds[0].section
    matches: dict[frozenset[int], Match] = {}
    for number, table, (ns, ew, laid) in played_tables(movement.seats):
        couple, round_ = frozenset((ns, ew)), rounds[number - 1]
        first = board_numbers(laid, boards, section.first_board)[0]
        if couple not in matches:
            matches[couple] = Match.objects.begin(
                act, stage_id=section.session.stage_id, number=_next_number(round_), round=round_, home_id=entries[ns - 1], away_id=entries[ew - 1],
                first_board=first, boards=boards,
            )
        match = matches[couple]
        room = Room.OPEN if match.home_id == entries[ns - 1] else Room.CLOSED
        seating = Seating.objects.begin(
            act, section=section, round=round_, table=section.first_table + table - 1, room=room.value, match=match, first_board=first,
            last_board=first + boards - 1,
        )
        Place.objects.begin(act, round=round_, entry_id=entries[ns - 1], half=1, seating=seating, side="NS")
        Place.objects.begin(act, round=round_, entry_id=entries[ew - 1], half=2, seating=seating, side="EW")
    for round_ in rounds:
        seated = places_in(movement, round_.number)
        for place, entry in enumerate(entries, start=1):
            if place not in seated:
                Place.objects.begin(act, round=round_, entry_id=entry)


def _next_number(round_: Round) -> int:
    newest = Match.objects.live().filter(stage=round_.section.session.stage_id).order_by("-number").values_list("number", flat=True).first()
    return (newest or 0) + 1


def _seat_triangle(
    act: journal.Act, round_: Round, places: tuple[int, int, int], three: tuple[int, int, int], plan: SwissPlan, begun: Sequence[Match]
) -> None:
    """Three teams at three couples of tables: both halves of half-length matches in one round; at full length the first half in this round, the other
    in the next.

    begun   the matches of the triangle that goes on
    """
    if begun:
        _seat_half(act, round_, places, three, begun, 2)
        return
    is_full = plan.settings.odd is Odd.TRIANGLE and round_.number < plan.rounds
    matches = _begin_triangle(act, round_, three, plan, plan.boards if is_full else plan.boards // 2, is_half=not is_full)
    for half in (1,) if is_full else (1, 2):
        _seat_half(act, round_, places, three, matches, half)


def _begin_triangle(
    act: journal.Act, round_: Round, three: tuple[int, int, int], plan: SwissPlan, boards: int, *, is_half: bool
) -> tuple[Match, ...]:
    """The three matches of a triangle, on boards that no other triangle plays."""
    section = round_.section
    begins_at = first_of_triangles(section, plan)
    before = Match.objects.live().filter(round__section=section, first_board__gte=begins_at).order_by("-first_board").first()
    first = before.first_board + before.boards if before else begins_at
    known = set(Board.objects.filter(set=section.board_set_id).values_list("number", flat=True))
    Board.objects.bulk_create(Board(set_id=section.board_set_id, number=number) for number in range(first, first + 3 * boards) if number not in known)
    couples = ((three[0], three[1]), (three[1], three[2]), (three[2], three[0]))
    return tuple(
        Match.objects.begin(
            act, stage_id=section.session.stage_id, number=_next_number(round_), round=round_, home_id=home, away_id=away,
            first_board=first + number * boards, boards=boards, is_half=is_half,
        )
        for number, (home, away) in enumerate(couples)
    )


def _seat_half(
    act: journal.Act, round_: Round, places: tuple[int, int, int], three: tuple[int, int, int], matches: Sequence[Match], half: int
) -> None:
    """One half of a triangle; where both halves are in one round, the same two of a team sit in a third and a fourth half."""
    for table in plan_triangle(three):
        if table.half != half:
            continue
        match = matches[table.set - 1]
        seating = Seating.objects.begin(
            act, section=round_.section, round=round_, table=round_.section.first_table + TABLES * (places[table.table - 1] - 1),
            room=(Room.OPEN if half == 1 else Room.CLOSED).value, match=match, first_board=match.first_board, last_board=match.first_board + match.boards - 1,
        )
        third = TABLES * (half - 1) if match.is_half else 0
        Place.objects.begin(act, round=round_, entry_id=table.ns, half=third + 1, seating=seating, side="NS")
        Place.objects.begin(act, round=round_, entry_id=table.ew, half=third + 2, seating=seating, side="EW")


def score_matches(ranking: Ranking) -> None:
    """Bring a ranking of teams up to the newest facts: whole matches alone count. A method that cannot be applied leaves its reason instead of numbers."""
    basis = basis_of(ranking)
    loaded = load_team_ranking(ranking, basis)
    try:
        standings = reckon_teams(loaded)
    except EngineError as refusal:
        keep_problem(ranking, refusal)
        return
    if not store_team_ranking(ranking, loaded, standings, basis):
        raise NotYet
