"""Refusals about draws by standing."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext


def _round_not_complete(facts: Mapping[str, Any]) -> str:
    table, board = facts["missing"][0]
    told = {"round": facts["round"], "n": len(facts["missing"]), "table": table, "board": board}
    return ngettext(
        "Round %(round)s is not over: board %(board)s at table %(table)s is open.",
        "Round %(round)s is not over: %(n)s boards are open, the first is board %(board)s at table %(table)s.", told["n"],
    ) % told


def _nothing_certain(facts: Mapping[str, Any]) -> str:
    return ngettext(
        "No further table of round %(round)s is certain while %(missing)s match is being played.",
        "No further table of round %(round)s is certain while %(missing)s matches are being played.", facts["missing"],
    ) % facts


def _too_few_to_draw(facts: Mapping[str, Any]) -> str:
    return ngettext(
        "Three are needed for an event that is drawn by standing; %(entries)s is here.",
        "Three are needed for an event that is drawn by standing; %(entries)s are here.", facts["entries"],
    ) % facts


SENTENCES = {
    "round_not_complete": _round_not_complete,
    "round_not_released": _("Round %(round)s has not begun: its draw is not released."),
    "no_draft": _("There is no draft for round %(round)s: it is being made, or it is released and stays as it is."),
    "last_round_drawn": _("All %(rounds)s rounds are drawn; no draw is left to take part in."),
    "no_triangle_of_eight": _("Teams of eight play no triangle: where their number is odd one sits out."),
    "not_by_itself_of_eight": _("Teams of eight are started by you, when each has its four pairs."),
    "singles_not_drawn": _("Single players change partners by a movement; their rounds are not drawn by standing."),
    "not_drawn_here": _("The rounds of this evening are not drawn by standing."),
    "too_few_to_draw": _too_few_to_draw,
    "nobody_to_pair": _("Nobody is there to be drawn in round %(round)s."),
    "one_entrant_left": _("In round %(round)s one alone is left and has nobody to meet."),
    "all_withdrawn": _("Before round %(round)s everybody has withdrawn, so the event stops."),
    "entrant_twice": _("%(who)s stands in the field more than once."),
    "unknown_entrant": _("%(who)s is not in the field."),
    "meets_itself": _("%(who)s cannot meet itself."),
    "paired_twice": _("%(who)s is drawn twice among what is already fixed."),
    "no_complete_draw": _("The couples that may not meet leave no draw for round %(round)s in which everybody plays."),
    "no_draw_without_rematch": _(
        "In round %(round)s somebody has to meet the same opponents again: %(rematches)s times at least, and the setting allows none."
    ),
    "scores_too_far_apart": _("The scores lie too far apart to be drawn: one of them must be wrong."),
    "drawn_twice": _("%(who)s has more than one place in the draw."),
    "not_drawn": _("%(who)s has no place in the draw."),
    "drawn_though_away": _("%(who)s is drawn but has withdrawn or was never in the field."),
    "forbidden_couple": _("%(one)s and %(other)s are drawn but may not meet."),
    "released_changed": _("The match at table %(table)s was released already and is not in the draw as it was."),
    "table_twice": _("Two matches are drawn at table %(table)s."),
    "wrong_order": _("The draw was made from another order than the standings."),
    "already_released": _("%(who)s has a match that was released already, so it stays as it is."),
    "nothing_to_swap": _("%(one)s and %(other)s cannot change places: they meet each other or are the same."),
    "score_missing_twice": _("%(who)s is in two of the results that are missing."),
    "no_such_order": _("The order of what a draw is judged by names something twice, or something that only decides between equal draws."),
    "two_would_sit_out": _("In round %(round)s %(who)s already sits out, and an odd number is left: take that back before you draw."),
    "recipe_out_of_range": _("The setting “%(setting)s” of an event that runs by itself cannot be %(value)s."),
    "nothing_certain": _nothing_certain,
    "nothing_missing": _("Every result before round %(round)s is in: it is drawn as a whole."),
    "only_teams_early": _("In pairs each result counts for everybody who plays the board, so no table of round %(round)s is certain before all are in."),
    "already_drawn": _("Round %(round)s is drawn as a whole already."),
    "wrong_cost": _("The draw's figures for “%(criterion)s” are not right: %(told)s was told, %(real)s is real."),
}
