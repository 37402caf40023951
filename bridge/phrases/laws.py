"""Refusals about the auction and about what is told of an irregularity."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "auction_not_over": _("After %(calls)s calls the auction is not over, so there is no contract."),
    "no_such_call": _("“%(text)s” is no call: write P, X, XX, or a level and a suit or NT."),
    "no_such_answer": _("“%(text)s” does not answer this question."),
    "contradictory_facts": _("This does not agree with what was told before: “%(told)s”, but it follows “%(follows)s”."),
    "not_in_this_edition": _("This choice does not exist in the Laws that the club plays by."),
}
