"""Events of several evenings: the club's list of them, what may be put together, the stored ranking of one with its versions, why a figure is what it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count

from bridge.engine.scoring.conditions import Conditions as Rules
from bridge.engine.scoring.conditions import TieBreak
from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.basis import DRAW_LOTS, GRADE_ENTRIES
from bridge.mapping.combined import Combination, combination_of, is_combined
from bridge.mapping.records import kept_records
from bridge.models import (
    Account,
    Act,
    Club,
    Conditions,
    Entry,
    Event,
    Player,
    Publication,
    Ranking,
    Role,
    RoleKind,
    Roster,
    Session,
    SessionState,
    Standing,
)
from bridge.phrases.arithmetic import Share, Step, steps_of_event
from bridge.phrases.conditions import value_words
from bridge.phrases.names import name_of
from bridge.phrases.problems import problem_words

CANDIDATES = 60
SET_PARTS = "set_parts"  # the kind of the act that says what counts
CHANGES = (SET_PARTS, GRADE_ENTRIES, DRAW_LOTS)


@dataclass(frozen=True, slots=True)
class Source:
    """Something that may count in an event: an evening, or another event of several; with all its rankings.

    key   what names it on a slip
    """

    key: str
    session: Session | None
    event: Event
    rankings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartShown:
    """A source that counts, with its weight."""

    source: Source
    weight: Fraction
    carried: bool


@dataclass(frozen=True, slots=True)
class TermsNow:
    """How an event is made from now on, whatever was published of it before; `seen` is its newest act."""

    event: Event
    combination: Combination
    rules: Rules
    parts: tuple[PartShown, ...]
    seen: int


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """An entry in the ranking of an event; `scores` are those of its parts in their order, None where it did not take part."""

    entry: int
    uid: str
    players: tuple[Player, ...]
    place: int | None
    is_tied: bool
    score: Fraction
    scores: tuple[Fraction | None, ...]
    unranked: str


@dataclass(frozen=True, slots=True)
class SeriesChange:
    """What a version changed for an entry: place and shown hundredths before and after."""

    players: tuple[Player, ...]
    place: tuple[int | None, int | None]
    hundredths: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class EventRanking:
    """The ranking of an event of several evenings as it was published or runs; `publication` None: as it runs, or before anything was reckoned.

    part     the list that is shown: "" everybody, a group, or `handicap`
    acts     how it was made and changed, the newest first
    """

    event: Event
    ranking: Ranking
    rules: Rules
    part: str
    publication: Publication | None
    versions: tuple[Publication, ...]
    is_final: bool
    changes: tuple[SeriesChange, ...]
    acts: tuple[Act, ...]

    @property
    def is_percent(self) -> bool:
        """Are its figures percentages?"""
        return counts_in_percent(self.rules.method)

    @property
    def lists(self) -> tuple[str, ...]:
        """All lists that there are."""
        return lists_by(self.rules)

    @property
    def parts_by_lot(self) -> bool:
        """Do the conditions leave ties to a lot?"""
        return TieBreak.DRAW in self.rules.tie_breaks

    @property
    def ties(self) -> str:
        """What parts ties, in words."""
        return value_words("tie_breaks", self.rules.tie_breaks)

    @property
    def problem(self) -> str:
        """Why the evenings cannot be put together, in words; "" where they can."""
        return problem_words(self.ranking.problem)


@dataclass(frozen=True, slots=True)
class Series(EventRanking):
    """An event of several evenings whose scores are put together: the parts that count, and a row for each entry."""

    combination: Combination
    parts: tuple[PartShown, ...]
    rows: tuple[SeriesRow, ...]


@dataclass(frozen=True, slots=True)
class WhyEvent:
    """Why an entry has its figure: its shares with the parts that they are of, and the arithmetic."""

    row: SeriesRow
    shares: tuple[tuple[PartShown, Share], ...]
    steps: tuple[Step, ...]
    is_percent: bool


def series_of(club: Club) -> list[Ranking]:
    """The rankings of the club's events of several evenings that stand, the newest first."""
    standing = Conditions.objects.live().filter(ranking__isnull=False, ranking__session__isnull=True, ranking__stage__event__club=club)
    rankings = Ranking.objects.filter(pk__in=standing.values("ranking")).annotate(evenings=Count("parts"))
    return list(rankings.select_related("stage__event").order_by("-pk")[:100])


def ranking_of_event(event: Event) -> Ranking | None:
    """The ranking that several evenings make in this event; None where it is an ordinary one or was taken back."""
    ranking = Ranking.objects.filter(stage__event=event, session__isnull=True).select_related("stage__event__journal", "stage__event__club").first()
    return ranking if ranking is not None and Conditions.objects.live().filter(ranking=ranking).exists() else None


def compares_boards(ranking: Ranking) -> bool:
    """Is the ranking over several evenings one of boards that are compared, not of scores that are put together?"""
    return not is_combined(ranking)


def clubs_of(account: Account | None, club: Club) -> list[Club]:
    """The club, and the others whose evenings this account manages, which may count in one event with its own."""
    managing = Role.objects.filter(account=account, role__in=(RoleKind.ADMINISTRATOR, RoleKind.SECRETARY))
    return [club, *Club.objects.filter(pk__in=managing.values("club")).exclude(pk=club.pk).order_by("name")]


def sources_of(clubs: Sequence[Club], counting: TermsNow | None = None) -> list[Source]:
    """What may count in an event: evenings that have begun, the newest first, and the events of several evenings.

    counting   an event as it is made now: what counts in it is among them, however old and of whatever club; itself is not
    """
    evenings = Ranking.objects.filter(session__club__in=clubs, session__state__in=(SessionState.RUNNING, SessionState.CLOSED))
    evenings = evenings.exclude(stage__event__form="teams").select_related("session__stage__event", "session__club")
    found: dict[str, Source] = {}
    for ranking in evenings.order_by("-session__starts", "-session", "pk")[: 2 * CANDIDATES]:
        session = ranking.session
        assert session is not None
        before = found.get(session.uid)
        found[session.uid] = Source(session.uid, session, session.stage.event, (*(before.rankings if before else ()), ranking.pk))
    others = [ranking for club in clubs for ranking in series_of(club) if is_combined(ranking) and (counting is None or ranking.stage.event != counting.event)]
    listed = {row.stage.event.uid: Source(row.stage.event.uid, None, row.stage.event, (row.pk,)) for row in others} | found
    for part in counting.parts if counting else ():
        listed.setdefault(part.source.key, part.source)
    return list(listed.values())


def _parts_of(combination: Combination) -> list[tuple[PartShown, tuple[int, ...]]]:
    """Each source that counts with the places of its rankings among the parts; in the order of the evenings."""
    rows = Ranking.objects.select_related("session__stage__event", "session__club", "stage__event__club")
    rankings = rows.in_bulk([part.ranking for part in combination.parts])
    found: dict[str, tuple[PartShown, tuple[int, ...]]] = {}
    for place, part in enumerate(combination.parts):
        ranking = rankings[part.ranking]
        session = ranking.session
        key = session.uid if session else ranking.stage.event.uid
        before = found.get(key)
        source = Source(key, session, ranking.stage.event, (*(before[0].source.rankings if before else ()), ranking.pk))
        found[key] = (PartShown(source, part.weight, part.carried), (*(before[1] if before else ()), place))
    return sorted(found.values(), key=lambda each: (not each[0].carried, each[0].source.session.starts.timestamp() if each[0].source.session else 0))


def terms_now(ranking: Ranking) -> TermsNow:
    """How the event that several evenings make stands to be made."""
    event = ranking.stage.event
    rules, combination = combination_of(Conditions.objects.live().get(ranking=ranking).options)
    return TermsNow(event, combination, rules, tuple(part for part, _ in _parts_of(combination)), event.journal.head)


def versions_of(ranking: Ranking, version: int | None) -> tuple[tuple[Publication, ...], Publication | None]:
    """All versions that were published, the newest first, and the one that is shown: the version asked for, else the newest; None where there is none."""
    versions = tuple(Publication.objects.filter(ranking=ranking).select_related("act__undoes").order_by("-version"))
    return versions, next((row for row in versions if version in (None, row.version)), None)


def series_page(ranking: Ranking, now: datetime, version: int | None = None, part: str = "") -> Series | None:
    """The event as published in the version asked for, else in the newest; as it runs where none is published. None for no such version.

    part   the list asked for; a name of no list shows everybody
    """
    versions, shown = versions_of(ranking, version)
    if version is not None and shown is None:
        return None
    event = ranking.stage.event
    facts = Conditions.objects.filter(ranking=ranking)
    row = facts.as_at(shown.basis[str(event.journal.pk)]).first() if shown else facts.live().first()
    assert row is not None, "an event of several evenings has conditions"
    rules, combination = combination_of(row.options)
    placed = _parts_of(combination)
    part = part if part in lists_by(rules) else ""
    rows = Standing.objects.filter(ranking=ranking, publication=shown, list=list_of(part)).select_related("entry")
    standings = sorted(rows, key=lambda each: int(each.facts["order"]))
    changes = [each for each in (shown.changes if shown else ()) if each["list"] == list_of(part)]
    players = players_of_event([each.entry_id for each in standings] + [each["entry"] for each in changes])
    return Series(
        event, ranking, rules, part, shown, versions, bool(shown and shown.final_at <= now), changes_of(changes, players), acts_of_event(event),
        combination, tuple(each for each, _ in placed), tuple(_row(each, players, placed) for each in standings),
    )  # fmt: skip


def changes_of(told: Sequence[Mapping[str, Any]], players: Mapping[int, tuple[Player, ...]]) -> tuple[SeriesChange, ...]:
    """What a version changed, as it stores it, with the players of its entries."""
    return tuple(SeriesChange(players.get(each["entry"], ()), tuple(each["place"]), tuple(each["hundredths"])) for each in told)


def acts_of_event(event: Event) -> tuple[Act, ...]:
    """How an event of several evenings was made and changed, the newest first."""
    return tuple(Act.objects.filter(journal=event.journal, kind__in=CHANGES).select_related("account", "undone_by").order_by("-pk"))


def lists_by(rules: Rules) -> tuple[str, ...]:
    """The lists that such conditions make: "" everybody, `handicap`, the groups."""
    return ("", *(("handicap",) if rules.handicap else ()), *rules.strata)


def list_of(part: str) -> str:
    """The name of the stored list of a group, of `handicap`, or of everybody ("")."""
    return f"all/{part}" if part else "all"


def players_of_event(entries: Sequence[int]) -> dict[int, tuple[Player, ...]]:
    """The players of entries of an event of several evenings, of merged records the one that is kept today, by the entries' ids."""
    rows = list(Roster.objects.live().filter(entry__in=entries).order_by("pk").values_list("entry", "player"))
    kept = kept_records({player for _, player in rows})
    players = Player.objects.in_bulk({kept.get(player, player) for _, player in rows})
    found: dict[int, tuple[Player, ...]] = {}
    for entry, player in rows:
        found[entry] = (*found.get(entry, ()), players[kept.get(player, player)])
    return found


def _row(standing: Standing, players: dict[int, tuple[Player, ...]], placed: Sequence[tuple[PartShown, tuple[int, ...]]]) -> SeriesRow:
    told = standing.facts["parts"]
    scores = tuple(next((Fraction(told[place][0]) for place in places if told[place]), None) for _, places in placed)
    return SeriesRow(
        standing.entry_id, standing.entry.uid, players.get(standing.entry_id, ()), standing.place, standing.is_tied, standing.exact or Fraction(0), scores,
        standing.facts["unranked"] or "",
    )


def graded_pairs(ranking: Ranking) -> list[tuple[int, str, str, Fraction | None]]:
    """Every entry of the event: id, names, its own group and handicap, best first as the ranking runs; then those who are not in it."""
    order = {row.entry_id: int(row.facts["order"]) for row in Standing.objects.filter(ranking=ranking, publication=None, list="all")}
    rows = list(Entry.objects.filter(event=ranking.stage.event).order_by("pk").values_list("pk", "stratum", "handicap"))
    players = players_of_event([pk for pk, *_ in rows])
    told = [(pk, " – ".join(name_of(player) for player in players.get(pk, ())), stratum, handicap) for pk, stratum, handicap in rows]
    return sorted(told, key=lambda each: order.get(each[0], len(rows)))


def why_of_event(shown: Series, entry: Entry) -> WhyEvent | None:
    """The arithmetic of an entry's figure in the event, in the list that is shown; None where it is not in it."""
    row = next((each for each in shown.rows if each.entry == entry.pk), None)
    if row is None:
        return None
    told = Standing.objects.get(ranking=shown.ranking, publication=shown.publication, list=list_of(shown.part), entry=entry).facts["parts"]
    shares = []
    for part, places in _parts_of(shown.combination):
        for place in places:
            if told[place]:
                score, total, boards, available = told[place]
                shares.append((part, Share(Fraction(score), Fraction(total), boards, Fraction(available), part.weight, part.carried)))
    handicapped = row.score if shown.part == "handicap" else None
    return WhyEvent(row, tuple(shares), steps_of_event([share for _, share in shares], shown.combination.how, handicapped), shown.is_percent)
