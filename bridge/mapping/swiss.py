"""A section whose rounds are drawn by standing, between the tables and the engine: its plan, its field before a round, its draws. No rule stands here."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from bridge.engine.seats import Side
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Entrant, Field, Meeting, Settings
from bridge.engine.swiss.recipe import Recipe
from bridge.mapping.frozen import from_json, to_json
from bridge.mapping.through import scores_through
from bridge.models import (
    Adjustment,
    LineUp,
    Match,
    Membership,
    Place,
    Ranking,
    Report,
    Result,
    Roster,
    Round,
    Seating,
    SeatWish,
    Section,
    Session,
    Standing,
    Start,
    Withdrawal,
)
from bridge.models import Draw as DrawRow

FAMILY = "swiss"


@dataclass(frozen=True, slots=True)
class SwissPlan:
    """How a section is drawn.

    boards           in a round
    sit_out_percent  what a round sat out counts for in the standings; None: nothing
    forbidden   couples of numbers that may never meet; `avoided`: that are better kept apart
    stationary  numbers that keep their table, besides those with a player who must not move: the first of them table 1, the next table 2
    arrears     the results after round r - 2 decide round r, so that nobody waits for the slowest table
    releases    a draw is released as soon as it is made
    recipe      times of an event that runs by itself
    of_eight    teams play with four pairs at four tables a match
    """

    rounds: int
    boards: int
    round_minutes: int = 22
    settings: Settings = field(default_factory=Settings)
    forbidden: tuple[tuple[int, int], ...] = ()
    avoided: tuple[tuple[int, int], ...] = ()
    stationary: tuple[int, ...] = ()
    arrears: bool = False
    sit_out_percent: Fraction | None = Fraction(60)
    releases: bool = False
    recipe: Recipe | None = None
    of_eight: bool = False

    @property
    def couples(self) -> int:
        """Couples of tables of a match of teams."""
        return 2 if self.of_eight else 1


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


def first_of_triangles(section: Section, plan: SwissPlan) -> int:
    """The first board beyond those of the rounds: from there on triangles play."""
    return section.first_board + plan.rounds * plan.boards


def triangle_in_play(round_: Round, plan: SwissPlan) -> tuple[Match, ...]:
    """The three matches of a triangle at full length whose first half was played in the round before, and whose second is to follow; else nothing."""
    rows = Match.objects.live().filter(round__section=round_.section, round__number=round_.number - 1, is_half=False)
    return tuple(rows.filter(first_board__gte=first_of_triangles(round_.section, plan)).order_by("number"))


@dataclass(frozen=True, slots=True)
class _Way:
    """Where one entrant has been: rounds, sides, tables, sit-outs, triangles."""

    sides: tuple[str, ...]
    tables: tuple[int, ...]
    sat_out: int
    triangles: int


def load_field(round_: Round, plan: SwissPlan) -> Field[int]:
    """Everything that the round's draw depends on, by the entries' numbers: a fixed number of queries.

    One round in arrears the round before counts as being played, whatever of it is in.
    """
    section = round_.section
    number_of = numbers_of_section(section)
    score_of = scores_through(section, plan.boards, round_.number - 2) if plan.arrears and round_.number > 1 else _scores(section)
    ways, met = _history(round_, plan, number_of)
    left = set(Withdrawal.objects.live().filter(session=section.session_id, from_round__lte=round_.number).values_list("entry", flat=True))
    club_of = clubs_of(section.session, number_of)
    homes = _homes(section, plan, number_of, len(number_of.keys() - left) // 2)
    entrants = tuple(
        replace(
            _entrant(number, ways.get(number), score_of.get(entry, Fraction(0)), withdrawn=entry in left),
            club=club_of.get(entry, ""), home_table=homes.get(number), home_side=Side.NS if number in homes else None,
        )
        for entry, number in number_of.items()
    )
    newest = round_.number - 1
    playing = tuple(couple for couple in sorted(met) if plan.arrears and newest in met[couple])
    meetings = ((couple, [number for number in rounds if couple not in playing or number != newest]) for couple, rounds in sorted(met.items()))
    known = frozenset(number_of.values())
    begun = triangle_in_play(round_, plan)
    three = (begun[0].home_id, begun[1].home_id, begun[2].home_id) if begun else ()  # as they were drawn
    return Field(
        round=round_.number, entrants=entrants, met=tuple(Meeting(*couple, len(rounds), rounds[-1]) for couple, rounds in meetings if rounds), playing=playing,
        forbidden=tuple(couple for couple in plan.forbidden if known.issuperset(couple)), avoided=tuple(c for c in plan.avoided if known.issuperset(c)),
        settings=plan.settings, triangle=None if not three or left.intersection(three) else (number_of[three[0]], number_of[three[1]], number_of[three[2]]),
    )


def _homes(section: Section, plan: SwissPlan, number_of: dict[int, int], tables: int) -> dict[int, int]:
    """Number -> the table it keeps, for as many as there are tables."""
    bound = LineUp.objects.live().filter(session=section.session_id, entry__in=number_of, player__seat_wish=SeatWish.MUST_STAY)
    stay = set(plan.stationary) | {number_of[entry] for entry in bound.values_list("entry", flat=True)}
    return {number: table for table, number in enumerate(sorted(stay & set(number_of.values())), 1) if table <= tables}


def clubs_of(session: Session, entries: Iterable[int]) -> dict[int, str]:
    """Entry's id -> the club, by its address, of which all its players are members; the club where they play before others."""
    players: dict[int, set[int]] = defaultdict(set)
    for entry, player in Roster.objects.live().filter(entry__in=list(entries)).values_list("entry", "player"):
        players[entry].add(player)
    clubs: dict[int, set[tuple[bool, str]]] = defaultdict(set)
    members = Membership.objects.filter(player__in=set().union(*players.values()), is_guest=False)
    for player, club, slug in members.values_list("player", "club", "club__slug"):
        clubs[player].add((club != session.club_id, slug))
    shared = {entry: set.intersection(*(clubs[player] for player in of)) for entry, of in players.items()}
    return {entry: min(found)[1] for entry, found in shared.items() if found}


def _entrant(number: int, way: _Way | None, score: Fraction, *, withdrawn: bool) -> Entrant[int]:
    if way is None:
        return Entrant(number, score, seed=number, new=True, withdrawn=withdrawn)
    sides = [Side(side) for side in way.sides if side]
    return Entrant(
        number, score, seed=number, byes=way.sat_out, triangles=way.triangles, withdrawn=withdrawn, ns_rounds=sides.count(Side.NS),
        ew_rounds=sides.count(Side.EW), last_side=sides[-1] if sides else None, tables_sat=way.tables,
    )


def _scores(section: Section) -> dict[int, Fraction]:
    """Running totals in hundredths, by entry."""
    rows = Standing.objects.filter(ranking__parts__section=section, publication__isnull=True, list="all", exact__isnull=False)
    return {entry: exact * 100 for entry, exact in rows.values_list("entry", "exact") if exact is not None}


def _history(round_: Round, plan: SwissPlan, number_of: dict[int, int]) -> tuple[dict[int, _Way], dict[tuple[int, int], list[int]]]:
    """Each number's way so far, and who met whom in which rounds."""
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
    matches = Match.objects.live().filter(round__section=round_.section_id, round__number__lt=round_.number).order_by("round__number")
    begins_at = first_of_triangles(round_.section, plan)
    between = dict.fromkeys(  # teams of eight have a row for each couple of tables
        (number_of[home], number_of[away], number, first >= begins_at)
        for home, away, number, first in matches.values_list("home", "away", "round__number", "first_board")
    )
    triangles = Counter(who for who, _ in {(who, number) for *two, number, of_triangle in between if of_triangle for who in two})
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one, other, number, _ in between:
        met[min(one, other), max(one, other)].append(number)
    for (number, where), who_met in sorted(at.items()):  # of pairs those at one table
        if where > 0 and len(who_met) == 2:
            met[min(who_met), max(who_met)].append(number)
    return {who: _Way(tuple(sides[who]), tuple(tables[who]), sat_out[who], triangles[who]) for who in sides}, met


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


def only_released(field: Field[int], drawn: Draw[int]) -> Draw[int]:
    """Of a draw the tables that were released early: the rest is still to be drawn."""
    return replace(
        drawn, matches=tuple(match for match in drawn.matches if match.seated in field.released), sit_out=None, triangle=None, cost=(), rematches=(),
        ends_here=False,
    )


def is_begun(row: DrawRow) -> bool:
    """Are some tables released early, while the rest is still to be drawn?"""
    field, drawn = draw_of(row)
    return len(drawn.matches) == len(field.released) > 0 and drawn.sit_out is None and drawn.triangle is None and not row.released and any(
        not entrant.withdrawn and all(entrant.who not in couple for couple in drawn.couples) for entrant in field.entrants
    )


def values_of_draw(seen: Field[int], draw: Draw[int]) -> dict[str, Any]:
    """Columns of a stored draw."""
    return {"field": to_json(seen), "reasons": to_json(draw)}
