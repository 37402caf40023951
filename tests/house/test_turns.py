"""Requests to a site on one file come in turn, and none that takes long holds up the others."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from clubsite import turns
from clubsite.turns import InTurn


class Counting:
    """An application that knows how many requests were ever in it at once; each one does something before it is answered."""

    def __init__(self, does: Callable[[str], object]) -> None:
        self.does, self.inside, self.most, self.answered = does, 0, 0, list[str]()
        self.counted = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        with self.counted:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.does(environ["PATH_INFO"])
        with self.counted:
            self.inside -= 1
            self.answered.append(environ["PATH_INFO"])
        return [b"done"]


def asking(site: InTurn, *paths: str) -> threading.Thread:
    """A thread that asks for these pages one after the other."""

    def ask() -> None:
        for path in paths:
            assert list(site({"PATH_INFO": path}, lambda *told: None)) == [b"done"]

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    return thread


def test_quick_requests_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONG", 60)
    monkeypatch.setattr(turns, "PATIENCE", 60)
    monkeypatch.setattr(turns, "LOOK", 0.0001)
    pause = threading.Event()
    application = Counting(lambda path: pause.wait(0.001))
    site = InTurn(application)
    for thread in [asking(site, *(f"/{of}/{number}" for number in range(40))) for of in "abc"]:
        thread.join(30)
    assert sorted(application.answered) == sorted(f"/{of}/{number}" for of in "abc" for number in range(40))
    assert application.most == 1


@pytest.mark.parametrize("patient", ["LONG", "PATIENCE"])
def test_beside_a_request_that_takes_long_others_are_answered(patient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, patient, 60)  # the other one is enough
    is_in, may_end = threading.Event(), threading.Event()

    def does(path: str) -> None:
        if path == "/long":
            is_in.set()
            assert may_end.wait(30)

    application = Counting(does)
    site = InTurn(application)
    long = asking(site, "/long")
    assert is_in.wait(30)
    asking(site, "/quick", "/quick").join(30)
    assert application.answered == ["/quick", "/quick"]
    may_end.set()
    long.join(30)
    assert application.answered == ["/quick", "/quick", "/long"]


def test_a_request_that_fails_gives_its_turn_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONG", 60)
    monkeypatch.setattr(turns, "PATIENCE", 60)
    site = InTurn(Counting(lambda path: 1 / len(path.strip("/"))))
    with pytest.raises(ZeroDivisionError):
        site({"PATH_INFO": "/"}, lambda *told: None)
    thread = asking(site, "/next")
    thread.join(30)
    assert not thread.is_alive()
