"""Keys as they stand in rows on a phone: seats, suits, ranks, calls, contracts, cards; what each sends and what is read back from several rows."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from bridge.engine.cards import Rank, Suit
from bridge.engine.contract import Strain
from bridge.engine.laws import words as w
from bridge.engine.seats import Seat
from bridge.phrases.laws_desk import word_words
from bridge.phrases.words import rank_text, seat_letter, seat_word, strain_text

BACK = "back"

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
    items    what was pressed together so far, each with a key that takes it away
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
    items: tuple[Key, ...] = ()
    is_pressed: bool = False
    why: str = ""


def all_of(at: At, *parts: str, between: str = "") -> str:
    """The parts of one answer as text; nothing while one of them is missing."""
    told = [at(part) for part in parts]
    return between.join(told) if all(told) else ""


def contract_of(at: At) -> str:
    """`4SX` from the rows of `contract_rows`; nothing while one of them is missing."""
    contract = all_of(at, "level", "strain")
    return contract + at("doubled") if contract else ""


def call_keys() -> tuple[Key, ...]:
    """Every call."""
    bids = [
        Key(f"{level}{strain.name}", f"{level}{strain_text(strain) if strain is Strain.N else ''}", suit="" if strain is Strain.N else strain.name)
        for strain in Strain for level in range(1, 8)
    ]
    return (*bids, Key("P", _("Pass"), wide="three-wide"), Key("X", "X", wide="two-wide"), Key("XX", "XX", wide="two-wide"))


def over_seven_keys() -> tuple[Key, ...]:
    """The bids of eight: a higher one is ruled on as they are."""
    return tuple(Key(f"8{strain.name}", f"8{strain_text(strain) if strain is Strain.N else ''}", suit="" if strain is Strain.N else strain.name,
                     wide="three-wide" if strain is Strain.N else "") for strain in Strain)  # fmt: skip


def suit_keys() -> tuple[Key, ...]:
    """The four suits."""
    return tuple(Key(suit.name, "", suit=suit.name) for suit in Suit)


def strain_keys() -> tuple[Key, ...]:
    """The four suits and notrump."""
    return (*suit_keys(), Key("N", strain_text(Strain.N), wide="three-wide"))


def rank_keys() -> tuple[Key, ...]:
    """Ace to two."""
    return tuple(Key(rank.letter, rank_text(rank), wide="two-wide" if rank is Rank.TWO else "") for rank in reversed(Rank))


def seat_keys() -> tuple[Key, ...]:
    """The four seats."""
    return tuple(Key(seat.value, seat_letter(seat)) for seat in Seat)


def trick_keys() -> tuple[Key, ...]:
    """The first trick to the thirteenth."""
    return tuple(Key(str(trick), str(trick), wide="two-wide" if trick == 13 else "") for trick in range(1, 14))


def count_keys() -> tuple[Key, ...]:
    """No trick to thirteen."""
    return tuple(Key(str(tricks), str(tricks)) for tricks in range(14))


def pressed_among(keys: Iterable[Key], value: str) -> tuple[Key, ...]:
    """The keys with the one that sends `value` pressed."""
    return tuple(replace(key, pressed=key.value == value) for key in keys)


def suits_row(name: str, pressed: str) -> Field:
    """A row of suits."""
    return Field(name, "", "four", pressed_among(suit_keys(), pressed))


def card_rows(name: str, text: str) -> list[Field]:
    """A suit and a rank: one card."""
    return [suits_row(f"{name}.suit", text[:1]), Field(f"{name}.rank", "", "seven", pressed_among(rank_keys(), text[1:]))]


def hand_rows(name: str, text: str) -> list[Field]:
    """Every card of the pack, a row for each suit, to press as many as there are."""
    held = text.split()
    return [
        Field(name, "", "seven", tuple(Key(suit.name + key.value, key.label, suit.name + key.value in held, suit.name, key.wide) for key in rank_keys()),
              several=True)
        for suit in reversed(Suit)
    ]  # fmt: skip


def trick_rows(name: str, text: str) -> Iterator[Field]:
    """A card of each seat."""
    told = dict(part.split(":", 1) for part in text.split() if ":" in part)
    for seat in Seat:
        suits, ranks = card_rows(f"{name}.{seat.value}", told.get(seat.value, ""))
        yield replace(suits, label=seat_word(seat))
        yield ranks


def contract_rows(name: str, text: str) -> list[Field]:
    """Level, strain and doubling."""
    levels = tuple(Key(str(level), str(level), text[:1] == str(level)) for level in range(1, 8))
    doubled = tuple(Key(code, words, len(text) > 1 and text[2:] == code) for code, words in (("", _("not doubled")), ("X", "X"), ("XX", "XX")))
    return [
        Field(f"{name}.level", "", "seven", levels), Field(f"{name}.strain", "", "seven", pressed_among(strain_keys(), text[1:2])),
        Field(f"{name}.doubled", "", "three", doubled),
    ]


def words_row(name: str, words: type[StrEnum], pressed: str) -> Field:
    """The words of a vocabulary, one below the other."""
    return Field(name, "", "one", tuple(Key(word.value, word_words(word), word.value == pressed) for word in words))


def designation_rows(name: str) -> list[Field]:
    """What declarer said to dummy."""
    return [Field(f"{name}.form", "", "one", tuple(Key(each.value, word_words(each)) for each in w.Spoken)), *card_rows(name, "")]


def restriction_rows(name: str, text: str) -> list[Field]:
    """A duty and its suit."""
    duty, _colon, suit = text.partition(":")
    return [words_row(f"{name}.duty", w.SuitDuty, duty), suits_row(f"{name}.suit", suit)]


def later_failure_rows(name: str, text: str) -> list[Field]:
    """A trick and the suit that was not followed there."""
    trick, _colon, suit = text.partition(":")
    return [Field(f"{name}.trick", "", "seven", pressed_among(trick_keys(), trick)), suits_row(f"{name}.suit", suit)]


def penalty_card_rows(name: str, text: str) -> list[Field]:
    """Cards on the table, their class and whose they are."""
    each = [part.split(":") for part in text.split()]
    cards, degree, owner = " ".join(part[0] for part in each), *[next((part[at] for part in each if len(part) > at), "") for at in (1, 2)]
    classes = words_row(f"{name}.degree", w.CardClass, degree or w.CardClass.MAJOR.value)
    return [*hand_rows(f"{name}.card", cards), classes, Field(f"{name}.owner", _("whose"), "four", pressed_among(seat_keys(), owner))]
