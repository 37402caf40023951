"""The main pages as a Chinese reader has them: no line mixes Chinese with the signs of an English one, none has a blank after a full-width sign."""

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result, dispute_result, report_result
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat, Side
from bridge.models import Account, Seating, Session
from tests.signs import latin_signs_in
from tests.web.table_pages import holder
from tests.worlds import actor, entries_of, evening, fresh_key, play, seating_at, seen, settle, started

pytestmark = pytest.mark.django_db


def made(seating: Seating, number: int) -> Report:
    """Four spades by North, one trick fewer at each table."""
    return Report(Contract(4, Strain.S), Seat.N, 11 - seating.table)


def page_of(client: Client, address: str) -> str:
    """The page, for a Chinese reader."""
    answer = client.get(address, headers={"Accept-Language": "zh-hans"})
    assert answer.status_code == 200, address
    return answer.content.decode()


def lines_of(page: str) -> list[str]:
    """What a page says, line by line as the blocks of the page part it."""
    body = re.sub(r"<(script|style|template).*?</\1>", "", page, flags=re.DOTALL)
    body = re.sub(r"</?(?:a|b|i|small|span|br|em|strong)\b[^>]*>", "", body)
    return [" ".join(part.split()) for part in re.split(r"<[^>]*>", body) if part.strip()]


# After a full-width sign, in a line of text or before what stands in it.
_BLANK = re.compile(r"[^<>]{0,12}[。，：；？！）、”》] *\n? +(?:<(?:a href|b|i|small|span|strong)\b[^>]*>)?[^<>\s–·]{1,12}")


def blanks_in(page: str) -> list[str]:
    """Where a page has a blank that a full-width sign makes unneeded."""
    return _BLANK.findall(re.sub(r"<textarea.*?</textarea>", "", page, flags=re.DOTALL))


def assert_chinese(client: Client, session: Session, *pages: tuple[str, tuple[object, ...]]) -> None:
    """Every page is read; all that is wrong is told at once."""
    wrong = {}
    for name, more in pages:
        page = page_of(client, reverse(name, args=[session.club.slug, *more]))
        lines = lines_of(page)
        assert any(re.search("[\u4e00-\u9fff]", line) for line in lines), name
        found = [sign for line in lines for sign in latin_signs_in(line)] + blanks_in(page)
        if found:
            wrong[name] = found
    assert wrong == {}


def of_session(session: Session, *names: str) -> list[tuple[str, tuple[object, ...]]]:
    return [(name, (session.uid,)) for name in names]


def test_before_the_start(client: Client) -> None:
    session = evening(pairs=7)
    client.force_login(Account.objects.get(username="admin"))
    pages = of_session(session, "signin", "movement", "conditions", "session_change")
    assert_chinese(client, session, ("club", ()), ("members", ()), ("club_settings", ()), *pages, ("entry_here", (session.uid, entries_of(session)[0].uid)))


def test_while_it_runs(client: Client) -> None:
    session = started(evening(pairs=5), make_movement(order_of("howell_sitout", Fraction(5, 2))), boards_per_set=2)
    client.force_login(Account.objects.get(username="admin"))
    seating = seating_at(session, 1, 1)
    report_result(seating, seating.first_board, made(seating, 1), by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    correct_result(seating, seating.last_board, made(seating, 1), reason="记错了", by=actor(), key=fresh_key(), seen=seen(session))
    dispute_result(seating, seating.first_board, wrong="other", remark="少一墩", by_side=Side.EW, by=actor(), key=fresh_key(), seen=seen(session))
    phone = holder(session, 1)
    assert_chinese(phone, session, ("table", (session.uid, 1)), ("scan", (session.uid, 1)), ("slip", (session.uid, 1, seating.first_board)))
    pages = of_session(session, "room", "journal", "close", "penalty", "wall", "movement_page", "ranking", "repair", "rulings", "conditions")
    boards = [("correct", (session.uid, seating.pk, seating.last_board)), ("entry_page", (session.uid, entries_of(session)[0].uid))]
    assert_chinese(client, session, *pages, *boards)


def test_afterwards(client: Client) -> None:
    session = started(evening(pairs=5), make_movement(order_of("howell_sitout", Fraction(5, 2))), boards_per_set=2)
    client.force_login(Account.objects.get(username="admin"))
    play(session, made)
    close_session(session, by=actor(), key=fresh_key())
    settle()
    seating = seating_at(session, 1, 1)
    correct_result(seating, 1, made(seating, 1), reason="记错了", law="79C", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    pages = of_session(session, "ranking", "boards", "movement_page", "files", "close", "journal", "conditions", "print_slips", "print_guides")
    more = [("pair_card", (session.uid, entries_of(session)[0].uid)), ("traveller", (session.uid, seating.first_board)), ("export_html", (session.uid,))]
    assert_chinese(client, session, ("club", ()), *pages, *more)
