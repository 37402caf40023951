"""Groups, handicaps, the share of boards, tie-breaks and percent penalties of a finished evening: changed on its pages, followed by a new version, undone.

What each list has to be is worked out here, from the results alone; the program's scoring is not asked.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.actions.results import adjust_board
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.scoring.outcome import Unscored
from bridge.engine.seats import Seat, Side
from bridge.models import Account, Act, Place, Publication, Result, Seating, Standing
from tests.worlds import actor, agree, entries_of, evening, fresh_key, seen, settle, started

pytestmark = pytest.mark.django_db
TABLES = 3
List = list[tuple[int, str, Fraction]]  # entry, place as shown, score


class Field:
    """What was played, in the words of a scorer with a pencil: board -> (North-South, East-West, points of North-South)."""

    def __init__(self, lines: Mapping[int, Sequence[tuple[int, int, int]]], order: Sequence[int]) -> None:
        self.lines, self.order = lines, order
        self.marks: dict[int, list[tuple[int, int, Fraction]]] = defaultdict(list)  # entry -> (board, opponent, percent)
        for board, rows in lines.items():
            for ns, ew, points in rows:
                self.marks[ns].append((board, ew, self._percent(points, [other for _, _, other in rows])))
                self.marks[ew].append((board, ns, self._percent(-points, [-other for _, _, other in rows])))

    @staticmethod
    def _percent(own: int, field: Sequence[int]) -> Fraction:
        """Two for each score beaten, one for each equal; made comparable by (M + 1) × E ÷ A − 1; of the top of a full board."""
        won = sum(2 * (own > other) + (own == other) for other in field) - 1
        return 100 * (Fraction((won + 1) * TABLES, len(field)) - 1) / (2 * (TABLES - 1))

    def boards(self, entry: int) -> int:
        return len(self.marks[entry])

    def score(self, entry: int, taken: Fraction = Fraction(0)) -> Fraction:
        """The mean of its boards, so many percent of one board taken."""
        return (sum((percent for _, _, percent in self.marks[entry]), Fraction(0)) - taken) / self.boards(entry)

    def against(self, entry: int, tied: Sequence[int]) -> Fraction:
        return sum((percent - 50 for _, opponent, percent in self.marks[entry] if opponent in tied), Fraction(0))

    def opponents(self, entry: int) -> Fraction:
        return sum((self.score(opponent) for _, opponent, _ in self.marks[entry]), Fraction(0))

    def boards_won(self, entry: int) -> int:
        return sum((percent > 50) + (percent >= 50) for _, _, percent in self.marks[entry])


Rule = Callable[[Field, int, Sequence[int]], Any]
RULES: dict[str, Rule] = {
    "boards_played": lambda field, entry, tied: field.boards(entry),
    "sign_up": lambda field, entry, tied: -field.order.index(entry),
    "head_to_head": lambda field, entry, tied: field.against(entry, tied),
    "opponents": lambda field, entry, tied: field.opponents(entry),
    "boards_won": lambda field, entry, tied: field.boards_won(entry),
}


def listed(field: Field, scores: Mapping[int, Fraction], rules: Sequence[str] = ()) -> List:
    """Who is where, best first; equal ones parted by the rules in their order."""
    found: List = []
    for _, group in groupby(sorted(scores, key=lambda entry: -scores[entry]), key=lambda entry: scores[entry]):
        for same in parted(field, list(group), rules):
            place = f"{len(found) + 1}{'=' if len(same) > 1 else ''}"
            found.extend((entry, place, scores[entry]) for entry in sorted(same))
    return found


def parted(field: Field, tied: list[int], rules: Sequence[str]) -> Iterator[list[int]]:
    if not rules:
        yield tied
        return
    value = {entry: RULES[rules[0]](field, entry, tied) for entry in tied}
    for _, group in groupby(sorted(tied, key=lambda entry: value[entry], reverse=True), key=lambda entry: value[entry]):
        yield from parted(field, list(group), rules[1:])


class Evening:
    """Six pairs, a Howell of ten boards, played so that two pairs are equal in percent but not in anything else; one pair missed two boards."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.session = started(evening(pairs=6, options={"winners": "one"}), make_movement(order_of("howell", "3")), boards_per_set=2)
        self.entries = [entry.pk for entry in entries_of(self.session)]
        self.seatings = list(Seating.objects.live().filter(section__session=self.session).select_related("section__session", "round").order_by("pk"))
        self.field = self._play()
        close_session(self.session, by=actor(), key=fresh_key())
        settle()
        client.force_login(Account.objects.get(username="secretary"))

    def _play(self) -> Field:
        at = dict(Place.objects.live().filter(seating__in=self.seatings, side="NS").values_list("seating", "entry"))
        ew = dict(Place.objects.live().filter(seating__in=self.seatings, side="EW").values_list("seating", "entry"))
        missed = next(seating for seating in self.seatings if self.entries[5] in (at[seating.pk], ew[seating.pk]))
        for seed in range(100_000):
            rng = random.Random(seed)
            made = {(seating.pk, number): rng.choice((8, 9)) for seating in self.seatings for number in self._boards(seating)}
            field = self._field(at, ew, made, missed)
            scores = {entry: field.score(entry) for entry in self.entries}
            tied = [entry for entry in self.entries if list(scores.values()).count(scores[entry]) == 2]
            if len(tied) == 2 and self.entries[5] in tied and all(self._parts(field, tied, rule) for rule in RULES):
                break
        for seating in self.seatings:
            for number in self._boards(seating):
                if seating is missed:
                    scores_ = dict.fromkeys(Side, Unscored.NOT_PLAYED)
                    adjust_board(seating, number, scores_, reason="no time", by=actor(), key=fresh_key(), seen=seen(self.session))
                else:
                    agree(seating, number, Report(Contract(3, Strain.N), Seat.N, made[seating.pk, number]))
        counted = {(row.seating_id, row.board.number): row.ns_points for row in Result.objects.live().select_related("board")}
        assert all(counted[key] == self._points(key[1], made[key]) for key in counted)
        return field

    @staticmethod
    def _boards(seating: Seating) -> range:
        return range(seating.first_board, seating.last_board + 1)

    @staticmethod
    def _points(number: int, tricks: int) -> int:
        """3NT by North; North-South are vulnerable on boards 2, 4, 5, 7 and 10."""
        vulnerable = number in (2, 4, 5, 7, 10)
        return (600 if vulnerable else 400) if tricks == 9 else (-100 if vulnerable else -50)

    def _field(self, ns: Mapping[int, int], ew: Mapping[int, int], made: Mapping[tuple[int, int], int], missed: Seating) -> Field:
        lines: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for (seating, number), tricks in made.items():
            if seating != missed.pk:
                lines[number].append((ns[seating], ew[seating], self._points(number, tricks)))
        return Field(lines, self.entries)

    @staticmethod
    def _parts(field: Field, tied: list[int], rule: str) -> bool:
        return RULES[rule](field, tied[0], tied) != RULES[rule](field, tied[1], tied)

    def at(self, name: str) -> str:
        return reverse(name, args=[self.session.club.slug, self.session.uid])

    def stored(self) -> dict[str, List]:
        """The newest version's lists; in the order of places, equal ones by entry; who has no place after those who have, with "–"."""
        newest = Publication.objects.filter(ranking__session=self.session).latest("version")
        found: dict[str, List] = defaultdict(list)
        for row in Standing.objects.filter(publication=newest).order_by("list", "entry"):
            place = "–" if row.place is None else f"{row.place}{'=' if row.is_tied else ''}"
            found[row.list].append((row.entry_id, place, row.exact))
        return {name: sorted(rows, key=lambda row: (row[1] == "–", row[1], row[0])) for name, rows in found.items()}

    def slip(self, **typed: Any) -> dict[str, Any]:
        """The slip of the conditions as it is opened, with what is typed over it."""
        form = self.client.get(self.at("change_conditions")).context["form"]
        held = {name: form[name].value() for name in form.fields}
        return {name: value for name, value in held.items() if value is not None and value is not False} | {"key": fresh_key()} | typed

    def change(self, before: Mapping[str, List], expected: Mapping[str, List], **typed: Any) -> None:
        """Types new conditions: what moves is shown first, then it is done, published, undone, and the first version is still what it was."""
        self.done(self.at("change_conditions"), self.slip(**typed), before, expected)
        self.undo("undo_conditions", before)

    def done(self, address: str, told: Mapping[str, Any], before: Mapping[str, List], expected: Mapping[str, List]) -> None:
        first = list(Standing.objects.filter(publication__version=1).order_by("pk").values_list("list", "entry", "place", "exact"))
        answer = self.client.post(address, told)
        assert answer.status_code == 200, answer.context["form"].errors
        was = {(name, row[0]): row[1:] for name, rows in before.items() for row in rows}
        moves = {(name, row[0]): (was.get((name, row[0])), row[1:]) for name, rows in expected.items() for row in rows}
        moves = {key: (old, new) for key, (old, new) in moves.items() if old != new}
        shown = {(move.list, move.entry): move for each in answer.context["shown"] for move, _ in each["rows"]}
        assert shown.keys() == moves.keys()
        for key, move in shown.items():
            old, new = moves[key]
            assert (move.place[1] or "–", move.score[1]) == new
            assert (move.place[0] or "–", move.score[0]) == (old or ("–", None))
        assert self.stored() == before
        assert self.client.post(address, {**told, "confirmed": "on"}).status_code == 303
        settle()
        assert self.stored() == expected
        assert list(Standing.objects.filter(publication__version=1).order_by("pk").values_list("list", "entry", "place", "exact")) == first

    def undo(self, name: str, before: Mapping[str, List]) -> None:
        act = Act.objects.filter(undoes__isnull=True, kind__in=("change_conditions", "change_entries", "give_penalty")).latest("pk")
        assert self.client.post(self.at(name), {"act": act.pk, "key": fresh_key()}).status_code == 303
        settle()
        assert self.stored() == before


@pytest.fixture
def played(client: Client) -> Evening:
    """The evening, closed and published."""
    return Evening(client)


def test_tie_breaks_and_the_share_of_boards(played: Evening) -> None:
    field, entries = played.field, played.entries
    scores = {entry: field.score(entry) for entry in entries}
    plain = {"all": listed(field, scores)}
    assert played.stored() == plain
    for rule in RULES:
        played.change(plain, {"all": listed(field, scores, [rule])}, tie_1=rule)
    played.change(plain, {"all": listed(field, scores, ["boards_won", "sign_up"])}, tie_1="boards_won", tie_2="sign_up")
    whole = {entry: score for entry, score in scores.items() if field.boards(entry) == 10}
    rest = [(entry, "–", scores[entry]) for entry in entries if entry not in whole]
    assert len(rest) == 2
    played.change(plain, {"all": listed(field, whole) + rest}, minimum_share="90")
    played.change(plain, plain, minimum_share="80")  # eight of ten boards: the limit itself passes


def test_groups_handicaps_and_a_percent_penalty(played: Evening) -> None:
    field, entries = played.field, played.entries
    scores = {entry: field.score(entry) for entry in entries}
    plain = {"all": listed(field, scores)}
    grades = {entry: ("A", "B", "")[place % 3] for place, entry in enumerate(entries)}
    handicaps = {entry: Fraction(place * place, 4) for place, entry in enumerate(entries)}
    played.change(plain, plain | {"all/handicap": plain["all"]}, handicap="on")
    answer = played.client.post(played.at("change_conditions"), played.slip(strata="A B", handicap="on", confirmed="on"))
    assert answer.status_code == 303, answer.context["form"].errors
    settle()
    before = plain | {"all/handicap": plain["all"]}
    assert played.stored() == before
    graded = before | {
        "all/A": listed(field, {entry: score for entry, score in scores.items() if grades[entry] in ("A", "B")}),
        "all/B": listed(field, {entry: score for entry, score in scores.items() if grades[entry] == "B"}),
        "all/handicap": listed(field, {entry: score + handicaps[entry] for entry, score in scores.items()}),
    }
    typed = {f"stratum_{entry}": grade for entry, grade in grades.items()}
    typed |= {f"handicap_{entry}": str(float(handicap)) for entry, handicap in handicaps.items()}
    played.done(played.at("grades"), typed | {"key": fresh_key()}, before, graded)
    fined = entries_of(played.session)[2]
    taken = {entry: field.score(entry, Fraction(25) if entry == fined.pk else Fraction(0)) for entry in entries}
    lists = {
        "all": listed(field, taken), "all/A": listed(field, {entry: score for entry, score in taken.items() if grades[entry] in ("A", "B")}),
        "all/B": listed(field, {entry: score for entry, score in taken.items() if grades[entry] == "B"}),
        "all/handicap": listed(field, {entry: score + handicaps[entry] for entry, score in taken.items()}),
    }
    told = {"entry": fined.uid, "amount": "25", "unit": "percent", "reason": "late", "key": fresh_key()}
    played.done(played.at("penalty"), told, graded, lists)
    played.undo("undo", graded)
    act = Act.objects.get(kind="change_entries")
    assert played.client.post(played.at("undo_conditions"), {"act": act.pk, "key": fresh_key()}).status_code == 303
    settle()
    assert played.stored() == before

