"""How a person's name is sorted and found: pinyin for Chinese names, family name first for others."""

import re
import unicodedata

from pypinyin import lazy_pinyin

# As long as the columns that keep them: a long name in Chinese has keys longer than itself, and a few letters are kept as two or three.
LONGEST_NAME, LONGEST_SORT_KEY, LONGEST_INITIALS = 80, 160, 40
# They join the letters or signs on both sides of them (Persian, emoji) and are nothing by themselves.
_JOINERS = "\u200c\u200d"
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs by their kind, and nothing to see
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
# Characters that are read otherwise as a family name than elsewhere; foreign names in Chinese, whose parts a dot divides, have none.
_FAMILY_NAMES = {
    "单于": "chan yu", "曾": "zeng", "单": "shan", "仇": "qiu", "解": "xie", "查": "zha", "区": "ou", "翟": "zhai", "覃": "qin", "盖": "ge", "朴": "piao",
    "乐": "yue", "缪": "miao", "折": "she", "种": "chong", "员": "yun", "牟": "mu", "秘": "bi", "繁": "po", "祭": "zhai", "句": "gou", "卜": "bu", "隗": "wei",
    "佴": "nai", "洗": "xian", "黑": "he", "都": "du", "薄": "bo", "阚": "kan", "郗": "chi", "乜": "nie", "能": "nai", "藏": "zang", "召": "shao",
}
_DOTS = "·・•"


def plain_name(text: str) -> str:
    """A typed or pasted name without what nobody sees: zero-width signs, marks of direction, spaces too many; each letter in one way of writing it.

    Empty where nothing is left to see.
    """
    kept = (letter for letter in unicodedata.normalize("NFC", text) if letter.isspace() or not _is_hidden(letter))
    name = " ".join(filter(None, (word.strip(_JOINERS) for word in "".join(kept).split())))
    return name if any(unicodedata.category(letter)[0] != "M" for letter in name) else ""


def _is_hidden(letter: str) -> bool:
    return letter in _BLANKS or letter not in _JOINERS and unicodedata.category(letter) in ("Cc", "Cf", "Cs")


def is_chinese(name: str) -> bool:
    """Is the name written in Chinese characters?"""
    return bool(_HAN.search(name))


def sort_key_of(name: str) -> str:
    """Key under which a name is listed: `li na` for 李娜, `smith mary` for Mary Smith or Smith, Mary. May be corrected by hand."""
    return _sort_key_of(plain_name(name))[:LONGEST_SORT_KEY].strip()


def _sort_key_of(plain: str) -> str:
    if is_chinese(plain):
        return " ".join(_syllables(plain)).lower()
    if "," in plain:
        return plain_letters(" ".join(part.strip() for part in plain.split(",", 1)))
    words = plain.split(" ")
    return plain_letters(" ".join(words[-1:] + words[:-1]))


def initials_of(name: str, sort_key: str = "") -> str:
    """First letters that are typed to find a name: `ln` for 李娜, `ms` for Mary Smith; a Chinese name's follow the key that was set by hand."""
    plain = plain_name(name)
    initials = _initials_of(plain)
    words = plain_letters(sort_key).split()
    if words and is_chinese(plain):
        initials = "".join(word[0] for word in words) if len(words) == len(initials) else words[0][0] + initials[1:]
    return initials[:LONGEST_INITIALS]


def _initials_of(plain: str) -> str:
    if is_chinese(plain):
        return "".join(syllable[0] for syllable in _syllables(plain)).lower()
    return plain_letters("".join(word[0] for word in re.split(r"[\s,]+", plain) if word))


def _syllables(plain: str) -> list[str]:
    """The readings of a Chinese name, the family name's first."""
    name = plain.replace(" ", "")
    family = next((name[:length] for length in (2, 1) if name[:length] in _FAMILY_NAMES), "")
    if not family or any(dot in name for dot in _DOTS):
        return list(lazy_pinyin(name))
    return _FAMILY_NAMES[family].split() + lazy_pinyin(name[len(family) :])


def plain_letters(text: str) -> str:
    """Lower case without accents, so that `muller` finds Müller."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("ß", "ss").replace("ø", "o").replace("ł", "l")
