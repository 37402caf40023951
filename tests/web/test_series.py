"""Events of several evenings: put together by the secretary, stored and published by jobs, read by everybody, figures by hand; changed, taken back, refused."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.conditions import grade_entries
from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.sessions import make_session, replace_player, sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.models import Account, Act, Conditions, Event, LineUp, Publication, Ranking, Roster, Seating, Session, Standing
from tests.web.figures import figure_of, rounded, sums_of
from tests.worlds import actor, club_with_members, entries_of, evening, fresh_key, member, mitchell_evening, play, seen, settle, started

pytestmark = pytest.mark.django_db
CHINESE = {"HTTP_ACCEPT_LANGUAGE": "zh-hans"}
Pair = tuple[int, ...]


def by_table(seating: Seating, number: int) -> Report:
    """3NT by North: one trick fewer at each table."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


def the_other_way(seating: Seating, number: int) -> Report:
    """3NT by North: one trick more at each table, and more on the first board."""
    return Report(Contract(3, Strain.N), Seat.N, 7 + seating.table + (number == 1 and seating.table == 2))


def closed(session: Session, said: Callable[[Seating, int], Report]) -> Session:
    play(session, said)
    close_session(session, by=actor(), key=fresh_key())
    settle()
    return session


@pytest.fixture
def evenings() -> tuple[Session, Session]:
    """The same six pairs on two evenings."""
    first = closed(mitchell_evening(3, boards_per_set=1), by_table)
    return first, closed(mitchell_evening(3, boards_per_set=1, club=first.club), the_other_way)


@pytest.fixture
def secretary(client: Client, evenings: tuple[Session, Session]) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def typed(parts: Mapping[str, str], how: str = "mean", carried: str = "", **more: Any) -> dict[str, Any]:
    """The slip with a weight for each of these evenings, by uid."""
    told = {"key": fresh_key(), "name": "Autumn", "how": how, "minimum_share": "0"} | {f"weight_{uid}": weight for uid, weight in parts.items()}
    return told | ({f"carried_{carried}": "on"} if carried else {}) | more


def put_together(browser: Client, session: Session, told: Mapping[str, Any]) -> Event:
    answer = browser.post(reverse("series_new", args=[session.club.slug]), told)
    assert answer.status_code == 303, answer.context["form"].errors
    settle()
    return Event.objects.get(uid=answer.url.rstrip("/").rpartition("/")[2])


def at(name: str, event: Event, *more: Any) -> str:
    return reverse(name, args=[event.club.slug, event.uid, *more])


def published(session: Session) -> dict[Pair, Standing]:
    """Each pair's row in the newest version of an evening."""
    newest = Publication.objects.filter(ranking__session=session).latest("version")
    pairs: dict[int, Pair] = {}
    for line in LineUp.objects.live().filter(session=session, from_round=1).order_by("player"):
        pairs[line.entry_id] = (*pairs.get(line.entry_id, ()), line.player_id)
    return {pairs[row.entry_id]: row for row in Standing.objects.filter(publication=newest)}


def shown(browser: Client, event: Event, *version: int) -> dict[Pair, Fraction]:
    """The ranking of the page, which has to be in order with the places of the scores; and each figure follows from the arithmetic of its own page."""
    page = browser.get(at("series_version" if version else "series", event, *version)).context["shown"]
    scores = [row.score for row in page.rows]
    assert scores == sorted(scores, reverse=True)
    assert [row.place for row in page.rows if not row.unranked] == [1 + sum(other > score for other in scores) for score in scores]
    for row in page.rows:
        why = browser.get(at("series_why_version", event, page.publication.version, row.uid) if page.publication else at("series_why", event, row.uid))
        sums = sums_of(why)
        assert sums and all(left == right for left, right, _ in sums)
        assert [right for _, right, is_result in sums if is_result] == [row.score]
    ranking = Ranking.objects.get(stage__event=event)
    assert list(differences(ranking)) == []
    return {tuple(sorted(player.pk for player in row.players)): row.score for row in page.rows}


@pytest.mark.parametrize(("how", "first", "second"), [("mean", "1", "1/3"), ("sum", "0.5", "2")])
def test_evenings_are_put_together(secretary: Client, evenings: tuple[Session, Session], how: str, first: str, second: str) -> None:
    event = put_together(secretary, evenings[0], typed({evenings[0].uid: first, evenings[1].uid: second}, how))
    one, other = (published(session) for session in evenings)
    weights = Fraction(first), Fraction(second)
    sums = {who: one[who].exact * weights[0] + other[who].exact * weights[1] for who in one}
    reader = Client()
    assert shown(reader, event) == {who: score / sum(weights) if how == "mean" else score for who, score in sums.items()}
    version = Publication.objects.get(ranking__stage__event=event)
    assert (version.version, version.final_at) == (1, max(row.final_at for row in Publication.objects.filter(ranking__session__in=evenings)))
    assert "Autumn" in reader.get(reverse("series_list", args=[event.club.slug])).content.decode()
    figures = re.findall(r'class="why"[^>]*>([^<]*)</a>', reader.get(at("series", event)).content.decode())
    scores = sorted(shown(reader, event).values(), reverse=True)
    assert [figure_of(text) for text in figures] == [rounded(score, text) for score, text in zip(scores, figures, strict=True)]
    assert "多场赛事" in reader.get(at("series", event), **CHINESE).content.decode()


def test_a_correction_flows_through_and_old_versions_keep_theirs(secretary: Client, evenings: tuple[Session, Session]) -> None:
    event = put_together(secretary, evenings[0], typed({session.uid: "1" for session in evenings}))
    before = shown(secretary, event)
    seating = Seating.objects.live().filter(section__session=evenings[0]).select_related("section__session").order_by("pk")[0]
    said = Report(Contract(3, Strain.N), Seat.N, 5)
    secretary.force_login(Account.objects.get(username="lina"))
    slip = {"key": fresh_key(), "seen": seen(evenings[0]), "reason": "wrong column", "kind": "result", "contract": "3N", "declarer": "N"}
    address = reverse("correct", args=[event.club.slug, evenings[0].uid, seating.pk, seating.first_board])
    preview = secretary.post(address, slip | {"result": "-4"})
    told = next(each for each in preview.context["shown"] if each.get("event") == event)
    moving = {tuple(sorted(player.pk for player in pair["players"])): moved.score for moved, pair in told["rows"]}
    assert "<h3>Autumn</h3>" in preview.content.decode()
    correct_result(seating, seating.first_board, said, reason="wrong column", by=actor(), key=fresh_key(), seen=seen(evenings[0]))
    settle()
    one, other = (published(session) for session in evenings)
    now = shown(secretary, event)
    assert now == {who: (one[who].exact + other[who].exact) / 2 for who in one} != before
    assert moving == {who: (before[who], now[who]) for who in now if now[who] != before[who]}
    assert shown(secretary, event, 1) == before
    second = Publication.objects.get(ranking__stage__event=event, version=2)
    assert (second.act.kind, second.act.reason) == ("correct_result", "wrong column")
    page = secretary.get(at("series", event))
    moved = {tuple(sorted(player.pk for player in change.players)) for change in page.context["shown"].changes}
    assert moved == {who for who in now if now[who] != before[who]} and "wrong column" in page.content.decode()


def test_another_weight_is_a_new_version_and_can_be_undone(secretary: Client, evenings: tuple[Session, Session]) -> None:
    event = put_together(secretary, evenings[0], typed({session.uid: "1" for session in evenings}))
    before = shown(secretary, event)
    form = secretary.get(at("series_change", event)).context["form"]
    assert [form[f"weight_{session.uid}"].value() for session in evenings] == ["1", "1"]
    seen_then = form["seen"].value()
    told = typed({evenings[0].uid: "1", evenings[1].uid: "3"}, name="Winter", seen=seen_then, reason="as announced")
    preview = secretary.post(at("series_change", event), told).context["shown"][0]["rows"]
    moving = {tuple(sorted(player.pk for player in pair["players"])): moved.score for moved, pair in preview if moved.score[0] != moved.score[1]}
    assert shown(secretary, event) == before  # nothing is done yet
    assert secretary.post(at("series_change", event), told | {"confirmed": "on"}).status_code == 303
    settle()
    one, other = (published(session) for session in evenings)
    now = {who: (one[who].exact + 3 * other[who].exact) / 4 for who in one}
    assert shown(secretary, event) == now and moving == {who: (before[who], now[who]) for who in now if now[who] != before[who]}
    late = secretary.post(at("series_change", event), typed({evenings[0].uid: "2", evenings[1].uid: "1"}, seen=seen_then, confirmed="on"))
    assert late.status_code == 422
    act = Act.objects.filter(kind="set_parts").latest("pk")
    assert secretary.post(at("series_undo", event), {"act": act.pk, "key": fresh_key()}).status_code == 303
    settle()
    assert shown(secretary, event) == before == shown(secretary, event, 1)
    event.refresh_from_db()
    assert event.name == "Autumn"
    made = Act.objects.filter(kind="set_parts").earliest("pk")
    assert secretary.post(at("series_undo", event), {"act": made.pk, "key": fresh_key()}).status_code == 422


def test_groups_handicaps_and_ties_of_an_event_are_lists_of_its_ranking(secretary: Client, evenings: tuple[Session, Session]) -> None:
    pairs = [tuple(sorted(LineUp.objects.live().filter(entry=entry).values_list("player", flat=True))) for entry in entries_of(evenings[0])]
    for place, session in enumerate(evenings):  # on the first evening A B A B A B with 0 to 5 percent, on the second all B with twice as much
        grades = {entry: ("AB"[at % 2] if place == 0 else "B", Fraction(at * (place + 1))) for at, entry in enumerate(entries_of(session))}
        grade_entries(session.stage, grades, by=actor(), key=fresh_key())
    event = put_together(secretary, evenings[0], typed({session.uid: "1" for session in evenings}, strata="A B", handicap="on", tie_1="sign_up"))
    one, other = published(evenings[0]), published(evenings[1])
    scratch = {who: (one[who].exact + other[who].exact) / 2 for who in one}
    handicap = {who: Fraction(3 * at, 2) for at, who in enumerate(pairs)}

    def listed(part: str) -> list[tuple[Pair, int | None, Fraction]]:
        page = secretary.get(at("series", event), {"list": part}).context["shown"]
        for row in page.rows:
            why = secretary.get(at("series_why_version", event, page.publication.version, row.uid), {"list": part})
            assert [right for left, right, is_result in sums_of(why) if is_result and left == right] == [row.score]
        return [(tuple(sorted(player.pk for player in row.players)), row.place, row.score) for row in page.rows]

    def ranked(scores: dict[Pair, Fraction]) -> list[tuple[Pair, int | None, Fraction]]:
        order = sorted(scores, key=lambda who: (-scores[who], event_order.index(who)))
        return [(who, place, scores[who]) for place, who in enumerate(order, start=1)]

    event_order = list(_by_entry(event))
    assert listed("") == ranked(scratch)
    assert listed("handicap") == ranked({who: scratch[who] + handicap[who] for who in scratch})
    assert listed("A") == listed("") and listed("B") == ranked({who: scratch[who] for who in pairs[1::2]})
    entry = _by_entry(event)[pairs[1]]
    slip = {"key": fresh_key(), f"stratum_{entry}": "A", f"handicap_{entry}": "30"}
    moved = secretary.post(at("series_grades", event), slip).context["shown"][0]["rows"]
    assert ("all/handicap", (scratch[pairs[1]] + Fraction(3, 2), scratch[pairs[1]] + 30)) in [(each.list, each.score) for each, _ in moved]
    assert secretary.post(at("series_grades", event), slip | {"confirmed": "on"}).status_code == 303
    settle()
    assert listed("B") == ranked({who: scratch[who] for who in pairs[3::2]})
    assert Publication.objects.filter(ranking__stage__event=event).latest("version").act.kind == "change_entries"
    act = Act.objects.filter(kind="change_entries", journal__event=event).latest("pk")
    assert secretary.post(at("series_undo", event), {"act": act.pk, "key": fresh_key()}).status_code == 303
    settle()
    assert listed("B") == ranked({who: scratch[who] for who in pairs[1::2]})
    assert list(differences(Ranking.objects.get(stage__event=event))) == []
    assert "名次相同时依次比较：报名" in secretary.get(at("series", event), **CHINESE).content.decode()


def _by_entry(event: Event) -> dict[Pair, int]:
    """The event's entries by their players, in the order in which they came to it."""
    players: dict[int, Pair] = {}
    for entry, player in Roster.objects.live().filter(entry__event=event).order_by("entry", "player").values_list("entry", "player"):
        players[entry] = (*players.get(entry, ()), player)
    return {pair: entry for entry, pair in players.items()}


def test_a_substitute_sits_for_the_pair(secretary: Client, evenings: tuple[Session, Session]) -> None:
    third = mitchell_evening(3, boards_per_set=1, club=evenings[0].club)
    guest = member(club_with_members(1, name="Another Club"), 1)
    replace_player(third, entries_of(third)[0], "N", guest, from_round=2, by=actor(), key=fresh_key())
    closed(third, by_table)
    event = put_together(secretary, third, typed({evenings[0].uid: "1", third.uid: "1"}, "sum"))
    one, other = published(evenings[0]), published(third)
    assert len(one) == 6 and shown(secretary, event) == {who: one[who].exact + other[who].exact for who in one}


def test_who_missed_an_evening_and_the_share_of_boards(secretary: Client, evenings: tuple[Session, Session]) -> None:
    small = closed(started(evening(evenings[0].club, pairs=4), make_movement(order_of("howell", "2")), boards_per_set=1), by_table)
    event = put_together(secretary, small, typed({evenings[0].uid: "1", small.uid: "1"}, minimum_share="60"))
    one, other = published(evenings[0]), published(small)
    assert len(one) == 6 and len(other) == 4
    expected = {who: (one[who].exact + other[who].exact) / 2 if who in other else one[who].exact for who in one}
    page = secretary.get(at("series", event)).context["shown"]
    assert {tuple(sorted(player.pk for player in row.players)): row.score for row in page.rows} == expected
    assert {tuple(sorted(player.pk for player in row.players)) for row in page.rows if row.place is None} == one.keys() - other.keys()


def test_a_final_with_matchpoints_carried_forward(secretary: Client, evenings: tuple[Session, Session]) -> None:
    qualifier = put_together(secretary, evenings[0], typed({session.uid: "1" for session in evenings}))
    before = shown(secretary, qualifier)
    told = {"key": fresh_key(), "name": "A final", "first": "1", "last": "4", "day": "2026-12-01", "time": "19:00", "confirmed": "on"}
    answer = secretary.post(at("series_final", qualifier), told)
    final = Session.objects.latest("pk")
    assert (answer.status_code, final.stage.event.name, final.line_ups.count()) == (303, "A final", 8)
    assert secretary.post(at("series_final", qualifier), told).status_code == 303  # sent twice
    assert Session.objects.latest("pk") == final
    in_final = {pair for pair in before if 1 + sum(score > before[pair] for score in before.values()) <= 4}
    closed(started(final, make_movement(order_of("howell", "2")), boards_per_set=1), by_table)
    assert {tuple(sorted(pair)) for pair in published(final)} == in_final
    told = typed({qualifier.uid: "1", final.uid: "1"}, "carry", carried=qualifier.uid, name="Championship")
    event = put_together(secretary, final, told)
    one, other, last = published(evenings[0]), published(evenings[1]), published(final)
    expected = {}
    for who in in_final:
        # FACTS 10: 1/2 × SQ × NumQ ÷ MaxQ × MaxF ÷ NumF; tops of 4 on 3 + 3 boards before, of 2 on 3 boards in the final.
        won, boards = one[who].total + other[who].total, one[who].facts["boards"] + other[who].facts["boards"]
        in_all, of_final = last[who].facts["boards"], Fraction(2 * last[who].facts["boards"])
        carried = Fraction(1, 2) * won * boards / (4 * boards) * of_final / in_all
        expected[who] = 100 * (last[who].total + carried) / (of_final + Fraction(boards, 2) * of_final / in_all)
    assert shown(secretary, event) == expected
    refused = secretary.post(at("series_end", qualifier), {"key": fresh_key()})
    assert refused.status_code == 422 and "Championship" in refused.content.decode()
    # A result of the qualifier corrected long after moves the final's ranking too.
    seating = Seating.objects.live().filter(section__session=evenings[1]).select_related("section__session").order_by("pk")[0]
    said = Report(Contract(3, Strain.N), Seat.N, 13)
    correct_result(seating, seating.first_board, said, reason="misread", by=actor(), key=fresh_key(), seen=seen(evenings[1]))
    settle()
    assert shown(secretary, event) != expected and shown(secretary, event, 1) == expected


def test_a_share_of_imps_is_carried_into_a_final(secretary: Client, evenings: tuple[Session, Session]) -> None:
    club = evenings[0].club
    first = closed(mitchell_evening(3, boards_per_set=1, club=club, options={"method": "cross_imps"}), by_table)
    second = closed(mitchell_evening(3, boards_per_set=1, club=club, options={"method": "cross_imps"}), the_other_way)
    event = put_together(secretary, first, typed({first.uid: "1/3", second.uid: "1"}, "sum", carried=first.uid))
    one, other = published(first), published(second)
    assert shown(secretary, event) == {who: one[who].exact / 3 + other[who].exact for who in one}
    mixed = secretary.post(reverse("series_new", args=[club.slug]), typed({first.uid: "1", evenings[0].uid: "1"}))
    assert "cannot be put together" in mixed.content.decode()
    carry = secretary.post(reverse("series_new", args=[club.slug]), typed({first.uid: "1", second.uid: "1"}, "carry", carried=first.uid))
    assert "every evening needs them" in carry.content.decode()


def test_evenings_of_a_second_club_count_for_who_manages_both(secretary: Client, evenings: tuple[Session, Session]) -> None:
    there = closed(mitchell_evening(3, boards_per_set=1, club=club_with_members(12, name="Harbour Bridge Club")), by_table)
    told = typed({evenings[0].uid: "1", there.uid: "1"})
    event = put_together(secretary, evenings[0], told)
    one, other = published(evenings[0]), published(there)
    assert shown(secretary, event) == {who: row.exact for who, row in (one | other).items()}
    assert "Harbour Bridge Club" in secretary.get(reverse("series_change", args=[event.club.slug, event.uid])).content.decode()
    Account.objects.get(username="secretary").roles.filter(club=there.club).delete()
    refused = secretary.post(reverse("series_new", args=[evenings[0].club.slug]), told | {"key": fresh_key()})
    assert "at least two" in refused.content.decode()


def test_a_change_starts_from_what_stands_and_keeps_what_the_reader_could_not_add(secretary: Client, evenings: tuple[Session, Session]) -> None:
    there = closed(mitchell_evening(3, boards_per_set=1, club=club_with_members(12, name="Harbour Bridge Club")), by_table)
    event = put_together(secretary, evenings[0], typed({evenings[0].uid: "1", there.uid: "1"}))
    running = mitchell_evening(3, boards_per_set=1, club=evenings[0].club)
    play(running, by_table)
    settle()
    seen_now = secretary.get(at("series_change", event)).context["form"]["seen"].value()
    told = typed({evenings[0].uid: "1", there.uid: "2", running.uid: "3"}, seen=seen_now, confirmed="on")
    assert secretary.post(at("series_change", event), told).status_code == 303
    settle()  # nothing is published anew before the third evening is over
    assert Publication.objects.get(ranking__stage__event=event).version == 1
    Account.objects.get(username="secretary").roles.filter(club=there.club).delete()
    form = secretary.get(at("series_change", event)).context["form"]
    assert [form[f"weight_{session.uid}"].value() for session in (evenings[0], there, running)] == ["1", "2", "3"]


def test_undoing_makes_no_circle_and_counts_no_event_that_was_taken_back(secretary: Client, evenings: tuple[Session, Session]) -> None:
    one, other = (put_together(secretary, evenings[0], typed({session.uid: "1" for session in evenings}, name=name)) for name in ("One", "Other"))

    def change(event: Event, *uids: str) -> Act:
        seen_now = secretary.get(at("series_change", event)).context["form"]["seen"].value()
        assert secretary.post(at("series_change", event), typed(dict.fromkeys(uids, "1"), seen=seen_now, confirmed="on")).status_code == 303
        settle()
        return Act.objects.filter(kind="set_parts").latest("pk")

    def undo(event: Event, act: Act) -> str:
        answer = secretary.post(at("series_undo", event), {"act": act.pk, "key": fresh_key()})
        assert answer.status_code == 422
        return str(answer.content.decode())

    change(one, other.uid, evenings[0].uid)
    act = change(one, *(session.uid for session in evenings))
    change(other, one.uid, evenings[0].uid)
    assert "cannot be a part of itself" in undo(one, act)
    change(other, *(session.uid for session in evenings))
    assert secretary.post(at("series_end", other), {"key": fresh_key()}).status_code == 303
    assert "cannot be undone any more" in undo(one, act)


def test_who_qualified_with_two_partners_is_in_the_final_once(secretary: Client, evenings: tuple[Session, Session]) -> None:
    club = evenings[0].club
    mixed = make_session(club, evenings[0].starts, name="Mixed", by=actor(), key=fresh_key())
    for couple in ((1, 3), (2, 4), (5, 6), (7, 8)):
        sign_in(mixed, [member(club, number) for number in couple], by=actor(), key=fresh_key())
    closed(started(mixed, make_movement(order_of("howell", "2")), boards_per_set=1), by_table)
    event = put_together(secretary, mixed, typed({evenings[0].uid: "1", mixed.uid: "1"}))
    ranked = shown(secretary, event)
    expected = list[Pair]()
    for pair in sorted(ranked, key=lambda who: -ranked[who]):
        expected += [pair] if not any(set(pair) & set(other) for other in expected) else []
    told = {"key": fresh_key(), "name": "A final", "first": "1", "last": str(len(ranked)), "day": "2026-12-01", "time": "19:00", "seen": "1"}
    preview = secretary.post(at("series_final", event), told)
    assert [tuple(sorted(player.pk for player in each.players)) for each in preview.context["playing"]] == expected
    left_out = preview.context["left_out"]
    assert {tuple(sorted(player.pk for player in each.players)) for each in left_out} == ranked.keys() - set(expected) != set()
    assert "one of them plays with another partner, from place" in preview.content.decode()
    assert not Session.objects.filter(stage__event__name="A final").exists()
    told["confirmed"] = "on"
    stale = secretary.post(at("series_final", event), told | {"seen": "7"})
    assert stale.status_code == 422 and "published anew meanwhile, as version 1" in stale.content.decode() and stale.context["playing"]
    assert secretary.post(at("series_final", event), told).status_code == 303
    signed = LineUp.objects.live().filter(session__stage__event__name="A final").values_list("player", flat=True)
    assert sorted(signed) == sorted(player for pair in expected for player in pair)


def test_an_event_that_runs_and_one_that_is_taken_back(secretary: Client, evenings: tuple[Session, Session]) -> None:
    running = mitchell_evening(3, boards_per_set=1, club=evenings[0].club)
    play(running, by_table)
    settle()
    event = put_together(secretary, running, typed({evenings[0].uid: "1", running.uid: "1"}))
    assert "Running: it changes with every result" in secretary.get(at("series", event)).content.decode()
    assert not Publication.objects.filter(ranking__stage__event=event).exists()
    told = {"key": fresh_key(), "name": "Early", "first": "1", "last": "4", "day": "2026-12-01", "time": "19:00", "confirmed": "on"}
    assert "A final is made of a published ranking" in secretary.post(at("series_final", event), told).content.decode()
    close_session(running, by=actor(), key=fresh_key())
    settle()
    one, other = published(evenings[0]), published(running)
    assert shown(secretary, event) == {who: (one[who].exact + other[who].exact) / 2 for who in one}
    assert Publication.objects.get(ranking__stage__event=event).act.kind == "close_session"
    assert secretary.post(at("series_end", event), {"key": fresh_key()}).status_code == 303
    settle()
    assert Client().get(at("series", event)).status_code == 404
    assert not Conditions.objects.live().filter(stage__event=event).exists()
    assert list(differences(Ranking.objects.get(stage__event=event))) == []


@pytest.mark.parametrize(
    ("weights", "how", "carried", "told", "chinese"),
    [
        (("1", ""), "mean", "", "at least two", "至少"), (("1", "0"), "mean", "", "weight such as", "权重"),
        (("1", "a lot"), "mean", "", "weight such as", "权重"),
        (("1", "101"), "mean", "", "at most 100", "100"), (("1", ""), "mean", "second", "needs a weight", "权重"),
    ],
)
def test_nonsense_is_refused_where_it_is_typed(
    secretary: Client, evenings: tuple[Session, Session], weights: tuple[str, str], how: str, carried: str, told: str, chinese: str
) -> None:
    address = reverse("series_new", args=[evenings[0].club.slug])
    slip = typed({evenings[0].uid: weights[0], evenings[1].uid: weights[1]}, how, carried and evenings[1].uid)
    answer = secretary.post(address, slip)
    assert answer.status_code == 422 and told in answer.content.decode()
    assert chinese in secretary.post(address, slip, **CHINESE).content.decode()
    assert not Act.objects.filter(kind="combine_evenings").exists()


def test_all_carried_and_places_that_nobody_has(secretary: Client, evenings: tuple[Session, Session]) -> None:
    told = typed({session.uid: "1" for session in evenings}) | {f"carried_{session.uid}": "on" for session in evenings}
    answer = secretary.post(reverse("series_new", args=[evenings[0].club.slug]), told)
    assert "Everything is carried forward" in answer.content.decode()
    event = put_together(secretary, evenings[0], typed({session.uid: "1" for session in evenings}))
    told = {"key": fresh_key(), "name": "Z final", "first": "40", "last": "44", "day": "2026-12-01", "time": "19:00", "confirmed": "on"}
    assert "Nobody has a place from 40 to 44" in secretary.post(at("series_final", event), told).content.decode()
    assert list(secretary.post(at("series_final", event), told | {"last": "3"}).context["form"].errors) == ["last"]
    itself = secretary.post(at("series_change", event), typed({event.uid: "1", evenings[0].uid: "1"}))
    assert itself.status_code == 422  # it is not among what may be chosen


def test_strangers_put_nothing_together(client: Client, evenings: tuple[Session, Session]) -> None:
    assert client.post(reverse("series_new", args=[evenings[0].club.slug]), typed({session.uid: "1" for session in evenings})).status_code == 302
    assert not Act.objects.filter(kind="combine_evenings").exists()
