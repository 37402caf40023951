"""What a reader sees when something is wrong: a whole page in the reader's language, also where nothing else works."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from django.views import defaults

from bridge.models import Account, Act, Membership
from tests.worlds import club_with_members, mitchell_evening, seating_at


@pytest.mark.parametrize(("view", "status", "english", "chinese"), [
    (defaults.server_error, 500, "Something went wrong here", "本站出了问题"),
    (lambda request: defaults.bad_request(request, ValueError()), 400, "The request could not be read", "请求无法识别"),
])
def test_pages_that_know_no_reader(view: Callable[[HttpRequest], HttpResponse], status: int, english: str, chinese: str) -> None:
    request = RequestFactory().get("/")
    for language, title in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            answer = view(request)
        assert (answer.status_code, f"<h1>{title}</h1>" in answer.content.decode()) == (status, True)


@pytest.mark.django_db
def test_who_may_not_is_told_so_in_chinese(caplog: pytest.LogCaptureFixture) -> None:
    club = club_with_members(0)
    client = Client()
    client.force_login(Account.objects.get(username="lina"))
    answer = client.get(f"/c/{club.slug}/helpers/", headers={"Accept-Language": "zh-CN"})
    assert (answer.status_code, "<h1>您无权查看这个页面</h1>" in answer.content.decode()) == (403, True)
    assert [(record.name, record.exc_info) for record in caplog.records] == [("django.request", None)]  # anybody can send thousands


@pytest.mark.django_db
def test_a_form_without_its_token_changes_nothing() -> None:
    club_with_members(0)
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "lina", "password": "a long password 7"})
    assert (answer.status_code, "<h1>The page was too old</h1>" in answer.content.decode()) == (403, True)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "title"), [("en", "Nothing to look at here"), ("zh-CN", "这里没有可看的页面")])
def test_an_address_that_only_takes_forms_shows_a_page(language: str, title: str) -> None:
    answer = Client().get("/language/", headers={"Accept-Language": language})
    assert (answer.status_code, answer["Allow"], f"<h1>{title}</h1>" in answer.content.decode()) == (405, "POST", True)


@pytest.mark.django_db
def test_a_form_under_the_key_of_another_does_nothing_and_says_so_wherever_it_comes() -> None:
    session = mitchell_evening(3)
    client, acts = Client(), Act.objects.count()
    client.force_login(Account.objects.get(username="lina"))
    client.post(reverse("clock", args=[session.club.slug, session.uid]), {"key": "once-only", "act": "plus"})
    slips = {"call_director": ([1], {}), "look": ([seating_at(session, 1, 1).pk, 1], {"reason": "x"})}
    for name, (more, fields) in slips.items():
        answer = client.post(reverse(name, args=[session.club.slug, session.uid, *more]), {"key": "once-only"} | fields, headers={"Accept-Language": "zh-CN"})
        assert (name, answer.status_code, "<h1>这张表已经提交过</h1>" in answer.content.decode()) == (name, 409, True)
    assert Act.objects.count() == acts + 1


@pytest.mark.django_db
def test_whence_a_reader_comes_may_be_no_address() -> None:
    for referer in ("http://[::1", "http://a\u2100b/", "//", "x" * 5000):
        assert Client().get("/sign-in/", headers={"Referer": referer}).status_code == 200
        assert Client().post("/sign-in/", {"username": ""}, headers={"Referer": referer}).status_code == 422


@pytest.mark.logs_errors
@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "evil.example:99", "a b<>", ""])
def test_a_host_that_is_not_ours_is_one_line_in_the_log(host: str, caplog: pytest.LogCaptureFixture) -> None:
    for answer in (Client().get("/sign-in/", headers={"Host": host}), Client().post("/sign-in/", {}, headers={"Host": host})):
        assert (answer.status_code, "<h1>The request could not be read</h1>" in answer.content.decode()) == (400, True)
    assert [(record.name, record.exc_info) for record in caplog.records] == [("django.security.DisallowedHost", None)] * 2
    assert "Traceback" not in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["?who=%00", "members/?who=a%00b", "members/%00/"])
def test_a_zero_byte_reaches_no_database(address: str) -> None:
    club = club_with_members(0)
    client = Client()
    client.force_login(Account.objects.get(username="secretary"))
    assert client.get(f"/c/{club.slug}/{address}").status_code == 400


@pytest.mark.sqlite
@pytest.mark.logs_errors
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("trouble", "back", "english", "chinese"), [
    ("max_page_count = 1", "max_page_count = 1073741823", "The disk of the club's computer is full.", "俱乐部电脑的磁盘已满"),
    ("query_only = 1", "query_only = 0", "may not write to its database", "无法写入"),
])
def test_a_database_that_cannot_write_says_why(trouble: str, back: str, english: str, chinese: str, caplog: pytest.LogCaptureFixture) -> None:
    club = club_with_members(0)
    client = Client()
    client.force_login(Account.objects.get(username="secretary"))
    slip = {"key": "a-key-of-its-own", "pasted": "\n".join(f"Somebody {number} Else, {number}" for number in range(900))}
    connection.cursor().execute("VACUUM")  # no page of the file is free
    for language, told in (("en", english), ("zh-CN", chinese)):
        connection.cursor().execute(f"PRAGMA {trouble}")
        answer = client.post(f"/c/{club.slug}/members/list/", slip, headers={"Accept-Language": language})
        connection.cursor().execute(f"PRAGMA {back}")
        assert (answer.status_code, told in answer.content.decode(), Membership.objects.count()) == (503, True, 0)
    assert "Service Unavailable (database: " in caplog.text and "Traceback" not in caplog.text
