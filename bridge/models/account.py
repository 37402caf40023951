"""Who signs in, and what each may do in a club."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bridge.models.row import Row


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts."""

    def create_user(self, username: str, password: str | None = None, **values: Any) -> "Account":
        """An account that may sign in with this name."""
        account = self.model(username=self.model.normalize_username(username), **values)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(self, username: str, password: str | None = None, **values: Any) -> "Account":
        """An account that may do everything, also in the admin pages."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **values)


class Account(AbstractBaseUser, PermissionsMixin):
    """A person's way in. A player needs none to play."""

    username = models.CharField(_("name to sign in with"), max_length=150, unique=True)
    email = models.EmailField(_("e-mail"), blank=True)
    player = models.ForeignKey("bridge.Player", models.SET_NULL, null=True, blank=True, related_name="accounts")
    language = models.CharField(_("language"), max_length=10, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AccountManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.username


class RoleKind(models.TextChoices):
    """What somebody is in a club."""

    ADMINISTRATOR = "administrator", _("administrator")
    SECRETARY = "secretary", _("secretary")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class Role(Row):
    """An account's role in one club."""

    club = models.ForeignKey("bridge.Club", models.CASCADE, related_name="roles")
    account = models.ForeignKey(Account, models.CASCADE, related_name="roles")
    role = models.CharField(max_length=20, choices=RoleKind)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "account", "role"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.role} at {self.club_id}"


class Invitation(Row):
    """A one-time link by which somebody gets an account with a role, or a new password. Only its hash is kept."""

    secret_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey("bridge.Club", models.CASCADE, null=True, blank=True, related_name="invitations")
    role = models.CharField(max_length=20, choices=RoleKind, blank=True)
    account = models.ForeignKey(Account, models.CASCADE, null=True, blank=True, related_name="invitations")
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Attempt(Row):
    """One wrong password or PIN, so that guessing can be slowed down."""

    scope = models.CharField(max_length=20)
    who = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["scope", "who", "at"], name="attempt_recent")]

    def __str__(self) -> str:
        return f"{self.scope} {self.who}"
