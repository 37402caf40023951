"""The members' list, and a pasted list read line by line."""

from dataclasses import dataclass

from django.db.models import Q

from bridge.mapping.names import plain_letters
from bridge.models import Club, Membership, Player, Roster

MOST_LISTED = 1000  # on one page; a club with more finds the others by their letters


@dataclass(frozen=True, slots=True)
class Listed:
    """Members, or guests, as a page lists them, and how many more fit what was typed."""

    rows: tuple[Membership, ...]
    more: int


def members_of(club: Club, typed: str = "", *, guests: bool = False) -> Listed:
    """Members (or guests) in the order of their sort key, those that the typed letters or number fit."""
    rows = Membership.objects.filter(club=club, is_guest=guests, player__merged_into__isnull=True).select_related("player")
    wanted = " ".join(typed.split())
    if wanted:
        letters = plain_letters(wanted)
        rows = rows.filter(
            Q(number__startswith=wanted) | Q(player__sort_key__contains=letters) | Q(player__initials__startswith=letters)
            | Q(player__name_native__icontains=wanted) | Q(player__name_latin__icontains=wanted)
        )
    shown = tuple(rows.order_by("player__sort_key", "pk")[:MOST_LISTED])
    return Listed(shown, rows.count() - MOST_LISTED if len(shown) == MOST_LISTED else 0)


def has_members(club: Club) -> bool:
    """Is there anybody on the list?"""
    return Membership.objects.filter(club=club, is_guest=False).exists()


def has_played(player: Player) -> bool:
    """Did this person ever sit for an entry, or belong to one?"""
    return player.line_ups.exists() or Roster.objects.filter(player=player).exists()


@dataclass(frozen=True, slots=True)
class Namesakes:
    """A name that several members have, with their numbers."""

    name: str
    numbers: tuple[str, ...]


def namesakes_of(club: Club) -> list[Namesakes]:
    """Names that two or more members share."""
    numbers: dict[str, list[str]] = {}
    for name, number in Membership.objects.filter(club=club, is_guest=False, player__merged_into__isnull=True).values_list("player__name_native", "number"):
        numbers.setdefault(name, []).append(number or "–")
    return [Namesakes(name, tuple(sorted(found, key=lambda number: (len(number), number)))) for name, found in sorted(numbers.items()) if len(found) > 1]
