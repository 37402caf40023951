"""The points of doubt: where a text is silent, mistranslated or not at hand. A ruling that rests on one carries it; the director confirms it with the book."""

from collections.abc import Callable
from dataclasses import dataclass

from bridge.engine.auction import DOUBLE, REDOUBLE, Position
from bridge.engine.cards import Card, Rank
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Facts
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt
from bridge.engine.seats import Seat

_CN, _WBF = (Edition.CN1999,), (Edition.WBF2017,)
_BOTH = (Edition.CN1999, Edition.WBF2017)


@dataclass(frozen=True, slots=True)
class _Open:
    """One doubt: its code, the editions, the laws that it touches with all their parts; `25=` touches a citation of 25 as a whole alone.

    case   of the facts: is it the case that the doubt is about? None: every case to which one of the laws is applied
    """

    code: str
    editions: tuple[Edition, ...]
    laws: tuple[str, ...]
    case: Callable[[Facts], bool] | None = None


def _open(code: str, editions: tuple[Edition, ...], laws: str, case: Callable[[Facts], bool] | None = None) -> _Open:
    return _Open(code, editions, tuple(laws.split()), case)


def _is_double(told: Facts) -> bool:
    return told.get(f.IRREGULAR_CALL) in (DOUBLE, REDOUBLE)


def _is_replaced_again(told: Facts) -> bool:
    return told.get(f.REPLACEMENT_INSUFFICIENT) is True or told.get(f.PREMATURE_REPLACEMENT) is not None


def _is_self_inflicted(told: Facts) -> bool:
    return told.get(f.NOS_ERROR) is not None


def _is_declarers_revoke_won_by_dummy(told: Facts) -> bool:
    offender = told.get(f.OFFENDER)
    return told.get(f.REVOKE_TRICK_WON) is w.WonBy.PARTNER and (offender is w.Role.DECLARING_SIDE or offender is not None and offender == told.get(f.DECLARER))


def _is_concession_refused(told: Facts) -> bool:
    return told.get(f.PARTNER_OBJECTS_AT_ONCE) is True


def _do_defenders_disagree(told: Facts) -> bool:
    wishes = told.get(f.DEFENDER_WISHES)
    return isinstance(wishes, tuple) and len({wish for _seat, wish in wishes}) > 1


def _is_too_late_for_dummys_card(told: Facts) -> bool:
    return told.get(f.BOTH_SIDES_PLAYED_NEXT) is True


def _is_told_to_win(told: Facts) -> bool:
    said = told.get(f.WORDS)
    return isinstance(said, w.Designation) and said.form is w.Spoken.WIN


def _did_partner_play_on(told: Facts) -> bool:
    return bool(told.get(f.OS_PARTNER_PLAYED_AFTER))


def _is_lhos_own_turn(told: Facts) -> bool:
    """Was it the left-hand opponent's turn, so that his call is both rightful and over the irregular one? True where that is not known."""
    caller, turn, made = told.get(f.CALLER), told.get(f.TURN_SEAT), told.get(f.AUCTION)
    if turn is None and isinstance(made, tuple):
        turn = made[-1].seat.lho if made else told.get(f.DEALER)
    if told.get(f.POSITION) is not None or not isinstance(caller, Seat) or turn is None:
        return told.get(f.POSITION) in (None, Position.LHO_TURN)
    return turn is caller.lho


def _has_lho_called(told: Facts) -> bool:
    return bool(told.get(f.LHO_CALLED)) or told.get(f.LHO_CALL) is not None or told.get(f.LHO_CALLED_OVER) is not None


def _has_partner_called(told: Facts) -> bool:
    return bool(told.get(f.PARTNER_CALLED)) or told.get(f.PARTNER_CALL) is not None


def _is_suit_required(told: Facts) -> bool:
    return told.get(f.CHOICE) is w.PlayChoice.REQUIRE_SUIT


def _is_suit_forbidden(told: Facts) -> bool:
    return told.get(f.CHOICE) is w.PlayChoice.FORBID_SUIT


def _did_dummy_point_it_out(told: Facts) -> bool:
    return told.get(f.DUMMY_ACT) is w.DummyAct.POINT_TO_DEFENDER_IRREGULARITY


def _is_at_rho_turn(told: Facts) -> bool:
    return told.get(f.AT_RHO_TURN) is True


def _could_be_minor(told: Facts) -> bool:
    """Is a small card of a defender among those not played, and does nothing else make it major?"""
    player, declarer = (told.get(f.OFFENDER), *_parts(told.get(f.PLAYERS)))[-1], told.get(f.DECLARER)
    if player is w.Role.DECLARING_SIDE or (isinstance(player, Seat) and isinstance(declarer, Seat) and player.side is declarer.side):
        return False
    if told.get(f.INADVERTENT) is False or told.get(f.OTHER_PC) or told.get(f.OTHER_PCS):
        return False
    cards = [told.get(f.CARD), *_parts(told.get(f.EXTRA)), *(card for card in _parts(told.get(f.VISIBLE)) if card != told.get(f.DESIGNATED))]
    return any(isinstance(card, Card) and card.rank <= Rank.NINE for card in cards)


def _parts(told: object) -> tuple[object, ...]:
    return told if isinstance(told, tuple) else ()


OPEN = (
    # The auction and the general laws.
    _open("rests_on_1997", _CN, " ".join(str(law) for law in range(75, 94))),
    _open("partner_called_over_wrong_hand", _CN, "17D", _has_partner_called),
    _open("lho_call_over_slip", _CN, "25A", _has_lho_called),
    _open("purposeful_change_limited", _CN, "25B2b"),
    _open("illegal_first_call_or_third_call", _CN, "25B2a 25B2b2"),
    _open("whose_call_is_in_rotation", _CN, "28B"),
    _open("word_likely_missing", _CN, "12C2"),
    _open("pass_put_in_place", _CN, "37 38"),
    _open("second_insufficient_or_premature", _CN, "27B3 10C1", _is_replaced_again),
    _open("reference_to_23", _CN, "30B2a 30B2b"),
    _open("conventional_pass_as_bid", _CN, "30C"),
    _open("other_call_is_not_repeated", _CN, "31A2b"),
    _open("rho_call_or_bid", _CN, "32B2"),
    _open("self_inflicted_not_in_text", _CN, "12C1", _is_self_inflicted),
    _open("double_at_lho_turn", _BOTH, "25=", _is_double),
    _open("lho_is_dealer", _BOTH, "28B 29A", _is_lhos_own_turn),
    _open("barred_and_inadmissible", _BOTH, "37", _is_double),
    _open("second_pass_with_other_meaning", _WBF, "30A"),
    _open("lead_restriction_omitted_in_translation", _WBF, "32A2b"),
    _open("first_call_adopted_again", _WBF, "25B2"),
    _open("lapse_of_concentration", _WBF, "25A2"),
    _open("placement_is_unauthorised", _WBF, "13A2 13B 13E"),
    _open("numbering_88_89", _WBF, "88 89"),
    _open("spectators_moved", _WBF, "76"),
    _open("from_knowledge", _WBF, "10C3 12C2c 12C4 14B2 14B3 14B4 40B2c 40B2d 40B4 40B5 40C1 81C5 48 50D2 50E 51 54 56 59 61 64C2b 65B3 66 68D2"),
    # The play.
    _open("trick_won_by_dummy", _CN, "64A", _is_declarers_revoke_won_by_dummy),
    _open("winner_after_substitution", _CN, "63B 43B2b"),
    _open("cards_shown_with_rejected_concession", _CN, "49 68B", _is_concession_refused),
    _open("defenders_disagree", _CN, "55A", _do_defenders_disagree),
    _open("wrong_card_of_dummy_too_late", _CN, "45D", _is_too_late_for_dummys_card),
    _open("declarer_may_still_spread", _BOTH, "54C"),
    _open("damage_of_both_revokes", _WBF, "64C2b"),
    _open("trick_with_too_many_cards", _WBF, "67B2"),
    _open("several_revokes_of_one_side", _BOTH, "64B2"),
    _open("word_win", _CN, "46B1", _is_told_to_win),
    _open("words_fix_no_card", _BOTH, "46B1"),
    _open("withdrawn_lead_is_no_penalty_card", _WBF, "53B"),
    _open("partner_plays_after_announcement", _BOTH, "63A1", _did_partner_play_on),
    _open("two_cards_the_unplayed_one_intended", _BOTH, "58B2 45E1", _could_be_minor),
    _open("play_at_rho_turn", _CN, "45C1", _is_at_rho_turn),
    _open("required_but_unable_picks_up", _BOTH, "50D2a", _is_suit_required),
    _open("breach_without_effect_on_rectification", _BOTH, "43B1", _did_dummy_point_it_out),
    _open("dummy_asked_a_defender", _WBF, "61B2b"),
    _open("how_long_the_ban_lasts", _WBF, "51B", _is_suit_forbidden),
    _open("presumed_declarer_leads", _CN, "24="),
)


def is_part_of(law: str, whole: str) -> bool:
    """Is this section the law or a part of it: `26A2` of `26A` and of `26`, but not `27` of `2`?"""
    if whole.endswith("="):
        return law == whole[:-1]
    return law.startswith(whole) and not (whole[-1].isdigit() and law[len(whole) : len(whole) + 1].isdigit())


def doubts_about(edition: Edition, laws: tuple[str, ...], told: Facts | None = None) -> tuple[Doubt, ...]:
    """The doubts that touch one of these laws in this edition, each once, with the law that it touches.

    told   the facts of a case: doubts about other cases of the same law are left out; None: all that touch the law
    """
    found: dict[str, Doubt] = {}
    for doubt in OPEN:
        if edition not in doubt.editions or (told is not None and doubt.case is not None and not doubt.case(told)):
            continue
        touched = next((law for law in laws if any(is_part_of(law, whole) for whole in doubt.laws)), None)
        if touched:
            found.setdefault(doubt.code, Doubt(doubt.code, touched))
    return tuple(found.values())
