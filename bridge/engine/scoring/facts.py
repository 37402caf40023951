"""What one ranking is made of and what comes of it."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.method import Note
from bridge.engine.scoring.outcome import Unit
from bridge.engine.scoring.ranking import Place
from bridge.engine.scoring.tally import Tally
from bridge.engine.scoring.traveller import BoardFacts, Traveller
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Entry(Generic[Who]):
    """Who is ranked.

    who        an opaque key, the same as in the boards' columns
    line       the side that its list is for, where there are two winners
    sit_outs   boards it sat out by the movement
    withdrawn  it gave up: scored, but not ranked
    draw       the order drawn by lot (higher first), for the tie-break of that name
    """

    who: Who
    line: Side | None = None
    sit_outs: int = 0
    stratum: str | None = None
    handicap: Fraction = Fraction(0)
    withdrawn: bool = False
    draw: int = 0


@dataclass(frozen=True, slots=True)
class SessionPenalty(Generic[Who]):
    """Taken from an entry's total (a bonus where negative), in the method's unit or in percent of one board (Law 90, 91)."""

    who: Who
    amount: Fraction
    unit: Unit


@dataclass(frozen=True, slots=True)
class RankingFacts(Generic[Who]):
    """All that one ranking is made of.

    entries        in the order of sign-up; who is not among them is compared with the others, but not ranked
    boards         the boards, in the order wanted back
    total_boards   boards of the event for each entry; None: the most that any entry played or sat out
    expected       E by field; a field not named takes the most results and artificial scores that one of its boards has
    """

    conditions: Conditions
    entries: tuple[Entry[Who], ...]
    boards: tuple[BoardFacts[Who], ...]
    total_boards: int | None = None
    expected: tuple[tuple[Hashable, int], ...] = ()
    penalties: tuple[SessionPenalty[Who], ...] = ()


class Unranked(Enum):
    """Why an entry has no place."""

    NO_BOARDS = "no_boards"
    BELOW_SHARE = "below_share"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Standing(Generic[Who]):
    """One entry in one list.

    list       "NS", "EW" or "all"; "NS/B" for a stratum, "all/handicap" for the handicap list
    score      what the list is ranked by, exact, a handicap included
    total      marks of the method with sit-outs and penalties, scaled where the conditions say so
    percent    None where the method has none
    boards     boards scored, sit-outs not counted
    """

    list: str
    who: Who
    place: Place | None
    score: Fraction
    total: Fraction
    percent: Fraction | None
    boards: int
    unranked: Unranked | None = None


@dataclass(frozen=True, slots=True)
class Reckoned(Generic[Who]):
    """Every traveller in the order of the facts' boards, and every list, best first, the unranked at its end.

    tallies   the sums that the standings come from, of everybody who has a mark: what `reckon_changed` goes on from
    """

    travellers: tuple[Traveller[Who], ...]
    standings: tuple[Standing[Who], ...]
    total_boards: int
    tallies: Mapping[Who, Tally]

    @property
    def problem(self) -> Note | None:
        """Why the method gives nobody a number, the first board's reason; None where some board has marks or nothing is to be scored."""
        if any(standing.boards for standing in self.standings):
            return None
        return next((note for traveller in self.travellers for _, note in traveller.notes), None)
