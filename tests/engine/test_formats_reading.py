"""Bytes become text, text its kind; XML is read safely."""

import pytest

from bridge.engine.formats.elements import UnsafeDocument, parse_elements
from bridge.engine.formats.reading import FileKind, FileTooLarge, NotText, NotWhatItSays, UnknownFileKind, decode_text, kind_of

NAMES = '<USEBIO Version="1.2"><CLUB><CLUB_NAME>Renée Strøm & Brząk</CLUB_NAME></CLUB></USEBIO>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_encoding_gives_the_same_text(encoding: str) -> None:
    assert decode_text(NAMES.encode(encoding)) == NAMES


@pytest.mark.parametrize(("encoding", "name"), [("latin-1", "Müller Åsa"), ("cp1252", "O’Dell – Žižek"), ("cp1252", "Jörg €")])
def test_western_bytes_without_a_mark(encoding: str, name: str) -> None:
    assert decode_text(f'[Event "{name}"]'.encode(encoding)) == f'[Event "{name}"]'


def test_a_declared_encoding_is_believed_where_the_bytes_are_no_utf8() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-2"?><USEBIO><T>Brząk</T></USEBIO>'
    assert decode_text(text.encode("iso-8859-2")) == text


def test_a_declaration_that_lies_is_not_believed() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?><USEBIO><T>Strøm</T></USEBIO>'
    assert decode_text(text.encode("utf-8")) == text


def test_a_byte_fc_is_a_letter_and_no_refusal() -> None:
    assert decode_text(b"M\xfcller,12\r\nLi Na,13\r\n") == "Müller,12\nLi Na,13\n"


def test_undefined_windows_byte_is_kept() -> None:
    assert decode_text(b"a\x81\xe9") == "a\x81é"


def test_line_ends_and_end_of_file_marks() -> None:
    assert decode_text(b"a\r\nb\rc\n\x1a") == decode_text(b"a\r\nb\rc\n\x1a\x00\x00") == "a\nb\nc\n"
    assert decode_text(b"a\x00\x00\n") == "a\n"


def test_pictures_and_endless_files_are_refused() -> None:
    with pytest.raises(NotText) as refused:
        decode_text(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    assert refused.value.facts["byte"] == 0x1A
    with pytest.raises(FileTooLarge) as large:
        decode_text(b"x" * 101, limit=100)
    assert large.value.facts == {"size": 101, "limit": 100}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (NAMES, FileKind.USEBIO),
        ('<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE USEBIO SYSTEM "usebio.dtd">\n<usebio version="1.1"/>', FileKind.USEBIO),
        ('% PBN 2.1\n\n[Event "x"]', FileKind.PBN),
        ('; remark\n[Board "1"]', FileKind.PBN),
        ("pn|a,b,c,d|md|3S,H,D,C|", FileKind.LIN),
        ("name;number\nMary;12", FileKind.TABLE),
    ],
)
def test_the_kind_is_told_from_the_text(text: str, kind: FileKind) -> None:
    assert kind_of(text) is kind


@pytest.mark.parametrize("text", ["", "hello", "<html><body/></html>", "%PDF-1.4"])
def test_an_unknown_kind_is_refused(text: str) -> None:
    with pytest.raises(UnknownFileKind):
        kind_of(text)


def test_entities_and_outside_files_are_refused_or_left_alone() -> None:
    bomb = '<?xml version="1.0"?>\n<!DOCTYPE USEBIO [\n<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<USEBIO>&b;</USEBIO>'
    with pytest.raises(UnsafeDocument) as unsafe:
        parse_elements(bomb)
    assert unsafe.value.facts == {"line": 3, "found": "a"}
    outside = '<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO>&a;</USEBIO>'
    with pytest.raises(UnsafeDocument):
        parse_elements(outside)
    assert parse_elements('<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio.dtd"><USEBIO/>').tag == "USEBIO"


def test_depth_is_bounded() -> None:
    with pytest.raises(UnsafeDocument):
        parse_elements("<a>" * 100 + "</a>" * 100)


def test_bare_ampersands_and_letters_of_html_are_read() -> None:
    root = parse_elements("<USEBIO><T>Tom & Jerry</T><T>M&uuml;ller &amp; S&#248;n &lt;3</T></USEBIO>")
    assert [child.text for child in root.all("T")] == ["Tom & Jerry", "Müller & Søn <3"]


def test_a_broken_document_tells_its_line() -> None:
    with pytest.raises(NotWhatItSays) as broken:
        parse_elements('<?xml version="1.0"?>\n<USEBIO>\n<CLUB>\n</USEBIO>')
    assert broken.value.facts["line"] == 4


def test_tags_count_without_case_and_namespace() -> None:
    root = parse_elements('<u:usebio xmlns:u="x" u:Version="1.3"><u:Club/></u:usebio>')
    assert (root.tag, root.attributes["VERSION"], root.children[0].tag) == ("USEBIO", "1.3", "CLUB")
