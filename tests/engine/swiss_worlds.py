"""Swiss events played at random, and pairings found by other means than the engine's, for the tests."""

import random
from dataclasses import replace
from itertools import combinations

import networkx

from bridge.engine.swiss.check import check
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Entrant, Field, Meeting, Metric, Settings
from bridge.engine.swiss.pair import pair

ANY = Settings()


def played_event(size: int, rounds: int, seed: int, settings: Settings = ANY) -> Field[int]:
    """The field before round `rounds` + 1 of an event of `size` entrants with random results, each draw checked on the way."""
    rng = random.Random(seed)
    strength = [rng.randint(-300, 300) for _ in range(size)]
    field = Field(1, tuple(Entrant(number, seed=number) for number in range(1, size + 1)), settings=settings)
    for _ in range(rounds):
        draw = pair(field, random.Random(rng.getrandbits(32)))
        assert check(field, draw) == ()
        field = after_round(field, draw, strength, rng)
    return field


def after_round(field: Field[int], draw: Draw[int], strength: list[int], rng: random.Random) -> Field[int]:
    """The field before the next round: 20 victory points shared in each match, 12 for a sit-out."""
    points: dict[int, int] = {}
    met = list(field.met)
    couples = list(draw.couples) + list(combinations(draw.triangle.three if draw.triangle else (), 2))
    for one, other in couples:
        won = max(0, min(2000, 1000 + strength[one - 1] - strength[other - 1] + rng.randint(-700, 700)))
        points[one], points[other] = points.get(one, 0) + won, points.get(other, 0) + 2000 - won
        met.append(Meeting(one, other, 1, field.round))
    resting = None if draw.sit_out is None else draw.sit_out.who
    three = draw.triangle.three if draw.triangle else ()

    def scored(entrant: Entrant[int]) -> Entrant[int]:
        own = 1200 if entrant.who == resting else points.get(entrant.who, 0)
        return replace(entrant, score=entrant.score + own, byes=entrant.byes + (entrant.who == resting), triangles=entrant.triangles + (entrant.who in three))

    return replace(field, round=field.round + 1, entrants=tuple(scored(entrant) for entrant in field.entrants), met=tuple(met))


def ranked(field: Field[int]) -> list[Entrant[int]]:
    """Score down, then seed up."""
    return sorted((entrant for entrant in field.entrants if not entrant.withdrawn), key=lambda entrant: (-entrant.score, entrant.seed))


def plain_cost(field: Field[int], order: list[Entrant[int]], one: int, other: int) -> tuple[int, int, int] | None:
    """Rematches, sit-outs had before and squared gap of two ranks (`other` = the number of entrants: the sit-out); None where forbidden."""
    by_rank = field.settings.metric is Metric.RANK
    line = [rank if by_rank else int(entrant.score) for rank, entrant in enumerate(order)]
    if other == len(order):
        return 0, order[one].byes, (line[one] - line[-1]) ** 2
    couple = {order[one].who, order[other].who}
    if any(couple == set(never) for never in field.forbidden):
        return None
    return sum(meeting.times for meeting in field.met if {meeting.one, meeting.other} == couple), 0, (line[one] - line[other]) ** 2


def best_by_networkx(field: Field[int]) -> tuple[int, int, int] | None:
    """The least (rematches, repeat sit-outs, closeness) that another solver finds; None where no draw is complete."""
    order = ranked(field)
    size = len(order) + len(order) % 2
    costs = {edge: plain_cost(field, order, *edge) for edge in combinations(range(size), 2)}
    possible = {edge: cost for edge, cost in costs.items() if cost is not None}
    closest = 1 + size * max(cost[2] for cost in possible.values())
    byes = 1 + size * max(cost[1] for cost in possible.values())
    weights = {edge: (cost[0] * byes + cost[1]) * closest + cost[2] for edge, cost in possible.items()}
    most = max(weights.values()) + 1
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((one, other, most - weight) for (one, other), weight in weights.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < size:
        return None
    chosen = [possible[min(edge), max(edge)] for edge in found]
    return sum(cost[0] for cost in chosen), sum(cost[1] for cost in chosen), sum(cost[2] for cost in chosen)


def best_by_exhaustion(field: Field[int]) -> tuple[int, int, int] | None:
    """The least (rematches, repeat sit-outs, closeness) over every complete draw."""
    order = ranked(field)

    def least(left: tuple[int, ...]) -> tuple[int, int, int] | None:
        if not left:
            return 0, 0, 0
        best = None
        for at in range(1, len(left)):
            here, rest = plain_cost(field, order, left[0], left[at]), least(left[1:at] + left[at + 1 :])
            if here is not None and rest is not None:
                whole = (here[0] + rest[0], here[1] + rest[1], here[2] + rest[2])
                best = whole if best is None else min(best, whole)
        return best

    return least(tuple(range(len(order) + len(order) % 2)))


def complete_pairings(left: list[int]) -> list[list[tuple[int, int]]]:
    """Every way to put an even number of ranks into couples."""
    if not left:
        return [[]]
    return [[(left[0], left[at]), *rest] for at in range(1, len(left)) for rest in complete_pairings(left[1:at] + left[at + 1 :])]
