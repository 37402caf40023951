"""How bridge is written on a page. Filters take engine values or the codes that the tables store, and give exact figures and words in the reader's language.

{{ "4SX"|contract }}  {{ tricks|result:contract }}  {{ "HA"|card }}  {{ "S"|suit }}  {{ "N"|seat }}  {{ "NS"|side }}
{{ 420|points }}  {{ -100|signed_points }}  {{ 6125|percent }}  {{ standing.exact|percent }}  {{ 147|matchpoints }}
{{ 500|money }}  {% place 3 tied %}  {% boards 25 28 %}  {% board 28 %}
{{ player|person }}  {{ when|day:club.zone }}  {{ when|clock:club.zone }}  {% field form.contract %}
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any
from unicodedata import east_asian_width
from zoneinfo import ZoneInfo

from django import template
from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from bridge.engine.cards import Card, Suit, parse_card
from bridge.engine.contract import Contract, PassedOut, Strain, parse_contract
from bridge.engine.errors import EngineError
from bridge.engine.movements.families import make_movement
from bridge.engine.scoring.outcome import Unit
from bridge.engine.seats import Seat, Side, dealer_of, vulnerability_of
from bridge.mapping.plans import read_code
from bridge.models import Act, Adjustment, DirectorCall, Player, Session
from bridge.phrases import arithmetic, calls, evenings, figures, moments, movements, names, outcomes, phrase, problems, words

register = template.Library()
_SEATS = {each.value for each in Seat}
_CLASSES = {Suit.C: "club", Suit.D: "diamond", Suit.H: "heart", Suit.S: "spade"}


def _suit_sign(suit: Suit) -> SafeString:
    return format_html('<b class="{}">{}</b>', _CLASSES[suit], words.SYMBOLS[suit])


@register.filter
def suit(value: Suit | str) -> SafeString:
    """A suit's coloured sign for the eye and its name for readers; takes a Suit or its letter."""
    known = value if isinstance(value, Suit) else Suit[value]
    return format_html('<span aria-hidden="true">{}</span><span class="say">{}</span>', _suit_sign(known), words.suit_word(known))


@register.filter
def suit_key(value: str) -> SafeString:
    """A suit on a key: its coloured sign as the key's own child, and its name for readers."""
    known = Suit[value]
    return format_html('<b class="{}" aria-hidden="true">{}</b><span class="say">{}</span>', _CLASSES[known], words.SYMBOLS[known], words.suit_word(known))


@register.filter
def contract(value: Contract | PassedOut | str | None) -> SafeString | str:
    """A contract, `4♠X` for the eye and "four spades doubled" for readers; takes a value or the stored text; nothing for nothing."""
    if value is None or value == "":
        return ""
    known = parse_contract(value) if isinstance(value, str) else value
    if isinstance(known, PassedOut):
        return words.contract_words(known)
    strain: SafeString | str = words.strain_text(known.strain) if known.strain is Strain.N else _suit_sign(Suit(known.strain))
    return format_html(
        '<span class="contract" aria-hidden="true">{}{}{}</span><span class="say">{}</span>',
        known.level, strain, known.doubling.value, words.contract_words(known),
    )


@register.filter
def result(tricks: int | None, of: Contract | PassedOut | str | None) -> SafeString | str:
    """Tricks won against the contract, `+1` for the eye and "1 overtrick" for readers; nothing when passed out or unknown."""
    if tricks is None or of is None or of == "":
        return ""
    known = parse_contract(of) if isinstance(of, str) else of
    if isinstance(known, PassedOut):
        return ""
    return format_html('<span aria-hidden="true">{}</span><span class="say">{}</span>', words.result_text(known, tricks), words.result_words(known, tricks))


@register.filter
def card(value: Card | str | None) -> SafeString | str:
    """A card, `♥A` for the eye and "ace of hearts" for readers; nothing for nothing."""
    if value is None or value == "":
        return ""
    known = parse_card(value) if isinstance(value, str) else value
    return format_html(
        '<span class="nowrap" aria-hidden="true">{}{}</span><span class="say">{}</span>',
        _suit_sign(known.suit), words.rank_text(known.rank), words.card_words(known),
    )


@register.filter
def seat(value: Seat | str | None) -> str:
    """`North`; nothing for nothing."""
    return words.seat_word(Seat(value)) if value else ""


@register.filter
def seat_letter(value: Seat | str | None) -> str:
    """`N`, for keys and narrow columns; nothing for nothing."""
    return words.seat_letter(Seat(value)) if value else ""


@register.filter
def side(value: Side | str | None) -> str:
    """`North-South`, or in an individual the seat, `North`; nothing for nothing."""
    if isinstance(value, str) and value in _SEATS:
        return words.seat_word(Seat(value))
    return words.side_word(Side(value)) if value else ""


@register.filter
def side_letters(value: Side | str | None) -> str:
    """`N-S`, for narrow columns, or in an individual the seat, `N`; nothing for nothing."""
    if isinstance(value, str) and value in _SEATS:
        return words.seat_letter(Seat(value))
    return words.side_letters(Side(value)) if value else ""


@register.filter
def numbered(pair: Any) -> str:
    """By which number a pair is called out, with its line where there are two: `4`, `N-S 4`."""
    return f"{side_letters(pair.line)} {pair.number}".strip()


@register.filter
def points(value: int | None) -> str:
    """Points with a real minus; nothing for nothing."""
    return "" if value is None else figures.points_text(value)


@register.filter
def signed_points(value: int | None) -> str:
    """Points seen from one side, `+420`; nothing for nothing."""
    return "" if value is None else figures.signed(figures.points_text(value))


@register.filter
def percent(value: int | Fraction | None) -> str:
    """A percentage with two decimals and without its sign, from hundredths or exact; nothing for nothing."""
    return "" if value is None else figures.hundredths_text(value)


@register.filter
def money(value: int | None) -> str:
    """A sum with two decimals, from hundredths; nothing for nothing."""
    return "" if value is None else figures.hundredths_text(value)


@register.filter
def matchpoints(value: int | Fraction | None) -> str:
    """Matchpoints, from half-matchpoints or exact; nothing for nothing."""
    return "" if value is None else figures.matchpoints_text(value)


@register.simple_tag
def place(number: int | None, is_tied: bool = False) -> SafeString | str:
    """A place in a list, with the hanging "=" of a tie; nothing for who is not ranked."""
    if number is None:
        return ""
    return format_html('{}<span class="tie">=</span>', number) if is_tied else str(number)


@register.simple_tag
def boards(first: int, last: int) -> str:
    """`25–28`, or `25` alone."""
    return words.range_text(first, last)


@register.inclusion_tag("bridge/_board.html")
def board(number: int) -> dict[str, Any]:
    """The board seen from above: its number, four pockets, the dealer. The page says the same in words beside it."""
    dealer, vulnerability = dealer_of(number), vulnerability_of(number)
    painted = "".join(f" vul-{each.value.lower()}" for each in Side if vulnerability.has(each))
    return {"number": number, "classes": f"deals-{dealer.value.lower()}{painted}"}


@register.filter
def dealer_words(number: int) -> str:
    """`West deals`, for a board's number."""
    return words.dealer_words(dealer_of(number))


@register.filter
def vulnerability_words(number: int) -> str:
    """`North-South vulnerable`, for a board's number."""
    return words.vulnerability_words(vulnerability_of(number))


@register.filter
def person(value: Player | None) -> str:
    """A player's name in the reader's language, whatever the wish to be named: for those who run or play the session."""
    return "" if value is None else names.name_of(value)


@register.filter
def public_person(value: Player | None) -> str:
    """A player's name where everybody reads it."""
    return "" if value is None else names.name_of(value, in_public=True)


@register.filter
def surname(value: Player | None) -> str:
    """The short form of a player's name, for the wall."""
    return "" if value is None else names.surname_of(value, in_public=True)


LONG_NAME = 24  # letters: a longer name is broken into lines where its column is narrow, a shorter one never


def _who(name: str, after: str = "") -> SafeString:
    width = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)  # a character is as wide as two letters
    look = "who long" if width > LONG_NAME else "who"
    return format_html('<span class="{}">{}<i>{}</i></span>', look, name, after) if after else format_html('<span class="{}">{}</span>', look, name)


@register.simple_tag
def pair_names(first: str, second: str = "", between: str = "") -> SafeString:
    """Two names on one line or, on a phone, one under the other; between them a dash, two Chinese names stand without."""
    if not second:
        return _who(first)
    return _who(first, between or (" " if names.is_chinese(first) and names.is_chinese(second) else " – ")) + _who(second)


@register.simple_tag
def pair(value: Any) -> SafeString | str:
    """A pair's names where everybody reads them, on one line or, on a phone, one under the other."""
    if value is None:
        return ""
    told = [names.name_of(player, in_public=True) for player in value.players]
    return pair_names(*told[:2]) if told else _nameless(value)


@register.simple_tag
def pair_short(value: Any) -> SafeString | str:
    """A pair's surnames where everybody reads them."""
    if value is None:
        return ""
    told = [names.surname_of(player, in_public=True) for player in value.players]
    return pair_names(*told[:2]) if told else _nameless(value)


def _nameless(value: Any) -> str:
    """What stands for a pair without names: its number; of a team that its line-up is not told yet."""
    return gettext("line-up not told yet") if getattr(value, "is_untold", False) else str(value.number)


@register.filter
def pair_text(value: Any) -> str:
    """A pair's names as plain text, for titles and sentences."""
    if value is None:
        return ""
    told = [names.name_of(player, in_public=True) for player in value.players]
    return (" " if all(names.is_chinese(name) for name in told) else " – ").join(told) or _nameless(value)


@register.filter
def day(when: datetime | None, zone: str) -> str:
    """The day in the club's zone: `Thursday 26 November`; nothing for nothing."""
    # Translators: a date without its year, in the letters of Django's date format
    return "" if when is None else date_format(localtime(when, ZoneInfo(zone)), pgettext("date", "l j F"))


@register.filter
def full_day(when: datetime | None, zone: str) -> str:
    """The day with its year in the club's zone: `26 November 2026`; nothing for nothing."""
    return "" if when is None else date_format(localtime(when, ZoneInfo(zone)), pgettext("date", "j F Y"))


@register.filter
def clock(when: datetime | None, zone: str) -> str:
    """The time of day in the club's zone: `19:00`; nothing for nothing."""
    return "" if when is None else f"{localtime(when, ZoneInfo(zone)):%H:%M}"


@register.filter
def moment(when: datetime | None, session: Session) -> str:
    """When it was beside an evening, in the club's zone: `20:41`, on another day `25 November, 09:30`; nothing for nothing."""
    return "" if when is None else moments.moment_text(when, session.starts, session.club.zone)


@register.inclusion_tag("bridge/_field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """One field of a form: its name, where to write, what helps, and its error right under it."""
    return {"field": bound, "is_choice": getattr(bound.field.widget, "input_type", "") == "checkbox"}


@register.filter
def entrant(form: str) -> str:
    """What takes part in an event of this form, over a column: `Pair`."""
    return words.entrant_word(form)


@register.filter
def family(code: str) -> str:
    """A family of movements by its name, by its code."""
    return movements.family_word(code)


@register.filter
def choice_words(choice: Any) -> str:
    """What a proposed movement means for the evening; takes a choice of `queries.proposals`."""
    return movements.choice_words(choice.movement, choice.proposal, is_recipe=choice.is_recipe, unkept=choice.unkept)


@register.filter
def trouble_words(kind: str) -> str:
    """What could not be done, by the kind of the job that failed."""
    return evenings.trouble_words(kind)


@register.filter
def way_words(code: str) -> str:
    """A movement for each section, by their codes: `Mitchell, 7 tables, 7 rounds; Howell, 5 tables, 9 rounds`."""
    return movements.ways_words(read_code(each)[0] for each in code.split(";"))


@register.filter
def way_facts(code: str) -> str:
    """What the same means for the evening: `5 rounds of 2, two winners in each section`."""
    told = [read_code(each) for each in code.split(";")]
    return movements.way_facts([make_movement(order) for order, _ in told], told[0][1])


@register.filter
def family_short(code: str) -> str:
    """The same for a narrow column: its short name."""
    return movements.family_short(code)


@register.filter
def sentence(error: EngineError) -> str:
    """The whole sentence for what was refused."""
    return phrase(error)


@register.filter
def whole(value: Fraction | int) -> str:
    """A figure without decimals, halves upwards."""
    return figures.decimal_text(Fraction(value), 0)


@register.filter
def minutes_left(seconds: int) -> str:
    """Time on a clock, `11:40`; past its end with a minus."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02d}"


@register.filter
def minutes_since(at: datetime, now: datetime) -> int:
    """Whole minutes from a time to this one."""
    return max(int((now - at).total_seconds()) // 60, 0)


@register.filter
def board_state(state: str, by_side: str) -> str:
    """How far a board at a table has come, in words; who reported says whom it waits for."""
    return calls.state_words(state, by_side)


@register.filter
def call_words(call: DirectorCall) -> str:
    """What the director is wanted for."""
    return calls.call_words(call.about, call.facts)


@register.filter
def is_seen(number: int | None, boards: frozenset[int] | None) -> bool:
    """May the reader see what happened on this board? `boards` as `permissions.boards_seen` gives them; what is about no board everybody may."""
    return not number or boards is None or number in boards


@register.filter
def call_about(call: DirectorCall) -> str:
    """What the director is wanted for, without what the table wrote."""
    return calls.call_words(call.about, {})


@register.filter
def act_words(act: Act) -> str:
    """What an act was."""
    return calls.act_words(act.kind)


@register.filter
def done_by(act: Act) -> str:
    """Who did it."""
    return calls.done_by_words(act.kind, str(act.account or ""), has_device=act.device_id is not None)


@register.filter
def method(code: str) -> str:
    """A method of scoring by its name."""
    return outcomes.method_words(code)


@register.filter
def unit(code: str) -> str:
    """What a method counts in."""
    return outcomes.unit_words(code)


@register.filter
def outcome(stored: Any) -> str:
    """What a board counts as where a director decided; nothing for a table's own result."""
    return outcomes.outcome_words(stored)


@register.filter
def extra(marks: Fraction, side: str = "") -> str:
    """A penalty or bonus of a board in its marks: `penalty for North-South: −1.20`."""
    return outcomes.extra_marks_words(marks, side)


@register.filter
def taken_words(taken: Any) -> str:
    """A penalty or bonus on a total: `penalty of 10 %`; takes what `queries.results` tells of it."""
    return arithmetic.penalty_words(taken.amount, Unit.PERCENT if taken.is_percent else Unit.METHOD)


@register.filter
def decision(row: Adjustment) -> str:
    """What a director gave one side of a board, with the penalty or bonus on top."""
    return outcomes.decision_words(row.kind, row.value)


@register.simple_tag
def mark(value: Fraction | None, method: str, places: int) -> str:
    """What a board brought, in the method's unit, with the decimals of its column; nothing for nothing."""
    return "" if value is None else figures.mark_text(value, method, places)


@register.filter
def exact(value: Fraction | int) -> str:
    """The value as a whole number or a fraction, nothing rounded."""
    return arithmetic.exact_text(value)


@register.filter
def in_percent(value: Fraction) -> str:
    """A part of a whole: `60 %`."""
    return f"{figures.decimal_text(100 * value, 0 if (100 * value).denominator == 1 else 2)} %"


@register.filter
def hand_ranks(letters: Sequence[str]) -> str:
    """The cards of a suit in a hand, `A 10 7`; a dash for none."""
    return " ".join("10" if letter == "T" else letter for letter in letters) or "–"


@register.filter
def listed(several: Iterable[object]) -> str:
    """Things of one kind one after the other, in the order given: `3, 5`, in Chinese `3、5`."""
    return gettext(", ").join(map(str, several))


@register.filter
def beside(several: Iterable[Any], others: Iterable[Any]) -> Iterable[tuple[Any, Any]]:
    """Two rows of the same length, one of each at a time: the head of a column beside its cell."""
    return zip(several, others, strict=True)


@register.filter
def opposite_points(value: int | None) -> str:
    """Points from East-West's side, for North-South's; nothing for nothing."""
    return "" if value is None else figures.points_text(-value)


@register.filter
def signed_hundredths(value: Fraction | None) -> str:
    """An exact figure with its sign and two decimals; nothing for nothing."""
    return "" if value is None else figures.signed(figures.hundredths_text(value))


@register.filter
def problem_words(problem: Mapping[str, Any]) -> str:
    """Why a ranking has no figures, from what it stores."""
    return problems.problem_words(problem)


@register.simple_tag
def scoring_note(kind: str, results: int, needed: int) -> str:
    """Why a board has no marks."""
    return outcomes.note_words(kind, results, needed)
