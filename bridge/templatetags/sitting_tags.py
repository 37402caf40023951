"""Who sat for a pair one after the other, where somebody was replaced."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from bridge.phrases import arrivals, names
from bridge.templatetags.bridge_tags import pair, pair_names, pair_short

register = template.Library()


@register.filter
def sitters(several: Iterable[Any]) -> str:
    """Everybody who sat for a pair where everybody reads it, each with the rounds."""
    return gettext(", ").join(arrivals.sat_words(names.name_of(each.player, in_public=True), each.first, each.last) for each in several)


@register.simple_tag
def pair_ranked(row: Any, short: bool = False) -> SafeString | str:
    """A pair's names in a ranking, who sat in a seat one after the other together: `Mary Smith / Hedda Falk (from round 5)`; `short` for the wall."""
    if not row.sitters:
        return pair_short(row.pair) if short else pair(row.pair)
    name = names.surname_of if short else names.name_of
    seats: dict[str, list[str]] = {}
    for each in row.sitters:
        seats.setdefault(each.seat, []).append(arrivals.came_words(name(each.player, in_public=True), each.first))
    first, second, *_ = *(" / ".join(told) for told in seats.values()), ""
    return pair_names(first, second, " – ")
