"""A person's name as the reader's language writes it."""

import re

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from bridge.models import Membership, Player

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def is_chinese(name: str) -> bool:
    """Whether a name is written in Chinese characters: two of them need no dash between."""
    return bool(_HAN.search(name))


def reads_chinese() -> bool:
    """Whether the language now active is Chinese."""
    return (get_language() or "").startswith("zh")


def name_of(player: Player, *, in_public: bool = False) -> str:
    """`林晓峰` for a Chinese reader, `Lin Xiaofeng` for the others where it is known; who does not wish to be named in public is `a player`."""
    if in_public and not player.is_named:
        return _("a player")
    return player.name_native if reads_chinese() else player.name_latin or player.name_native


def known_as(membership: Membership) -> str:
    """A person as the club keeps them, so that namesakes are told apart: `Mary Smith (12)`, `Mary Smith (guest)`."""
    name = name_of(membership.player)
    if membership.number:
        return _("%(name)s (%(number)s)") % {"name": name, "number": membership.number}
    return _("%(name)s (guest)") % {"name": name} if membership.is_guest else name


def surname_of(player: Player, *, in_public: bool = False) -> str:
    """The short form for the wall: what stands before a comma, else the family name in Latin letters; a name in Chinese characters whole.

    The family name stands last, and first for who has a Chinese name: Wang Wei is Wang.
    """
    name = name_of(player, in_public=in_public)
    if in_public and not player.is_named or _HAN.search(name):
        return name
    if "," in name:
        return name.partition(",")[0]
    return name.partition(" ")[0] if is_chinese(player.name_native) else name.rpartition(" ")[2]


def given_name_of(player: Player) -> str:
    """What one says across the table: the given name in Latin letters, after the comma where there is one; a name in Chinese characters whole."""
    name = name_of(player)
    if _HAN.search(name):
        return name
    if is_chinese(player.name_native) and "," not in name:
        return name.partition(" ")[2] or name
    return name.rpartition(",")[2].strip().partition(" ")[0]
