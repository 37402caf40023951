"""Team matches between the tables and the engine: the boards of a match in both rooms, and the ranking that matches make. No rule stands here."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from bridge.engine.movements.propose_teams import INTERLEAVED
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.scoring.outcome import Outcome, Unscored
from bridge.engine.scoring.rounding import half_away
from bridge.engine.teams.knock_out import bracket_of, places_in
from bridge.engine.teams.line_up import LineUp
from bridge.engine.teams.ranking import MatchPlayed, TeamStanding, rank_teams
from bridge.engine.teams.score import Forfeit, MatchBoard
from bridge.mapping.basis import Basis, load_conditions, sections_of
from bridge.mapping.conditions import options_of
from bridge.mapping.knock_out import knock_out_plan_of
from bridge.mapping.outcomes import settled
from bridge.mapping.running import RunningRow, store_running
from bridge.mapping.team_pairs import load_pairs, pairs_to_json, reckon_pairs, store_travellers
from bridge.models import Adjustment, Forfeited, Match, Penalty, Place, Player, Ranking, Result, Seating, Section, Start, Withdrawal
from bridge.models import LineUp as LineUpRow

ROOMS = ("open", "closed")


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match with its boards in both rooms; `seatings` by room and board."""

    match: Match
    boards: tuple[MatchBoard, ...]
    seatings: Mapping[tuple[str, int], Seating]
    forfeit: Forfeit | None


@dataclass(frozen=True, slots=True)
class TeamRanking:
    """What a ranking of teams is made of; entries by their ids, in the order of their numbers. `sections` with the act as at which each was read.

    carried   in a knock-out what couples brought along, to the better seed; None elsewhere
    """

    conditions: Conditions
    entries: tuple[int, ...]
    sheets: tuple[MatchSheet, ...]
    sit_outs: Mapping[int, int]
    penalties: Mapping[int, Fraction]
    withdrawn: frozenset[int]
    sections: tuple[tuple[Section, int], ...]
    carried: Mapping[frozenset[int], Fraction] | None = None


def match_sheets(matches: "QuerySet[Match]", head: int | None = None) -> tuple[MatchSheet, ...]:
    """Every match with what each board counts as in both rooms, now or as at an act: five queries."""
    rows = list(matches.select_related("home", "away", "round").order_by("number"))
    seatings = list(_as_at(Seating.objects.filter(match__in=rows), head).select_related("section", "round", "match").order_by("pk"))
    results = {
        (row.seating_id, row.board.number): row for row in _as_at(Result.objects.filter(seating__in=seatings), head).select_related("board")
    }
    ruled: dict[tuple[int, int], list[tuple[str, str, dict[str, Any]]]] = defaultdict(list)
    adjustments = _as_at(Adjustment.objects.filter(seating__in=seatings), head).order_by("pk")
    for seating, board, side, kind, value in adjustments.values_list("seating", "board__number", "side", "kind", "value"):
        ruled[seating, board].append((side, kind, value))
    forfeits = dict(_as_at(Forfeited.objects.filter(match__in=rows), head).values_list("match", "by"))
    by_match: dict[int, dict[tuple[str, int], Seating]] = defaultdict(dict)
    for row in seatings:
        by_match[row.match_id or 0] |= {(row.room, number): row for number in range(row.first_board, row.last_board + 1)}

    def outcome(room: Seating | None, number: int) -> tuple[Outcome, bool]:
        if room is None:
            return Unscored.NOT_YET, False
        said = results.get((room.pk, number))
        return settled(said.ns_points if said else None, ruled[room.pk, number]), bool(said and said.turned)

    sheets = []
    for row in rows:
        rooms = by_match[row.pk]
        boards = []
        for number in range(row.first_board, row.first_board + row.boards):
            (in_open, open_turned), (in_closed, closed_turned) = (outcome(rooms.get((room, number)), number) for room in ROOMS)
            boards.append(MatchBoard(number, in_open, in_closed, (open_turned, closed_turned)))
        sheets.append(MatchSheet(row, tuple(boards), rooms, Forfeit(forfeits[row.pk]) if row.pk in forfeits else None))
    return tuple(sheets)


def _as_at(rows: Any, head: int | None) -> Any:
    return rows.live() if head is None else rows.as_at(head)


LINE_UP_TIME = timedelta(minutes=5)


def line_up_due(match: Match) -> datetime:
    """Until when the teams of a match hand in their line-ups: a few minutes after its round has opened."""
    assert match.round.opens is not None, "a match is seated when its round has its time"
    return match.round.opens + LINE_UP_TIME


def handed_in(match: Match, entry: int) -> LineUp[int] | None:
    """The line-up (players by their ids) that a team handed in for this match; None where it has not, and plays as before."""
    rows = LineUpRow.objects.live().filter(session=match.round.section.session_id, entry=entry, from_round=match.round.number, since__kind="hand_in_line_up")
    pairs: dict[int, list[int]] = defaultdict(list)
    for half, player in rows.order_by("half", "pk").values_list("half", "player"):
        pairs[half].append(player)
    return LineUp(tuple(tuple(pairs[half]) for half in sorted(pairs))) if pairs else None


def sitting_for(match: Match, entry: int) -> dict[int, tuple[Player, ...]]:
    """Who sits for a team in a match, by pair: as handed in, or as before."""
    rows = LineUpRow.objects.live().filter(session=match.round.section.session_id, entry=entry, from_round__lte=match.round.number)
    return last_in_seats(rows.select_related("player").order_by("from_round", "pk"))


def last_in_seats(rows: Iterable[LineUpRow]) -> dict[int, tuple[Player, ...]]:
    """The players of a team by pair, from its line-ups in the order in which they began."""
    seats: dict[tuple[int, str], LineUpRow] = {}
    for row in rows:
        seats[row.half, row.seat] = row
    return {half: tuple(row.player for (of, _), row in seats.items() if of == half) for half in sorted({of for of, _ in seats})}


def played_of(sheet: MatchSheet) -> MatchPlayed[int]:
    """A match for the engine, its teams by their ids."""
    return MatchPlayed(sheet.match.home_id, sheet.match.away_id, sheet.boards, sheet.match.is_half, sheet.forfeit)


def is_interleaved(section: Section) -> bool:
    """Do the two pairs of a team play the same boards in different rounds, so that nobody may change from one to the other?"""
    plan = section.plans.live().first()
    return plan is not None and plan.source.get("family") in INTERLEAVED


def whole_matches(sheets: Iterable[MatchSheet]) -> tuple[tuple[MatchPlayed[int], tuple[MatchSheet, ...]], ...]:
    """The matches that count, each with its sheets: of teams of eight both couples of tables together, elsewhere one."""
    couples: dict[tuple[int, int, int, int], list[MatchSheet]] = defaultdict(list)
    for sheet in sheets:
        couples[sheet.match.round_id, sheet.match.home_id, sheet.match.away_id, sheet.match.first_board].append(sheet)
    return tuple((_whole(of_match), tuple(of_match)) for of_match in couples.values())


def _whole(sheets: Sequence[MatchSheet]) -> MatchPlayed[int]:
    first = played_of(sheets[0])
    if len(sheets) == 1:
        return first
    boards = tuple(replace(board, couple=couple) for couple, sheet in enumerate(sheets, start=1) for board in sheet.boards)
    return replace(first, boards=boards, forfeit=next((sheet.forfeit for sheet in sheets if sheet.forfeit is not None), None))


def whole_of(sheet: MatchSheet) -> MatchPlayed[int]:
    """The match that counts of which this is a couple of tables, with this sheet as it is given."""
    match = sheet.match
    same = {"round": match.round_id, "home": match.home_id, "away": match.away_id, "first_board": match.first_board}
    others = match_sheets(Match.objects.live().filter(**same).exclude(pk=match.pk))
    return _whole(sorted((sheet, *others), key=lambda each: each.match.number))


def load_team_ranking(ranking: Ranking, basis: Basis) -> TeamRanking:
    """Everything that a ranking of teams compares, as at a basis: a fixed number of queries."""
    sections = list(sections_of(ranking))
    entries: list[int] = []
    sheets: list[MatchSheet] = []
    sit_outs: dict[int, int] = defaultdict(int)
    penalties: dict[int, Fraction] = defaultdict(Fraction)
    withdrawn = set[int]()
    carried: dict[frozenset[int], Fraction] | None = None
    for section in sections:
        head = basis[str(section.session.journal.pk)]
        knock_out = knock_out_plan_of(section, head)
        if knock_out is not None:
            carried = (carried or {}) | dict(knock_out.carried)
        entries += Start.objects.as_at(head).filter(section=section).order_by("number").values_list("entry", flat=True)
        sheets += match_sheets(Match.objects.as_at(head).filter(round__section=section), head)
        for entry in Place.objects.as_at(head).filter(round__section=section, seating__isnull=True).values_list("entry", flat=True):
            sit_outs[entry] += 1
        for entry, amount in Penalty.objects.as_at(head).filter(session=section.session, unit="vp").values_list("entry", "amount"):
            penalties[entry] += amount
        withdrawn |= set(Withdrawal.objects.as_at(head).filter(session=section.session).values_list("entry", flat=True))
    read = tuple((section, basis[str(section.session.journal.pk)]) for section in sections)
    conditions = load_conditions(ranking, basis)
    return TeamRanking(conditions, tuple(dict.fromkeys(entries)), tuple(sheets), sit_outs, penalties, frozenset(withdrawn), read, carried)


def reckon_teams(loaded: TeamRanking) -> tuple[TeamStanding[int], ...]:
    """The standings of the teams. Raises NoSuchMethod, NoSuchScale, BoardTwice."""
    played, method = [whole for whole, _ in whole_matches(loaded.sheets)], match_method(loaded.conditions.method)
    if loaded.carried is not None:
        return places_in(bracket_of(loaded.entries, played, method, loaded.carried, loaded.conditions.award_imps), played)
    return rank_teams(
        loaded.entries, played, method, loaded.conditions, sit_outs=loaded.sit_outs, penalties=loaded.penalties, withdrawn=loaded.withdrawn
    )


def store_team_ranking(ranking: Ranking, loaded: TeamRanking, standings: Iterable[TeamStanding[int]], basis: Basis) -> bool:
    """Store standings, pairs and travellers in one short transaction; false, and nothing stored, where another reckoning came first."""
    played = load_pairs(loaded.sections, loaded.sheets)
    travellers, ranked_pairs = reckon_pairs(played, loaded.conditions)
    pairs = pairs_to_json(ranked_pairs)
    with transaction.atomic():
        if not Ranking.objects.filter(pk=ranking.pk, turn=ranking.turn).update(
            turn=F("turn") + 1, basis=basis, problem={}, scored_by=options_of(loaded.conditions)
        ):
            return False
        store_running(
            ranking,
            [
                RunningRow(
                    "all", each.who, each.place.number if each.place else None, bool(each.place and each.place.shared),
                    each.points, each.points, int(half_away(each.points * 100)),
                    {
                        "boards": each.boards, "matches": each.matches, "percent": None, "order": order,
                        "unranked": "withdrawn" if each.who in loaded.withdrawn else None if each.place else "no_boards",
                        "pairs": pairs.get(each.who, []),
                    },
                )
                for order, each in enumerate(standings)
            ],
        )
        store_travellers(ranking, played, travellers)
    ranking.refresh_from_db(fields=["turn", "basis", "problem", "scored_by"])
    return True
