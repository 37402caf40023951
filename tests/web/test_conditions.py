"""Conditions of contest: in words for everybody, changed before and after play with the effect first, taken back; groups and handicaps."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.actions.results import adjust_board, correct_result
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import Conditions, Factoring, TieBreak
from bridge.engine.scoring.outcome import Unscored
from bridge.engine.seats import Seat, Side
from bridge.forms.conditions import ConditionsForm
from bridge.jobs.again import differences
from bridge.mapping.conditions import conditions_of
from bridge.models import Account, Act, Board, Club, Deal, Entry, Publication, Ranking, Seating, Session, Standing
from bridge.models import Conditions as ConditionsRow
from tests.web.addresses import at
from tests.web.table_pages import text
from tests.worlds import actor, agree, club_with_members, evening, fresh_key, mitchell_evening, play, seen, settle

pytestmark = pytest.mark.django_db


def by_table(seating: Seating, number: int) -> Report:
    """3NT by North: 10 tricks at table 1, 9 at table 2, 8 at table 3, one more on even boards at table 3."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table + (number % 2 == 0 and seating.table == 3))


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of two boards, all played."""
    session = mitchell_evening(3, boards_per_set=2)
    play(session, by_table)
    settle()
    return session


@pytest.fixture
def desk(client: Client) -> Client:
    """A browser, not signed in."""
    return client


def sign_in(desk: Client, name: str = "secretary") -> None:
    desk.force_login(Account.objects.get(username=name))


def test_a_new_evening_goes_by_the_laws_of_its_club(desk: Client) -> None:
    club = club_with_members(4)
    sign_in(desk)
    made = []
    for edition in (Edition.CN1999, Edition.WBF2017):
        Club.objects.filter(pk=club.pk).update(edition=edition.value)
        form = desk.get(reverse("session_new", args=[club.slug])).context["form"]
        held = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
        desk.post(reverse("session_new", args=[club.slug]), held | {"key": fresh_key()})
        made.append(Session.objects.filter(club=club).latest("pk"))
    rules = [ConditionsRow.objects.live().get(stage=session.stage).options for session in made]
    assert [conditions_of(options).edition for options in rules] == [Edition.CN1999, Edition.WBF2017]
    assert "Chinese edition of 1999" in desk.get(at(made[0], "conditions")).content.decode()


def typed(desk: Client, session: Session, method: str, **more: Any) -> dict[str, Any]:
    """What the slip of this way of scoring holds when it is opened, with what is typed over it."""
    form = desk.get(at(session, "change_conditions") + f"?method={method}").context["form"]
    held = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in held.items() if value is not None and value is not False} | {"key": fresh_key()} | more


def change(desk: Client, session: Session, method: str, **more: Any) -> Any:
    told = typed(desk, session, method, **more)
    return desk.post(at(session, "change_conditions") + f"?method={method}", told)


def lists(session: Session) -> dict[str, list[tuple[int | None, Fraction]]]:
    """The running lists: place and figure of each row, best first."""
    found: dict[str, list[tuple[int | None, Fraction]]] = {}
    rows = Standing.objects.filter(ranking__session=session, publication=None)
    for row in sorted(rows, key=lambda row: int(row.facts["order"])):
        found.setdefault(row.list, []).append((row.place, row.exact))
    return found


def test_everybody_reads_what_holds_with_its_rule(desk: Client, session: Session) -> None:
    page = desk.get(at(session, "conditions"))
    told = {name: (value, bool(rule)) for name, value, rule in page.context["told"]}
    assert told["Way of scoring"] == ("matchpoints", True)
    assert told["Boards with fewer results"] == ("Neuberg", True)
    assert told["Winners"] == ("North-South and East-West apart", True)
    assert all(rule for _, rule in told.values())
    assert at(session, "change_conditions") not in page.content.decode()


@pytest.mark.parametrize("name", ["change_conditions", "grades"])
def test_strangers_change_nothing(desk: Client, session: Session, name: str) -> None:
    assert desk.get(at(session, name)).status_code == 302
    assert desk.post(at(session, "undo_conditions"), {"act": 1}).status_code == 302


@pytest.mark.parametrize("method", ["cross_imps", "butler", "total_points", "matchpoints"])
def test_a_finished_evening_changed_to_each_method_follows(desk: Client, session: Session, method: str) -> None:
    sign_in(desk)
    before = lists(session)
    shown = change(desk, session, method, missed_boards="scaled")
    assert shown.status_code == 200, shown.context["form"].errors
    moved = {(m.list, m.entry): m.score[1] for each in shown.context["shown"] for m, _ in each["rows"]}
    assert lists(session) == before
    assert change(desk, session, method, missed_boards="scaled", confirmed="on").status_code == 303
    settle()
    now = {(row.list, row.entry_id): row.exact for row in Standing.objects.filter(ranking__session=session, publication=None)}
    assert moved == ({} if method == "matchpoints" else {key: now[key] for key in moved})
    assert list(differences(Ranking.objects.get(session=session))) == []
    told = desk.get(at(session, "conditions")).context["told"]
    assert [name for name, value, _ in told if value == "scaled to the boards of the event"] == ["Boards not played"]


def test_total_points_by_hand_then_undone(desk: Client, session: Session) -> None:
    sign_in(desk)
    before = lists(session)
    change(desk, session, "total_points", confirmed="on")
    settle()
    # Six boards each; N-S vulnerable on boards 2, 4 and 5, not on 1, 3 and 6.
    made = {10: (430, 630), 9: (400, 600), 8: (-50, -100)}
    ns = [
        sum(made[10][vul] for vul in (0, 1, 0, 1, 1, 0)), sum(made[9][vul] for vul in (0, 1, 0, 1, 1, 0)),
        sum(made[8][vul] for vul in (0, 0, 1)) + sum(made[9][vul] for vul in (1, 1, 0)),
    ]
    assert [figure for _, figure in lists(session)["NS"]] == sorted(ns, reverse=True)
    act = Act.objects.get(kind="change_conditions")
    assert desk.post(at(session, "undo_conditions"), {"act": act.pk, "key": "undo-conditions-1"}).status_code == 303
    settle()
    assert lists(session) == before
    assert desk.post(at(session, "undo_conditions"), {"act": act.pk, "key": "undo-conditions-2"}).status_code == 422


def test_old_publications_keep_theirs(desk: Client, session: Session) -> None:
    close_session(session, by=actor(), key=fresh_key())
    settle()
    ranking = Ranking.objects.get(session=session)
    first = Publication.objects.get(ranking=ranking)
    kept = list(Standing.objects.filter(publication=first).order_by("pk").values_list("list", "entry", "place", "exact"))
    sign_in(desk)
    change(desk, session, "cross_imps", reason="as announced", confirmed="on")
    settle()
    second = Publication.objects.get(ranking=ranking, version=2)
    assert (second.act.kind, second.act.reason) == ("change_conditions", "as announced")
    assert list(Standing.objects.filter(publication=first).order_by("pk").values_list("list", "entry", "place", "exact")) == kept
    assert list(differences(Ranking.objects.get(session=session))) == []


def test_before_the_start_settings_are_kept_and_winners_follow_the_movement(desk: Client) -> None:
    session = evening(pairs=6)
    sign_in(desk)
    told = {"factoring": "none", "win": "1", "tie_1": "head_to_head", "tie_2": "sign_up", "minimum_share": "50", "line_step": "1/10"}
    assert change(desk, session, "matchpoints", confirmed="on", **told).status_code == 303
    stored = conditions_of(ConditionsRow.objects.live().get(stage=session.stage).options)
    assert stored == Conditions(
        factoring=Factoring.NONE, win=1, tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.SIGN_UP), minimum_share=50, line_step=Fraction(1, 10)
    )
    assert change(desk, session, "butler", trim="fixed", trim_each_end="2", datum="median", confirmed="on").status_code == 303
    stored = conditions_of(ConditionsRow.objects.live().get(stage=session.stage).options)
    assert (stored.method, stored.trim_each_end, stored.factoring) == ("butler", 2, Factoring.NONE)


@pytest.mark.parametrize(
    ("method", "wrong", "field"),
    [
        ("matchpoints", {"minimum_share": "101"}, "minimum_share"),
        ("matchpoints", {"strata": "A A"}, "strata"),
        ("butler", {"datum_step": "0"}, "datum_step"),
        ("cross_imps", {"award_imps": "0"}, "award_imps"),
        ("datum_pool", {"pool_opens": "41"}, "pool_opens"),
        ("compensation", {"expected_scores": "20 0 0\n22 50 50"}, "expected_scores"),
        ("compensation", {"expected_scores": "20 0"}, "expected_scores"),
    ],
)
def test_nonsense_is_refused_where_it_is_typed(desk: Client, session: Session, method: str, wrong: dict[str, str], field: str) -> None:
    sign_in(desk)
    answer = change(desk, session, method, confirmed="on", **wrong)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not Act.objects.filter(kind="change_conditions").exists()


def test_the_second_of_two_secretaries_is_told(desk: Client, session: Session) -> None:
    sign_in(desk)
    late = typed(desk, session, "cross_imps", confirmed="on")
    change(desk, session, "butler", confirmed="on")
    assert desk.post(at(session, "change_conditions") + "?method=cross_imps", late).status_code == 422
    assert conditions_of(ConditionsRow.objects.live().get(stage=session.stage, ranking=None).options).method == "butler"


def test_points_held_need_the_cards(desk: Client, session: Session) -> None:
    sign_in(desk)
    change(desk, session, "compensation", confirmed="on")
    settle()
    ranking = Ranking.objects.get(session=session)
    assert ranking.problem["facts"]["kind"] == "no_hands"
    assert ranking.problem["code"] == "no_marks"
    for board in Board.objects.filter(set__sections__session=session):  # North-South hold 28 points
        Deal.objects.create(board=board, cards="N:AK32.A432.A32.32 JT9.QJT.QJT.AJT9 Q54.K65.K54.KQ54 876.987.9876.876")
    change(desk, session, "compensation", confirmed="on")
    settle()
    assert Ranking.objects.get(session=session).problem == {}
    # 28 points are expected to score 430 or, vulnerable, 630: 3NT with an overtrick is 430 or 630, so nothing either way, made exactly one IMP less.
    assert lists(session)["NS"][:2] == [(1, Fraction(0)), (2, Fraction(-6))]
    assert list(differences(Ranking.objects.get(session=session))) == []


def test_groups_and_handicaps_are_lists_of_the_ranking(desk: Client, session: Session) -> None:
    sign_in(desk)
    change(desk, session, "matchpoints", strata="A B", handicap="on", confirmed="on")
    entries = list(Entry.objects.filter(event=session.stage.event).order_by("pk"))
    told = {f"stratum_{entry.pk}": "A" if at < 2 else "B" for at, entry in enumerate(entries)} | {f"handicap_{entries[2].pk}": "95.5"}
    shown = desk.post(at(session, "grades"), {"key": "grades-are-typed", **told})
    assert shown.status_code == 200
    assert desk.post(at(session, "grades"), {"key": "grades-are-typed", "confirmed": "on", **told}).status_code == 303
    settle()
    found = lists(session)
    assert [len(found[name]) for name in ("NS", "NS/A", "NS/B", "NS/handicap")] == [3, 3, 1, 3]
    third = Standing.objects.get(ranking__session=session, publication=None, list="NS/handicap", entry=entries[2])
    scratch = Standing.objects.get(ranking__session=session, publication=None, list="NS", entry=entries[2])
    assert (third.place, third.exact) == (1, scratch.exact + Fraction("95.5"))
    basis = Ranking.objects.get(session=session)
    assert list(differences(basis)) == []
    late = desk.post(at(session, "grades"), told | {"key": "from-an-older-page", "seen": 0, "confirmed": "on", f"stratum_{entries[0].pk}": "B"})
    (said,) = late.context["form"].non_field_errors()
    assert late.status_code == 422 and said.startswith("secretary has changed this meanwhile. It now says: ") and said.count(": A") == 1
    act = Act.objects.get(kind="change_entries")
    desk.post(at(session, "undo_conditions"), {"act": act.pk, "key": "undo-grades-key"})
    settle()
    assert not Entry.objects.filter(event=session.stage.event).exclude(stratum="").exists()
    assert {name for name in lists(session) if name.endswith("/B")} == set()


def test_a_slip_of_groups_for_hundreds_of_entries_comes_through(desk: Client, session: Session) -> None:
    sign_in(desk)
    many = {f"{field}_{entry}": "" for entry in range(1000) for field in ("stratum", "handicap")}
    answer = desk.post(at(session, "grades"), many | {"key": fresh_key()})
    assert (answer.status_code, answer.context["form"].errors) == (200, {})


def test_grades_of_a_published_list_are_those_of_its_time(desk: Client, session: Session) -> None:
    sign_in(desk)
    entry = Entry.objects.filter(event=session.stage.event).order_by("pk")[0]
    change(desk, session, "matchpoints", handicap="on", confirmed="on")
    desk.post(at(session, "grades"), {"key": "first-handicap", "confirmed": "on", f"handicap_{entry.pk}": "5"})
    close_session(session, by=actor(), key=fresh_key())
    settle()
    desk.post(at(session, "grades"), {"key": "second-handicap", "confirmed": "on", f"handicap_{entry.pk}": "9"})
    settle()
    ranking = Ranking.objects.get(session=session)
    assert Publication.objects.filter(ranking=ranking).count() == 2
    assert list(differences(ranking)) == []


def test_the_page_in_chinese(desk: Client, session: Session) -> None:
    sign_in(desk)
    desk.cookies["django_language"] = "zh-hans"
    page = desk.get(at(session, "conditions"))
    assert "比赛条件" in page.content.decode()
    assert {name: value for name, value, _ in page.context["told"]}["记分方法"] == "比赛分"


def test_a_correction_after_a_change_is_scored_by_the_new_conditions(desk: Client, session: Session) -> None:
    sign_in(desk)
    change(desk, session, "butler", confirmed="on")
    settle()
    seating = Seating.objects.live().filter(section__session=session).order_by("pk")[0]
    correct_result(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 13), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    assert list(differences(Ranking.objects.get(session=session))) == []


def places(session: Session) -> dict[tuple[str, int], tuple[int | None, bool]]:
    """The place of every entry in every running list, and whether it is shared."""
    rows = Standing.objects.filter(ranking__session=session, publication=None)
    return {(row.list, row.entry_id): (row.place, row.is_tied) for row in rows}


def test_lots_part_those_still_tied_and_are_kept(desk: Client, session: Session) -> None:
    sign_in(desk)
    change(desk, session, "matchpoints", tie_1="draw", confirmed="on")
    settle()
    before = places(session)
    tied = [key for key, (_, is_tied) in before.items() if is_tied]
    assert tied  # East-West all meet the same tables
    assert b"Draw lots" in desk.get(at(session, "conditions")).content
    desk.post(at(session, "draw_lots"), {"key": fresh_key()})
    settle()
    drawn = places(session)
    assert not any(is_tied for _, is_tied in drawn.values())
    assert {key: place for key, (place, _) in drawn.items() if key not in tied} == {key: place for key, (place, _) in before.items() if key not in tied}
    seed = Act.objects.get(kind="draw_lots").facts["seed"]
    assert f"number {seed}" in desk.get(at(session, "conditions")).content.decode().replace(",", "")
    assert next(differences(Ranking.objects.get(session=session)), None) is None
    act = Act.objects.get(kind="draw_lots")
    desk.post(at(session, "undo_conditions"), {"key": fresh_key(), "act": act.pk})
    settle()
    assert places(session) == before


def test_lots_are_refused_where_nothing_is_parted_by_them(desk: Client, session: Session) -> None:
    sign_in(desk)
    answer = desk.post(at(session, "draw_lots"), {"key": fresh_key()})
    assert answer.status_code == 422
    assert "no ties by lot" in answer.content.decode()


def test_boards_sat_out_count_what_is_typed(desk: Client, session: Session) -> None:
    sign_in(desk)
    assert "nothing" in desk.get(at(session, "conditions")).content.decode()
    change(desk, session, "matchpoints", sit_out_percent="60", confirmed="on")
    settle()
    (row,) = ConditionsRow.objects.live().filter(ranking=None)
    assert conditions_of(row.options).sit_out_percent == 60
    assert "60 %" in desk.get(at(session, "conditions")).content.decode()
    refused = desk.post(at(session, "change_conditions"), typed(desk, session, "matchpoints", sit_out_percent="101"))
    assert refused.status_code == 422 and "sit_out_percent" in refused.context["form"].errors


@pytest.mark.parametrize(
    ("method", "wrong", "english", "chinese"),
    [
        (
            "matchpoints", {"minimum_share": "101"},
            "Ranked from this share of boards: from 0 to 100, so not 101.", "列入名次所需的打牌比例：应在0到100之间，不能是101。",
        ),
        ("butler", {"datum_step": "0"}, "The datum is rounded to: from 1 to 100, so not 0.", ""),
        ("cross_imps", {"award_imps": "24.5"}, "Average plus in IMPs: from 0.01 to 24, so not 24.5.", ""),
        ("datum_pool", {"pool_opens": "41"}, "A board counts from so many results: from 2 to 40, so not 41.", ""),
        ("matchpoints", {"sit_out_percent": "101"}, "Each board sat out counts: from 0 to 100, so not 101.", ""),
        (
            "compensation", {"expected_scores": "20 0 0\n22 50 50"},
            "The table of expected scores has a line for each number of points from 20 up, none left out, to 40 at most.", "",
        ),
    ],
)
def test_a_refused_setting_is_told_in_a_sentence(desk: Client, session: Session, method: str, wrong: dict[str, str], english: str, chinese: str) -> None:
    sign_in(desk)
    (field,) = wrong
    assert english in change(desk, session, method, confirmed="on", **wrong).content.decode()
    desk.cookies["django_language"] = "zh-hans"
    (told,) = change(desk, session, method, confirmed="on", **wrong).context["form"].errors[field]
    assert told.endswith("。") and not any(letter.isascii() and letter.isalpha() for letter in told.replace("IMP", ""))
    assert not chinese or told == chinese


def test_a_datum_pool_needs_a_board(desk: Client, session: Session) -> None:
    form = ConditionsForm({"key": fresh_key()} | typed_pool(desk, session), method="datum_pool", current=Conditions(), boards=0)
    assert form.non_field_errors() == ["A datum pool needs at least one board."]


def typed_pool(desk: Client, session: Session) -> dict[str, Any]:
    sign_in(desk)
    return typed(desk, session, "datum_pool")


def test_a_method_that_cannot_be_applied_says_so_in_the_standings(desk: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1, options={"method": "butler"})
    seating = Seating.objects.live().filter(section__session=session, round__number=1).order_by("table")[0]
    agree(seating, seating.first_board, by_table(seating, seating.first_board))
    settle()
    address = at(session, "ranking")
    sign_in(desk)
    page = desk.get(address)
    assert "No board can be scored by this method yet. Results on this board: 1, too few for this method." in text(page)
    assert {row.score for each in page.context["pages"][0].lists for row in each.rows} == {None}
    accept_rest(session)
    page = desk.get(address)
    assert "This method of scoring cannot be applied to these results. Results on this board: 1, too few for this method." in text(page)
    desk.cookies["django_language"] = "zh-hans"
    assert "这副牌只有1个结果" in desk.get(address).content.decode()


def accept_rest(session: Session) -> None:
    """Every other board was not played, and the evening is closed."""
    for other in Seating.objects.live().filter(section__session=session).select_related("section__session"):
        if not other.results.exists():
            scores = dict.fromkeys(Side, Unscored.NOT_PLAYED)
            adjust_board(other, other.first_board, scores, reason="the hall was closed", by=actor(), key=fresh_key(), seen=seen(session))
    close_session(session, by=actor(), key=fresh_key())
    settle()
