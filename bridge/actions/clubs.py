"""What people do with a club itself."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.text import slugify

from bridge.engine.masterpoints.levels import Thresholds
from bridge.engine.masterpoints.levels import ask_sound as ask_levels_sound
from bridge.engine.masterpoints.scheme import SHIPPED, AcblLike, EbuLike, Own, Platform, Ties, ask_sound
from bridge.engine.masterpoints.scheme import Scheme as AwardScheme
from bridge.mapping.masterpoints import row_of_scheme
from bridge.models import Account, Club, ClubTable, Journal, Role, RoleKind, Scheme, journal
from bridge.permissions import Actor


def make_club(name: str, *, zone: str = "UTC", language: str = "en", slug: str = "", tables: int = 20, is_demo: bool = False) -> Club:
    """A new club with its journal and the cards of its tables. The slug is made from the name where none is given."""
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=slug or _free_slug(name), zone=zone, language=language, is_demo=is_demo)
        Journal.objects.create(club=club)
        ClubTable.objects.bulk_create(ClubTable(club=club, label=str(number)) for number in range(1, tables + 1))
    return club


def change_club(club: Club, values: Mapping[str, Any], *, pin: str = "", seen: int | None = None, by: Actor, key: str) -> None:
    """The club has these settings; `pin` is the directors' new PIN, of which only a hash is kept, and not in the journal. "": it stays.

    seen     the newest act of the club's journal when the settings were shown; None: nobody looked
    raises   ChangedMeanwhile
    """
    with journal.act(club.journal, "change_club", by=by, key=key, facts={"pin": bool(pin)}) as act:
        if act.is_repeat:
            return
        club.refresh_from_db()
        journal.refuse_if_rewritten(act, club, values, seen)
        journal.change(act, club, **values)
        if pin:
            club.pin_hash = make_password(pin)
            club.save(update_fields=["pin_hash"])


def set_award_scheme(club: Club, rule: Platform | AcblLike | EbuLike | Own, *, ties: Ties = Ties.SHARED, by: Actor, key: str) -> None:
    """The club's evenings earn master points by this rule from now on: a new version of the club's scheme, or one that everybody has.

    raises   what is wrong with the scheme, as `ask_sound`
    """
    shipped = next((scheme for scheme in SHIPPED if (scheme.rule, scheme.ties) == (rule, ties)), None)
    code = f"awards-{club.uid}"
    ask_sound(shipped or AwardScheme(code, 1, rule, ties))
    with journal.act(club.journal, "set_award_scheme", by=by, key=key) as act:
        if not act.is_repeat:
            journal.change(act, club, awards=row_of_scheme(shipped or AwardScheme(code, _newest_version(code) + 1, rule, ties)))


def set_levels(club: Club, thresholds: Thresholds, *, by: Actor, key: str) -> None:
    """The levels of master points begin at these totals. Raises WrongNumberOfLevels, ThresholdsNotRising."""
    ask_levels_sound(thresholds)
    with journal.act(club.journal, "set_levels", by=by, key=key) as act:
        if act.is_repeat:
            return
        code = f"levels-{club.uid}"
        row = Scheme.objects.create(code=code, version=_newest_version(code) + 1, data={"hundredths": list(thresholds.hundredths)})
        journal.change(act, club, levels=row)


def _newest_version(code: str) -> int:
    """The last version of a scheme, read under the lock of its club's journal; 0: there is none."""
    return Scheme.objects.filter(code=code).order_by("-version").values_list("version", flat=True).first() or 0


def give_role(club: Club, account: Account, role: RoleKind) -> None:
    """Let an account be something in a club; harmless when it is so already."""
    Role.objects.get_or_create(club=club, account=account, role=role)


def _free_slug(name: str) -> str:
    wanted = slugify(name)[:36] or "club"
    taken = set(Club.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    candidates = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)
