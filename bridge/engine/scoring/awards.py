"""Average plus, average and average minus (Law 12C2, 86, 88): how much they are, in both editions."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.outcome import FLAT_PERCENT, Award
from bridge.engine.scoring.tally import Tally
from bridge.engine.scoring.traveller import Traveller
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)

def award_percent(award: Award, own: Fraction | None, edition: Edition) -> Fraction:
    """Percent of an artificial score.

    own   the side's percent on its other boards of the session, artificial ones left out; None where it has none
          Average plus is never less than that (1999: Law 88; 2017: 12C2(c)), average minus in 2017 never more (12C2(c)).
    """
    flat = FLAT_PERCENT[award]
    if own is None:
        return flat
    if award is Award.PLUS:
        return max(flat, own)
    return min(flat, own) if award is Award.MINUS and edition is Edition.WBF2017 else flat


def award_team_imps(award: Award, size: Fraction = Fraction(3)) -> Fraction:
    """IMPs of an artificial score in a team match (Law 86): 3, 0 or -3."""
    return {Award.PLUS: size, Award.AVERAGE: Fraction(0), Award.MINUS: -size}[award]


def with_own_averages(travellers: Sequence[Traveller[Who]], conditions: Conditions) -> tuple[Traveller[Who], ...]:
    """The same travellers with average plus and minus filled in from each side's own average over its compared boards of the same session.

    Works on travellers that were filled in before, too: what no longer holds is replaced.
    """
    asked: dict[Hashable, set[Who]] = {}
    for traveller in travellers:
        for item in traveller.apart:
            if item.outcome in (Award.PLUS, Award.MINUS):
                asked.setdefault(traveller.facts.session, set()).update(traveller.who_gets(item))
    if not asked:
        return tuple(travellers)
    own = {session: _own_tallies([traveller for traveller in travellers if traveller.facts.session == session], who) for session, who in asked.items()}
    return tuple(_filled(traveller, own.get(traveller.facts.session, {}), conditions) for traveller in travellers)


def _own_tallies(travellers: Sequence[Traveller[Who]], asked: set[Who]) -> dict[Who, Tally]:
    found: dict[Who, Tally] = {}
    for traveller in travellers:
        for side in Side:
            column = traveller.column(side)
            for seated in traveller.facts.seated(side):
                for who, mark in zip(seated, column.marks, strict=True):
                    if mark is not None and who in asked:
                        found[who] = found.get(who, Tally()).with_board(Fraction(mark, column.denominator), column.measure)
        for item in traveller.apart:
            if item.compared and item.mark is not None:
                for who in asked.intersection(traveller.who_gets(item)):
                    found[who] = found.get(who, Tally()).with_board(item.mark, item.measure)
    return found


def _filled(traveller: Traveller[Who], own: dict[Who, Tally], conditions: Conditions) -> Traveller[Who]:
    apart = []
    for item in traveller.apart:
        if isinstance(item.outcome, Award) and item.outcome is not Award.AVERAGE and item.measure is not None:
            who = traveller.who_gets(item)[0]  # one pair, or the one player it is for
            percent = award_percent(item.outcome, own.get(who, Tally()).percent, conditions.edition)
            item = replace(item, percent=percent, mark=item.measure.mark_of(percent))
        apart.append(item)
    filled = tuple(apart)
    return traveller if filled == traveller.apart else replace(traveller, apart=filled)


def own_tally(travellers: Sequence[Traveller[Who]], session: Hashable, who: Who) -> Tally:
    """What a side's own average of a session is made of, artificial scores left out; its percent is None without results.

    At IMPs a percent is a tenth of average plus.
    """
    return _own_tallies([traveller for traveller in travellers if traveller.facts.session == session], {who}).get(who, Tally())
