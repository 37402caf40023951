"""A section that plays a knock-out, between the tables and the engine: its plan. No rule stands here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bridge.models import Section, Session

FAMILY = "knock_out"


@dataclass(frozen=True, slots=True)
class KnockOutPlan:
    """How the matches are played.

    boards     of a match, in so many parts
    carried    what a couple of teams (ids of their entries) brought along, to the better seed in IMPs
    of_eight   four tables a match, with four pairs of every team
    """

    boards: int
    parts: int
    carried: Mapping[frozenset[int], Fraction] = field(default_factory=dict)
    of_eight: bool = False

    @property
    def couples(self) -> int:
        """Couples of tables of a match."""
        return 2 if self.of_eight else 1


def source_of_knock_out(plan: KnockOutPlan) -> dict[str, Any]:
    """What is stored of the plan, as a source of the section's plan."""
    carried = [[*sorted(couple), str(points)] for couple, points in plan.carried.items()]
    return {"family": FAMILY, "boards_per_set": plan.boards, "rounds": plan.parts, "parts": plan.parts, "carried": carried, "of_eight": plan.of_eight}


def knock_out_plan_of(section: Section, head: int | None = None) -> KnockOutPlan | None:
    """The section's plan, now or as at an act, where it plays a knock-out; else None."""
    row = (section.plans.live() if head is None else section.plans.as_at(head)).first()
    if row is None or row.source.get("family") != FAMILY or "carried" not in row.source:
        return None
    carried = {frozenset((one, other)): Fraction(points) for one, other, points in row.source["carried"]}
    return KnockOutPlan(row.source["boards_per_set"], row.source["parts"], carried, row.source.get("of_eight", False))


def knock_out_section(session: Session) -> Section | None:
    """The section of the evening that plays a knock-out, if there is one."""
    return Section.objects.filter(session=session, plans__until__isnull=True, plans__source__family=FAMILY).order_by("letter").first()
