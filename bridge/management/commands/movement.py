"""`manage.py movement FAMILY --tables 7.5`: one movement, as a table or in the shape of a file of movements."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bridge.engine.errors import EngineError
from bridge.engine.movements.families import FAMILIES, make_checked
from bridge.engine.movements.movement import Movement, NoSuchMovement, Order
from bridge.engine.movements.text import set_letters
from bridge.engine.movements.vector import write_vector
from bridge.management import arguments
from bridge.phrases import phrase
from bridge.phrases.arguments import size_missing
from bridge.phrases.movements import movement_words

TABLES = Fraction(1, 4), Fraction(200)  # from one player to more than a hall holds
_MOST = 800  # players at so many tables, and rounds


def as_number(value: Any) -> float:
    """An exact figure as JSON can hold it, with six decimals."""
    if isinstance(value, Fraction):
        return float(round(value, 6))
    raise TypeError(value)


class Command(BaseCommand):
    """Prints one movement; exits 2 for what is impossible, naming the nearest that is possible."""

    help = "Print one movement, checked (exit 2: there is none; the nearest is named)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The family, its size and its options."""
        parser.add_argument("family", metavar="FAMILY", help=", ".join(FAMILIES))
        parser.add_argument("--tables", help="7, 7.5 or 15/2")
        parser.add_argument("--entrants", "--pairs", "--players", "--teams", dest="entrants", help="how many, instead of or beside --tables")
        parser.add_argument("--rounds")
        parser.add_argument("--sets", "--boardsets", dest="sets", help="board sets in play")
        parser.add_argument("--missing", help="the pair of the even Howell that is not there")
        parser.add_argument("--switch", metavar="ROUNDS", help='rounds with an arrow switch, "6,7", or "best"')
        parser.add_argument("--base", metavar="|".join(_BASES), help="what a rover stands on")
        parser.add_argument("--appended", help="tables appended to the base of an appendix Mitchell")
        parser.add_argument("--shared", action="store_true", help="players: share boards also where they could move")
        parser.add_argument("--halves", action="store_true", help="teams: two rounds a match, half-sets exchanged")
        parser.add_argument("--json", action="store_true", help="in the shape of an entry of a file of movements")

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes, checks and prints it."""
        try:
            movement, facts = make_checked(_order(options))
        except NoSuchMovement as refusal:
            if options["json"]:
                self.stdout.write(json.dumps(_refused(refusal)))
            self.stderr.write(phrase(refusal))
            raise SystemExit(2) from None
        except EngineError as refusal:
            raise CommandError(phrase(refusal), returncode=2) from None
        if options["json"]:
            self.stdout.write(json.dumps(write_vector(movement, facts), default=as_number))
        else:
            self.stdout.write("\n".join(_table(movement)))


_OPTIONS = ("missing", "switched", "base", "appended", "shared", "halves", "entrants")
_BASES = ("straight", "relay", "skip")


def _order(options: dict[str, Any]) -> Order:
    told = {name: arguments.whole(name, options[name], 1, _MOST) for name in ("rounds", "sets", "entrants", "missing", "appended")}
    if options["tables"] is not None:
        tables = arguments.exact("tables", options["tables"], *TABLES)
    elif told["entrants"] is not None:
        tables = Fraction(told["entrants"])
    else:
        raise arguments.refused(size_missing())
    switched, base = arguments.rounds("switch", options["switch"]), arguments.one_of("base", options["base"], _BASES)
    return Order(options["family"], tables, switched=switched, base=base, shared=options["shared"], halves=options["halves"], **told)


def _refused(refusal: NoSuchMovement) -> dict[str, Any]:
    nearest: Order | None = refusal.facts["nearest"]
    if nearest is None:
        return {"error": refusal.code, "why": refusal.facts["why"].value, "nearest": None}
    told = {"family": nearest.family, "tables": str(nearest.tables), "rounds": nearest.rounds, "boardsets": nearest.sets}
    plain = Order(nearest.family, nearest.tables)
    options = {name: getattr(nearest, name) for name in _OPTIONS if getattr(nearest, name) != getattr(plain, name)}
    return {"error": refusal.code, "why": refusal.facts["why"].value, "nearest": told | options}


def _table(movement: Movement) -> Iterator[str]:
    """Rounds down, tables across: `3-14 C` is 3 North-South against 14 on set C."""
    yield movement_words(movement)
    rows = [["", *(f"T{table}" for table in range(1, movement.tables + 1))]]
    rows += [[str(number), *(_cell(row) for row in tables)] for number, tables in enumerate(movement.seats, 1)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _cell(row: tuple[int, ...]) -> str:
    seated = "-".join(str(who) if who else "·" for who in row[:-1])
    return f"{seated} {set_letters(row[-1])}" if row[-1] else seated
