"""Every code of the laws has its words in both languages: kinds, questions, answers, options, rulings, what follows, doubts, sections."""

import random
from collections.abc import Iterable, Iterator

import pytest
from django.utils import translation

from bridge.engine.errors import EngineError
from bridge.engine.laws.book import sections
from bridge.engine.laws.codes import AuctionEffect, Chooser, Kind, Option, Phase, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.desk import PROCEDURES, rule
from bridge.engine.laws.doubts import OPEN
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt, Rectification
from bridge.phrases.laws_book import section_text, section_words
from bridge.phrases.laws_menu import answer_words, chooser_words, kind_words, option_words, phase_words
from bridge.phrases.laws_questions import question_words
from bridge.phrases.laws_rulings import doubt_words, rectification_words, ruling_words
from tests.engine.law_worlds import random_facts


def everything_said() -> Iterator[str]:
    yield from map(kind_words, Kind)
    yield from map(phase_words, Phase)
    yield from map(option_words, Option)
    yield from map(chooser_words, Chooser)
    yield from map(ruling_words, Ruling)
    effects: Iterable[AuctionEffect | PlayEffect | ScoreEffect] = (*AuctionEffect, *PlayEffect, *ScoreEffect)
    yield from (rectification_words(Rectification(effect)) for effect in effects)
    yield from (doubt_words(Doubt(doubt.code, law)) for doubt in OPEN for law in doubt.laws[:1])
    for procedure in PROCEDURES.values():
        for question in procedure.questions:
            yield question_words(question)
            yield from (answer_words(word) for word in question.words or ())
    for edition in Edition:
        for words in (section_words, section_text):
            yield from (words(edition, section.law) for section in sections(edition))


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_everything_is_said(language: str) -> None:
    with translation.override(language):
        said = list(everything_said())
    assert all(said)
    if language == "zh-hans":
        with translation.override("en"):
            english = list(everything_said())
        assert [one for one, other in zip(english, said, strict=True) if one == other] == []


def test_a_ruling_is_said_with_what_it_is_about() -> None:
    """Random rulings of every kind: each rectification can be said in both languages, and no code shows through."""
    rng = random.Random(11)
    for kind in Kind:
        for edition in Edition:
            try:
                outcome = rule(edition, kind, random_facts(rng, kind))
            except EngineError:
                continue
            for language in ("en", "zh-hans"):
                with translation.override(language):
                    said = [rectification_words(each) for each in outcome.rectifications]
                assert not [text for text in said if "_" in text or "Effect" in text or "Seat." in text]
