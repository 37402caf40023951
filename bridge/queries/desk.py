"""A case on the desk: which board at which table it is about, what is known of it already, and what the Law asks next."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bridge.engine.cards import Card, Deal
from bridge.engine.contract import Contract, Report, format_tricks, parse_contract
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Chooser, Kind, Phase
from bridge.engine.laws.desk import PROCEDURES, Step, next_step
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from bridge.engine.scoring.outcome import Unit
from bridge.engine.seats import Seat, dealer_of
from bridge.mapping.rulings import answers_to_json
from bridge.mapping.slips import deal_of_text, report_of
from bridge.models import Act, Board, DirectorCall, EventForm, Penalty, Result, Ruling, Seating
from bridge.queries.boards import DealShown, deal_shown
from bridge.queries.conditions import edition_of
from bridge.queries.corrections import BoardCase
from bridge.queries.rulings import RulingRow, rulings_at
from bridge.queries.signin import is_of_singles

_COMMON = (
    Kind.INSUFFICIENT_BID, Kind.OOT, Kind.CHANGE_OF_CALL, Kind.EXPOSED_IN_AUCTION, Kind.OPENING_LEAD_OUT_OF_TURN, Kind.LEAD_OUT_OF_TURN, Kind.REVOKE,
    Kind.EXPOSED_CARD, Kind.PENALTY_CARD_TURN, Kind.PREMATURE_PLAY, Kind.DUMMY_ACTION, Kind.DEFECTIVE_TRICK, Kind.CLAIM, Kind.CONCESSION, Kind.UI,
    Kind.MISINFORMATION, Kind.WRONG_BOARD, Kind.CARD_COUNT, Kind.MISSING_CARD, Kind.PROCEDURE, Kind.CONDUCT, Kind.ASSIGNED, Kind.ARTIFICIAL,
)  # fmt: skip
IN_TURN = frozenset((Kind.INSUFFICIENT_BID, Kind.INADMISSIBLE, Kind.OVER_SEVEN, Kind.CHANGE_OF_CALL))  # what is mostly done at the player's own turn


@dataclass(frozen=True, slots=True)
class Chapter:
    """The kinds of case of one phase: those that come up every week, and the others."""

    phase: Phase
    common: tuple[Kind, ...]
    others: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a case stands.

    seen      the newest act when the case was opened: what others did about the board since then is told before anything is given
    sees      may the director see what happened on this board
    standing  rulings that stand for the board already
    since     what was done about the board after `seen`
    """

    case: BoardCase
    call: DirectorCall | None
    replaces: Ruling | None
    seen: int
    sees: bool
    edition: Edition
    standing: tuple[RulingRow, ...]
    since: tuple[Act, ...]

    @property
    def seating(self) -> Seating:
        """The table in its round."""
        return self.case.seating

    @property
    def board(self) -> Board:
        """The board."""
        return self.case.board

    @property
    def played(self) -> Report | None:
        """The result as far as it is known and may be seen."""
        said = self.case.result or self.case.report
        return report_of(said) if said is not None and self.sees else None

    @property
    def deal(self) -> Deal | None:
        """The cards, where they are known and may be seen."""
        row = getattr(self.board, "deal", None)
        return deal_of_text(row.cards) if row is not None and self.sees else None

    @property
    def hands(self) -> DealShown | None:
        """The cards as they are shown, and what can be made with them: an aid where they are known and may be seen."""
        row = getattr(self.board, "deal", None)
        return deal_shown(row) if row is not None and self.sees else None

    @property
    def is_of_teams(self) -> bool:
        """Is it a match of teams, where the other room's table stands beside this one?"""
        return bool(self.seating.section.session.stage.event.form == EventForm.TEAMS)

    @property
    def is_of_singles(self) -> bool:
        """Do four single players sit here, of whom a penalty concerns one?"""
        return is_of_singles(self.seating.section.session)

    @property
    def penalty_unit(self) -> str:
        """What a penalty is counted in: victory points from a team, percent of a board from others."""
        return "vp" if self.is_of_teams else Unit.PERCENT.value

    @property
    def penalties_ended(self) -> tuple[Penalty, ...]:
        """What the ruling that is to be replaced takes from somebody's evening: it ends with that ruling."""
        return tuple(Penalty.objects.live().filter(ruling=self.replaces)) if self.replaces else ()

    def decided(self, kind: Kind, told: Mapping[Question[Any], object]) -> Mapping[str, str]:
        """What a director who left the case half made had typed on the page of its outcome; nothing where an answer was changed since."""
        left = self.call.answers if self.call else {}
        same = left.get("kind") == kind.value and left.get("answers") == answers_to_json(kind, told)
        return dict(left.get("decided", {})) if same else {}

    def params(self) -> list[tuple[str, str]]:
        """The query string of every page of this case, before its answers."""
        named: list[tuple[str, Any]] = [("seating", self.seating.pk), ("board", self.board.number), ("seen", self.seen)]
        named += [("call", self.call.pk)] if self.call else []
        named += [("replaces", self.replaces.pk)] if self.replaces else []
        return [(name, str(value)) for name, value in named]


def desk_of(case: BoardCase, *, call: DirectorCall | None, replaces: Ruling | None, seen: int, sees: bool) -> Desk:
    """A case as it stands; `seen` 0 for one that is only now opened."""
    since = tuple(act for act in case.acts if act.pk > seen) if seen else ()
    edition = edition_of(case.seating.section.session)
    return Desk(case, call, replaces, seen or case.seen, sees, edition, rulings_at(case.seating, case.board), since)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A result that other tables had on the board, how many of them, and in how many percent of all."""

    contract: str
    declarer: str
    tricks: int | None
    ns_points: int
    tables: int
    percent: Fraction

    @property
    def line(self) -> str:
        """As it is written in a decision: `3N N =`; its points where no contract was told."""
        contract = parse_contract(self.contract) if self.contract else None
        if isinstance(contract, Contract) and self.tricks is not None:
            return f"{self.contract} {self.declarer} {format_tricks(contract, self.tricks)}"
        return self.contract or f"{self.ns_points:+d}"


def elsewhere(case: BoardCase) -> tuple[Elsewhere, ...]:
    """What the other tables did with the board, the most frequent first: an aid for weighting, for who may see the board."""
    rows = Result.objects.live().filter(board=case.board).exclude(seating=case.seating).values_list("contract", "declarer", "tricks", "ns_points")
    counted = Counter(rows)
    ordered = sorted(counted.items(), key=lambda each: (-each[1], -each[0][3], each[0][0]))
    return tuple(Elsewhere(*said, tables, Fraction(100 * tables, len(rows))) for said, tables in ordered)


def chapters() -> tuple[Chapter, ...]:
    """The list of the desk."""
    found = []
    for phase in Phase:
        kinds = [kind for kind, procedure in PROCEDURES.items() if procedure.phase is phase]
        found.append(Chapter(phase, tuple(kind for kind in _COMMON if kind in kinds), tuple(kind for kind in kinds if kind not in _COMMON)))
    return tuple(found)


def declares(desk: Desk) -> dict[Question[Any], object]:
    """The declarer of a contract that was told, also where the Law does not ask who he is; empty where nobody has told."""
    return {f.DECLARER: desk.played.declarer} if desk.played is not None and desk.played.declarer is not None else {}


def known_of(desk: Desk, kind: Kind, told: Mapping[Question[Any], object]) -> dict[Question[Any], object]:
    """Facts that need not be asked: the dealer, the form of the event, the declarer of a contract that was told, who was in turn after the auction told."""
    known: dict[Question[Any], object] = {f.DEALER: dealer_of(desk.board.number), f.EVENT: w.Event.TEAMS if desk.is_of_teams else w.Event.PAIRS}
    known |= declares(desk)
    auction = told.get(f.AUCTION)
    if kind in IN_TURN and isinstance(auction, tuple):
        known[f.CALLER] = auction[-1].seat.lho if auction else dealer_of(desk.board.number)
    return {question: answer for question, answer in known.items() if question in PROCEDURES[kind].questions}


def asked_next(edition: Edition, kind: Kind, told: Mapping[Question[Any], object]) -> Step | Outcome:
    """The next page or the ruling. Raises as `next_step`.

    Who declares is asked with the first page where the Law needs it and nobody has told; a suit is not asked that can be one alone.
    """
    found = next_step(edition, kind, told)
    if isinstance(found, Outcome):
        return found
    questions = tuple(each for each in found.questions if each is not f.SUIT or not _has_one_suit(kind, told))
    if f.DECLARER not in (*told, *questions) and f.DECLARER in PROCEDURES[kind].questions:
        questions = (f.DECLARER, *questions)
    return Step(questions, found.options, found.chooser)


def _has_one_suit(kind: Kind, told: Mapping[Question[Any], object]) -> bool:
    """Are the cards that declarer chooses about of one suit, which alone he can require or forbid (Laws 50D, 54, 56)?"""
    if kind in (Kind.OPENING_LEAD_OUT_OF_TURN, Kind.LEAD_OUT_OF_TURN):
        return isinstance(told.get(f.CARD), Card)
    cards = told.get(f.PCS)
    return kind is Kind.PENALTY_CARD_TURN and isinstance(cards, tuple) and len({each.card.suit for each in cards}) == 1


def is_offered(edition: Edition, kind: Kind, told: Mapping[Question[Any], object]) -> bool:
    """Does the Law offer the choice that was made, with all else that was told? Yes where it offers none."""
    try:
        found = next_step(edition, kind, {question: answer for question, answer in told.items() if question is not f.CHOICE})
    except EngineError:
        return True
    if isinstance(found, Outcome) or f.CHOICE not in found.questions:
        return True
    codes = {option.value for option in found.options if option.value in list(w.PlayChoice)}
    return not codes or told[f.CHOICE] in codes


def chooses(chooser: Chooser | None, told: Mapping[Question[Any], object]) -> Seat | None:
    """Where the player sits who has the choice, as far as the facts tell."""
    declarer, offender = told.get(f.DECLARER), told.get(f.OFFENDER) or told.get(f.CALLER)
    if chooser is Chooser.DECLARER:
        return declarer if isinstance(declarer, Seat) else None
    if not isinstance(offender, Seat):
        return None
    return {Chooser.OFFENDER: offender, Chooser.LHO: offender.lho, Chooser.PARTNER: offender.partner}.get(chooser) if chooser else None


def questioned(kind: Kind, refusal: EngineError) -> Question[Any] | None:
    """The question whose answer was refused."""
    code = refusal.facts.get("question") or {"weights_not_whole": f.WEIGHTS.code, "no_such_trick": f.TRICK.code}.get(refusal.code)
    return next((question for question in PROCEDURES[kind].questions if question.code == code), None)


def page_with(edition: Edition, kind: Kind, question: Question[Any]) -> tuple[Question[Any], ...]:
    """The questions that stand on one page with this one."""
    pages = (page.questions for page in PROCEDURES[kind].pages if page.edition in (None, edition))
    return next((questions for questions in pages if question in questions), (question,))


def grouped(edition: Edition, kind: Kind, told: Mapping[Question[Any], object]) -> list[list[tuple[Question[Any], object]]]:
    """The answers by the pages on which they were given."""
    groups: list[list[tuple[Question[Any], object]]] = []
    last: tuple[Question[Any], ...] = ()
    for question, answer in told.items():
        together = page_with(edition, kind, question)
        if groups and (together == last or question is f.DECLARER or groups[-1][-1][0] is f.DECLARER and len(groups[-1]) == 1):
            groups[-1].append((question, answer))
        else:
            groups.append([(question, answer)])
        last = together
    return groups
