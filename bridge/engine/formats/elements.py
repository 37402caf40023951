"""XML read safely into a small tree: no entity is expanded, nothing outside is fetched, depth and size are bounded."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Final
from xml.parsers import expat

from bridge.engine.errors import EngineError
from bridge.engine.formats.reading import NotWhatItSays

DEPTH_LIMIT: Final = 64


class UnsafeDocument(EngineError):
    """An XML document may define no entities of its own and may not nest without end. Facts: `line`, `found`."""


@dataclass(slots=True)
class Element:
    """One XML element: its tag in capitals without namespace, its attributes in capitals, its own text stripped, its children, the line it begins on."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def all(self, tag: str) -> list["Element"]:
        """The children of that tag, in file order."""
        return [child for child in self.children if child.tag == tag]

    def first(self, *tags: str) -> "Element | None":
        """The first child of the first of the tags that has one."""
        for tag in tags:
            for child in self.children:
                if child.tag == tag:
                    return child
        return None

    def value(self, *tags: str) -> str:
        """The text of the first child that has one of the tags and is not empty; otherwise an attribute of such a name; otherwise ""."""
        for tag in tags:
            for child in self.children:
                if child.tag == tag and child.text:
                    return child.text
        return next((self.attributes[tag].strip() for tag in tags if self.attributes.get(tag)), "")

    def beneath(self, tag: str) -> Iterator["Element"]:
        """All elements of that tag at any depth, in file order."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.beneath(tag)


_DECLARATION = re.compile(r"^\s*<\?xml.*?\?>", re.DOTALL)
_BARE_AMPERSAND = re.compile(r"&(?!#\d+;|#[xX][0-9a-fA-F]+;|[A-Za-z][A-Za-z0-9]*;)")
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")
_OF_XML = {"amp", "lt", "gt", "quot", "apos"}


def parse_elements(text: str) -> Element:
    """The root element of an XML text. Bare ampersands and the named letters of HTML, which old programs wrote, are understood.

    raises   NotWhatItSays with the line where the text is not well formed, UnsafeDocument
    """
    builder = _Builder()
    body = _DECLARATION.sub(lambda found: "\n" * found.group().count("\n"), text)
    body = _NAMED.sub(_letter, _BARE_AMPERSAND.sub("&amp;", body))
    try:
        builder.parser.Parse(body.encode("utf-8"), True)
    except expat.ExpatError as broken:
        raise NotWhatItSays(kind="xml", line=broken.lineno, found=expat.ErrorString(broken.code), expected="well-formed XML") from None
    assert builder.root is not None
    return builder.root


def _letter(found: re.Match[str]) -> str:
    name = found.group(1)
    if name in _OF_XML:
        return found.group()
    return html5.get(name + ";", found.group())


class _Builder:
    """Collects what the parser reports; raises where a document is unsafe."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.entity

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(_plain(tag), {_plain(name): value for name, value in attributes.items()}, self.parser.CurrentLineNumber)
        if len(self.open) >= DEPTH_LIMIT:
            raise UnsafeDocument(line=element.line, found=element.tag)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _tag: str) -> None:
        element = self.open.pop()
        element.text = element.text.strip()

    def characters(self, text: str) -> None:
        self.open[-1].text += text

    def entity(self, name: str, *_rest: object) -> None:
        raise UnsafeDocument(line=self.parser.CurrentLineNumber, found=name)


def _plain(name: str) -> str:
    return name.rpartition(":")[2].upper()
