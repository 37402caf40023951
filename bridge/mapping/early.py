"""What a round's draw still waits for: matches without all results, and everything they may still bring. Of teams alone: elsewhere a result counts for all."""

from fractions import Fraction

from bridge.engine.scoring.match_methods import match_method
from bridge.engine.swiss.certain import Missing
from bridge.engine.teams.outcomes import outcomes_of_match
from bridge.engine.teams.ranking import points_of_match
from bridge.mapping.basis import basis_of, load_conditions
from bridge.mapping.swiss import swiss_plan_of, triangle_in_play
from bridge.mapping.teams import match_sheets, whole_matches
from bridge.models import Match, Ranking, Round

TABLES = 2  # of a match


def missing_matches(round_: Round, number_of: dict[int, int]) -> tuple[tuple[Missing[int], ...], tuple[int, ...]]:
    """The matches of earlier rounds without all results, by the numbers of the teams, with all that they can bring in hundredths; the places they sit at.

    The matches of a triangle that goes on in this round are no such: its three are drawn with nobody else.

    raises   NoSuchMethod, NoSuchScale
    """
    ranking = Ranking.objects.filter(parts__section=round_.section).order_by("pk").first()
    assert ranking is not None, "a section that is drawn has its ranking"
    conditions = load_conditions(ranking, basis_of(ranking))
    method = match_method(conditions.method)
    missing: list[Missing[int]] = []
    places: list[int] = []
    plan = swiss_plan_of(round_.section)
    going_on = {match.pk for match in triangle_in_play(round_, plan)} if plan else set()
    tables = TABLES * (plan.couples if plan else 1)
    sheets = match_sheets(Match.objects.live().filter(round__section=round_.section, round__number__lt=round_.number).exclude(pk__in=going_on))
    for whole, of_match in whole_matches(sheets):
        if points_of_match(whole, method, conditions) is None:
            outcomes = outcomes_of_match(len(whole.boards), method, conditions.scale, is_half=whole.is_half)
            scored = tuple((Fraction(home * 100), Fraction(away * 100)) for home, away in outcomes)
            missing.append(Missing(number_of[whole.home], number_of[whole.away], scored))
            places += [(seating.table - round_.section.first_table) // tables + 1 for sheet in of_match for seating in sheet.seatings.values()]
    return tuple(missing), tuple(sorted(set(places)))
