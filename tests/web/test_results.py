"""What everybody reads: rankings, versions, cards, travellers, the movement; and what nobody may read yet."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bridge.actions.accounts import give_role
from bridge.actions.players import make_guest
from bridge.actions.publishing import close_session
from bridge.actions.results import adjust_board, correct_result, undo_act
from bridge.actions.sessions import replace_player
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.scoring.conditions import Conditions, CrossImps
from bridge.engine.scoring.facts import RankingFacts
from bridge.engine.scoring.outcome import FixedPercent, SideOutcome, Unscored
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.traveller import BoardFacts
from bridge.engine.scoring.why import why_mark
from bridge.engine.seats import Seat, Side
from bridge.models import Account, Act, Adjustment, Board, Deal, Penalty, Place, Player, Publication, RoleKind, Seating, Session, Standing, Traveller, journal
from bridge.phrases.arithmetic import steps_of_mark
from bridge.queries.history import history_of
from tests.web.addresses import at
from tests.web.figures import sums_of
from tests.worlds import (
    account_of,
    actor,
    agree,
    entries_of,
    evening,
    fresh_key,
    member,
    mitchell_evening,
    nine_tricks,
    play,
    seating_at,
    seen,
    settle,
    started,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board."""
    return mitchell_evening(3, boards_per_set=1)


def closed(session: Session) -> Session:
    """Played, closed, published."""
    play(session, nine_tricks)
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    return session


def test_a_ranking_before_the_first_result(client: Client, session: Session) -> None:
    settle()
    page = client.get(at(session, "ranking"))
    assert page.status_code == 200
    assert [each.name for each in page.context["pages"][0].lists] == ["NS", "EW"]
    assert all(row.score is None for each in page.context["pages"][0].lists for row in each.rows)


def test_the_published_ranking_with_its_places(client: Client, session: Session) -> None:
    page = client.get(at(closed(session), "ranking"))
    shown = page.context["pages"][0]
    assert [(row.place, row.pair.number, row.percent) for row in shown.lists[0].rows] == [(1, 1, 100), (2, 2, 50), (3, 3, 0)]
    assert [(row.place, row.is_tied) for row in shown.lists[1].rows] == [(1, True)] * 3
    assert "Provisional, version 1." in page.content.decode()


def test_versions_and_what_each_changed(client: Client, session: Session) -> None:
    closed(session)
    seating = seating_at(session, 1, 3)
    report = Report(Contract(3, Strain.N), Seat.N, 12)
    correct_result(seating, seating.first_board, report, reason="misread", law="79C", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    newest = client.get(at(session, "ranking"))
    assert "misread" in newest.content.decode() and "Law 79C" in newest.content.decode()
    assert {change.pair.number for change in newest.context["pages"][0].changed if change.list == "NS"} == {1, 2, 3}
    old = client.get(at(session, "ranking_version", 1))
    assert [row.percent for row in old.context["pages"][0].lists[0].rows] == [100, 50, 0]
    assert client.get(at(session, "ranking_version", 3)).status_code == 404
    undo_act(Act.objects.get(journal=session.journal, kind="correct_result"), by=actor(), key=fresh_key())
    settle()
    third = re.sub(r"<[^>]+>|\s+", " ", client.get(at(session, "ranking")).content.decode())
    assert re.search(r"Undone\s*:\s*result corrected\s*:\s*board \d at table 3", third)


def test_polling_an_unchanged_ranking_costs_nothing(client: Client, session: Session) -> None:
    first = client.get(at(closed(session), "ranking"))
    again = client.get(at(session, "ranking"), headers={"if-none-match": first["ETag"]})
    assert again.status_code in (200, 304)
    assert (again.status_code, again.content) == (304, b"") or again["ETag"] != first["ETag"]  # the minute may have turned
    account = Account.objects.create_user("late helper", "a long password 7")
    client.force_login(account)
    before = client.get(at(session, "ranking"))
    give_role(session.club, account, RoleKind.SCORER)  # as a link does, without an act of the club's journal
    after = client.get(at(session, "ranking"), headers={"if-none-match": before["ETag"]})
    assert (after.status_code, before.context["may_run"], after.context["may_run"]) == (200, False, True)


def test_a_traveller_and_a_card_of_a_closed_evening(client: Client, session: Session) -> None:
    closed(session)
    board = client.get(at(session, "traveller", 1)).context["board"]
    assert [(line.points, line.ns_mark, line.ew_mark) for line in board.lines] == [(400, 4, 0), (-50, 2, 2), (-100, 0, 4)]
    assert [(row.points, row.tables) for row in board.frequency] == [(400, 1), (-50, 1), (-100, 1)]
    card = client.get(at(session, "pair_card", entries_of(session)[0].uid)).context["card"]
    assert [round_.total for round_ in card.rounds] == [4, 4, 4]


@pytest.mark.parametrize("scores", [dict.fromkeys(Side, Unscored.NOT_PLAYED), {Side.NS: FixedPercent(60), Side.EW: FixedPercent(40)}])
def test_every_page_tells_a_board_without_a_contract(client: Client, session: Session, scores: dict[Side, SideOutcome]) -> None:
    late = seating_at(session, 3, 2)
    adjust_board(late, late.first_board, scores, reason="too slow", by=actor(), key=fresh_key())
    for seating in Seating.objects.live().filter(section__session=session).exclude(pk=late.pk):
        agree(seating, seating.first_board, nine_tricks(seating, seating.first_board))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    pair = Place.objects.filter(seating=late).first().entry
    for name, more in (("traveller", (late.first_board,)), ("pair_card", (pair.uid,)), ("boards", ()), ("print_travellers", ()), ("export_html", ())):
        assert client.get(at(session, name, *more)).status_code == 200, name


def test_a_running_evening_hides_boards_from_those_who_have_not_played_them(client: Client, session: Session) -> None:
    played, other = seating_at(session, 1, 1), seating_at(session, 1, 2)
    agree(played, played.first_board, nine_tricks(played, 1))
    agree(other, other.first_board, nine_tricks(other, 2))
    settle()
    assert client.get(at(session, "traveller", played.first_board)).context["board"] is None
    client.force_login(account_of(member(session.club, 1), "mary"))
    assert client.get(at(session, "traveller", played.first_board)).context["board"] is not None
    assert client.get(at(session, "traveller", other.first_board)).context["board"] is None
    own, foreign = entries_of(session)[0], entries_of(session)[1]
    assert client.get(at(session, "pair_card", own.uid)).context["is_visible"]
    assert not client.get(at(session, "pair_card", foreign.uid)).context["is_visible"]


def test_who_does_not_wish_to_be_named_is_not(client: Client, session: Session) -> None:
    player = member(session.club, 1)
    player.is_named = False
    player.save()
    closed(session)
    for name, more in (("ranking", ()), ("movement_page", ()), ("traveller", (1,)), ("pair_card", (entries_of(session)[0].uid,))):
        assert "Smith" not in client.get(at(session, name, *more)).content.decode()


def test_a_running_ranking_tells_how_far_it_is_behind(client: Client, session: Session) -> None:
    settle()
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, nine_tricks(seating, 1))
    assert client.get(at(session, "ranking")).context["pages"][0].behind == 1
    assert not Standing.objects.filter(ranking__session=session, facts__boards__gt=0).exists()


@pytest.mark.parametrize("name", ["ranking", "movement_page"])
def test_pages_in_chinese(client: Client, session: Session, name: str) -> None:
    closed(session)
    content = client.get(at(session, name), headers={"accept-language": "zh-hans"}).content.decode()
    assert 'lang="zh-hans"' in content and "南北" in content


def test_queries_do_not_grow_with_the_pairs(client: Client) -> None:
    counts = []
    for tables in (3, 5):
        session = closed(mitchell_evening(tables, boards_per_set=1))
        with CaptureQueriesContext(connection) as asked:
            client.get(at(session, "ranking"))
            client.get(at(session, "traveller", 1))
            client.get(at(session, "pair_card", entries_of(session)[0].uid))
            client.get(at(session, "movement_page"))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_version_that_another_section_does_not_have_is_its_last_before(client: Client, session: Session) -> None:
    closed(session)
    pages = client.get(at(session, "ranking_version", 1)).context["pages"]
    assert [each.publication.version for each in pages] == [1]


def test_the_list_of_boards_shows_what_the_reader_may_see(client: Client, session: Session) -> None:
    played, other = seating_at(session, 1, 1), seating_at(session, 1, 2)
    for seating in (played, other):
        agree(seating, seating.first_board, nine_tricks(seating, 0))
    settle()
    assert [row.is_visible for row in client.get(at(session, "boards")).context["boards"]] == [False, False]
    client.force_login(account_of(member(session.club, 1), "mary"))
    assert [(row.number, row.is_visible) for row in client.get(at(session, "boards")).context["boards"]] == [(1, True), (2, False)]
    client.force_login(actor().account)
    assert all(row.is_visible and row.results == 1 for row in client.get(at(session, "boards")).context["boards"])


def test_where_others_are_not_shown_a_pair_sees_no_board_until_the_end(client: Client, session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(shows_others=False)
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, nine_tricks(seating, 0))
    settle()
    client.force_login(account_of(member(session.club, 1), "mary"))
    assert client.get(at(session, "traveller", seating.first_board)).context["board"] is None


def test_the_wall_turns_over_both_lists(client: Client, session: Session) -> None:
    closed(session)
    assert client.get(at(session, "wall"), follow=True).request["PATH_INFO"] == at(session, "wall_ranking")
    shown = [client.get(at(session, "wall_ranking"), {"page": number}).context["wall"] for number in (1, 2, 3)]
    assert [(each.list.name, len(each.rows), each.next_page) for each in shown] == [("NS", 3, 2), ("EW", 3, 1), ("NS", 3, 2)]


def test_the_clubs_results_and_a_players_own(client: Client, session: Session) -> None:
    closed(session)
    club = session.club
    index = client.get(reverse("results", args=[club.slug]))
    assert [[(first.list, first.players[0].name_native) for first in each.firsts] for each in index.context["shown"].evenings] == [
        [("NS", "Mary Smith"), ("EW", "Wilma Krause"), ("EW", "Ilse Brandt"), ("EW", "赵敏")]
    ]
    own = reverse("history", args=[club.slug])
    assert client.get(own).status_code == 302
    old = Player.objects.create(name_native="M. Smith", merged_into=member(club, 1))
    client.force_login(account_of(old, "mary"))
    history = client.get(own).context["history"]
    assert [(row.place, row.entries, row.score, [each.name_native for each in row.partners]) for row in history.evenings] == [(1, 3, 100, ["王伟"])]
    assert (history.mean, history.trend, history.partners[0].evenings) == (100, None, 1)
    client.force_login(actor().account)
    assert client.get(own).context["history"] is None


def test_who_took_over_a_seat_is_a_partner_of_the_other_one_alone(client: Client, session: Session) -> None:
    entry, greta = entries_of(session)[0], make_guest(session.club, "Greta Holm", by=actor(), key=fresh_key())
    replace_player(session, entry, "N", greta, from_round=2, by=actor(), key=fresh_key())
    closed(session)
    together = [[each.name_native for each in row.partners] for who in (member(session.club, 1), member(session.club, 2), greta)
                for row in history_of(who, session.club).evenings]
    assert together == [["王伟"], ["Mary Smith", "Greta Holm"], ["王伟"]]
    for page in (at(session, "pair_card", entry.uid), at(session, "export_html")):
        assert client.get(page).content.decode().count("Mary Smith to round 1, Greta Holm from round 2, 王伟") == 1
    for page, both in (("ranking", "Mary Smith / Greta Holm (from round 2)"), ("export_html", "Mary Smith / Greta Holm (from round 2)"),
                       ("wall_ranking", "Smith / Holm (from round 2)")):
        assert client.get(at(session, page)).content.decode().count(both) == 1


def test_evenings_of_a_merged_record_are_the_persons(client: Client, session: Session) -> None:
    closed(session)
    kept = Player.objects.create(name_native="Mary Smith-Jones")
    Player.objects.filter(pk=member(session.club, 1).pk).update(merged_into=kept)
    client.force_login(account_of(kept, "mary"))
    assert len(client.get(reverse("history", args=[session.club.slug])).context["history"].evenings) == 1


@pytest.mark.parametrize("options", [
    {}, {"factoring": "none"}, {"factoring": "acbl_total", "win": 1}, {"factoring": "zero_centred"}, {"factoring": "polish"}, {"winners": "one"},
    {"method": "cross_imps"}, {"method": "butler"}, {"method": "total_points"}, {"method": "cross_imps", "missed_boards": "scaled"}, {"line_step": "1/10"},
    {"method": "datum_pool", "pool_opens": 2}, {"method": "cross_imps", "cross_imps": "sum", "factor_imps": True},
    {"method": "butler", "missed_boards": "scaled"},
    {"method": "butler", "datum": "median", "trim": "fixed"},
], ids=str)
def test_every_figure_can_be_worked_out_from_its_page(client: Client, options: dict[str, str]) -> None:
    session = mitchell_evening(5 if not options else 3, boards_per_set=1, options=options)
    play(session, nine_tricks)
    seating, other = seating_at(session, 1, 1), seating_at(session, 2, 2)
    with journal.act(session.journal, "adjust_result", by=actor(), key=fresh_key()) as act:
        board = Board.objects.get(set=seating.section.board_set, number=seating.first_board)
        for side, kind in (("NS", "average_plus"), ("EW", "average_minus")):
            if options.get("method") != "total_points":
                Adjustment.objects.begin(act, seating=seating, board=board, side=side, kind=kind, value={})
        board = Board.objects.get(set=other.section.board_set, number=other.first_board)
        weighted = {"components": [[400, "3/5"], [-50, "2/5"]]}
        for side in ("NS", "EW"):
            Adjustment.objects.begin(act, seating=other, board=board, side=side, kind="weighted", value=weighted)
        Penalty.objects.begin(act, session=session, entry=entries_of(session)[0], amount=Fraction(1), unit="matchpoints")
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    for row in Traveller.objects.filter(ranking__session=session).select_related("board"):
        for line in row.lines["lines"]:
            for side in ("ns", "ew"):
                page = client.get(at(session, "why_board", line["seating"], row.board.number, side.upper()))
                sums = sums_of(page)
                assert all(left == right for left, right, _ in sums)
                if line[f"{side}_mark"] is None:
                    assert not sums
                    continue
                figures = {Fraction(line[f"{side}_mark"])} | ({Fraction(line[f"{side}_percent"])} if page.context["why"].is_percent else set())
                assert {right for _, right, is_result in sums if is_result} == figures
    for standing in Standing.objects.filter(publication__ranking__session=session).select_related("entry"):
        page = client.get(at(session, "why_total", standing.entry.uid))
        sums = sums_of(page)
        assert all(left == right for left, right, _ in sums)
        assert [right for _, right, is_result in sums if is_result] == [standing.exact]


@pytest.mark.parametrize("options", [
    {"sit_out_percent": "60"}, {"sit_out_percent": "45", "factoring": "none"}, {"factoring": "zero_centred"}, {"factoring": "polish"},
    {"method": "cross_imps", "sit_out_percent": "60", "cross_imps": "sum"}, {"method": "butler", "sit_out_percent": "60", "missed_boards": "scaled"},
], ids=str)
def test_boards_sat_out_are_told_in_the_arithmetic(client: Client, options: dict[str, str]) -> None:
    session = started(evening(pairs=5, options=options), make_movement(order_of("howell", "2.5")), boards_per_set=1)
    play(session, nine_tricks)
    with journal.act(session.journal, "give_penalty", by=actor(), key=fresh_key()) as act:
        Penalty.objects.begin(act, session=session, entry=entries_of(session)[1], amount=Fraction(10), unit="percent")
    close_session(session, by=actor(), key=fresh_key())
    settle()
    for standing in Standing.objects.filter(publication__ranking__session=session).select_related("entry"):
        page = client.get(at(session, "why_total", standing.entry.uid))
        sums = sums_of(page)
        assert all(left == right for left, right, _ in sums)
        assert [right for _, right, is_result in sums if is_result] == [standing.exact]
        assert ("sat out" in page.content.decode()) and "handicap" not in page.content.decode()


def test_why_is_hidden_with_the_board(client: Client, session: Session) -> None:
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, nine_tricks(seating, 0))
    settle()
    board = client.get(at(session, "why_board", seating.pk, seating.first_board, "NS"))
    total = client.get(at(session, "why_total", entries_of(session)[0].uid))
    assert board.context["why"] is None and total.context["why"] is None
    closed_board = client.get(at(session, "why_board", seating.pk, seating.first_board, "XX"))
    assert closed_board.status_code == 200 and closed_board.context["why"] is None


def test_strata_and_handicaps_are_lists_of_their_own(client: Client) -> None:
    session = evening(pairs=6, options={"winners": "two", "strata": ["A", "B"], "handicap": True})
    for at_place, entry in enumerate(entries_of(session)):
        entry.stratum, entry.handicap = "AB"[at_place % 2], Fraction(at_place, 2)
        entry.save()
    closed(started(session, make_movement(order_of("mitchell", 3)), boards_per_set=1))
    shown = client.get(at(session, "ranking")).context["pages"][0]
    assert shown.parts == ("", "handicap", "A", "B") and [each.part for each in shown.lists] == ["", ""]
    group = client.get(at(session, "ranking"), {"list": "B"}).context["pages"][0]
    assert [[row.pair.number for row in each.rows] for each in group.lists] == [[2], [1, 3]]
    handicap = client.get(at(session, "ranking"), {"list": "handicap"}).context["pages"][0]
    assert [row.score for row in handicap.lists[0].rows] == [100, Fraction(101, 2), 1]
    why = client.get(at(session, "why_total", entries_of(session)[1].uid), {"list": "handicap"})
    assert [right for _, right, is_result in sums_of(why) if is_result] == [Fraction(101, 2)]


def test_queries_of_lists_do_not_grow(client: Client) -> None:
    counts = []
    for tables in (3, 5):
        session = closed(mitchell_evening(tables, boards_per_set=1))
        seating = seating_at(session, 1, 1)
        with CaptureQueriesContext(connection) as asked:
            client.get(at(session, "boards"))
            client.get(at(session, "why_board", seating.pk, seating.first_board, "NS"))
            client.get(at(session, "why_total", entries_of(session)[0].uid))
            client.get(at(session, "export_html"))
            client.get(at(session, "export_usebio"))
            client.get(at(session, "print_travellers"))
            client.get(reverse("results", args=[session.club.slug]))
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", ["boards", "files", "wall_ranking", "print_travellers"])
def test_further_pages_in_chinese(client: Client, session: Session, name: str) -> None:
    closed(session)
    content = client.get(at(session, name), headers={"accept-language": "zh-hans"}).content.decode()
    assert 'lang="zh-hans"' in content and any(word in content for word in ("副牌", "文件", "名次", "南北"))


def test_a_deal_is_hidden_until_its_time(client: Client, session: Session) -> None:
    closed(session)
    board = Board.objects.get(set__sections__session=session, number=1)
    cards = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    deal = Deal.objects.create(board=board, cards=cards, double_dummy="d0000" * 4, hidden_until=timezone.now() + timedelta(hours=1))
    assert client.get(at(session, "traveller", 1)).context["board"].deal is None
    deal.hidden_until = timezone.now()
    deal.save()
    shown = client.get(at(session, "traveller", 2)).context["board"], client.get(at(session, "traveller", 1)).context["board"]
    assert shown[0].deal is None and shown[1].deal.makes == tuple((seat, (7, 0, 0, 0, 0)) for seat in (Seat.N, Seat.S, Seat.E, Seat.W))


def test_a_pair_may_ask_for_corrections_until_the_ranking_is_final(client: Client, session: Session) -> None:
    closed(session)
    own = at(session, "pair_card", entries_of(session)[0].uid)
    asked = at(session, "ask_correction", 1, 1)
    assert asked not in client.get(own).content.decode()
    client.force_login(account_of(member(session.club, 1), "mary"))
    assert asked in client.get(own).content.decode()
    Publication.objects.update(final_at=timezone.now())
    assert asked not in client.get(own).content.decode()


def test_why_names_the_rule_that_made_a_mark_comparable() -> None:
    """A small group of a fouled board, a factored sum and a mean over all are not told as Neuberg and a mean over the others."""
    results = (420, 420, -50, 450, 170, 420, 110, -100, 140)
    fouled = BoardFacts(1, tuple("abcdefghi"), tuple("ABCDEFGHI"), results, forms=(0,) * 6 + (1,) * 3)
    for conditions, line, words in (
        (Conditions(), 0, "(Neuberg)"), (Conditions(), 6, "3 of 9 results are too few for Neuberg"), (Conditions(small_groups=False), 6, "(Neuberg)"),
        (Conditions(method="cross_imps"), 0, "over the other results"),
        (Conditions(method="cross_imps", cross_imps=CrossImps.MEAN_OF_ALL), 0, "over all results"),
        (Conditions(method="cross_imps", cross_imps=CrossImps.SUM, factor_imps=True), 0, "times E ÷ A"),
    ):
        (traveller,) = reckon(RankingFacts(conditions, (), (fouled,))).travellers
        steps = steps_of_mark(why_mark(traveller, line, Side.NS, conditions), conditions)
        assert any(words in step.words for step in steps), (conditions, steps)
