"""An evening by a movement of many teams, through the pages: proposed, shown, started, played at the tables, ranked."""

import csv
import random
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client

from bridge.actions.publishing import close_session
from bridge.actions.teams import start_movement
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.movement import NoSuchMovement
from bridge.engine.movements.propose_teams import order_of_teams
from bridge.engine.seats import Seat
from bridge.jobs.matches import score_matches
from bridge.models import Act, LineUp, Match, Place, Ranking, Roster, Seating, Session, SessionState, Standing
from tests.web.addresses import at
from tests.web.table_pages import answer, enter, holder, text
from tests.web.test_matches import CHINESE, captain, staff, teams_evening
from tests.worlds import actor, agree, entries_of, fresh_key, member, settle

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent.parent / "data"
IMPS = {int(row["difference"]): int(row["imps"]) for row in csv.DictReader((DATA / "imp_table.csv").read_text().splitlines())}
NOTRUMP = {
    (row["vulnerable"] != "not", int(row["tricks"])): int(row["points"])
    for row in csv.DictReader((DATA / "score_table.csv").read_text().splitlines())
    if (row["level"], row["strain"], row["doubling"]) == ("3", "N", "")
}
VULNERABLE_NS = (2, 4, 5, 7, 10, 12, 13, 15)  # of the sixteen (Law 2)


def points_of(board: int, tricks: int) -> int:
    """3NT by North."""
    return NOTRUMP[(board - 1) % 16 + 1 in VULNERABLE_NS, tricks]


def victory_points(boards: int, margin: int) -> Decimal:
    """The curve of the WBF as published: 10 + 10 (1 - R^(M/X)) / (1 - R), R the cube of the golden ratio's inverse, X 15 times the root of the boards."""
    ratio = ((Decimal(5).sqrt() - 1) / 2) ** 3
    reach = 15 * Decimal(boards).sqrt()
    won = min(Decimal(20), 10 + 10 * (1 - ratio ** (Decimal(abs(margin)) / reach)) / (1 - ratio)) if abs(margin) < reach else Decimal(20)
    won = won.quantize(Decimal("0.01"), ROUND_HALF_UP)
    return won if margin >= 0 else 20 - won


def start(session: Session, family: str) -> str:
    """The page proposes it, shows it and starts it."""
    desk = staff(Client())
    shown = desk.get(at(session, "team_movement"))
    code = next(choice.code for choice in shown.context["choices"] if choice.movement.family == family)
    assert desk.post(at(session, "team_movement"), {"key": fresh_key(), "plan": code, "see": "1"})["Location"].endswith(f"plan={code.replace('*', '%2A')}")
    schedule = desk.get(at(session, "team_movement"), {"plan": code})
    assert schedule.context["chosen"].code == code
    assert desk.post(at(session, "team_movement"), {"key": fresh_key(), "plan": code})["Location"] == at(session, "matches")
    session.refresh_from_db()
    assert session.state == SessionState.RUNNING
    seated = {
        (row.round.number, row.table, row.first_board): tuple(row.places.order_by("-side").values_list("entry__name", flat=True))
        for row in Seating.objects.live().filter(section__session=session)
    }
    names = {number: entry.name for number, entry in enumerate(entries_of(session), 1)}
    planned = {
        (number, table, spot.first): (names[spot.ns], names[spot.ew])
        for number, (spots, _) in enumerate(schedule.context["layout"].rows, 1) for table, spot in enumerate(spots, 1)
    }
    assert seated == planned
    return str(code)


def play_all(session: Session, rng: random.Random) -> dict[tuple[str, str, int], int]:
    """Every board at every table; what North-South of one team made against East-West of another on it."""
    made: dict[tuple[str, str, int], int] = {}
    for seating in Seating.objects.live().filter(section__session=session).select_related("round", "section__session").order_by("round__number", "table"):
        ns, ew = (seating.places.get(side=side).entry.name for side in ("NS", "EW"))
        for board in range(seating.first_board, seating.last_board + 1):
            tricks = rng.randrange(6, 13)
            agree(seating, board, Report(Contract(3, Strain.N), Seat.N, tricks))
            made[ns, ew, board] = points_of(board, tricks)
    return made


def ranked(made: dict[tuple[str, str, int], int], boards: int) -> dict[str, Decimal]:
    """Totals by hand: each couple's boards at both tables, differences to IMPs, the sum to victory points."""
    margins: dict[tuple[str, str], int] = defaultdict(int)
    for (ns, ew, board), points in made.items():
        if ns < ew:
            difference = points - made[ew, ns, board]
            margins[ns, ew] += IMPS[min(abs(difference) // 10 * 10, max(IMPS))] * (1 if difference >= 0 else -1)
    totals: dict[str, Decimal] = defaultdict(Decimal)
    for (one, other), margin in margins.items():
        totals[one] += victory_points(boards, margin)
        totals[other] += victory_points(boards, -margin)
    return dict(totals)


@pytest.mark.parametrize(
    ("teams", "family", "matches"),
    [
        (3, "triangle", 2), (5, "american_whist", 4), (6, "american_whist", 4), (6, "new_england", 5), (6, "thurner", 5), (4, "round_robin", 3),
        (5, "round_robin", 4),
    ],
)
def test_the_final_table_is_that_of_the_boards(teams: int, family: str, matches: int) -> None:
    session = teams_evening(teams)
    Session.objects.filter(pk=session.pk).update(boards_least=2 * matches, boards_most=3 * matches - 1)
    session.refresh_from_db()
    start(session, family)
    made = play_all(session, random.Random(teams))
    settle()
    sits_out = family == "round_robin" and teams % 2
    wanted = {team: won + 12 * sits_out for team, won in ranked(made, 2).items()}
    rows = Client().get(at(session, "matches")).context["ranking"].rows
    assert {row.name: row.points for row in rows} == {team: Fraction(points) for team, points in wanted.items()}
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert {row.matches for row in rows} == {matches + sits_out}
    stored = list(Standing.objects.filter(ranking__session=session).order_by("pk").values_list("entry", "exact", "place"))
    ranking = Ranking.objects.get(session=session)
    Standing.objects.filter(ranking=ranking).delete()
    score_matches(ranking)
    assert sorted(Standing.objects.filter(ranking=ranking).values_list("entry", "exact", "place")) == sorted(stored)
    close_session(session, by=actor(), key=fresh_key())
    settle()
    published = Client().get(at(session, "matches")).context["ranking"]
    assert published.publication is not None and {row.name: row.points for row in published.rows} == {team: Fraction(won) for team, won in wanted.items()}


def test_the_phones_take_the_slips_and_tell_both_pairs_and_the_boards() -> None:
    session = teams_evening(5)
    Session.objects.filter(pk=session.pk).update(boards_least=4, boards_most=7)
    start(session, "american_whist")
    phone = holder(session, 1)
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=1)
    assert enter(phone, session, 1, seating.first_board, level="3", denomination="N", declarer="N").status_code == 303
    assert answer(phone, session, number=seating.first_board).status_code == 303
    page = text(phone.get(at(session, "table", 1)))
    ns = Seating.objects.live().get(section__session=session, round__number=2, places__half=1, places__entry=seating.places.get(side="NS").entry)
    ew = Seating.objects.live().get(section__session=session, round__number=2, places__half=2, places__entry=seating.places.get(side="EW").entry)
    boards = Seating.objects.live().get(section__session=session, round__number=2, first_board=seating.first_board)
    assert ns.table == 1 and "stay" in page
    assert f"table {ew.table}" in page and f"Boards go {seating.first_board} table {boards.table}" in page


def test_nobody_changes_to_the_pair_that_plays_the_same_boards_later() -> None:
    session = teams_evening(5)
    start(session, "american_whist")
    club, desk = session.club, staff(Client())
    match = Match.objects.live().select_related("home", "round").filter(round__number=2).order_by("number")[0]
    first = 4 * (entries_of(session).index(match.home)) + 1
    sub = member(club, 21)
    Roster.objects.begin(Act.objects.latest("pk"), entry=match.home, player=sub)
    page = at(session, "line_up", match.number, match.home.uid)
    assert "from round 2 to the end" in text(desk.get(page))
    seats = ("one", "two", "three", "four")
    browser = captain(match, first)
    changed = dict(zip(seats, [member(club, number).pk for number in (first + 2, first + 3, first, first + 1)], strict=True))
    refused = browser.post(page, changed | {"key": fresh_key()})
    assert refused.status_code == 422 and "a player stays in the pair in which he sat, or rests" in text(refused)
    rests = dict(zip(seats, [member(club, first).pk, sub.pk, member(club, first + 2).pk, member(club, first + 3).pk], strict=True))
    assert browser.post(page, rests | {"key": fresh_key()}).status_code == 303
    play_all(session, random.Random(1))
    refused = browser.post(page, changed | {"key": fresh_key()})
    assert refused.status_code == 422 and "are in already" in text(refused)


def test_the_guide_cards_lead_both_pairs_of_a_team() -> None:
    session = teams_evening(5)
    start(session, "american_whist")
    desk = staff(Client())
    cards = [card for sheet in desk.get(at(session, "print_guides")).context["sheets"] for card in sheet]
    assert len(cards) == 10
    for (_, pair, steps), half in zip(cards, [1, 2] * 5, strict=True):
        seated = LineUp.objects.live().filter(entry=pair.entry, half=half).order_by("pk").values_list("player", flat=True)
        assert sorted(player.pk for player in pair.players) == sorted(seated)
        for number, step in enumerate(steps, 1):
            place = Place.objects.live().select_related("seating").get(round__number=number, entry=pair.entry, half=half)
            assert step is not None and (step.meeting.table, step.place) == (place.seating.table, place.side)
    paths = Client().get(at(session, "movement_page")).context["sections"][0].paths
    assert len(paths) == 10


def test_the_match_says_who_of_each_team_sits_in_which_room() -> None:
    session = teams_evening(5)
    start(session, "american_whist")
    shown = staff(Client()).get(at(session, "match", 1)).context["shown"]
    for room in ("open", "closed"):
        seating = Seating.objects.live().get(match=shown.match, room=room)
        for place in seating.places.all():
            seated = LineUp.objects.live().filter(entry=place.entry, half=place.half).order_by("pk").values_list("player", flat=True)
            assert [player.pk for player in shown.pairs[place.entry_id, room]] == list(seated)


def test_the_schedule_in_both_languages_and_what_is_called_out() -> None:
    session = teams_evening(5)
    desk = staff(Client())
    page = text(desk.get(at(session, "team_movement")))
    assert "American Whist league, 4 rounds of 6" in page and "everybody meets everybody · 24 boards each · 30 boards laid out" in page
    assert "E-W down 2 boards down 1" in page and "Team by team" in page
    assert "每队" in text(desk.get(at(session, "team_movement"), **CHINESE))
    assert "<html" not in desk.get(at(session, "team_movement"), HTTP_HX_REQUEST="true").content.decode()


def test_by_hand_and_what_there_is_not() -> None:
    session = teams_evening(5)
    desk = staff(Client())
    chosen = desk.get(at(session, "team_movement"), {"family": "american_whist", "per_match": "3"})
    assert chosen.context["chosen"].proposal.boards == 12 and "not the boards or the time that were wished" in text(chosen)
    refused = desk.get(at(session, "team_movement"), {"family": "new_england", "per_match": "3"})
    assert "New England relay is not for 5 teams. The nearest is: New England relay, 6 teams." in text(refused)
    refused = desk.get(at(session, "team_movement"), {"family": "triangle", "per_match": "3"})
    assert "Triangle is not for 5 teams. The nearest is: Triangle, 3 teams." in text(refused)
    for code in ("nonsense", "american_whist~7~-~-~-~-~-~-~of7~3", "howell~5~-~-~-~-~-~-~of5~3", "american_whist~5~-~-~-~-~-~-~of5~0"):
        answered = desk.post(at(session, "team_movement"), {"key": fresh_key(), "plan": code})
        assert answered.status_code == 422 and answered.context["refused"], code
    assert not Act.objects.filter(kind="start_session").exists()


def test_two_teams_play_a_match_and_no_team_at_all_is_told() -> None:
    for teams in (0, 2):
        session = teams_evening(teams)
        page = staff(Client()).get(at(session, "team_movement"))
        assert page.context["chosen"] is None and "Two teams play one match." in text(page)


def test_it_is_started_once_by_those_who_may() -> None:
    session = teams_evening(3)
    code = staff(Client()).get(at(session, "team_movement")).context["chosen"].code
    assert Client().post(at(session, "team_movement"), {"key": fresh_key(), "plan": code}).status_code == 302
    desk, asked = staff(Client()), {"key": fresh_key(), "plan": code}
    for _ in range(2):
        assert desk.post(at(session, "team_movement"), asked).status_code == 303
    assert Match.objects.live().count() == 3 and Seating.objects.live().count() == 6
    assert desk.get(at(session, "team_movement"))["Location"] == at(session, "matches")


def test_a_movement_for_others_is_refused_under_the_lock_too() -> None:
    session = teams_evening(4)
    for order in (order_of_teams("american_whist", 5), order_of_teams("howell", 4).but(entrants=None), order_of_teams("knock_out", 4)):
        with pytest.raises(NoSuchMovement):
            start_movement(session, entries_of(session), order, boards=2, round_minutes=20, by=actor(), key=fresh_key())
    assert not Place.objects.exists() and LineUp.objects.live().count() == 16
