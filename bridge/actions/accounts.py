"""What people do about accounts: make the first one, sign in, invite, withdraw, accept, change a password or a language, give and take roles.

Wrong passwords are written down (`Attempt`) before they are tried, so that guessing is slowed down also by many requests at once and after a restart.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bridge.actions.clubs import give_role, make_club
from bridge.engine.errors import EngineError
from bridge.models import Account, Attempt, Club, Invitation, Player, Role, RoleKind
from bridge.models.journal import Act, act
from bridge.models.secret import secret_hash
from bridge.permissions import Actor

INVITATION_LIVES = timedelta(days=7)
TRIES_WINDOW = timedelta(minutes=10)
TRIES_OF_BOTH, TRIES_OF_ACCOUNT, TRIES_OF_ADDRESS = 5, 30, 60
_SCOPE = "password"
_FIRST = secret_hash("the first account of this site")


class TooManyPasswords(EngineError):
    """Wrong passwords came too fast for this account or from this address. Facts: `minutes`."""


class WrongPassword(EngineError):
    """Name and password do not belong together; which is wrong is not said. No facts."""


class NameTaken(EngineError):
    """Somebody signs in with this name already. Facts: `name`."""


class LinkUsed(EngineError):
    """A one-time link that was used, withdrawn or is too old. No facts."""


class NotOnlyYours(EngineError):
    """An account that runs the site or has a role in another club is not one club's to change. Facts: `name`."""


class LastAdministrator(EngineError):
    """A club keeps at least one administrator. No facts."""


@dataclass(frozen=True, slots=True)
class NewClub:
    """What the first page asks about the club."""

    name: str
    zone: str
    language: str
    edition: str


def make_first_account(username: str, password: str, language: str, club: NewClub | None) -> Account:
    """The account that may do everything, administrator and secretary of each club; `club` is made where there is none yet.

    raises   LinkUsed where another was first
    """
    with transaction.atomic():
        if Account.objects.exists():
            raise LinkUsed
        account = Account.objects.create_superuser(username, password, language=language)
        now = timezone.now()
        try:  # of two at once one stumbles over the unique hash
            with transaction.atomic():
                Invitation.objects.create(secret_hash=_FIRST, account=account, ends_at=now, used_at=now)
        except IntegrityError:
            raise LinkUsed from None
        if club:
            made = make_club(club.name, zone=club.zone, language=club.language)
            made.edition = club.edition
            made.save(update_fields=["edition"])
        for each in Club.objects.all():
            give_role(each, account, RoleKind.ADMINISTRATOR)
            give_role(each, account, RoleKind.SECRETARY)
        return account


def sign_in(request: HttpRequest, username: str, password: str, address: str) -> Account:
    """The account that this name and password open. Raises TooManyPasswords, WrongPassword."""
    name = Account.normalize_username(username).casefold()[:100]
    limits = {f"{name} {address}"[:200]: TRIES_OF_BOTH, f"{name}"[:200]: TRIES_OF_ACCOUNT, f"@{address}"[:200]: TRIES_OF_ADDRESS}
    now = timezone.now()
    Attempt.objects.filter(scope=_SCOPE, at__lt=now - timedelta(days=1)).delete()
    Attempt.objects.bulk_create([Attempt(scope=_SCOPE, who=who, at=now) for who in limits])
    for who, most in limits.items():
        if Attempt.objects.filter(scope=_SCOPE, who=who, at__gt=now - TRIES_WINDOW).count() > most:
            raise TooManyPasswords(minutes=TRIES_WINDOW // timedelta(minutes=1))
    known = Account.objects.filter(username__iexact=username).first()  # names are told apart by their letters, not by their size
    account = authenticate(request, username=known.username if known else username, password=password)
    if account is None:
        raise WrongPassword
    Attempt.objects.filter(scope=_SCOPE, who__in=[f"{name} {address}"[:200], name[:200]]).delete()
    Attempt.objects.filter(scope=_SCOPE, who=f"@{address}"[:200], at=now).delete()
    assert isinstance(account, Account)
    return account


def invite(club: Club, role: str, *, by: Actor, key: str) -> str:
    """The secret of a one-time link by which somebody gets an account with a role in the club; the same one when this was done before."""
    with act(club.journal, "invite", by=by, key=key, facts={"role": role}) as done:
        return _link(done, club, role=role)


def offer_new_password(club: Club, account: Account, *, by: Actor, key: str) -> str:
    """The secret of a one-time link by which an account of the club chooses a new password; the same one when this was done before.

    raises   NotOnlyYours
    """
    _refuse_if_not_only_yours(club, account, by)
    with act(club.journal, "offer_new_password", by=by, key=key, facts={"account": account.pk}) as done:
        return _link(done, club, account=account)


def _link(done: Act, club: Club, **gives: Any) -> str:
    """The secret of a one-time link, whose hash alone is kept. It goes with the act's key: of a form sent twice the browser shows the second answer."""
    secret = salted_hmac("bridge.invitation", f"{club.pk} {done.key}", algorithm="sha256").hexdigest()
    if not done.is_repeat:
        made = Invitation.objects.create(secret_hash=secret_hash(secret), club=club, ends_at=timezone.now() + INVITATION_LIVES, **gives)
        done.facts["invitation"] = made.pk
    return secret


def withdraw_invitation(club: Club, invitation: Invitation, *, by: Actor, key: str) -> None:
    """A one-time link of the club leads nowhere any more. Raises LinkUsed where it was used meanwhile."""
    facts = {"invitation": invitation.pk, "role": invitation.role, "account": invitation.account_id}
    with act(club.journal, "withdraw_invitation", by=by, key=key, facts=facts) as done:
        if not done.is_repeat and not Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True).update(used_at=done.at):
            raise LinkUsed

def _refuse_if_not_only_yours(club: Club, account: Account, by: Actor) -> None:
    """An administrator of one club must not get at what an account may do elsewhere; who runs the site and oneself may."""
    if by.account is not None and (by.account.is_superuser or by.account == account):
        return
    if account.is_superuser or account.is_staff or Role.objects.filter(account=account).exclude(club=club).exists():
        raise NotOnlyYours(name=account.username)


def find_invitation(secret: str) -> Invitation:
    """The invitation that a link belongs to. Raises LinkUsed."""
    unused = Invitation.objects.filter(secret_hash=secret_hash(secret), used_at__isnull=True, ends_at__gt=timezone.now())
    found = unused.select_related("club", "account").first()
    if found is None:
        raise LinkUsed
    return found


def accept_invitation(secret: str, username: str, password: str, language: str) -> Account:
    """The new account with its role, or the known account with its new password. Raises LinkUsed, NameTaken."""
    with transaction.atomic():
        invitation = find_invitation(secret)
        if not Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True).update(used_at=timezone.now()):
            raise LinkUsed
        if invitation.account is not None:
            change_password(invitation.account, password)
            return invitation.account
        if Account.objects.filter(username__iexact=username).exists():
            raise NameTaken(name=username)
        try:
            with transaction.atomic():
                account = Account.objects.create_user(username, password, language=language)
        except IntegrityError:
            raise NameTaken(name=username) from None
        assert invitation.club is not None
        give_role(invitation.club, account, RoleKind(invitation.role))
        return account


def accept_as(secret: str, account: Account) -> Club:
    """The club where somebody who has an account already now has the role of an invitation. Raises LinkUsed."""
    with transaction.atomic():
        invitation = find_invitation(secret)
        if invitation.account is not None or not Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True).update(used_at=timezone.now()):
            raise LinkUsed
        assert invitation.club is not None
        give_role(invitation.club, account, RoleKind(invitation.role))
        _end_links(account)  # the club that made one must not get at what the account may do from now on
        return invitation.club


def take_role(role: Role, *, by: Actor, key: str) -> None:
    """Somebody is no longer this in the club. Raises LastAdministrator."""
    facts = {"account": role.account_id, "role": role.role}
    with act(role.club.journal, "take_role", by=by, key=key, facts=facts) as done:
        if done.is_repeat:
            return
        if role.role == RoleKind.ADMINISTRATOR and not Role.objects.filter(club=role.club, role=role.role).exclude(pk=role.pk).exists():
            raise LastAdministrator
        role.delete()


def name_player(club: Club, account: Account, player: Player | None, *, by: Actor, key: str) -> None:
    """The account is this player's, so that it shows the player's own history and cards; None: nobody's. Raises NotOnlyYours."""
    _refuse_if_not_only_yours(club, account, by)
    with act(club.journal, "name_player", by=by, key=key, facts={"account": account.pk, "player": player.pk if player else None}) as done:
        if done.is_repeat:
            return
        account.player = player
        account.save(update_fields=["player"])


def change_password(account: Account, password: str) -> None:
    """The account has a new password; every other browser is signed out by it."""
    account.set_password(password)
    account.save(update_fields=["password"])
    _end_links(account)


def _end_links(account: Account) -> None:
    """Links by which the account might get a new password lead nowhere any more."""
    Invitation.objects.filter(account=account, used_at__isnull=True).update(used_at=timezone.now())


def choose_language(account: Account, language: str) -> None:
    """The account reads this language wherever it signs in."""
    account.language = language
    account.save(update_fields=["language"])
