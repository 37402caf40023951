"""How a person's name is sorted and found: pinyin for Chinese names, family name first for others."""

import re
import unicodedata

from pypinyin import Style, lazy_pinyin

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def is_chinese(name: str) -> bool:
    """Is the name written in Chinese characters?"""
    return bool(_HAN.search(name))


def sort_key_of(name: str) -> str:
    """Key under which a name is listed: `li na` for 李娜, `smith mary` for Mary Smith or Smith, Mary. May be corrected by hand."""
    plain = " ".join(name.split())
    if is_chinese(plain):
        return " ".join(lazy_pinyin(plain.replace(" ", ""))).lower()
    if "," in plain:
        return plain_letters(" ".join(part.strip() for part in plain.split(",", 1)))
    words = plain.split(" ")
    return plain_letters(" ".join(words[-1:] + words[:-1]))


def initials_of(name: str) -> str:
    """First letters that are typed to find a name: `ln` for 李娜, `ms` for Mary Smith."""
    plain = " ".join(name.split())
    if is_chinese(plain):
        return "".join(lazy_pinyin(plain.replace(" ", ""), style=Style.FIRST_LETTER)).lower()
    return plain_letters("".join(word[0] for word in re.split(r"[\s,]+", plain) if word))


def plain_letters(text: str) -> str:
    """Lower case without accents, so that `muller` finds Müller."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("ß", "ss").replace("ø", "o").replace("ł", "l")
