"""Draws, matches and master points on pages."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.utils.translation import gettext as _

from bridge.engine.masterpoints.levels import Level
from bridge.engine.movements.propose_teams import TeamProposal
from bridge.engine.swiss.draw import Reason
from bridge.engine.swiss.field import Criterion
from bridge.phrases import draw_settings, draws, figures, levels, names, team_movements

register = template.Library()


@register.filter
def reason(value: Reason[int], entered: Mapping[int, Any]) -> str:
    """Why two meet or somebody sits out, with the names of the event's entries."""
    return draws.reason_text(value, lambda number: entry_text(entered[number]))


@register.filter
def entry_text(value: Any) -> str:
    """A pair or a team in a sentence: its number with the team's name or the surnames."""
    told = value.name or "–".join(names.surname_of(player, in_public=True) for player in value.players)
    return f"{value.number} {told}".strip()


@register.filter
def couple_text(value: tuple[int, int], entered: Mapping[int, Any]) -> str:
    """Two who meet, with the names of the event's entries."""
    one, other = (entry_text(entered[number]) for number in value)
    return _("%(one)s against %(other)s") % {"one": one, "other": other}


@register.filter
def criterion(value: Criterion) -> str:
    """What a draw is judged by."""
    return draws.criterion_word(value)


@register.filter
def plan_words(value: Any) -> tuple[tuple[str, str], ...]:
    """How the rounds of a draw's page are drawn: each setting with what it is."""
    plan = value.plan
    return draw_settings.settings_words(
        plan.settings, is_teams=value.is_teams, sit_out=plan.sit_out_percent, forbidden=plan.forbidden, avoided=plan.avoided, stationary=plan.stationary,
        arrears=plan.arrears,
    )


@register.filter
def level(value: Level) -> str:
    """A level of master points by its name."""
    return levels.level_name(value)


@register.filter
def hundredths(value: int | Fraction | None) -> str:
    """Hundredths with two decimals, below zero with a real minus; nothing for nothing."""
    return "" if value is None else figures.hundredths_text(value)


@register.filter
def more(value: int) -> str:
    """A number with its sign."""
    return figures.signed(str(value).replace("-", figures.MINUS))


@register.filter
def margin(value: Fraction | None) -> str:
    """IMPs or points to one team: a whole number, or with two decimals; nothing for nothing."""
    return "" if value is None else figures.decimal_text(value, 0 if value.denominator == 1 else 2)


@register.filter
def margin_unit(method: str) -> str:
    """What a board of a match is counted in: IMPs unless the method of the match says otherwise."""
    return _("points") if method in ("board_a_match", "total_points") else _("IMPs")


@register.filter
def team_figures(value: TeamProposal) -> str:
    """What a movement of teams means."""
    return team_movements.figures_of(value)


@register.filter
def pairs_walk(value: int | None) -> str:
    """How East-West go on between two rounds."""
    return team_movements.pairs_walk(value)


@register.filter
def boards_walk(value: int | None) -> str:
    """How the boards go on between two rounds."""
    return team_movements.boards_walk(value)


@register.filter
def round_word(value: int) -> str:
    """A round of a knock-out by how many are left from it on."""
    return team_movements.round_word(value)
