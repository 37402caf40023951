"""Every figure on rankings, cards and travellers of the demonstration club, worked out again from the arithmetic of its own "why?" page.

The walk over everything takes minutes: `EVERY_FIGURE=1` asks for it, an evening a test. Without that some evenings are walked, so chosen that every way of
scoring, every kind of list and every kind of decision is among them, and on each the whole ranking, the boards that were ruled upon and the cards of those
who played them.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from bridge.models import Adjustment, Club, EventForm, Foul, Penalty, Ranking, Result, Session, SessionState, Standing, Start
from bridge.queries.series import series_of
from tests.web.figures import figure_of, rounded, sums_of
from tests.web.test_team_movements import IMPS, victory_points

pytestmark = pytest.mark.django_db
EVERYTHING = os.environ.get("EVERY_FIGURE") == "1"
PARTS = 17 if EVERYTHING else 1  # the club's evenings, dealt out to so many tests
KINDS = {
    "matchpoints", "cross_imps", "compensation", "butler", "NS", "EW", "all", "NS/A", "NS/B", "NS/C", "NS/handicap", "EW/handicap", "sat out",
    "average_plus", "average_minus", "percent", "assigned", "weighted", "as_played", "fouled", "percent penalty", "method penalty", "corrected",
    "singles",
}
FIGURE = re.compile(r"[+−]?[0-9]+(?:\.[0-9]+)?")


@dataclass
class Told:
    """What pages show of one "why?": texts of the figure asked about, and of totals that it goes through."""

    figures: set[str] = field(default_factory=set)
    totals: set[str] = field(default_factory=set)


def rows_of(html: str, table: str) -> Iterator[list[tuple[str, str]]]:
    """Every row of the tables of that class: text and "why?" address of each cell."""
    for body in re.findall(rf'<table class="[^"]*\b{table}\b[^"]*">(.*?)</table>', html, re.DOTALL):
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL):
            cells = re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL)
            yield [(re.sub(r"<[^>]*>", "", cell).strip(), unescape("".join(re.findall(r'class="why" href="([^"]*)"', cell)))) for cell in cells]


def kinds_of(session: Session) -> set[str]:
    """What there is to be seen on an evening."""
    ranking = Ranking.objects.get(session=session)
    found = {ranking.scored_by.get("method", "matchpoints"), *Standing.objects.filter(ranking=ranking).values_list("list", flat=True)}
    found.update(Adjustment.objects.live().filter(seating__section__session=session).values_list("kind", flat=True))
    found.update(f"{'percent' if unit == 'percent' else 'method'} penalty" for unit in Penalty.objects.filter(session=session).values_list("unit", flat=True))
    if Foul.objects.filter(section__session=session).exists():
        found.add("fouled")
    if Result.objects.filter(seating__section__session=session, until__isnull=False).exists():
        found.add("corrected")
    if Start.objects.filter(section__session=session).count() % 2:
        found.add("sat out")
    return found | {session.stage.event.form}


def chosen(club: Club) -> list[Session]:
    """Evenings that have every kind of figure between them."""
    rows = Session.objects.filter(club=club, state=SessionState.CLOSED).exclude(stage__event__form=EventForm.TEAMS)
    sessions = list(rows.select_related("stage__event").order_by("starts"))
    kinds = {session.pk: kinds_of(session) for session in sessions}
    assert not KINDS.difference(*kinds.values())
    if EVERYTHING:
        return sessions
    found: list[Session] = []
    missing = set(KINDS)
    while missing:
        found.append(max(sessions, key=lambda session: len(kinds[session.pk] & missing)))
        missing -= kinds[found[-1].pk]
    return found


def boards_walked(session: Session) -> list[int]:
    """Boards with a decision, and one without."""
    results = Result.objects.filter(seating__section__session=session)
    numbers = sorted(set(results.values_list("board__number", flat=True)))
    ruled = Adjustment.objects.filter(seating__section__session=session), Foul.objects.filter(section__session=session), results.filter(until__isnull=False)
    special = {number for rows in ruled for number in rows.values_list("board__number", flat=True)}
    return numbers if EVERYTHING else sorted(special | {numbers[0]})


def cards_walked(session: Session) -> list[str]:
    """Cards of those who were ruled upon or penalised, and of one who sat out or is last."""
    entries = dict(Standing.objects.filter(publication__ranking__session=session).values_list("entry", "entry__uid"))
    if EVERYTHING:
        return sorted(entries.values())
    ruled = Adjustment.objects.live().filter(seating__section__session=session).values_list("seating__places__entry", flat=True)
    fined = Penalty.objects.filter(session=session).values_list("entry", flat=True)
    return [entries[pk] for pk in sorted({*ruled[:1], *fined, max(entries)})]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_figure_follows_from_the_arithmetic_of_its_page(client: Client, demo_club: Club, part: int) -> None:
    opened = 0
    for session in chosen(demo_club)[part::PARTS]:
        told: dict[str, Told] = {}
        _read_rankings(client, session, told)
        for number in boards_walked(session):
            _read_traveller(client, session, number, told)
        rounds = [row for uid in cards_walked(session) for row in _read_card(client, session, uid, told)]
        marks = {address: _judge(client, address, said) for address, said in told.items()}
        for addresses, shown in rounds:
            assert rounded(sum((marks[address] for address in addresses), Fraction(0)), shown) == figure_of(shown)
        opened += len(marks)
    assert opened > (200 if EVERYTHING else 500)


def test_every_figure_of_the_series_follows_from_its_page(client: Client, demo_club: Club) -> None:
    (ranking,) = series_of(demo_club)
    html = client.get(reverse("series", args=[demo_club.slug, ranking.stage.event.uid])).content.decode()
    rows = [[cell for cell in row if cell[1]] for row in rows_of(html, "standings")]
    figures = [cells[0] for cells in rows if cells]
    assert len(figures) > 14
    for text, why in figures:
        _judge(client, why, Told({text}))


def test_every_figure_of_the_team_event_follows_from_its_results(client: Client, demo_club: Club) -> None:
    """Margins and victory points of the matches and the teams' totals are worked out anew from the points of both rooms; marks of pairs have their pages."""
    session = Session.objects.get(club=demo_club, stage__event__form=EventForm.TEAMS)
    shown = client.get(reverse("matches", args=[session.club.slug, session.uid])).context
    totals = {entry: -amount for entry, amount in Penalty.objects.filter(session=session).values_list("entry", "amount")}
    assert len(shown["lines"]) == 16 and totals
    for line in shown["lines"]:
        rows = Result.objects.live().filter(seating__match__stage=session.stage_id, seating__match__number=line.number)
        told = {(room, board): points for room, board, points in rows.values_list("seating__room", "board__number", "ns_points")}
        margin = 0
        for board in {board for _, board in told}:
            difference = told["open", board] - told["closed", board]
            margin += max(imps for least, imps in IMPS.items() if least <= abs(difference)) * (1 if difference > 0 else -1)
        won = Fraction(victory_points(6, margin)), Fraction(victory_points(6, -margin))
        assert (line.margin, line.points) == (margin, won)
        for team, points in zip((line.home.entry, line.away.entry), won, strict=True):
            totals[team] = totals.get(team, Fraction(0)) + points
    assert {row.points for row in shown["ranking"].rows} == set(totals.values())
    html = client.get(reverse("traveller", args=[session.club.slug, session.uid, 1])).content.decode()
    marks = {(text, why) for row in rows_of(html, "traveller") for text, why in row if why}
    assert len(marks) == 16
    for text, why in marks:
        _judge(client, why, Told({text}))


def _read_rankings(client: Client, session: Session, told: dict[str, Told]) -> None:
    address = reverse("ranking", args=[session.club.slug, session.uid])
    parts = client.get(address).context["pages"][0].parts
    for part in parts or ("",):
        html = client.get(address, {"list": part}).content.decode()
        figures = [row for row in rows_of(html, "standings") if row[-1][1]]
        assert figures
        for row in figures:
            text, why = row[-1]
            told.setdefault(why, Told()).figures.add(text)
            if len(row) == 6:  # the sum of matchpoints stands before the percentage
                told[why].totals.add(row[-2][0])


def _read_traveller(client: Client, session: Session, number: int, told: dict[str, Told]) -> None:
    html = client.get(reverse("traveller", args=[session.club.slug, session.uid, number])).content.decode()
    marks: dict[str, set[tuple[str, str]]] = {}
    for row in rows_of(html, "traveller"):
        for text, why in row:
            if why:
                told.setdefault(why, Told()).figures.add(text)
        if len(row) == 9 and row[7][1]:
            marks.setdefault(row[5][0] or f"−{row[6][0]}", set()).add((row[7][0], row[8][0]))
    for points, _tables, _strokes, ns_mark, ew_mark in ([text for text, _ in row] for row in rows_of(html, "freq") if len(row) == 5):
        if FIGURE.fullmatch(points):
            assert (ns_mark, ew_mark) in marks[points]


def _read_card(client: Client, session: Session, uid: str, told: dict[str, Told]) -> Iterator[tuple[list[str], str]]:
    """Collects the figures of a card, and gives each round's boards with the sum that the card shows."""
    html = client.get(reverse("pair_card", args=[session.club.slug, session.uid, uid])).content.decode()
    total = reverse("why_total", args=[session.club.slug, session.uid, uid])
    rounds: list[list[str]] = []
    for row in rows_of(html, "scorecard"):
        if len(row) == 1:
            rounds.append([])
        elif row[-1][1]:
            text, why = row[-1]
            rounds[-1].append(why)
            told.setdefault(why, Told()).figures.update({row[-2][0], *FIGURE.findall(text)})
        elif row[0][0].endswith("boards"):
            told.setdefault(total, Told()).totals.add(row[-2][0])
    summary = re.findall(r"<caption>Rounds</caption>.*?<tbody>(.*?)</tbody>", html, re.DOTALL)[0]
    sums = [re.findall(r'<td class="n">(.*?)</td>', row) for row in re.findall(r"<tr>.*?</tr>", summary, re.DOTALL)]
    assert len(sums) == len(rounds)
    yield from ((boards, shown[0]) for boards, shown in zip(rounds, sums, strict=True) if boards)


def _judge(client: Client, address: str, said: Told) -> Fraction:
    """Everything that was shown of this figure follows from its page; returns the mark with what came on top of it."""
    page = client.get(address)
    sums = sums_of(page)
    assert sums and all(left == right for left, right, _ in sums), address
    results = [right for _, right, is_result in sums if is_result]
    for text in said.figures:
        assert any(rounded(value, text) == figure_of(text) for value in results), (address, text, results)
    for text in said.totals:
        assert any(rounded(right, text) == figure_of(text) for _, right, _ in sums), (address, text, sums)
    extras = re.findall(r"(?:[Pp]enalty|[Bb]onus) of [^:<]*: ([+−]?[0-9.]+)</p>", page.content.decode())
    return results[0] + sum(map(figure_of, extras), Fraction(0))
