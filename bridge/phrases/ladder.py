"""Refusals about the ladder and its challenges."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "not_on_ladder": _("%(who)s is not on the ladder."),
    "already_on_ladder": _("%(who)s is on the ladder already."),
    "out_of_reach": _("From rung %(from_rung)s one may challenge at most %(steps)s rungs up, so not rung %(to_rung)s."),
    "challenge_open": _("%(who)s has a challenge that is not decided yet."),
    "too_soon_again": _("%(challenger)s challenged %(defender)s a short time ago and may do so again on %(again)s."),
    "no_open_challenge": _("There is no open challenge of %(challenger)s to %(defender)s."),
    "not_overdue": _("The challenge of %(challenger)s to %(defender)s may be played until %(deadline)s."),
    "limit_too_small": _("The setting “%(setting)s” of the ladder is at least %(least)s, so not %(value)s."),
}
