"""Refusals about files of events and results."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

_WHY_NOT = {
    "scale": _("A match of this event has a score that its scale does not give, so it cannot be imported."),
    "sit_outs": _("Rounds that were sat out count differently in this event, which cannot be imported yet."),
    "boards": _("A match of this event has no boards, or one of them twice, so it cannot be imported."),
    "matches": _("Swiss events are checked here, and cannot be imported yet."),
    "sections": _("In this event somebody plays in two sections, which cannot be imported yet."),
    "names": _("A line of this event names somebody who is not in its list of entrants, so it cannot be imported."),
}

_CUT_OFF = {
    True: _("The file ends in the middle of board %(board)s, at line %(line)s: the rest is missing."),
    False: _("The file ends in the middle of a game, at line %(line)s: the rest is missing."),
}

SENTENCES = {
    "list_is_empty": _("The list has no line with a name."),
    "no_name_on_line": _("Line %(line)s of the list has no name."),
    "name_in_two_columns": _(
        "In line %(line)s “%(name)s” and “%(other)s” stand in two columns. Write over the columns what they hold: First name, Last name, Number."
    ),
    "name_too_long": _("Line %(line)s of the list is too long: a name has at most %(most)s characters, a number 30."),
    "number_twice": _("Lines %(first)s and %(line)s of the list both have the number %(number)s."),
    "column_missing": _("A table of results needs these columns in its first line: %(missing)s."),
    "file_too_large": _("The file has %(size)s bytes; at most %(limit)s can be read."),
    "not_text": _("The file is no text: byte %(byte)s at place %(offset)s belongs to no encoding that results are written in."),
    "unknown_file_kind": _("The file is of no kind that can be read here: it begins with “%(begins)s”. Known are %(known)s."),
    "not_what_it_says": _("The file says it is %(kind)s, but line %(line)s has “%(found)s” where “%(expected)s” should be."),
    "pbn_cut_off": lambda facts: gettext(_CUT_OFF[bool(facts["board"])]) % facts,
    "several_events": _("The file has more than one event: at line %(line)s “%(second)s” begins after “%(first)s”. Check them one file each."),
    "unsafe_document": _("The file defines or nests more than a file of results does, at line %(line)s: “%(found)s”. It was not read."),
    "event_not_playable": _("The file names a form of event that is not known here, at line %(line)s: “%(found)s”. Known are %(known)s."),
    "method_not_known": _("The file names a way of scoring that is not known here, at line %(line)s: “%(found)s”. Known are %(known)s."),
    "not_writable": _("A file of the kind %(kind)s has no place for this form of event (%(form)s)."),
    "already_imported": _("The club has this event already: “%(name)s”."),
    "not_importable": lambda facts: gettext(_WHY_NOT[facts["why"]]),
    "no_deals_in_file": _("The file has no numbered board with its cards."),
    "unreadable_deal": _("The cards of board %(board)s are not four hands of thirteen."),
    "board_dealt_twice": _("The file has two different deals for board %(board)s."),
    "no_boards_yet": _("The boards are known when the evening has started; take the cards then."),
    "no_deal_of_tonight": _("The file has boards %(boards)s, but boards %(played)s are played this evening."),
    "nothing_to_check": _("The file has %(boards)s boards but no result of any table, so nothing can be checked."),
    "no_matches": _("This is an event of teams, but the file tells none of its matches, so nothing can be checked."),
    "unreadable_board_number": _("Boards are numbered 1, 2, 3; line %(line)s has “%(found)s”."),
    "unreadable_auction": _("The call or card “%(text)s” on board %(board)s cannot be read."),
    "unreadable_row": _("A row of %(table)s at line %(line)s has %(values)s values; it has %(columns)s columns."),
}
