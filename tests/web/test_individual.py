"""An individual evening through its pages: single players sign in, change partners, and are ranked for what they did on either side."""

import re
from collections import defaultdict
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from bridge.models import Account, Club, Event, Place, Ranking, Seating, Session, SessionState, Standing
from bridge.queries.signin import here_tonight
from tests.web.table_pages import address, answer, enter, holder, own_phone, post, text
from tests.worlds import club_with_members, member, settle

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
    told = [re.search(rf"<dt>{side} [\d+]+</dt><dd>(.*?)</dd>", page) for side in ("North-South", "East-West")]
    return tuple(tuple(found.group(1).split("<br>")) for found in told)


def tricks_of(names: tuple[str, ...], board: int) -> str:
    """A result that tells who made it on which board."""
    return f"{(sum(map(len, names)) * 3 + board * 5) % 8 - 4:+d}".replace("+0", "=")


def points_of(result: str, board: int) -> int:
    """South's 1 no trump by Law 77, from tricks over or under the contract."""
    over = 0 if result == "=" else int(result)
    vulnerable = board % 16 in (2, 4, 5, 7, 10, 12, 13, 15)  # North-South or both, by Law 2
    return 90 + 30 * over if over >= 0 else over * (100 if vulnerable else 50)


Line = tuple[int, tuple[str, str], tuple[str, str], int]


def played(session: Session, rounds: int, tables: int) -> list[Line]:
    """Every board entered on the table's phone and agreed by the other side; what was played, by the names on the phones."""
    phones = {table: holder(session, table) for table in range(1, tables + 1)}
    lines = []
    for number in range(1, rounds + 1):
        for table, phone in phones.items():
            seating = Seating.objects.live().get(section__session=session, round__number=number, table=table)
            for board in range(seating.first_board, seating.last_board + 1):
                ns, ew = sitting(phone.get(address(session, "slip", table, board) + f"?round={number}").content.decode())
                result = tricks_of(ns, board)
                told = {"level": "1", "denomination": "N", "declarer": "S", "result": result if result in ("=", "-1", "-2", "-3", "+1", "+2", "+3") else ""}
                told["tricks"] = "" if told["result"] else str(7 + int(result))
                assert enter(phone, session, table, board, number, **told).status_code == 303
                assert answer(phone, session, "agree", table, board, "EW", number).status_code == 303
                lines.append((board, ns, ew, points_of(result, board)))
    return lines


def percentages(lines: list[Line]) -> dict[str, Fraction]:
    """Everybody's percentage, by comparing every two results of a board (Law 78A): partners get the same."""
    on_board: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        on_board[line[0]].append(line)
    won: dict[str, list[Fraction]] = defaultdict(list)
    for rows in on_board.values():
        for _, ns, ew, points in rows:
            part = Fraction(sum(2 * (points > other) + (points == other) for *_, other in rows) - 1, 2 * (len(rows) - 1))
            for name in ns:
                won[name].append(part)
            for name in ew:
                won[name].append(1 - part)
    return {name: 100 * sum(parts, Fraction(0)) / len(parts) for name, parts in won.items()}


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
    assert again.status_code == 422 and "This player is signed in already." in text(again)
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
    assert [len(part.pairs) for part, *_ in shown.context["parts"]] == [17, 12]
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
