"""Debian's Chromium for tests that click: one browser for the run, fresh phones for each test."""

import os
from collections.abc import Callable, Iterator
from shutil import which

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest, HttpResponseBase
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

expect.set_options(timeout=20_000)  # a machine that runs two browsers at once may be slow, and is then not wrong
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
# Windows that nobody sees need no suggestions under the address: two pages of Chromium's own for each phone, half a second of the processor.
# A second list replaces Playwright's, so what our pages need of that stands here too.
WITHOUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "AvoidCorsURLLoaderRestartOnRedirect", "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)


class KeptFiles(StaticFilesHandler):
    """Scripts and styles that a browser may keep, as `start` serves them under hashed names."""

    def serve(self, request: HttpRequest) -> HttpResponseBase:
        """The file, to be kept for a day."""
        response = super().serve(request)
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """The site on a free port."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.contrib.staticfiles.handlers.StaticFilesHandler", KeptFiles)
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    path = which("chromium") or which("chromium-browser") or which("google-chrome")
    assert path, "these tests need Chromium: apt-get install chromium"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the tests prepare their worlds in the thread that drives the browser
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(WITHOUT)}"])
        yield running
        running.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A new phone; more of what Playwright knows may be given (`locale`, `java_script_enabled`)."""
    made: list[BrowserContext] = []

    def new(**more: object) -> BrowserContext:
        made.append(browser.new_context(**(PHONE | more)))
        return made[-1]

    yield new
    for context in made:
        context.close()
