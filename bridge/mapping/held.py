"""What the sides hold on the boards of a section as at an act: the cards as they were known then, with later acts taken back."""

from collections.abc import Set
from typing import Any

from django.db.models import Q, QuerySet

from bridge.engine.cards import honour_points
from bridge.engine.scoring.method import Held
from bridge.engine.seats import vulnerability_of
from bridge.mapping.slips import deal_of_text
from bridge.models import Act, Deal, Section

TAKE_DEALS = "take_deals"  # the kind of the act by which boards get their cards; its fact `dealt` has the ids of deals that were not known before


def held_as_at(section: Section, head: int, boards: Set[int] | None = None) -> dict[int, Held]:
    """What North-South hold on each board whose cards were known, by number.

    head     of the session's journal; `section.session.journal` is as it was read with the section
    boards   numbers of those that are asked about; None: all
    """
    known = {pk: (number, cards) for pk, number, cards in Deal.objects.filter(board__set=section.board_set_id).values_list("pk", "board__number", "cards")}
    if section.session.journal.head > head:
        for facts in _acts_on_cards(section).filter(pk__gt=head).order_by("-pk").values_list("facts", flat=True):
            for pk in facts.get("dealt", ()):
                known.pop(pk, None)
            known |= {pk: (known[pk][0], cards) for pk, cards in _cards_before(facts).items() if pk in known}
    deals = {number: deal_of_text(cards) for number, cards in known.values() if boards is None or number in boards}
    return {number: Held(honour_points(deal.north | deal.south), vulnerability_of(number)) for number, deal in deals.items()}


def boards_dealt(section: Section, old: int, new: int) -> set[int]:
    """Numbers of the boards whose cards became known or others after one act and up to another."""
    told = list(_acts_on_cards(section).filter(pk__gt=old, pk__lte=new).values_list("facts", flat=True))
    deals = {pk for facts in told for pk in (*facts.get("dealt", ()), *_cards_before(facts))}
    return set(Deal.objects.filter(pk__in=deals, board__set=section.board_set_id).values_list("board__number", flat=True)) if deals else set()


def _acts_on_cards(section: Section) -> "QuerySet[Act]":
    return Act.objects.filter(Q(kind=TAKE_DEALS) | Q(undoes__kind=TAKE_DEALS), journal=section.session.journal)


def _cards_before(facts: dict[str, Any]) -> dict[int, str]:
    """The cards that deals had before the act, by their ids."""
    return {pk: before["cards"] for model, pk, before, _after in facts.get("changed", ()) if model == "deal" and "cards" in before}
