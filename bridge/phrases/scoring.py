"""Refusals about scoring, awards and ratings."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from bridge.phrases.conditions import setting_words
from bridge.phrases.figures import decimal_text, points_text


def _no_such_points(told: Mapping[str, Any]) -> str:
    nearest = told["nearest"]
    if len(nearest) < 2:
        words = gettext("No contract gives %(points)s points at this vulnerability; the nearest is %(nearest)s.")
        return words % {"points": points_text(told["points"]), "nearest": points_text(nearest[0])}
    words = gettext("No contract gives %(points)s points at this vulnerability; the nearest are %(below)s and %(above)s.")
    return words % {"points": points_text(told["points"]), "below": points_text(nearest[0]), "above": points_text(nearest[1])}


def _setting_out_of_range(told: Mapping[str, Any]) -> str:
    setting, least, most = told["setting"], told["least"], told["most"]
    if setting == "expected_scores":
        return gettext("The table of expected scores has a line for each number of points from %(least)s up, none left out, to %(most)s at most.") % told
    number = {"name": setting_words(setting), "value": _number(told["value"]), "least": _number(least), "most": "" if most is None else _number(most)}
    if most is None:
        return gettext("%(name)s: at least %(least)s, so not %(value)s.") % number
    return gettext("%(name)s: from %(least)s to %(most)s, so not %(value)s.") % number


def _imps_out_of_range(told: Mapping[str, Any]) -> str:
    words = gettext("The scale of IMPs ends at %(most)s, so an artificial score lies between −%(most)s and +%(most)s and is not %(imps)s.")
    return words % {"most": told["most"], "imps": _number(told["imps"])}


def _weight_too_fine(told: Mapping[str, Any]) -> str:
    return gettext("A weight is a whole number of percent from 1 to 100, so not %(percent)s.") % {"percent": _number(100 * Fraction(told["weight"]))}


def _number(value: Any) -> str:
    exact = Fraction(value)
    return decimal_text(exact, next((places for places in range(4) if (exact * 10**places).denominator == 1), 4))


SENTENCES = {
    "scale_empty": _("A scale has a line for each band of margins; there is none."),
    "scale_line_unread": _("Line %(line)s, “%(text)s”, is none of a scale: margins, the winner's points and the loser's are wanted, such as 3-6 11 9."),
    "scale_gap": _("Line %(line)s of the scale begins at a margin of %(found)s; the next one that has no points yet is %(expected)s."),
    "scale_falls": _("Line %(line)s of the scale: with the margin the winner's points rise or stay, the loser's fall or stay, and the winner has no fewer."),
    "scale_negative": _("Line %(line)s of the scale: victory points are not below zero."),
    "nothing_to_compare": _("Fewer than two pairs have points on this board, so there is nothing to compare."),
    "no_results": _("A board needs at least one result, and no more than are expected; %(actual)s of %(expected)s are there."),
    "no_such_points": _no_such_points,
    "percent_out_of_range": _("An artificial score lies between 0 and 100 percent, so not %(percent)s."),
    "penalty_too_high": _("A penalty or a bonus is at most 100 percent, a whole board, so not %(percent)s."),
    "percents_too_high": _("%(ns)s and %(ew)s percent are too much: both sides together get at most 120 (average plus for both)."),
    "imps_out_of_range": _imps_out_of_range,
    "weight_too_fine": _weight_too_fine,
    "weights_must_add_up": _("The weights have to add up to 1, and these add up to %(total)s."),
    "no_such_method": _("There is no way of scoring called “%(code)s”; known are %(known)s."),
    "setting_out_of_range": _setting_out_of_range,
    "pool_without_board": _("A datum pool needs at least one board."),
    "points_held_out_of_range": _("The stronger side holds 20 to 40 high-card points, so not %(hcp)s."),
    "no_such_scale": _("No scale of victory points is for %(boards)s boards."),
    "broken_scale": _("This scale of victory points is broken: it has to begin at 0 and to rise."),
    "no_boards": _("A match needs at least one board."),
    "nothing_to_carry": _("There is nothing to carry forward: boards and matchpoints are needed in both stages."),
    "no_boards_this_week": _("There was no board this week, so there is no rating for it."),
}
