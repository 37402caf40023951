"""Both languages say everything: no text without Chinese, no placeholder lost, the glossary's words, and a sentence for each refusal."""

import csv
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation

import bridge
from bridge.catalogue import (
    CONTEXT,
    LANGUAGES,
    LOCALE,
    BadTranslation,
    Text,
    check_translation,
    placeholders_of,
    read_catalogue,
    texts_of_program,
    write_catalogues,
)
from bridge.engine.errors import EngineError
from bridge.phrases import FAMILIES, SENTENCES

HAN = re.compile(r"[\u4e00-\u9fff]")
# What is the same in both languages: signs, letters, names of formats.
WITHOUT_HAN = re.compile(r"(%\(\w+\)[sd]|\{\w*\}|[\W\d_]|NT|IMPs?|VP|MP|XX?|[NESWDAKQJT]|PBN|USEBIO|CSV|LIN|HTML|PIN|QR|Wi-Fi)*")


@cache
def entries(language: str) -> dict[str, tuple[str, ...]]:
    """English text, after its context -> its translations. Read once: each term of the glossary asks for them all."""
    found = {}
    for message in read_catalogue(language):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            found[f"{message.context}{CONTEXT}{english}" if message.context else english] = forms
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_hold_what_the_program_says(language: str) -> None:
    assert sorted(entries(language)) == sorted(text.key for text in texts_of_program())


def test_no_text_is_without_chinese() -> None:
    chinese = entries("zh_Hans")
    assert [text.key for text in texts_of_program() if not all(chinese.get(text.key, ("",)))] == []


def test_texts_are_asked_for_by_names_that_the_collector_knows() -> None:
    alias = re.compile(r"\bn?p?gettext(?:_lazy|_noop)? as (?!_\b)\w+")
    assert [str(path) for path in Path(bridge.__file__).parent.rglob("*.py") if alias.search(path.read_text())] == []


def test_no_translation_is_doubtful() -> None:
    assert [message.id for language in LANGUAGES for message in read_catalogue(language) if message.id and message.fuzzy] == []


def test_chinese_is_chinese() -> None:
    left = [key for key, forms in entries("zh_Hans").items() for form in forms if not HAN.search(form) and not WITHOUT_HAN.fullmatch(form)]
    assert left == []


def test_translations_fill_in_what_their_texts_do() -> None:
    chinese = entries("zh_Hans")
    for text in texts_of_program():
        check_translation(text, tuple(form for form in chinese.get(text.key, ()) if form))


def test_a_translation_with_other_names_is_refused() -> None:
    with pytest.raises(BadTranslation):
        check_translation(Text("Board %(board)s", "", "", ()), ("第%(table)s桌",))
    with pytest.raises(BadTranslation):
        check_translation(Text("Board %(board)s", "", "", ()), ("牌",))
    check_translation(Text("one board", "%(n)s boards", "", ()), ("%(n)s副牌",))


def test_translations_are_added_kept_and_tidied_away(tmp_path: Path) -> None:
    def chinese() -> dict[str, str | tuple[str, ...]]:
        catalog = read_catalogue("zh_Hans", tmp_path)
        return {message.id: message.string for message in [*catalog, *catalog.obsolete.values()] if message.id in ("North", "Once said")}

    missing = write_catalogues({"North": "北", "Once said": "曾经说过"}, locale=tmp_path)
    assert "North" not in {text.english for text in missing} and "South" in {text.english for text in missing}
    assert chinese() == {"North": "北", "Once said": "曾经说过"}
    with pytest.raises(BadTranslation):
        write_catalogues({"North": "朝北", "South": "南"}, locale=tmp_path)
    assert "South" in {text.english for text in write_catalogues(locale=tmp_path)}
    write_catalogues({"North": "朝北"}, replace=True, locale=tmp_path)
    assert chinese() == {"North": "朝北", "Once said": "曾经说过"}
    write_catalogues(tidy=True, locale=tmp_path)
    assert chinese() == {"North": "朝北"}
    assert not (tmp_path / ".writing").exists()


def test_a_text_comes_back_with_its_plural_and_its_context(tmp_path: Path) -> None:
    write_catalogues({"%(n)d overtrick": ["超%(n)d墩"], f"seat{CONTEXT}N": "北"}, locale=tmp_path)
    write_catalogues(locale=tmp_path)
    found = {(message.context, message.id): message.string for message in read_catalogue("zh_Hans", tmp_path)}
    assert (found["seat", "N"], found[None, ("%(n)d overtrick", "%(n)d overtricks")]) == ("北", ("超%(n)d墩",))


def test_placeholders_of_both_kinds_are_seen() -> None:
    assert placeholders_of("%(first)s to {last}, 100%") == {"first", "last"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_filled_in(language: str) -> None:
    """A stray percent sign beside a placeholder would break the page that shows it."""
    for key, forms in entries(language).items():
        for form in forms:
            if "%(" in form:
                try:
                    form % dict.fromkeys(placeholders_of(form), 1)
                except (ValueError, TypeError, KeyError) as refusal:
                    pytest.fail(f"{key!r}: {form!r} {refusal}")


def glossary() -> list[tuple[str, list[str], str]]:
    """English term, Chinese terms of which one must stand, an idiom in which the English word is not the term."""
    with (LOCALE / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return [(row["English"], row["Chinese"].split("|"), row["Except"]) for row in csv.DictReader(file)]


def without_idiom(key: str, idiom: str) -> str:
    """The English text without its context, its placeholders and the idiom."""
    english = re.sub(r"%\(\w+\)[sd]", "", key.rpartition(CONTEXT)[2])
    return english.replace(idiom, "") if idiom else english


@pytest.mark.parametrize(("english", "chinese", "idiom"), glossary(), ids=[term for term, _, _ in glossary()])
def test_terms_are_those_of_the_glossary(english: str, chinese: list[str], idiom: str) -> None:
    term = re.compile(rf"(?<![\w-]){re.escape(english)}(?![\w-])", re.IGNORECASE)
    other = [
        (key, form) for key, forms in entries("zh_Hans").items() if term.search(without_idiom(key, idiom))
        for form in forms if form and not any(word in form for word in chinese)
    ]
    assert other == []


def test_one_thing_has_one_chinese_word() -> None:
    """The glossary names beside a term the words that others use for it (a pattern): none stands anywhere in the catalogue."""
    with (LOCALE / "glossary.csv").open(encoding="utf-8", newline="") as file:
        others = re.compile("|".join(f"(?:{row['Not']})" for row in csv.DictReader(file) if row["Not"]))
    assert [(key, form, found[0]) for key, forms in entries("zh_Hans").items() for form in forms if (found := others.search(form))] == []


def every_refusal() -> Iterator[type[EngineError]]:
    """All subclasses of EngineError in the program."""
    for module in pkgutil.walk_packages(bridge.__path__, "bridge."):
        if ".migrations" not in module.name and not module.name.endswith("__main__") and module.name != "bridge.engine.hands.solver":
            importlib.import_module(module.name)
    waiting = [EngineError]
    while waiting:
        kind = waiting.pop()
        yield kind
        waiting += kind.__subclasses__()


def own_refusals() -> list[type[EngineError]]:
    """Those of the program, not of its tests."""
    return [kind for kind in every_refusal() if kind.__module__.startswith("bridge.")]


def test_every_refusal_has_its_sentence() -> None:
    assert sorted(kind.code for kind in own_refusals() if kind.code not in SENTENCES) == []


def test_every_sentence_belongs_to_a_refusal() -> None:
    assert sorted(set(SENTENCES) - {kind.code for kind in own_refusals()}) == []


def test_no_code_has_two_sentences() -> None:
    codes = [code for family in FAMILIES for code in family.SENTENCES]
    assert sorted(codes) == sorted(set(codes))


def test_sentences_use_facts_that_the_refusal_tells() -> None:
    """A refusal's docstring names its facts; a sentence asks for no other."""
    for kind in own_refusals():
        sentence = SENTENCES.get(kind.code)
        if isinstance(sentence, str):
            told = set(re.findall(r"`(\w+)`", kind.__doc__ or ""))
            assert placeholders_of(sentence) <= told, kind.code


def test_sentences_are_whole_in_both_languages() -> None:
    for language, end in (("en", "."), ("zh-hans", "。")):
        with translation.override(language):
            for code, sentence in SENTENCES.items():
                if isinstance(sentence, str):
                    assert translation.gettext(sentence).endswith(end), code
