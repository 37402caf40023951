"""What the director of the demonstration club ruled by the Laws: each evening one case, of every phase in turn, given as every director gives it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bridge.actions.demo_evening import Evening, head_of, new_key
from bridge.actions.rulings import Decision, SessionPenaltyGiven, TableBoard, ask_review, clear_reminder, give_ruling, hear_review, withdraw_ruling
from bridge.engine.cards import Card, Rank, Suit, format_card
from bridge.engine.cards import Deal as Cards
from bridge.engine.contract import Report, ns_points_of
from bridge.engine.laws import facts as f
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import PROCEDURES, rule
from bridge.engine.scoring.outcome import Assigned, Component, SideOutcome, Unit, Weighted
from bridge.engine.seats import Seat, Side, dealer_of
from bridge.mapping.outcomes import Row, decision_rows, tricks_row
from bridge.mapping.rulings import answers_of
from bridge.mapping.slips import report_of
from bridge.models import Board, Entry, Reminder, Result, Ruling, Seating
from bridge.queries.conditions import edition_of


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as it was played at a table: what a ruling is about."""

    seating: Seating
    board: Board
    played: Report
    cards: Cards

    @property
    def declarer(self) -> Seat:
        """Who plays it: only boards with a contract are ruled upon."""
        assert self.played.declarer is not None
        return self.played.declarer

    @property
    def one_less(self) -> Report:
        """The same with a trick less."""
        return replace(self.played, tricks=(self.played.tricks or 1) - 1)

    def longest(self, seat: Seat) -> list[Card]:
        """The longest suit of a hand, the highest card first."""
        suits = [sorted((card for card in self.cards.hand(seat) if card.suit is suit), key=lambda card: card.rank, reverse=True) for suit in Suit]
        return max(suits, key=len)

    def rows(self, ns: Mapping[Report, int], ew: Mapping[Report, int] | None = None) -> dict[Side, Row]:
        """Each side's score from outcomes with their weights in percent."""
        told = {Side.NS: ns, Side.EW: ns if ew is None else ew}
        return decision_rows({side: self._score(each) for side, each in told.items()}, (), {side: tuple(each) for side, each in told.items()})

    def _score(self, outcomes: Mapping[Report, int]) -> SideOutcome:
        parts = tuple(Component(ns_points_of(report, self.board.number), Fraction(percent, 100)) for report, percent in outcomes.items())
        return Assigned(parts[0].points) if len(parts) == 1 else Weighted(parts)


@dataclass(frozen=True, slots=True)
class Case:
    """What was told of a scene, and what the director decided: `moves` who loses the tricks that the Law takes, `rows` the score otherwise."""

    kind: Kind
    answers: Mapping[str, str]
    note: str
    moves: Side | None = None
    rows: Mapping[Side, Row] = field(default_factory=dict)
    chosen: str = ""
    shows: str = "law"
    percent: int = 0


def rule_by_the_laws(evening: Evening, number: int, seatings: Sequence[Seating]) -> None:
    """The case of the evening of this number, on a board that nothing else is decided about, and what became of it; nothing is left to be remembered."""
    told, after = _CASES[number % len(_CASES)]
    scene = _scene(evening, [*seatings[number % len(seatings) :], *seatings])
    ruling = _give(evening, scene, told(scene))
    if after is not None:
        after(evening, scene, ruling)
    remembered = Reminder.objects.live().filter(ruling__session=evening.session)
    for reminder in remembered.select_related("ruling__session__journal", "ruling__seating__round", "ruling__board"):
        clear_reminder(reminder, by=evening.by, key=new_key())


def _scene(evening: Evening, seatings: Sequence[Seating]) -> Scene:
    """The first board from there on that somebody played, with a lead that is known and tricks for both sides: the second of its round."""
    for seating in seatings:
        row = Result.objects.select_related("board").get(until__isnull=True, seating=seating, board__number=seating.first_board + 1)
        played = report_of(row)
        if played is not None and played.lead is not None and 6 <= (played.tricks or 0) <= 10:
            return Scene(seating, row.board, played, evening.cards[row.board.number])
    raise AssertionError("every evening has such a board")


def _give(evening: Evening, scene: Scene, case: Case, replaces: Ruling | None = None) -> Ruling:
    known = {f.DEALER: dealer_of(scene.board.number), f.DECLARER: scene.declarer}
    edition = edition_of(evening.session)
    told = {question: answer for question, answer in known.items() if question in PROCEDURES[case.kind].questions} | answers_of(case.kind, case.answers)
    outcome, rows = rule(edition, case.kind, told), case.rows
    if case.moves is not None:
        rows = dict.fromkeys(Side, tricks_row(scene.played, outcome.tricks_transferred or 0, case.moves, scene.board.number))
    penalty = None
    if case.percent:
        entry = Entry.objects.get(places__seating=scene.seating, places__side=Side.EW.value, places__until__isnull=True)
        penalty = SessionPenaltyGiven(entry, Fraction(case.percent), Unit.PERCENT.value)
    decision = Decision(edition, case.kind, told, outcome, case.chosen, case.shows, rows=rows, penalty=penalty, note=case.note)
    return give_ruling(TableBoard(scene.seating, scene.board), decision, replaces=replaces, by=evening.by, key=new_key(), seen=head_of(evening))


def _revoke(scene: Scene, won: str = "offender") -> Case:
    offender = scene.declarer.lho
    answers = {
        "offender": offender.value, "trick": "5", "kind": "follow", "established": "yes", "revoke_trick_won": won, "os_tricks_from": "2",
        "noticed": "during_play_or_at_end", "earlier_revoke_same_suit": "no", "other_side_also_revoked": "no",
    }
    return Case(Kind.REVOKE, answers, "found when the hands were looked through", offender.side, shows="outcome")


def _won_by_partner(scene: Scene) -> Case:
    return replace(_revoke(scene, "partner"), note="dummy saw it two tricks later")


def _insufficient(scene: Scene) -> Case:
    dealer = dealer_of(scene.board.number)
    answers = {
        "auction": f"{dealer.value}:1H {dealer.lho.value}:2D", "offender": dealer.partner.value, "irregular_call": "1S", "accepted_by_lho": "no",
        "replacement": "2S", "replacement_accepted": "no", "specifies_same": "yes",
    }
    return Case(Kind.INSUFFICIENT_BID, answers, "did not see the bid of two diamonds")


def _opening_lead(scene: Scene) -> Case:
    offender, lead = scene.declarer.rho, scene.played.lead
    card = scene.longest(offender)[0]
    choice = "require_suit" if lead is not None and lead.suit is card.suit else "forbid_suit"
    answers = {
        "offender": offender.value, "card": format_card(card), "face": "up", "misled_by_opponent": "no", "declarer_spread_started": "no",
        "dummy_card_seen": "no", "choice": choice, "suit": card.suit.name,
    }
    return Case(Kind.OPENING_LEAD_OUT_OF_TURN, answers, "thought that partner was declarer")


def _claim(scene: Scene) -> Case:
    answers = {"claimer": scene.declarer.value, "scope": "remaining_tricks", "doubted": "yes"}
    return Case(Kind.CLAIM, answers, "a trump that was still out had not been mentioned", rows=scene.rows({scene.one_less: 100}), shows="outcome")


def _misinformation(scene: Scene) -> Case:
    answers = {
        "own_misunderstanding": "no", "explanation_correct": "no", "call_mistaken": "no", "too_late": "yes", "affected": scene.declarer.lho.value,
        "damage": "yes",
    }
    weighted = scene.rows({scene.one_less: 60, scene.played: 40})
    return Case(Kind.MISINFORMATION, answers, "with the right explanation another lead is likely", rows=weighted, shows="outcome")


def _unauthorised(scene: Scene) -> Case:
    answers = {
        "source": "partner", "info": "hesitation", "hesitation_agreed": "yes", "action_suggested": "yes", "logical_alternative_exists": "yes", "damage": "yes",
    }
    theirs, others = {scene.one_less: 100}, {scene.played: 100}
    rows = scene.rows(theirs, others) if scene.declarer.side is Side.NS else scene.rows(others, theirs)
    return Case(Kind.UI, answers, "the defenders threw their trick away by themselves", rows=rows)


def _out_of_rotation(scene: Scene) -> Case:
    answers = {
        "auction": "", "offender": dealer_of(scene.board.number).lho.value, "irregular_call": "P", "accepted_by_lho": "no", "pass_artificial": "no",
        "partner_call_artificial": "no",
    }
    return Case(Kind.OOT_PASS, answers, "passed before the dealer had called")


def _exposed(scene: Scene) -> Case:
    owner = scene.declarer.lho
    card = max(scene.cards.hand(owner), key=lambda card: card.rank)
    answers = {
        "owner": owner.value, "how": "dropped", "cards": format_card(card), "partner_could_see": "yes", "other_pc": "no",
        **({} if card.rank >= Rank.TEN else {"inadvertent": "yes"}),
    }
    return Case(Kind.EXPOSED_CARD, answers, "fell on the table, face up")


def _out_of_turn(scene: Scene) -> Case:
    offender = scene.declarer.lho
    answers = {
        "offender": offender.value, "card": format_card(scene.longest(offender)[-1]), "correct_leader": offender.partner.value, "trick": "4",
        "misled_by_opponent": "no", "proper_lead_made": "no", "next_hand_played": "no", "choice": "accept_lead",
    }
    return Case(Kind.LEAD_OUT_OF_TURN, answers, "declarer was content with the lead")


def _late(_scene: Scene) -> Case:
    answers = {"offence": "late", "cards_seen": "no", "caused_adjusted_score": "no"}
    return Case(Kind.PROCEDURE, answers, "ten minutes late, after a warning last week", chosen="pp", percent=10)


def _wrong_board(_scene: Scene) -> Case:
    told = {"phase": "play", "played_before_by_any": "no"}
    return Case(Kind.WRONG_BOARD, told, "two boards of the round were changed; the other one comes next", chosen="play_right_board_later")


def _rude(_scene: Scene) -> Case:
    return Case(Kind.CONDUCT, {"offence": "discourtesy"}, "a loud word about partner's play", chosen="warning")


def _taken_back(evening: Evening, _scene: Scene, ruling: Ruling) -> None:
    withdraw_ruling(ruling, reason="all four agree now that the card had been played in time", by=evening.by, key=new_key())


def _put_right(evening: Evening, scene: Scene, ruling: Ruling) -> None:
    """The first count of the tricks was wrong: another ruling takes its place."""
    _give(evening, scene, replace(_revoke(scene), note="the revoker had won the trick himself"), replaces=ruling)


def _reviewed(evening: Evening, scene: Scene, ruling: Ruling) -> None:
    ask_review(ruling, scene.declarer.side, reason="we bid it without the hesitation too", by=evening.by, key=new_key())
    found = "four of five players asked saw another bid"
    hear_review(ruling, heard_by="Appeals committee", found="stands", costs="returned", reason=found, by=evening.by, key=new_key())


_CASES: tuple[tuple[Callable[[Scene], Case], Callable[[Evening, Scene, Ruling], None] | None], ...] = (
    (_revoke, None), (_insufficient, None), (_opening_lead, None), (_claim, None), (_misinformation, None), (_unauthorised, _reviewed),
    (_late, None), (_exposed, None), (_out_of_rotation, None), (_won_by_partner, _put_right), (_wrong_board, None), (_out_of_turn, None),
    (_rude, None), (_won_by_partner, _taken_back),
)  # fmt: skip
