"""A knock-out as pages and acts read it: the bracket as it stands, and what the director can do next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.scoring.match_methods import match_method
from bridge.engine.teams.knock_out import Bracket, Slot, SlotState, bracket_of
from bridge.mapping.knock_out import KnockOutPlan, knock_out_plan_of, knock_out_section
from bridge.mapping.swiss import numbers_of_section
from bridge.mapping.teams import match_sheets, whole_matches
from bridge.models import Adjustment, Entry, Match, Report, Result, Section, Session
from bridge.queries.matches import method_of


@dataclass(frozen=True, slots=True)
class SlotLine:
    """A match of the bracket with its teams; `numbers` of its matches, extra boards among them, of teams of eight that of the first two tables."""

    slot: Slot[int]
    home: Entry | None
    away: Entry | None
    winner: Entry | None
    numbers: tuple[int, ...]

    @property
    def couples(self) -> tuple[tuple[str, Entry, Entry], ...]:
        """Either team against the other, with their ids as a form sends them; nothing before both are known."""
        if self.home is None or self.away is None:
            return ()
        return tuple((f"{one.pk}-{other.pk}", one, other) for one, other in ((self.home, self.away), (self.away, self.home)))


@dataclass(frozen=True, slots=True)
class Stranded:
    """A match that is seated although the bracket has others in its place, since a match before it was corrected; is a board of it told already?"""

    match: Match
    has_begun: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The whole bracket.

    rounds     with how many rounds are left from each on (1: the final)
    champion   once there is one
    to_seat    the round whose matches can be seated now; None while the round before is open, and at the end
    stranded   matches in whose place the bracket has others by now
    """

    plan: KnockOutPlan
    rounds: tuple[tuple[int, tuple[SlotLine, ...]], ...]
    champion: Entry | None
    to_seat: int | None
    stranded: tuple[Stranded, ...] = ()

    @property
    def known(self) -> tuple[SlotLine, ...]:
        """The matches that are seated or can be."""
        return tuple(line for _, lines in self.rounds for line in lines if line.home and line.away)


def bracket_now(session: Session, section: Section, plan: KnockOutPlan) -> Bracket[int]:
    """The bracket of ids as it stands. Raises NoSuchMethod."""
    _, conditions = method_of(session)
    sheets = match_sheets(Match.objects.live().filter(round__section=section))
    played, method = [whole for whole, _ in whole_matches(sheets)], match_method(conditions.method)
    return bracket_of(tuple(numbers_of_section(section)), played, method, plan.carried, conditions.award_imps)


def stranded_matches(section: Section, bracket: Bracket[int]) -> tuple[Stranded, ...]:
    """The matches that are seated and stand nowhere in the bracket; one query, four where there are some."""
    couples = {frozenset((slot.home, slot.away)) for slots in bracket for slot in slots}
    matches = Match.objects.live().filter(round__section=section).select_related("home", "away").order_by("number")
    stranded = [match for match in matches if frozenset((match.home_id, match.away_id)) not in couples]
    told = (facts.objects.live().filter(seating__match__in=stranded) for facts in (Report, Result, Adjustment))
    begun = {match for rows in told for match in rows.values_list("seating__match", flat=True)} if stranded else set()
    return tuple(Stranded(match, match.pk in begun) for match in stranded)


def round_to_seat(bracket: Bracket[int]) -> int | None:
    """The first round with matches to seat, where all before it are over."""
    for number, slots in enumerate(bracket, start=1):
        if any(slot.state is SlotState.TO_SEAT for slot in slots):
            return number if all(slot.is_over for earlier in bracket[: number - 1] for slot in earlier) else None
    return None


def bracket_page(session: Session) -> BracketPage | None:
    """The evening's bracket; None where there is none."""
    section = knock_out_section(session)
    plan = knock_out_plan_of(section) if section else None
    if section is None or plan is None:
        return None
    bracket = bracket_now(session, section, plan)
    entries = Entry.objects.in_bulk(numbers_of_section(section))
    numbers: dict[frozenset[int], list[int]] = {}
    known: set[tuple[int, int, int]] = set()
    rows = Match.objects.live().filter(round__section=section).order_by("number").values_list("home", "away", "first_board", "number")
    for home, away, first, number in rows:
        if (home, away, first) not in known:
            numbers.setdefault(frozenset((home, away)), []).append(number)
        known.add((home, away, first))
    rounds = tuple((len(bracket) - at, tuple(_line(slot, entries, numbers) for slot in slots)) for at, slots in enumerate(bracket))
    return BracketPage(plan, rounds, rounds[-1][1][0].winner, round_to_seat(bracket), stranded_matches(section, bracket))


def seeded(teams: Sequence[Entry]) -> tuple[tuple[int, tuple[SlotLine, ...]], ...]:
    """The bracket of these teams before it starts, as a page shows it; nothing of fewer than two."""
    if len(teams) < 2:
        return ()
    bracket = first_round(len(teams))
    by_number = dict(enumerate(teams, start=1))
    return tuple((len(bracket) - at, tuple(_line(slot, by_number, {}) for slot in slots)) for at, slots in enumerate(bracket))


def byes_of(rounds: tuple[tuple[int, tuple[SlotLine, ...]], ...]) -> int:
    """How many teams go on from the first round without a match."""
    return sum(line.slot.state is SlotState.BYE for _, lines in rounds[:1] for line in lines)


def _line(slot: Slot[int], entries: Mapping[int, Entry], numbers: Mapping[frozenset[int], list[int]]) -> SlotLine:
    home, away, winner = (entries.get(team or 0) for team in (slot.home, slot.away, slot.winner))
    return SlotLine(slot, home, away, winner, tuple(numbers.get(frozenset((slot.home or 0, slot.away or 0)), ())))


def first_round(teams: int) -> Bracket[int]:
    """The bracket for so many teams before it starts, by their numbers. Raises TooFewForKnockOut."""
    return bracket_of(range(1, teams + 1), (), match_method("total_imps"), {}, Fraction(0))
