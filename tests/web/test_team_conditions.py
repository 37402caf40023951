"""The conditions of a team event as its page has them: a scale of one's own, typed and refused where it is none, and points carried over."""

import random
from fractions import Fraction

import pytest
from django.test import Client

from bridge.actions.publishing import close_session
from bridge.actions.teams import start_matches
from bridge.models import Account, Act, Conditions, Penalty, Publication, Result, Seating, Session, Standing
from tests.swiss_worlds import play_round
from tests.web.addresses import at
from tests.web.test_matches import teams_evening
from tests.worlds import actor, entries_of, fresh_key, settle

pytestmark = pytest.mark.django_db
SCALE = "0-1 15 15\n2-9 18 12\n10-19 22.5 7.5\n20+ 25 3"


@pytest.fixture
def session() -> Session:
    """Two teams and a match of four boards, played."""
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=4, round_minutes=30, by=actor(), key=fresh_key())
    play_round(session, 1, random.Random(5))
    settle()
    session.refresh_from_db()
    return session


@pytest.fixture
def secretary(session: Session) -> Client:
    client = Client()
    client.force_login(Account.objects.get(username="secretary"))
    return client


def typed(session: Session, **more: str) -> dict[str, str]:
    newest = Act.objects.filter(journal=session.stage.event.journal).latest("pk").pk
    return {"key": fresh_key(), "seen": str(newest), "award_imps": "3", "sit_out_percent": "60", **more}


IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)  # Law 78B


def margin_of(session: Session) -> int:
    """IMPs to the team that is North-South in the open room."""
    points = {(row.seating.room, row.board.number): row.ns_points for row in Result.objects.live().select_related("seating", "board")}
    differences = [points["open", board] - points["closed", board] for board in range(1, 5)]
    return sum((1 if each > 0 else -1) * sum(abs(each) >= least for least in IMPS) for each in differences)


def by_own_scale(margin: int) -> Fraction:
    winner, loser = next(((Fraction(w), Fraction(lo)) for least, w, lo in ((20, 25, 3), (10, "22.5", "7.5"), (2, 18, 12), (0, 15, 15)) if abs(margin) >= least))
    return winner if margin >= 0 else loser


def points_of(session: Session) -> dict[int, Fraction]:
    return {row.entry_id: row.exact or Fraction(0) for row in Standing.objects.filter(ranking__session=session, publication=None)}


def test_an_event_is_scored_by_a_scale_of_its_own(session: Session, secretary: Client) -> None:
    address = at(session, "change_conditions") + "?method=vp_own"
    assert "0-1 10 10" in secretary.get(address).content.decode()  # a usual scale to begin with
    shown = secretary.post(address, typed(session, own_scale=SCALE))
    assert shown.status_code == 200 and len(shown.context["moved"]) == 2
    assert secretary.post(address, typed(session, own_scale=SCALE, confirmed="on")).status_code == 303
    row = Conditions.objects.live().get(stage=session.stage, ranking=None)
    assert row.options["own_scale"] == [[0, 1500, 1500], [2, 1800, 1200], [10, 2250, 750], [20, 2500, 300]]
    settle()
    home = Seating.objects.get(room="open").places.get(side="NS").entry_id
    margin, found = margin_of(session), points_of(session)
    assert margin != 0
    assert {home: found.pop(home), "other": next(iter(found.values()))} == {home: by_own_scale(margin), "other": by_own_scale(-margin)}
    page = secretary.get(at(session, "conditions")).content.decode()
    assert "from 10 IMPs 22.5 : 7.5" in page
    assert "22.5" in secretary.get(at(session, "conditions"), HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()


@pytest.mark.parametrize(
    ("scale", "told", "chinese"),
    [
        ("0-2 10 10\n4+ 12 8", "Line 2 of the scale begins at a margin of 4; the next one that has no points yet is 3.", "从分差4开始"),
        ("0-2 10 10\n3-5 12 8\n6+ 11 9", "Line 3 of the scale: with the margin the winner", "第3行"),
        ("0-2 10 10\n3+ 22 -2", "victory points are not below zero", "不能小于零"),
        ("0-2 10 10\nall the rest", "“all the rest”, is none of a scale", "all the rest"),
        ("", "A scale has a line for each band", "每一档"),
    ],
)
def test_a_scale_that_is_none_is_refused_where_it_is_typed(session: Session, secretary: Client, scale: str, told: str, chinese: str) -> None:
    address = at(session, "change_conditions") + "?method=vp_own"
    answer = secretary.post(address, typed(session, own_scale=scale, confirmed="on"))
    assert answer.status_code == 422 and told in " ".join(answer.context["form"].errors["own_scale"])
    answer = secretary.post(address, typed(session, own_scale=scale, confirmed="on"), HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert chinese in " ".join(answer.context["form"].errors["own_scale"])
    assert Conditions.objects.live().get(stage=session.stage, ranking=None).options["method"] == "vp_continuous"


def test_points_are_carried_over_into_the_ranking_and_a_new_version(session: Session, secretary: Client) -> None:
    before = points_of(session)
    one, other = (entry.pk for entry in entries_of(session))
    fields = {"key": fresh_key(), f"team_{one}": "7.25", f"team_{other}": "-1.5", "reason": "half of the qualifier"}
    shown = secretary.post(at(session, "carry"), fields)
    assert shown.status_code == 200 and not Penalty.objects.exists()
    assert {each.name: each.points for each in shown.context["moved"]} == {
        "Team 1": (before[one], before[one] + Fraction(29, 4)), "Team 2": (before[other], before[other] - Fraction(3, 2)),
    }
    close_session(session, by=actor(), key=fresh_key())
    settle()
    assert secretary.post(at(session, "carry"), fields | {"confirmed": "on"}).status_code == 303
    settle()
    assert points_of(session) == {one: before[one] + Fraction(29, 4), other: before[other] - Fraction(3, 2)}
    assert Publication.objects.filter(ranking__session=session).count() == 2
    page = secretary.get(at(session, "conditions")).content.decode()
    assert "7.25" in page and "−1.50" in page
    none = fields | {f"team_{one}": "0", f"team_{other}": "0", "confirmed": "on"}
    late = secretary.post(at(session, "carry"), none | {"key": fresh_key()})
    assert late.status_code == 422 and "has changed this meanwhile" in late.content.decode()
    seen_now = secretary.get(at(session, "carry")).context["form"]["seen"].value()
    assert secretary.post(at(session, "carry"), none | {"key": fresh_key(), "seen": seen_now}).status_code == 303
    settle()
    assert points_of(session) == before


def test_points_that_are_none_are_refused_and_nobody_else_may(session: Session, secretary: Client) -> None:
    one, other = (entry.pk for entry in entries_of(session))
    answer = secretary.post(at(session, "carry"), {"key": fresh_key(), f"team_{one}": "much", f"team_{other}": "1.234"})
    assert answer.status_code == 422 and set(answer.context["form"].errors) == {f"team_{one}", f"team_{other}"}
    assert Client().get(at(session, "carry")).status_code == 302
