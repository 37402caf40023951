"""What can be made with a deal, on a page."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from bridge.engine.hands.par import Par, ParContract
from bridge.phrases.words import numbers_text, seat_letter, side_letters
from bridge.templatetags.bridge_tags import contract, result, signed_points

register = template.Library()


@register.filter
def numbers(value: Sequence[int]) -> str:
    """Numbers in a row: `1–4, 7`."""
    return numbers_text(value)


@register.simple_tag
def par(value: Par | None) -> SafeString | str:
    """`Par +420: 4♠ N-S =`; nothing where it is not known."""
    if value is None:
        return ""
    if not value.contracts:
        return _("Par: passed out")
    told = format_html_join(_("; "), "{} {} {}", (_parts(each) for each in value.contracts))
    return format_html("{} {}{}{}", _("Par"), signed_points(value.points), _(": "), told)


def _parts(each: ParContract) -> tuple[SafeString | str, str, SafeString | str]:
    who = side_letters(each.seats[0].side) if len(each.seats) > 1 else seat_letter(each.seats[0])
    return contract(each.contract), who, result(each.tricks, each.contract)
