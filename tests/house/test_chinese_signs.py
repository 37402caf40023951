"""A Chinese line has Chinese signs (，。：、) and not the comma, colon or bracket of the English one, also where a template or the program joins parts."""

import ast
import re
from pathlib import Path

from bridge.catalogue import ROOT, read_catalogue
from tests.signs import latin_signs_in, numerals_apart_in

TEMPLATES = ROOT / "templates"
_PART = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_TRANSLATED = re.compile(r"\{% blocktranslate.*?\{% endblocktranslate %\}", re.DOTALL)
_SIGN = re.compile(r"[,;:!?(){}]|(?<!\d)\.(?![\w ])")  # "1. " is a number in a list in both


def signs_of(template: str) -> list[str]:
    """Signs that stand in a template by themselves: the same in both languages."""
    plain = _PART.sub("\x01", _TRANSLATED.sub("\x01", template))
    plain = re.sub(r"&\w+;", "", re.sub(r"<[^>]*>", "", plain))
    return [found[0] for found in _SIGN.finditer(plain) if plain[found.start() - 1] != " " or found[0] != ":"]  # " : " stands between two figures


def joiners_in(path: Path) -> list[str]:
    """Texts that join others in a module and are no text of the catalogue."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    joined = [call.func.value for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "join"]
    return [node.value for node in joined if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SIGN.search(node.value)]


def chinese_texts() -> list[str]:
    return [form for message in read_catalogue("zh_Hans") for form in ((message.string,) if isinstance(message.string, str) else message.string or ())]


def test_no_chinese_text_has_latin_signs() -> None:
    assert [(text, found) for text in chinese_texts() if (found := latin_signs_in(re.sub(r"%\(\w+\)[sd]|\{\w*\}", "文", text)))] == []


def test_numerals_stand_beside_chinese_without_a_space() -> None:
    assert [(text, found) for text in chinese_texts() if (found := numerals_apart_in(text))] == []


def test_templates_join_with_signs_of_the_readers_language() -> None:
    told = {str(path.relative_to(TEMPLATES)): signs_of(path.read_text(encoding="utf-8")) for path in TEMPLATES.rglob("*.html") if path.parent != TEMPLATES}
    assert {name: found for name, found in told.items() if found} == {}


def test_sentences_join_with_signs_of_the_readers_language() -> None:
    told = {path.name: joiners_in(path) for folder in ("phrases", "templatetags") for path in (ROOT / "bridge" / folder).glob("*.py")}
    assert {name: found for name, found in told.items() if found} == {}
