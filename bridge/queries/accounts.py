"""What the pages about accounts read: who is what in a club, which invitations are open."""

from dataclasses import dataclass

from django.utils import timezone

from bridge.models import Account, Club, Invitation, Role


@dataclass(frozen=True, slots=True)
class Helper:
    """An account of a club, its roles in it, and the player it belongs to."""

    account: Account
    roles: tuple[Role, ...]
    number: str


def helpers_of(club: Club) -> list[Helper]:
    """Every account with a role in the club, by name."""
    numbers = {player: number or "" for player, number in club.memberships.values_list("player_id", "number")}
    found: dict[int, list[Role]] = {}
    for role in Role.objects.filter(club=club).select_related("account__player").order_by("account__username", "pk"):
        found.setdefault(role.account_id, []).append(role)
    return [Helper(roles[0].account, tuple(roles), numbers.get(roles[0].account.player_id or 0, "")) for roles in found.values()]


def open_invitations(club: Club) -> list[Invitation]:
    """Links that were made and not used, the newest first."""
    return list(Invitation.objects.filter(club=club, used_at__isnull=True, ends_at__gt=timezone.now()).select_related("account").order_by("-made_at"))


def clubs_of(account: Account) -> list[Club]:
    """The clubs in which an account is something, by name."""
    return list(Club.objects.filter(roles__account=account).distinct().order_by("name"))
