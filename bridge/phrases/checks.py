"""What a check of an old file has to tell besides its differences."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from bridge.engine.formats.lines import Note

NOTES = {
    "factoring_found": _("The file names no factoring; %(factoring)s reproduces it."),
    "factorings_fit": _("The file names no factoring and needs none here: %(factoring)s reproduces it, and so do %(as_well)s."),
    "factoring_best": _("The file names no factoring, and no known one reproduces all of it; %(factoring)s comes nearest."),
    "method_found": _("The file does not name the way of scoring; %(method)s comes nearest."),
    "shared_places_unmarked": _("The file does not mark shared places with “=”."),
    "lines_by_another_convention": _("The figures of %(lines)s lines are printed by another convention than the totals."),
    "lines_by_no_known_convention": _("%(figures)s of the %(of)s figures of single lines are printed by a convention that is not known here."),
    "datums_by_no_known_convention": _("%(datums)s of the %(of)s board averages are printed by a convention that is not known here."),
    "lin_unreadable": _("Board %(board)s, line %(line)s: the LIN record cannot be read."),
    "lin_contract_differs": _("Board %(board)s, line %(line)s: the line has the contract %(told)s, its LIN record %(recorded)s."),
    "lin_declarer_differs": _("Board %(board)s, line %(line)s: the line has the declarer %(told)s, its LIN record %(recorded)s."),
    "pairs_by": _("The pairs of the teams are scored by %(method)s (%(totals)s)."),
    "scale_from_matches": _("No known scale of victory points gives the published ones; the scale was read from the file's own matches."),
    "scale_found": _("The scores of the matches follow %(scale)s."),
    "match_without_boards": _("Round %(round)s, team %(team)s: a match without boards; its published score was taken as it is."),
}


def phrase_note(note: Note) -> str:
    """The sentence for a note in the language now active; a code without a sentence is a KeyError."""
    return gettext(NOTES[note.code]) % dict(note.facts)
