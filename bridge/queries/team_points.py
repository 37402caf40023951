"""Why a team has its points: what each match brought, rounds sat out, what it began with and what was taken from it, as at the stored ranking."""

from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.teams.ranking import award_of_sit_out, points_of_match
from bridge.mapping.teams import load_team_ranking, whole_matches
from bridge.models import Entry, Session
from bridge.queries.matches import ranking_shown


@dataclass(frozen=True, slots=True)
class FromMatch:
    """What a match brought a team, against the team of this name."""

    number: int
    opponents: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class TeamPoints:
    """The sum of a team's points; `award` of each round sat out, `others` what it began with less what was taken from it."""

    matches: tuple[FromMatch, ...]
    sit_outs: int
    award: Fraction
    others: Fraction

    @property
    def sat_out(self) -> Fraction:
        """All rounds sat out."""
        return self.sit_outs * self.award

    @property
    def total(self) -> Fraction:
        """What the ranking shows."""
        return sum((match.points for match in self.matches), self.sat_out + self.others)


def points_of_team(session: Session, entry: Entry) -> TeamPoints | None:
    """The points of a team; None before there is a ranking, in a knock-out, and where no method makes points of matches."""
    ranking, published = ranking_shown(session)
    basis = published.basis if published else ranking.basis if ranking else {}
    if ranking is None or not basis:
        return None
    loaded = load_team_ranking(ranking, basis)
    if loaded.carried is not None:
        return None
    played, found = whole_matches(loaded.sheets), []
    try:
        method = match_method(loaded.conditions.method)
        for whole, sheets in played:
            earned = points_of_match(whole, method, loaded.conditions) if entry.pk in (whole.home, whole.away) else None
            if earned is not None:
                match, is_home = sheets[0].match, entry.pk == whole.home
                found.append(FromMatch(match.number, (match.away if is_home else match.home).name, earned[0 if is_home else 1]))
        award = award_of_sit_out([whole for whole, _ in played], method, loaded.conditions)
    except EngineError:
        return None
    return TeamPoints(tuple(found), loaded.sit_outs.get(entry.pk, 0), award, -loaded.penalties.get(entry.pk, Fraction(0)))
