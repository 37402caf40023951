"""How far a ranking's facts are read: the journals that they are told in, their newest acts, and what changed between two such states."""

from typing import Any

from django.db.models import F, Q, QuerySet

from bridge.engine.scoring.compensation import COMPENSATION
from bridge.engine.scoring.conditions import Conditions
from bridge.mapping.conditions import conditions_of
from bridge.mapping.held import TAKE_DEALS, boards_dealt
from bridge.models import (
    Act,
    Adjustment,
    AdjustmentKind,
    Foul,
    Journal,
    Penalty,
    Place,
    Ranking,
    RankingPart,
    Result,
    Seating,
    Section,
    Session,
    Start,
)
from bridge.models import Conditions as ConditionsRow

DRAW_LOTS = "draw_lots"  # the kind of the act that keeps the seed of a drawing
MERGE_PLAYERS = "merge_players"  # the kind of the act by which two records of a player become one; also in the journals of events that know one of them
PART_PLAYERS = "part_players"  # the kind of the act that tells an event that such records are two people after all
GRADE_ENTRIES = "change_entries"  # the kind of the act that puts entries into groups and gives them handicaps
Basis = dict[str, int]  # journal id -> newest act; keys are text, as JSON has them


def basis_of(ranking: Ranking) -> Basis:
    """The newest acts of every journal that the ranking's facts are told in."""
    every = [ranking.pk] if ranking.session_id is not None else rankings_within(ranking)
    sessions = Section.objects.filter(ranking_parts__ranking__in=every).values("session")
    journals = Journal.objects.filter(Q(event__stages__in=stages_of(ranking)) | Q(session__in=sessions)).distinct()
    return {str(pk): head for pk, head in journals.order_by("pk").values_list("pk", "head")}


def rankings_within(ranking: Ranking) -> list[int]:
    """Ids of the ranking and of all that count in it, directly or through another."""
    found, fresh = {ranking.pk}, {ranking.pk}
    while fresh:
        fresh = set(RankingPart.objects.filter(ranking__in=fresh, other__isnull=False).values_list("other", flat=True)) - found
        found |= fresh
    return sorted(found)


def stages_of(ranking: Ranking) -> list[int]:
    """Ids of the stages whose conditions, groups and lots are read for the ranking: its own, and those of all that count in it, evenings' too."""
    if ranking.session_id is not None:
        return [ranking.stage_id]
    every = rankings_within(ranking)
    of_evenings = Session.objects.filter(sections__ranking_parts__ranking__in=every).values_list("stage", flat=True)
    return sorted({*Ranking.objects.filter(pk__in=every).values_list("stage", flat=True), *of_evenings})


def sessions_of(ranking: Ranking) -> list[Session]:
    """The evenings whose results are compared or combined in the ranking."""
    if ranking.session is not None:
        return [ranking.session]
    sections = Section.objects.filter(ranking_parts__ranking__in=rankings_within(ranking))
    return list(Session.objects.filter(pk__in=sections.values("session")).order_by("starts", "pk"))


def sections_of(ranking: Ranking) -> QuerySet[Section]:
    """The sections whose results count in the ranking directly, with the journals of their evenings."""
    return Section.objects.filter(ranking_parts__ranking=ranking).select_related("session__journal").order_by("session", "letter")


def load_conditions(ranking: Ranking, basis: Basis) -> Conditions:
    """The conditions of the ranking, its own or its stage's, as at a basis."""
    journal = Journal.objects.get(event__stages=ranking.stage_id)
    rows = ConditionsRow.objects.as_at(basis[str(journal.pk)]).filter(Q(ranking=ranking) | Q(ranking__isnull=True), stage=ranking.stage_id)
    row = rows.order_by(F("ranking").asc(nulls_last=True)).first()
    return conditions_of(row.options if row else {})


def newest_act(ranking: Ranking, since: Basis) -> Act:
    """The newest act of the ranking's journals that began or ended something which is ranked, after an earlier basis."""
    others = Ranking.objects.filter(counted_in__ranking=ranking) if ranking.session_id is None else ()
    acts = {newest_act(other, since).pk for other in others}
    sections = list(Section.objects.filter(ranking_parts__ranking=ranking).values_list("pk", flat=True))
    sessions = list(Section.objects.filter(pk__in=sections).values_list("session", flat=True))
    told = (
        Result.objects.filter(seating__section__in=sections), Adjustment.objects.filter(seating__section__in=sections),
        Foul.objects.filter(section__in=sections), Penalty.objects.filter(session__in=sessions),
        ConditionsRow.objects.filter(stage=ranking.stage_id), Start.objects.filter(section__in=sections),
    )
    for rows in told:
        for column in ("since", "until"):
            newest = rows.order_by(F(column).desc(nulls_last=True)).values_list(column, flat=True).first()
            if newest is not None:
                acts.add(newest)
    if conditions_of(ranking.scored_by).method == COMPENSATION.code:
        acts.update(Act.objects.filter(journal__session__in=sessions, kind=TAKE_DEALS).order_by("-pk").values_list("pk", flat=True)[:1])
    about_entries = (DRAW_LOTS, GRADE_ENTRIES, MERGE_PLAYERS, PART_PLAYERS)
    told_of_entries = Act.objects.filter(Q(kind__in=about_entries) | Q(undoes__kind__in=about_entries), journal__event__stages__in=stages_of(ranking))
    acts.update(told_of_entries.order_by("-pk").values_list("pk", flat=True)[:1])
    closing = Act.objects.filter(journal__session__in=sessions, kind="close_session").order_by("-pk").first()
    if not since and closing is not None:
        return closing
    return Act.objects.get(pk=max(acts))


def changed_boards(ranking: Ranking, basis: Basis) -> frozenset[int] | None:
    """Numbers of the boards whose facts changed between the stored basis and this one; None where more changed than the facts of boards.

    None also where some board has, or had, an average plus or minus: it follows from the side's other boards.
    """
    if not ranking.basis or ranking.basis.keys() != basis.keys():
        return None
    found = set[int]()
    for section in sections_of(ranking):
        journal = str(section.session.journal.pk)
        new = _between(ranking.basis[journal], basis[journal])
        of_section: tuple[QuerySet[Any], ...] = (
            Start.objects.filter(section=section), Seating.objects.filter(section=section), Place.objects.filter(round__section=section),
            section.plans.all(),
        )
        awards = Adjustment.objects.filter(seating__section=section, kind__in=(AdjustmentKind.AVERAGE_PLUS, AdjustmentKind.AVERAGE_MINUS))
        if awards.exists() or any(rows.filter(new).exists() for rows in of_section):
            return None
        told: tuple[QuerySet[Any], ...] = (
            Result.objects.filter(seating__section=section), Adjustment.objects.filter(seating__section=section), Foul.objects.filter(section=section),
        )
        for rows in told:
            found.update(rows.filter(new).values_list("board__number", flat=True))
        if conditions_of(ranking.scored_by).method == COMPENSATION.code:
            found.update(boards_dealt(section, ranking.basis[journal], basis[journal]))
    return frozenset(found)


def _between(old: int, new: int) -> Q:
    """Facts that began or ended after one act and up to another."""
    return Q(since__gt=old, since__lte=new) | Q(until__gt=old, until__lte=new)
