"""What the pages about accounts read: who is what in a club, which invitations are open."""

from dataclasses import dataclass

from django.utils import timezone

from bridge.models import Account, Act, Club, Invitation, Role


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


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time link, the act that made it, and the act that took it back before it was used; None where there is none."""

    invitation: Invitation
    made: Act | None
    withdrawn: Act | None


def links_of(club: Club) -> list[Link]:
    """Links that wait to be used, and those withdrawn that would still wait, the newest first."""
    recent = Invitation.objects.filter(club=club, ends_at__gt=timezone.now()).select_related("account").order_by("-made_at")
    acts = Act.objects.filter(journal__club=club, kind__in=("invite", "offer_new_password", "withdraw_invitation")).select_related("account")
    told = {(act.kind == "withdraw_invitation", act.facts.get("invitation")): act for act in acts}
    links = [Link(each, told.get((False, each.pk)), told.get((True, each.pk))) for each in recent]
    return [link for link in links if link.withdrawn or link.invitation.used_at is None]


def clubs_of(account: Account) -> list[Club]:
    """The clubs in which an account is something, by name."""
    return list(Club.objects.filter(roles__account=account).distinct().order_by("name"))
