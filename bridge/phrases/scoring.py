"""Refusals about scoring, awards and ratings."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "nothing_to_compare": _("Fewer than two pairs have points on this board, so there is nothing to compare."),
    "no_results": _("A board needs at least one result, and no more than are expected; %(actual)s of %(expected)s are there."),
    "no_such_points": _("No contract gives %(points)s points at this vulnerability."),
    "percent_out_of_range": _("An artificial score lies between 0 and 100 percent, so not %(percent)s."),
    "percents_too_high": _("%(ns)s and %(ew)s percent are too much: both sides together get at most 120 (average plus for both)."),
    "weight_too_fine": _("A weight is a positive number of hundredths, so not %(weight)s."),
    "weights_must_add_up": _("The weights have to add up to 1, and these add up to %(total)s."),
    "no_such_method": _("There is no way of scoring called “%(code)s”; known are %(known)s."),
    "setting_out_of_range": _("The setting “%(setting)s” cannot be %(value)s."),
    "pool_without_board": _("A datum pool needs at least one board."),
    "points_held_out_of_range": _("The stronger side holds 20 to 40 high-card points, so not %(hcp)s."),
    "no_such_scale": _("No scale of victory points is for %(boards)s boards."),
    "broken_scale": _("This scale of victory points is broken: it has to begin at 0 and to rise."),
    "no_boards": _("A match needs at least one board."),
    "nothing_to_carry": _("There is nothing to carry forward: boards and matchpoints are needed in both stages."),
    "no_field_to_award": _("Master points need at least one pair that finished."),
    "no_boards_this_week": _("There was no board this week, so there is no rating for it."),
}
