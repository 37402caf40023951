"""What everybody of a drawn section had after a round, whatever has come in of later ones: for draws one round in arrears."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from bridge.engine.scoring.reckon import reckon
from bridge.mapping.basis import Basis, basis_of
from bridge.mapping.standings import load_ranking
from bridge.mapping.teams import load_team_ranking, reckon_teams
from bridge.models import EventForm, Place, Ranking, Section


def scores_through(section: Section, boards: int, number: int) -> dict[int, Fraction]:
    """Entry's id -> its total in hundredths after that round; 0 and below: before the first.

    boards   of a round: those of round n follow those of round n - 1
    """
    ranking = Ranking.objects.filter(parts__section=section).select_related("stage__event").order_by("pk").first()
    if ranking is None:
        return {}
    basis = basis_of(ranking)
    resting = Place.objects.live().filter(round__section=section, seating__isnull=True, round__number__lte=number)
    rested = Counter(resting.values_list("entry", flat=True))
    if ranking.stage.event.form == EventForm.TEAMS:
        loaded = load_team_ranking(ranking, basis)
        sheets = tuple(sheet for sheet in loaded.sheets if sheet.match.round.number <= number)
        return {each.who: each.points * 100 for each in reckon_teams(replace(loaded, sheets=sheets, sit_outs=rested))}
    return _pairs_through(ranking, basis, {entry: rounds * boards for entry, rounds in rested.items()}, section.first_board + max(number, 0) * boards)


def _pairs_through(ranking: Ranking, basis: Basis, rested: dict[int, int], end: int) -> dict[int, Fraction]:
    """From the boards below a number alone, with so many boards sat out."""
    loaded = load_ranking(ranking, basis, boards=frozenset(range(end)))
    facts = loaded.facts
    entries = tuple(replace(entry, sit_outs=rested.get(loaded.entry_of[entry.who], 0)) for entry in facts.entries)
    reckoned = reckon(replace(facts, entries=entries))
    return {loaded.entry_of[standing.who]: standing.score * 100 for standing in reckoned.standings if standing.list == "all"}
