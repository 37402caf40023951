"""The desk aloud: what was answered, how an answer is written, computed answers, and the law that a number names."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from bridge.engine.auction import Made
from bridge.engine.cards import Card, Rank, Suit, parse_card
from bridge.engine.contract import Strain
from bridge.engine.laws import words as w
from bridge.engine.laws.book import Coverage
from bridge.engine.laws.case import Form, Question
from bridge.engine.laws.codes import Kind, Option
from bridge.engine.laws.rectification import Finding, Found
from bridge.engine.seats import Seat, Side
from bridge.phrases.figures import decimal_text
from bridge.phrases.laws_menu import answer_words, kind_words, option_words
from bridge.phrases.laws_rulings import detail_text
from bridge.phrases.words import card_text, rank_text, seat_word, side_word, strain_text, suit_word

CHINESE = "zh-hans"


def chinese_term(kind: Kind) -> str:
    """What the Chinese Laws call it, for a reader of another language who sits beside the book."""
    with override(CHINESE):
        return kind_words(kind)


def yes_no_words(answer: bool) -> str:
    """`Yes` or `No`, for a key."""
    return gettext("Yes") if answer else gettext("No")


def word_words(word: StrEnum) -> str:
    """One answer for its key, also where several are given together."""
    own = _WORDS.get(f"{type(word).__name__}.{word.value}")
    return gettext(own) if own else answer_words(word)


def told_words(question: Question[Any], answer: object) -> str:
    """What was answered, for the list of what is told already."""
    if isinstance(answer, tuple):
        return gettext(", ").join(_part(each) for each in answer) or gettext("none")
    if question.form is Form.NUMBER_OR_ALL and answer is w.AllTricks.ALL:
        return gettext("all")
    return _part(answer)


def _part(answer: object) -> str:  # noqa: C901 - one line a kind of answer
    match answer:
        case bool():
            return yes_no_words(answer)
        case tuple():
            return " ".join(_part(each) for each in answer)
        case Made():
            return f"{seat_word(answer.seat)} {detail_text(answer.call)}"
        case Rank():
            return rank_text(answer)
        case Strain():
            return strain_text(answer)
        case Suit():
            return suit_word(answer)
        case Side():
            return side_word(answer)
        case w.Designation():
            return " ".join(_part(each) for each in (answer.form, answer.suit, answer.rank) if each is not None)
        case w.TablePenaltyCard():
            return " ".join(_part(each) for each in (answer.owner, answer.card, answer.degree) if each is not None)
        case w.Restriction():
            return f"{_part(answer.duty)} {_part(answer.suit)}"
        case w.LaterFailure():
            return f"{answer.trick} {_part(answer.suit)}"
        case StrEnum():
            return word_words(answer)
        case w.Weight() | Card() | Seat():
            return detail_text(answer)
    return _number(answer)


def _number(answer: object) -> str:
    numerator, denominator = getattr(answer, "numerator", None), getattr(answer, "denominator", 1)
    if numerator is None:
        return detail_text(answer)  # type: ignore[arg-type]
    return detail_text(numerator) if denominator == 1 else decimal_text(answer, 2)  # type: ignore[arg-type]


def help_words(question: Question[Any], dealer: Seat) -> str:
    """How an answer that has to be written is written; empty where keys are pressed."""
    if question.form is Form.CALLS and question.code == "auction":
        return gettext("In order from %(dealer)s, the dealer: P 1H X 2NT. Empty: nobody had called.") % {"dealer": seat_word(dealer)}
    told = _HELP.get(question.form)
    return gettext(told) if told else ""


def chosen_words(code: str) -> str:
    """An option of the Law that was taken, or the card that was chosen."""
    return option_words(Option(code)) if code in list(Option) else card_text(parse_card(code))


def law_words(law: str) -> str:
    """`Law 54D`; in Chinese the letters stand behind: 规则第54条D."""
    number = len(law) - len(law.lstrip("0123456789"))
    return gettext("Law %(number)s%(section)s") % {"number": law[:number], "section": law[number:]}


def coverage_words(coverage: Coverage) -> str:
    """How a section is covered."""
    return gettext({Coverage.RULED: _("ruled on"), Coverage.PROCEDURE: _("procedure")}[coverage])


def review_words(found: str, costs: str) -> str:
    """What a review found, and what became of its costs: `the ruling stands, deposit returned`."""
    return gettext("%(found)s, %(costs)s") % {"found": gettext(_REVIEWS[found]), "costs": gettext(_COSTS[costs])}


def finding_words(finding: Finding) -> str:
    """A computed answer: `Who wins: East`."""
    what: Iterable[Found] = finding.what if isinstance(finding.what, tuple) else (finding.what,)
    return gettext("%(name)s: %(what)s") % {"name": gettext(_FINDINGS[finding.name]), "what": gettext(", ").join(map(_found, what)) or gettext("none")}


def _found(what: Found) -> str:
    if isinstance(what, str) and not isinstance(what, StrEnum) and what in _FOUND:
        return gettext(_FOUND[what])
    return card_text(what) if isinstance(what, Card) else _part(what)


_REVIEWS = {"stands": _("the ruling stands"), "changed": _("the ruling is changed"), "dismissed": _("dismissed, without merit")}
_COSTS = {"none": _("no deposit"), "returned": _("deposit returned"), "kept": _("deposit kept")}
_WORDS = {
    "Party.NS": _("North-South"), "Party.EW": _("East-West"), "Party.A": _("Team A"), "Party.B": _("Team B"),
    "Blame.none": _("not at fault"), "Blame.partial": _("partly at fault"), "Blame.direct": _("at fault"),
    "Wish.accept": _("wishes to accept"), "Wish.retract": _("wishes it taken back"),
    "Likelihood.most_favourable_likely": _("the best result that was likely for the other side"),
    "Likelihood.most_favourable_at_all_probable": _("the worst result that was at all probable for the offenders"),
    "CardClass.minor": _("minor penalty card"), "CardClass.major": _("major penalty card"),
    "SuitDuty.require_suit": _("must lead or play"), "SuitDuty.forbid_suit": _("may not lead"),
    "Spoken.card": _("suit and rank"), "Spoken.suit": _("a suit alone"), "Spoken.rank": _("a rank alone"), "Spoken.high": _("“high”"),
    "Spoken.low": _("“low”"), "Spoken.win": _("“win”"), "Spoken.anything": _("“anything”"),
    "AllTricks.all": _("all"),
}
_HELP = {
    Form.CALL: _("1NT, X, XX or P"),
    Form.CALLS: _("In order from the player after the offender: P 2H; a call out of turn with its seat: W:P"),
    Form.CARDS: _("SA H10 D4; empty: none"),
    Form.CONTRACT: _("4SX, 3N"),
    Form.NUMBERS: _("Numbers with blanks between them"),
    Form.SEAT_CARDS: _("Seat and card: N:SA E:S4 S:S2 W:SK"),
    Form.PENALTY_CARDS: _("HK, or with its class and owner HK:major:E; empty: none"),
    Form.RESTRICTION: _("require_suit:H or forbid_suit:H"),
    Form.LATER_FAILURE: _("Number of the trick and suit: 7:D"),
}
_FINDINGS = {
    "against": _("Decided against"), "candidates": _("These cards fit the words"), "card": _("The card"), "cards": _("The cards"),
    "claimed": _("Tricks claimed"), "conceded": _("Tricks conceded"), "dummy": _("Dummy"), "first": _("First"), "forbidden": _("May not be played"),
    "later_play": _("Later plays"), "lead": _("The lead is from"), "legal": _("Legal"), "may": _("Allowed"), "may_ask": _("May be asked"),
    "new_declarer": _("Declarer now"), "new_dummy": _("Dummy now"), "prevails": _("What counts"), "second_card_from": _("The second card is played from"),
    "suit": _("The suit"), "td_discretion": _("At the director's discretion"), "until": _("It lasts until"), "winner": _("Who wins the trick"),
}
_FOUND = {
    "loses_lead": _("the player loses the lead"), "void": _("are void"), "evidence": _("may be evidence of what is normal"),
    "contract": _("the contract"), "doubled_or_redoubled_not_by_whom": _("whether it is doubled or redoubled, not by whom"),
    "explanation_of_a_call_or_play": _("what a call or play of the opponents means"),
    "look_at_own_last_card_unless_next_trick_led": _("a look at his own last card, as long as nobody has led to the next trick"),
}
