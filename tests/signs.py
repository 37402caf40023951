"""Latin signs in Chinese lines."""

import re

_HAN = "[\u3400-\u9fff\uf900-\ufaff”“）】》]"
# A sign after or before Chinese; "8: 3 2" or "1-4, 3-7" in an example of what to type is none, nor is "35 : 20" for a result.
_LATIN = re.compile(rf"{_HAN}:|{_HAN} ?[,;!?(]|[,;!?] ?{_HAN}|(?<! ): ?{_HAN}|\) ?{_HAN}|\([^()]*{_HAN}")


def latin_signs_in(text: str) -> list[str]:
    """Where a comma, colon, bracket or question mark of English stands beside Chinese."""
    return [text[max(0, found.start() - 12) : found.end() + 12] for found in _LATIN.finditer(text)]
