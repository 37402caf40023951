"""What a director pressed or wrote in answer to the questions of the Law, read back.

A page is a GET form: every answer stands in the query string under `a.` and its name, those of earlier pages as they were read back.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.forms import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from bridge.engine.auction import NoSuchCall, parse_call
from bridge.engine.cards import Rank, Suit
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.answers import format_answer, parse_answer
from bridge.engine.laws.case import Form, Question
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import PROCEDURES
from bridge.engine.seats import Seat, dealer_of, parse_seat
from bridge.forms.keys import BACK, At, all_of, contract_of
from bridge.forms.outcomes import Line, read_said
from bridge.forms.score_pad import ADD, AWAY, line_pressed, pressed_on
from bridge.mapping.rulings import answer_name
from bridge.phrases import phrase

PREFIX = "a."
WAS = "w."  # what an answer was that is being changed: shown, and not told
PRESS = "press."  # one more call of an auction, by a key that sends the page and shows it again
SEVERAL = frozenset((Form.SEATS, Form.SUITS, Form.SIDES, Form.CARDS))
_MAY_BE_NONE = frozenset((
    Form.SEATS, Form.SUITS, Form.SIDES, Form.CALLS, Form.CARDS, Form.NUMBERS, Form.SEAT_CARDS, Form.TRICK_CARDS, Form.PENALTY_CARDS, Form.SEAT_NUMBERS,
    Form.SEAT_WISHES, Form.PARTY_FAULTS, Form.PARTY_NUMBERS, Form.LIKELY_POINTS, Form.WEIGHTS,
))  # fmt: skip
_PARTIES = (w.Party.NS, w.Party.EW)
BY_PART: dict[Form, tuple[Sequence[Any], type[StrEnum] | None]] = {
    Form.PARTY_FAULTS: (_PARTIES, w.Blame),
    Form.PARTY_NUMBERS: (_PARTIES, None),
    Form.LIKELY_POINTS: (tuple(w.Likelihood), None),
    Form.SEAT_NUMBERS: (tuple(Seat), None),
    Form.SEAT_WISHES: (tuple(Seat), w.Wish),
}


@dataclass(slots=True)
class Answers:
    """What was answered so far, in order; what was left blank and what cannot be read, with the reason; the question whose key was pressed."""

    told: dict[Question[Any], object] = field(default_factory=dict)
    blank: set[Question[Any]] = field(default_factory=set)
    errors: dict[Question[Any], str] = field(default_factory=dict)
    typed: dict[Question[Any], str] = field(default_factory=dict)
    pressed: Question[Any] | None = None

    def hidden(self, kind: Kind) -> list[tuple[str, str]]:
        """Names and texts of the answers, for the next page."""
        return [(PREFIX + answer_name(kind, question), format_answer(answer)) for question, answer in self.told.items()]

    def unfinished(self, kind: Kind) -> list[tuple[str, str]]:
        """Names and texts of what is pressed or written and not told yet, to be shown again."""
        return [(WAS + answer_name(kind, question), text) for question, text in self.typed.items() if text and question not in self.told]


def read_answers(kind: Kind, data: QueryDict, board: int) -> Answers:
    """The answers of a query string, in the order in which they stand there; `board` tells the dealer and who is vulnerable."""
    questions = {answer_name(kind, question): question for question in PROCEDURES[kind].questions}
    found = Answers()
    for key in data:
        if key.startswith(WAS) and key.removeprefix(WAS) in questions:
            found.typed[questions[key.removeprefix(WAS)]] = data.get(key) or ""
    for name in dict.fromkeys(key.removeprefix(PREFIX).split(".")[0] for key in data if key.startswith(PREFIX)):
        if name in questions:
            _read(found, questions[name], PREFIX + name, data, board)
    _press(found, questions, data, board)
    return found


def _read(found: Answers, question: Question[Any], name: str, data: QueryDict, board: int) -> None:
    try:
        text = _typed(question, name, data, board)
    except ValidationError as refusal:
        found.typed[question], found.errors[question] = data.get(name, "").strip(), " ".join(refusal.messages)
        return
    found.typed[question] = text
    if not text and question.form not in _MAY_BE_NONE:
        found.blank.add(question)
        return
    try:
        found.told[question] = parse_answer(question, text)
    except EngineError as refusal:
        found.errors[question] = phrase((question.form in (Form.CALL, Form.CALLS) and _no_call_in(text)) or refusal)


def _no_call_in(text: str) -> NoSuchCall | None:
    """What is wrong with calls that cannot be read: the first word that names none."""
    for word in text.split():
        try:
            parse_call(word.rpartition(":")[2])
        except NoSuchCall as refusal:
            return refusal
    return None


def _press(found: Answers, questions: dict[str, Question[Any]], data: QueryDict, board: int) -> None:
    """A key of the page was pressed: what it says stands behind the rest, and nothing else on the page is judged yet."""
    key = next((key for key in data if key.startswith(PRESS) and key.removeprefix(PRESS) in questions), None)
    if key is None:
        return
    name, said = PREFIX + key.removeprefix(PRESS), data.get(key) or ""
    question = found.pressed = questions[key.removeprefix(PRESS)]
    found.blank.clear()
    found.errors.clear()
    text = data.get(name, "")
    if question.form in _LISTED:
        try:
            found.typed[question] = _LISTED[question.form](text, said, _parts_of(data, name), board)
        except ValidationError as refusal:
            found.typed[question], found.errors[question] = text, " ".join(refusal.messages)
    else:
        found.typed[question] = " ".join(text.split()[:-1] if said == BACK else [*text.split(), said])


def _parts_of(data: QueryDict, name: str) -> At:
    return lambda part: " ".join(filter(None, data.getlist(f"{name}.{part}")))


def _typed(question: Question[Any], name: str, data: QueryDict, board: int) -> str:
    """The one text of an answer that may have been given in several fields. Raises ValidationError where one of them is missing."""
    form, at = question.form, _parts_of(data, name)
    if form in SEVERAL:
        return " ".join(filter(None, data.getlist(name)))
    if form in BY_PART and name not in data:
        return " ".join(f"{part.value}:{text}" for part in BY_PART[form][0] if (text := _of_part(form, part.value, at, board)))
    if form in _COMPOSED and name not in data:
        return _COMPOSED[form](at)
    text = data.get(name, "").strip()
    if form in _LISTED:
        return _LISTED[form](text, ADD, at, board) if _BEGUN[form](at) else text
    return with_seats(text, first_caller(question, data.get(PREFIX + f.CALLER.code, ""), board)) if form is Form.CALLS else text


def _of_part(form: Form, part: str, at: At, board: int) -> str:
    """One part; the points of a result may be pressed together in place of being written."""
    line = line_pressed(lambda piece: at(f"{part}.{piece}")) if form is Form.LIKELY_POINTS else ""
    return str(read_said(Line(None, line), board)[0]) if line else at(part).strip()


def first_caller(question: Question[Any], caller: str, board: int) -> Seat:
    """Who makes the first of the calls: the dealer; of calls after an irregular one the player on the left of its caller, where that is told."""
    return dealer_of(board) if question is f.AUCTION or caller not in Seat.__members__ else parse_seat(caller).lho


_WEIGHTED = re.compile(r"([0-9]{1,3}):(-?[0-9]{1,4})")


def weighted_lines(text: str) -> list[Line]:
    """The outcomes of `60:420 40:-50`."""
    parts = [_WEIGHTED.fullmatch(part) for part in text.split()]
    return [Line(Fraction(part[1]), f"{int(part[2]):+d}") for part in parts if part]


def _with_weight(text: str, said: str, at: At, board: int) -> str:
    """`60:420 40:-50` with one outcome more, or without one."""
    lines = pressed_on(weighted_lines(text), said, at)
    return " ".join(f"{100 if line.share is None else line.share}:{read_said(line, board)[0]}" for line in lines)


def _with_trick_card(text: str, said: str, at: At, _board: int) -> str:
    """`5:HA 7:H3` with one card more, or without one."""
    if said.startswith(AWAY):
        return " ".join(part for place, part in enumerate(text.split()) if str(place) != said.removeprefix(AWAY))
    card = all_of(at, "trick", "card.suit", "card.rank")
    if not card:
        raise ValidationError(_("Press the trick, the suit and the rank of the card."))
    return " ".join((*text.split(), f"{at('trick')}:{at('card.suit')}{at('card.rank')}"))


# Answers that are pressed together one by one: what a key makes of the text, and whether anything of the next one is pressed.
_LISTED: dict[Form, Callable[[str, str, At, int], str]] = {Form.WEIGHTS: _with_weight, Form.TRICK_CARDS: _with_trick_card}
_BEGUN: dict[Form, Callable[[At], bool]] = {
    Form.WEIGHTS: lambda at: any(at(part) for part in ("level", "strain", "declarer", "tricks")),
    Form.TRICK_CARDS: lambda at: any(at(part) for part in ("trick", "card.suit", "card.rank")),
}


def _designated(at: At) -> str:
    form, suit, rank = at("form"), at("suit"), at("rank")
    if form not in list(w.Spoken):
        return ""
    said = w.Spoken(form)
    needs_suit, needs_rank = said in (w.Spoken.CARD, w.Spoken.SUIT), said in (w.Spoken.CARD, w.Spoken.RANK)
    if (needs_suit and suit not in Suit.__members__) or (needs_rank and not rank):
        return ""
    named_rank = next((each for each in Rank if each.letter == rank), None) if needs_rank else None
    return format_answer(w.Designation(said, Suit[suit] if needs_suit else None, named_rank))


def _penalty_cards(at: At) -> str:
    """Each card pressed, with the class and the owner that were pressed for all of them."""
    degree, owner = at("degree") or w.CardClass.MAJOR.value, at("owner")
    return " ".join(":".join(filter(None, (card, degree, owner))) for card in at("card").split())


_COMPOSED: dict[Form, Callable[[At], str]] = {
    Form.CARD: lambda at: at("suit") + at("rank"),
    Form.DESIGNATION: _designated,
    Form.CONTRACT: contract_of,
    Form.RESTRICTION: lambda at: all_of(at, "duty", "suit", between=":"),
    Form.LATER_FAILURE: lambda at: all_of(at, "trick", "suit", between=":"),
    Form.PENALTY_CARDS: _penalty_cards,
    Form.SEAT_CARDS: lambda at: " ".join(f"{seat.value}:{card}" for seat in Seat if (card := at(f"{seat.value}.suit") + at(f"{seat.value}.rank"))),
}


def with_seats(text: str, first: Seat) -> str:
    """Calls written without seats are in rotation from the first caller, or from the call before that names its seat."""
    seat, written = first, []
    for word in text.replace(",", " ").replace("，", " ").split():
        named, colon, call = word.rpartition(":")
        if colon and named.upper() in Seat.__members__:
            seat = Seat[named.upper()]
        written.append(f"{seat.value}:{call}")
        seat = seat.lho
    return " ".join(written)
