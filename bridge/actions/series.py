"""Several evenings made into one event with a ranking of its own: which count, with what weight, how they are put together; changed, taken back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from bridge import tasks
from bridge.actions.sessions import make_session, sign_in
from bridge.engine.errors import EngineError
from bridge.engine.scoring.combining import OnlyCarried, UnlikeEvenings, refuse_unlike
from bridge.engine.scoring.conditions import Conditions, TieBreak, Winners
from bridge.jobs.counting import rankings_through
from bridge.mapping.basis import basis_of, load_conditions
from bridge.mapping.combined import Combination, Counted, combination_of, combination_options, is_combined
from bridge.mapping.conditions import conditions_of, options_of
from bridge.models import Act, Board, Club, Deal, Event, EventForm, Journal, Ranking, RankingPart, Section, Session, Stage, journal
from bridge.models import Conditions as ConditionsRow
from bridge.permissions import Actor
from bridge.queries.finals import finalists_of, newest_version

FEWEST = 2


class TooFewEvenings(EngineError):
    """A series has at least two evenings. Facts: `evenings`."""


class PairsAndSingles(EngineError):
    """An event is one of pairs or one of single players. No facts."""


class WeightOutOfRange(EngineError):
    """An evening weighs more than nothing and at most a hundred times. Facts: `weight`."""


class CountsInItself(EngineError):
    """An event cannot be a part of itself, nor of one of its parts. No facts."""


class CountedElsewhere(EngineError):
    """Another event is made of this one. Facts: `event` (its name)."""


class NoCommonBoard(EngineError):
    """Evenings are compared board by board where they played boards of the same numbers. No facts."""


class OtherCards(EngineError):
    """A board that is compared over several evenings had the same cards in all of them. Facts: `boards` (numbers of those that had not)."""


class AnotherVersion(EngineError):
    """The ranking was published anew since it was read. Facts: `version` (the newest)."""


@dataclass(frozen=True, slots=True)
class EventLists:
    """Who is ranked in an event of several evenings, and in which lists: settings as in the conditions of an evening."""

    minimum_share: int = 0
    strata: tuple[str, ...] = ()
    handicap: bool = False
    tie_breaks: tuple[TieBreak, ...] = ()

    def on(self, conditions: Conditions) -> Conditions:
        """The conditions with these lists."""
        own = {"strata": self.strata, "handicap": self.handicap, "tie_breaks": self.tie_breaks}
        return replace(conditions, minimum_share=self.minimum_share, **own)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class SeriesTerms:
    """What the secretary decides of an event of several evenings: how it is made of which rankings (of a session each that it has), and its lists."""

    combination: Combination
    lists: EventLists = EventLists()


def combine_evenings(club: Club, name: str, terms: SeriesTerms, *, by: Actor, key: str) -> Event:
    """These evenings are an event of the club: its ranking follows their results, and is published whenever all of them are closed.

    raises   TooFewEvenings, PairsAndSingles, UnlikeEvenings, WeightOutOfRange, CarryNeedsMatchpoints, OnlyCarried
    """
    rules = _judged(terms)
    with journal.act(club.journal, "combine_evenings", by=by, key=key) as act:
        if act.is_repeat:
            return Event.objects.get(pk=act.facts["event"])
        event = Event.objects.create(club=club, name=name, form=_form_of(terms))
        ranking = Ranking.objects.create(stage=Stage.objects.create(event=event))
        options = combination_options(rules, terms.combination)
        with journal.act(Journal.objects.create(event=event), "set_parts", by=by, key=key, facts={"options": options}) as made:
            _begin(made, ranking, options, terms.combination.parts)
        act.facts["event"] = event.pk
    return event


def compare_evenings(
    club: Club, name: str, sessions: Sequence[Session], lists: EventLists = EventLists(), *, by: Actor, key: str
) -> Event:
    """Every board is compared over all these evenings, which had the same cards: one ranking of everybody, beside each evening's own.

    One evening alone will do where it has several sections. It is scored like the first of them.
    raises   TooFewEvenings, UnlikeEvenings, NoCommonBoard, OtherCards
    """
    rules = lists.on(_comparable(sessions))
    with journal.act(club.journal, "compare_evenings", by=by, key=key) as act:
        if act.is_repeat:
            return Event.objects.get(pk=act.facts["event"])
        event = Event.objects.create(club=club, name=name)
        ranking = Ranking.objects.create(stage=Stage.objects.create(event=event))
        with journal.act(Journal.objects.create(event=event), "set_parts", by=by, key=key) as made:
            ConditionsRow.objects.begin(made, stage=ranking.stage, ranking=ranking, options=options_of(rules))
            for section in Section.objects.filter(session__in=[session.pk for session in sessions]).order_by("session", "letter"):
                RankingPart.objects.create(ranking=ranking, section=section)
            tasks.ask(tasks.score_ranking, ranking.pk)
        act.facts["event"] = event.pk
    return event


def _comparable(sessions: Sequence[Session]) -> Conditions:
    """The conditions of the ranking over these evenings, where they can be compared board by board."""
    rankings = Ranking.objects.filter(session__in=sessions).order_by("session__starts", "session", "pk")
    rules = [load_conditions(ranking, basis_of(ranking)) for ranking in rankings]
    if len(rules) < FEWEST:
        raise TooFewEvenings(evenings=len(rules))
    if len({each.method for each in rules}) > 1:
        raise UnlikeEvenings
    numbers = [set(Board.objects.filter(set__sections__session=session).values_list("number", flat=True)) for session in sessions]
    if not set.intersection(*numbers):
        raise NoCommonBoard
    cards: dict[int, set[str]] = {}
    for number, text in Deal.objects.filter(board__set__sections__session__in=sessions).values_list("board__number", "cards"):
        cards.setdefault(number, set()).add(text)
    other = sorted(number for number, texts in cards.items() if len(texts) > 1)
    if other:
        raise OtherCards(boards=other)
    winners = Winners.TWO if all(each.winners is Winners.TWO for each in rules) else Winners.ONE
    return replace(rules[0], winners=winners)


def change_lists(ranking: Ranking, name: str, lists: EventLists, *, reason: str = "", by: Actor, key: str, seen: int = 0) -> None:
    """From now on who is compared over several evenings is ranked in these lists; what was published keeps its own. Raises ChangedMeanwhile."""
    event = ranking.stage.event
    with journal.act(event.journal, "set_parts", by=by, key=key, reason=reason) as act:
        if act.is_repeat:
            return
        rows = ConditionsRow.objects.filter(ranking=ranking)
        journal.refuse_if_changed(rows, seen)
        journal.change(act, event, name=name)
        rules = lists.on(conditions_of(rows.live().get().options))
        rows.end(act)
        ConditionsRow.objects.begin(act, stage=ranking.stage, ranking=ranking, options=options_of(rules))
        tasks.ask(tasks.score_ranking, ranking.pk)


def change_parts(ranking: Ranking, name: str, terms: SeriesTerms, *, reason: str = "", by: Actor, key: str, seen: int = 0) -> None:
    """From now on the event is made like this; what was published keeps its own.

    raises   ChangedMeanwhile, CountsInItself, PairsAndSingles, and what `combine_evenings` refuses
    """
    rules = judged_change(ranking, terms)
    event = ranking.stage.event
    options = combination_options(rules, terms.combination)
    with journal.act(event.journal, "set_parts", by=by, key=key, facts={"options": options}, reason=reason) as act:
        if act.is_repeat:
            return
        rows = ConditionsRow.objects.filter(ranking=ranking)
        journal.refuse_if_changed(rows, seen)
        journal.change(act, event, name=name)
        rows.end(act)
        _begin(act, ranking, options, terms.combination.parts)


def judged_change(ranking: Ranking, terms: SeriesTerms) -> Conditions:
    """The conditions under which the event would be ranked. Raises CountsInItself, PairsAndSingles, and what `combine_evenings` refuses."""
    rules = _judged(terms)
    if _form_of(terms) != ranking.stage.event.form:
        raise PairsAndSingles
    _refuse_circle(ranking, terms.combination.parts)
    return rules


def _refuse_circle(ranking: Ranking, parts: Sequence[Counted]) -> None:
    if {part.ranking for part in parts}.intersection(rankings_through([ranking.pk])):
        raise CountsInItself


def _begin(act: journal.Act, ranking: Ranking, options: dict[str, object], parts: Sequence[Counted]) -> None:
    ConditionsRow.objects.begin(act, stage=ranking.stage, ranking=ranking, options=options)
    _count(ranking, parts)


def _count(ranking: Ranking, parts: Sequence[Counted]) -> None:
    """These rankings, and no others, ask for this one's reckoning when they change."""
    RankingPart.objects.filter(ranking=ranking).exclude(other__in=[part.ranking for part in parts]).delete()
    for part in parts:
        RankingPart.objects.update_or_create(ranking=ranking, other_id=part.ranking, defaults={"weight": part.weight})
    for pk in rankings_through([ranking.pk]):
        tasks.ask(tasks.score_ranking, pk)


def _judged(terms: SeriesTerms) -> Conditions:
    """The conditions under which the event is ranked, where it can be made like this."""
    parts = terms.combination.parts
    rankings = list(Ranking.objects.filter(pk__in=[part.ranking for part in parts]))
    if len({ranking.session_id or -ranking.pk for ranking in rankings}) < FEWEST:
        raise TooFewEvenings(evenings=len({ranking.session_id or -ranking.pk for ranking in rankings}))
    for part in parts:
        if not 0 < part.weight <= 100:
            raise WeightOutOfRange(weight=part.weight)
    if all(part.carried for part in parts):
        raise OnlyCarried(parts=len(parts))
    rules = [conditions_of(ranking.scored_by) for ranking in rankings]
    refuse_unlike(rules, terms.combination.how)
    return terms.lists.on(Conditions(method=rules[0].method))


def _form_of(terms: SeriesTerms) -> str:
    """Of pairs or of single players? Raises PairsAndSingles where there are both."""
    parts = Ranking.objects.filter(pk__in=[part.ranking for part in terms.combination.parts])
    forms = set(parts.values_list("stage__event__form", flat=True))
    if len(forms) > 1:
        raise PairsAndSingles
    return str(forms.pop())


def part_evenings(ranking: Ranking, *, reason: str = "", by: Actor, key: str) -> None:
    """The event is taken back; its evenings stay as they are, and what was published of it can be read on. Raises CountedElsewhere."""
    event = ranking.stage.event
    standing = ConditionsRow.objects.live().values("ranking")
    counting = RankingPart.objects.filter(other=ranking, ranking__in=standing).select_related("ranking__stage__event").first()
    if counting is not None:
        raise CountedElsewhere(event=counting.ranking.stage.event.name)
    with journal.act(event.journal, "part_evenings", by=by, key=key, reason=reason) as act:
        if not act.is_repeat:
            ConditionsRow.objects.filter(ranking=ranking).end(act)


def undo_parts(undone: Act, ranking: Ranking, *, by: Actor, key: str) -> None:
    """A change of what counts is taken back.

    raises   CountsInItself, and NotUndoable: also for the act that made the event, and where an event that counted before was taken back itself
    """
    before = ConditionsRow.objects.filter(ranking=ranking, until=undone).first()
    if before is None:
        raise journal.NotUndoable(act=undone.pk, later=[], kinds=[])
    if not is_combined(ranking):
        journal.undo(undone, by=by, key=key, also=lambda _new: tasks.ask(tasks.score_ranking, ranking.pk))
        return
    parts = combination_of(before.options)[1].parts
    _refuse_circle(ranking, parts)
    events = Ranking.objects.filter(pk__in=[part.ranking for part in parts], session=None)
    if events.exclude(pk__in=ConditionsRow.objects.live().filter(ranking__isnull=False).values("ranking")).exists():
        raise journal.NotUndoable(act=undone.pk, later=[], kinds=[])

    def count_again(_new: Act) -> None:
        _count(ranking, parts)

    journal.undo(undone, by=by, key=key, also=count_again)


def make_final(ranking: Ranking, name: str, places: tuple[int, int], starts: datetime, *, by: Actor, key: str, version: int = 0) -> Session:
    """A new evening of the club for those who have these places in the event as it is published, signed in from the best down.

    version   the one that was read, 0: whichever is the newest
    raises    NotPublished, AnotherVersion, NobodyThere

    Who has two of these places, with two partners, plays for the better one; the other entry is left out (see `finalists_of`).
    """
    club, form = ranking.stage.event.club, EventForm(ranking.stage.event.form)
    playing = [each for each in finalists_of(ranking, places) if not each.left_out]
    newest = newest_version(ranking)
    if newest is not None and version not in (0, newest.version):
        raise AnotherVersion(version=newest.version)
    with transaction.atomic():
        session = make_session(club, starts, name=name, form=form, options={"winners": "one"}, by=by, key=key)
        for place, each in enumerate(playing):
            sign_in(session, sorted(each.players, key=lambda player: player.pk), by=by, key=f"{key}-{place}")
    return session
