"""How a person's name is sorted and found: pinyin for Chinese names, family name first for others."""

import re
import unicodedata

from pypinyin import Style, lazy_pinyin

# As long as the columns that keep them: a long name in Chinese has keys longer than itself, and a few letters are kept as two or three.
LONGEST_NAME, LONGEST_SORT_KEY, LONGEST_INITIALS = 80, 160, 40
# They join the letters or signs on both sides of them (Persian, emoji) and are nothing by themselves.
_JOINERS = "\u200c\u200d"
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs by their kind, and nothing to see
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


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
        return " ".join(lazy_pinyin(plain.replace(" ", ""))).lower()
    if "," in plain:
        return plain_letters(" ".join(part.strip() for part in plain.split(",", 1)))
    words = plain.split(" ")
    return plain_letters(" ".join(words[-1:] + words[:-1]))


def initials_of(name: str) -> str:
    """First letters that are typed to find a name: `ln` for 李娜, `ms` for Mary Smith."""
    return _initials_of(plain_name(name))[:LONGEST_INITIALS]


def _initials_of(plain: str) -> str:
    if is_chinese(plain):
        return "".join(lazy_pinyin(plain.replace(" ", ""), style=Style.FIRST_LETTER)).lower()
    return plain_letters("".join(word[0] for word in re.split(r"[\s,]+", plain) if word))


def plain_letters(text: str) -> str:
    """Lower case without accents, so that `muller` finds Müller."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("ß", "ss").replace("ø", "o").replace("ł", "l")
