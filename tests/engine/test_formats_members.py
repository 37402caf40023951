"""Members' lists as clubs have them."""

import pytest

from bridge.engine.formats.members import MemberLine, NoNameOnLine, NumberTwice, decode_members, read_members


@pytest.mark.parametrize(
    "text",
    [
        "name,number\nMary Smith,12\n王伟,7\n", "12;Mary Smith\n7;王伟", "Mary Smith\t12\r\n王伟\t7\r\n", "12 Mary Smith\n7 王伟\n", "Mary Smith 12\n\n王伟 7",
        "编号，姓名\n12，Mary Smith\n7，王伟", "number,first name,last name\n12,Mary,Smith\n7,伟,王", "surname;first name;no\nSmith;Mary;12\n王;伟;7",
    ],
)
def test_name_and_number_in_either_order(text: str) -> None:
    lines, problems = read_members(text)
    assert [(line.name, line.number) for line in lines] == [("Mary Smith", "12"), ("王伟", "7")]
    assert problems == ()


def test_quoted_names_with_commas_and_latin_letters() -> None:
    lines, _ = read_members('number,name,pinyin\n3,"Smith, Mary",\n4,李娜,Li Na\n')
    assert [(line.name, line.number, line.latin) for line in lines] == [("Smith, Mary", "3", ""), ("李娜", "4", "Li Na")]


def test_what_is_wrong_is_told_by_its_line() -> None:
    lines, problems = read_members("Mary Smith,12\n,13\nJoan Finnerty,12\n")
    assert lines == (MemberLine(1, "Mary Smith", "12"),)
    assert [(type(p.error), p.error.facts["line"]) for p in problems] == [(NoNameOnLine, 2), (NumberTwice, 3)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb2312"])
def test_chinese_encodings(encoding: str) -> None:
    assert decode_members("王伟,7\n李娜,8".encode(encoding)) == "王伟,7\n李娜,8"


def test_a_western_file_keeps_its_letters() -> None:
    assert decode_members("Müller,7\nOlé,8".encode("latin-1")) == "Müller,7\nOlé,8"
