"""Settings as the environment gives them. Each function refuses nonsense by the setting's name: a mistyped line stops the start instead of changing it."""

import os
from pathlib import Path
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off"})


def env_text(name: str, default: str = "") -> str:
    """The text of a setting without surrounding blanks; `default` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def env_list(name: str) -> list[str]:
    """The parts of a setting divided by commas, empty ones left out."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


def env_bool(name: str, default: bool) -> bool:
    """Yes or no. Refuses anything but 1/0, true/false, yes/no, on/off."""
    text = env_text(name).lower()
    if not text:
        return default
    if text not in YES | NO:
        raise ImproperlyConfigured(f"{name} is {text!r}: write 1 or 0, true or false, yes or no, on or off.")
    return text in YES


def env_int(name: str, default: int, least: int = 0, most: int = 1_000_000) -> int:
    """A whole number from `least` to `most`. Refuses everything else."""
    text = env_text(name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ImproperlyConfigured(f"{name} is {text!r}: write a whole number from {least} to {most}.")
    return int(text)


def env_choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    """One of `choices`. Refuses everything else."""
    text = env_text(name, default)
    if text not in choices:
        raise ImproperlyConfigured(f"{name} is {text!r}: write one of {', '.join(choices)}.")
    return text


def env_zone(name: str, default: str) -> str:
    """The name of a time zone. Refuses what this computer knows no clock of."""
    text = env_text(name, default)
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError) as trouble:
        raise ImproperlyConfigured(f"{name} is {text!r}: write a zone such as Europe/London or Asia/Shanghai.") from trouble
    return text


def env_path(name: str, default: Path) -> Path:
    """A folder as an absolute path. Refuses a path that is something other than a folder."""
    path = Path(env_text(name, str(default))).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise ImproperlyConfigured(f"{name} is {str(path)!r}: that is not a folder.")
    return path


def env_secret(name: str, default_file: Path | None = None) -> str:
    """A secret from NAME, or from the first line of the file that NAME_FILE names, or of `default_file` where it is there; empty where there is none.

    Refuses both at once, and a NAME_FILE that cannot be read or is empty. The secret itself is never part of a message.
    """
    text, named = env_text(name), env_text(f"{name}_FILE")
    if text and named:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: keep one of them.")
    if text:
        return text
    if not named and (default_file is None or not default_file.is_file()):
        return ""
    path = Path(named) if named else default_file
    assert path is not None
    try:
        secret = path.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as trouble:
        raise ImproperlyConfigured(f"{name}_FILE: {str(path)!r} cannot be read ({type(trouble).__name__}).") from trouble
    if not secret:
        raise ImproperlyConfigured(f"{name}_FILE: {str(path)!r} is empty.")
    return secret


def env_url(name: str, schemes: tuple[str, ...], *, secret: bool = False) -> SplitResult | None:
    """An address with one of `schemes`; None where it is unset. `secret`: NAME_FILE may hold it, and it is never repeated in a message."""
    text = env_secret(name) if secret else env_text(name)
    if not text:
        return None
    shown = "" if secret else f" is {text!r}"
    try:
        url = urlsplit(text)
        url.port  # noqa: B018 - reading it is what checks it
    except ValueError as trouble:
        raise ImproperlyConfigured(f"{name}{shown}: not an address.") from trouble
    if url.scheme not in schemes:
        raise ImproperlyConfigured(f"{name}{shown}: an address begins with {' or '.join(f'{scheme}://' for scheme in schemes)}.")
    if not url.hostname and url.scheme != "sqlite" and "host=" not in url.query:
        raise ImproperlyConfigured(f"{name}{shown}: the host is missing.")
    return url
