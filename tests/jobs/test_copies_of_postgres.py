"""Copies of a PostgreSQL database, by its own tools: brought back it is as it was; without the tools one sentence says what to install."""

from pathlib import Path

import pytest
from pytest_django import Settings

from bridge.jobs.copies import NoCopy, bring_back, copies, copy_after_round, copy_database
from bridge.models import Player
from tests.worlds import club_with_members

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def own_folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path


def test_brought_back_it_is_as_it_was() -> None:
    club_with_members(4)
    before = sorted(Player.objects.values_list("name_native", flat=True))
    made = copy_database("asked")
    Player.objects.update(name_native="Somebody Else")
    bring_back(made.path)
    assert sorted(Player.objects.values_list("name_native", flat=True)) == before
    assert [path.name.rpartition("-")[2] for path in copies()] == ["restore.dump", "asked.dump"]


def test_what_is_no_copy_changes_nothing(own_folder: Path) -> None:
    club_with_members(4)
    (own_folder / "letter").write_text("Dear secretary", encoding="utf-8")
    with pytest.raises(NoCopy, match="^pg_restore failed: "):
        bring_back(own_folder / "letter")
    assert Player.objects.count() == 4


def test_without_the_tools_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoCopy, match="^pg_dump is missing: install "):
        copy_database("asked")


def test_rounds_are_copied_by_the_people_of_the_server() -> None:
    copy_after_round(1)
    assert copies() == []
