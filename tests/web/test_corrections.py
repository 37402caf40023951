"""The correction page: every kind of adjustment, typed, its effect shown, confirmed; what is wrong is told at its field."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.clubs import give_role
from bridge.actions.publishing import close_session
from bridge.actions.results import give_penalty
from bridge.actions.rulings import Decision, TableBoard, give_ruling
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.codes import Ruling as Ruled
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from bridge.engine.scoring.outcome import PenaltyTooHigh, Unit
from bridge.engine.scoring.reckon import reckon
from bridge.engine.seats import Side
from bridge.mapping.basis import basis_of
from bridge.mapping.outcomes import tricks_row
from bridge.mapping.standings import load_ranking
from bridge.models import Account, Act, Adjustment, Foul, Penalty, Ranking, RoleKind, Seating, Session, Standing, Traveller
from tests.worlds import actor, entries_of, fresh_key, mitchell_evening, nine_tricks, play, seating_at, seen, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board, all played."""
    session = mitchell_evening(3, boards_per_set=1)
    play(session, nine_tricks)
    settle()
    return session


class Desk:
    """Board 1 at table 1 of round 1 (nobody vulnerable, 3NT made: 400)."""

    def __init__(self, client: Client, session: Session) -> None:
        self.client, self.session, self.seating = client, session, seating_at(session, 1, 1)
        assert self.seating.first_board == 1
        self.address = reverse("correct", args=[session.club.slug, session.uid, self.seating.pk, 1])

    def send(self, **typed: Any) -> Any:
        """The slip as typed; what the page says."""
        told = {"key": fresh_key(), "seen": seen(self.session), "reason": "decided"} | typed
        return self.client.post(self.address, told)

    def confirm(self, **typed: Any) -> None:
        """The effect is shown without a change; then it is confirmed, and the stored list is the one that was shown."""
        shown = self.send(**typed)
        assert shown.status_code == 200, shown.context["form"].errors
        moved = [(move.list, move.entry, move.place[1]) for each in shown.context["shown"] for move, _ in each["rows"]]
        assert self.send(confirmed="on", **typed).status_code == 303
        settle()
        places = {(row.list, row.entry_id): f"{row.place or ''}{'=' if row.is_tied else ''}" for row in Standing.objects.filter(ranking__session=self.session)}
        assert moved == [(name, entry, places[name, entry]) for name, entry, _ in moved]
        ranking = Ranking.objects.get(session=self.session)
        loaded = load_ranking(ranking, basis_of(ranking))
        fresh = {(s.list, loaded.entry_of[s.who], s.score) for s in reckon(loaded.facts).standings}
        assert fresh == set(Standing.objects.filter(ranking=ranking, publication=None).values_list("list", "entry", "exact"))

    def decided(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """What stands beside the result, by side."""
        return {side: (kind, value) for side, kind, value in Adjustment.objects.live().values_list("side", "kind", "value")}

    def line(self) -> dict[str, Any]:
        """The table's line on the board's stored traveller."""
        lines = Traveller.objects.get(ranking__session=self.session, board__number=1).lines["lines"]
        found: dict[str, Any] = next(line for line in lines if line["seating"] == self.seating.pk)
        return found

    def board(self) -> Any:
        """The page of board 1."""
        return self.client.get(reverse("traveller", args=[self.session.club.slug, self.session.uid, 1]))


@pytest.fixture
def at_table(desk: Client, session: Session) -> Desk:
    """The desk at board 1, table 1."""
    return Desk(desk, session)


def test_an_assigned_score_for_both_sides_keeps_its_contract(at_table: Desk) -> None:
    at_table.confirm(kind="assigned", ns_scores="4S N -1")
    value = {"points": -50, "said": [["4S", "N", 9]]}
    assert at_table.decided() == {"NS": ("assigned", value), "EW": ("assigned", value)}
    # 3NT is one and two down elsewhere (-50, -100): half of a tie and one beaten.
    assert (at_table.line()["ns_mark"], at_table.line()["ew_mark"]) == ("3", "1")


def test_tricks_that_a_ruling_moved_are_moved_from_the_corrected_result(at_table: Desk) -> None:
    """The effect that is shown has them moved too, and the law is the ruling's: nothing is typed again."""
    at = TableBoard(at_table.seating, at_table.seating.section.board_set.boards.get(number=1))
    row = tricks_row(nine_tricks(at_table.seating, 1), 1, Side.NS, 1)
    decision = Decision(Edition.WBF2017, Kind.REVOKE, {}, Outcome(Ruled.REVOKE_TRANSFER, ("64A2",)), rows=dict.fromkeys(Side, row))
    give_ruling(at, decision, by=actor(), key=fresh_key(), seen=seen(at_table.session))
    settle()
    assert at_table.line()["ns_mark"] == "3"  # eight tricks: -50, as at table 2
    at_table.confirm(kind="result", contract="3N", declarer="N", result="+1")
    assert {side: value["points"] for side, (_, value) in at_table.decided().items()} == {"NS": 400, "EW": 400}
    assert at_table.line()["ns_mark"] == "4"


def test_the_first_result_of_a_table_needs_no_reason_and_a_correction_does(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    client.force_login(Account.objects.get(username="lina"))
    at_table = Desk(client, session)
    assert at_table.send(reason="", kind="not_played").context["form"].errors.keys() == {"reason"}
    typed = {"kind": "result", "contract": "3N", "declarer": "N", "result": "="}
    assert at_table.send(reason="", confirmed="on", **typed).status_code == 303
    assert at_table.send(reason="", confirmed="on", **typed).context["form"].errors.keys() == {"reason"}


def test_a_weighted_score_is_the_mean_of_its_components(at_table: Desk) -> None:
    at_table.confirm(kind="assigned", ns_scores="60 % 3N N =; 40% 3N N -2")
    components = {"components": [[400, "3/5"], [-100, "2/5"]], "said": [["3N", "N", 9], ["3N", "N", 7]]}
    assert at_table.decided()["NS"] == ("weighted", components)
    # 400 beats both: 4. -100 loses to -50 and ties: 1. 60 % of 4 and 40 % of 1.
    assert Fraction(at_table.line()["ns_mark"]) == Fraction(14, 5)
    page = at_table.client.get(at_table.address)
    assert page.context["form"]["ns_scores"].value() == "60 % 3N N =\n40 % 3N N -2"
    assert "60 % × 3NT N = (400) + 40 % × 3NT N −2 (−100)" in page.content.decode()
    traveller = at_table.client.get(reverse("traveller", args=[at_table.session.club.slug, at_table.session.uid, 1]))
    assert "60 % × 3NT N = (400) + 40 % × 3NT N −2 (−100)" in traveller.content.decode()


def test_a_weighted_score_is_pressed_as_at_the_directors_desk(at_table: Desk) -> None:
    pad = {"pad.level": "3", "pad.strain": "N", "pad.declarer": "N", "pad.tricks": "9"}
    page = at_table.send(kind="assigned", press="ns add", **pad, **{"pad.share": "60"})
    form = page.context["form"]
    assert page.status_code == 200 and not form.errors
    assert [form[name].value() for name in ("ns_scores", "kind", "reason")] == ["60 % 3N N =", "assigned", "decided"]
    wrong = at_table.send(kind="assigned", ns_scores="60 % 3N N =", press="ns add", **{"pad.level": "3"})
    assert wrong.context["pad"].wrong and wrong.context["form"]["ns_scores"].value() == "60 % 3N N ="
    at_table.confirm(kind="assigned", ns_scores="60 % 3N N =\n3N N -2")
    assert at_table.decided()["NS"] == ("weighted", {"components": [[400, "3/5"], [-100, "2/5"]], "said": [["3N", "N", 9], ["3N", "N", 7]]})
    at_table.confirm(kind="assigned", ns_scores="-100", ew_scores="=")
    page = at_table.client.get(at_table.address)
    assert [item.label for item in page.context["pad"].ew.items] == ["as it was played"]
    instead = at_table.send(kind="assigned", ns_scores="-100", ew_scores="=", press="ew 3N N -1")
    assert instead.context["form"]["ew_scores"].value() == "3N N -1"
    result = at_table.send(kind="result", contract="3N", declarer="N", result="=", **pad)  # keys that no longer belong to what is chosen
    assert result.context["form"].is_bound and result.context["form"].report is not None


def test_a_weighted_score_in_points_alone_after_one_with_contracts(at_table: Desk) -> None:
    at_table.confirm(kind="assigned", ns_scores="4S N -1")
    assert at_table.line()["named"] == {"ns": [["4S", "N", 9]], "ew": [["4S", "N", 9]]}
    at_table.confirm(kind="assigned", ns_scores="60 % 400; 40% -100")
    assert "named" not in at_table.line()


def test_a_split_score_and_one_side_alone(at_table: Desk) -> None:
    at_table.confirm(kind="assigned", ns_scores="-100", ew_scores="=")
    assert at_table.decided() == {"NS": ("assigned", {"points": -100})}
    assert (at_table.line()["ns_mark"], at_table.line()["ew_mark"]) == ("1", "0")
    at_table.confirm(kind="assigned", ns_scores="+400", ew_scores="3N N -1")
    assert at_table.decided()["EW"] == ("assigned", {"points": -50, "said": [["3N", "N", 8]]})


def test_imps_and_percentages_of_an_artificial_score(at_table: Desk) -> None:
    at_table.confirm(kind="artificial", ns="percent", ns_amount="45.5", ew="imps", ew_amount="-3")
    assert at_table.decided() == {"NS": ("percent", {"percent": "91/2"}), "EW": ("imps", {"imps": "-3"})}
    form = at_table.client.get(at_table.address).context["form"]
    assert [form[name].value() for name in ("kind", "ns", "ns_amount", "ew", "ew_amount")] == ["artificial", "percent", "45.5", "imps", "-3"]


def test_a_penalty_on_a_board_beside_its_result_and_beside_a_decision(at_table: Desk) -> None:
    at_table.confirm(kind="as_played", ns_extra="-25", extra_unit="percent")
    assert at_table.decided() == {"NS": ("as_played", {"extra": ["-25", "percent"]})}
    assert (at_table.line()["ns_mark"], at_table.line()["ns_extra"], at_table.line()["ew_mark"]) == ("4", "-1", "0")
    board = at_table.board()
    assert [(row.points, row.tables) for row in board.context["board"].frequency] == [(400, 1), (-50, 1), (-100, 1)]  # the penalty leaves the result what it is
    assert "penalty for North-South: −1.00" in board.content.decode()
    at_table.confirm(kind="assigned", ns_scores="3N N -1", ew_extra="0.5", extra_unit="method")
    assert at_table.decided()["EW"] == ("assigned", {"points": -50, "said": [["3N", "N", 8]], "extra": ["1/2", "method"]})
    assert at_table.line()["ew_extra"] == "1/2"
    at_table.confirm(kind="as_played")
    assert at_table.decided() == {}


def test_a_cancelled_board_counts_for_nobody(at_table: Desk) -> None:
    at_table.confirm(kind="cancelled")
    assert {kind for kind, _ in at_table.decided().values()} == {"cancelled"}
    assert (at_table.line()["ns_mark"], at_table.line()["ew_mark"]) == (None, None)


def test_a_fouled_board_is_scored_in_two_groups(at_table: Desk, session: Session) -> None:
    third = Seating.objects.live().get(section__session=session, round__number=3, first_board=1)
    at_table.confirm(**{"kind": "fouled", f"form_{third.pk}": "B"})
    assert list(Foul.objects.live().values_list("board__number", "table", "from_round", "form")) == [(1, third.table, 3, "B")]
    lines = Traveller.objects.get(ranking__session=session, board__number=1).lines["lines"]
    assert sorted((line["table"], line["form"]) for line in lines) == sorted((t, "B" if t == third.table else "") for t in (1, 2, 3))
    told = at_table.board().context["board"]
    assert {form: sum(row.tables for row in rows) for _, form, rows in told.frequencies} == {"": 2, "B": 1} and told.counted == 3
    page = at_table.client.get(at_table.address)
    assert page.context["case"].is_fouled
    at_table.confirm(kind="fouled")
    assert not Foul.objects.live().exists()


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"kind": "assigned"}, "ns_scores"),
        ({"kind": "assigned", "ns_scores": "60 % 4S N =; 30 % 4S N -1"}, "ns_scores"),
        ({"kind": "assigned", "ns_scores": "60 % 4S N =; 4S N -1; 4S N -2"}, "ns_scores"),
        ({"kind": "assigned", "ns_scores": "60 % 4S N =; 40 % 4S N -1; 4S N -2"}, "ns_scores"),
        ({"kind": "assigned", "ns_scores": "33.333 % 4S N =; 66.667 % 4S N -1"}, "ns_scores"),
        ({"kind": "assigned", "ns_scores": "425"}, "ns_scores"),
        ({"kind": "assigned", "ns_scores": "4S N =", "ew_scores": "9S N ="}, "ew_scores"),
        ({"kind": "assigned", "ns_scores": "4S"}, "ns_scores"),
        ({"kind": "artificial", "ns": "percent", "ns_amount": "101"}, "ns_amount"),
        ({"kind": "artificial", "ns": "percent", "ns_amount": "70", "ew": "60"}, "ns"),
        ({"kind": "artificial", "ns": "percent"}, "ns_amount"),
        ({"kind": "artificial"}, "ns"),
    ],
)
def test_what_is_wrong_is_told_where_it_is_typed(at_table: Desk, typed: dict[str, str], wrong: str) -> None:
    answer = at_table.send(confirmed="on", **typed)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [wrong])
    assert not Adjustment.objects.exists()


def test_a_penalty_alone_needs_a_result(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    client.force_login(Account.objects.get(username="lina"))
    answer = Desk(client, session).send(kind="as_played", ns_extra="-10", confirmed="on")
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


def test_nobody_is_given_or_fined_more_than_a_whole_board(at_table: Desk) -> None:
    """Refused where it is typed, and when the form of the confirmation was altered; the act itself refuses it too."""
    session = at_table.session
    entry = entries_of(session)[0]
    told = {"entry": entry.uid, "unit": "percent", "reason": "late", "key": fresh_key()}
    address = reverse("penalty", args=[session.club.slug, session.uid])
    for amount in ("100.01", "-101", "0"):
        for confirmed in ({}, {"confirmed": "on"}):
            answer = at_table.client.post(address, told | {"amount": amount} | confirmed)
            assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["amount"])
    with pytest.raises(PenaltyTooHigh):
        give_penalty(session, entry, Fraction(101), Unit.PERCENT, reason="late", by=actor(), key=fresh_key())
    assert list(at_table.send(kind="as_played", ns_extra="-120", extra_unit="percent", confirmed="on").context["form"].errors) == ["ns_extra"]
    too_much = at_table.send(kind="artificial", ns="percent", ns_amount="75", ew="ave_plus", confirmed="on")
    assert "75 and 60 percent are too much" in too_much.content.decode()
    assert not Penalty.objects.exists() and not Adjustment.objects.exists()
    assert at_table.client.post(address, told | {"amount": "100", "confirmed": "on"}).status_code == 303


def test_a_scorer_says_results_and_leaves_the_rest_to_who_may_rule(client: Client, session: Session) -> None:
    scorer, director = Account.objects.create_user("sam", "a long password 7"), actor("lina")
    give_role(session.club, scorer, RoleKind.SCORER)
    client.force_login(scorer)
    at_desk = Desk(client, session)
    shown = client.get(at_desk.address)
    assert [code for code, _ in shown.context["form"].fields["kind"].choices] == ["result"] and "for a director to give" in shown.content.decode()
    for typed in ({"kind": "artificial", "ns": "ave_plus", "ew": "ave_minus"}, {"kind": "assigned", "ns_scores": "4S N -1"}, {"kind": "not_played"}):
        refused = at_desk.send(confirmed="on", **typed)
        assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["kind"])
    assert at_desk.send(confirmed="on", kind="result", contract="3N", declarer="N", result="=").status_code == 303
    penalty = give_penalty(session, entries_of(session)[0], Fraction(10), Unit.PERCENT, reason="slow", by=director, key=fresh_key())
    settle()
    for page, words in (("ranking", ": penalty of 10 % “slow”"), ("pair_card", "penalty of 10 % “slow”")):
        address = reverse(page, args=[session.club.slug, session.uid, *([penalty.entry.uid] if page == "pair_card" else [])])
        assert words in " ".join(client.get(address).content.decode().split())
    own = Act.objects.filter(journal=session.journal, kind="correct_result").latest("pk")
    journal, undo = (reverse(name, args=[session.club.slug, session.uid]) for name in ("journal", "undo"))

    def take_back(act: Act) -> int:
        return client.post(undo, {"key": fresh_key(), "act": act.pk}).status_code

    offered = client.get(journal).content.decode()
    assert f'name="act" value="{own.pk}"' in offered and f'name="act" value="{penalty.since_id}"' not in offered
    assert (take_back(penalty.since), take_back(own)) == (403, 303)
    close_session(session, by=director, key=fresh_key())
    closed = Act.objects.filter(journal=session.journal, kind="close_session").latest("pk")
    undone = Act.objects.get(undoes=own)
    assert (take_back(closed), take_back(undone), client.get(at_desk.address).status_code) == (403, 403, 403)
    pair = reverse("entry_page", args=[session.club.slug, session.uid, entries_of(session)[0].uid])
    accept = reverse("accept", args=[session.club.slug, session.uid])
    assert {client.post(address, {"key": fresh_key()}).status_code for address in (pair, accept)} == {403}
    board = reverse("traveller", args=[session.club.slug, session.uid, 1])
    assert at_desk.address not in client.get(board).content.decode()
    client.force_login(director.account)
    assert at_desk.address in client.get(board).content.decode() and client.get(at_desk.address).status_code == 200
