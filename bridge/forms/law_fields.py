"""The questions of the Law as keys and fields, with what was pressed or written before and what is wrong with it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from bridge.engine.cards import parse_card
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.answers import format_answer
from bridge.engine.laws.case import Form, Question
from bridge.engine.laws.codes import Kind, Option
from bridge.engine.laws.desk import Step, commonest_answer
from bridge.engine.seats import Seat, Side, dealer_of
from bridge.forms.keys import (
    BACK,
    Field,
    Key,
    call_keys,
    card_rows,
    contract_rows,
    count_keys,
    designation_rows,
    hand_rows,
    later_failure_rows,
    over_seven_keys,
    penalty_card_rows,
    rank_keys,
    restriction_rows,
    seat_keys,
    strain_keys,
    suit_keys,
    trick_keys,
    trick_rows,
)
from bridge.forms.law_answers import BY_PART, PREFIX, SEVERAL, Answers, first_caller, weighted_lines, with_seats
from bridge.forms.score_pad import AWAY, listed, outcome_rows, share_row
from bridge.mapping.rulings import answer_name
from bridge.phrases.laws_desk import help_words, word_words, yes_no_words
from bridge.phrases.laws_menu import option_words
from bridge.phrases.laws_questions import question_words
from bridge.phrases.laws_why import why_words
from bridge.phrases.words import card_text, seat_word, side_word
from bridge.queries.desk import IN_TURN

_TRICKS = {
    f.OS_TRICKS_FROM, f.WITH_LEGAL_CARD, f.REMAINING, f.DECLARERS_TRICKS, f.TABLE_TRICKS_NS, f.TD_EXPECTED_NS, f.TRANSFER, f.OUTSTANDING_TRUMP, f.CARDS_SHOWN,
}  # fmt: skip
_TRICKS_FROM_ONE = {f.TRICK, f.CURRENT_TRICK, f.TRICK_WANTED}
_GROUP_OF_TABLES = range(1, 15)
_OFTEN_NONE = {f.OTHER_PCS, f.NOS_PLAYED_AFTER, f.SPECIFIED, f.WITHDRAWN_SPECIFIED, f.LEGAL_SPECIFIED, f.VISIBLE, f.AFFECTED}


def fields_of(kind: Kind, step: Step, answers: Answers, board: int) -> list[Field]:
    """The fields of a page, with what was pressed or written before and what is wrong with it."""
    return [_field(kind, question, step.options, answers, board) for question in step.questions]


def _field(kind: Kind, question: Question[Any], options: Iterable[object], answers: Answers, board: int) -> Field:
    name = PREFIX + answer_name(kind, question)
    typed = answers.typed.get(question)
    text = typed if typed is not None else _usual(question)
    error = answers.errors.get(question) or (_("This has to be answered.") if question in answers.blank else "")
    made = _made(kind, question, name, text, options, board)
    if question.form is Form.CALLS:
        made = replace(made, text=_without_seats(text, first_caller(question, answers.typed.get(f.CALLER, ""), board)))
    if question.form in (Form.CALLS, Form.NUMBERS):
        made = replace(made, presses=_presses(question), is_pressed=answers.pressed is question)
    told = help_words(question, dealer_of(board)) if made.layout in ("text", "number") else _("None: press nothing.") if question in _OFTEN_NONE else made.help
    if question is f.CALLER and kind in IN_TURN:
        told = _("Nothing pressed: whoever was in turn.")
    return replace(made, label=question_words(question), help=told, error=error, why=why_words(question))


def _without_seats(text: str, first: Seat) -> str:
    """The calls alone where they are in rotation from the first caller, each with its seat where they are not."""
    calls = " ".join(part.rpartition(":")[2] for part in text.split())
    return calls if with_seats(calls, first) == text else text


def _presses(question: Question[Any]) -> tuple[Key, ...]:
    """Keys that add one more to what is written, and one that takes the last one back."""
    if question.form is Form.NUMBERS:
        return (*(Key(str(tables), str(tables)) for tables in _GROUP_OF_TABLES), Key(BACK, _("Take back the last number"), wide="seven-wide"))
    keys = call_keys() if question is not f.FOLLOWING_PASSES else (Key("P", _("Pass"), wide="seven-wide"),)
    return (*keys, Key(BACK, _("Take back the last call"), wide="seven-wide"))


def _usual(question: Question[Any]) -> str:
    usual = commonest_answer(question)
    return "" if usual is None or usual == () or question.form is Form.NUMBER else format_answer(usual)


def _made(kind: Kind, question: Question[Any], name: str, text: str, options: Iterable[object], board: int) -> Field:
    if question.form is Form.WEIGHTS:
        return _weighted(name, text, board)
    if question.form is Form.TRICK_CARDS:
        return _trick_cards(name, text)
    if question.form in BY_PART:
        return Field(name, "", "parts", parts=tuple(_parts(question, name, text)))
    if question.form in _ROWS:
        return Field(name, "", "parts", parts=tuple(_ROWS[question.form](name, text)))
    layout, keys = _keys(kind, question, options)
    pressed = text.split() if question.form in SEVERAL else [text]
    shown = tuple(replace(key, pressed=key.value in pressed) for key in keys)
    return Field(name, "", layout, shown, text, several=question.form in SEVERAL)


def _weighted(name: str, text: str, board: int) -> Field:
    """Outcomes with their weights, pressed together one by one."""
    lines = weighted_lines(text)
    shown = listed(name, lines, board)
    return Field(name, "", "list", text=text, parts=(*outcome_rows(name), share_row(name, lines)), items=shown.items, help=shown.wrong)


def _trick_cards(name: str, text: str) -> Field:
    """Cards with the tricks that they won, pressed together one by one."""
    pairs = [part.partition(":") for part in text.split()]
    items = tuple(Key(f"{AWAY}{place}", f"{trick}: {card_text(parse_card(card))}") for place, (trick, _colon, card) in enumerate(pairs))
    tricks = Field(f"{name}.trick", _("In which trick?"), "seven", trick_keys())
    return Field(name, "", "list", text=text, parts=(tricks, *card_rows(f"{name}.card", "")), items=items)


def _parts(question: Question[Any], name: str, text: str) -> Iterator[Field]:
    parts, words = BY_PART[question.form]
    given = dict(part.split(":", 1) for part in text.split() if ":" in part)
    for part in parts:
        label = seat_word(part) if isinstance(part, Seat) else word_words(part)
        value = given.get(part.value, "")
        if question.form is Form.LIKELY_POINTS:
            yield Field(f"{name}.{part.value}", label, "points", text=value, parts=tuple(outcome_rows(f"{name}.{part.value}")))
        elif words is None:
            yield Field(f"{name}.{part.value}", label, "number", text=value)
        else:
            keys = tuple(Key(word.value, word_words(word), word.value == value) for word in words)
            yield Field(f"{name}.{part.value}", label, "three", keys)


def _keys(kind: Kind, question: Question[Any], options: Iterable[object]) -> tuple[str, tuple[Key, ...]]:
    form = question.form
    if form is Form.YES_NO:
        usual = bool(commonest_answer(question))
        return "one", tuple(Key(format_answer(each), yes_no_words(each)) for each in (usual, not usual))
    if form is Form.WORD and question.words is not None:
        return "one", tuple(_word_keys(question.words, options))
    if form is Form.CALL:
        return "seven", over_seven_keys() if kind is Kind.OVER_SEVEN and question is f.IRREGULAR_CALL else call_keys()
    if question in _TRICKS_FROM_ONE:
        return "seven", trick_keys()
    if question is f.PLACE_IN_TRICK:
        return "four", tuple(Key(str(place), str(place)) for place in range(1, 5))
    if question is f.DOUBLED:
        return "three", (Key("0", _("not doubled")), Key("1", "X"), Key("2", "XX"))
    if question in _TRICKS:
        return "seven", count_keys()
    return _PLAIN.get(form, lambda: ("number" if form is Form.NUMBER else "text", ()))()


def _word_keys(words: type[StrEnum], options: Iterable[object]) -> Iterator[Key]:
    """The words of a question; where the Law offers options, those alone and as the Law gives them."""
    offered = [option for option in options if isinstance(option, Option)]
    by_code = {word.value: word for word in words}
    fitting = [option for option in offered if option.value in by_code]
    if fitting:
        yield from (Key(option.value, option_words(option)) for option in fitting)
    else:
        yield from (Key(word.value, word_words(word)) for word in words if word is not w.Role.DECLARING_SIDE)  # who it was is known at the table


_PLAIN: dict[Form, Any] = {
    Form.SEAT: lambda: ("four", seat_keys()),
    Form.SEATS: lambda: ("four", seat_keys()),
    Form.OFFENDER: lambda: ("four", seat_keys()),
    Form.SIDE: lambda: ("one", tuple(Key(side.value, side_word(side)) for side in Side)),
    Form.SIDES: lambda: ("one", tuple(Key(side.value, side_word(side)) for side in Side)),
    Form.SUIT: lambda: ("four", suit_keys()),
    Form.SUITS: lambda: ("four", suit_keys()),
    Form.RANK: lambda: ("seven", rank_keys()),
    Form.STRAIN: lambda: ("seven", strain_keys()),
    Form.NUMBER_OR_ALL: lambda: ("four", (*count_keys(), Key("all", word_words(w.AllTricks.ALL), wide="two-wide"))),
}
_ROWS: dict[Form, Callable[[str, str], Iterable[Field]]] = {
    Form.CARD: card_rows,
    Form.CARDS: hand_rows,
    Form.SEAT_CARDS: trick_rows,
    Form.DESIGNATION: lambda name, _text: designation_rows(name),
    Form.CONTRACT: contract_rows,
    Form.RESTRICTION: restriction_rows,
    Form.LATER_FAILURE: later_failure_rows,
    Form.PENALTY_CARDS: penalty_card_rows,
}
