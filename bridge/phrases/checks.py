"""What a check of an old file has to tell besides its differences, and the words for the rules that it found."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from bridge.engine.formats.lines import Note

RULES = {
    "matchpoints": _("matchpoints"),
    "cross_imps": _("cross-IMPs"),
    "butler": _("Butler"),
    "total_points": _("total points"),
    "team_imps": _("team matches in IMPs"),
    "neuberg": _("Neuberg"),
    "none": _("no factoring"),
    "acbl_total": _("totals by boards played (ACBL)"),
    "zero_centred": _("wins less losses (Norway)"),
    "polish": _("mean of board percentages (Poland)"),
    "imps_won": _("the IMPs won"),
    "imp_margin": _("the margin in IMPs"),
    "board_a_match": _("two points for each board won, one for a level one"),
    "board_a_match_1": _("one point for each board won, a half for a level one"),
    "wbf_continuous": _("the continuous WBF scale"),
    "wbf_discrete": _("the discrete WBF scale"),
    "acbl_20": _("the ACBL scale of 20 victory points"),
    "acbl_30": _("the ACBL scale of 30 victory points"),
    "swiss_pairs": _("the scale of Swiss pairs by percentage"),
    "own_scale": _("the scale of the file's own matches"),
}

NOTES = {
    "factoring_found": _("The file names no factoring; this one reproduces it: %(factoring)s."),
    "factorings_fit": _("The file names no factoring and needs none here: %(factoring)s reproduces it, and so does: %(as_well)s."),
    "factoring_best": _("The file names no factoring, and no known one reproduces all of it; this one comes nearest: %(factoring)s."),
    "method_found": _("The file does not name the way of scoring; this one comes nearest: %(method)s."),
    "scores_are_means": _("The published totals are means for each board."),
    "scores_are_percents": _("The published totals are percentages."),
    "shared_places_unmarked": _("The file does not mark shared places with “=”."),
    "lines_by_another_convention": _("The figures of %(lines)s lines are printed by another convention than the totals."),
    "lines_by_no_known_convention": _("%(figures)s of the %(of)s figures of single lines are printed by a convention that is not known here."),
    "datums_by_no_known_convention": _("%(datums)s of the %(of)s board averages are printed by a convention that is not known here."),
    "handicaps_left_out": _("The file gives handicaps; the published figures are those without them."),
    "handicaps_halved": _("The published figures contain half of the handicaps that the file gives."),
    "handicaps_counted": _("The published figures contain the handicaps that the file gives."),
    "zeros_are_rulings": _("%(lines)s lines of 0 points without a contract have figures that no result of 0 has: they count as rulings, with these figures."),
    "lead_unreadable": _("Board %(board)s, line %(line)s: the lead “%(text)s” is no card."),
    "lin_unreadable": _("Board %(board)s, line %(line)s: the LIN record cannot be read."),
    "lin_contract_differs": _("Board %(board)s, line %(line)s: the contract is %(told)s on the line and %(recorded)s in its LIN record."),
    "lin_declarer_differs": _("Board %(board)s, line %(line)s: the declarer is %(told)s on the line and %(recorded)s in its LIN record."),
    "boards_missing": _("The ranking counts %(listed)s boards, the file has results of %(boards)s: boards are missing."),
    "number_unlisted": _("Board %(board)s, line %(line)s: number %(number)s is in no list of this file."),
    "twice_on_board": _("Board %(board)s, line %(line)s: number %(number)s has played this board on an earlier line."),
    "pairs_by": _("The pairs of the teams are scored by %(method)s (%(totals)s)."),
    "scale_from_matches": _("No known scale gives the published scores of the matches; theirs was read from the matches themselves."),
    "scale_found": _("The scores of the matches follow %(scale)s."),
    "match_without_boards": _("Round %(round)s, %(team)s: a match without boards; its published score was taken as it is."),
}


def phrase_rule(code: str) -> str:
    """A method, factoring or scale in words; a code without words stands for itself."""
    return gettext(RULES[code]) if code in RULES else code


def phrase_note(note: Note) -> str:
    """The sentence for a note in the language now active; a code without a sentence is a KeyError."""
    facts = {name: gettext(", ").join(phrase_rule(part) for part in value.split(", ")) if isinstance(value, str) else value for name, value in note.facts}
    return gettext(NOTES[note.code]) % facts
