"""Settings: each is explained in the README, and nonsense is refused by name."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.database import database_of
from clubsite.env import env_bool, env_int, env_list, env_secret, env_url

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def names_of_settings() -> set[str]:
    """Every name that the settings ask the environment for."""
    tree = ast.parse((ROOT / "clubsite" / "settings.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("env_")]
    names = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)}
    secrets = {call.args[0].value for call in calls if isinstance(call.func, ast.Name) and isinstance(call.args[0], ast.Constant) and takes_file(call)}
    return names | {f"{name}_FILE" for name in secrets}


def takes_file(call: ast.Call) -> bool:
    """Whether a setting may also be given as a file."""
    assert isinstance(call.func, ast.Name)
    return call.func.id == "env_secret" or any(word.arg == "secret" for word in call.keywords)


def test_each_setting_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    assert sorted(name for name in names_of_settings() if f"`{name}`" not in text) == []


def test_each_command_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    places = [ROOT / "bridge" / "management" / "commands", ROOT / "clubsite" / "management" / "commands"]
    names = {path.stem for place in places for path in place.glob("*.py")} - {"__init__"} | {"test"}
    assert sorted(name for name in names if f"manage.py {name}" not in text) == []


@pytest.mark.parametrize("expected", [True, False])
def test_yes_and_no(monkeypatch: pytest.MonkeyPatch, expected: bool) -> None:
    for text in ("1", "Yes", "on", "TRUE") if expected else ("0", "no", "Off", "false"):
        monkeypatch.setenv("ANSWER", text)
        assert env_bool("ANSWER", not expected) is expected
    monkeypatch.setenv("ANSWER", " ")
    assert env_bool("ANSWER", expected) is expected


@pytest.mark.parametrize("text", ["maybe", "2", "y e s"])
def test_neither_yes_nor_no(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ANSWER", text)
    with pytest.raises(ImproperlyConfigured, match="^ANSWER is "):
        env_bool("ANSWER", True)


@pytest.mark.parametrize("text", ["0", "65", "-1", "four", "4.0", "٤", "1e1"])
def test_no_number_of_threads(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("THREADS", text)
    with pytest.raises(ImproperlyConfigured, match="^THREADS is .*from 1 to 64"):
        env_int("THREADS", 4, least=1, most=64)


def test_parts_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " club.example , ,10.0.0.7")
    assert env_list("HOSTS") == ["club.example", "10.0.0.7"]


def test_a_secret_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("very secret\nsecond line\n", encoding="utf-8")
    monkeypatch.setenv("KEY_FILE", str(tmp_path / "key"))
    assert env_secret("KEY") == "very secret"
    monkeypatch.setenv("KEY", "another")
    with pytest.raises(ImproperlyConfigured, match="^KEY and KEY_FILE are both set"):
        env_secret("KEY")


@pytest.mark.parametrize("content", [None, "", "\n"])
def test_a_secret_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "key").write_text(content, encoding="utf-8")
    monkeypatch.setenv("KEY_FILE", str(tmp_path / "key"))
    with pytest.raises(ImproperlyConfigured, match="^KEY_FILE: "):
        env_secret("KEY")


@pytest.mark.parametrize("text", ["club.example", "ftp://club.example", "https://", "http://club.example:port", "http://[club"])
def test_no_address(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PLACE", text)
    with pytest.raises(ImproperlyConfigured, match="^PLACE is "):
        env_url("PLACE", ("http", "https"))


def test_a_password_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACE", "mysql://club:sesame@server/club")
    with pytest.raises(ImproperlyConfigured) as refusal:
        env_url("PLACE", ("postgresql",), secret=True)
    assert "sesame" not in str(refusal.value)


def test_addresses_of_databases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def read(text: str) -> dict[str, object]:
        monkeypatch.setenv("PLACE", text)
        found = database_of(env_url("PLACE", ("sqlite", "postgresql"), secret=True), tmp_path, 6)
        return {key: found[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT") if key in found}

    assert read("") == {"NAME": tmp_path / "club.sqlite3"}
    assert read("sqlite:////srv/club%20night.db") == {"NAME": Path("/srv/club night.db")}
    assert read("sqlite:///club.db") == {"NAME": Path.cwd() / "club.db"}
    expected = {"NAME": "club", "USER": "li na", "PASSWORD": "p@ss/word", "HOST": "db.example", "PORT": "5433"}
    assert read("postgresql://li%20na:p%40ss%2Fword@db.example:5433/club") == expected
    assert read("postgresql://postgres:@/club?host=/run/pg") == {"NAME": "club", "USER": "postgres", "PASSWORD": "", "HOST": "/run/pg", "PORT": ""}
    with pytest.raises(ImproperlyConfigured, match="name of the database is missing"):
        read("postgresql://db.example/")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "SECRET_KEY is missing"),
        ({"SECRET_KEY": "k", "WEB_THREADS": "many"}, "WEB_THREADS is 'many'"),
        ({"SECRET_KEY": "k", "CELERY_BROKER_URL": "http://broker"}, "CELERY_BROKER_URL: "),
        ({"SECRET_KEY": "k", "TIME_ZONE": "Mars/Olympus"}, "TIME_ZONE is 'Mars/Olympus'"),
    ],
)
def test_a_command_with_nonsense_ends_in_one_sentence(tmp_path: Path, given: dict[str, str], expected: str) -> None:
    own = {name: value for name, value in os.environ.items() if name not in {"SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL"}}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=own | {"DATA_DIR": str(tmp_path)} | given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(expected)
    assert done.stderr.count("\n") == 1


def test_https_switches_on_what_only_https_can_carry(tmp_path: Path) -> None:
    asked = (
        "from clubsite import settings as s;"
        "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0, s.CSRF_TRUSTED_ORIGINS, s.ALLOWED_HOSTS)"
    )

    def read(address: str) -> str:
        own = dict(os.environ) | {"PUBLIC_URL": address, "DATA_DIR": str(tmp_path)}
        return subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=own, capture_output=True, text=True, check=True).stdout.strip()

    assert read("https://bridge.example") == "True True True ['https://bridge.example'] ['bridge.example']"
    assert read("http://10.0.0.7:8000") == "False False False ['http://10.0.0.7:8000'] ['10.0.0.7']"
