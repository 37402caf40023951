"""What is taken away of an evening: files that other programmes read, and that the checker accepts; one page that needs nothing; paper."""

import csv
import io
import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.rounds import start_session
from bridge.engine.cards import FULL_PACK, Suit
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Report, Strain
from bridge.engine.formats.event import Absence, PublishedEvent
from bridge.engine.formats.opening import read_event
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.scoring.outcome import Assigned, Award, Component, FixedPercent, SideOutcome, Weighted
from bridge.engine.seats import Seat, Side
from bridge.mapping.outcomes import value_of
from bridge.mapping.plans import SectionPlan
from bridge.models import Adjustment, Board, Club, Deal, Entry, Event, Foul, Penalty, Seating, Session, journal
from tests.web.addresses import at
from tests.worlds import actor, club_with_members, entries_of, evening, fresh_key, member, mitchell_evening, play, seating_at, seen, settle, started

pytestmark = pytest.mark.django_db
FORMATS = pytest.mark.parametrize("ending", ["usebio", "pbn"])


def anything(seed: int = 7) -> Callable[[Seating, int], Report]:
    """Reports as they come in a hall: any contract, any number of tricks, passes now and then."""
    rng = random.Random(seed)

    def report(seating: Seating, number: int) -> Report:
        if rng.random() < 0.05:
            return Report(PASSED_OUT)
        level, strain, doubling = rng.randint(1, 7), rng.choice(list(Strain)), rng.choice([Doubling.NONE] * 5 + [Doubling.X, Doubling.XX])
        return Report(Contract(level, strain, doubling), rng.choice(list(Seat)), rng.randint(4, 13), rng.choice([None, *sorted(FULL_PACK)]))

    return report


def close(session: Session) -> Session:
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    return session


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board, all agreed; still open."""
    session = mitchell_evening(3, boards_per_set=1)
    play(session, anything())
    return session


def exported(client: Client, session: Session, ending: str, folder: Path) -> PublishedEvent:
    """The event of the export, after `manage.py check_event` ended with exit 0: SystemExit would carry anything else."""
    response = client.get(at(session, f"export_{ending}"))
    assert response.status_code == 200 and "attachment" in response["Content-Disposition"]
    path = folder / f"event.{ending}"
    path.write_bytes(response.content)
    told = io.StringIO()
    try:
        call_command("check_event", str(path), stdout=told)
    except SystemExit:
        pytest.fail(told.getvalue())
    return read_event(response.content)


def adjust(session: Session, round_number: int, table: int, **sides: SideOutcome) -> None:
    """The director gives both sides of a table's first board something."""
    seating = seating_at(session, round_number, table)
    board = Board.objects.get(set=seating.section.board_set, number=seating.first_board)
    with journal.act(session.journal, "adjust_result", by=actor(), key=fresh_key()) as act:
        for side, outcome in sides.items():
            kind, value = value_of(outcome)
            Adjustment.objects.begin(act, seating=seating, board=board, side=Side[side.upper()].value, kind=kind, value=value)


def penalise(session: Session, entry: Entry, amount: Fraction, unit: str) -> None:
    with journal.act(session.journal, "give_penalty", by=actor(), key=fresh_key()) as act:
        Penalty.objects.begin(act, session=session, entry=entry, amount=amount, unit=unit)


@pytest.mark.parametrize("options", [
    {}, {"factoring": "none"}, {"winners": "one"}, {"method": "cross_imps"}, {"method": "cross_imps", "cross_imps": "sum"}, {"method": "butler"},
    {"method": "total_points"}, {"factoring": "acbl_total", "win": 1}, {"factoring": "zero_centred"}, {"factoring": "polish"},
], ids=str)
def test_what_is_exported_is_accepted(client: Client, tmp_path: Path, options: dict[str, str]) -> None:
    session = mitchell_evening(5, rounds=4, boards_per_set=1, options=options)
    play(session, anything())
    close(session)
    for ending in ("usebio", "pbn"):
        assert len(exported(client, session, ending, tmp_path).entrants) == 10


@FORMATS
def test_a_howell_with_a_pair_missing_is_accepted(client: Client, tmp_path: Path, ending: str) -> None:
    session = started(evening(pairs=7, options={"winners": "one"}), make_movement(order_of("howell", 4)), boards_per_set=1)
    play(session, anything(3))
    close(session)
    event = exported(client, session, ending, tmp_path)
    assert len(event.entrants) == 7 and {entrant.direction for entrant in event.entrants} == {None}


@FORMATS
@pytest.mark.parametrize("options", [{"winners": "one"}, {"method": "butler"}, {"method": "cross_imps"}], ids=str)
def test_boards_sat_out_that_count_are_accepted(client: Client, tmp_path: Path, ending: str, options: dict[str, str]) -> None:
    session = started(evening(pairs=7, options=options | {"sit_out_percent": "60"}), make_movement(order_of("howell", 4)), boards_per_set=2)
    play(session, anything(5))
    close(session)
    event = exported(client, session, ending, tmp_path)
    assert sum(line.outcome is Absence.BYE for board in event.boards for line in board.lines) == 14


@FORMATS
@pytest.mark.parametrize("method", ["matchpoints", "cross_imps"])
def test_a_fouled_board_is_written_by_what_it_came_to(client: Client, tmp_path: Path, ending: str, method: str) -> None:
    session = mitchell_evening(7, boards_per_set=1, options={"method": method})
    play(session, anything(19))
    section = session.sections.get()
    with journal.act(session.journal, "foul_board", by=actor(), key=fresh_key()) as act:
        Foul.objects.begin(act, board=section.board_set.boards.get(number=2), section=section, table=1, from_round=3, form="b")
    close(session)
    exported(client, session, ending, tmp_path)


def two_sections() -> Session:
    """Six pairs in section A, six in B at tables of their own, on the same boards."""
    session = evening(pairs=12, options={"winners": "two"})
    entries = entries_of(session)
    plans = [
        SectionPlan(movement=make_movement(order_of("mitchell", 3)), places=dict(enumerate(half, 1)), boards_per_set=1, letter=letter, first_table=first)
        for letter, first, half in (("A", 1, entries[:6]), ("B", 4, entries[6:]))
    ]
    start_session(session, plans, round_minutes=22, by=actor(), key=fresh_key())
    session.refresh_from_db()
    return session


@FORMATS
def test_two_sections_are_accepted(client: Client, tmp_path: Path, ending: str) -> None:
    session = two_sections()
    play(session, anything(17))
    seating = seating_at(session, 1, 2)
    result = Report(Contract(3, Strain.N), Seat.E, 10)
    correct_result(seating, seating.first_board, result, reason="sat wrongly", turned=True, by=actor(), key=fresh_key(), seen=seen(session))
    close(session)
    event = exported(client, session, ending, tmp_path)
    assert {entrant.section for entrant in event.entrants} == {"A", "B"} and len(event.boards) == 6
    pages = client.get(at(session, "ranking")).context["pages"]
    assert [(each.letters, each.publication.version) for each in pages] == [(("A",), 1), (("B",), 1)]
    assert len(client.get(at(session, "export_html")).content) > 10_000
    board = client.get(at(session, "traveller", 1)).context["board"]
    assert len(board.lines) == 6


@FORMATS
def test_what_a_director_decided_is_accepted(client: Client, tmp_path: Path, ending: str) -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play(session, anything(11))
    adjust(session, 1, 1, ns=Award.PLUS, ew=Award.MINUS)
    adjust(session, 2, 2, ns=FixedPercent(Fraction(60)), ew=FixedPercent(Fraction(30)))
    adjust(session, 3, 3, ns=Assigned(620), ew=Assigned(620))
    penalise(session, entries_of(session)[0], Fraction(10), "percent")
    penalise(session, entries_of(session)[3], Fraction(2), "matchpoints")
    close(session)
    assert sum(bool(entrant.adjustment) for entrant in exported(client, session, ending, tmp_path).entrants) == 2


@pytest.mark.parametrize("method", ["matchpoints", "cross_imps"])
def test_weighted_and_split_scores_are_written_by_what_they_came_to(client: Client, tmp_path: Path, method: str) -> None:
    session = mitchell_evening(5, boards_per_set=2, options={"method": method})
    play(session, anything(13))
    weighted = Weighted((Component(620, Fraction(60, 100)), Component(-100, Fraction(40, 100))))
    adjust(session, 1, 1, ns=weighted, ew=weighted)
    adjust(session, 2, 2, ns=weighted, ew=Assigned(620))
    adjust(session, 3, 3, ns=Assigned(-50), ew=Award.MINUS)
    close(session)
    for ending in ("usebio", "pbn"):
        assert len(exported(client, session, ending, tmp_path).entrants) == 10


def test_cards_are_exported_once_they_may_be_seen(client: Client, session: Session, tmp_path: Path) -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    Deal.objects.create(board=Board.objects.get(set__sections__session=session, number=1), cards=deal)
    close(session)
    assert [board.deal is not None for board in exported(client, session, "pbn", tmp_path).boards] == [True, False, False]
    makes = client.get(at(session, "traveller", 1)).context["board"].deal.hands
    assert [(hand.seat, hand.hcp) for hand in makes] == [(Seat.N, 10), (Seat.W, 10), (Seat.E, 10), (Seat.S, 10)]


def test_tables_for_spreadsheets(client: Client, session: Session) -> None:
    close(session)
    ranking = list(csv.DictReader(io.StringIO(client.get(at(session, "export_csv", "ranking")).content.decode("utf-8-sig"))))
    assert len(ranking) == 6 and {row["direction"] for row in ranking} == {"NS", "EW"}
    results = list(csv.DictReader(io.StringIO(client.get(at(session, "export_csv", "results")).content.decode("utf-8-sig"))))
    assert len(results) == 9
    assert client.get(at(session, "export_csv", "secrets")).status_code == 404


def test_the_whole_evening_in_one_page_that_asks_for_nothing(client: Client, session: Session) -> None:
    close(session)
    for language, word in (("en", "North-South"), ("zh-hans", "南北")):
        response = client.get(at(session, "export_html"), headers={"accept-language": language})
        text = response.content.decode()
        assert len(response.content) < 2_000_000 and word in text
        assert "<script" not in text and "<link" not in text and "<img" not in text and "<form" not in text
        assert not re.search(r"""(?:src|href|action)\s*=\s*["'](?!#)""", text) and "@import" not in text and "url(" not in text
        targets, anchors = set(re.findall(r'href="#([^"]+)"', text)), set(re.findall(r'id="([^"]+)"', text))
        assert targets and targets <= anchors
        assert {f"pair-{entry.uid}" for entry in entries_of(session)} | {"board-1", "board-2", "board-3"} <= anchors


def dealt(rng: random.Random) -> str:
    """The cards of one board as a deal is stored."""
    cards = rng.sample(sorted(FULL_PACK), 52)
    hands = [sorted(cards[first : first + 13], reverse=True) for first in range(0, 52, 13)]
    return "N:" + " ".join(".".join("".join(card.rank.letter for card in hand if card.suit is suit) for suit in sorted(Suit, reverse=True)) for hand in hands)


def test_the_page_of_a_hall_of_twenty_tables_is_below_two_megabytes(client: Client) -> None:
    """Nine rounds of three boards, all cards told: the 540 results of 20 tables with 27 boards each, on more travellers than 27."""
    movement = make_movement(order_of("skip_mitchell", 20, 9))
    session = started(evening(club_with_members(80), pairs=40), movement, boards_per_set=3)
    play(session, anything())
    rng = random.Random(20)
    Deal.objects.bulk_create(Deal(board=board, cards=dealt(rng)) for board in Board.objects.filter(set__sections__session=session))
    close(session)
    assert len(list(csv.DictReader(io.StringIO(client.get(at(session, "export_csv", "results")).content.decode("utf-8-sig"))))) == 540
    for language in ("en", "zh-hans"):
        content = client.get(at(session, "export_html"), headers={"accept-language": language}).content
        assert len(set(re.findall(r'id="board-(\d+)"', content.decode()))) == 60
        assert 500_000 < len(content) < 2_000_000


@pytest.mark.parametrize("name", ["export_html", "export_usebio", "export_pbn"])
def test_nothing_is_taken_away_while_the_evening_runs(client: Client, session: Session, name: str) -> None:
    assert client.get(at(session, name)).status_code == 404
    assert client.get(at(session, "files")).status_code == 200
    assert client.get(at(session, "export_csv", "results")).status_code == 404


def test_who_does_not_wish_to_be_named_is_in_no_file(client: Client, session: Session) -> None:
    player = member(session.club, 1)
    player.is_named = False
    player.save()
    close(session)
    for name, more in (("export_html", ()), ("export_usebio", ()), ("export_pbn", ()), ("export_csv", ("ranking",))):
        text = client.get(at(session, name, *more)).content.decode()
        assert "Smith" not in text and "a player" in text


def test_a_file_is_called_by_the_evening_and_the_day_of_the_club(client: Client, session: Session) -> None:
    close(session)
    for name, zone, called in (("Tuesday Pairs", "Asia/Tokyo", "tuesday-pairs-2026-11-25"), ("周二双人赛", "America/New_York", "周二双人赛-2026-11-24")):
        Club.objects.filter(pk=session.club.pk).update(zone=zone)
        Event.objects.filter(pk=session.stage.event.pk).update(name=name)
        told = client.get(at(session, "export_csv", "ranking"))["Content-Disposition"]
        assert unquote(told).endswith((f'filename="{called}.ranking.csv"', f"filename*=utf-8''{called}.ranking.csv"))


def test_a_method_without_a_word_in_the_formats(client: Client) -> None:
    session = mitchell_evening(7, boards_per_set=1, options={"method": "datum_pool"})
    play(session, anything())
    close(session)
    assert client.get(at(session, "export_usebio")).status_code == 404
    assert "USEBIO and PBN have no word" in client.get(at(session, "files")).content.decode()
    assert client.get(at(session, "export_csv", "ranking")).status_code == 200


def test_guide_cards_slips_and_boards_on_paper(client: Client, session: Session) -> None:
    for name in ("print_guides", "print_slips"):
        assert client.get(at(session, name)).status_code == 302
    client.force_login(actor().account)
    assert client.get(at(session, "print_guides")).content.decode().count('class="cut"') == 6
    assert client.get(at(session, "print_slips")).content.decode().count('class="cut"') == 9
    close(session)
    client.logout()
    assert [board.number for board in client.get(at(session, "print_travellers")).context["boards"]] == [1, 2, 3]


def test_table_cards_carry_their_codes(client: Client, session: Session, settings: Settings, tmp_path: Path) -> None:
    settings.CARDS_ADDRESS_FILE, settings.HALL_URL = tmp_path / "cards_address", "http://192.168.1.5:8000"
    club = session.club
    cards = reverse("table_cards", args=[club.slug])
    picture = reverse("card_qr", args=[club.slug, "1"])
    wifi = reverse("wifi_qr", args=[club.slug])
    assert {client.get(address).status_code for address in (cards, picture, wifi)} == {302}
    client.force_login(actor("secretary").account)
    text = client.get(cards).content.decode()
    assert text.count('class="cut"') == club.tables.count() and picture in text and wifi not in text
    assert not (tmp_path / "cards_address").exists()
    assert client.post(cards).status_code == 303
    assert (tmp_path / "cards_address").read_text() == "http://192.168.1.5:8000\n"
    assert client.get(wifi).status_code == 404
    club.wifi_name, club.wifi_password = "Hall", "five hearts"
    club.save()
    for address in (picture, wifi):
        response = client.get(address)
        assert response["Content-Type"] == "image/svg+xml" and b"<script" not in response.content and b"<svg" in response.content
    assert "five hearts" not in client.get(cards).content.decode()
