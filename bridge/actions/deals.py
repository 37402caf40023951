"""The cards of an evening's boards, from the file of a dealing machine or of who dealt."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bridge import tasks
from bridge.engine.cards import Deal as Cards
from bridge.engine.errors import EngineError
from bridge.mapping.held import TAKE_DEALS
from bridge.mapping.imports import deal_text
from bridge.models import Board, Deal, Section, Session, SessionState, journal
from bridge.permissions import Actor

SEALED = datetime(9999, 12, 31, tzinfo=UTC)  # until the evening is closed


class NoBoardsYet(EngineError):
    """An evening has boards once it has started. Facts: `session`."""


class NoDealOfTonight(EngineError):
    """None of the boards in the file is played this evening. Facts: `boards` (of the file), `played`."""


@dataclass(frozen=True, slots=True)
class DealsTaken:
    """Numbers of the evening's boards whose cards are known by the act, of those that still have none, and of the file's boards that nobody plays."""

    taken: tuple[int, ...]
    missing: tuple[int, ...]
    others: tuple[int, ...]


def take_deals(session: Session, deals: Mapping[int, Cards], *, by: Actor, key: str) -> DealsTaken:
    """The evening's boards get these cards, in every section; a board that had others gets the new ones.

    They are hidden until the evening is closed. What can be made is found out by a job, and rankings that count the cards held are reckoned anew.
    raises   NoBoardsYet, NoDealOfTonight
    """
    with journal.act(session.journal, TAKE_DEALS, by=by, key=key) as act:
        if act.is_repeat:
            return DealsTaken(*(tuple(act.facts[name]) for name in ("taken", "missing", "others")))
        session.refresh_from_db()
        sections = list(Section.objects.filter(session=session))
        boards = list(Board.objects.filter(set__in=[section.board_set_id for section in sections]).select_related("deal"))
        played = sorted({board.number for board in boards})
        taken = [number for number in played if number in deals]
        if not played:
            raise NoBoardsYet(session=session.pk)
        if not taken:
            raise NoDealOfTonight(boards=sorted(deals), played=played)
        hidden = None if session.state == SessionState.CLOSED else SEALED
        for board in boards:
            if board.number in deals:
                _take(act, board, deals[board.number], hidden)
        for board_set in {board.set_id for board in boards}:
            tasks.ask(tasks.solve_deals, board_set)
        tasks.ask_for_scores(sections)
        has_cards = {board.number for board in boards if hasattr(board, "deal")}
        told = DealsTaken(tuple(taken), tuple(each for each in played if each not in has_cards | set(taken)), tuple(sorted(set(deals) - set(played))))
        act.facts |= {"taken": told.taken, "missing": told.missing, "others": told.others}
        return told


def _take(act: journal.Act, board: Board, cards: Cards, hidden: datetime | None) -> None:
    """One board's cards, new or in place of others."""
    known = getattr(board, "deal", None)
    if known is None:
        new = Deal.objects.create(board=board, cards=deal_text(cards), hidden_until=hidden)
        act.facts.setdefault("dealt", []).append(new.pk)
    elif known.cards != deal_text(cards):
        journal.change(act, known, cards=deal_text(cards), double_dummy="")


def unseal_deals(session: Session) -> None:
    """The evening is over, so its cards may be seen; those of a set that another evening still plays stay hidden."""
    running = Section.objects.exclude(session=session).filter(session__state__in=[SessionState.PREPARING, SessionState.RUNNING])
    sealed = Deal.objects.filter(board__set__sections__session=session, hidden_until=SEALED)
    sealed.exclude(board__set__in=running.values("board_set")).update(hidden_until=None)
