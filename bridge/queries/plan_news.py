"""What people in the room must hear because the plan is another: the tables whose next places or boards changed, until that round is played."""

from dataclasses import dataclass

from bridge.models import Act, Session
from bridge.queries.incidents import Happened
from bridge.queries.table import TableHere

MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class PlanNews:
    """A change of the plan that stands: the act, the first round that is other, the tables that must hear of it."""

    act: Act
    round: int
    tables: tuple[int, ...]


def plan_news_of(session: Session, number: int) -> tuple[PlanNews, ...]:
    """The changes for that round and later ones, the newest first; those taken back are no news."""
    acts = Act.objects.filter(journal=session.journal, kind__in=[what.value for what in Happened], undone_by__isnull=True, facts__next__gte=number)
    return tuple(PlanNews(act, act.facts["next"], tuple(act.facts["hear"])) for act in acts.order_by("-pk")[:MOST_SHOWN] if act.facts["hear"])


def plan_news_at(table: TableHere) -> PlanNews | None:
    """The newest change that this table must hear of: until it has begun the round that is other."""
    begun = max((here.number for here in table.rounds if here.has_begun), default=0)
    return next((news for news in plan_news_of(table.session, begun + 1) if table.number in news.tables), None)
