"""Records of rulings: reviewed, looked for, counted, taken away, withdrawn."""

import csv
import html
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.rulings import withdraw_ruling
from bridge.engine.laws.edition import Edition
from bridge.models import Ruling, Session
from bridge.phrases.laws_book import section_words
from bridge.views.ruling_records import SHOWN
from tests.web.addresses import at
from tests.web.ruling_pages import REVOKE, give, ranked_evening, start, table_one
from tests.worlds import actor, fresh_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return ranked_evening()


def test_a_review_is_asked_for_and_heard(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    record = at(session, "ruling", Ruling.objects.get().pk)
    desk.post(record, {"act": "ask", "ask-side": "", "side": "EW", "reason": "three tricks", "key": fresh_key()})
    assert "three tricks" in desk.get(record).content.decode()
    desk.post(record, {"act": "hear", "heard_by": "Committee", "found": "stands", "costs": "kept", "key": fresh_key()})
    said = desk.get(record).content.decode()
    assert "Committee" in said and "deposit kept" in said


def test_the_club_finds_rulings_by_law_player_and_day_and_takes_them_away(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    club = session.club.slug
    def found(**query: str) -> int:
        return len(desk.get(reverse("club_rulings", args=[club]), query).context["rows"])
    assert (found(law="64"), found(law="64A1"), found(law="54"), found(law="6")) == (1, 1, 0, 0)
    assert (found(law="64a1"), found(law="Law 64"), found(law="第64条"), found(law="规则第64条A1"), found(law="64A9")) == (1, 1, 1, 1, 0)
    assert (found(player="Mary"), found(player="1"), found(player="Cyril"), found(since="2027-01-01"), found(since="0001-01-01")) == (1, 1, 0, 0, 1)
    told = desk.get(reverse("club_rulings_file", args=[club, "json"])).json()
    assert [(line["kind"], line["laws"], line["stands"]) for line in told] == [("revoke", ["64A1", "64C1"], True)]
    rows = desk.get(reverse("club_rulings_file", args=[club, "csv"])).content.decode("utf-8-sig").splitlines()
    assert rows[1].split(",")[6:9] == ["revoke", "64A1 64C1", "revoke_transfer"]


def test_what_is_taken_away_tells_the_whole_story(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE), note="a club with a heart in hand")
    first = Ruling.objects.get()
    hear_review_of(desk, session, first)
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE) | {"replaces": first.pk}, told="")
    newer, older = desk.get(reverse("club_rulings_file", args=[session.club.slug, "json"])).json()
    zone = ZoneInfo(session.club.zone)
    assert (older["given"], older["told"]) == (first.since.at.astimezone(zone).isoformat(timespec="seconds"),) * 2
    assert [older[name] for name in ("round", "director", "note", "stands", "ended", "replaces")] == [
        1, "lina", "a club with a heart in hand", False, "give_ruling", None,
    ]  # fmt: skip
    assert [older[f"review_{name}"] for name in ("side", "heard_by", "found", "costs")] == ["EW", "Committee", "stands", "kept"]
    assert [len(older[side]) for side in ("ns", "ew")] == [2, 2] and "Mary Smith" in older["ns"]
    assert {side: (score["kind"], score["points"], score["moved"]) for side, score in older["scores"].items()} == {
        side: ("tricks", -50, [2, "NS"]) for side in ("NS", "EW")
    }
    assert [newer[name] for name in ("stands", "told", "ended", "replaces", "review_side")] == [True, None, None, first.pk, None]
    table = csv.DictReader(desk.get(reverse("club_rulings_file", args=[session.club.slug, "csv"])).content.decode("utf-8-sig").splitlines())
    assert [(line["note"], line["review_costs"], line["ns"].split(", ")) for line in table][1] == (older["note"], "kept", older["ns"])


def test_what_a_director_wrote_is_no_formula_of_a_spreadsheet(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE), note="=1+1")
    table = csv.DictReader(desk.get(reverse("club_rulings_file", args=[session.club.slug, "csv"])).content.decode("utf-8-sig").splitlines())
    assert [(line["note"], line["stands"]) for line in table] == [("'=1+1", "true")]


def test_the_page_of_a_club_lists_the_newest_and_the_table_all(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    columns = {field.name: getattr(Ruling.objects.get(), field.name) for field in Ruling._meta.fields if field.name != "id"}
    Ruling.objects.bulk_create(Ruling(**columns) for _ in range(SHOWN))
    page = desk.get(reverse("club_rulings", args=[session.club.slug]))
    assert (len(page.context["rows"]), page.context["found"], page.context["by_law"]) == (SHOWN, SHOWN + 1, [(64, SHOWN + 1)])
    assert f"{SHOWN + 1}, the newest {SHOWN} of them here" in page.content.decode()
    assert len(desk.get(reverse("club_rulings_file", args=[session.club.slug, "json"])).json()) == SHOWN + 1


def hear_review_of(desk: Client, session: Session, ruling: Ruling) -> None:
    record = at(session, "ruling", ruling.pk)
    desk.post(record, {"act": "ask", "side": "EW", "reason": "three tricks", "key": fresh_key()})
    desk.post(record, {"act": "hear", "heard_by": "Committee", "found": "stands", "costs": "kept", "key": fresh_key()})


@pytest.mark.parametrize(("language", "untold", "review"), [("en", "not told yet", "a review is to be heard"), ("zh-hans", "尚未告知", "复核待审")])
def test_the_list_of_the_evening_says_what_is_still_to_be_done(desk: Client, session: Session, language: str, untold: str, review: str) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE), told="")
    ruling = Ruling.objects.get()
    record = at(session, "ruling", ruling.pk)

    def said() -> str:
        page = desk.get(at(session, "rulings"), headers={"accept-language": language})
        waits = {"tell": untold, "review": review}.get(page.context["waiting"].get(ruling.pk, ""), "")
        assert waits in page.content.decode()
        return waits

    assert said() == untold
    desk.post(record, {"act": "tell", "key": fresh_key()})
    assert said() == ""
    desk.post(record, {"act": "ask", "side": "EW", "key": fresh_key()})
    assert said() == review
    desk.post(record, {"act": "hear", "heard_by": "Committee", "found": "stands", "costs": "none", "key": fresh_key()})
    assert said() == ""


def test_a_record_tells_the_result_from_which_tricks_went_and_one_score_for_both_once(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    record = desk.get(at(session, "ruling", Ruling.objects.get().pk)).context["record"]
    assert (record.played, record.is_same_for_both) == (("3N", "N", 10), True)
    page = desk.get(reverse("club_rulings", args=[session.club.slug]), {"player": "Mary"})
    ns, _ew = page.context["at_table"][record.ruling.pk]
    assert "Mary Smith" in [player.name_native for player in ns.players]
    assert 'href="?law=64&amp;player=Mary"' in page.content.decode() and section_words(Edition.WBF2017, "64") in page.content.decode()


@pytest.mark.parametrize(("query", "field"), [
    ({"law": "94"}, "law"), ({"law": "0"}, "law"), ({"law": "A64"}, "law"), ({"law": "64;"}, "law"), ({"law": "²"}, "law"), ({"since": "31.02.2026"}, "since"),
    ({"since": "2026-02-30"}, "since"), ({"until": "soon"}, "until"), ({"since": "2026-12-01", "until": "2026-11-30"}, "until"),
    ({"player": "x" * 61}, "player"),
])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_what_cannot_be_looked_for_is_told_beside_its_field(desk: Client, session: Session, query: dict[str, str], field: str, language: str) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    for name, more in (("club_rulings", ()), ("club_rulings_file", ("csv",)), ("club_rulings_file", ("json",))):
        page = desk.get(reverse(name, args=[session.club.slug, *more]), query, headers={"accept-language": language})
        assert page.status_code == 422 and list(page.context["form"].errors) == [field]
        assert page.context["rows"] is None and str(page.context["form"].errors[field][0]) in html.unescape(page.content.decode())


def test_looking_for_what_is_not_there(desk: Client, session: Session) -> None:
    club = session.club.slug
    page = desk.get(reverse("club_rulings", args=[club]), {"law": "93", "until": "9999-12-31"}, headers={"accept-language": "zh-hans"})
    assert page.status_code == 200 and page.context["rows"] == [] and "没有" in page.content.decode()
    assert desk.get(reverse("club_rulings_file", args=[club, "json"])).json() == []
    assert len(desk.get(reverse("club_rulings_file", args=[club, "csv"])).content.decode("utf-8-sig").splitlines()) == 1
    assert desk.get(reverse("club_rulings_file", args=[club, "xml"])).status_code == 404


def test_the_day_of_an_evening_is_that_of_the_club(desk: Client, session: Session) -> None:
    """18:00 UTC is the next day in Beijing."""
    session.club.zone = "Asia/Shanghai"
    session.club.save(update_fields=["zone"])
    session.starts = datetime(2026, 11, 24, 18, 0, tzinfo=UTC)
    session.save(update_fields=["starts"])
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    found = {day: len(desk.get(reverse("club_rulings", args=[session.club.slug]), {"since": day, "until": day}).context["rows"])
             for day in ("2026-11-24", "2026-11-25")}
    assert found == {"2026-11-24": 0, "2026-11-25": 1}
    assert desk.get(reverse("club_rulings_file", args=[session.club.slug, "json"])).json()[0]["day"] == "2026-11-25"


def test_withdrawn_rulings_are_found_and_not_counted(desk: Client, session: Session) -> None:
    for _turn in range(2):
        give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    withdraw_ruling(Ruling.objects.latest("pk"), reason="wrong", by=actor(), key=fresh_key())
    page = desk.get(reverse("club_rulings", args=[session.club.slug]), {"law": "64"})
    assert len(page.context["rows"]) == 2 and dict(page.context["by_law"])[64] == 1
    assert page.content.decode().count("no longer stands") == 1
