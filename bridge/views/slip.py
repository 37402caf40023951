"""What a slip's page shows to its reader, gathered from the table as it stands."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from bridge.engine.contract import Contract
from bridge.engine.seats import Side
from bridge.forms.entry import OVERS, WRONG, AgreeForm, CallForm, DisputeForm, ReportForm
from bridge.mapping.slips import report_of
from bridge.models import SIDE_OF, Report, Result
from bridge.models.result import Said
from bridge.permissions import Actor, Table, entries_of, holds_slips, is_open_for_players, is_told, may_enter_at, may_see_said, may_speak_for
from bridge.phrases import words
from bridge.phrases.calls import state_words
from bridge.phrases.names import given_name_of, name_of
from bridge.queries.progress import BoardState
from bridge.queries.table import BoardHere, Elsewhere, RoundHere, TableHere, Way, other_results

LOOKS = {
    BoardState.NOT_IN: "unsent", BoardState.WAITING: "waits", BoardState.DISPUTED: "disputed", BoardState.DIRECTOR: "waits", BoardState.ASKED: "waits",
    BoardState.AGREED: "agreed", BoardState.RULED: "agreed",
}


@dataclass(frozen=True, slots=True)
class Key:
    """A board in the chooser: its number, its state as a class and in words."""

    number: int
    state: str
    look: str
    words: str
    side: str


def key_of(board: BoardHere) -> Key:
    """The chooser's key of a board."""
    side = board.report.by_side if board.report else ""
    return Key(board.number, board.state.value, LOOKS[board.state], state_words(board.state.value, side), side)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A board as its panel shows it; `said` where the reader may see it.

    objection   what the side that disputes it says is wrong, as a sentence; its own words are the `remark`
    """

    number: int
    state: BoardState
    said: Report | Result | None
    remark: str
    objection: str


class SlipPage:
    """One board of a round at a table, for one reader."""

    def __init__(self, actor: Actor, at: TableHere, here: RoundHere, number: int | None = None) -> None:
        self.actor, self.at, self.here = actor, at, here
        self.table = Table(at.session, at.number)
        self.sees = may_see_said(actor, self.table, here.seating, here.entries, is_latest=at.is_latest(here))
        self.reads = self.sees or is_told(at.session)
        self.enters = may_enter_at(actor, self.table)
        self.sides = may_speak_for(actor, here.seating) if self.sees else set()
        self.number = number or next((board.number for board in here.boards if self._is_next(board)), None)
        self.board = here.board(self.number) if self.number else None

    def _is_next(self, board: BoardHere) -> bool:
        """Is this the board that the reader comes for: to enter it, or, on a player's own phone, to answer for it?"""
        return not board.is_in if self.enters else bool(self._asked_about(board))

    def _asked_about(self, board: BoardHere | None) -> str:
        if board is None or board.report is None or board.state not in (BoardState.WAITING, BoardState.ASKED):
            return ""
        other = "EW" if board.report.by_side == "NS" else "NS"
        return other if other in self.sides else ""

    @property
    def answering(self) -> str:
        """The side that is asked on this page whether the report is right; empty where none is."""
        return self._asked_about(self.board)

    @property
    def panel(self) -> str:
        """Which panel stands under the boards: where | quiet (nothing to do yet) | form | answer | said | hidden."""
        if self.number is None:
            return "where" if self.here.is_in else "quiet"
        if self.board is None:
            return "form" if self.enters else "hidden"
        if self.answering:
            return "answer"
        if self.board.state in (BoardState.NOT_IN, BoardState.DISPUTED):
            return "form" if self.enters else "said" if self.board.is_in and self.reads else "hidden"
        return "said" if self.reads else "hidden"

    def context(self, *, form: ReportForm | None = None, dispute: DisputeForm | None = None) -> dict[str, Any]:
        """What the templates of a table and of a slip need."""
        at, here, session = self.at, self.here, self.at.session
        panel = "form" if form is not None else self.panel
        told = _told(self.board) if self.board is not None and self.reads else None
        facts = facts_of(told, here) if told else {}
        return {
            "club": session.club, "session": session, "table": self.table, "here": here, "round_count": at.round_count, "after": at.after(here),
            "keys": [key_of(board) for board in here.boards], "number": self.number, "panel": panel,
            "is_here": self.board is not None, "is_in": self.board is not None and self.board.is_in,
            "enters": self.enters, "holds": holds_slips(self.actor, self.table), "is_open": is_open_for_players(session),
            "told": told, "facts": facts, "own_side": self._own_side(), "own_points": facts["points"][self._own_side()] if facts else None,
            "answering": self.answering, "asked": self._title(), "agree": self._answer(AgreeForm), "dispute": dispute or self._answer(DisputeForm),
            "is_own": self._is_own, "own_way": self._own_way() if panel == "where" and self._is_own else None,
            "form": form or (self.blank() if panel == "form" else None), "call": CallForm(initial={"board": self.number}),
            "next": self._next(), "recap": self._recap() if panel == "where" else [], "others": self._others() if panel == "said" else [],
        }

    def blank(self) -> ReportForm:
        """The slip as it is handed out; what was disputed is filled in again."""
        initial: dict[str, Any] = {"seating": self.here.seating.pk, "keep": self.board is None}
        if self.board is not None and self.board.report is not None and self.sees:
            initial |= _typed(self.board.report)
        return ReportForm(initial=initial, seen=self.at.seen)

    def asked_again(self) -> dict[str, Any]:
        """What a request for a correction begins with: what counts now."""
        result = self.board.result if self.board is not None else None
        return {"seating": self.here.seating.pk, "side": self._own_side()} | (_typed(result) if result else {})

    def _answer(self, form: type[AgreeForm]) -> Any:
        return form(initial={"seating": self.here.seating.pk, "side": self.answering}, seen=self.at.seen) if self.answering else None

    def _title(self) -> str:
        pair = self.here.pairs.get(self.answering)
        if pair is None:
            return ""
        return _(", ").join(given_name_of(player) for player in pair.players) or words.side_word(Side(self.answering))

    def _own_side(self) -> str:
        """The side whose points are shown: the one that is asked, the pair's own where the phone is a pair's, else North-South."""
        return self.answering or (next(iter(self.sides)) if len(self.sides) == 1 else "NS")

    @property
    def _is_own(self) -> bool:
        """Is this a pair's own phone, at the round in which the pair sits here?"""
        return not self.enters and len(self.sides) == 1

    def _own_way(self) -> Way | None:
        """Where the pair whose phone this is plays next; None where it has finished."""
        own = entries_of(self.actor, self.at.session)
        way = next((way for way in self.here.ways if way.pair.entry in own and SIDE_OF[way.side] in self.sides), None)
        return way if way is None or way.table is not None else way.back

    def _others(self) -> list[Elsewhere]:
        return other_results(self.here, self.board) if self.board is not None and self.at.session.shows_others else []

    def _next(self) -> int | None:
        """The next board of the round that is not in."""
        return next((board.number for board in self.here.boards if not board.is_in and board.number != self.number), None)

    def _recap(self) -> list[tuple[Key, Report | Result | None]]:
        if not self.reads:
            return []
        return [(key_of(board), board.result or board.report) for board in self.here.boards]


def _told(board: BoardHere) -> Chosen:
    said = board.report if board.state in (BoardState.WAITING, BoardState.ASKED, BoardState.DISPUTED, BoardState.DIRECTOR) else board.result
    return Chosen(board.number, board.state, said, board.report.remark if board.report else "", _objection(board))


def says_wrong() -> str:
    """The sentence of who disputes and why, with `{side}` and `{wrong}` to be filled in."""
    return _("{side} say this is wrong: {wrong}.")


def _objection(board: BoardHere) -> str:
    """What the act of the dispute says is wrong; empty where nothing is disputed, or the dispute was taken back and stands again."""
    facts = board.report.since.facts if board.report is not None and board.state is BoardState.DISPUTED else {}
    if facts.get("wrong") not in dict(WRONG):
        return ""
    return says_wrong().format(side=words.side_word(Side(facts["side"])), wrong=dict(WRONG)[facts["wrong"]])


def facts_of(told: Chosen, here: RoundHere) -> dict[str, Any]:
    """What the answer's panel reads out: declarer by seat and, where the pairs sat as planned, by name; result in words, points of both sides."""
    said = told.said
    if said is None:
        return {}
    report = report_of(said)
    declarer = report.declarer if report else None
    names = seat_names(here)
    played = report.contract if report else None
    return {
        "declarer": declarer, "declarer_name": names.get(declarer.value, "") if declarer and not said.turned else "",
        "lead": said.lead, "contract": said.contract,
        "result": words.result_words(played, said.tricks) if isinstance(played, Contract) and said.tricks is not None else "",
        "tricks": said.tricks, "points": {"NS": said.ns_points, "EW": -said.ns_points}, "turned": said.turned,
    }


def seat_names(here: RoundHere) -> dict[str, str]:
    """Seat letter -> the name of who sits there."""
    names: dict[str, str] = {}
    for side, seats in (("NS", "NS"), ("EW", "EW")):
        pair = here.pairs.get(side)
        names |= {seat: name_of(player) for seat, player in zip(seats, pair.players if pair else (), strict=False)}
    return names


def _typed(report: Said) -> dict[str, Any]:
    """What the keys of a slip say for a report."""
    if report.contract == "P":
        return {"denomination": "P", "turned": report.turned}
    read = report_of(report)
    if read is None or not isinstance(read.contract, Contract) or read.declarer is None:
        return {}
    over = (read.tricks or 0) - read.contract.needed
    result = "=" if over == 0 else f"{over:+d}"
    near = {"result": result} if result in OVERS else {"tricks": read.tricks}
    lead = {"lead_suit": report.lead[0], "lead_rank": report.lead[1]} if report.lead else {}
    return {
        "level": str(read.contract.level), "denomination": read.contract.strain.name, "doubling": read.contract.doubling.value,
        "declarer": read.declarer.value, "turned": report.turned, **near, **lead,
    }
