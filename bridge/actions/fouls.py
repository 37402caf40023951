"""A board that was played in different forms (Law 87): from which round on each table of a section had which."""

from collections.abc import Mapping

from bridge import tasks
from bridge.actions.results import at_table, facts_of_board
from bridge.models import Board, Foul, Seating, Section, journal
from bridge.permissions import Actor


def foul_board(seating: Seating, number: int, forms: Mapping[int, str], *, reason: str, law: str = "87", by: Actor, key: str, seen: int = 0) -> None:
    """The section played this board in these forms; results of different forms are not compared (Law 87).

    seating   the table where it was found
    forms     seating's id -> form, "" for the board as it was dealt, for every seating of the section that has the board; all "": it was not fouled after all
    raises    BoardNotHere, ChangedMeanwhile
    """
    session = seating.section.session
    kept = {str(pk): form for pk, form in forms.items() if form}
    with journal.act(session.journal, "foul_board", by=by, key=key, facts=facts_of_board(seating, number, law=law, forms=kept), reason=reason) as act:
        if act.is_repeat:
            return
        at = at_table(seating, number)
        set_forms(act, at.seating.section, at.board, forms, seen=seen)
        tasks.ask_for_scores([at.seating.section])


def set_forms(act: journal.Act, section: Section, board: Board, forms: Mapping[int, str], *, seen: int) -> None:
    """The forms of a board in a section, in the place of those that it had. Raises ChangedMeanwhile."""
    fouls = Foul.objects.filter(board=board, section=section)
    journal.refuse_if_changed(fouls, seen)
    fouls.end(act)
    for table, from_round, form in _changes_of_form(section, forms):
        Foul.objects.begin(act, board=board, section=section, table=table, from_round=from_round, form=form)


def _changes_of_form(section: Section, forms: Mapping[int, str]) -> list[tuple[int, int, str]]:
    """From which round on each table has the board in another form than before: table, round, form."""
    seatings = Seating.objects.filter(pk__in=list(forms), section=section).order_by("round__number")
    found, last = [], dict[int, str]()
    for pk, table, round_number in seatings.values_list("pk", "table", "round__number"):
        if forms[pk] != last.get(table, ""):
            found.append((table, round_number or 0, forms[pk]))
            last[table] = forms[pk]
    return found
