"""Judging a draw against its field, by code that shares nothing with the drawing: who plays, who may not meet, and what it really costs."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, combinations

from bridge.engine.errors import EngineError
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Apart, Couple, Criterion, Entrant, Field, FirstRound, Metric, Rematches, Variant, Who


class NotDrawn(EngineError):
    """An entrant of the field has no place in the draw. Facts: `who`."""


class DrawnTwice(EngineError):
    """An entrant has more than one place in the draw. Facts: `who`, `times`."""


class DrawnThoughAway(EngineError):
    """Somebody is drawn who has withdrawn or was never in the field. Facts: `who`."""


class ForbiddenCouple(EngineError):
    """A couple is drawn that may not meet. Facts: `one`, `other`."""


class TableTwice(EngineError):
    """Two matches at one table. Facts: `table`."""


class ReleasedChanged(EngineError):
    """A match that was released is not in the draw as it was. Facts: `table`, `ns`, `ew`."""


class WrongOrder(EngineError):
    """The draw was made from another order than the standings. Facts: `order` (as it should be)."""


class WrongCost(EngineError):
    """The draw's cost is not what its matches cost. Facts: `criterion`, `told`, `real`."""


def check(field: Field[Who], draw: Draw[Who]) -> tuple[EngineError, ...]:
    """Everything that is wrong with a draw, empty where it is sound. Whether a better draw exists is not asked here."""
    return (*_places(field, draw), *_couples(field, draw), *_tables(field, draw), *_order(field, draw), *_cost(field, draw))


def _places(field: Field[Who], draw: Draw[Who]) -> list[EngineError]:
    drawn = Counter(who for match in draw.matches for who in match.seated.couple)
    drawn.update(() if draw.sit_out is None else (draw.sit_out.who,))
    drawn.update(() if draw.triangle is None else draw.triangle.three)
    present = [entrant.who for entrant in field.entrants if not entrant.withdrawn]
    missing: list[EngineError] = [NotDrawn(who=who) for who in present if who not in drawn]
    twice: list[EngineError] = [DrawnTwice(who=who, times=times) for who, times in drawn.items() if times > 1]
    away: list[EngineError] = [DrawnThoughAway(who=who) for who in drawn if who not in present]
    return missing + twice + away


def _new_couples(field: Field[Who], draw: Draw[Who]) -> list[Couple[Who]]:
    """The couples this draw itself brings together, those of a new triangle included."""
    released = [frozenset(seated.couple) for seated in field.released]
    couples = [match.seated.couple for match in draw.matches if frozenset(match.seated.couple) not in released]
    if draw.triangle is not None and field.triangle is None:
        couples.extend(combinations(draw.triangle.three, 2))
    return couples


def _meetings(field: Field[Who]) -> dict[frozenset[Who], list[int]]:
    """For each couple that counts as met, one entry for each time: the last known round."""
    met: dict[frozenset[Who], list[int]] = {}
    for meeting in field.met + (field.earlier if field.settings.earlier_meetings_count else ()):
        met.setdefault(frozenset((meeting.one, meeting.other)), []).extend([meeting.last_round] * meeting.times)
    for couple in field.playing:
        met.setdefault(frozenset(couple), []).append(field.round - 1)
    return met


def _of_one_club(field: Field[Who], couple: Couple[Who]) -> bool:
    clubs = [entrant.club for entrant in field.entrants if entrant.who in couple]
    return field.round <= field.settings.apart_rounds and len(clubs) == 2 and clubs[0] == clubs[1] != ""


def _couples(field: Field[Who], draw: Draw[Who]) -> list[EngineError]:
    settings, met = field.settings, _meetings(field)
    forbidden = {frozenset(couple) for couple in field.forbidden}
    faults: list[EngineError] = []
    for couple in _new_couples(field, draw):
        again = settings.rematches is Rematches.NEVER and settings.variant in (Variant.BALANCED, Variant.TOP_FIRST) and frozenset(couple) in met
        if frozenset(couple) in forbidden or again or (settings.apart is Apart.STRICT and _of_one_club(field, couple)):
            faults.append(ForbiddenCouple(one=couple[0], other=couple[1]))
    return faults


def _tables(field: Field[Who], draw: Draw[Who]) -> list[EngineError]:
    used = Counter(match.seated.table for match in draw.matches)
    used.update(() if draw.triangle is None else draw.triangle.tables)
    seated = [match.seated for match in draw.matches]
    twice: list[EngineError] = [TableTwice(table=table) for table, times in used.items() if times > 1]
    changed: list[EngineError] = [ReleasedChanged(table=kept.table, ns=kept.ns, ew=kept.ew) for kept in field.released if kept not in seated]
    return twice + changed


def _order(field: Field[Who], draw: Draw[Who]) -> list[EngineError]:
    present = [entrant for entrant in field.entrants if not entrant.withdrawn]
    in_sequence = sorted(present, key=lambda entrant: entrant.who)
    in_sequence.sort(key=lambda entrant: entrant.seed)
    scheme = FirstRound.SIGN_UP if field.settings.variant is Variant.SEED_RULE else field.settings.first_round
    if field.round > 1 or scheme is FirstRound.STANDINGS:
        in_sequence.sort(key=lambda entrant: [Fraction(points) for points in entrant.tie_breaks], reverse=True)
        in_sequence.sort(key=lambda entrant: entrant.score + entrant.carry, reverse=True)
        in_sequence.sort(key=lambda entrant: entrant.new)
    right = [entrant.who for entrant in in_sequence]
    if field.round == 1 and scheme is FirstRound.RANDOM:
        return [] if set(right) == set(draw.order) and len(right) == len(draw.order) else [WrongOrder(order=tuple(right))]
    return [] if right == list(draw.order) else [WrongOrder(order=tuple(right))]


def _cost(field: Field[Who], draw: Draw[Who]) -> list[EngineError]:
    real = real_cost(field, draw)
    return [WrongCost(criterion=criterion, told=told, real=real[criterion]) for criterion, told in draw.cost if told != real[criterion]]


def real_cost(field: Field[Who], draw: Draw[Who]) -> dict[Criterion, int]:
    """What the draw costs by every criterion, reckoned from the field alone; released matches cost nothing."""
    settings, met = field.settings, _meetings(field)
    couples = _new_couples(field, draw)
    counted = settings.rematches is not Rematches.ALLOWED and settings.variant in (Variant.BALANCED, Variant.TOP_FIRST)
    again = [met[frozenset(couple)] for couple in couples if counted and frozenset(couple) in met]
    avoided = [frozenset(couple) for couple in field.avoided]
    kept_apart = settings.apart is not Apart.NO
    entrants = {entrant.who: entrant for entrant in field.entrants}
    new_three = () if draw.triangle is None or field.triangle is not None else draw.triangle.three
    resting = None if draw.sit_out is None or draw.sit_out.who == field.resting else draw.sit_out.who
    return {
        Criterion.REMATCHES: sum(len(rounds) for rounds in again),
        Criterion.RECENCY: sum(max(rounds) for rounds in again),
        Criterion.WISHES: sum((frozenset(couple) in avoided) + (kept_apart and _of_one_club(field, couple)) for couple in couples),
        Criterion.SIT_OUTS: (0 if resting is None else entrants[resting].byes) + sum(entrants[who].triangles for who in new_three),
        Criterion.CLOSENESS: _closeness(field, draw, couples, [who for who in (resting, new_three[-1] if new_three else None) if who is not None]),
        Criterion.RANKS: _rank_gaps(draw, couples, [who for who in (resting, new_three[-1] if new_three else None) if who is not None]),
        Criterion.SIDES: sum(_imbalance(entrants[one], entrants[other]) for one, other in couples) if settings.balance_sides else 0,
    }


def _closeness(field: Field[Who], draw: Draw[Who], couples: list[Couple[Who]], from_last: list[Who]) -> int:
    """Squared gaps of the couples, and of some from the last in the order."""
    place = {who: number for number, who in enumerate(draw.order)}
    last, by_ranks = len(place) - 1, field.settings.variant in (Variant.DANISH, Variant.SEED_RULE) or field.settings.metric is Metric.RANK
    first = field.settings.first_round if field.round == 1 and field.settings.variant is not Variant.SEED_RULE else FirstRound.STANDINGS
    if first in (FirstRound.FOLD, FirstRound.SLIDE):
        even = len(place) // 2 * 2
        given = {number: even - 1 - number if first is FirstRound.FOLD else (number + even // 2) % even for number in range(even)}
        given[even] = len(place)
        met = sum((given[place[one]] - place[other]) ** 2 + (given[place[other]] - place[one]) ** 2 for one, other in couples)
        return met + sum((place[who] - last) ** 2 for who in from_last)
    line = {who: Fraction(number) for who, number in place.items()}
    if not by_ranks and (field.round > 1 or first is FirstRound.STANDINGS):
        scores = {entrant.who: _whole(Fraction(entrant.score) + Fraction(entrant.carry)) for entrant in field.entrants}
        line = dict(zip(draw.order, accumulate((scores[who] for who in draw.order), min), strict=True))
    lowest = line[draw.order[-1]]
    gaps = [line[one] - line[other] for one, other in couples] + [line[who] - lowest for who in from_last]
    return int(sum(gap**2 for gap in gaps))


def _rank_gaps(draw: Draw[Who], couples: list[Couple[Who]], from_last: list[Who]) -> int:
    place = {who: number for number, who in enumerate(draw.order)}
    gaps = [place[one] - place[other] for one, other in couples] + [place[who] - len(place) + 1 for who in from_last]
    return sum(gap**2 for gap in gaps)


def _whole(score: Fraction) -> Fraction:
    """To a whole number, halves away from zero."""
    sign = -1 if score < 0 else 1
    return Fraction(sign * ((abs(score) + Fraction(1, 2)) // 1))


def _imbalance(one: Entrant[Who], other: Entrant[Who]) -> int:
    first, second = one.ns_rounds - one.ew_rounds, other.ns_rounds - other.ew_rounds
    return min((first + 1) ** 2 + (second - 1) ** 2, (first - 1) ** 2 + (second + 1) ** 2)
