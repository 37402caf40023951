"""Refusals about members, sign-in, starting, running and closing an evening."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _


def _still_open(facts: Mapping[str, Any]) -> str:
    """How many boards and calls are open; which they are stands in the list of the page."""
    n = len(facts["boards"])
    boards = ngettext("%(n)d result is neither agreed nor ruled.", "%(n)d results are neither agreed nor ruled.", n) % {"n": n}
    if not facts["calls"]:
        return boards
    calls = ngettext("%(n)d call waits for the director.", "%(n)d calls wait for the director.", facts["calls"]) % {"n": facts["calls"]}
    return gettext("%(first)s %(second)s") % {"first": boards, "second": calls}


def _by_entry(of_pairs: str, of_singles: str) -> Callable[[Mapping[str, Any]], str]:
    """What is said of a pair, and what of a single player."""
    return lambda facts: gettext(of_singles if facts["is_single"] else of_pairs) % facts


def _both_sat(facts: Mapping[str, Any]) -> str:
    told = {"evening": facts["evening"], "day": date_format(facts["day"], pgettext("date", "j F Y"))}
    return gettext("Both sat in “%(evening)s” on %(day)s, so they are two people.") % told


_TROUBLES = {
    "score_ranking": _("The ranking could not be reckoned."),
    "publish_ranking": _("The ranking could not be published."),
    "award_ranking": _("The master points could not be entered."),
    "copy_database": _("The database could not be copied."),
    "accept_waiting": _("What waited for agreement could not be accepted by the clock."),
}


def trouble_words(kind: str) -> str:
    """What a job that failed would have done, by its kind."""
    return gettext(_TROUBLES[kind])


SENTENCES = {
    "called_already": _("Round %(round)s has been called already."),
    "dealt_with": _("This call has been dealt with already."),
    "name_missing": _("Write the person's name."),
    "number_taken": _("Another member has the number %(number)s."),
    "the_same_record": _("This is the very same record. Choose another one."),
    "merged_already": _("One of the two is part of another record meanwhile. Look at it as it is now, then decide."),
    "both_sat": _both_sat,
    "both_named": _("Both are named in “%(event)s”, so they are two people."),
    "known_elsewhere": _("One of the two is known at “%(club)s” too, and its secretary has not agreed to this."),
    "still_sits": _("The record that would go sits in “%(evening)s”, which is not over. Make the two one when it is closed."),
    "same_person_twice": _("A pair is two people; this is the same one twice."),
    "already_here": _by_entry(_("This player is signed in already, with somebody else."), _("This player is signed in already.")),
    "already_seated": _by_entry(
        _("This pair has its place in the movement and cannot be signed out."), _("This player has a place in the movement and cannot be signed out."),
    ),
    "pair_is_full": _by_entry(_("This pair has its two players already."), _("In an individual each player signs in alone.")),
    "table_is_full": _by_entry(
        _("%(signed_in)s pairs have signed in at table %(table)s; the secretary signs in the next one."),
        _("%(signed_in)s players have signed in at table %(table)s; the secretary signs in the next one."),
    ),
    "only_before_the_start": _("The evening has begun, so this can no longer be done."),
    "session_is_closed": _("The evening is closed, so this can no longer be done."),
    "no_ties_by_lot": _("The conditions of contest part no ties by lot."),
    "too_few_evenings": _("An event of several evenings has at least two; %(evenings)s are chosen."),
    "unlike_evenings": _("Evenings in percent and evenings in IMPs or points cannot be put together."),
    "weight_out_of_range": _("An evening weighs more than 0 and at most 100, not %(weight)s."),
    "carry_needs_matchpoints": _("This formula carries matchpoints forward: every evening needs them, unscaled. Choose the sum or the mean instead."),
    "counts_in_itself": _("An event cannot be a part of itself, nor of one of its parts."),
    "counted_elsewhere": _("“%(event)s” is made of this event. Take that one back first."),
    "only_carried": _("Everything is carried forward; mark at least one evening that it is carried into."),
    "no_common_board": _("These evenings have no board number in common, so no board can be compared over all of them."),
    "other_cards": _("Only boards with the same cards can be compared, and these had different ones: %(boards)s."),
    "pairs_and_singles": _("Evenings of pairs and evenings of single players cannot be put together."),
    "not_published": _("A final is made of a published ranking. This one is published when all its evenings are closed."),
    "another_version": _("The ranking was published anew meanwhile, as version %(version)s. Here is who plays by that."),
    "nobody_there": _("Nobody has a place from %(first)s to %(last)s in this ranking."),
    "already_started": _("The evening runs already."),
    "not_running": _("The evening does not run."),
    "not_closed": _("The evening is not closed yet."),
    "still_open": _still_open,
    "entry_not_placed": _("A pair stands at two places of the movement, or at a place that it does not have."),
    "tables_overlap": _("Two sections would use table %(table)s."),
}
