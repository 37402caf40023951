"""All that a table's page needs to go on without network: rounds, keys, ways, the points of every contract, the words it says by itself."""

import hashlib
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bridge.engine.cards import Suit
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Strain, format_contract, score_contract
from bridge.engine.seats import Seat, Side, vulnerability_of
from bridge.forms.entry import MISSING, WRONG, AgreeForm, DisputeForm, ReportForm
from bridge.permissions import Actor, Table, holds_slips, is_open_for_players
from bridge.phrases import words
from bridge.phrases.calls import state_words
from bridge.phrases.names import given_name_of, name_of, reads_chinese
from bridge.queries.progress import BoardState
from bridge.queries.table import RoundHere, TableHere
from bridge.views.slip import key_of, says_wrong, seat_names


def fingerprint(at: TableHere) -> str:
    """Changes when the plan of the table does: other seatings, other pairs, other players."""
    told = [(here.seating.pk, sorted((side, pair.entry, [p.pk for p in pair.players]) for side, pair in here.pairs.items())) for here in at.rounds]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def state_of(at: TableHere) -> dict[str, Any]:
    """How far every board of every round has come: codes and words, no contents."""
    boards = {}
    for here in at.rounds:
        for board in here.boards:
            key = key_of(board)
            boards[f"{here.seating.pk}-{board.number}"] = {"state": key.state, "look": key.look, "words": key.words, "side": key.side}
    return {"plan": fingerprint(at), "seen": at.seen, "boards": boards, "open": is_open_for_players(at.session), "clock": _clock_of(at)}


def _clock_of(at: TableHere) -> dict[str, Any]:
    """Round -> when it ends and when the next begins after a tea break, in seconds of the epoch (null: there is none); whether the clock stands."""
    rows = {here.number: here.row for here in at.rounds if here.row and here.row.closes}
    ends = {number: int(row.closes.timestamp()) for number, row in rows.items() if row.closes}
    return {
        "paused": at.session.paused_at is not None, "ends": ends,
        "tea": {number: ends[number] + 60 * row.break_minutes for number, row in rows.items() if row.break_minutes},
    }


def plan_of(actor: Actor, at: TableHere) -> dict[str, Any]:
    """All that the table's page needs to go on without network: the rounds with their keys and ways, the points of every contract, the words."""
    session = at.session
    rounds = [
        {
            "number": here.number, "seating": here.seating.pk, "first": _first_names(here), "pair": _pair_names(here), "names": seat_names(here),
            "boards": [board.number for board in here.boards],
            "title": _("Round %(number)s of %(round_count)s") % {"number": here.number, "round_count": at.round_count},
        }
        for here in at.rounds
    ]
    pages = [{"here": here, "keys": [key_of(board) for board in here.boards], "after": at.after(here)} for here in at.rounds]
    data = state_of(at) | {
        "rounds": rounds, "points": points_of_contracts(), "words": _spoken(),
        "needsAgreement": session.needs_agreement and holds_slips(actor, Table(session, at.number)),
        "state": reverse("table_state", args=[session.club.slug, session.uid, at.number]),
        "vulnerable": {str(board.number): vulnerability_of(board.number).value for here in at.rounds for board in here.boards},
    }
    return {"data": data, "pages": pages, "form": ReportForm(), "agree": AgreeForm(), "dispute": DisputeForm()}


def _pair_names(here: RoundHere) -> dict[str, str]:
    """Side -> the whole names of its pair."""
    return {side: " – ".join(name_of(player) for player in pair.players) for side, pair in here.pairs.items()}


def _first_names(here: RoundHere) -> dict[str, str]:
    """Side -> the names by which its pair is asked."""
    return {side: _(", ").join(given_name_of(player) for player in pair.players) for side, pair in here.pairs.items()}


@cache
def points_of_contracts() -> dict[str, list[list[int]]]:
    """Declarer's points by contract (`3N`, `4SX`): not vulnerable and vulnerable, each for 0 to 13 tricks; minors and majors once."""
    found = {}
    for level in range(1, 8):
        for strain in (Strain.D, Strain.S, Strain.N):
            for doubling in Doubling:
                contract = Contract(level, strain, doubling)
                found[format_contract(contract)] = [
                    [score_contract(contract, tricks, vulnerable=vulnerable) for tricks in range(14)] for vulnerable in (False, True)
                ]
    return found


def _spoken() -> dict[str, Any]:
    """The words that the page says by itself while there is no network."""
    return {
        "seats": {seat.value: words.seat_word(seat) for seat in Seat},
        "sides": {side.value: words.side_word(side) for side in Side},
        "results": {str(over): words.result_words(Contract(7, Strain.N), 13 + over) for over in range(-13, 1)}
        | {str(over): words.result_words(Contract(1, Strain.N), 7 + over) for over in range(1, 7)},
        "strains": {suit.name: words.suit_word(suit) for suit in Suit} | {"N": words.strain_text(Strain.N)},
        "doubling": {"X": _("doubled"), "XX": _("redoubled")},
        "passed": words.contract_words(PASSED_OUT), "nt": words.strain_text(Strain.N), "comma": _(", "), "clause": pgettext("clause", ", "),
        "between": "" if reads_chinese() else " ",  # two sentences
        "by": _("by {seat}"), "lead": _("lead {card}"), "tricks": _("{n} tricks"), "right": _("{names}: is this right?"),
        "missing": {
            "level": MISSING["level"], "denomination": MISSING["denomination"], "declarer": MISSING["declarer"], "result": MISSING["result"],
            "lead": MISSING["lead_suit"], "wrong": _("Say what is wrong."),
        },
        "waits": {"NS": state_words(BoardState.WAITING.value, "NS"), "EW": state_words(BoardState.WAITING.value, "EW")},
        "disputed": state_words(BoardState.DISPUTED.value, ""), "agreed": state_words(BoardState.AGREED.value, ""),
        "director": state_words(BoardState.DIRECTOR.value, ""),
        "waitsNetwork": _("waiting for the network"), "sending": _("sending"), "refused": _("refused"),
        "noNetwork": _("No network since {time}. Play on: what you enter waits here and is sent by itself."),
        "cannotStore": _("The club’s computer is reached but cannot store anything since {time}: tell the director. Play on: what you enter waits here."),
        "waitsHere": _("waits on this phone"), "onlyHere": _("This browser keeps nothing once the page is closed: leave it open until all is sent."),
        "meanwhile": _("Board {board} has been entered elsewhere meanwhile."),
        "waitingOne": _("Waiting here: board {boards}."), "waitingMany": _("Waiting here: boards {boards}."),
        "againOne": _("The club’s computer went back to an older copy. What it lacked was sent again: board {boards}."),
        "againMany": _("The club’s computer went back to an older copy. What it lacked was sent again: boards {boards}."),
        "lateOne": _("What waited here about board {boards} cannot count by itself: it is kept, and the director has it."),
        "lateMany": _("What waited here about boards {boards} cannot count by itself: it is kept, and the director has it."),
        "lost": _("Another phone holds the slips of this table now. Enter new results there."),
        "board": _("Board {board}: {told}"), "setAside": _("Seen"), "onTo": _("On to board {board}"), "whereTo": _("The round is in: where to go"),
        "saysWrong": says_wrong(), "wrongs": {code: str(label) for code, label in WRONG},
        "called": _("The director is called."), "callAloud": _("The director could not be called from here: call aloud."),
        "callWaits": _("The director is not called yet: the call waits here for the network. If it cannot wait, call aloud."),
        "callNoMore": _("Do not call any more"),
        "left": _("left"), "over": _("over"), "tea": _("tea break"), "paused": _("paused"), "stands": _("the clock stands"),
    }
