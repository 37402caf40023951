"""A knock-out through the pages: seeded, byes, parts, a tie with extra boards, IMPs brought along, a forfeit, the final table."""

from collections.abc import Callable

import pytest
from django.test import Client

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result, undo_act
from bridge.actions.teams import start_movement
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.propose_teams import order_of_teams
from bridge.engine.seats import Seat
from bridge.jobs.matches import score_matches
from bridge.models import Act, Board, Entry, Match, Place, Ranking, Seating, Session, SessionState, Standing
from tests.web.addresses import at
from tests.web.table_pages import holder, text
from tests.web.test_matches import CHINESE, captain, staff, teams_evening
from tests.web.test_team_movements import IMPS, points_of
from tests.worlds import actor, agree, entries_of, fresh_key, seen, settle

pytestmark = pytest.mark.django_db
Tricks = Callable[[Seating, int], int]


def knock_out(teams: int, *, boards: int = 4, parts: int = 2) -> Session:
    session = teams_evening(teams)
    desk = staff(Client())
    assert f"{teams} teams" in text(desk.get(at(session, "knock_out_start")))
    answer = desk.post(at(session, "knock_out_start"), {"key": fresh_key(), "boards": boards, "parts": parts, "round_minutes": 20})
    assert answer["Location"] == at(session, "bracket")
    session.refresh_from_db()
    settle()
    return session


def play_open(session: Session, tricks: Tricks) -> None:
    """Every board that is seated and has no result yet."""
    rows = Seating.objects.live().filter(section__session=session, results=None)
    for seating in rows.select_related("round", "section__session", "match__home", "match__away"):
        for board in range(seating.first_board, seating.last_board + 1):
            agree(seating, board, Report(Contract(3, Strain.N), Seat.N, tricks(seating, board)))
    settle()


def by_seed(seating: Seating, board: int) -> int:
    """In the open room, where the better seed sits North-South, 3NT is made; in the closed it fails."""
    return 9 if seating.room == "open" else 8


def act(session: Session, what: str, **fields: object) -> str:
    answer = staff(Client()).post(at(session, "bracket_act"), {"key": fresh_key(), "act": what, "seen": seen(session)} | fields, follow=True)
    settle()
    return text(answer)


def shown(session: Session) -> dict[tuple[int, int], tuple[str, str, str]]:
    """(rounds left, place) -> home, away, state."""
    page = Client().get(at(session, "bracket")).context["shown"]
    return {
        (left, line.slot.place): (line.home.name if line.home else "", line.away.name if line.away else "", line.slot.state.value)
        for left, lines in page.rounds for line in lines
    }


def margin_of(home: str, away: str) -> int:
    """IMPs between two teams over all their matches, from the tricks alone."""
    total = 0
    for match in Match.objects.live().filter(home__name=home, away__name=away):
        made: dict[tuple[str, int], int] = {}
        for seating in match.seatings.filter(until=None):
            made |= {
                (seating.room, result.board.number): points_of(result.board.number, result.tricks)
                for result in seating.results.filter(until=None).select_related("board")
            }
        for number in range(match.first_board, match.first_board + match.boards):
            difference = made["open", number] - made["closed", number]
            total += IMPS[abs(difference) // 10 * 10] * (1 if difference >= 0 else -1)
    return total


def test_five_teams_from_the_byes_to_the_final_table() -> None:
    session = knock_out(5)
    assert shown(session) == {
        (3, 1): ("Team 1", "", "bye"), (3, 2): ("Team 4", "Team 5", "playing"), (3, 3): ("Team 2", "", "bye"), (3, 4): ("Team 3", "", "bye"),
        (2, 1): ("Team 1", "", "waiting"), (2, 2): ("Team 2", "Team 3", "to_seat"), (1, 1): ("", "", "waiting"),
    }
    assert Place.objects.live().filter(seating=None).count() == 3
    assert "The next round is seated when every match before it is decided" in act(session, "seat")
    assert Match.objects.live().count() == 1
    play_open(session, by_seed)
    assert shown(session)[2, 1] == ("Team 1", "Team 4", "to_seat")
    assert "Seat the next round: Semifinals" in text(staff(Client()).get(at(session, "bracket")))
    act(session, "seat")
    assert {(row.home.name, row.away.name, row.first_board, row.boards) for row in Match.objects.live().exclude(number=1)} == {
        ("Team 1", "Team 4", 5, 4), ("Team 2", "Team 3", 5, 4)
    }
    assert list(Seating.objects.live().filter(match__number=2).order_by("round__number", "table").values_list("round__number", "room", "first_board")) == [
        (3, "open", 5), (3, "closed", 5), (4, "open", 7), (4, "closed", 7)
    ]
    play_open(session, lambda seating, board: by_seed(seating, board) if seating.match.home.name == "Team 1" else 17 - by_seed(seating, board))
    act(session, "seat")
    assert shown(session)[1, 1] == ("Team 1", "Team 3", "playing")
    play_open(session, by_seed)
    page = Client().get(at(session, "bracket"))
    assert page.context["shown"].champion.name == "Team 1" and page.context["shown"].to_seat is None
    assert page.context["shown"].rounds[-1][1][0].slot.margin == margin_of("Team 1", "Team 3") > 0
    assert "RoundNotDecided" not in act(session, "seat") and Match.objects.live().count() == 4
    rows = Client().get(at(session, "matches")).context["ranking"].rows
    assert [(row.name, row.place, row.is_tied) for row in rows] == [
        ("Team 1", 1, False), ("Team 3", 2, False), ("Team 4", 3, True), ("Team 2", 3, True), ("Team 5", 5, False)
    ]
    stored = sorted(Standing.objects.filter(ranking__session=session).values_list("entry", "place", "exact"))
    ranking = Ranking.objects.get(session=session)
    Standing.objects.filter(ranking=ranking).delete()
    score_matches(ranking)
    assert sorted(Standing.objects.filter(ranking=ranking).values_list("entry", "place", "exact")) == stored
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    assert session.state == SessionState.CLOSED
    assert Client().get(at(session, "matches")).context["ranking"].publication is not None
    assert Client().get(at(session, "bracket")).context["shown"].champion.name == "Team 1"


def test_the_director_names_the_seeds_and_sees_the_bracket_first() -> None:
    session = teams_evening(4)
    desk, told = staff(Client()), {"boards": 2, "parts": 1, "round_minutes": 20}
    seen = desk.post(at(session, "knock_out_start"), told | {"key": fresh_key(), "seeds": "3, 1", "see": "1"})
    assert seen.status_code == 200 and not Match.objects.exists()
    assert [(line.home.name, line.away.name) for line in seen.context["rounds"][0][1]] == [("Team 3", "Team 4"), ("Team 1", "Team 2")]
    refused = desk.post(at(session, "knock_out_start"), told | {"key": fresh_key(), "seeds": "3, 9"})
    assert refused.status_code == 422 and "There is no team 9: the teams are numbered 1 to 4." in text(refused)
    assert "Write numbers" in text(desk.post(at(session, "knock_out_start"), told | {"key": fresh_key(), "seeds": "Team 3"}))
    assert desk.post(at(session, "knock_out_start"), told | {"key": fresh_key(), "seeds": "3, 1"}).status_code == 303
    settle()
    assert shown(session)[2, 1] == ("Team 3", "Team 4", "playing")


def test_what_an_odd_number_of_teams_does_is_said_before_the_start() -> None:
    session = teams_evening(5)
    assert "5 teams do not fill a bracket: the 3 highest seeds have byes in the first round" in text(staff(Client()).get(at(session, "knock_out_start")))


def test_a_tie_is_played_on_until_it_is_decided() -> None:
    session = knock_out(2, boards=16, parts=1)
    phone = holder(session, 1)
    play_open(session, lambda seating, board: 9)
    assert shown(session)[1, 1] == ("Team 1", "Team 2", "tied")
    assert "Stay near" in text(phone.get(at(session, "table", 1)))
    assert "Extra boards: Team 1 – Team 2" in text(staff(Client()).get(at(session, "bracket")))
    assert "2 extra boards are laid out." in act(session, "extra", match=1)
    extra = Match.objects.live().get(number=2)
    assert (extra.first_board, extra.boards, extra.round.number) == (17, 2, 2)
    assert Board.objects.filter(set=extra.round.section.board_set, number__in=(17, 18)).count() == 2
    page = text(phone.get(at(session, "table", 1)))
    assert "Open round 2 at table 1" in page and "17–18" in page
    assert "is not tied" in act(session, "extra", match=1)
    play_open(session, lambda seating, board: 9)
    act(session, "extra", match=1)
    assert Match.objects.live().get(number=3).first_board == 19
    play_open(session, lambda seating, board: 8 if seating.room == "open" else 9)
    page = Client().get(at(session, "bracket")).context["shown"]
    assert page.champion.name == "Team 2" and page.rounds[0][1][0].slot.margin == margin_of("Team 1", "Team 2") < 0
    assert page.rounds[0][1][0].slot.boards == 20
    rows = Client().get(at(session, "matches")).context["ranking"].rows
    assert [(row.name, row.place) for row in rows] == [("Team 2", 1), ("Team 1", 2)]


def test_imps_brought_along_decide_what_was_tied() -> None:
    session = knock_out(2, boards=2, parts=1)
    one, other = (entry.pk for entry in entries_of(session))
    play_open(session, lambda seating, board: 9)
    assert shown(session)[1, 1][2] == "tied"
    act(session, "carry", couple=f"{other}-{one}", points="3.5")
    page = Client().get(at(session, "bracket")).context["shown"]
    assert (page.champion.name, page.rounds[0][1][0].slot.margin) == ("Team 2", -3.5)
    act(session, "carry", couple=f"{one}-{other}", points="0")
    assert shown(session)[1, 1][2] == "tied"
    assert "do not meet in the bracket" in act(session, "carry", couple=f"{one}-99", points="1")
    assert "Write a number of IMPs" in act(session, "carry", couple=f"{one}-{other}", points="many")
    assert "Choose the team" in act(session, "carry")


def test_who_does_not_come_is_out() -> None:
    session = knock_out(4, boards=2, parts=1)
    staff(Client()).post(at(session, "match_act", 1), {"key": fresh_key(), "act": "forfeit", "by": "home", "reason": "did not come"})
    settle()
    assert shown(session)[1, 1] == ("Team 4", "", "waiting")
    staff(Client()).post(at(session, "match_act", 2), {"key": fresh_key(), "act": "forfeit", "by": "both", "reason": "nobody came"})
    settle()
    assert shown(session)[1, 1] == ("Team 4", "", "bye")
    assert Client().get(at(session, "bracket")).context["shown"].champion.name == "Team 4"


def test_one_team_and_none_are_told() -> None:
    session = teams_evening(1)
    desk = staff(Client())
    assert desk.get(at(session, "knock_out_start")).status_code == 200
    answer = desk.post(at(session, "knock_out_start"), {"key": fresh_key(), "boards": 4, "parts": 2, "round_minutes": 20})
    assert answer.status_code == 422 and "A knock-out needs two teams; 1 is here." in text(answer)
    session = teams_evening(2)
    answer = desk.post(at(session, "knock_out_start"), {"key": fresh_key(), "boards": 2, "parts": 3, "round_minutes": 20})
    assert answer.status_code == 422 and "A match of 3 parts needs a board for each" in text(answer)
    assert not Act.objects.filter(kind="start_session").exists() and not Match.objects.exists()
    assert desk.get(at(session, "bracket")).status_code == 404


def test_the_margin_is_for_staff_while_it_runs_and_acts_are_the_staffs() -> None:
    session = knock_out(2, boards=4, parts=2)
    seating = Seating.objects.live().select_related("round", "section__session").get(round__number=1, room="open")
    agree(seating, 1, Report(Contract(3, Strain.N), Seat.N, 9))
    seating = Seating.objects.live().select_related("round", "section__session").get(round__number=1, room="closed")
    agree(seating, 1, Report(Contract(3, Strain.N), Seat.N, 8))
    settle()
    assert "so far" in text(staff(Client()).get(at(session, "bracket"))) and "so far" not in text(Client().get(at(session, "bracket")))
    player = captain(Match.objects.get(), 1)
    assert player.post(at(session, "bracket_act"), {"key": fresh_key(), "act": "seat"}).status_code == 403
    assert "对阵表" in text(staff(Client()).get(at(session, "bracket"), **CHINESE))
    assert "<html" not in Client().get(at(session, "bracket"), HTTP_HX_REQUEST="true").content.decode()
    assert Entry.objects.count() == 2


def test_what_was_seated_too_early_is_taken_back() -> None:
    session = knock_out(4, boards=2, parts=1)
    play_open(session, by_seed)
    act(session, "seat")
    assert shown(session)[1, 1][2] == "playing"
    undo_act(Act.objects.get(kind="seat_next_round"), by=actor(), key=fresh_key())
    settle()
    assert shown(session)[1, 1] == ("Team 1", "Team 2", "to_seat") and Match.objects.live().count() == 2
    act(session, "seat")
    play_open(session, lambda seating, board: 9)
    act(session, "extra", match=Match.objects.live().order_by("-number")[0].number)
    undo_act(Act.objects.get(kind="play_extra_boards"), by=actor(), key=fresh_key())
    settle()
    assert shown(session)[1, 1][2] == "tied"
    extra = Match.objects.live().order_by("-number")[0]
    act(session, "extra", match=extra.number)
    play_open(session, by_seed)
    assert Client().get(at(session, "bracket")).context["shown"].champion.name == "Team 1"
    assert sorted(Seating.objects.live().values_list("round__number", flat=True)) == [1, 1, 1, 1, 2, 2, 3, 3]


def test_an_evening_that_was_started_by_mistake_starts_anew() -> None:
    session = knock_out(5, boards=4, parts=2)
    undo_act(Act.objects.get(kind="start_session", journal=session.journal), by=actor(), key=fresh_key())
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING and not Match.objects.live().exists() and not Place.objects.live().exists()
    start_movement(session, entries_of(session), order_of_teams("american_whist", 5), boards=1, round_minutes=10, by=actor(), key=fresh_key())
    session.refresh_from_db()
    play_open(session, by_seed)
    rows = Client().get(at(session, "matches")).context["ranking"].rows
    assert {row.matches for row in rows} == {4} and sum(row.points for row in rows) == 200


@pytest.mark.parametrize("has_begun", [True, False])
def test_a_final_is_seated_again_after_a_correction_on_boards_that_nobody_knows(*, has_begun: bool) -> None:
    session = knock_out(4, boards=2, parts=1)
    play_open(session, by_seed)
    act(session, "seat")
    assert shown(session)[1, 1] == ("Team 1", "Team 2", "playing")
    if has_begun:
        begun = Seating.objects.live().select_related("round", "section__session").get(round__number=2, room="open")
        agree(begun, begun.first_board, Report(Contract(3, Strain.N), Seat.N, 9))
    lost = Match.objects.live().get(home__name="Team 1", away__name="Team 4")
    for seating in lost.seatings.filter(until=None).select_related("round", "section__session"):
        for board in range(seating.first_board, seating.last_board + 1):
            said = Report(Contract(3, Strain.N), Seat.N, 17 - by_seed(seating, board))
            correct_result(seating, board, said, reason="rooms mixed up", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    assert shown(session)[1, 1] == ("Team 2", "Team 4", "to_seat")
    told = text(staff(Client()).get(at(session, "bracket")))
    if has_begun:
        assert "It has boards already, so it cannot be taken away" in told
    else:
        assert "it is taken away when the next round is seated" in told
    act(session, "seat")
    final = Match.objects.live().get(home__name="Team 2", away__name="Team 4")
    old = Match.objects.get(home__name="Team 1", away__name="Team 2")
    tables = {(seating.table, seating.round.number) for seating in final.seatings.filter(until=None)}
    if has_begun:
        assert (final.first_board, final.boards, old.until, tables) == (5, 2, None, {(1, 3), (2, 3)})
        assert set(Board.objects.filter(set__sections__session=session).values_list("number", flat=True)) >= {5, 6}
    else:
        assert (final.first_board, final.boards, tables) == (3, 2, {(1, 2), (2, 2)}) and old.until is not None
        assert not Seating.objects.live().filter(match=old).exists() and not Place.objects.live().filter(seating__match=old).exists()
        undo_act(Act.objects.filter(kind="seat_next_round").latest("pk"), by=actor(), key=fresh_key())
        again = Match.objects.live().get(home__name="Team 1", away__name="Team 2")  # taken back, the first final is seated as it was
        assert again.number == old.number and Place.objects.live().filter(seating__match=again, seating__until=None, seating__round__number=2).count() == 4


def test_imps_brought_along_are_not_written_over_by_a_page_that_is_older() -> None:
    session = knock_out(2, boards=2, parts=1)
    one, other = (entry.pk for entry in entries_of(session))
    shown_to_both = seen(session)
    first, second = staff(Client()), staff(Client())
    typed = {"act": "carry", "couple": f"{one}-{other}", "seen": shown_to_both}
    first.post(at(session, "bracket_act"), typed | {"key": fresh_key(), "points": "7"})
    answer = second.post(at(session, "bracket_act"), typed | {"key": fresh_key(), "points": "-3"}, follow=True)
    assert "Team 1 – Team 2 +7.00" in text(answer) and "What you typed is kept" in text(answer)
    page = " ".join(answer.content.decode().split())
    assert f'<option value="{one}-{other}" selected>' in page and 'name="points" inputmode="decimal" value="-3"' in page
    assert Client().get(at(session, "bracket")).context["shown"].rounds[0][1][0].slot.margin == 7
    second.post(at(session, "bracket_act"), typed | {"key": fresh_key(), "points": "-3", "seen": answer.context["seen"]})
    assert Client().get(at(session, "bracket")).context["shown"].rounds[0][1][0].slot.margin == -3
