"""Signing in and out, the first account, invitations, one's own account, and who helps in a club."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.http.request import split_domain_port
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from bridge.actions import accounts
from bridge.engine.errors import EngineError
from bridge.first_link import is_first_token
from bridge.forms.accounts import (
    AccountSlip,
    ChangePasswordForm,
    FirstAccountForm,
    InviteForm,
    LanguageForm,
    LinkForm,
    NamePlayerForm,
    NewAccountForm,
    NewPasswordForm,
    RoleForm,
    SignInForm,
)
from bridge.models import Account, Club, LawEdition
from bridge.permissions import may_administer
from bridge.phrases import phrase
from bridge.queries.accounts import clubs_of, helpers_of, links_of
from bridge.views.access import address_of, needs, open_to_all
from bridge.views.render import HtmxRequest, page, redirect

BACKEND = "django.contrib.auth.backends.ModelBackend"
THIS_COMPUTER = {"localhost", "127.0.0.1", "[::1]"}  # names under which nobody else's phone finds the site


def _next_of(request: HtmxRequest, wanted: str) -> str:
    """The page that was asked for, if it is one of this site; else the home page."""
    safe = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return wanted if safe else reverse("home")


def _speak(response: HttpResponse, language: str) -> HttpResponse:
    """The answer, with the cookie that keeps the language in this browser."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, language, max_age=settings.LANGUAGE_COOKIE_AGE, httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax", secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


@require_POST
@open_to_all
def language(request: HtmxRequest) -> HttpResponse:
    """The other language, in this browser and, for who is signed in, in every other."""
    form = LanguageForm(request.POST)
    response: HttpResponse = redirect(_next_of(request, request.POST.get("next", "")))
    if form.is_valid():
        if isinstance(request.user, Account):
            accounts.choose_language(request.user, form.cleaned_data["language"])
        _speak(response, form.cleaned_data["language"])
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@open_to_all
def sign_in(request: HtmxRequest) -> HttpResponse:
    """A name and a password open an account."""
    form = SignInForm(request.POST or None)
    if form.is_valid():
        try:
            account = accounts.sign_in(request, form.cleaned_data["username"], form.cleaned_data["password"], address_of(request))
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
        else:
            login(request, account)
            return _speak(redirect(_next_of(request, request.GET.get("next", ""))), account.language)
    return page(request, "registration/sign_in.html", "", {"form": form}, status=422 if form.errors else 200)


@require_POST
@open_to_all
def sign_out(request: HtmxRequest) -> HttpResponse:
    """Nobody is signed in on this browser any more."""
    logout(request)
    return redirect("home")


def _link_used(request: HtmxRequest) -> HttpResponse:
    return page(request, "bridge/account/link_used.html", "", {}, status=410)


@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "POST"])
@open_to_all
def first_account(request: HtmxRequest, token: str) -> HttpResponse:
    """The first account of a new site and, where there is none, its club."""
    if not is_first_token(token):
        return _link_used(request)
    has_club = Club.objects.exists()
    spoken = get_language() or settings.LANGUAGE_CODE
    laws = LawEdition.CN1999 if spoken.startswith("zh") else LawEdition.WBF2017
    form = FirstAccountForm(request.POST or None, has_club=has_club, initial={"zone": settings.TIME_ZONE, "edition": laws})
    if form.is_valid():
        said = form.cleaned_data
        club = None if has_club else accounts.NewClub(said["club_name"], said["zone"], spoken, said["edition"])
        try:
            account = accounts.make_first_account(said["username"], said["password"], spoken, club)
        except EngineError:
            return _link_used(request)
        login(request, account, backend=BACKEND)
        return _speak(redirect("home"), spoken)
    return page(request, "bridge/account/first.html", "", {"form": form}, status=422 if form.errors else 200)


@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "POST"])
@open_to_all
def invitation(request: HtmxRequest, secret: str) -> HttpResponse:
    """A one-time link: a new account with its role, or a new password for a known one."""
    try:
        found = accounts.find_invitation(secret)
    except EngineError:
        return _link_used(request)
    form: NewPasswordForm = NewPasswordForm(request.POST or None, account=found.account) if found.account else NewAccountForm(request.POST or None)
    if form.is_valid():
        spoken = get_language() or settings.LANGUAGE_CODE
        try:
            account = accounts.accept_invitation(secret, form.cleaned_data.get("username", ""), form.cleaned_data["password"], spoken)
        except EngineError as refusal:
            form.add_error("username" if "username" in form.fields else None, phrase(refusal))
        else:
            login(request, account, backend=BACKEND)
            return _speak(redirect("account"), account.language)
    return page(request, "bridge/account/invitation.html", "", {"form": form, "invitation": found, "club": found.club}, status=422 if form.errors else 200)


@require_POST
@open_to_all
def join(request: HtmxRequest, secret: str) -> HttpResponse:
    """The role of a one-time link, for the account that is signed in; who no longer is comes back to the link after signing in."""
    if not isinstance(request.user, Account):
        return redirect_to_login(reverse("invitation", args=[secret]))
    try:
        club = accounts.accept_as(secret, request.user)
    except EngineError:
        return _link_used(request)
    return redirect("club", club.slug)


@sensitive_post_parameters("old", "password", "again")
@require_http_methods(["GET", "POST"])
@open_to_all
@login_required
def account(request: HtmxRequest) -> HttpResponse:
    """One's own account: password, language, clubs, the way to one's own history."""
    assert isinstance(request.user, Account)
    form = ChangePasswordForm(request.POST or None, account=request.user)
    if form.is_valid():
        accounts.change_password(request.user, form.cleaned_data["password"])
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your new password is kept. Other browsers are signed out."))
        return redirect("account")
    context = {"form": form, "clubs": [(club, may_administer(request.actor, club)) for club in clubs_of(request.user)], "languages": settings.LANGUAGES}
    return page(request, "bridge/account/account.html", "", context, status=422 if form.errors else 200)


def _helpers_page(request: HtmxRequest, club: Club, form: InviteForm, *, wrong: forms.Form | None = None) -> HttpResponse:
    lists = {"helpers": helpers_of(club), "links": links_of(club)}
    context = {"club": club, "form": form, "wrong": wrong, "slip": InviteForm(auto_id=False), **lists}
    return page(request, "bridge/account/helpers.html", "", context, status=422 if form.errors or wrong else 200)


def _show_link(request: HtmxRequest, secret: str) -> None:
    """Tell the link once; only its hash is kept."""
    here = split_domain_port(request.get_host())[0] in THIS_COMPUTER
    address = request.build_absolute_uri(urljoin(settings.HALL_URL if here else "", reverse("invitation", args=[secret])))
    messages.success(request, _("Give this link to the person. It works once, within seven days: %(address)s") % {"address": address})


@require_http_methods(["GET", "POST"])
@needs(may_administer)
def helpers(request: HtmxRequest, club: Club) -> HttpResponse:
    """Who may do what in the club; somebody is invited by a one-time link."""
    form = InviteForm(request.POST or None)
    if form.is_valid():
        _show_link(request, accounts.invite(club, form.cleaned_data["role"], by=request.actor, key=form.cleaned_data["key"]))
        return redirect("helpers", club.slug)
    return _helpers_page(request, club, form)


def _done(request: HtmxRequest, club: Club, form: forms.Form, act: Callable[[dict[str, Any]], None]) -> HttpResponse:
    """What a slip of the page asks is done with its fields, or stands on the page with the reason why not."""
    if form.is_valid():
        try:
            act(form.cleaned_data)
            return redirect("helpers", club.slug)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    return _helpers_page(request, club, InviteForm(), wrong=form)


@require_POST
@needs(may_administer)
def take_role(request: HtmxRequest, club: Club) -> HttpResponse:
    """Somebody is no longer this in the club."""
    return _done(request, club, RoleForm(request.POST, club=club), lambda told: accounts.take_role(told["role"], by=request.actor, key=told["key"]))


@require_POST
@needs(may_administer)
def withdraw_link(request: HtmxRequest, club: Club) -> HttpResponse:
    """A one-time link that nobody has used leads nowhere any more."""

    def act(told: dict[str, Any]) -> None:
        accounts.withdraw_invitation(club, told["invitation"], by=request.actor, key=told["key"])

    return _done(request, club, LinkForm(request.POST, club=club), act)


@require_POST
@needs(may_administer)
def offer_password(request: HtmxRequest, club: Club) -> HttpResponse:
    """A one-time link by which somebody of the club chooses a new password."""

    def act(told: dict[str, Any]) -> None:
        _show_link(request, accounts.offer_new_password(club, told["account"], by=request.actor, key=told["key"]))

    return _done(request, club, AccountSlip(request.POST, club=club), act)


@require_POST
@needs(may_administer)
def name_player(request: HtmxRequest, club: Club) -> HttpResponse:
    """Which member an account belongs to."""

    def act(told: dict[str, Any]) -> None:
        accounts.name_player(club, told["account"], told["number"], by=request.actor, key=told["key"])

    return _done(request, club, NamePlayerForm(request.POST, club=club), act)


urlpatterns = [
    path("language/", language, name="language"),
    path("sign-in/", sign_in, name="login"),
    path("sign-out/", sign_out, name="logout"),
    path("first/<token>/", first_account, name="first_account"),
    path("invitation/<secret>/", invitation, name="invitation"),
    path("invitation/<secret>/join/", join, name="join"),
    path("account/", account, name="account"),
    path("c/<slug:club>/helpers/", helpers, name="helpers"),
    path("c/<slug:club>/helpers/role/", take_role, name="take_role"),
    path("c/<slug:club>/helpers/link/", withdraw_link, name="withdraw_link"),
    path("c/<slug:club>/helpers/password/", offer_password, name="offer_password"),
    path("c/<slug:club>/helpers/player/", name_player, name="name_player"),
]
