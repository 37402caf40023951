"""The members' list, and a pasted list read line by line."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Replace

from bridge.mapping.names import plain_letters
from bridge.mapping.records import records_of
from bridge.models import Club, LineUp, Membership, Player, Roster

MOST_LISTED = 1000  # on one page; a club with more finds the others by their letters
MOST_FOUND = 8
_BETWEEN = " '’-"  # stands between the letters of a name, and is not always typed


@dataclass(frozen=True, slots=True)
class Listed:
    """Members, or guests, as a page lists them, and how many more fit what was typed."""

    rows: tuple[Membership, ...]
    more: int


def members_of(club: Club, typed: str = "", *, guests: bool = False) -> Listed:
    """Members (or guests) in the order of their sort key, those that the typed letters or number fit."""
    rows = _fitting(club, typed).filter(is_guest=guests)
    shown = tuple(rows.order_by("player__sort_key", "pk")[:MOST_LISTED])
    return Listed(shown, rows.count() - MOST_LISTED if len(shown) == MOST_LISTED else 0)


def joined_key() -> Replace:
    """The sort key of a membership's player in one piece, as it is typed in haste: `ouyangxiu`, `obrienmary`."""
    key = Replace("player__sort_key", Value(_BETWEEN[0]), Value(""))
    for sign in _BETWEEN[1:]:
        key = Replace(key, Value(sign), Value(""))
    return key


def in_one(letters: str) -> str:
    """Letters that were typed, without what stands between those of a name; signs alone stay, and fit nobody."""
    return letters.translate(str.maketrans("", "", _BETWEEN)) or letters


def _fitting(club: Club, typed: str) -> "QuerySet[Membership]":
    """Everybody whom the club knows and whom the typed letters or number fit."""
    rows = Membership.objects.filter(club=club, player__merged_into__isnull=True).select_related("player")
    wanted = " ".join(typed.split())
    if not wanted:
        return rows
    letters = plain_letters(wanted)
    return rows.annotate(joined=joined_key()).filter(
        Q(number__startswith=wanted) | Q(joined__startswith=in_one(letters)) | Q(player__sort_key__contains=letters) | Q(player__initials__startswith=letters)
        | Q(player__name_native__icontains=wanted) | Q(player__name_latin__icontains=wanted)
    )


def people_like(club: Club, player: Player, typed: str) -> Listed:
    """Who of the club might be this person too: those whom the typed letters or number fit, that very number first; with nothing typed who shares a name."""
    wanted = " ".join(typed.split())
    if wanted:
        rows = _fitting(club, wanted)
    else:
        words = [word for word in plain_letters(player.name_native).split() if len(word) > 2]
        shared = Q(player__name_native=player.name_native)
        for word in words:
            shared |= Q(player__sort_key__contains=word)
        rows = _fitting(club, "").filter(shared)
    found = sorted(rows.exclude(player=player), key=lambda row: (row.number != wanted, row.is_guest, row.player.sort_key, row.pk))
    return Listed(tuple(found[:MOST_FOUND]), max(0, len(found) - MOST_FOUND))


def has_members(club: Club) -> bool:
    """Is there anybody on the list?"""
    return Membership.objects.filter(club=club, is_guest=False).exists()


def has_played(player: Player) -> bool:
    """Did this person ever sit for an entry, or belong to one, under whatever record?"""
    records = list(records_of([player.pk]))
    return LineUp.objects.filter(player__in=records).exists() or Roster.objects.filter(player__in=records).exists()


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
