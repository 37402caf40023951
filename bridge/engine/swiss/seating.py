"""Which of a couple sits North-South, and at which table a match is played."""

from collections.abc import Iterable, Sequence

from bridge.engine.seats import Side
from bridge.engine.swiss.field import Entrant, Field, Seated, Tables, Variant, Who


def north_south_first(field: Field[Who], higher: Entrant[Who], lower: Entrant[Who]) -> tuple[Entrant[Who], Entrant[Who]]:
    """The couple with who sits North-South (teams: plays at home) first.

    A place somebody keeps comes first; then fewer North-South rounds so far, then who sat East-West last, then the lower number. By the
    platform's own rule the higher in the standings sits North-South.
    """
    for one, other in ((higher, lower), (lower, higher)):
        if one.home_side is not None:
            return (one, other) if one.home_side is Side.NS else (other, one)
    if field.settings.variant is Variant.SEED_RULE:
        return higher, lower
    first, second = sorted((higher, lower), key=lambda entrant: (entrant.ns_rounds, entrant.last_side is not Side.EW, entrant.seed, entrant.who))
    return first, second


def seat_couples(field: Field[Who], couples: Sequence[tuple[Entrant[Who], Entrant[Who]]], taken: Iterable[int]) -> tuple[Seated[Who], ...]:
    """The couples (higher in the standings first, leaders' match first) at their tables, in the same order.

    taken   table numbers of this round that are given already
    """
    used = set(taken)
    tables: dict[int, int] = {}
    for number, couple in enumerate(couples):
        home = next((entrant.home_table for entrant in couple if entrant.home_table is not None and entrant.home_table not in used), None)
        if home is not None:
            tables[number] = home
            used.add(home)
    free = free_tables(used, len(couples) - len(tables))
    for number, couple in enumerate(couples):
        if number not in tables:
            tables[number] = _choose(field, couple, free)
            free.remove(tables[number])
    return tuple(_seated(field, couple, tables[number]) for number, couple in enumerate(couples))


def free_tables(used: Iterable[int], count: int) -> list[int]:
    """The lowest `count` table numbers that are not used."""
    taken = frozenset(used)
    free: list[int] = []
    table = 0
    while len(free) < count:
        table += 1
        if table not in taken:
            free.append(table)
    return free


def _choose(field: Field[Who], couple: tuple[Entrant[Who], Entrant[Who]], free: Sequence[int]) -> int:
    if field.settings.tables is Tables.TOP_FIRST:
        return free[0]
    sat = [*couple[0].tables_sat, *couple[1].tables_sat]
    return min(free, key=lambda table: (sat.count(table), table))


def _seated(field: Field[Who], couple: tuple[Entrant[Who], Entrant[Who]], table: int) -> Seated[Who]:
    north_south, east_west = north_south_first(field, *couple)
    return Seated(table, north_south.who, east_west.who)
