"""The catalogues of both languages: collecting the texts of the program, keeping their translations, compiling them for Django.

Everything is done by Babel and Django itself, so nobody needs GNU gettext. The English catalogue repeats its own texts; the Chinese
one is filled by `manage.py messages --add FILE.json`.
Texts that left the program are kept as obsolete entries, so that a renamed page finds its translations again; `write_catalogues(tidy=True)` drops them.
"""

import io
import json
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "bridge" / "locale"
LANGUAGES = {"en": "nplurals=2; plural=(n != 1);", "zh_Hans": "nplurals=1; plural=0;"}
CONTEXT = "\x04"  # gettext's own mark between a context and its text

_PYTHON_ROOTS = ("bridge", "clubsite")
_TEMPLATE_ROOT = "templates"
_WITHOUT_TEXTS = ("bridge/engine/", "bridge/migrations/")  # the engine speaks in codes
_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3), "npgettext_lazy": ((1, "c"), 2, 3),
}
_PLACEHOLDER = re.compile(r"%\((\w+)\)[a-zA-Z]|\{(\w*)\}")


@dataclass(frozen=True, slots=True)
class Text:
    """One text of the program: its English, its English plural or "", its context or "", the files that use it."""

    english: str
    plural: str
    context: str
    files: tuple[str, ...]

    @property
    def key(self) -> str:
        """What `--add` files call it: the English text, after its context where it has one."""
        return f"{self.context}{CONTEXT}{self.english}" if self.context else self.english


class BadTranslation(Exception):
    """A translation that would break a page; the sentence says which and why."""


def placeholders_of(text: str) -> frozenset[str]:
    """The names that a text wants filled in, `%(name)s` and `{name}` alike."""
    return frozenset(percent or brace for percent, brace in _PLACEHOLDER.findall(text))


def texts_of_program() -> list[Text]:
    """Every translatable text in Python code and templates, in the order of the English."""
    found: dict[tuple[str, str], tuple[str, set[str]]] = {}
    for name, source in _sources():
        for _line, message, _comments, context in extract("python", io.BytesIO(source), keywords=_KEYWORDS, options={"encoding": "utf-8"}):
            english, plural = (message[0], message[1]) if isinstance(message, (tuple, list)) else (message, "")
            known_plural, files = found.setdefault((context or "", english), (plural, set()))
            found[(context or "", english)] = (known_plural or plural, files | {name})
    in_order = sorted(found.items(), key=lambda item: item[0][::-1])
    return [Text(english, plural, context, tuple(sorted(files))) for (context, english), (plural, files) in in_order]


def _sources() -> Iterator[tuple[str, bytes]]:
    for root in _PYTHON_ROOTS:
        for path in sorted((ROOT / root).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(_WITHOUT_TEXTS):
                yield name, path.read_bytes()
    for path in sorted((ROOT / _TEMPLATE_ROOT).rglob("*.*")):
        if path.suffix in (".html", ".txt", ".xml", ".svg"):
            code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
            # The blanked-out template keeps its indentation, which Python's tokenizer would judge.
            yield path.relative_to(ROOT).as_posix(), "\n".join(line.strip() for line in code.splitlines()).encode()


def path_of(language: str, locale: Path = LOCALE) -> Path:
    """The catalogue of a language, as text."""
    return locale / language / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str, locale: Path = LOCALE) -> Catalog:
    """The catalogue of a language as it lies on the disk; an empty one where there is none yet."""
    path = path_of(language, locale)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write_catalogues(
    added: Mapping[str, str | Sequence[str]] | None = None, *, tidy: bool = False, replace: bool = False, locale: Path = LOCALE
) -> list[Text]:
    """Bring both catalogues up to the program, with the Chinese of `added`; returns the texts that have no Chinese yet.

    added    English text (after its context and U+0004 where it has one) -> Chinese; for a plural, keyed by its singular, a list of one
    tidy     drop translations whose text is no longer in the program
    replace  let `added` say otherwise what has its Chinese already
    raises   BadTranslation when a translation has other placeholders than its text, or says otherwise and may not
    """
    with _locked(locale):
        texts = texts_of_program()
        _write(path_of("en", locale), "en", texts, {text.key: (text.english, text.plural) if text.plural else (text.english,) for text in texts}, {})
        known = _translations_of(read_catalogue("zh_Hans", locale))
        current = {text.key: text for text in texts}
        given = {key: (chinese,) if isinstance(chinese, str) else tuple(chinese) for key, chinese in (added or {}).items()}
        for key, forms in given.items():
            check_translation(current.get(key, Text(key, "", "", ())), forms)
        otherwise = [f"“{key}” is “{known[key][0]}”, not “{forms[0]}”" for key, forms in given.items() if known.get(key, forms) != forms]
        if otherwise and not replace:
            raise BadTranslation("; ".join(otherwise) + ". Nothing was added: give the text a context, or --replace where the old Chinese is wrong.")
        known |= given
        obsolete = {} if tidy else {key: forms for key, forms in known.items() if key not in current}
        _write(path_of("zh_Hans", locale), "zh_Hans", texts, known, obsolete)
        return [text for text in texts if not any(known.get(text.key, ()))]


def check_translation(text: Text, forms: tuple[str, ...]) -> None:
    """A plural may leave a number out (`one result`); everything else fills in the same names."""
    wanted = placeholders_of(text.english) | placeholders_of(text.plural)
    for form in forms:
        given = placeholders_of(form)
        if given != wanted and (not text.plural or given - wanted):
            raise BadTranslation(f"“{form}” and “{text.english}” fill in different names: {sorted(given)}, {sorted(wanted)}")


def _translations_of(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    every = [*catalog, *catalog.obsolete.values()]
    return {_key_of(message): _forms_of(message) for message in every if message.id and any(_forms_of(message)) and not message.fuzzy}


def _key_of(message: Message) -> str:
    english = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{CONTEXT}{english}" if message.context else english


def _forms_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _write(path: Path, language: str, texts: list[Text], known: Mapping[str, tuple[str, ...]], obsolete: Mapping[str, tuple[str, ...]]) -> None:
    catalog = Catalog(locale=language)
    for text in texts:
        forms = known.get(text.key, ())
        where = [(name, 0) for name in text.files]
        if text.plural:
            several = forms if len(forms) == catalog.num_plurals else (forms or ("",)) * catalog.num_plurals
            catalog.add((text.english, text.plural), several[:catalog.num_plurals], locations=where, context=text.context or None)
        else:
            catalog.add(text.english, forms[0] if forms else "", locations=where, context=text.context or None)
    for key, forms in obsolete.items():
        context, _, english = key.rpartition(CONTEXT)
        catalog.obsolete[key] = Message(english, forms[0], context=context or None)
    file = io.BytesIO()
    write_po(file, catalog, width=0, omit_header=True, include_lineno=False, sort_output=True)
    header = ('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
              f'"Language: {language}\\n"\n"Plural-Forms: {LANGUAGES[language]}\\n"\n\n')
    _replace(path, header.encode() + file.getvalue())


def _replace(path: Path, content: bytes) -> None:
    """Write a file in one step, and only when it changes."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


@contextmanager
def _locked(locale: Path) -> Iterator[None]:
    """Let one writer at the catalogues at a time: the lock is a file that only one can make."""
    locale.mkdir(parents=True, exist_ok=True)
    lock = locale / ".writing"
    for _attempt in range(300):
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            time.sleep(0.1)
    else:
        raise BadTranslation(f"somebody has been writing the catalogues for half a minute; if nobody is, remove {lock}")
    try:
        yield
    finally:
        lock.unlink()


def read_added(path: Path) -> dict[str, str | list[str]]:
    """The translations of an `--add` file. Raises BadTranslation where it is no object of texts."""
    try:
        added = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as refusal:
        raise BadTranslation(f"{path} cannot be read: {refusal}") from None
    if not isinstance(added, dict) or not all(isinstance(value, (str, list)) for value in added.values()):
        raise BadTranslation(f"{path} should be an object: English text to Chinese text")
    return added


def compile_catalogues() -> None:
    """Every catalogue has its compiled form beside it, made anew where its text is newer."""
    for language in LANGUAGES:
        text = path_of(language)
        compiled = text.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= text.stat().st_mtime_ns:
            continue
        file = io.BytesIO()
        write_mo(file, read_catalogue(language))
        new = compiled.with_suffix(f".{os.getpid()}")
        new.write_bytes(file.getvalue())
        new.replace(compiled)
