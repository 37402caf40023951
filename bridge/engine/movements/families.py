"""Every family of movements by its name, and the one door to make one."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from bridge.engine.movements.check import Facts, check_movement
from bridge.engine.movements.howell import barometer, full, full_with_sitout, three_quarter
from bridge.engine.movements.individual import rainbow, whist
from bridge.engine.movements.mitchell import appendix, appendix_half, blackpool, half, hesitation, interwoven, relay, skip, straight, web
from bridge.engine.movements.movement import Kind, Movement, NoSuchFamily, NoSuchMovement, OptionNotUsed, Order, Why
from bridge.engine.movements.rover import displacement, rover
from bridge.engine.movements.teams import american_whist, head_to_head, knock_out, new_england, round_robin, thurner, triangle


@dataclass(frozen=True, slots=True)
class Family:
    """A family: for whom, how it is made, and which options of an `Order` it heeds beside tables, rounds and sets."""

    name: str
    kind: Kind
    make: Callable[[Order], Movement]
    options: frozenset[str] = frozenset()


def _pairs(name: str, make: Callable[[Order], Movement], *options: str) -> Family:
    return Family(name, Kind.PAIRS, make, frozenset(options))


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        _pairs("mitchell", straight, "switched"),
        _pairs("skip_mitchell", skip, "switched"),
        _pairs("relay_mitchell", relay, "switched"),
        _pairs("half_mitchell", half, "switched"),
        _pairs("interwoven", interwoven, "switched"),
        _pairs("hesitation", hesitation, "switched"),
        _pairs("blackpool", blackpool, "switched"),
        _pairs("appendix1half", appendix_half, "switched"),
        _pairs("appendix", appendix, "switched", "appended"),
        _pairs("web", web, "switched"),
        _pairs("rover", rover, "switched", "base"),
        _pairs("displacement", displacement, "switched"),
        _pairs("howell", full, "missing"),
        _pairs("howell_sitout", full_with_sitout, "missing"),
        _pairs("three_quarter_howell", three_quarter, "missing"),
        _pairs("barometer", barometer, "missing"),
        Family("whist_tournament", Kind.INDIVIDUAL, whist, frozenset({"shared"})),
        Family("rainbow", Kind.INDIVIDUAL, rainbow),
        Family("head_to_head", Kind.TEAMS, head_to_head),
        Family("triangle", Kind.TEAMS, triangle),
        Family("american_whist", Kind.TEAMS, american_whist),
        Family("thurner", Kind.TEAMS, thurner),
        Family("new_england", Kind.TEAMS, new_england),
        Family("round_robin", Kind.TEAMS, round_robin, frozenset({"halves"})),
        Family("knock_out", Kind.TEAMS, knock_out),
    )
}


def make_movement(order: Order) -> Movement:
    """The movement an order asks for, passed by the checker.

    raises  NoSuchFamily, OptionNotUsed, NoSuchMovement (with the nearest order that can be made)
    """
    return make_checked(order)[0]


def make_checked(order: Order) -> tuple[Movement, Facts]:
    """The movement an order asks for, with its figures; raises as `make_movement`."""
    family = FAMILIES.get(order.family)
    if family is None:
        raise NoSuchFamily(family=order.family, families=tuple(FAMILIES))
    plain = Order(order.family, order.tables)
    for option in ("missing", "switched", "base", "appended", "shared", "halves"):
        if option not in family.options and getattr(order, option) != getattr(plain, option):
            raise OptionNotUsed(family=order.family, option=option, options=tuple(sorted(family.options)))
    wanted = order.entrants
    if family.kind is Kind.PAIRS and wanted is not None:
        order = order.but(tables=Fraction(wanted, 2), entrants=None)
    movement = _made(family, order)
    if wanted is not None and movement.entrants != wanted:  # a whole number of tables can stand for the half below or above it, a number of pairs cannot
        raise order.refused(Why.ENTRANTS, order.but(tables=Fraction(movement.entrants, 2)))
    facts, violations = check_movement(movement)
    assert not violations, (order, violations)
    return movement, facts


def _made(family: Family, order: Order) -> Movement:
    """The movement, or a refusal whose nearest order is one that can be made: a suggestion that is itself refused leads on to its own."""
    try:
        return _seated(family, order)
    except NoSuchMovement as refusal:
        nearest, tried = refusal.facts["nearest"], {order}
        while nearest is not None and nearest not in tried:
            tried.add(nearest)
            try:
                _seated(FAMILIES[nearest.family], nearest)
            except NoSuchMovement as again:
                nearest = again.facts["nearest"]
                continue
            refusal.facts["nearest"] = nearest
            raise
        refusal.facts["nearest"] = None
        raise


_SHARES = {Kind.PAIRS: 2, Kind.INDIVIDUAL: 4, Kind.TEAMS: 1}  # of a table that one entrant takes


def _seated(family: Family, order: Order) -> Movement:
    """The movement for a number of tables that so many pairs, players or teams can sit at, turned in rounds that it has."""
    entrants = order.tables * _SHARES[family.kind]
    if entrants.denominator != 1:
        raise order.refused(Why.TABLES, order.but(tables=Fraction(ceil(entrants), _SHARES[family.kind])))
    movement = family.make(order)
    turned = tuple(number for number in order.switched or () if 1 <= number <= movement.rounds)
    if order.switched and turned != order.switched:
        raise order.refused(Why.SWITCHED, order.but(switched=turned))
    return movement


def order_of(family: str, tables: Fraction | int | str, rounds: int | None = None, sets: int | None = None) -> Order:
    """The plain order for a size given as a number or as text like "7.5" or "15/2"."""
    return Order(family, Fraction(tables), rounds, sets)
