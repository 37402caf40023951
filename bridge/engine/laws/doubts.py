"""The points of doubt: where a text is silent, mistranslated or not at hand. A ruling that rests on one carries it; the director confirms it with the book."""

from dataclasses import dataclass

from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt

_CN, _WBF = (Edition.CN1999,), (Edition.WBF2017,)
_BOTH = (Edition.CN1999, Edition.WBF2017)


@dataclass(frozen=True, slots=True)
class _Open:
    """One doubt: its code, the editions, the laws that it touches with all their parts; `25=` touches a citation of 25 as a whole alone."""

    code: str
    editions: tuple[Edition, ...]
    laws: tuple[str, ...]


def _open(code: str, editions: tuple[Edition, ...], laws: str) -> _Open:
    return _Open(code, editions, tuple(laws.split()))


OPEN = (
    # The auction and the general laws.
    _open("rests_on_1997", _CN, " ".join(str(law) for law in range(75, 94))),
    _open("partner_called_over_wrong_hand", _CN, "17D"),
    _open("lho_call_over_slip", _CN, "25A"),
    _open("purposeful_change_limited", _CN, "25B2b"),
    _open("illegal_first_call_or_third_call", _CN, "25B2a 25B2b2"),
    _open("whose_call_is_in_rotation", _CN, "28B"),
    _open("word_likely_missing", _CN, "12C2"),
    _open("pass_put_in_place", _CN, "37 38"),
    _open("second_insufficient_or_premature", _CN, "27B3 10C1"),
    _open("reference_to_23", _CN, "30B2a 30B2b"),
    _open("conventional_pass_as_bid", _CN, "30C"),
    _open("other_call_is_not_repeated", _CN, "31A2b"),
    _open("rho_call_or_bid", _CN, "32B2"),
    _open("self_inflicted_not_in_text", _CN, "12C1"),
    _open("double_at_lho_turn", _BOTH, "25="),
    _open("lho_is_dealer", _BOTH, "28B 29A"),
    _open("barred_and_inadmissible", _BOTH, "37"),
    _open("second_pass_with_other_meaning", _WBF, "30A"),
    _open("lead_restriction_omitted_in_translation", _WBF, "32A2b"),
    _open("first_call_adopted_again", _WBF, "25B2"),
    _open("lapse_of_concentration", _WBF, "25A2"),
    _open("placement_is_unauthorised", _WBF, "13A2 13B 13E"),
    _open("numbering_88_89", _WBF, "88 89"),
    _open("spectators_moved", _WBF, "76"),
    _open("from_knowledge", _WBF, "10C3 12C2c 12C4 14B2 14B3 14B4 40B2c 40B2d 40B4 40B5 40C1 81C5 48 50D2 50E 51 54 56 59 61 64C2b 65B3 66 68D2"),
    # The play.
    _open("trick_won_by_dummy", _CN, "64A"),
    _open("winner_after_substitution", _CN, "63B 43B2b"),
    _open("cards_shown_with_rejected_concession", _CN, "49 68B"),
    _open("defenders_disagree", _CN, "55A"),
    _open("wrong_card_of_dummy_too_late", _CN, "45D"),
    _open("declarer_may_still_spread", _BOTH, "54C"),
    _open("damage_of_both_revokes", _WBF, "64C2b"),
    _open("trick_with_too_many_cards", _WBF, "67B2"),
    _open("several_revokes_of_one_side", _BOTH, "64B2"),
    _open("word_win", _CN, "46B1"),
    _open("words_fix_no_card", _BOTH, "46B1"),
    _open("withdrawn_lead_is_no_penalty_card", _WBF, "53B"),
    _open("partner_plays_after_announcement", _BOTH, "63A1"),
    _open("two_cards_the_unplayed_one_intended", _BOTH, "58B2 45E1"),
    _open("play_at_rho_turn", _CN, "45C1"),
    _open("required_but_unable_picks_up", _BOTH, "50D2a"),
    _open("breach_without_effect_on_rectification", _BOTH, "43B1"),
    _open("dummy_asked_a_defender", _WBF, "61B2b"),
    _open("how_long_the_ban_lasts", _WBF, "51B"),
    _open("presumed_declarer_leads", _CN, "24"),
)


def is_part_of(law: str, whole: str) -> bool:
    """Is this section the law or a part of it: `26A2` of `26A` and of `26`, but not `27` of `2`?"""
    if whole.endswith("="):
        return law == whole[:-1]
    return law.startswith(whole) and not (whole[-1].isdigit() and law[len(whole) : len(whole) + 1].isdigit())


def doubts_about(edition: Edition, laws: tuple[str, ...]) -> tuple[Doubt, ...]:
    """The doubts that touch one of these laws in this edition, each once, with the law that it touches."""
    found: dict[str, Doubt] = {}
    for doubt in OPEN:
        if edition not in doubt.editions:
            continue
        touched = next((law for law in laws if any(is_part_of(law, whole) for whole in doubt.laws)), None)
        if touched:
            found.setdefault(doubt.code, Doubt(doubt.code, touched))
    return tuple(found.values())
