"""One ranking over evenings of two clubs that had the same boards: every result compared with all, by hand; published, corrected, refused, taken back."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.conditions import grade_entries
from bridge.actions.deals import take_deals
from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.rounds import start_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.mapping.plans import SectionPlan
from bridge.mapping.slips import deal_of_text
from bridge.models import Account, Act, Entry, Event, Place, Publication, Ranking, Result, Seating, Session, Standing
from tests.web.figures import sums_of
from tests.worlds import actor, club_with_members, entries_of, evening, fresh_key, mitchell_evening, play, seen, settle

pytestmark = pytest.mark.django_db
PACKS = (
    "N:AK32.A432.A32.32 JT9.QJT.QJT.AJT9 Q54.K65.K54.KQ54 876.987.9876.876", "N:AK32.A432.A32.32 QJ9.KJT.QJT.AKJ9 T54.Q65.K54.QT54 876.987.9876.876",
)


def here(seating: Seating, number: int) -> Report:
    """3NT by North: 10, 9 and 8 tricks at the three tables."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


def there(seating: Seating, number: int) -> Report:
    """3NT by North: 11, 9 and 7 tricks, on the first board one fewer."""
    return Report(Contract(3, Strain.N), Seat.N, 13 - 2 * seating.table - (number == 1))


@pytest.fixture
def evenings() -> tuple[Session, Session]:
    """Three tables and the boards 1 to 3 at two clubs; the second still runs."""
    first = mitchell_evening(3, boards_per_set=1)
    second = mitchell_evening(3, boards_per_set=1, club=club_with_members(12, name="Harbour Bridge Club"))
    play(first, here)
    play(second, there)
    close_session(first, by=actor(), key=fresh_key())
    settle()
    return first, second


@pytest.fixture
def secretary(client: Client, evenings: tuple[Session, Session]) -> Client:
    client.force_login(Account.objects.get(username="secretary"))
    return client


def slip(evenings: tuple[Session, ...], **more: str) -> dict[str, Any]:
    told = {"key": fresh_key(), "name": "City Simultaneous", "how": "across", "minimum_share": "0"}
    return told | {f"weight_{session.uid}": "1" for session in evenings} | more


def by_hand(evenings: tuple[Session, ...]) -> dict[int, Fraction]:
    """Percent of every entry: two for each score beaten at either club, one for each equal."""
    lines: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    at = dict(Place.objects.live().filter(side="NS", seating__isnull=False).values_list("seating", "entry"))
    ew = dict(Place.objects.live().filter(side="EW", seating__isnull=False).values_list("seating", "entry"))
    for seating, board, points in Result.objects.live().filter(seating__section__session__in=evenings).values_list("seating", "board__number", "ns_points"):
        lines[board].append((at[seating], ew[seating], points))
    shares: dict[int, list[Fraction]] = defaultdict(list)
    for rows in lines.values():
        for ns, opponents, points in rows:
            below, equal = sum(other < points for *_, other in rows), sum(other == points for *_, other in rows) - 1
            shares[ns].append(Fraction(2 * below + equal, 2 * (len(rows) - 1)))
            shares[opponents].append(1 - shares[ns][-1])
    return {entry: 100 * sum(own, Fraction(0)) / len(own) for entry, own in shares.items()}


def stored(event: Event, version: int | None) -> dict[int, Fraction]:
    rows = Standing.objects.filter(ranking__stage__event=event)
    chosen = rows.filter(publication__version=version) if version else rows.filter(publication=None)
    return dict(chosen.values_list("entry", "exact"))


def test_boards_of_two_clubs_are_compared_with_one_another(secretary: Client, evenings: tuple[Session, Session]) -> None:
    first, second = evenings
    answer = secretary.post(reverse("series_new", args=[first.club.slug]), slip(evenings))
    assert answer.status_code == 303, answer.context["form"].errors
    settle()
    event = Event.objects.get(name="City Simultaneous")
    ranking = Ranking.objects.get(stage__event=event)
    assert stored(event, None) == by_hand(evenings) and len(by_hand(evenings)) == 12
    assert "Running: it changes" in secretary.get(answer.url).content.decode()
    Ranking.objects.filter(pk=ranking.pk).update(problem={"code": "no_marks", "facts": {"kind": "too_few_results", "results": 1, "needed": 2}})
    assert "as they stand. Results on this board: 1, too few for this method." in secretary.get(answer.url).content.decode()
    Ranking.objects.filter(pk=ranking.pk).update(problem={})
    why = reverse("series_why", args=[first.club.slug, event.uid, Standing.objects.filter(ranking=ranking)[0].entry.uid])
    assert secretary.get(why).status_code == 404  # the second club still plays
    close_session(second, by=actor(), key=fresh_key())
    settle()
    before = stored(event, 1)
    assert before == by_hand(evenings)
    page = Client().get(answer.url)
    assert {each.name: [row.session.club.name for row in each.rows].count("Harbour Bridge Club") for each in page.context["shown"].tables} == {"NS": 3, "EW": 3}
    for each in page.context["shown"].tables:
        scores = [row.score for row in each.rows]
        assert [row.place for row in each.rows] == [1 + sum(other > score for other in scores) for score in scores]
        for row in each.rows:
            sums = sums_of(Client().get(reverse("series_why", args=[first.club.slug, event.uid, row.uid])))
            assert all(left == right for left, right, _ in sums)
            assert [right for _, right, is_result in sums if is_result] == [row.score]
    own = {row.entry_id: row.exact for row in Standing.objects.filter(publication__ranking__session=first)}
    assert own != {entry: before[entry] for entry in own}  # the club's own ranking compares its own tables alone
    seating = Seating.objects.live().filter(section__session=second).select_related("section__session").order_by("pk")[0]
    said = Report(Contract(3, Strain.N), Seat.N, 6)
    correct_result(seating, seating.first_board, said, reason="misread", by=actor(), key=fresh_key(), seen=seen(second))
    settle()
    assert stored(event, 2) == by_hand(evenings) != before == stored(event, 1)
    assert Publication.objects.get(ranking=ranking, version=2).act.reason == "misread"
    for version in (1, 2):
        for entry, score in stored(event, version).items():
            uid = Entry.objects.get(pk=entry).uid
            sums = sums_of(Client().get(reverse("series_why_version", args=[first.club.slug, event.uid, version, uid])))
            assert [right for left, right, is_result in sums if is_result and left == right] == [score]
    ranking.refresh_from_db()
    assert list(differences(ranking)) == []
    assert secretary.post(reverse("series_end", args=[first.club.slug, event.uid]), {"key": fresh_key()}).status_code == 303
    correct_result(seating, seating.first_board, here(seating, 1), reason="back", by=actor(), key=fresh_key(), seen=seen(second))
    settle()
    assert list(differences(ranking)) == [] and not Publication.objects.filter(ranking=ranking, version=3).exists()


def listed(browser: Client, event: Event, part: str) -> dict[str, list[tuple[str, int | None, Fraction | None]]]:
    """Entry's uid, place and figure of every row of a list; each figure follows from the arithmetic of its own page."""
    shown = browser.get(reverse("series", args=[event.club.slug, event.uid]), {"list": part}).context["shown"]
    for row in (row for table in shown.tables for row in table.rows):
        why = browser.get(reverse("series_why", args=[event.club.slug, event.uid, row.uid]), {"list": part})
        assert [right for left, right, is_result in sums_of(why) if is_result and left == right] == [row.score]
    return {table.name: [(row.uid, row.place, row.score) for row in table.rows] for table in shown.tables}


def ranked(evenings: tuple[Session, ...], more: dict[int, Fraction], members: set[int]) -> dict[str, list[tuple[str, int | None, Fraction | None]]]:
    """The same by hand: those of these entries with what is added to each, equals in the order of sign-up."""
    sides = dict(Place.objects.live().filter(seating__section__session__in=evenings).values_list("entry", "side"))
    uids = dict(Entry.objects.values_list("pk", "uid"))
    scores = {entry: score + more.get(entry, 0) for entry, score in by_hand(evenings).items() if entry in members}
    found: dict[str, list[tuple[str, int | None, Fraction | None]]] = {}
    for side in ("NS", "EW"):
        own = sorted((entry for entry in scores if sides[entry] == side), key=lambda entry: (-scores[entry], entry))
        if own:
            found[side] = [(uids[entry], 1 + sum(scores[other] > scores[entry] for other in own), scores[entry]) for entry in own]
    return found


def test_groups_and_handicaps_of_all_who_are_compared(secretary: Client, evenings: tuple[Session, Session]) -> None:
    first, second = evenings
    close_session(second, by=actor(), key=fresh_key())
    here_play, there_play = entries_of(first), entries_of(second)
    for place, (session, entries) in enumerate(zip(evenings, (here_play, there_play), strict=True)):  # A and B in turn; 0 to 5 percent, then twice as much
        grade_entries(session.stage, {entry: ("AB"[at % 2], Fraction(at * (place + 1))) for at, entry in enumerate(entries)}, by=actor(), key=fresh_key())
    assert secretary.post(reverse("series_new", args=[first.club.slug]), slip(evenings, strata="A B", handicap="on")).status_code == 303
    settle()
    event = Event.objects.get(name="City Simultaneous")
    ranking = Ranking.objects.get(stage__event=event)
    everybody = {entry.pk for entry in (*here_play, *there_play)}
    lower = {entry.pk for entries in (here_play, there_play) for entry in entries[1::2]}
    more = {entry.pk: Fraction(at * place) for place, entries in ((1, here_play), (2, there_play)) for at, entry in enumerate(entries)}
    assert listed(secretary, event, "") == ranked(evenings, {}, everybody) == listed(secretary, event, "A")
    assert listed(secretary, event, "B") == ranked(evenings, {}, lower) and listed(secretary, event, "handicap") == ranked(evenings, more, everybody)

    moving = here_play[1]  # B on its evening; of the event it is in A with 30 percent
    grades = {"key": fresh_key(), f"stratum_{moving.pk}": "A", f"handicap_{moving.pk}": "30"}
    own = reverse("series_grades", args=[first.club.slug, event.uid])
    assert ">(B)</option>" in secretary.get(own).content.decode()
    told = {(each.list, each.entry): each for each, _ in secretary.post(own, grades).context["shown"][0]["rows"]}
    side = Place.objects.live().filter(entry=moving, seating__isnull=False)[0].side
    score = by_hand(evenings)[moving.pk]
    assert told[f"{side}/handicap", moving.pk].score == (score + 1, score + 30) and told[f"{side}/B", moving.pk].score == (score, None)
    assert secretary.post(own, grades | {"confirmed": "on"}).status_code == 303
    settle()
    assert listed(secretary, event, "B") == ranked(evenings, {}, lower - {moving.pk})
    assert listed(secretary, event, "handicap") == ranked(evenings, more | {moving.pk: Fraction(30)}, everybody)
    assert Publication.objects.filter(ranking=ranking).latest("version").act.kind == "change_entries"

    # Another grade on its evening does not move it; a pair that has none of its own follows its evening.
    following = there_play[0]
    grade_entries(second.stage, {following: ("B", Fraction(7))}, by=actor(), key=fresh_key())
    evening = {"key": fresh_key()} | {f"handicap_{entry.pk}": str(at) for at, entry in enumerate(here_play)}
    evening |= {f"stratum_{entry.pk}": "AB"[at % 2] for at, entry in enumerate(here_play)} | {f"handicap_{here_play[0].pk}": "9", f"handicap_{moving.pk}": "2"}
    preview = secretary.post(reverse("grades", args=[first.club.slug, first.uid]), evening).context["shown"]
    assert [(each.entry, each.score[1]) for told in preview if told.get("event") == event for each, _ in told["rows"] if each.score[0] != each.score[1]] == [
        (here_play[0].pk, by_hand(evenings)[here_play[0].pk] + 9),
    ]
    grade_entries(first.stage, {moving: ("B", Fraction(2))}, by=actor(), key=fresh_key())
    settle()
    assert listed(secretary, event, "B") == ranked(evenings, {}, (lower | {following.pk}) - {moving.pk})
    assert listed(secretary, event, "handicap") == ranked(evenings, more | {moving.pk: Fraction(30), following.pk: Fraction(7)}, everybody)
    act = Act.objects.filter(kind="change_entries", journal__event=event).latest("pk")
    assert secretary.post(reverse("series_undo", args=[first.club.slug, event.uid]), {"act": act.pk, "key": fresh_key()}).status_code == 303
    settle()
    assert listed(secretary, event, "B") == ranked(evenings, {}, lower | {following.pk})
    ranking.refresh_from_db()
    assert list(differences(ranking)) == []


def test_lists_of_all_who_are_compared_are_changed_and_ties_parted_by_lot(secretary: Client, evenings: tuple[Session, Session]) -> None:
    first, alike = evenings[0], mitchell_evening(3, boards_per_set=1, club=club_with_members(12, name="Hill Bridge Club"))
    play(alike, here)
    close_session(alike, by=actor(), key=fresh_key())
    assert secretary.post(reverse("series_new", args=[first.club.slug]), slip((first, alike))).status_code == 303
    settle()
    event = Event.objects.get(name="City Simultaneous")
    where = [first.club.slug, event.uid]
    change, ranking = reverse("series_change", args=where), Ranking.objects.get(stage__event=event)
    page = secretary.get(change)
    told = {"key": fresh_key(), "seen": page.context["form"]["seen"].value(), "name": "City Trophy", "minimum_share": "50", "tie_1": "draw"}
    refused = secretary.post(change, told | {"strata": "TOOLONG A", "minimum_share": "101"})
    assert refused.status_code == 422 and sorted(refused.context["form"].errors) == ["minimum_share", "strata"]
    told |= {"handicap": "on"}
    assert {each.list for each, _ in secretary.post(change, told).context["shown"][0]["rows"]} >= {"NS/handicap", "EW/handicap"}
    assert secretary.post(change, told | {"confirmed": "on"}).status_code == 303
    late = secretary.post(change, told | {"key": fresh_key(), "confirmed": "on"})
    assert late.status_code == 422
    settle()
    event.refresh_from_db()
    assert (event.name, set(listed(secretary, event, "handicap"))) == ("City Trophy", {"NS", "EW"})
    assert [place for _, place, _ in listed(secretary, event, "")["NS"]] == [1, 1, 3, 3, 5, 5]
    assert secretary.post(reverse("series_lots", args=where), {"key": fresh_key()}).status_code == 303
    settle()
    for rows in listed(secretary, event, "").values():
        assert [place for _, place, _ in rows] == list(range(1, len(rows) + 1))
    assert "名次相同时依次比较：抽签" in secretary.get(reverse("series", args=where), headers={"accept-language": "zh-hans"}).content.decode()
    acts = Act.objects.filter(journal__event=event, kind="set_parts").order_by("pk")
    for act in (acts.last(), Act.objects.get(journal__event=event, kind="draw_lots")):
        assert secretary.post(reverse("series_undo", args=where), {"act": act.pk, "key": fresh_key()}).status_code == 303  # type: ignore[union-attr]
    settle()
    event.refresh_from_db()
    assert event.name == "City Simultaneous" and secretary.get(reverse("series", args=where)).context["shown"].lists == ("",)
    assert secretary.post(reverse("series_undo", args=where), {"act": acts[0].pk, "key": fresh_key()}).status_code == 422
    ranking.refresh_from_db()
    assert list(differences(ranking)) == []


def test_boards_that_another_club_still_plays_are_told_to_nobody_else(secretary: Client, evenings: tuple[Session, Session]) -> None:
    first, second = evenings
    where = [first.club.slug, first.uid]
    board, stranger = reverse("traveller", args=[*where, 1]), Client()
    files = [reverse(f"export_{kind}", args=where) for kind in ("html", "usebio", "pbn")] + [reverse("export_csv", args=[*where, "results"])]
    alone = stranger.get(board)
    assert alone.context["board"] is not None and [stranger.get(file).status_code for file in files] == [200] * 4
    secretary.post(reverse("series_new", args=[first.club.slug]), slip(evenings))
    settle()
    hidden = stranger.get(board, headers={"If-None-Match": alone.headers["ETag"]})
    assert hidden.status_code == 200 and hidden.context["board"] is None
    entry = entries_of(first)[0]
    assert stranger.get(reverse("pair_card", args=[*where, entry.uid])).context["is_visible"] is False
    assert [stranger.get(file).status_code for file in files] == [404] * 4
    assert "still played elsewhere" in stranger.get(reverse("files", args=where)).content.decode()
    assert secretary.get(board).context["board"] is not None  # the staff, who play not
    close_session(second, by=actor(), key=fresh_key())
    shown = stranger.get(board, headers={"If-None-Match": hidden.headers["ETag"]})
    assert shown.status_code == 200 and shown.context["board"] is not None
    assert [stranger.get(file).status_code for file in files] == [200] * 4


def test_two_sections_of_one_evening_are_compared(client: Client) -> None:
    session = evening(pairs=12)
    movement, entries = make_movement(order_of("mitchell", "3")), entries_of(session)
    plans = [
        SectionPlan(movement, dict(enumerate(entries[:6], 1)), boards_per_set=1), SectionPlan(movement, dict(enumerate(entries[6:], 1)), 1, "B", first_table=4),
    ]
    start_session(session, plans, round_minutes=22, by=actor(), key=fresh_key())
    play(session, lambda seating, number: Report(Contract(3, Strain.N), Seat.N, 12 - seating.table))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    client.force_login(Account.objects.get(username="secretary"))
    assert client.post(reverse("series_new", args=[session.club.slug]), slip((session,))).status_code == 303
    settle()
    event = Event.objects.get(name="City Simultaneous")
    assert stored(event, 1) == by_hand((session,)) and len(stored(event, 1)) == 12
    assert sorted(Standing.objects.filter(publication__ranking__stage__event=event, list="NS").values_list("exact", flat=True)) == [
        0, 20, 40, 60, 80, 100,
    ]


def test_what_cannot_be_compared_is_told(secretary: Client, evenings: tuple[Session, Session]) -> None:
    first, second = evenings
    address = reverse("series_new", args=[first.club.slug])
    refused = secretary.post(address, slip(evenings, **{f"weight_{first.uid}": "2"}))
    assert list(refused.context["form"].errors) == [f"weight_{first.uid}"]
    for session, pack in zip(evenings, PACKS, strict=True):
        take_deals(session, {2: deal_of_text(pack)}, by=actor(), key=fresh_key())
    assert "these had different ones: 2." in secretary.post(address, slip(evenings)).content.decode()
    told = secretary.post(address, slip(evenings), headers={"accept-language": "zh-hans"}).content.decode()
    assert "只有牌相同的副才能比较" in told
    imps = mitchell_evening(3, boards_per_set=1, club=first.club, options={"method": "cross_imps"})
    play(imps, here)
    settle()
    assert "cannot be put together" in secretary.post(address, slip((first, imps))).content.decode()
    assert not Event.objects.filter(name="City Simultaneous").exists()
