"""A draw read aloud: why two meet, why somebody sits out, what a draw is judged by."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bridge.engine.swiss.draw import Reason, Why
from bridge.engine.swiss.field import Criterion


def reason_text(reason: Reason[Any], name: Callable[[Any], str]) -> str:
    """One reason as a whole sentence; `name` says what an entrant of the draw is called."""
    told = {"who": name(reason.who), "other": "" if reason.other is None else name(reason.other), "n": reason.number}
    return _SENTENCES[reason.why](told)


def criterion_word(criterion: Criterion) -> str:
    """What a draw is judged by: `rematches`."""
    return {
        Criterion.REMATCHES: _("rematches"),
        Criterion.RECENCY: _("how long ago they met"),
        Criterion.WISHES: _("couples better kept apart"),
        Criterion.SIT_OUTS: _("second sit-outs"),
        Criterion.CLOSENESS: _("distance in the standings"),
        Criterion.SIDES: _("balance of the directions"),
        Criterion.RANKS: _("distance in rank"),
        Criterion.LOT: _("lot"),
    }[criterion]


def _met(told: Mapping[str, Any]) -> str:
    if told["n"]:
        return _("%(who)s met %(other)s in round %(n)s.") % told
    return _("%(who)s met %(other)s before.") % told


def _sat_out(told: Mapping[str, Any]) -> str:
    return ngettext("%(other)s, who is lower, has sat out already.", "%(other)s, who is lower, has sat out %(n)s times.", told["n"]) % told


def _sat_out_again(told: Mapping[str, Any]) -> str:
    return ngettext(
        "%(who)s has sat out once already; every draw gives somebody a second sit-out.",
        "%(who)s has sat out %(n)s times already; no draw has a fresher sit-out.", told["n"],
    ) % told


def _rematch(told: Mapping[str, Any]) -> str:
    return ngettext(
        "%(who)s and %(other)s meet again: no draw has fewer rematches.",
        "%(who)s and %(other)s have met %(n)s times and meet again: no draw has fewer rematches.", told["n"],
    ) % told


_SENTENCES: Mapping[Why, Callable[[Mapping[str, Any]], str]] = {
    Why.RELEASED: lambda told: _("Released before."),
    Why.CERTAIN: lambda told: _("Certain, whatever the missing results will be."),
    Why.NEXT: lambda told: _("Neighbours in the standings."),
    Why.SCHEME: lambda told: _("So the first round is drawn."),
    Why.MET: _met,
    Why.FORBIDDEN: lambda told: _("%(who)s may not meet %(other)s.") % told,
    Why.AVOIDED: lambda told: _("%(who)s and %(other)s are better kept apart.") % told,
    Why.CLUBMATES: lambda told: _("%(who)s and %(other)s are of one club.") % told,
    Why.DEARER: lambda told: _("%(who)s against %(other)s would make the draw as a whole worse.") % told,
    Why.REMATCH: _rematch,
    Why.REMATCH_ALLOWED: lambda told: _("%(who)s and %(other)s have met before, which the setting allows.") % told,
    Why.WISH_BROKEN: lambda told: _("%(who)s and %(other)s are better kept apart, but no draw manages that.") % told,
    Why.LOWEST: lambda told: _("%(who)s stands last.") % told,
    Why.LOWEST_WITHOUT_SIT_OUT: lambda told: _("%(who)s is the lowest without a sit-out.") % told,
    Why.SAT_OUT: _sat_out,
    Why.NEEDED: lambda told: _("%(other)s, who is lower, has to play, or the draw as a whole would be worse.") % told,
    Why.SAT_OUT_AGAIN: _sat_out_again,
    Why.TRIANGLE: lambda told: _("The best three for a triangle among the lowest."),
    Why.TRIANGLE_GOES_ON: lambda told: _("The triangle goes on."),
}
