"""Refusals about the auction and about what is told of an irregularity."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "weights_not_whole": _("The weights of a weighted score have to add up to 100 percent, and these add up to %(percent)s."),
    "no_such_trick": _("A revoke is made on one of the first twelve tricks, so not on trick %(trick)s."),
    "ending_too_long": _("Only endings of at most %(most)s cards a hand are searched through, and these hands have %(cards)s."),
    "uneven_ending": _("Between two tricks all four hands have the same number of cards; these have %(cards)s."),
    "trick_not_complete": _("The trick has only %(cards)s cards, so nobody has won it yet."),
    "auction_not_over": _("After %(calls)s calls the auction is not over, so there is no contract."),
    "no_such_call": _("“%(text)s” is no call: write P, X, XX, or a level and a suit or NT."),
    "no_such_answer": _("“%(text)s” does not answer this question."),
    "contradictory_facts": _("This does not agree with what was told before: “%(told)s”, but it follows “%(follows)s”."),
    "not_in_this_edition": _("This choice does not exist in the Laws that the club plays by."),
    "no_longer_stands": _("This ruling was withdrawn or replaced before."),
    "not_so_many_tricks": _("The offending side won %(tricks)s tricks, so %(moved)s cannot go over."),
    "no_tricks_to_move": _("This board has no tricks that could go over."),
}
