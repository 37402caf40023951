"""What can go wrong in an evening, in the words of who tells it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HAPPENED_WORDS: dict[str, tuple[Promise, Promise]] = {
    "late_pair": (_("A pair comes late"), _("It plays from a round on; a half table becomes full, or another table is set up.")),
    "pair_left": (_("A pair goes home"), _("Whoever would meet it sits out, or the rest is planned anew.")),
    "pairs_exchanged": (_("Two pairs sat in each other's place"), _("In a round or for the rest; their results go with them.")),
    "sides_exchanged": (_("North-South and East-West were exchanged"), _("A pair sat the wrong way, an arrow switch was forgotten or came early.")),
    "other_boards": (_("Other boards lay at a table"), _("A whole set was at the wrong table, or two tables share it.")),
    "board_elsewhere": (_("A board was played that was not due"), _("At the wrong table or for the second time (Law 15).")),
    "boards_left_out": (_("Boards were left out"), _("Not played any more, or still to be played at the end.")),
    "boards_rotated": (_("Boards lay the wrong way"), _("North-South held the cards of East-West.")),
    "board_mixed": (_("A board's cards were mixed"), _("From a round on it is another board and scored in groups by itself (Law 87).")),
    "movement_replaced": (_("It is the wrong movement"), _("Another one takes over; what was played stays.")),
    "rounds_changed": (_("More or fewer rounds"), _("Cut the evening short, or add a round.")),
    "ended_early": (_("The evening ends now"), _("It is ranked on what was played.")),
}

_OF_SINGLES: dict[str, tuple[Promise, Promise]] = {
    "late_pair": (_("A player comes late"), _("Plays from a round on: an empty seat is filled, another table is set up, or one more sits out in turn.")),
    "pair_left": (_("A player goes home"), _("Who sits out takes the seat, or the rest is planned anew.")),
    "pairs_exchanged": (_("Two players sat in each other's place"), _("In a round or for the rest; their results go with them.")),
    "sides_exchanged": (_("North-South and East-West were exchanged"), _("At a table, or in the whole room.")),
}


def happened_words(is_of_singles: bool) -> dict[str, tuple[Promise, Promise]]:
    """Everything that can have happened in an evening of pairs or of single players."""
    return HAPPENED_WORDS | _OF_SINGLES if is_of_singles else HAPPENED_WORDS
