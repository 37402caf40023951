"""Every address of the club's pages, asked by those whom it does not concern and with nonsense in it: refused or told, never another's rows, never a crash."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django import forms
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern

import bridge.forms
from bridge.actions.clubs import give_role
from bridge.engine.contract import Report, parse_contract
from bridge.engine.seats import Seat
from bridge.models import Account, Act, RoleKind, Session, SessionState
from bridge.urls import urlpatterns
from bridge.views.access import open_to_all
from tests.worlds import account_of, agree, club_with_members, entries_of, member, mitchell_evening, seating_at, settle

pytestmark = pytest.mark.django_db

NONSENSE = ("", "-1", "99999999999999999999", "9" * 5000, "a\x00b", "🃏<script>'\"", "²٣")
ASKED = ("who", "with", "plan", "round", "side", "page", "table", "board", "list", "kind", "call", "entry", "team", "before", "next")
# What Mary may, since she sits at the table and is a member.
OWN = {"signin_at_table", "table_state", "call_director", "ask_correction", "agree", "dispute"}


def running(name: str) -> Session:
    """An evening of three tables with one board agreed."""
    session = mitchell_evening(3, club=club_with_members(12, name=name))
    agree(seating_at(session, 1, 1), 1, Report(parse_contract("4S"), Seat.N, 10))
    settle()
    return session


def rows_of(session: Session) -> dict[str, object]:
    """What the addresses of an evening name."""
    named = dict.fromkeys(("table", "number", "version", "call", "ruling", "reminder", "label"), 1)
    named |= dict.fromkeys(("code", "token", "secret", "scheme"), "x")  # type: ignore[arg-type]
    return named | {
        "club": session.club.slug, "session": session.uid, "seating": seating_at(session, 1, 1).pk, "entry": entries_of(session)[0].uid,
        "player": member(session.club, 1).uid, "side": "NS", "what": "ranking", "form": "csv",
    }


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """Each address by its name."""
    for each in urlpatterns:
        assert isinstance(each, URLPattern)
        yield each.name or "", each


def address(pattern: URLPattern, rows: dict[str, object]) -> str:
    """The address with its names filled in."""
    text = str(pattern.pattern)
    for name in pattern.pattern.converters:
        for kind in ("str:", "int:", "slug:", ""):
            text = text.replace(f"<{kind}{name}>", str(rows.get(name, 1)))
    return "/" + text


def signed_in(account: Account | None) -> Client:
    """A browser, with somebody signed in or nobody."""
    client = Client()
    if account is not None:
        client.force_login(account)
    return client


def everywhere(client: Client, rows: dict[str, object], names: set[str]) -> Iterator[tuple[str, URLPattern, str, HttpResponse]]:
    """Every address that names all of these, looked at and written to."""
    for name, pattern in addresses():
        if names <= set(pattern.pattern.converters):
            for method in ("get", "head", "post"):
                yield name, pattern, method, getattr(client, method)(address(pattern, rows))


def field_names() -> list[str]:
    """Every name that a slip of the site has, but the key."""
    found = {"paid", "done", "see"}
    for module in pkgutil.iter_modules(bridge.forms.__path__):
        for value in vars(importlib.import_module(f"bridge.forms.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, forms.Form):
                found |= set(value.base_fields)
    return sorted(found - {"key"})


def test_who_has_no_part_in_the_club_sees_what_all_may_see() -> None:
    session, other = running("Millpond"), running("Otterbrook")
    outsider = Account.objects.create_user("outsider", "a long password 7")
    give_role(other.club, outsider, RoleKind.ADMINISTRATOR)
    player = account_of(member(session.club, 1), "mary")
    acts = Act.objects.count()
    for who, own in ((None, set()), (outsider, set()), (player, OWN)):
        seen = {
            (name, method) for name, pattern, method, answer in everywhere(signed_in(who), rows_of(session), {"club"})
            if answer.status_code == 200 and pattern.callback.permission is not open_to_all and name not in own  # type: ignore[attr-defined]
        }
        assert (who, seen) == (who, set())
    assert Act.objects.count() == acts


def test_no_address_mixes_two_clubs() -> None:
    """The administrator of one club, with the rows of another in the addresses of their own."""
    session, other = running("Millpond"), running("Otterbrook")
    outsider = Account.objects.create_user("outsider", "a long password 7")
    give_role(other.club, outsider, RoleKind.ADMINISTRATOR)
    rows, acts = rows_of(session) | {"club": other.club.slug}, Act.objects.count()
    found = {(name, method, answer.status_code) for name, _, method, answer in everywhere(signed_in(outsider), rows, {"club", "session"})}
    assert {status for *_, status in found} <= {404, 405}
    rows |= {"session": other.uid}
    for named in ("seating", "entry"):
        found = {(name, method, answer.status_code) for name, _, method, answer in everywhere(signed_in(outsider), rows, {"session", named})}
        assert (named, {status for *_, status in found} - {404, 405}) == (named, set())
    assert Act.objects.count() == acts


@pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_in_every_field_is_refused_and_breaks_nothing(value: str) -> None:
    session = running("Millpond")
    admin, rows, names = signed_in(Account.objects.get(username="admin")), rows_of(session), field_names()
    for name, pattern in addresses():
        if name == "logout":
            continue
        admin.post(address(pattern, rows), dict.fromkeys(names, value) | {"key": f"nonsense-{name}"})
        acts = Act.objects.count()
        admin.get(address(pattern, rows), dict.fromkeys(ASKED, value))
        assert (name, Act.objects.count()) == (name, acts)  # looking writes nothing


def test_an_address_with_nonsense_in_it_is_not_found() -> None:
    session = running("Millpond")
    admin, rows = signed_in(Account.objects.get(username="admin")), rows_of(session)
    slip = {"seating": 99999999999999999999, "key": "a-slip-of-nonsense", "denomination": "P"}
    for _, pattern in addresses():
        for name in pattern.pattern.converters:
            for value in ("99999999999999999999", "🃏", "0"):
                where = address(pattern, rows | {name: value})
                admin.get(where)
                admin.post(where, slip)


class Slips(HTMLParser):
    """The forms of a page as a browser would send them unchanged: (address, button or None, fields)."""

    def __init__(self, page: str, text: str) -> None:
        super().__init__()
        self.page, self.found, self.links, self.open, self.choice = page, list[tuple[str, dict[str, str]]](), list[str](), "", ""
        self.fields, self.buttons = dict[str, str](), list[tuple[str, str]]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        name = told.get("name", "")
        if tag == "form" and told.get("method") == "post":
            self.open, self.fields, self.buttons = told.get("action") or self.page, {}, []
        elif tag == "a" and told.get("href", "").startswith("/c/"):
            self.links.append(told["href"].partition("#")[0])
        elif tag == "option" and self.choice and ("selected" in told or not self.fields.get(self.choice)):
            self.fields[self.choice] = told.get("value", "")
        elif tag == "select":
            self.choice = name
        elif tag == "button" and name:
            self.buttons.append((name, told.get("value", "")))
        elif tag in ("input", "textarea") and name and (told.get("type") not in ("radio", "checkbox") or "checked" in told or name not in self.fields):
            self.fields[name] = told.get("value", "something")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.open:
            self.found += [(self.open, self.fields | dict([button])) for button in self.buttons] or [(self.open, self.fields)]
            self.open = ""
        elif tag == "select":
            self.choice = ""


def slips_of(client: Client, start: str) -> list[tuple[str, dict[str, str]]]:
    """Every form of every page of an evening that can be reached, one of each shape."""
    ahead, shapes, found = [start], set[str](), dict[tuple[object, ...], tuple[str, dict[str, str]]]()
    while ahead:
        where = ahead.pop(0)
        shape = re.sub(r"\d+", "#", where.partition("?")[0])
        if shape in shapes or "/s/" not in where:
            continue
        shapes.add(shape)
        answer = client.get(where)
        if "html" not in answer.get("Content-Type", ""):
            continue
        page = Slips(where, answer.content.decode())
        ahead += [*page.links, *([answer["Location"]] if "Location" in answer else [])]
        for action, fields in page.found:
            found.setdefault((re.sub(r"\d+", "#", action), *sorted(fields), fields.get("act")), (action, fields))
    return [(action, fields) for action, fields in found.values() if "/s/" in action]


@pytest.mark.parametrize("state", [SessionState.CLOSED, SessionState.PREPARING])
def test_a_page_that_was_left_open_while_the_evening_went_on(state: SessionState) -> None:
    """What was true when it was shown is refused in words now."""
    session = running("Millpond")
    admin = signed_in(Account.objects.get(username="admin"))
    slips = slips_of(admin, f"/c/{session.club.slug}/s/{session.uid}/room/")
    assert len(slips) > 20
    Session.objects.filter(pk=session.pk).update(state=state)
    for number, (action, fields) in enumerate(slips):
        answer = admin.post(action, fields | {"key": f"left-open-{number}"})
        assert (action, answer.status_code) in {(action, 303), (action, 422), (action, 200), (action, 404)}
