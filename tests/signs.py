"""Latin signs, and numerals set apart, in Chinese lines."""

import re

_HAN = "[\u3400-\u9fff\uf900-\ufaff”“）】》]"
# A sign after or before Chinese; "8: 3 2" or "1-4, 3-7" in an example of what to type is none, nor is "35 : 20" for a result.
_LATIN = re.compile(rf"{_HAN}:|{_HAN} ?[,;!?(]|[,;!?] ?{_HAN}|(?<! ): ?{_HAN}|\) ?{_HAN}|\([^()]*{_HAN}")


def latin_signs_in(text: str) -> list[str]:
    """Where a comma, colon, bracket or question mark of English stands beside Chinese."""
    return [text[max(0, found.start() - 12) : found.end() + 12] for found in _LATIN.finditer(text)]


# A numeral stands beside Chinese without a space, as in the Chinese Laws (第12条). What is to be typed (例如 3, 7) and names in Latin letters stand apart.
_TYPED = re.compile(r"如 [^。；：）]*")
_NOT_NUMERALS = (
    "address again amount challenger defender file form kind letter listed loser margin method name names newest_name one other pair part player share told "
    "unit what who winner"
).split()
_PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
_HAN_ALONE = "[\u3400-\u9fff]"
_APART = re.compile(rf"{_HAN_ALONE} [-−+]?\d|\d(?: ?%%?)? {_HAN_ALONE}")


def numerals_apart_in(text: str) -> list[str]:
    """Where a space stands between Chinese and a numeral, or what a numeral is put in place of."""
    plain = _PLACEHOLDER.sub(lambda found: "Aa" if (found[1] or found[2]) in _NOT_NUMERALS else "1", _TYPED.sub("", text))
    return [plain[max(0, found.start() - 12) : found.end() + 12] for found in _APART.finditer(plain)]
