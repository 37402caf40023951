"""Refusals about what tables report, agree and ask for, and about the phones that do it."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "board_not_here": _("Board %(board)s is not played at this table in this round; boards %(boards)s are."),
    "lead_not_held": _("%(seat)s does not hold %(card)s on this board. Check the lead and the board, or note no lead."),
    "nothing_reported": _("Nothing is reported for board %(board)s yet."),
    "waits_no_longer": _("Nothing waits here any more: meanwhile it was accepted, said otherwise or decided by the director."),
    "own_report": _("%(side)s reported board %(board)s, so the other side has to agree."),
    "counts_already": _("Board %(board)s is agreed already. Ask for a correction if it is wrong."),
    "nothing_counts": _("Board %(board)s has no agreed result yet, so there is nothing to correct."),
    "ranking_is_final": _("The ranking is final. Board %(board)s can still be corrected, but only by the director: tell the director what is wrong."),
    "wrong_pin": _("This is not the director's PIN. Tries left: %(left)s."),
    "too_many_tries": _("Too many wrong PINs. Wait %(minutes)s minutes, or call the director."),
    "no_pin_set": _("The club has set no director's PIN; ask the director to move the slips."),
    "slips_held_elsewhere": _("Another phone holds the slips of table %(table)s."),
    "card_not_scanned": _("Scan the card that lies on table %(table)s with this phone, or have the director type the PIN."),
    "nobody_sits_here": _("Nobody sits at table %(table)s."),
    "session_does_not_run": _("The evening is not running, so tables cannot do this."),
}
