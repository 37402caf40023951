"""Every kind of case can be walked through page by page, in both editions, by pressing keys and writing what the pages say."""

import random

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import translation

from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws.answers import format_answer, parse_answer
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import PROCEDURES, Step, commonest_answer
from bridge.engine.laws.edition import Edition
from bridge.forms.keys import Field
from bridge.forms.law_answers import PREFIX, read_answers
from bridge.forms.law_fields import fields_of
from bridge.mapping.rulings import answer_name, answers_of, answers_to_json
from bridge.queries.desk import asked_next, grouped
from tests.engine.law_worlds import random_answer

LONGEST = 14  # pages of a case


def question_named(kind: Kind, field: Field) -> Question[object]:
    return next(question for question in PROCEDURES[kind].questions if PREFIX + answer_name(kind, question) == field.name)


def filled_in(rng: random.Random, kind: Kind, field: Field) -> list[tuple[str, str]]:
    """What a director presses or writes there."""
    if field.layout == "list":
        return [(field.name, ""), *(pair for part in field.parts for pair in _part(rng, part))]
    if field.layout == "parts":
        return [pair for part in field.parts for pair in _part(rng, part)]
    if field.keys:
        return [(field.name, rng.choice(field.keys).value)]
    if question_named(kind, field) is f.AUCTION:
        return [(field.name, rng.choice(("", "P", "1H P 2C", "1S X")))]
    return [(field.name, random_answer(rng, question_named(kind, field)))]


def _part(rng: random.Random, part: Field) -> list[tuple[str, str]]:
    return [(part.name, rng.choice(part.keys).value if part.keys else str(rng.randint(0, 13)))]


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("kind", Kind)
def test_a_case_is_walked_through(kind: Kind, edition: Edition) -> None:
    for seed in range(4):
        rng, query = random.Random(f"{kind} {edition} {seed}"), QueryDict(mutable=True)
        for _page in range(LONGEST):
            answers = read_answers(kind, query, 1)
            assert not answers.errors, (query.dict(), answers.errors)
            try:
                found = asked_next(edition, kind, answers.told)
            except EngineError:
                break  # random answers may contradict each other; that they are named is tested elsewhere
            if not isinstance(found, Step):
                assert answers_of(kind, answers_to_json(kind, answers.told)) == answers.told
                assert [each for group in grouped(edition, kind, answers.told) for each in group] == list(answers.told.items())
                break
            fields = fields_of(kind, found, answers, 1)
            assert fields, (kind, query.dict())
            for field in fields:
                for name, text in filled_in(rng, kind, field):
                    query.appendlist(name, text)
        else:
            pytest.fail(f"{kind} asks without end: {query.dict()}")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("kind", Kind)
def test_every_question_can_be_shown(kind: Kind, language: str) -> None:
    """Each question of a kind, also those that are only told where they are known, has a field with its words in both languages."""
    with translation.override(language):
        answers = read_answers(kind, QueryDict(), 1)
        for field in fields_of(kind, Step(PROCEDURES[kind].questions), answers, 1):
            shown = render_to_string("bridge/rulings/_keys.html", {"field": field})
            assert field.label and f'name="{field.name}' in shown
            assert len(set(key.value for key in field.keys)) == len(field.keys)


def test_a_key_is_pressed_that_was_pressed_before() -> None:
    query = QueryDict("w.offender=E&w.trick=7&w.kind=restriction&w.established=no")
    answers = read_answers(Kind.REVOKE, query, 1)
    step = asked_next(Edition.WBF2017, Kind.REVOKE, answers.told)
    assert isinstance(step, Step) and answers.told == {}
    pressed = [key.value for field in fields_of(Kind.REVOKE, step, answers, 1) for key in field.keys if key.pressed]
    assert pressed == ["E", "7", "restriction", "no"]


def test_calls_without_seats_go_round_from_the_dealer() -> None:
    answers = read_answers(Kind.INSUFFICIENT_BID, QueryDict("a.auction=1h+p+2nt"), 4)
    assert answers.told[f.AUCTION] == parse_answer(f.AUCTION, "W:1H N:P E:2N")


PRESSED = [
    (Kind.EXPOSED_CARD, f.CARDS, "a.cards=&a.cards=SA&a.cards=DT", "SA DT"),
    (Kind.PENALTY_CARD_TURN, f.PCS, "a.pcs.card=&a.pcs.card=HK&a.pcs.card=H3&a.pcs.degree=major&a.pcs.owner=E", "HK:major:E H3:major:E"),
    (Kind.PENALTY_CARD_TURN, f.PCS, "a.pcs.card=C4&a.pcs.degree=minor", "C4:minor"),
    (Kind.TRICK_WINNER, f.TRICK_CARDS, "a.cards.E.suit=S&a.cards.E.rank=4&a.cards.N.suit=S&a.cards.N.rank=A", "N:SA E:S4"),
    (Kind.SCORE, f.CONTRACT, "a.contract.level=4&a.contract.strain=S&a.contract.doubled=X", "4SX"),
    (Kind.SCORE, f.CONTRACT, "a.contract.level=3&a.contract.strain=N&a.contract.doubled=", "3N"),
    (Kind.RESTRICTION_UNABLE, f.RESTRICTION, "a.restriction.duty=forbid_suit&a.restriction.suit=H", "forbid_suit:H"),
    (Kind.DEFECTIVE_TRICK, f.FAILED_TO_FOLLOW_LATER, "a.failed_to_follow_later.trick=7&a.failed_to_follow_later.suit=D", "7:D"),
]


@pytest.mark.parametrize(("kind", "question", "query", "text"), PRESSED)
def test_keys_of_several_rows_make_one_answer_and_are_pressed_again(kind: Kind, question: Question[object], query: str, text: str) -> None:
    answers = read_answers(kind, QueryDict(query), 1)
    assert not answers.errors and answers.told[question] == parse_answer(question, text)
    ((name, told),) = answers.hidden(kind)
    again = read_answers(kind, _was(name, told), 1)
    (shown,) = fields_of(kind, Step((question,)), again, 1)
    pressed = sorted((part.name, key.value) for part in shown.parts for key in part.keys if key.pressed and key.value)
    asked = sorted((name, value) for name, values in QueryDict(query).lists() for value in values if value)
    assert pressed == asked


def _was(name: str, told: str) -> QueryDict:
    query = QueryDict(mutable=True)
    query["w." + name.removeprefix(PREFIX)] = told
    return query


@pytest.mark.parametrize(("kind", "query", "code"), [
    (Kind.SCORE, "a.contract.level=4", "contract"),
    (Kind.RESTRICTION_UNABLE, "a.restriction.suit=H", "restriction"),
    (Kind.REVOKE, "a.offender=", "offender"),
])
def test_half_an_answer_is_none(kind: Kind, query: str, code: str) -> None:
    answers = read_answers(kind, QueryDict(query), 1)
    assert answers.told == {} and [question.code for question in answers.blank] == [code]


def test_calls_are_pressed_one_by_one_and_taken_back() -> None:
    query = QueryDict("a.auction=1H+P&a.irregular_call=1S&a.offender=&press.auction=2D")
    answers = read_answers(Kind.INSUFFICIENT_BID, query, 1)
    assert answers.pressed is f.AUCTION and answers.typed[f.AUCTION] == "1H P 2D" and not answers.blank
    back = read_answers(Kind.INSUFFICIENT_BID, QueryDict("a.auction=1H+P+2D&press.auction=back"), 1)
    assert back.typed[f.AUCTION] == "1H P"
    (shown,) = fields_of(Kind.INSUFFICIENT_BID, Step((f.AUCTION,)), back, 1)
    assert (shown.text, shown.is_pressed, len(shown.presses)) == ("1H P", True, 39)


def test_the_commonest_answer_stands_first() -> None:
    for kind in Kind:
        for question in PROCEDURES[kind].questions:
            usual = commonest_answer(question)
            (shown,) = fields_of(kind, Step((question,)), read_answers(kind, QueryDict(), 1), 1)
            if shown.layout == "one" and usual is not None and shown.keys and not shown.several:
                assert shown.keys[0].value == format_answer(usual), (kind, question.code)
