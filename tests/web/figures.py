"""Figures and sums read back from pages, and worked out again."""

import re
from fractions import Fraction

from django.http import HttpResponse


def sums_of(page: HttpResponse) -> list[tuple[Fraction, Fraction, bool]]:
    """Every sum of a page worked out again by this test, what the page says it comes to, and whether it is the figure asked about."""
    found = []
    for item, text in re.findall(r'<li( class="result")?>.*?<span class="left">(.*?</b>)', page.content.decode(), re.DOTALL):
        left, right = re.fullmatch(r"(.*)</span> = <b>(.*)</b>", text.strip()).groups()  # type: ignore[union-attr]
        found.append((worked_out(left), worked_out(right), bool(item)))
    return found


def worked_out(text: str) -> Fraction:
    """The value of a sum of whole numbers, fractions, brackets and + − × ÷."""
    plain = text.replace("−", "-").replace("×", "*").replace("÷", "/")
    assert re.fullmatch(r"[0-9+\-*/() ]+", plain), text
    return Fraction(eval(re.sub(r"(\d+)", r"Fraction(\1)", plain), {"Fraction": Fraction}))


def figure_of(text: str) -> Fraction:
    """A figure as it is shown: `+3.50`, `−0.33`, `58.75`."""
    return Fraction(text.replace("−", "-").removeprefix("+"))


def rounded(value: Fraction, like: str) -> Fraction:
    """The value with as many decimals as a shown figure has, halves away from zero."""
    scale = 10 ** len(like.partition(".")[2])
    size = (abs(value) * scale * 2 + 1) // 2
    return Fraction(size if value >= 0 else -size, scale)
