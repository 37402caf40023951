"""An individual evening through its pages: single players sign in, change partners, and are ranked for what they did on either side."""

import json
import re
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from bridge.models import Account, Club, Event, Place, Ranking, Seating, Session, SessionState, Standing
from bridge.queries.signin import here_tonight
from tests.singles import Line, percentages, points_of, result_of
from tests.web.table_pages import address, answer, enter, holder, own_phone, post, text
from tests.worlds import card_at, club_with_members, member, settle

pytestmark = pytest.mark.django_db
EVENING = {
    "name": "Everybody for himself", "form": "singles", "day": "2026-11-26", "time": "19:00", "boards_least": "14", "boards_most": "14", "minutes": "180",
    "method": "matchpoints", "factoring": "neuberg", "fee": "4.00", "needs_agreement": "on", "shows_others": "on", "correction_minutes": "30",
}  # fmt: skip


@pytest.fixture
def club() -> Club:
    return club_with_members(32)


@pytest.fixture
def desk(client: Client, club: Club) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def made(desk: Client, club: Club, **told: str) -> Session:
    """An evening made on the page where evenings are made."""
    assert post(desk, reverse("session_new", args=[club.slug]), **(EVENING | told)).status_code == 303
    return Session.objects.select_related("stage__event", "club").latest("pk")


def signed_in(desk: Client, session: Session, players: int) -> Session:
    """Members 1, 2, 3 ... come in one by one."""
    for number in range(1, players + 1):
        onward = post(desk, address(session, "signin"), who=str(number), player=member(session.club, number).uid)
        assert (onward.status_code, onward["Location"]) == (303, address(session, "signin"))
    return session


def begun(desk: Client, session: Session) -> Session:
    """The first of the proposals is played."""
    code = desk.get(address(session, "movement")).context["chosen"].code
    assert post(desk, address(session, "movement"), plan=code).status_code == 303
    session.refresh_from_db()
    assert session.state == SessionState.RUNNING
    return session


def sitting(page: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The names of North-South and of East-West, as the phone of a table tells them."""
    told = [re.search(rf"<dt>{side} [\d+]+</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL) for side in ("North-South", "East-West")]
    return tuple(tuple(name.strip() for name in found.group(1).split("<br>")) for found in told)


def played(session: Session, rounds: int, tables: int) -> list[Line]:
    """Every board entered on the table's phone and agreed by the other side; what was played, by the names on the phones."""
    phones = {table: holder(session, table) for table in range(1, tables + 1)}
    lines = []
    for number in range(1, rounds + 1):
        for table, phone in phones.items():
            seating = Seating.objects.live().get(section__session=session, round__number=number, table=table)
            for board in range(seating.first_board, seating.last_board + 1):
                ns, ew = sitting(phone.get(address(session, "slip", table, board) + f"?round={number}").content.decode())
                result = result_of(ns, board)
                assert enter(phone, session, table, board, number, level="1", denomination="N", result=result).status_code == 303
                assert answer(phone, session, "agree", table, board, "EW", number).status_code == 303
                lines.append((board, ns, ew, points_of(result, board)))
    return lines


def published(session: Session) -> dict[str, Fraction]:
    names = {each.entry: each.players[0].name_native for each in here_tonight(session)}
    rows = Standing.objects.filter(ranking__session=session, publication__version=1)
    assert set(rows.values_list("list", flat=True)) == {"all"}
    return {names[row.entry_id]: row.exact for row in rows}


@pytest.mark.parametrize(("players", "boards"), [(8, "14"), (9, "18"), (12, "22"), (14, "28")])
def test_a_whole_evening_ends_with_the_right_ranking(desk: Client, club: Club, players: int, boards: str) -> None:
    session = begun(desk, signed_in(desk, made(desk, club, boards_least=boards, boards_most=boards), players))
    assert session.stage.event.form == "singles"
    rounds = session.sections.get().rounds.count()
    lines = played(session, rounds, players // 4)
    settle()
    desk.force_login(Account.objects.get(username="lina"))
    assert post(desk, address(session, "close"), act="close").status_code == 303
    settle()
    expected = percentages(lines)
    assert len(expected) == players
    assert published(session) == expected
    page = text(desk.get(address(session, "ranking")))
    best = max(expected, key=expected.__getitem__)
    assert page.index(best) < min(page.index(name) for name in expected if name != best)


def test_who_is_here_already_is_told_so(desk: Client, club: Club) -> None:
    session = signed_in(desk, made(desk, club), 2)
    again = post(desk, address(session, "signin"), who="1", player=member(club, 1).uid)
    assert again.status_code == 422 and "Mary Smith is signed in already" in text(again)
    assert [len(each.players) for each in here_tonight(session)] == [1, 1] and not any(each.is_single for each in here_tonight(session))


def test_nobody_is_put_beside_another(desk: Client, club: Club) -> None:
    session = signed_in(desk, made(desk, club), 1)
    waiting = here_tonight(session)[0]
    together = post(desk, address(session, "signin"), who="2", player=member(club, 2).uid, **{"with": waiting.uid})
    assert together.status_code == 422 and "In an individual each player signs in alone." in text(together)


@pytest.mark.parametrize(
    ("players", "told"), [(3, "From four players on"), (29, "One section has places for 28 single players at most; for 29 choose 2 sections.")]
)
def test_what_is_impossible_is_said(desk: Client, club: Club, players: int, told: str) -> None:
    session = signed_in(desk, made(desk, club), players)
    assert told in text(desk.get(address(session, "signin"))) and told in text(desk.get(address(session, "movement")))


def test_twenty_nine_play_in_two_sections(desk: Client, club: Club) -> None:
    session = signed_in(desk, made(desk, club, boards_least="20", boards_most="28"), 29)
    shown = desk.get(address(session, "movement") + "?sections=2")
    assert [len(part.pairs) for part, *_ in shown.context["parts"]] == [16, 13]
    seen = desk.get(address(session, "movement"), {"plan": shown.context["code"]})
    assert seen.context["ways"] == shown.context["ways"] and "2 sections" in text(seen)
    assert post(desk, address(session, "movement"), plan=shown.context["code"]).status_code == 303
    assert Ranking.objects.filter(session=session).count() == 2
    first = Place.objects.live().filter(round__section__session=session, round__number=1)
    assert (first.filter(seating__isnull=False).count(), first.filter(seating__isnull=True).count()) == (28, 1)


def test_a_movement_of_pairs_is_refused(desk: Client, club: Club) -> None:
    session = signed_in(desk, made(desk, club), 8)
    refused = post(desk, address(session, "movement"), plan="howell~4~7~-~-~-~-~-~2")
    assert refused.status_code == 422 and Event.objects.get(pk=session.stage.event_id).form == "singles"


def test_a_players_own_phone_goes_with_its_player(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    phone = holder(session, 1)
    own = own_phone(session, 1, "W")
    west = Place.objects.live().get(seating__section__session=session, round__number=1, seating__table=1, side="W").entry_id
    assert enter(phone, session, 1, 1, 1).status_code == 303
    assert answer(own, session, "agree", 1, 1, "NS", 1).status_code == 403
    assert answer(own, session, "agree", 1, 1, "EW", 1).status_code == 303
    later = Place.objects.live().get(round__section__session=session, round__number=2, entry=west)
    assert own.get(address(session, "table", later.seating.table) + "?round=2").status_code == 200


def test_the_table_tells_each_of_the_four_where_to_go(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 9))
    phone = holder(session, 1)
    for board in (1, 2):
        assert enter(phone, session, 1, board, 1).status_code == 303
        assert answer(phone, session, "agree", 1, board, "EW", 1).status_code == 303
    page = text(phone.get(address(session, "table", 1) + "?round=1"))
    for place in Place.objects.live().filter(seating__section__session=session, round__number=1, seating__table=1).select_related("entry"):
        number = place.entry.starts.live().get().number
        word = {"N": "North", "S": "South", "E": "East", "W": "West"}
        then = Place.objects.live().get(round__section__session=session, round__number=2, entry=place.entry)
        if then.seating is None:
            told = f"{word[place.side]} {number} sits out round 2"
        elif then.seating.table == 1:
            told = f"{word[place.side]} {number} stays"
        else:
            told = f"{word[place.side]} {number} goes"
        assert told in page


def director(desk: Client) -> Client:
    desk.force_login(Account.objects.get(username="lina"))
    return desk


def standing(session: Session) -> dict[int, Fraction]:
    """Number called out -> percentage as it runs."""
    settle()
    rows = Standing.objects.filter(ranking__session=session, publication__isnull=True)
    return {row.entry.starts.live().get().number: row.exact for row in rows if row.facts["boards"]}


def test_what_is_for_pairs_alone_is_refused_with_a_sentence(desk: Client, club: Club) -> None:
    session = signed_in(desk, made(desk, club), 8)
    drawn = desk.get(address(session, "draw_start"), follow=True)
    assert drawn.redirect_chain[-1][0] == address(session, "signin") and "their rounds are not drawn by standing" in text(drawn)
    begun(desk, session)
    asked = text(desk.get(address(session, "repair") + "?what=late_pair"))
    assert "Nobody waits for a place." in asked and "average plus" not in asked and "Average minus is not offered" in asked
    ended = post(desk, address(session, "repair"), what="ended_early", section="A", deprived="not_played")
    assert "Nothing has been played yet" in text(ended)


def test_a_penalty_is_for_one_of_the_partners(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    played(session, 1, 2)
    before = standing(session)
    entry = Place.objects.live().get(seating__section__session=session, round__number=1, seating__table=1, side="S").entry
    told = {"entry": entry.uid, "amount": "10", "unit": "percent", "reason": "late", "confirmed": "on"}
    assert post(director(desk), address(session, "penalty"), **told).status_code == 303
    after = standing(session)
    number = entry.starts.live().get().number
    assert after[number] == before[number] - 5  # a tenth of one board, of two that were played
    assert {who: score for who, score in after.items() if who != number} == {who: score for who, score in before.items() if who != number}


def test_a_ruling_may_penalize_one_of_the_four(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    played(session, 1, 2)
    before = standing(session)
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=2)
    page = director(desk).get(address(session, "ruling_desk") + f"?seating={seating.pk}&board=1")
    assert page.status_code == 200 and all(player.name_native in text(page) for player in players_at(seating))
    assert before


def players_at(seating: Seating) -> list:
    return [place.entry.line_ups.live().get().player for place in Place.objects.live().filter(seating=seating).select_related("entry")]


def test_a_correction_moves_all_four(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    lines = played(session, 1, 2)
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=1)
    told = {"kind": "result", "contract": "7NXX", "declarer": "N", "result": "=", "reason": "misread", "law": "79", "seen": str(session.journal.head)}
    shown = post(director(desk), address(session, "correct", seating.pk, 1), **told)
    assert shown.status_code == 200 and all(player.name_native.split()[-1] in text(shown) for player in players_at(seating)), text(shown)
    assert post(desk, address(session, "correct", seating.pk, 1), **told, confirmed="on").status_code == 303
    corrected = [line[:3] + (5000,) if line[:2] == lines[0][:2] else line for line in lines]
    expected = percentages(corrected)
    names = {each.entry: each.players[0].name_native for each in here_tonight(session)}
    settle()
    rows = Standing.objects.filter(ranking__session=session, publication__isnull=True)
    assert {names[row.entry_id]: row.exact for row in rows} == expected


def test_a_board_that_is_not_played_counts_for_none_of_the_four(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=1)
    told = {"kind": "not_played", "reason": "no time", "law": "12", "seen": "99999"}
    answered = post(director(desk), address(session, "correct", seating.pk, 2), **told, confirmed="on")
    assert answered.status_code == 303, text(answered)


def test_somebody_else_takes_the_place_of_a_player(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    entry = here_tonight(session)[0].entry
    uid = here_tonight(session)[0].uid
    page = desk.get(address(session, "entry_page", uid) + "?who=9")
    assert "Mary Smith" in text(page) and "name is missing" not in text(page)
    told = {"who": "9", "player": member(club, 9).uid, "seat": "N", "from_round": "2"}
    assert post(desk, address(session, "entry_page", uid), **told).status_code == 303
    places = Place.objects.live().filter(entry=entry, round__number__in=(1, 2)).order_by("round__number").values_list("round__number", "seating__table")
    phones = {table: holder(session, table) for table in (1, 2)}
    shown = [phones[table].get(address(session, "table", table) + f"?round={number}").content.decode() for number, table in places]
    assert "Mary Smith" in sitting_all(shown[0]) and "Mary Smith" not in sitting_all(shown[1]) and member(club, 9).name_native in sitting_all(shown[1])


def sitting_all(page: str) -> tuple[str, ...]:
    return tuple(name for side in sitting(page) for name in side)


def test_every_page_of_an_individual_evening_opens_in_both_languages(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club, boards_least="18", boards_most="18"), 9))
    played(session, 9, 2)
    director(desk)
    assert post(desk, address(session, "close"), act="close").status_code == 303
    settle()
    seating = Seating.objects.live().filter(section__session=session, round__number=1).first()
    uid = here_tonight(session)[0].uid
    pages = [
        ("ranking",), ("pair_card", uid), ("boards",), ("traveller", 1), ("movement_page",), ("print_guides",), ("print_slips",), ("print_travellers",),
        ("wall",), ("wall_ranking",), ("why_board", seating.pk, 1, "NS"), ("why_total", uid), ("correct", seating.pk, 1), ("penalty",), ("conditions",),
        ("change_conditions",), ("files",), ("export_html",), ("journal",), ("rulings",), ("awards",), ("signin",), ("entry_page", uid),
    ]
    wrong = []
    for language in ("en", "zh-hans"):
        for name, *more in pages:
            response = desk.get(address(session, name, *more), headers={"accept-language": language}, follow=True)
            assert response.status_code == 200, (name, response.status_code)
            if language == "en" and name not in ("correct", "export_html") and words_about_pairs(response):  # by the Laws partners are a pair
                wrong.append((name, words_about_pairs(response)))
    assert not wrong, "\n".join(map(str, wrong))


def words_about_pairs(response) -> list[str]:
    """Words that speak of pairs where single players play."""
    return re.findall(r"(?:\S+ ){0,3}\b[Pp]airs?\b(?: \S+){0,3}", text(response))


def test_a_player_signs_in_alone_at_the_card_of_a_table(desk: Client, club: Club) -> None:
    session = made(desk, club)
    phone = Client()
    phone.get(card_at(session, 1))
    found = phone.get(address(session, "signin_at_table", 1) + "?who=3")
    assert "Hedda" in text(found) and "Sign me in" in text(found) and "partner" not in text(found)
    told = post(phone, address(session, "signin_at_table", 1), first=member(club, 3).uid, who="3")
    assert told.status_code == 303 and "You are signed in" in text(phone.get(told["Location"]))
    again = post(phone, address(session, "signin_at_table", 1), first=member(club, 3).uid, who="3")
    assert "once is enough" in text(phone.get(again["Location"]))
    assert [[player.name_native for player in each.players] for each in here_tonight(session)] == [["Hedda Falk"]]


def test_an_evening_that_ends_early_is_ranked_on_what_was_played(desk: Client, club: Club) -> None:
    session = begun(desk, signed_in(desk, made(desk, club), 8))
    lines = played(session, 2, 2)
    assert enter(desk, session, 1, 5, 3).status_code == 303
    assert answer(desk, session, "agree", 1, 5, "EW", 3).status_code == 303
    told = {"what": "ended_early", "section": "A", "deprived": "not_played", "reason": "the hall closes"}
    shown = post(desk, address(session, "repair"), **told)
    assert [row.number for row in shown.context["shown"].rows] == [4, 5, 6, 7]
    assert {(each.round, each.table, each.board) for each in shown.context["shown"].scores} == {(3, 1, 6), (3, 2, 5), (3, 2, 6)}
    assert post(desk, address(session, "repair"), **told, confirmed="on", seen=str(shown.context["seen"])).status_code == 303
    assert "nothing changes" in text(post(desk, address(session, "repair"), **told))
    assert post(director(desk), address(session, "close"), act="close").status_code == 303
    settle()
    ranked = published(session)
    on_two = percentages(lines)
    alone = {name for side in sitting(desk.get(address(session, "slip", 1, 5) + "?round=3").content.decode()) for name in side}
    assert {name: score for name, score in ranked.items() if name not in alone} == {name: score for name, score in on_two.items() if name not in alone}


def test_a_movement_is_chosen_by_hand_or_typed(desk: Client, club: Club) -> None:
    session = signed_in(desk, made(desk, club), 8)
    shown = desk.get(address(session, "movement") + "?family=whist_tournament&rounds=5&per_round=3")
    assert (shown.context["chosen"].movement.rounds, shown.context["chosen"].boards_per_set) == (5, 3)
    assert "The nearest is" in text(desk.get(address(session, "movement") + "?family=whist_tournament&rounds=20&per_round=3"))
    assert "The nearest is" in text(desk.get(address(session, "movement") + "?family=rainbow&rounds=&per_round=3"))
    own = "1-2-3-4 A | 5-6-7-8 B\n1-3-5-7 C | 2-4-6-8 D"
    assert post(desk, address(session, "movement"), plan="own", text=own, boards="2", see="1").status_code == 200
    started = post(desk, address(session, "movement"), plan="own", text=own, boards="2")
    assert started.status_code == 303
    seats = Place.objects.live().filter(round__section__session=session, round__number=1, seating__table=2).values_list("side", "entry__starts__number")
    assert dict(seats) == {"N": 5, "S": 6, "E": 7, "W": 8}


def test_the_command_proposes_for_single_players(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("propose", "--players", "8", "--json")
    best = json.loads(capsys.readouterr().out)[0]
    assert (best["players"], best["rounds"], best["boards_per_round"], best["partners"], best["perfect"]) == (8, 7, 4, [7, 7], True)
    call_command("propose", "--players", "30", "--sections", "2")
    assert "Whist tournament, 4¼ tables" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        call_command("propose", "--players", "30")
    assert "choose 2 sections" in capsys.readouterr().err
