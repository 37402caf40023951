"""The conditions of contest of an evening as its page shows them: what is in force, who is in which group, what was changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import F

from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import Conditions, TieBreak
from bridge.mapping.basis import DRAW_LOTS, GRADE_ENTRIES
from bridge.mapping.carry import carried_points
from bridge.mapping.conditions import conditions_of
from bridge.mapping.teams import TeamRanking
from bridge.models import Act, Entry, LineUp, Ranking, Session
from bridge.models import Conditions as ConditionsRow
from bridge.phrases.names import name_of
from bridge.queries.effects import Effect, Overlay, effect_of
from bridge.queries.line_ups import told_lines
from bridge.queries.match_effects import TeamMoved, teams_moved

CHANGES = ("change_conditions", GRADE_ENTRIES, DRAW_LOTS)


@dataclass(frozen=True, slots=True)
class ConditionsPage:
    """What is in force; `acts` changed it, the newest first; `seen` is the newest act that this shows."""

    conditions: Conditions
    acts: tuple[Act, ...]
    seen: int

    @property
    def parts_by_lot(self) -> bool:
        """Do the conditions leave ties to a lot?"""
        return TieBreak.DRAW in self.conditions.tie_breaks


def edition_of(session: Session) -> Edition:
    """The edition of the Laws by which an evening is ruled: that of its event, which begins with the club's and may differ."""
    row = ConditionsRow.objects.live().filter(stage=session.stage_id).order_by(F("ranking").asc(nulls_first=True)).first()
    return conditions_of(row.options).edition if row else Edition(session.club.edition)


def conditions_page(session: Session) -> ConditionsPage:
    """The conditions of the session's stage, or of its first ranking where that has its own."""
    rows = list(ConditionsRow.objects.live().filter(stage=session.stage_id).order_by("ranking"))
    own = [row for row in rows if row.ranking_id is not None]
    of_stage = [row for row in rows if row.ranking_id is None]
    options = (own or of_stage)[0].options if rows else {}
    journal = session.stage.event.journal
    acts = Act.objects.filter(journal=journal, kind__in=CHANGES).select_related("account", "undone_by").order_by("-pk")
    return ConditionsPage(conditions_of(options), tuple(acts[:30]), journal.head)


def rankings_of_stage(session: Session) -> list[Ranking]:
    """The rankings that these conditions are for."""
    return list(Ranking.objects.filter(stage=session.stage_id).select_related("stage").order_by("pk"))


def effects_on_stage(session: Session, overlay: Overlay) -> tuple[Effect, ...]:
    """What a change would move in each ranking that has been reckoned."""
    return tuple(effect_of(ranking, overlay) for ranking in rankings_of_stage(session) if ranking.turn)


def effects_on_teams(session: Session, conditions: Conditions) -> tuple[TeamMoved, ...]:
    """The teams that other conditions would move, in each ranking that has been reckoned. Raises NoSuchMethod, NoSuchScale."""
    return tuple(
        moved for ranking in rankings_of_stage(session) if ranking.turn for moved in teams_moved(ranking, lambda loaded: replace(loaded, conditions=conditions))
    )


def carried_here(session: Session) -> list[tuple[str, Fraction]]:
    """The teams that brought points along, by name, the most first."""
    points = carried_points(session)
    names = dict(Entry.objects.filter(pk__in=points).values_list("pk", "name"))
    return sorted(((names[entry], value) for entry, value in points.items() if value), key=lambda each: (-each[1], each[0]))


def effects_of_carry(session: Session, points: Mapping[int, Fraction]) -> tuple[TeamMoved, ...]:
    """The teams (ids) that would move if they began with these points instead of those that they have. Raises NoSuchMethod, NoSuchScale."""
    now = carried_points(session)

    def change(loaded: TeamRanking) -> TeamRanking:
        nothing = Fraction(0)
        penalties = {team: loaded.penalties.get(team, nothing) + now.get(team, nothing) - points.get(team, nothing) for team in loaded.entries}
        return replace(loaded, penalties=penalties)

    return tuple(moved for ranking in rankings_of_stage(session) if ranking.turn for moved in teams_moved(ranking, change))


def graded_entries(session: Session) -> list[tuple[int, str, str, Fraction | None]]:
    """Every entry of the evening: id, names, stratum, handicap, in the order of sign-up."""
    players: dict[int, dict[int, Any]] = {}
    lines = LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk")
    for line in told_lines(session, lines):
        players.setdefault(line.entry_id, {})[line.player_id] = line.player
    rows = Entry.objects.filter(pk__in=players).order_by("pk").values_list("pk", "stratum", "handicap")
    return [(pk, _names(list(players[pk].values())), stratum, handicap) for pk, stratum, handicap in rows]


def _names(players: Sequence[Any]) -> str:
    return " – ".join(name_of(player) for player in players)
