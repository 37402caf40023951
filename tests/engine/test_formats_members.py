"""Members' lists as clubs have them."""

import pytest

from bridge.engine.formats.members import MOST_BYTES, MemberLine, NameInTwoColumns, NameTooLong, NoNameOnLine, NumberTwice, decode_members, read_members
from bridge.engine.formats.reading import FileTooLarge


@pytest.mark.parametrize(
    "text",
    [
        "name,number\nMary Smith,12\n王伟,7\n", "12;Mary Smith\n7;王伟", "Mary Smith\t12\r\n王伟\t7\r\n", "12 Mary Smith\n7 王伟\n", "Mary Smith 12\n\n王伟 7",
        "编号，姓名\n12，Mary Smith\n7，王伟", "number,first name,last name\n12,Mary,Smith\n7,伟,王", "surname;first name;no\nSmith;Mary;12\n王;伟;7",
        "\ufeffname;number\r\nMary Smith;12\r\n王伟;7", "Name;Phone;Number;E-mail\nMary Smith;0301234;12;m@smith.org\n王伟;;7;",
        "编号\t姓名\t手机\t级别\n12\tMary Smith\t13800138000\t大师\n7\t王伟\t13900139000\t", "12,Mary Smith,m@smith.org\n7,王伟,030 1234",
        "Mary Smith；１２\n王伟；７", "Mary Smith、12\n王伟、7", "sep=;\nMary Smith;#12\n王伟;No. 7", "Mary Smith,12.0\r王伟,7.0", "12|Mary Smith\n7|王伟",
    ],
)
def test_name_and_number_in_either_order(text: str) -> None:
    lines, problems = read_members(text)
    assert [(line.name, line.number, line.latin) for line in lines] == [("Mary Smith", "12", ""), ("王伟", "7", "")]
    assert problems == ()


def test_quoted_names_with_commas_and_latin_letters() -> None:
    lines, _ = read_members('number,name,pinyin\n3,"Smith, Mary",\n4,李娜,Li Na\n')
    assert [(line.name, line.number, line.latin) for line in lines] == [("Mary Smith", "3", ""), ("李娜", "4", "Li Na")]


def test_the_parts_of_a_name_in_two_columns() -> None:
    """Behind a comma stands the given name; between other columns nobody knows, and the list asks for headings."""
    lines, problems = read_members('Smith, Mary, 12\n"Doe, Jr.", , 13\nFalk, Hedda, 014\n王,伟,7\n李娜,Li Na,8\nZhao Min,赵敏,9\n')
    assert [(line.name, line.number, line.latin) for line in lines] == [
        ("Mary Smith", "12", ""), ("Doe, Jr.", "13", ""), ("Hedda Falk", "014", ""), ("王伟", "7", ""), ("李娜", "8", "Li Na"), ("赵敏", "9", "Zhao Min"),
    ] and not problems
    assert [(type(p.error), p.error.facts) for p in read_members("Smith\tMary\t12\nFalk\tHedda\t13")[1]] == [
        (NameInTwoColumns, {"line": 1, "name": "Smith", "other": "Mary"})
    ]


def test_a_quotation_mark_without_its_second_swallows_no_line() -> None:
    assert [line.number for line in read_members('Mary "Molly Smith,12\n王伟,7\n')[0]] == ["12", "7"]


def test_what_is_wrong_is_told_by_its_line() -> None:
    lines, problems = read_members("Mary Smith,12\n,13\nJoan Finnerty,12\n")
    assert lines == (MemberLine(1, "Mary Smith", "12"),)
    assert [(type(p.error), p.error.facts["line"]) for p in problems] == [(NoNameOnLine, 2), (NumberTwice, 3)]
    twice, none = read_members("12 Mary Smith\n7 王伟\n12 Mary Smith\n")
    assert ([line.number for line in twice], none) == (["12", "7"], ())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb2312"])
def test_chinese_encodings(encoding: str) -> None:
    assert decode_members("王伟,7\n李娜,8".encode(encoding)) == "王伟,7\n李娜,8"


def test_a_western_file_keeps_its_letters() -> None:
    assert decode_members("Müller,7\nOlé,8".encode("latin-1")) == "Müller,7\nOlé,8"


def test_letters_that_only_the_larger_chinese_encodings_have() -> None:
    text = "姓名,编号\n朱镕基,101\n陶喆,102\n欧阳锋,103\n"
    assert decode_members(text.encode("gbk")) == text
    assert decode_members(("㐂𠮷," + text).encode("gb18030")) == "㐂𠮷," + text


@pytest.mark.parametrize("text", ["Åke Öst;402\nJosé Müller;401", "Müller", "Jürgen Größe,1\nFrançois Lefèvre,2", "Zoë;é;à"])
def test_accents_are_no_chinese(text: str) -> None:
    assert decode_members(text.encode("cp1252")) == text


def test_what_does_not_fit_is_told_by_its_line() -> None:
    lines, problems = read_members(f"Mary Smith,12\n{'x' * 81},13\nJoan Finnerty,{'9' * 31}\n")
    assert lines == (MemberLine(1, "Mary Smith", "12"),)
    assert [(type(p.error), p.error.facts) for p in problems] == [(NameTooLong, {"line": 2, "most": 80}), (NameTooLong, {"line": 3, "most": 80})]


def test_a_file_that_is_too_large_is_not_cut() -> None:
    with pytest.raises(FileTooLarge):
        decode_members(b"x" * (MOST_BYTES + 1))
