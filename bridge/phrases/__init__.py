"""Sentences for what the engine refuses, in the reader's language.

Each module of a family has a dict `SENTENCES`: code -> English sentence marked by gettext_noop, with the facts of the error as
`%(name)s`. A sentence that depends on a number is a function of the facts instead. A new family is a module and its name in `FAMILIES`.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from bridge.engine.cards import Card
from bridge.engine.contract import Contract, PassedOut
from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat, Side, Vulnerability
from bridge.phrases import accounts, cards, evenings, files, ladder, laws, masterpoints, movements, results, scoring, swiss, teams
from bridge.phrases.figures import decimal_text
from bridge.phrases.words import card_text, contract_text, numbers_text, seat_word, side_word, vulnerability_words

Sentence = str | Callable[[Mapping[str, Any]], str]

FAMILIES = (accounts, cards, evenings, files, ladder, laws, masterpoints, movements, results, scoring, swiss, teams)
SENTENCES: dict[str, Sentence] = {code: sentence for family in FAMILIES for code, sentence in family.SENTENCES.items()}


def phrase(error: EngineError) -> str:
    """The whole sentence for a refusal, in the language now active; a code without a sentence is a KeyError."""
    return sentence_of(error.code, error.facts)


def sentence_of(code: str, facts: Mapping[str, Any]) -> str:
    """The same for a refusal that was kept as its code and facts."""
    sentence = SENTENCES[code]
    if callable(sentence):
        return sentence(facts)
    return gettext(sentence) % {name: spoken(value) for name, value in facts.items()}


def spoken(value: Any) -> str:
    """A fact as it stands in a sentence: a seat by its word, a contract by its signs, numbers in a row."""
    if value is None:
        return "–"
    if isinstance(value, Seat):
        return seat_word(value)
    if isinstance(value, Side):
        return side_word(value)
    if isinstance(value, Vulnerability):
        return vulnerability_words(value)
    if isinstance(value, Card):
        return card_text(value)
    if isinstance(value, Contract | PassedOut):
        return contract_text(value)
    if isinstance(value, Fraction):
        return decimal_text(value, 0 if value.denominator == 1 else 2)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, list | tuple | set | frozenset):
        several = list(value)
        if several and all(type(each) is int for each in several):
            return numbers_text(several)
        return gettext(", ").join(spoken(each) for each in several)
    return str(value)
