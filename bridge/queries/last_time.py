"""How it was played last time, put for those who are here tonight."""

from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import check_movement
from bridge.engine.movements.families import FAMILIES, make_movement
from bridge.engine.movements.movement import Kind, Movement, NoSuchMovement, Order, Why
from bridge.engine.movements.text import read_movement
from bridge.mapping.plans import order_of_source
from bridge.models import Plan, Session
from bridge.queries.evenings import last_evening

OWN = "own"
_OF_A_TABLE = {Kind.PAIRS: 2, Kind.INDIVIDUAL: 4}


@dataclass(frozen=True, slots=True)
class LastTime:
    """Last time's recipe for tonight's numbers.

    movement   None where it cannot be played tonight: `refusal` says why, or there were several `sections`
    text       of an own movement
    """

    order: Order | None = None
    boards: int = 0
    movement: Movement | None = None
    text: str = ""
    refusal: EngineError | None = None
    sections: int = 1


def last_time(session: Session, kind: Kind, entrants: int) -> LastTime | None:
    """What the club played the last time, on the same day of the week where it can be told; None where it was nothing of this kind."""
    last = last_evening(session.club, session.starts)
    plans = list(Plan.objects.live().filter(section__session=last).order_by("section__letter")) if last else []
    families = {plan.source.get("family") for plan in plans}
    if not all(family == OWN or family in FAMILIES and FAMILIES[family].kind is kind for family in families):
        return None
    if len(plans) > 1:
        return LastTime(sections=len(plans))
    return _of_plan(plans[0], kind, entrants) if plans else None


def _of_plan(plan: Plan, kind: Kind, entrants: int) -> LastTime | None:
    source, tables = plan.source, Fraction(entrants, _OF_A_TABLE[kind])
    boards = int(source["boards_per_set"])
    try:
        if source["family"] == OWN:
            movement = read_movement(source.get("text", ""))
            order = Order(OWN, tables, movement.rounds, movement.sets)
            if movement.kind is not kind:
                return None
            if movement.entrants != entrants or check_movement(movement)[1]:
                raise order.refused(Why.ENTRANTS)
            return LastTime(order, boards, movement, source["text"])
        order = _order(plan, kind, entrants, tables)
        movement = make_movement(order)
        if movement.entrants != entrants:  # a movement for a half table, and tonight all tables are full
            raise order.refused(Why.ENTRANTS)
        return LastTime(order, boards, movement)
    except NoSuchMovement as refusal:
        return LastTime(refusal=refusal)
    except EngineError:  # changed while it was played: no recipe any more
        return None


def _order(plan: Plan, kind: Kind, entrants: int, tables: Fraction) -> Order:
    """The order as it was where as many are here; for others the same movement in as many rounds."""
    singles = entrants if kind is Kind.INDIVIDUAL else None
    if "tables" in plan.source:
        order = order_of_source(plan.source)
        if make_movement(order).entrants == entrants:
            return order
        return Order(order.family, tables, len(plan.grid), switched=order.switched, entrants=singles)
    return Order(plan.source["family"], tables, len(plan.grid), entrants=singles)
