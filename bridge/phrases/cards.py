"""Refusals about seats, boards, cards, contracts and results."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "engine_error": _("This is not possible."),
    "no_such_seat": _("“%(text)s” is no seat: write N, E, S or W."),
    "no_such_board": _("Board numbers begin at 1, so there is no board %(number)s."),
    "no_such_card": _("“%(text)s” is no card: write the suit and the rank, such as SA or D10."),
    "card_twice": _("%(card)s lies in two places."),
    "wrong_hand_size": _("%(seat)s has %(cards)s cards; a hand has thirteen."),
    "no_such_contract": _("“%(text)s” is no contract: write a level from 1 to 7, the suit or NT, and X or XX if it was doubled, such as 4SX."),
    "no_such_result": _("“%(text)s” is no result: write = for just made, +1, -2, or the number of tricks won."),
    "tricks_out_of_range": _("There are thirteen tricks, so %(tricks)s cannot be won."),
}
