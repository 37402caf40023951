"""Schemes of master points as data: which places of how large a field earn what, and how those who tie share it.

Stored by code and version; a scheme that has been used is never changed, a new version is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError
from bridge.engine.masterpoints.award import acbl_club_awards, ebu_award_places, platform_awards, shared_award
from bridge.engine.scoring.ranking import Place
from bridge.engine.scoring.rounding import HUNDREDTH, half_up

Who = TypeVar("Who")


class NegativeAward(EngineError):
    """An award below nothing. Facts: `entries` (of the band), `place`, `award`."""


class AwardRises(EngineError):
    """A place that earns more than the one before it. Facts: `entries`, `place`, `award`, `before`."""


class GapInScheme(EngineError):
    """A place without an award between places that have one, or fields of a size that no band covers. Facts: `entries`, `place` (0: a size), `until`."""


class BandTwice(EngineError):
    """Two bands for fields of the same size. Facts: `entries`."""


class EmptyScheme(EngineError):
    """A scheme of one's own needs at least one band with an award. Facts: none."""


class NoSuchShare(EngineError):
    """A share or amount of a scheme that is not above nothing (a share of the field: not above one either). Facts: `name`, `value`."""


class PlacesOutOfOrder(EngineError):
    """Awards are given to a finished list: from the first place down, without holes. Facts: `place`, `expected`."""


class Ties(Enum):
    """What those get who share a place."""

    SHARED = "shared"  # the awards of the places they take together, divided equally
    HIGHEST = "highest"  # each the award of the place they share
    LOWEST = "lowest"  # each the award of the last place they take


@dataclass(frozen=True, slots=True)
class Platform:
    """The source documents' rule: 3 for the first, 2 to the fourth, 1 to the tenth; below 20 pairs the upper half only."""


@dataclass(frozen=True, slots=True)
class AcblLike:
    """The first earns `each` for every pair of the group, at most `most`; the next a share of that, to 40 percent of the field."""

    each: Fraction = Fraction(10, 100)
    most: Fraction = Fraction(150, 100)


@dataclass(frozen=True, slots=True)
class EbuLike:
    """A fraction of the pairs at full tables earns: the last of them `least`, each better one `step` more."""

    fraction: Fraction = Fraction(1, 3)
    least: Fraction = Fraction(6)
    step: Fraction = Fraction(6)


@dataclass(frozen=True, slots=True)
class Band:
    """Fields of so many entries and more (up to the next band): the awards from the first place down."""

    entries: int
    awards: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """A table of the club's own; smaller fields than the first band's earn nothing."""

    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme of awards.

    least   entries that must finish for anybody to earn anything
    """

    code: str
    version: int
    rule: Platform | AcblLike | EbuLike | Own
    ties: Ties = Ties.SHARED
    least: int = 1


@dataclass(frozen=True, slots=True)
class Finished:
    """How large the list was: entries that finished, full tables they sat at, whether the list holds the whole field."""

    entries: int
    full_tables: int
    one_winner: bool = True


@dataclass(frozen=True, slots=True)
class Award(Generic[Who]):
    """What an entry earns for its place, to each of its players: exact, and in hundredths with halves up."""

    who: Who
    place: Place
    exact: Fraction

    @property
    def hundredths(self) -> int:
        """The amount that enters the ledger."""
        return int(half_up(self.exact, HUNDREDTH) * 100)


def ask_sound(scheme: Scheme) -> None:
    """The scheme has no gap, no negative award, none that rises towards lower places. Raises the first that is wrong."""
    match scheme.rule:
        case AcblLike(each, most):
            _ask_above_nothing(each=each, most=most)
        case EbuLike(fraction, least, step):
            _ask_above_nothing(fraction=fraction, least=least, step=step)
            if fraction > 1:
                raise NoSuchShare(name="fraction", value=fraction)
        case Own(bands):
            _ask_bands(bands)
        case Platform():
            pass


def _ask_above_nothing(**amounts: Fraction) -> None:
    for name, value in amounts.items():
        if value <= 0:
            raise NoSuchShare(name=name, value=value)


def _ask_bands(bands: tuple[Band, ...]) -> None:
    if not any(award > 0 for band in bands for award in band.awards):
        raise EmptyScheme()
    for band in bands:
        if sum(band.entries == other.entries for other in bands) > 1:
            raise BandTwice(entries=band.entries)
        for place, award in enumerate(band.awards, start=1):
            if award < 0:
                raise NegativeAward(entries=band.entries, place=place, award=award)
            later = [number for number, more in enumerate(band.awards, start=1) if number > place and more > 0]
            if award == 0 and later:
                raise GapInScheme(entries=band.entries, place=place, until=later[-1])
            if place > 1 and award > band.awards[place - 2]:
                raise AwardRises(entries=band.entries, place=place, award=award, before=band.awards[place - 2])
    in_order = sorted(bands, key=lambda band: band.entries)
    for band, following in zip(in_order, in_order[1:], strict=False):
        if any(band.awards) and not any(following.awards):
            raise GapInScheme(entries=following.entries, place=0, until=in_order[-1].entries)


def awards_of(scheme: Scheme, finished: Finished) -> tuple[Fraction, ...]:
    """What the places of such a field earn, from the first down; only places that get any, and no more than finished. Raises as `ask_sound`."""
    ask_sound(scheme)
    if finished.entries < max(scheme.least, 1):
        return ()
    awards: Sequence[Fraction | int]
    match scheme.rule:
        case Platform():
            awards = platform_awards(finished.entries)
        case AcblLike(each, most):
            awards = acbl_club_awards(finished.entries, each, most)
        case EbuLike(fraction, least, step):
            places = ebu_award_places(finished.full_tables, fraction, one_winner=finished.one_winner)
            awards = [least + step * (places - place) for place in range(1, places + 1)]
        case Own(bands):
            fitting = [band for band in sorted(bands, key=lambda band: band.entries) if band.entries <= finished.entries]
            awards = fitting[-1].awards if fitting else ()
    return tuple(Fraction(award) for award in awards[: finished.entries] if award > 0)


def award_places(scheme: Scheme, finished: Finished, ranked: Sequence[tuple[Who, Place]]) -> tuple[Award[Who], ...]:
    """What each entry of a finished list earns, best first, entries that earn nothing left out.

    ranked   the list from the first place down, those that share a place together. Raises PlacesOutOfOrder, and as `ask_sound`
    """
    awards = awards_of(scheme, finished)
    earned: list[Award[Who]] = []
    taken = 0
    for number, group in groupby(ranked, key=lambda line: line[1].number):
        tied = [who for who, _ in group]
        if number != taken + 1:
            raise PlacesOutOfOrder(place=number, expected=taken + 1)
        taken += len(tied)
        amount = _to_each(scheme.ties, awards, number, len(tied))
        if amount:
            earned.extend(Award(who, Place(number, len(tied) > 1), amount) for who in tied)
    return tuple(earned)


def _to_each(ties: Ties, awards: tuple[Fraction, ...], place: int, tied: int) -> Fraction:
    match ties:
        case Ties.SHARED:
            return shared_award(awards, place, tied)
        case Ties.HIGHEST:
            return shared_award(awards, place, 1)
        case Ties.LOWEST:
            return shared_award(awards, place + tied - 1, 1)


PLATFORM = Scheme("platform", 1, Platform())
ACBL_CLUB = Scheme("acbl_club", 1, AcblLike())
EBU_CLUB = Scheme("ebu_club", 1, EbuLike())
SHIPPED = (PLATFORM, ACBL_CLUB, EBU_CLUB)
