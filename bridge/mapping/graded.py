"""In which group, with which handicap and with which lot each entry of a ranking plays, as at a basis."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from django.db.models import QuerySet

from bridge.engine.scoring.tie_breaks import lots_of
from bridge.mapping.basis import DRAW_LOTS, GRADE_ENTRIES, Basis, stages_of
from bridge.models import Act, Journal, Ranking
from bridge.models import Entry as EntryRow

Grades = dict[int, tuple[str, Fraction | None]]  # entry's id -> group and handicap; "" and None: none


def grades_as_at(ranking: Ranking, basis: Basis) -> Grades:
    """Group and handicap of each entry: what the ranking over several evenings says of it itself, and else what its evening says."""
    return graded_anew(recorded_as_at(ranking, basis), given_as_at(ranking, basis))


def graded_anew(grades: Mapping[int, tuple[str, Fraction | None]], given: Mapping[int, tuple[str, Fraction | None]]) -> Grades:
    """The grades with those that are given in their place; where nothing is given, each stays."""
    found = dict(grades)
    for entry, (stratum, handicap) in given.items():
        before = found.get(entry, ("", None))
        found[entry] = (stratum or before[0], before[1] if handicap is None else handicap)
    return found


def recorded_as_at(ranking: Ranking, basis: Basis) -> Grades:
    """As the records of the entries have it, with later acts taken back."""
    found: Grades = {}
    journals = Journal.objects.filter(event__stages__in=stages_of(ranking)).distinct()
    for journal in journals.order_by("pk").values_list("pk", flat=True):
        if str(journal) in basis:  # versions of an earlier edition of the program knew nothing of the groups of their evenings
            found |= _recorded(journal, basis[str(journal)])
    return found


def _recorded(journal: int, head: int) -> Grades:
    rows = EntryRow.objects.filter(event__journal=journal)
    grades = {pk: (stratum, handicap) for pk, stratum, handicap in rows.values_list("pk", "stratum", "handicap")}
    later = Act.objects.filter(journal=journal, pk__gt=head, facts__has_key="changed").order_by("-pk").values_list("facts", flat=True)
    for facts in later:
        for model, pk, before, _after in facts["changed"]:
            if model == "entry" and pk in grades:
                stratum, handicap = grades[pk]
                text = before.get("handicap", handicap)
                grades[pk] = (before.get("stratum", stratum), None if text is None else Fraction(text))
    return grades


def given_as_at(ranking: Ranking, basis: Basis) -> Grades:
    """What a ranking over several evenings says itself of entries that are its evenings': each act holds until a later one names the entry again."""
    found: Grades = {}
    if ranking.session_id is not None:
        return found
    for facts in _standing(ranking, basis, GRADE_ENTRIES).order_by("pk").values_list("facts", flat=True):
        for entry, (stratum, handicap) in facts.get("grades", {}).items():
            found[int(entry)] = (stratum, None if handicap is None else Fraction(handicap))
    return found


def lots_as_at(ranking: Ranking, basis: Basis) -> dict[int, int]:
    """The lot of each entry by the newest drawing, the higher the better; none before lots are drawn."""
    facts = _standing(ranking, basis, DRAW_LOTS).order_by("-pk").values_list("facts", flat=True).first()
    return lots_of(facts["entries"], Random(facts["seed"])) if facts else {}


def _standing(ranking: Ranking, basis: Basis, kind: str) -> QuerySet[Act]:
    """Acts of this kind in the journal of the ranking's event that were not undone by then."""
    journal = Journal.objects.get(event__stages=ranking.stage_id)
    head = basis[str(journal.pk)]
    return Act.objects.filter(journal=journal, kind=kind, pk__lte=head).exclude(undone_by__pk__lte=head)
