"""The main pages of the demonstration club in both languages, on a phone and on a desk: nothing wider than the screen, no text left in the other language.

With SHOTS=FOLDER in the environment a picture of each is kept there, and `pages.jpg`, the four of README.md on one sheet.
"""

import base64
import os
import random
import re
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from bridge.actions.demo import make_demo
from bridge.models import Club, Entry, Event, Session, SessionState
from tests.worlds import club_with_members, entries_of, evening, member

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a long password 7"
TEXT = """() => {
  const main = document.querySelector("main").cloneNode(true);
  main.querySelectorAll("select, script").forEach((part) => part.remove());  // names of zones are the same everywhere
  return main.textContent;
}"""
SHEET = ("table-390-en", "traveller-1280-en", "room-1280-en", "ranking-1280-zh-hans")
WORDS = re.compile(r"\b(the|and|with|of|is|are|this|who|which)\b", re.I)  # of which no sentence is free


def addresses(club: Club) -> dict[str, str]:
    """Each main page by a short name."""
    running, closed, preparing = (
        Session.objects.filter(club=club, state=state).order_by("-starts")[0] for state in (SessionState.RUNNING, SessionState.CLOSED, SessionState.PREPARING)
    )
    series = Event.objects.get(club=club, name="Autumn Series")
    pair = Entry.objects.filter(event=closed.stage.event).order_by("pk")[0]

    def of(session: Session, name: str, *more: object) -> str:
        return reverse(name, args=[club.slug, session.uid, *more])

    of_club = {
        "club": "club", "results": "results", "members": "members", "settings": "club_settings", "import": "import_file", "new": "session_new",
    }
    of_running = {"room": "room", "journal": "journal", "wall": "wall", "close": "close"}
    of_closed = {"closed": "close", "ranking": "ranking", "movement": "movement_page"}
    return (
        {page: reverse(name, args=[club.slug]) for page, name in of_club.items()}
        | {page: of(running, name) for page, name in of_running.items()}
        | {page: of(closed, name) for page, name in of_closed.items()}
        | {"signin": of(preparing, "signin"), "table": of(running, "table", 3), "card": of(running, "scan", 3)}
        | {name: reverse(name, args=[club.slug, series.uid]) for name in ("series", "series_change", "series_grades", "series_final")}
        | {"pair": of(closed, "pair_card", pair.uid), "traveller": of(closed, "traveller", 5)}
    )


def test_main_pages_fit_and_speak_one_language(browser: Browser, live_server) -> None:
    club = make_demo(datetime.now(UTC), random.Random(1), PASSWORD)
    pages, keep = addresses(club), os.environ.get("SHOTS", "")
    names = {player.name_native for player in (each.player for each in club.memberships.select_related("player"))} | {club.name}
    names |= set(Entry.objects.exclude(name="").values_list("name", flat=True))
    wrong = []
    for language in ("en", "zh-hans"):
        for width, height in ((1280, 900), (390, 844)):
            context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
            page = context.new_page()
            page.goto(live_server.url + reverse("login"))
            page.locator("#id_username").fill("demo-admin")
            page.locator("#id_password").fill(PASSWORD)
            page.locator("main button").first.click()
            page.wait_for_load_state()
            for name, address in pages.items():
                answer = page.goto(live_server.url + address)
                assert answer is not None and answer.status == 200, (name, answer and answer.status)
                if keep:
                    page.screenshot(path=Path(keep) / f"{name}-{width}-{language}.png", full_page=True)
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    wrong.append(f"{name} {width} {language}: {page.evaluate('document.documentElement.scrollWidth')} wide")
                text = page.evaluate(TEXT)
                for own in names:
                    text = text.replace(own, "")
                left = WORDS.search(text) if language != "en" else None
                if left:
                    wrong.append(f"{name} {width}: {text[max(0, left.start() - 60) : left.end() + 30]!r}")
            context.close()
    if keep:
        keep_sheet(browser, Path(keep))
    assert wrong == []


def keep_sheet(browser: Browser, folder: Path) -> None:
    """The main pages side by side, small enough for a README."""
    shots = [base64.b64encode((folder / f"{name}.png").read_bytes()).decode() for name in SHEET]
    pictures = "".join(f'<img src="data:image/png;base64,{shot}">' for shot in shots)
    style = "body{margin:0;padding:16px;background:#cbc4b2;display:flex;gap:16px;align-items:flex-start}img{height:470px}"
    page = browser.new_page(viewport={"width": 1900, "height": 502})
    page.set_content(f"<style>{style}</style>{pictures}")
    page.locator("body").screenshot(path=folder / "pages.jpg", type="jpeg", quality=72)
    page.close()


def test_what_is_typed_before_the_next_page_is_there_is_not_lost(browser: Browser, live_server) -> None:
    session = evening(club_with_members(12), pairs=0)
    page = browser.new_page(locale="en")
    page.goto(live_server.url + reverse("login"))
    page.locator("#id_username").fill("secretary")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main button").first.click()
    page.wait_for_load_state()
    page.goto(live_server.url + reverse("signin", args=[session.club.slug, session.uid]))
    page.route("**/signin/**", lambda route: (time.sleep(0.4), route.continue_()))
    page.keyboard.type("hedda\n\nrub\n\n1\n\nx")  # 1 is Mary Smith's number, and the first figure of three others'
    expect(page.locator("#signin")).to_contain_text("Next: the partner of Mary Smith.")
    expect(page.locator("#who")).to_have_value("x")
    page.locator("#who").fill("")
    page.keyboard.type("e\n\nsun\n\n")  # several fit: eyes choose, and what was typed blindly chooses nobody
    expect(page.locator(".found input:checked")).to_be_focused()
    page.wait_for_timeout(1000)
    assert [[each.player for each in entry.roster.live().order_by("pk")] for entry in entries_of(session)] == [
        [member(session.club, 3), member(session.club, 4)], [member(session.club, 1)],
    ]
    page.close()
