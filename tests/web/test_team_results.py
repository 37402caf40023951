"""What is read of a team event beside its matches: a board in all rooms, a team's card, the pairs against the datum, each figure with its why."""

import random
import re
from collections import defaultdict
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result, give_penalty
from bridge.actions.teams import hand_in_line_up, start_matches
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.models import Account, Match, Place, Ranking, Result, Seating, Session, Standing
from bridge.queries.matches import match_page
from bridge.queries.saved_matches import saved_matches
from bridge.urls import urlpatterns
from tests.swiss_worlds import play_round
from tests.web.addresses import at
from tests.web.test_matches import teams_evening
from tests.worlds import account_of, actor, agree, entries_of, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)  # Law 78B


@pytest.fixture
def session() -> Session:
    """Four teams, everybody against everybody over four boards, all played."""
    session = teams_evening(4)
    start_matches(session, entries_of(session), boards=4, round_minutes=30, by=actor(), key=fresh_key())
    rng = random.Random(7)
    for number in (1, 2, 3):
        play_round(session, number, rng)
    settle()
    session.refresh_from_db()
    return session


def imps(points: int) -> int:
    return (1 if points > 0 else -1) * sum(abs(points) >= least for least in IMPS)


def datum_of(scores: list[int]) -> int:
    """The mean without the highest and the lowest of four, rounded to ten, halves away from nothing."""
    kept = sorted(scores)[1:-1] if len(scores) >= 4 else scores
    mean = Fraction(sum(kept), len(kept))
    tens = int(abs(mean) / 10 + Fraction(1, 2)) * 10
    return tens if mean >= 0 else -tens


def expected_pairs(session: Session) -> dict[frozenset[int], tuple[int, int]]:
    """Two players' numbers -> IMPs against the datum and boards: team n has members 4n-3 to 4n, its first two one pair."""
    scores: dict[int, list[tuple[int, Result]]] = defaultdict(list)
    for row in Result.objects.live().filter(seating__section__session=session).select_related("board"):
        scores[row.board.number].append((row.ns_points, row))
    index = {entry.pk: number for number, entry in enumerate(entries_of(session))}
    found: dict[frozenset[int], list[int]] = defaultdict(lambda: [0, 0])
    for rows in scores.values():
        datum = datum_of([points for points, _ in rows])
        for points, row in rows:
            won = imps(points - datum)
            for place in Place.objects.live().filter(seating=row.seating_id):
                first = 4 * index[place.entry_id] + 2 * place.half - 1
                own = found[frozenset((first, first + 1))]
                own[0] += won if place.side == "NS" else -won
                own[1] += 1
    return {pair: (total, boards) for pair, (total, boards) in found.items()}


def shown_pairs(session: Session, browser: Client) -> list[tuple[frozenset[int], Fraction, int, int]]:
    rows = browser.get(at(session, "butler")).context["shown"].rows
    number_of = {member(session.club, number).pk: number for number in range(1, 17)}
    return [(frozenset(number_of[player.pk] for player in row.players), row.total, row.boards, row.place) for row in rows]


def close(session: Session) -> None:
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()


def test_the_pairs_are_ranked_by_their_mean_against_the_datum(session: Session) -> None:
    close(session)
    expected = expected_pairs(session)
    shown = shown_pairs(session, Client())
    assert {pair: (total, boards) for pair, total, boards, _ in shown} == expected
    means = {pair: Fraction(total, boards) for pair, (total, boards) in expected.items()}
    assert [place for *_, place in shown] == [1 + sum(other > means[pair] for other in means.values()) for pair, *_ in shown]
    ranking = Ranking.objects.get(session=session)
    assert list(differences(ranking)) == []
    assert [len(row.facts["pairs"]) for row in Standing.objects.filter(ranking=ranking, publication__isnull=False)] == [2, 2, 2, 2]


def test_a_board_shows_both_rooms_of_every_match_with_names_and_margin(session: Session) -> None:
    close(session)
    page = Client().get(at(session, "traveller", 2))
    board = page.context["board"]
    assert len(board.matches) == 2 and len(board.lines) == 4
    for match in board.matches:
        row = Match.objects.live().get(number=match.number)
        points = {room: Result.objects.live().get(seating__match=row, seating__room=room, board__number=2).ns_points for room in ("open", "closed")}
        assert match.margin is not None and match.margin.home == imps(points["open"] - points["closed"])
        assert match.open is not None and match.open.ns_team == row.home.name
        first = 4 * entries_of(session).index(row.home)
        assert [player.pk for player in match.open.line.ns.players] == [member(session.club, first + each).pk for each in (1, 2)]
    text = page.content.decode()
    assert "Team 1" in text and "IMPs" in text
    chinese = Client().get(at(session, "traveller", 2), HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()
    assert "逐场" in chinese or "开室" in chinese


def test_every_mark_of_a_card_adds_up_to_the_pairs_figure_and_has_its_why(session: Session) -> None:
    close(session)
    row = Client().get(at(session, "butler")).context["shown"].rows[0]
    page = Client().get(at(session, "pair_card", row.uid) + f"?pair={row.key}")
    card = page.context["card"]
    marks = [each.mark for match in card.matches for room in match.rooms for each in room.lines]
    assert sum(marks) == row.total and len(marks) == row.boards == 12 and card.row.average == row.total / 12
    each = card.matches[0].rooms[0].lines[0]
    why = Client().get(at(session, "why_board", each.line.seating, each.line.board, each.side))
    assert why.context["why"].mark == each.mark and why.context["why"].steps
    whole = Client().get(at(session, "pair_card", row.uid)).context["card"]
    assert len(whole.pairs) == 2 and sum(len(room.lines) for match in whole.matches for room in match.rooms) == 24
    assert Client().get(at(session, "pair_card", row.uid) + "?pair=1-2-3").status_code == 404


def test_while_it_runs_a_player_sees_no_board_that_the_own_team_is_still_to_play() -> None:
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=4, round_minutes=30, by=actor(), key=fresh_key())
    opened, closed = Seating.objects.select_related("section__session", "round").order_by("table")
    agree(closed, 3, Report(Contract(3, Strain.N), Seat.N, 9))
    settle()
    player = Client()
    player.force_login(account_of(member(session.club, 1), "north"))
    assert player.get(at(session, "traveller", 3)).context["board"] is None
    assert [row.is_visible for row in player.get(at(session, "boards")).context["boards"]] == [False]
    assert player.get(at(session, "pair_card", entries_of(session)[0].uid)).context["card"].matches == ()
    agree(opened, 3, Report(Contract(3, Strain.N), Seat.N, 10))
    settle()
    assert len(player.get(at(session, "traveller", 3)).context["board"].lines) == 2
    assert len(player.get(at(session, "pair_card", entries_of(session)[0].uid)).context["card"].matches[0].rooms) == 2
    assert player.get(at(session, "butler")).context["shown"] is None
    assert Client().get(at(session, "pair_card", entries_of(session)[0].uid)).context["is_visible"] is False
    desk = Client()
    desk.force_login(Account.objects.get(username="lina"))
    assert len(desk.get(at(session, "butler")).context["shown"].rows) == 4


def test_a_teams_points_are_the_sum_of_its_matches_sit_outs_and_penalties() -> None:
    session = teams_evening(3)  # one team sits out in each round
    start_matches(session, entries_of(session), boards=2, round_minutes=30, by=actor(), key=fresh_key())
    rng = random.Random(3)
    for number in (1, 2, 3):
        play_round(session, number, rng)
    give_penalty(session, entries_of(session)[1], Fraction(5, 2), None, reason="late", by=actor(), key=fresh_key())
    settle()
    assert Client().get(at(session, "why_total", entries_of(session)[0].uid)).status_code == 303
    close(session)
    for entry in entries_of(session):
        page = Client().get(at(session, "pair_card", entry.uid))
        points = page.context["points"]
        stored = Standing.objects.get(ranking__session=session, publication__isnull=False, entry=entry)
        assert points.total == stored.exact and len(points.matches) == 2 and (points.sit_outs, points.award) == (1, 12)
        assert points.others == (Fraction(-5, 2) if entry == entries_of(session)[1] else 0)
        assert "Where its points come from" in page.content.decode()


def test_every_page_of_an_evening_of_teams_answers_in_both_languages(session: Session) -> None:
    desk = Client()
    desk.force_login(Account.objects.get(username="secretary"))
    values = {"entry": entries_of(session)[0].uid, "seating": Seating.objects.order_by("pk")[0].pk, "side": "NS"}
    told = []
    for pattern in urlpatterns:
        route = str(pattern.pattern)
        if not route.startswith("c/<slug:club>/s/<str:session>/"):
            continue
        names = re.findall(r"<\w+:(\w+)>", route)[2:]
        address = at(session, str(pattern.name), *(values.get(name, 1) for name in names))
        for language in ("en", "zh-hans"):
            told.append((pattern.name, desk.get(address, HTTP_ACCEPT_LANGUAGE=language).status_code))
    assert [each for each in told if each[1] not in (200, 302, 303, 403, 404, 405)] == []
    assert sum(status == 200 for _, status in told) > 50


def test_a_late_correction_and_a_late_line_up_reach_the_pairs(session: Session) -> None:
    close(session)
    seating = Seating.objects.select_related("section__session", "round").get(round__number=2, table=1)
    correct_result(seating, 5, Report(Contract(3, Strain.N), Seat.N, 13), reason="Twice entered", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    assert {pair: (total, boards) for pair, total, boards, _ in shown_pairs(session, Client())} == expected_pairs(session)


def test_who_really_sat_is_who_has_the_marks(session: Session) -> None:
    match = Match.objects.live().select_related("round__section__session", "home").get(number=1)
    first = 4 * entries_of(session).index(match.home)
    one, two, three, four = (member(session.club, first + each) for each in (1, 2, 3, 4))
    hand_in_line_up(match, match.home, ((one, three), (two, four)), by_staff=True, by=actor(), key=fresh_key())
    settle()
    close(session)
    rows = [row for row in shown_pairs(session, Client()) if row[0] <= {first + each for each in (1, 2, 3, 4)}]
    assert {pair: boards for pair, _, boards, _ in rows} == {
        frozenset((first + 1, first + 3)): 12, frozenset((first + 2, first + 4)): 12,
    }


def test_matches_that_are_taken_away_are_those_of_their_pages(session: Session) -> None:
    match = Match.objects.live().select_related("round__section__session__journal", "home").get(number=3)
    others = list(match.home.roster.filter(until=None).select_related("player").order_by("-pk"))
    pairs = [(others[0].player, others[1].player), (others[2].player, others[3].player)]
    hand_in_line_up(match, match.home, pairs, by_staff=True, by=actor(), key=fresh_key())
    saved = saved_matches(session)
    assert [each.line.round for each in saved] == [3, 3, 2, 2, 1, 1]
    for each in saved:
        page = match_page(session, each.match.number, frozenset(), timezone.now(), staff=True)
        assert page is not None
        assert (each.line, each.lines, dict(each.pairs), each.method) == (page.line, page.lines, dict(page.pairs), page.method)


def test_more_matches_ask_the_database_no_more(client: Client, session: Session) -> None:
    few = teams_evening(2)
    start_matches(few, entries_of(few), boards=4, round_minutes=30, by=actor(), key=fresh_key())
    play_round(few, 1, random.Random(7))
    settle()
    asked: list[dict[str, int]] = []
    for each in (few, session):
        close_session(each, by=actor(), key=fresh_key())
        settle()
        asked.append({})
        for name, more in (("traveller", (1,)), ("export_html", ()), ("matches", ()), ("match", (1,)), ("butler", ())):
            client.get(at(each, name, *more))
            with CaptureQueriesContext(connection) as queries:
                assert client.get(at(each, name, *more)).status_code == 200
            asked[-1][name] = len(queries)
    assert asked[0] == asked[1]
