"""What a change on an evening would do to the events of several evenings that it counts in, before it is confirmed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Conditions as Rules
from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.basis import basis_of, sessions_of
from bridge.mapping.combined import Combination, Combined, Overlay, is_combined, load_combined
from bridge.mapping.graded import Grades, given_as_at, graded_anew, recorded_as_at
from bridge.models import Conditions, Event, Player, Ranking, RankingPart, Session
from bridge.queries.across import players_of
from bridge.queries.corrections import named
from bridge.queries.effects import Effect, effect_of, moved, with_conditions, with_grades
from bridge.queries.series import players_of_event


@dataclass(frozen=True, slots=True)
class EventEffect:
    """What moves in an event of several evenings."""

    event: Event
    effect: Effect
    players: Mapping[int, tuple[Player, ...]]


def everywhere(session: Session, found: Sequence[Effect], overlay: Overlay, *, on_boards: bool = True) -> list[dict[str, Any]]:
    """The effects on an evening's rankings, for the page, and after them those on the events that these count in.

    on_boards   the change is one of results, so events that compare boards move too; conditions they have of their own
    """
    changed = [each.ranking for each in found if each.problem is None]
    return [*named(session, found), *told_of_events(effects_on_events(changed, overlay, on_boards=on_boards))]


def told_of_events(found: Iterable[EventEffect]) -> list[dict[str, Any]]:
    """Effects with the event and the players that they move, for the page."""
    return [
        {"effect": each.effect, "event": each.event, "rows": [(moved, {"players": each.players.get(moved.entry, ())}) for moved in each.effect.moved]}
        for each in found
    ]


def effects_on_events(rankings: Sequence[int], overlay: Overlay, *, on_boards: bool) -> list[EventEffect]:
    """What a change of these rankings moves in the events that stand and have been reckoned; one that compares boards only once it is published."""
    through, fresh = set[int](), set(rankings)
    while fresh:
        fresh = set(RankingPart.objects.filter(other__in=fresh).values_list("ranking", flat=True)) - through
        through |= fresh
    if on_boards:
        sections = RankingPart.objects.filter(ranking__in=rankings, section__isnull=False).values("section")
        through.update(_comparing(sections).values_list("pk", flat=True))
    standing = Conditions.objects.live().filter(ranking__in=through).values("ranking")
    events = Ranking.objects.filter(pk__in=standing, session__isnull=True, turn__gt=0).select_related("stage__event").order_by("pk")
    return [_effect_on_event(ranking, dict.fromkeys(rankings, overlay), overlay) for ranking in events]


def _effect_on_event(ranking: Ranking, changes: Mapping[int, Overlay], overlay: Overlay) -> EventEffect:
    if is_combined(ranking):
        basis = basis_of(ranking)
        return _between(ranking, load_combined(ranking, basis), load_combined(ranking, basis, changes))
    return _compared(ranking, overlay)


def effect_of_grades(ranking: Ranking, grades: Mapping[int, tuple[str, Fraction | None]]) -> EventEffect:
    """What the event's own groups and handicaps would move in it."""
    before = load_combined(ranking, basis_of(ranking))
    return _between(ranking, before, replace(before, grades={**before.grades, **grades}))


def effect_of_lists(ranking: Ranking, lists: Callable[[Rules], Rules]) -> EventEffect:
    """What other lists would move in an event that compares boards."""
    return _compared(ranking, with_conditions(lists))


def effect_of_own_grades(ranking: Ranking, grades: Mapping[int, tuple[str, Fraction | None]]) -> EventEffect:
    """What groups and handicaps of its own would move in an event that compares boards."""
    return _compared(ranking, with_grades(graded_anew(recorded_as_at(ranking, basis_of(ranking)), grades)))


def effects_of_evening_grades(session: Session, grades: Mapping[int, tuple[str, Fraction | None]]) -> list[EventEffect]:
    """What groups and handicaps of an evening would move in the published events that compare its boards with others', whose own go before."""
    events = _comparing(RankingPart.objects.filter(section__session=session).values("section"))
    return [_compared(ranking, with_grades(_under_own(ranking, grades))) for ranking in events]


def _under_own(ranking: Ranking, grades: Mapping[int, tuple[str, Fraction | None]]) -> Grades:
    """These grades, with the ranking's own in their place where it has any."""
    given = given_as_at(ranking, basis_of(ranking))
    return graded_anew(grades, {entry: given[entry] for entry in grades if entry in given})


def _comparing(sections: Any) -> QuerySet[Ranking]:
    """The rankings over several evenings that stand, are published, and compare the boards of one of these sections."""
    standing = Conditions.objects.live().filter(ranking__isnull=False).values("ranking")
    parts = RankingPart.objects.filter(section__in=sections, ranking__in=standing, ranking__session__isnull=True, ranking__publications__isnull=False)
    return Ranking.objects.filter(pk__in=parts.values("ranking"), turn__gt=0).select_related("stage__event").order_by("pk")


def _compared(ranking: Ranking, overlay: Overlay) -> EventEffect:
    return EventEffect(ranking.stage.event, effect_of(ranking, overlay), players_of(sessions_of(ranking)))


def effect_of_terms(ranking: Ranking, rules: Rules, combination: Combination) -> EventEffect:
    """What other evenings, weights or lists would move in the event; who comes with a new evening alone is not known to it yet."""
    basis = basis_of(ranking)
    before = load_combined(ranking, basis)
    for part in Ranking.objects.filter(pk__in=[part.ranking for part in combination.parts]):
        basis |= basis_of(part)
    return _between(ranking, before, load_combined(ranking, basis, terms=(rules, combination)))


def _between(ranking: Ranking, before: Combined, after: Combined) -> EventEffect:
    event = ranking.stage.event
    try:
        old = {(standing.list, standing.who): standing for standing in before.standings()}
        new = after.standings()
    except EngineError as problem:
        return EventEffect(event, Effect(ranking.pk, False, (), problem), {})
    found = [moved(after.entry_of[standing.who], old.get((standing.list, standing.who)), standing) for standing in new]
    gone = old.keys() - {(standing.list, standing.who) for standing in new}
    found += [moved(before.entry_of[old[key].who], old[key], None) for key in sorted(gone)]
    effect = Effect(ranking.pk, counts_in_percent(after.conditions.method), tuple(each for each in found if not each.is_still))
    return EventEffect(event, effect, players_of_event(sorted({each.entry for each in effect.moved})))
