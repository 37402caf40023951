"""What the director is wanted for, and what people did in an evening, in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

_ABOUT = {
    "call": _("The table calls."),
    "disputed": _("The other side disputes what was entered."),
    "unscheduled": _("A board was played that was not due at this table."),
    "wrong_direction": _("The pairs sat the other way round."),
    "old_plan": _("It was entered for seats that no longer hold."),
    "round_over": _("It came in when the board was settled already."),
    "correction": _("A pair asks for a correction."),
    "late_answer": _("An answer came in too late to count."),
    "ruling": _("A ruling was begun."),
    "query": _("A team queries the board in its match."),
}
_ACTS = {
    "sign_in": _("signed in"), "sign_out": _("signed out"), "pay": _("fee paid"), "take_back_payment": _("payment taken back"),
    "replace_player": _("player replaced"), "set_seed": _("seed set"),
    "change_session": _("settings of the evening changed"), "cancel_session": _("evening cancelled"),
    "start_session": _("evening started"),
    "pause_clock": _("clock paused"), "resume_clock": _("clock started again"), "shift_clock": _("clock moved"), "take_break": _("tea break"),
    "set_round_minutes": _("minutes of a round changed"),
    "call_round": _("round called"), "report_result": _("result entered"), "agree_result": _("result agreed"), "dispute_result": _("result disputed"),
    "request_correction": _("correction asked for"), "accept_results": _("results accepted for the tables"),
    "accept_waiting": _("results accepted by the clock"),
    "correct_result": _("result corrected"), "adjust_board": _("score adjusted"), "give_penalty": _("penalty given"),
    "foul_board": _("board played in different forms"), "change_conditions": _("conditions changed"),
    "change_entries": _("groups and handicaps changed"), "take_away_board": _("board taken away"),
    "call_director": _("director called"),
    "late_pair": _("latecomer seated"), "pair_left": _("went home"), "pairs_exchanged": _("two sat in each other's place"),
    "sides_exchanged": _("North-South and East-West exchanged"), "other_boards": _("other boards lay at a table"),
    "board_elsewhere": _("board played that was not due"), "boards_left_out": _("boards left out"), "boards_rotated": _("boards lay the wrong way"),
    "board_mixed": _("board mixed"), "movement_replaced": _("movement replaced"),
    "rounds_changed": _("rounds cut or added"), "ended_early": _("evening ended early"),
    "draw_round": _("round drawn"), "swap_in_draft": _("places in the draft changed"), "discard_draft": _("draft thrown away"),
    "release_draft": _("draw released"), "close_round": _("round closed"), "withdraw_entry": _("left the event"), "return_entry": _("takes part again"),
    "enter_late": _("came late"), "carry_over": _("points carried over"), "carry_points": _("points carried over by all teams"),
    "release_certain": _("certain tables released"), "plan_event": _("event planned that runs by itself"), "run_event": _("done by the clock"),
    "seat_next_round": _("next round of the bracket seated"), "play_extra_boards": _("extra boards laid out"), "carry_into": _("IMPs brought along"),
    "hand_in_line_up": _("line-up handed in"), "accept_match": _("match accepted"), "forfeit_match": _("match not played"), "sign_up_team": _("team signed up"),
    "query_board": _("board of a match queried"),
    "give_ruling": _("ruling given"), "withdraw_ruling": _("ruling withdrawn"), "keep_half_made": _("ruling left half made"),
    "clear_reminder": _("reminder cleared"), "tell_ruling": _("both sides told of a ruling"), "ask_review": _("review asked for"),
    "hear_review": _("review heard"), "take_call": _("director on the way"),
    "undo": _("undone"), "close_session": _("evening closed"), "reopen_session": _("evening reopened"), "finish_call": _("call dealt with"),
    "take_deals": _("cards of the boards taken"), "draw_lots": _("lots drawn"), "combine_evenings": _("evenings put together"),
    "compare_evenings": _("evenings compared board by board"), "merge_players": _("two records of a player made one"),
    "part_players": _("one player told apart as two again"), "change_member": _("member changed"), "end_membership": _("taken off the list"),
    "import_members": _("members' list taken over"), "name_player": _("account given to a player"), "make_guest": _("guest came in"),
    "add_member": _("member added"),
    "set_parts": _("what counts was set"), "enter_pairs": _("pairs entered from the evenings"), "part_evenings": _("event taken back"),
    "hold_slips": _("phone holds the slips"), "offer_slips": _("phone hands its slips over"),
    "speak_for_pair": _("phone speaks for a pair"), "look_at_board": _("looked at a board before playing it"),
}


_BY_PHONES = frozenset({"sign_in", "hold_slips", "speak_for_pair"})  # what a phone does before it has a grant that could be named


def done_by_words(kind: str, account: str, *, has_device: bool) -> str:
    """Who did something: an account by its name, a phone, or the program by itself."""
    return account or (gettext("a phone") if has_device or kind in _BY_PHONES else gettext("by itself"))


_STATES = {
    "not_in": _("not in"), "disputed": _("disputed"), "agreed": _("agreed"), "ruled": _("decided by the director"), "NS": _("waiting for East-West"),
    "EW": _("waiting for North-South"), "waiting": _("waiting for agreement"), "director": _("with the director"), "asked": _("correction asked for"),
}


def state_words(state: str, by_side: str) -> str:
    """How far a board at a table has come; who reported says whom it waits for."""
    return gettext(_STATES[by_side if state == "waiting" and by_side else state])


def call_words(about: str, facts: Mapping[str, Any]) -> str:
    """Why the director is wanted, with what the table wrote."""
    told = gettext(_ABOUT.get(about, _ABOUT["call"]))
    remark = str(facts.get("remark") or "")
    said = gettext("%(told)s “%(remark)s”") % {"told": told, "remark": remark} if remark else told
    if about != "correction" or not facts.get("disputed_by"):
        return said
    if answer := facts.get("answer"):
        return gettext("%(asked)s The other side does not agree: “%(answer)s”") % {"asked": said, "answer": answer}
    return gettext("%(asked)s The other side does not agree.") % {"asked": said}


def act_words(kind: str) -> str:
    """What an act was: `result corrected`."""
    return gettext(_ACTS[kind]) if kind in _ACTS else kind
