"""The questions of the Law as keys and fields, and what a director pressed or wrote there.

A page is a GET form: every answer stands in the query string under `a.` and its name, those of earlier pages as they were read back.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from bridge.engine.cards import Rank, Suit
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.answers import format_answer, parse_answer
from bridge.engine.laws.case import Form, Question
from bridge.engine.laws.codes import Kind, Option
from bridge.engine.laws.desk import PROCEDURES, Step, commonest_answer
from bridge.engine.seats import Seat, Side
from bridge.mapping.rulings import answer_name
from bridge.phrases import phrase
from bridge.phrases.laws_desk import help_words, word_words, yes_no_words
from bridge.phrases.laws_menu import option_words
from bridge.phrases.laws_questions import question_words
from bridge.phrases.laws_why import why_words
from bridge.phrases.words import rank_text, seat_letter, seat_word, side_word, strain_text

PREFIX = "a."
WAS = "w."  # what an answer was that is being changed: shown, and not told
PRESS = "press."  # one more call of an auction, by a key that sends the page and shows it again
BACK = "back"
_TRICKS = {
    f.OS_TRICKS_FROM, f.WITH_LEGAL_CARD, f.REMAINING, f.DECLARERS_TRICKS, f.TABLE_TRICKS_NS, f.TD_EXPECTED_NS, f.TRANSFER, f.OUTSTANDING_TRUMP, f.CARDS_SHOWN,
}  # fmt: skip
_TRICKS_FROM_ONE = {f.TRICK, f.CURRENT_TRICK, f.TRICK_WANTED}
_SEVERAL = frozenset((Form.SEATS, Form.SUITS, Form.SIDES, Form.CARDS))
_MAY_BE_NONE = frozenset((
    Form.SEATS, Form.SUITS, Form.SIDES, Form.CALLS, Form.CARDS, Form.NUMBERS, Form.SEAT_CARDS, Form.TRICK_CARDS, Form.PENALTY_CARDS, Form.SEAT_NUMBERS,
    Form.SEAT_WISHES, Form.PARTY_FAULTS, Form.PARTY_NUMBERS, Form.LIKELY_POINTS, Form.WEIGHTS,
))  # fmt: skip
_PARTIES = (w.Party.NS, w.Party.EW)
_BY_PART: dict[Form, tuple[Sequence[Any], type[StrEnum] | None]] = {
    Form.PARTY_FAULTS: (_PARTIES, w.Blame),
    Form.PARTY_NUMBERS: (_PARTIES, None),
    Form.LIKELY_POINTS: (tuple(w.Likelihood), None),
    Form.SEAT_NUMBERS: (tuple(Seat), None),
    Form.SEAT_WISHES: (tuple(Seat), w.Wish),
}


At = Callable[[str], str]  # what was pressed in a part of an answer, by the part's name


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it sends, what stands on it, a suit's sign behind that, whether it is pressed, and a width of its own (two-wide, three-wide)."""

    value: str
    label: str
    pressed: bool = False
    suit: str = ""
    wide: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One question on a page.

    layout   keys: one | three | four | seven; fields: text | number
    several  more than one key may be pressed
    parts    further rows of keys or fields that belong to the same answer
    presses  keys that add to what is written: each sends the page, and it is shown again
    why      why the Law asks
    """

    name: str
    label: str
    layout: str
    keys: tuple[Key, ...] = ()
    text: str = ""
    help: str = ""
    error: str = ""
    several: bool = False
    parts: tuple["Field", ...] = ()
    presses: tuple[Key, ...] = ()
    is_pressed: bool = False
    why: str = ""


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


def read_answers(kind: Kind, data: QueryDict, dealer: Seat) -> Answers:
    """The answers of a query string, in the order in which they stand there."""
    questions = {answer_name(kind, question): question for question in PROCEDURES[kind].questions}
    found = Answers()
    for key in data:
        if key.startswith(WAS) and key.removeprefix(WAS) in questions:
            found.typed[questions[key.removeprefix(WAS)]] = data.get(key) or ""
    for name in dict.fromkeys(key.removeprefix(PREFIX).split(".")[0] for key in data if key.startswith(PREFIX)):
        question = questions.get(name)
        if question is None:
            continue
        text = _typed(question, PREFIX + name, data, dealer)
        found.typed[question] = text
        if not text and question.form not in _MAY_BE_NONE:
            found.blank.add(question)
            continue
        try:
            found.told[question] = parse_answer(question, text)
        except EngineError as refusal:
            found.errors[question] = phrase(refusal)
    _press(found, questions, data)
    return found


def _press(found: Answers, questions: dict[str, Question[Any]], data: QueryDict) -> None:
    """A key of the page was pressed: its call stands behind the others, and nothing on the page is judged yet."""
    key = next((key for key in data if key.startswith(PRESS) and key.removeprefix(PRESS) in questions), None)
    if key is None:
        return
    found.pressed = questions[key.removeprefix(PRESS)]
    words = data.get(PREFIX + key.removeprefix(PRESS), "").split()
    said = data.get(key) or ""
    found.typed[found.pressed] = " ".join(words[:-1] if said == BACK else [*words, said])
    found.blank.clear()
    found.errors.clear()


def _typed(question: Question[Any], name: str, data: QueryDict, dealer: Seat) -> str:
    """The one text of an answer that may have been given in several fields."""
    if question.form in _SEVERAL:
        return " ".join(filter(None, data.getlist(name)))
    if question.form in _BY_PART and name not in data:
        parts, _words = _BY_PART[question.form]
        return " ".join(f"{part.value}:{text}" for part in parts if (text := data.get(f"{name}.{part.value}", "").strip()))
    if question.form in _COMPOSED and name not in data:
        return _COMPOSED[question.form](lambda part: " ".join(filter(None, data.getlist(f"{name}.{part}"))))
    text = data.get(name, "").strip()
    return _with_seats(text, dealer) if question is f.AUCTION else text


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


def _all_of(at: At, *parts: str, between: str = "") -> str:
    """The parts of one answer as text; nothing while one of them is missing."""
    told = [at(part) for part in parts]
    return between.join(told) if all(told) else ""


_COMPOSED: dict[Form, Callable[[At], str]] = {
    Form.CARD: lambda at: at("suit") + at("rank"),
    Form.DESIGNATION: _designated,
    Form.CONTRACT: lambda at: (contract + at("doubled")) if (contract := _all_of(at, "level", "strain")) else "",
    Form.RESTRICTION: lambda at: _all_of(at, "duty", "suit", between=":"),
    Form.LATER_FAILURE: lambda at: _all_of(at, "trick", "suit", between=":"),
    Form.PENALTY_CARDS: _penalty_cards,
    Form.SEAT_CARDS: lambda at: " ".join(f"{seat.value}:{card}" for seat in Seat if (card := at(f"{seat.value}.suit") + at(f"{seat.value}.rank"))),
}


def _with_seats(text: str, dealer: Seat) -> str:
    """Calls written without seats are in rotation from the dealer, or from the call before that names its seat."""
    seat, written = dealer, []
    for word in text.replace(",", " ").replace("，", " ").split():
        named, colon, call = word.rpartition(":")
        if colon and named.upper() in Seat.__members__:
            seat = Seat[named.upper()]
        written.append(f"{seat.value}:{call}")
        seat = seat.lho
    return " ".join(written)


def fields_of(kind: Kind, step: Step, answers: Answers, dealer: Seat) -> list[Field]:
    """The fields of a page, with what was pressed or written before and what is wrong with it."""
    return [_field(kind, question, step.options, answers, dealer) for question in step.questions]


def _field(kind: Kind, question: Question[Any], options: Iterable[object], answers: Answers, dealer: Seat) -> Field:
    name = PREFIX + answer_name(kind, question)
    typed = answers.typed.get(question)
    text = typed if typed is not None else _usual(question)
    error = answers.errors.get(question) or (_("This has to be answered.") if question in answers.blank else "")
    made = _made(kind, question, name, text, options)
    if question is f.AUCTION:
        calls = " ".join(part.rpartition(":")[2] for part in text.split()) if _in_rotation(text, dealer) else text
        pad = tuple(replace(key, pressed=False) for key in (*_call_keys(), Key(BACK, _("Take back the last call"), wide="seven-wide")))
        made = replace(made, text=calls, presses=pad, is_pressed=answers.pressed is question)
    written = made.layout in ("text", "number")
    return replace(made, label=question_words(question), help=help_words(question, dealer) if written else "", error=error, why=why_words(question))


def _in_rotation(text: str, dealer: Seat) -> bool:
    return _with_seats(" ".join(part.rpartition(":")[2] for part in text.split()), dealer) == text


def _usual(question: Question[Any]) -> str:
    usual = commonest_answer(question)
    return "" if usual is None or usual == () or question.form is Form.NUMBER else format_answer(usual)


def _made(kind: Kind, question: Question[Any], name: str, text: str, options: Iterable[object]) -> Field:
    if question.form in _BY_PART:
        return Field(name, "", "parts", parts=tuple(_parts(question, name, text)))
    if question.form in _ROWS:
        return Field(name, "", "parts", parts=tuple(_ROWS[question.form](name, text)))
    layout, keys = _keys(kind, question, options)
    pressed = text.split() if question.form in _SEVERAL else [text]
    shown = tuple(replace(key, pressed=key.value in pressed) for key in keys)
    return Field(name, "", layout, shown, text, several=question.form in _SEVERAL)


def _parts(question: Question[Any], name: str, text: str) -> Iterator[Field]:
    parts, words = _BY_PART[question.form]
    given = dict(part.split(":", 1) for part in text.split() if ":" in part)
    for part in parts:
        label = seat_word(part) if isinstance(part, Seat) else word_words(part)
        value = given.get(part.value, "")
        if words is None:
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
    if form is Form.CALL and kind is not Kind.OVER_SEVEN:
        return "seven", _call_keys()
    if question in _TRICKS_FROM_ONE:
        return "seven", _trick_keys()
    if question is f.PLACE_IN_TRICK:
        return "four", tuple(Key(str(place), str(place)) for place in range(1, 5))
    if question is f.DOUBLED:
        return "three", (Key("0", _("not doubled")), Key("1", "X"), Key("2", "XX"))
    if question in _TRICKS:
        return "seven", tuple(Key(str(tricks), str(tricks)) for tricks in range(14))
    return _PLAIN.get(form, lambda: ("number" if form is Form.NUMBER else "text", ()))()


def _word_keys(words: type[StrEnum], options: Iterable[object]) -> Iterator[Key]:
    """The words of a question; where the Law offers options, those alone and as the Law gives them."""
    offered = [option for option in options if isinstance(option, Option)]
    by_code = {word.value: word for word in words}
    fitting = [option for option in offered if option.value in by_code]
    if fitting:
        yield from (Key(option.value, option_words(option)) for option in fitting)
    else:
        yield from (Key(word.value, word_words(word)) for word in words)


def _call_keys() -> tuple[Key, ...]:
    bids = [
        Key(f"{level}{strain.name}", f"{level}{strain_text(strain) if strain is Strain.N else ''}", suit="" if strain is Strain.N else strain.name)
        for strain in Strain for level in range(1, 8)
    ]
    return (*bids, Key("P", _("Pass"), wide="three-wide"), Key("X", "X", wide="two-wide"), Key("XX", "XX", wide="two-wide"))


def _suits(name: str, pressed: str) -> Field:
    return Field(name, "", "four", tuple(Key(suit.name, "", suit.name == pressed, suit.name) for suit in Suit))


def _ranks(name: str, pressed: str) -> Field:
    return Field(name, "", "seven", tuple(replace(key, pressed=key.value == pressed) for key in _rank_keys()))


def _card(name: str, text: str) -> list[Field]:
    return [_suits(f"{name}.suit", text[:1]), _ranks(f"{name}.rank", text[1:])]


def _hand(name: str, text: str) -> list[Field]:
    """Every card of the pack, a row for each suit, to press as many as there are."""
    held = text.split()
    return [
        Field(name, "", "seven", tuple(Key(suit.name + key.value, key.label, suit.name + key.value in held, suit.name, key.wide) for key in _rank_keys()),
              several=True)
        for suit in reversed(Suit)
    ]  # fmt: skip


def _trick(name: str, text: str) -> Iterator[Field]:
    told = dict(part.split(":", 1) for part in text.split() if ":" in part)
    for seat in Seat:
        suits, ranks = _card(f"{name}.{seat.value}", told.get(seat.value, ""))
        yield replace(suits, label=seat_word(seat))
        yield ranks


def _designation(name: str, text: str) -> list[Field]:
    return [Field(f"{name}.form", "", "one", tuple(Key(each.value, word_words(each)) for each in w.Spoken)), *_card(name, "")]


def _contract(name: str, text: str) -> list[Field]:
    levels = tuple(Key(str(level), str(level), text[:1] == str(level)) for level in range(1, 8))
    strains = tuple(replace(key, pressed=text[1:2] == key.value) for key in _strain_keys())
    doubled = tuple(Key(code, words, len(text) > 1 and text[2:] == code) for code, words in (("", _("not doubled")), ("X", "X"), ("XX", "XX")))
    return [Field(f"{name}.level", "", "seven", levels), Field(f"{name}.strain", "", "seven", strains), Field(f"{name}.doubled", "", "three", doubled)]


def _words_of(name: str, words: type[StrEnum], pressed: str) -> Field:
    return Field(name, "", "one", tuple(Key(word.value, word_words(word), word.value == pressed) for word in words))


def _restriction(name: str, text: str) -> list[Field]:
    duty, _colon, suit = text.partition(":")
    return [_words_of(f"{name}.duty", w.SuitDuty, duty), _suits(f"{name}.suit", suit)]


def _later_failure(name: str, text: str) -> list[Field]:
    trick, _colon, suit = text.partition(":")
    return [Field(f"{name}.trick", "", "seven", tuple(replace(key, pressed=key.value == trick) for key in _trick_keys())), _suits(f"{name}.suit", suit)]


def _table_penalty_cards(name: str, text: str) -> list[Field]:
    each = [part.split(":") for part in text.split()]
    cards, degree, owner = " ".join(part[0] for part in each), *[next((part[at] for part in each if len(part) > at), "") for at in (1, 2)]
    seats = tuple(replace(key, pressed=key.value == owner) for key in _seats())
    classes = _words_of(f"{name}.degree", w.CardClass, degree or w.CardClass.MAJOR.value)
    return [*_hand(f"{name}.card", cards), classes, Field(f"{name}.owner", _("whose"), "four", seats)]


_ROWS: dict[Form, Callable[[str, str], Iterable[Field]]] = {
    Form.CARD: _card,
    Form.CARDS: _hand,
    Form.SEAT_CARDS: _trick,
    Form.DESIGNATION: _designation,
    Form.CONTRACT: _contract,
    Form.RESTRICTION: _restriction,
    Form.LATER_FAILURE: _later_failure,
    Form.PENALTY_CARDS: _table_penalty_cards,
}


def _trick_keys() -> tuple[Key, ...]:
    return tuple(Key(str(trick), str(trick), wide="two-wide" if trick == 13 else "") for trick in range(1, 14))


def _strain_keys() -> tuple[Key, ...]:
    return (*_suit_keys(), Key("N", strain_text(Strain.N), wide="three-wide"))


def _rank_keys() -> tuple[Key, ...]:
    return tuple(Key(rank.letter, rank_text(rank), wide="two-wide" if rank is Rank.TWO else "") for rank in reversed(Rank))


def _seats() -> tuple[Key, ...]:
    return tuple(Key(seat.value, seat_letter(seat)) for seat in Seat)


def _suit_keys() -> tuple[Key, ...]:
    return tuple(Key(suit.name, "", suit=suit.name) for suit in Suit)


_PLAIN: dict[Form, Any] = {
    Form.SEAT: lambda: ("four", _seats()),
    Form.SEATS: lambda: ("four", _seats()),
    Form.OFFENDER: lambda: ("four", _seats()),
    Form.SIDE: lambda: ("one", tuple(Key(side.value, side_word(side)) for side in Side)),
    Form.SIDES: lambda: ("one", tuple(Key(side.value, side_word(side)) for side in Side)),
    Form.SUIT: lambda: ("four", _suit_keys()),
    Form.SUITS: lambda: ("four", _suit_keys()),
    Form.RANK: lambda: ("seven", _rank_keys()),
    Form.STRAIN: lambda: ("seven", _strain_keys()),
    Form.NUMBER_OR_ALL: lambda: ("four", (*(Key(str(n), str(n)) for n in range(14)), Key("all", word_words(w.AllTricks.ALL), wide="two-wide"))),
}
