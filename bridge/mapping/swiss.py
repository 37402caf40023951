"""A section whose rounds are drawn by standing, between the tables and the engine: its plan, its field before a round, its draws. No rule stands here."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from bridge.engine.seats import Side
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Entrant, Field, Meeting, Settings
from bridge.engine.swiss.recipe import Recipe
from bridge.mapping.frozen import from_json, to_json
from bridge.models import Adjustment, Match, Place, Ranking, Report, Result, Round, Seating, Section, Session, Standing, Start, Withdrawal
from bridge.models import Draw as DrawRow

FAMILY = "swiss"


@dataclass(frozen=True, slots=True)
class SwissPlan:
    """How a section is drawn.

    boards           in a round
    sit_out_percent  what a round sat out counts for in the standings; None: nothing
    forbidden   couples of numbers that may never meet; `avoided`: that are better kept apart
    releases    a draw is released as soon as it is made
    recipe      times of an event that runs by itself
    """

    rounds: int
    boards: int
    round_minutes: int = 22
    settings: Settings = field(default_factory=Settings)
    forbidden: tuple[tuple[int, int], ...] = ()
    avoided: tuple[tuple[int, int], ...] = ()
    sit_out_percent: Fraction | None = Fraction(60)
    releases: bool = False
    recipe: Recipe | None = None


def source_of_swiss(plan: SwissPlan) -> dict[str, Any]:
    """What is stored of the plan, as a source of the section's plan."""
    stored = to_json(replace(plan, recipe=None))
    if plan.recipe is not None:
        recipe = {name: getattr(plan.recipe, name) for name in ("rounds", "boards", "minutes", "pause", "share")}
        stored["recipe"] = recipe | {"starts": plan.recipe.starts.isoformat(), "sign_up_minutes": int(plan.recipe.sign_up.total_seconds() // 60)}
    return {"family": FAMILY, "boards_per_set": plan.boards, "rounds": plan.rounds, "swiss": stored}


def swiss_plan_of(section: Section) -> SwissPlan | None:
    """The section's plan where its rounds are drawn; None where it has a movement."""
    plan = section.plans.live().first()
    if plan is None or plan.source.get("family") != FAMILY:
        return None
    stored = dict(plan.source["swiss"])
    recipe = stored.pop("recipe", None)
    known: SwissPlan = from_json(SwissPlan, stored)
    return known if recipe is None else replace(known, recipe=_recipe(recipe))


def _recipe(stored: dict[str, Any]) -> Recipe:
    told = dict(stored)
    starts, sign_up = datetime.fromisoformat(told.pop("starts")), timedelta(minutes=told.pop("sign_up_minutes"))
    return Recipe(starts=starts, sign_up=sign_up, **told)


def swiss_section(session: Session) -> Section | None:
    """The section of the evening that is drawn by standing, if there is one."""
    return Section.objects.filter(session=session, plans__until__isnull=True, plans__source__family=FAMILY).order_by("letter").first()


def numbers_of_section(section: Section) -> dict[int, int]:
    """Entry's id -> its number in the section."""
    return dict(Start.objects.live().filter(section=section).order_by("number").values_list("entry", "number"))


@dataclass(frozen=True, slots=True)
class _Way:
    """Where one entrant has been: rounds, sides, tables, sit-outs."""

    sides: tuple[str, ...]
    tables: tuple[int, ...]
    sat_out: int


def load_field(round_: Round, plan: SwissPlan) -> Field[int]:
    """Everything that the round's draw depends on, by the entries' numbers: a fixed number of queries."""
    section = round_.section
    number_of = numbers_of_section(section)
    score_of = _scores(section)
    ways, met = _history(round_, number_of)
    left = set(Withdrawal.objects.live().filter(session=section.session_id, from_round__lte=round_.number).values_list("entry", flat=True))
    entrants = tuple(
        _entrant(number, ways.get(number), score_of.get(entry, Fraction(0)), withdrawn=entry in left) for entry, number in number_of.items()
    )
    return Field(
        round=round_.number, entrants=entrants, met=tuple(Meeting(one, other, times, last) for (one, other), (times, last) in sorted(met.items())),
        forbidden=plan.forbidden, avoided=plan.avoided, settings=plan.settings,
    )


def _entrant(number: int, way: _Way | None, score: Fraction, *, withdrawn: bool) -> Entrant[int]:
    if way is None:
        return Entrant(number, score, seed=number, new=True, withdrawn=withdrawn)
    sides = [Side(side) for side in way.sides if side]
    return Entrant(
        number, score, seed=number, byes=way.sat_out, withdrawn=withdrawn, ns_rounds=sides.count(Side.NS), ew_rounds=sides.count(Side.EW),
        last_side=sides[-1] if sides else None, tables_sat=way.tables,
    )


def _scores(section: Section) -> dict[int, Fraction]:
    """Running totals in hundredths, by entry."""
    rows = Standing.objects.filter(ranking__parts__section=section, publication__isnull=True, list="all", exact__isnull=False)
    return {entry: exact * 100 for entry, exact in rows.values_list("entry", "exact") if exact is not None}


def _history(round_: Round, number_of: dict[int, int]) -> tuple[dict[int, _Way], dict[tuple[int, int], tuple[int, int]]]:
    """Each number's way so far, and who met whom: (how often, in which round last)."""
    rows = Place.objects.live().filter(round__section=round_.section_id, round__number__lt=round_.number, half=1).order_by("round__number")
    sides: dict[int, list[str]] = defaultdict(list)
    tables: dict[int, list[int]] = defaultdict(list)
    sat_out: Counter[int] = Counter()
    at: dict[tuple[int, int], list[int]] = defaultdict(list)
    for entry, number, side, table, seating, match in rows.values_list("entry", "round__number", "side", "seating__table", "seating", "seating__match"):
        who = number_of[entry]
        sides[who].append(side)
        if seating is None:
            sat_out[who] += 1
        else:
            tables[who].append(table)
            at[number, seating if match is None else -match].append(who)
    met: dict[tuple[int, int], tuple[int, int]] = {}
    for couple, number in _meetings(round_, at, number_of):
        met[couple] = (met.get(couple, (0, 0))[0] + 1, number)
    ways = {who: _Way(tuple(sides[who]), tuple(tables[who]), sat_out[who]) for who in sides}
    return ways, met


def _meetings(round_: Round, at: dict[tuple[int, int], list[int]], number_of: dict[int, int]) -> list[tuple[tuple[int, int], int]]:
    """Couples with the round they met in: of pairs those at one table, of teams those of one match."""
    matches = Match.objects.live().filter(round__section=round_.section_id, round__number__lt=round_.number).order_by("round__number")
    found = [((number_of[home], number_of[away]), number) for home, away, number in matches.values_list("home", "away", "round__number")]
    found += [((who[0], who[1]), number) for (number, where), who in sorted(at.items()) if where > 0 and len(who) == 2]
    return [((min(couple), max(couple)), number) for couple, number in found]


def boards_unsettled(section: Section, before_round: int) -> int:
    """Boards of earlier rounds that neither agreement nor a decision has settled."""
    seatings = list(
        Seating.objects.live().filter(section=section, round__number__lt=before_round).values_list("pk", "first_board", "last_board")
    )
    ids = [seating for seating, _, _ in seatings]
    agreed = set(Result.objects.live().filter(seating__in=ids).values_list("seating", "board__number"))
    disputed = set(Report.objects.live().filter(seating__in=ids, doubt="disputed").values_list("seating", "board__number"))
    settled = agreed - disputed | set(Adjustment.objects.live().filter(seating__in=ids).values_list("seating", "board__number"))
    return sum((seating, number) not in settled for seating, first, last in seatings for number in range(first, last + 1))


def rankings_of_section(section: Section) -> list[Ranking]:
    """The rankings that are made of this section."""
    return list(Ranking.objects.filter(parts__section=section).order_by("pk"))


def live_draw(round_: Round) -> DrawRow | None:
    """The draw of a round, a draft or released; None before it is made."""
    row: DrawRow | None = DrawRow.objects.live().filter(round=round_).first()
    return row


def draw_of(row: DrawRow) -> tuple[Field[int], Draw[int]]:
    """The field that a stored draw saw, and the draw."""
    return from_json(Field, row.field), from_json(Draw, row.reasons)


def values_of_draw(seen: Field[int], draw: Draw[int]) -> dict[str, Any]:
    """Columns of a stored draw."""
    return {"field": to_json(seen), "reasons": to_json(draw)}
