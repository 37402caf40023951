"""A browser keeps no page of an older program."""

import os
from pathlib import Path

from bridge.views.marks import mark_of, program_in


def test_another_program_gives_its_pages_other_marks(tmp_path: Path, settings) -> None:
    (tmp_path / "templates").mkdir()
    page = tmp_path / "templates" / "ranking.html"
    page.write_text("old", encoding="utf-8")
    settings.BASE_DIR = tmp_path
    old = mark_of(7, "en")
    assert (mark_of(7, "en"), mark_of(8, "en") == old) == (old, False)
    page.write_text("new", encoding="utf-8")
    os.utime(page, ns=(1, 1))
    assert mark_of(7, "en") == old  # a running site is what it was when it began
    program_in.cache_clear()
    assert mark_of(7, "en") != old
    settings.BASE_DIR = tmp_path / "templates"
    assert mark_of(7, "en") not in {old, ""}
