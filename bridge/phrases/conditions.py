"""The conditions of contest in words: each setting's name, its values, and the rule behind it."""

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import CrossImps, Datum, Factoring, MissedBoards, TieBreak, Trim, Winners
from bridge.phrases.figures import decimal_text
from bridge.phrases.outcomes import method_words

NAMES = {
    "method": _("Way of scoring"), "winners": _("Winners"), "factoring": _("Boards with fewer results"), "win": _("For a score beaten"),
    "small_groups": _("Small groups of a fouled board"), "line_step": _("Each line is rounded to"), "cross_imps": _("A line of cross-IMPs"),
    "factor_imps": _("Sums of boards with fewer results are scaled"), "award_imps": _("Average plus in IMPs"), "datum": _("Datum"),
    "trim": _("Left out of the datum"), "trim_each_end": _("So many at each end"), "datum_step": _("The datum is rounded to"),
    "pool_opens": _("A board counts from so many results"), "pool_retires": _("A board takes at most so many results"),
    "linear_compensation": _("Points held count straight"), "expected_scores": _("Table of expected scores"), "missed_boards": _("Boards not played"),
    "minimum_share": _("Ranked from this share of boards"), "tie_breaks": _("Ties are parted by"), "strata": _("Groups"),
    "own_scale": _("Scale of victory points"),
    "handicap": _("Handicap list"), "edition": _("Laws"), "sit_out_percent": _("Each board sat out counts"),
}
RULES = {
    "matchpoints": _("Law 78A: on each board two matchpoints for every score beaten that was made the same way, one for every equal score."),
    "cross_imps": _("Every result is compared with every other one of the board and each difference turned into IMPs (Law 78B)."),
    "butler": _("Every result is compared with the datum, an average of the board's scores, and the difference turned into IMPs (Law 78B)."),
    "datum_pool": _("Every result is compared with the datum of those that came no later; boards open and retire by numbers of results."),
    "compensation": _("Every result is compared with what the side's high-card points are expected to score, and the difference turned into IMPs."),
    "total_points": _("The points of Law 77 are added up (Law 78C)."),
    "vp_continuous": _("The IMPs of a match become victory points to the hundredth, for any number of boards, by the curve of the World Bridge "
                       "Federation of 2013."),
    "vp_discrete": _("The IMPs of a match become whole victory points, 20 at most, by the bands of the World Bridge Federation of 2013."),
    "vp_half_match": _("Half and triangular matches give ten victory points between them."),
    "vp_acbl_20": _("The IMPs of a match become victory points, 20 at most, by the scale of the American league."),
    "vp_acbl_30": _("The IMPs of a match become victory points, 30 at most, by the scale of the American league."),
    "vp_own": _("The IMPs of a match become victory points by a scale that the event has of its own."),
    "total_imps": _("The IMPs of all matches are added up (Law 78B)."),
    "imps_won": _("A team counts the IMPs that it won; what it lost is counted by the others alone (Law 78B)."),
    "board_a_match": _("Each board is won, lost or halved by the difference of both rooms (Law 78D)."),
    "sit_out_percent": _("A scheduled sit-out is usually not scored. Where it counts, it is worth so many percent of a board, or of a full match of teams."),
    "winners": _("A movement in which everybody meets everybody has one list; one in which North-South stay and East-West move has two."),
    "factoring": _("A board with fewer results gives less. Neuberg: (M + 1) × E / A − 1, where M are the matchpoints, A the results and E those of a "
                   "full board (EBU White Book 4.2.3). One rule holds for the whole event."),
    "win": _("Two points or one for each score beaten, half of it for an equal one; percentages are the same."),
    "small_groups": _("A group of two or three results of a fouled board, at most a third of those expected, gets 60 % and 5 % more or less for each "
                      "matchpoint above or below average instead of Neuberg; a single result gets 60 % (EBU White Book 4.2.3.3)."),
    "line_step": _("Fractions are kept unless the conditions of contest say otherwise; halves go away from average."),
    "cross_imps_setting": _("The mean divides by the number of comparisons, so that boards with few results weigh as much as the others."),
    "factor_imps": _("A board with fewer results than expected is multiplied by E / A (EBU White Book 4.2.4)."),
    "award_imps": _("Law 86 gives 3 IMPs for average plus."),
    "datum": _("The mean of the board's scores, or the one in their middle."),
    "trim": _("The usual ladder leaves out no score below four results, one at each end up to ten, and one more for each further fifteen."),
    "datum_step": _("The datum is rounded to a multiple of this, halves away from zero; 10 is usual."),
    "pool": _("A board of the pool counts from its sixth result, all at once; later ones on arrival, until it retires at forty."),
    "linear_compensation": _("IMPs of the score less the points held above 20, instead of the table of expected scores."),
    "expected_scores": _("One line for each number of points from 20 up: points, score not vulnerable, score vulnerable. Empty: the usual table."),
    "missed_boards": _("Percentages need no scaling. A total may be scaled to the boards of the event, so that a sit-out costs nothing."),
    "minimum_share": _("Who played fewer boards is listed without a place."),
    "tie_breaks": _("Equal scores share a place unless the conditions of contest say what parts them, in this order."),
    "strata": _("From the highest down. Each group has a list of its own and of the groups below, so a lower one may place in a higher."),
    "handicap": _("Percent are added to the score of each entry in a list beside the scratch list."),
    "edition": _("By the edition of 2017 average minus is never more than one's own average (Law 12C2); by that of 1997 it is 40 %."),
}
_RULE_OF = {"cross_imps": "cross_imps_setting", "trim_each_end": "trim", "pool_opens": "pool", "pool_retires": "pool"}
VALUES: Mapping[Enum, str] = {
    Factoring.NEUBERG: _("Neuberg"), Factoring.NONE: _("as played"), Factoring.ACBL_TOTAL: _("totals scaled (ACBL)"),
    Factoring.ZERO_CENTRED: _("about zero (Norway)"), Factoring.POLISH: _("mean of percentages (Poland)"),
    CrossImps.MEAN: _("mean for each comparison"), CrossImps.SUM: _("sum of all comparisons"),
    CrossImps.MEAN_OF_ALL: _("mean over all results, one's own too"), Trim.LADDER: _("by the usual ladder"),
    Trim.FIXED: _("a fixed number"), Datum.MEAN: _("mean"), Datum.MEDIAN: _("median"), Winners.ONE: _("one list of all"),
    Winners.TWO: _("North-South and East-West apart"), MissedBoards.AS_PLAYED: _("as played"), MissedBoards.SCALED: _("scaled to the boards of the event"),
    TieBreak.BOARDS_PLAYED: _("more boards played"), TieBreak.SIGN_UP: _("earlier sign-up"), TieBreak.HEAD_TO_HEAD: _("what they made against each other"),
    TieBreak.OPPONENTS: _("the scores of their opponents"), TieBreak.BOARDS_WON: _("more boards above average"), TieBreak.DRAW: _("lot"),
    Edition.CN1999: _("Chinese edition of 1999"), Edition.WBF2017: _("edition of 2017"),
}


def setting_words(setting: str) -> str:
    """A setting by its name."""
    return gettext(NAMES[setting])


def rule_words(setting: str, value: Any = None) -> str:
    """The rule behind a setting; behind the way of scoring, the rule of this one; nothing where a club's own has none here."""
    rule = RULES.get(str(value) if setting == "method" else _RULE_OF.get(setting, setting), "")
    return gettext(rule) if rule else ""


def value_words(setting: str, value: Any) -> str:
    """A setting's value in words."""
    if setting == "method":
        return method_words(value)
    if isinstance(value, Enum):
        return gettext(VALUES[value])
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if setting == "own_scale":
        return _scale_words(value)
    if setting == "expected_scores":
        return gettext("the club's own") if value else gettext("the usual table")
    if isinstance(value, tuple):
        return _list_words(value)
    if value is None:
        return gettext("nothing") if setting == "sit_out_percent" else gettext("exact fractions")
    if setting == "sit_out_percent":
        return gettext("%(percent)s %%") % {"percent": _number(value)}
    if setting == "minimum_share":
        return gettext("%(percent)s %%") % {"percent": value} if value else gettext("any share")
    return _number(Fraction(value))


def _scale_words(rows: Sequence[tuple[int, int, int]]) -> str:
    if not rows:
        return gettext("none")
    words = gettext("from %(least)s IMPs %(winner)s : %(loser)s")
    points = [(least, *(_number(Fraction(each, 100)) for each in both)) for least, *both in rows]
    return gettext("; ").join(words % {"least": least, "winner": winner, "loser": loser} for least, winner, loser in points)


def _list_words(values: Sequence[Any]) -> str:
    told = [gettext(VALUES[value]) if isinstance(value, Enum) else str(value) for value in values]
    return gettext(", ").join(told) if told else gettext("none")


def _number(value: Fraction) -> str:
    places = next((places for places in range(5) if (value * 10**places).denominator == 1), 4)
    return decimal_text(value, places)
