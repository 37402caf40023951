"""Signing in, the first account, invitations, roles, languages."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from bridge.actions import accounts
from bridge.actions.clubs import make_club
from bridge.actions.players import new_player
from bridge.first_link import make_first_token
from bridge.models import Account, Act, Attempt, Club, Invitation, Role, RoleKind
from bridge.permissions import Actor
from clubsite import settings as site
from tests.worlds import club_with_members, member

pytestmark = pytest.mark.django_db
PASSWORD = "a long password 7"  # what the worlds give everybody
FIRST = {"club_name": "柳岸桥牌俱乐部", "zone": "Asia/Shanghai", "edition": "CN1999", "username": "judith", "password": "seven boards", "again": "seven boards"}


@pytest.fixture
def club() -> Club:
    """Millpond with its director, secretary and administrator."""
    return club_with_members(4)


def signed_in(username: str) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(Account.objects.get(username=username))
    return client


def role_of(username: str, kind: RoleKind) -> Role:
    """The role that somebody has."""
    return Role.objects.get(account__username=username, role=kind)


def secret_of(page: str) -> str:
    """The secret of the one link that a page tells."""
    return page.split("/invitation/")[1].split("/")[0]


# ---- the first account ----

def test_the_first_link_makes_the_club_and_who_may_do_everything(client: Client) -> None:
    address = f"/first/{make_first_token()}/"
    laws = [client.get(address, headers={"accept-language": language}).context["form"]["edition"].value() for language in ("en", "zh-hans")]
    assert laws == ["WBF2017", "CN1999"]  # what is chosen where nobody chooses
    answer = client.post(address, FIRST)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    account, club = Account.objects.get(), Club.objects.get()
    assert (account.username, account.is_superuser, account.check_password("seven boards")) == ("judith", True, True)
    assert (club.name, club.zone, club.edition, club.language) == ("柳岸桥牌俱乐部", "Asia/Shanghai", "CN1999", "en")
    assert sorted(account.roles.values_list("club", "role")) == [(club.pk, "administrator"), (club.pk, "secretary")]
    assert client.get("/account/").status_code == 200


def test_the_first_link_works_once(client: Client) -> None:
    address = f"/first/{make_first_token()}/"
    client.post(address, FIRST)
    assert Client().post(address, FIRST | {"username": "second"}).status_code == 410
    assert Client().get(address).status_code == 410
    assert Account.objects.count() == 1


def test_of_two_first_accounts_at_once_one_is_refused() -> None:
    accounts.make_first_account("one", PASSWORD, "en", None)
    Account.objects.filter(username="one").update(username="moved")
    with pytest.raises(accounts.LinkUsed):
        accounts.make_first_account("two", PASSWORD, "en", None)


def test_a_forged_first_link_opens_nothing(client: Client) -> None:
    assert client.get("/first/first:1uABC:forged/").status_code == 410
    assert client.post("/first/first:1uABC:forged/", FIRST).status_code == 410
    assert Account.objects.count() == 0


def test_where_a_club_is_the_first_page_asks_for_none(client: Client) -> None:
    club = club_with_members(0)
    Role.objects.all().delete()
    Account.objects.all().delete()
    address = f"/first/{make_first_token()}/"
    assert 'name="club_name"' not in client.get(address).content.decode()
    client.post(address, {"username": "judith", "password": "seven boards", "again": "seven boards"})
    assert list(Club.objects.all()) == [club]
    assert sorted(Account.objects.get().roles.values_list("role", flat=True)) == ["administrator", "secretary"]


@pytest.mark.parametrize(("change", "field"), [
    ({"again": "eight boards"}, "again"), ({"password": "12345678", "again": "12345678"}, "password"), ({"password": "judith", "again": "judith"}, "password"),
    ({"username": ""}, "username"), ({"club_name": ""}, "club_name"), ({"zone": "Mars/Olympus"}, "zone"), ({"edition": "XX"}, "edition"),
])
def test_what_is_wrong_stands_beside_its_field(client: Client, change: dict[str, str], field: str) -> None:
    answer = client.post(f"/first/{make_first_token()}/", FIRST | change)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    page = answer.content.decode()
    assert f'id="id_{field}_error"' in page and 'aria-invalid="true"' in page
    assert Account.objects.count() == 0


def test_passwords_are_kept_by_argon2(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    account = accounts.make_first_account("judith", PASSWORD, "en", None)
    assert account.password.startswith("argon2$argon2id$")


# ---- signing in and out ----

def test_name_and_password_open_an_account(client: Client, club: Club) -> None:
    answer = client.post("/sign-in/?next=/account/", {"username": "LiNa", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert client.get("/account/").context["user"].username == "lina"
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 303
    assert client.get("/account/")["Location"] == "/sign-in/?next=/account/"


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_signing_in_leads_to_no_other_site(client: Client, club: Club, elsewhere: str) -> None:
    answer = client.post("/sign-in/", {"username": "lina", "password": PASSWORD}, query_params={"next": elsewhere})
    assert answer["Location"] == "/"


def test_a_wrong_password_and_a_wrong_name_are_told_alike(client: Client, club: Club) -> None:
    pages = []
    for username, password in (("lina", "wrong"), ("nobody", PASSWORD)):
        answer = client.post("/sign-in/", {"username": username, "password": password})
        assert answer.status_code == 422
        pages.append(answer.context["form"].non_field_errors())
    assert pages[0] == pages[1] == ["This name and this password do not belong together."]


def test_guessing_is_slowed_down_for_this_account_from_this_address(client: Client, club: Club) -> None:
    for _ in range(accounts.TRIES_OF_BOTH):
        wrong = client.post("/sign-in/", {"username": "lina", "password": "wrong"})
        assert wrong.context["form"].non_field_errors() == ["This name and this password do not belong together."]
    refused = client.post("/sign-in/", {"username": "LINA", "password": PASSWORD})
    assert refused.context["form"].non_field_errors() == ["Too many wrong passwords. Wait 10 minutes and try again."]
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}, REMOTE_ADDR="10.0.0.2").status_code == 303
    assert client.post("/sign-in/", {"username": "secretary", "password": PASSWORD}).status_code == 303


def test_after_the_window_the_account_opens_again(client: Client, club: Club) -> None:
    for _ in range(accounts.TRIES_OF_BOTH):
        client.post("/sign-in/", {"username": "lina", "password": "wrong"})
    Attempt.objects.update(at=timezone.now() - accounts.TRIES_WINDOW - timedelta(seconds=1))
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}).status_code == 303


def test_guessing_from_many_addresses_is_slowed_down_too(client: Client, club: Club) -> None:
    for number in range(accounts.TRIES_OF_ACCOUNT):
        client.post("/sign-in/", {"username": "lina", "password": "wrong"}, REMOTE_ADDR=f"10.0.1.{number}")
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}, REMOTE_ADDR="10.0.2.1").status_code == 422


def test_guessing_many_accounts_from_one_address_is_slowed_down(client: Client, club: Club) -> None:
    for number in range(accounts.TRIES_OF_ADDRESS):
        client.post("/sign-in/", {"username": f"somebody{number}", "password": "wrong"})
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}).status_code == 422
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}, REMOTE_ADDR="10.0.0.2").status_code == 303


def test_signing_in_forgets_the_wrong_tries(client: Client, club: Club) -> None:
    for _ in range(2 * accounts.TRIES_OF_BOTH):
        client.post("/sign-in/", {"username": "lina", "password": "wrong"})
        client.post("/sign-in/", {"username": "lina", "password": "wrong"})
        assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}).status_code == 303


def test_behind_no_proxy_nobody_chooses_the_address(client: Client, club: Club) -> None:
    for number in range(accounts.TRIES_OF_BOTH):
        client.post("/sign-in/", {"username": "lina", "password": "wrong"}, headers={"X-Forwarded-For": f"10.1.1.{number}"})
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}, headers={"X-Forwarded-For": "10.9.9.9"}).status_code == 422


def test_a_closed_account_opens_no_more(client: Client, club: Club) -> None:
    Account.objects.filter(username="lina").update(is_active=False)
    assert client.post("/sign-in/", {"username": "lina", "password": PASSWORD}).status_code == 422


# ---- invitations ----

@pytest.mark.parametrize(("host", "where"), [("localhost:8000", "http://192.168.7.7:8000"), ("club.example", "http://club.example")])
def test_a_link_leads_where_other_phones_find_the_site(club: Club, settings: Settings, host: str, where: str) -> None:
    settings.HALL_URL, settings.ALLOWED_HOSTS = "http://192.168.7.7:8000", ["*"]
    told = {"role": "player", "key": "k" * 16, "seen": 0}
    made = signed_in("admin").post(f"/c/{club.slug}/helpers/", told, follow=True, headers={"host": host})
    assert f"{where}/invitation/" in made.content.decode()


def test_an_invitation_makes_an_account_with_its_role_once(client: Client, club: Club) -> None:
    made = signed_in("admin").post(f"/c/{club.slug}/helpers/", {"role": "scorer", "key": "k" * 16, "seen": 0}, follow=True)
    secret = secret_of(made.content.decode())
    assert Invitation.objects.get().secret_hash != secret
    address = f"/invitation/{secret}/"
    assert client.get(address).status_code == 200
    answer = client.post(address, {"username": "wangwei", "password": "seven boards", "again": "seven boards"})
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert list(Role.objects.filter(account__username="wangwei").values_list("club", "role")) == [(club.pk, "scorer")]
    again = Client().post(address, {"username": "another", "password": "seven boards", "again": "seven boards"})
    assert (again.status_code, Account.objects.filter(username="another").count()) == (410, 0)


def test_the_same_form_sent_twice_makes_one_invitation(club: Club) -> None:
    admin = signed_in("admin")
    told = {"role": "scorer", "key": "k" * 16, "seen": 0}
    first, second = (secret_of(admin.post(f"/c/{club.slug}/helpers/", told, follow=True).content.decode()) for _ in range(2))
    assert first == second and Client().get(f"/invitation/{second}/").status_code == 200  # after a double click the second answer is the one that is read
    assert (Invitation.objects.count(), Act.objects.filter(kind="invite").count()) == (1, 1)


def test_an_old_invitation_is_refused(client: Client, club: Club) -> None:
    secret = accounts.invite(club, RoleKind.SCORER, by=Actor(account=Account.objects.get(username="admin")), key="invite-1")
    Invitation.objects.update(ends_at=timezone.now())
    assert client.get(f"/invitation/{secret}/").status_code == 410


def test_an_invitation_is_withdrawn_once_and_told_who_made_and_who_withdrew_it(client: Client, club: Club) -> None:
    admin, root = signed_in("admin"), Actor(account=Account.objects.get(username="admin"))
    secrets = [accounts.invite(club, role, by=root, key=f"invite-{role}") for role in (RoleKind.SCORER, RoleKind.DIRECTOR)]
    address, first = f"/c/{club.slug}/helpers/link/", Invitation.objects.get(role=RoleKind.SCORER)
    for _ in range(2):
        assert admin.post(address, {"invitation": first.pk, "key": "w" * 16, "seen": 0}).status_code == 303
    assert [client.get(f"/invitation/{secret}/").status_code for secret in secrets] == [410, 200]
    shown = admin.get(f"/c/{club.slug}/helpers/").content.decode()
    assert (shown.count("made by admin"), shown.count("withdrawn by admin"), shown.count('action="' + address)) == (2, 1, 1)
    late = admin.post(address, {"invitation": first.pk, "key": "x" * 16, "seen": 0})
    assert (late.status_code, "This link was used already, was withdrawn or is too old." in late.content.decode()) == (422, True)
    assert Act.objects.filter(kind="withdraw_invitation").count() == 1


def test_a_taken_name_is_told(client: Client, club: Club) -> None:
    secret = accounts.invite(club, RoleKind.SCORER, by=Actor(account=Account.objects.get(username="admin")), key="invite-1")
    answer = client.post(f"/invitation/{secret}/", {"username": "LINA", "password": "seven boards", "again": "seven boards"})
    assert answer.context["form"].errors == {"username": ["Somebody signs in as LINA already; choose another name."]}
    assert client.get(f"/invitation/{secret}/").status_code == 200


def test_a_name_is_as_long_as_it_is_kept(client: Client, club: Club) -> None:
    """U+FDFA is one sign as typed, and eighteen letters as kept."""
    secret = accounts.invite(club, RoleKind.SCORER, by=Actor(account=Account.objects.get(username="admin")), key="invite-1")
    form = client.post(f"/invitation/{secret}/", {"username": "\ufdfa" * 9, "password": "seven boards", "again": "seven boards"}).context["form"]
    assert list(form.errors) == ["username"] and "150" in form.errors["username"][0]
    assert len(new_player("\u095b" * 80).name_native) == 80  # a letter of Hindi that is kept as two


def test_who_has_an_account_takes_the_role_with_it(club: Club) -> None:
    secret = accounts.invite(club, RoleKind.SCORER, by=Actor(account=Account.objects.get(username="admin")), key="invite-1")
    lina = signed_in("lina")
    assert lina.post(f"/invitation/{secret}/join/")["Location"] == f"/c/{club.slug}/"
    assert sorted(Role.objects.filter(account__username="lina").values_list("role", flat=True)) == ["director", "scorer"]
    assert lina.post(f"/invitation/{secret}/join/").status_code == 410
    later = accounts.invite(club, RoleKind.PLAYER, by=Actor(account=Account.objects.get(username="admin")), key="invite-2")
    expired = Client().post(f"/invitation/{later}/join/")  # after signing in the link is there again, not an address that takes forms only
    assert expired["Location"] == f"/sign-in/?next=/invitation/{later}/"


def test_a_new_password_by_link_signs_other_browsers_out(client: Client, club: Club) -> None:
    lina = signed_in("lina")
    account = Account.objects.get(username="lina")
    made = signed_in("admin").post(f"/c/{club.slug}/helpers/password/", {"account": account.pk, "key": "k" * 16, "seen": 0}, follow=True)
    answer = client.post(f"/invitation/{secret_of(made.content.decode())}/", {"password": "nine rounds", "again": "nine rounds"})
    assert answer.status_code == 303
    account.refresh_from_db()
    assert account.check_password("nine rounds") and Account.objects.count() == 3
    assert lina.get("/account/").status_code == 302


def test_a_link_to_a_new_password_ends_with_the_next_password_and_with_a_role_elsewhere(client: Client, club: Club) -> None:
    """A club that made a link while the account was its own does not get at what the account may do at another club since."""
    lina, admin = Account.objects.get(username="lina"), Actor(account=Account.objects.get(username="admin"))
    first, second = (accounts.offer_new_password(club, lina, by=admin, key=f"new-password-{number}") for number in (1, 2))
    accounts.accept_invitation(first, "", "nine rounds", "en")
    assert client.get(f"/invitation/{second}/").status_code == 410
    third = accounts.offer_new_password(club, lina, by=admin, key="new-password-3")
    accounts.accept_as(accounts.invite(make_club("Weir Lane"), RoleKind.ADMINISTRATOR, by=admin, key="invite-elsewhere"), lina)
    assert client.get(f"/invitation/{third}/").status_code == 410


# ---- roles ----

def test_a_role_is_taken_but_the_last_administrator_stays(club: Club) -> None:
    admin = signed_in("admin")
    address = f"/c/{club.slug}/helpers/role/"
    assert admin.post(address, {"role": role_of("lina", RoleKind.DIRECTOR).pk, "key": "take-lina", "seen": 0}).status_code == 303
    assert not Role.objects.filter(account__username="lina").exists()
    refused = admin.post(address, {"role": role_of("admin", RoleKind.ADMINISTRATOR).pk, "key": "take-admin", "seen": 0})
    assert refused.status_code == 422
    assert "A club keeps at least one administrator" in refused.content.decode()
    assert role_of("admin", RoleKind.ADMINISTRATOR)


def test_an_account_is_named_a_member_by_number(club: Club) -> None:
    lina = Account.objects.get(username="lina")
    admin, address = signed_in("admin"), f"/c/{club.slug}/helpers/player/"
    assert admin.post(address, {"account": lina.pk, "number": "2", "key": "name-lina-1", "seen": 0}).status_code == 303
    lina.refresh_from_db()
    assert lina.player == member(club, 2)
    assert admin.post(address, {"account": lina.pk, "number": "99", "key": "name-lina-2", "seen": 0}).status_code == 422
    assert admin.post(address, {"account": lina.pk, "number": "", "key": "name-lina-3", "seen": 0}).status_code == 303
    lina.refresh_from_db()
    assert lina.player is None


@pytest.mark.parametrize("page", ["", "role/", "password/", "player/"])
def test_only_administrators_of_the_club_give_roles(client: Client, club: Club, page: str) -> None:
    address = f"/c/{club.slug}/helpers/{page}"
    assert client.post(address)["Location"] == f"/sign-in/?next={address}"
    for username in ("lina", "secretary"):
        assert signed_in(username).post(address).status_code == 403
    other = club_with_members(0, name="Weir Lane")
    Role.objects.filter(club=other).delete()
    assert signed_in("admin").post(f"/c/{other.slug}/helpers/{page}").status_code == 403


def test_a_role_of_another_club_cannot_be_taken(club: Club) -> None:
    other = club_with_members(0, name="Weir Lane")
    theirs = Role.objects.get(club=other, role=RoleKind.DIRECTOR)
    assert signed_in("admin").post(f"/c/{club.slug}/helpers/role/", {"role": theirs.pk, "key": "take-other", "seen": 0}).status_code == 422
    assert Role.objects.filter(pk=theirs.pk).exists()


def test_the_roles_page_asks_as_much_for_many_as_for_few(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    admin = signed_in("admin")
    with django_assert_num_queries(8):
        admin.get(f"/c/{club.slug}/helpers/")
    for number in range(5):
        Role.objects.create(club=club, account=Account.objects.create_user(f"scorer{number}", player=member(club, 1)), role=RoleKind.SCORER)
    with django_assert_num_queries(8):
        admin.get(f"/c/{club.slug}/helpers/")


@pytest.mark.parametrize("elsewhere", ["role", "superuser", "staff"])
def test_one_club_does_not_get_at_what_an_account_may_do_elsewhere(club: Club, elsewhere: str) -> None:
    lina = Account.objects.get(username="lina")
    if elsewhere == "role":
        Role.objects.create(club=make_club("Weir Lane"), account=lina, role=RoleKind.ADMINISTRATOR)
    else:
        Account.objects.filter(pk=lina.pk).update(**{f"is_{elsewhere}": True})
    admin = signed_in("admin")
    for page in ("password", "player"):
        refused = admin.post(f"/c/{club.slug}/helpers/{page}/", {"account": lina.pk, "number": "1", "key": f"get-at-{page}", "seen": 0})
        assert (refused.status_code, "only who runs the site changes this account" in refused.content.decode()) == (422, True)
    assert not Invitation.objects.exists()
    lina.refresh_from_db()
    assert lina.player is None
    Account.objects.filter(username="admin").update(is_superuser=True)
    assert admin.post(f"/c/{club.slug}/helpers/password/", {"account": lina.pk, "key": "get-at-it-all", "seen": 0}).status_code == 303


# ---- one's own account ----

def test_a_password_is_changed_by_who_knows_the_old_one(club: Club) -> None:
    lina, elsewhere = signed_in("lina"), signed_in("lina")
    wrong = lina.post("/account/", {"old": "wrong", "password": "nine rounds", "again": "nine rounds"})
    assert wrong.context["form"].errors == {"old": ["This is not your password until now."]}
    assert lina.post("/account/", {"old": PASSWORD, "password": "nine rounds", "again": "nine rounds"}).status_code == 303
    assert Account.objects.get(username="lina").check_password("nine rounds")
    assert (lina.get("/account/").status_code, elsewhere.get("/account/").status_code) == (200, 302)


# ---- languages ----

def test_the_language_is_kept_in_the_browser_and_with_the_account(club: Club) -> None:
    lina = signed_in("lina")
    answer = lina.post("/language/", {"language": "zh-hans", "next": f"/c/{club.slug}/"})
    assert answer["Location"] == f"/c/{club.slug}/"
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("zh-hans", True, "Lax")
    page = lina.get("/account/").content.decode()
    assert '<html lang="zh-hans">' in page and "您的账号：lina" in page
    fresh = Client()
    fresh.post("/sign-in/", {"username": "lina", "password": PASSWORD})
    assert fresh.cookies[settings.LANGUAGE_COOKIE_NAME].value == "zh-hans"


def test_a_language_that_is_not_spoken_changes_nothing(client: Client) -> None:
    answer = client.post("/language/", {"language": "tlh", "next": "https://elsewhere.example/"})
    assert (answer["Location"], settings.LANGUAGE_COOKIE_NAME in answer.cookies) == ("/", False)


@pytest.mark.parametrize("onward", ["on", "0", "٣", "//elsewhere.example/", "javascript:alert(1)", "https://elsewhere.example/", ""])
def test_an_address_that_is_none_leads_to_the_first_page(client: Client, onward: str) -> None:
    answer = client.post("/language/", {"language": "zh-hans", "next": onward})
    assert (answer.status_code, answer["Location"], answer.cookies["django_language"].value) == (303, "/", "zh-hans")


def test_a_refused_form_leads_back_to_its_page(club: Club) -> None:
    """An address that takes forms only is no page: the other language, and signing in again, lead to where the form was."""
    settings, role = f"/c/{club.slug}/helpers/", f"/c/{club.slug}/helpers/role/"
    came_from = {"Referer": f"http://testserver{settings}?x=1"}
    refused = signed_in("admin").post(role, {}, headers=came_from)
    assert refused.status_code == 422
    assert f'name="next" value="{settings}?x=1"' in refused.content.decode()
    assert Client().post(role, {}, headers=came_from)["Location"] == f"/sign-in/?next={settings}%3Fx%3D1"
    assert Client().post(role, {}, headers={"Referer": "https://elsewhere.example/"})["Location"] == f"/sign-in/?next={role}"


@pytest.mark.parametrize(("asked", "spoken"), [("zh-CN,zh;q=0.9", "zh-hans"), ("en-GB", "en"), ("fr", "en")])
def test_a_browser_is_answered_in_its_own_language(client: Client, asked: str, spoken: str) -> None:
    assert f'<html lang="{spoken}">' in client.get("/sign-in/", headers={"Accept-Language": asked}).content.decode()


# ---- every page ----

def test_cookies_cannot_be_read_by_scripts_and_stay_on_the_site(client: Client, club: Club) -> None:
    answer = client.post("/sign-in/", {"username": "lina", "password": PASSWORD})
    session = answer.cookies[settings.SESSION_COOKIE_NAME]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("address", ["/", "/sign-in/", "/nothing/"])
def test_pages_send_the_policy_and_no_inline_code(client: Client, club: Club, address: str) -> None:
    answer = client.get(address, follow=True)
    page = answer.content.decode()
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "<style" not in page and " style=" not in page and "<script>" not in page and "onclick" not in page
