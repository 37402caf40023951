"""What the file of an imported event published, beside what the club's own reckoning gives."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridge.engine.formats.notation import parse_place
from bridge.models import Act, EventForm, Player, Publication, Session, Standing, Start
from bridge.queries.draws import players_of


@dataclass(frozen=True, slots=True)
class Published:
    """One entry, or a pair of a team: figures as printed, master points with their kinds; `own` its row of today's ranking."""

    number: str
    line: str
    name: str
    players: tuple[Player, ...]
    score: str
    percent: str
    place: str
    master_points: tuple[tuple[str, str], ...]
    own: Standing | None = None


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """The lists of a file: its entries by place, those without one at the end, and the pairs of its teams where it has figures for them."""

    is_teams: bool
    entries: tuple[Published, ...]
    pairs: tuple[Published, ...]

    @property
    def has_percent(self) -> bool:
        """Did it publish percentages?"""
        return any(each.percent for each in self.entries)

    @property
    def has_master_points(self) -> bool:
        """Did it publish master points?"""
        return any(each.master_points for each in self.entries)

    @property
    def pairs_have_master_points(self) -> bool:
        """Did it publish master points for the pairs of teams?"""
        return any(each.master_points for each in self.pairs)


def published_page(session: Session) -> PublishedPage | None:
    """What the file published; None for an evening that was played here."""
    act = Act.objects.filter(journal__club=session.club, kind="import_event", facts__session=session.pk).first()
    if act is None:
        return None
    told: Mapping[str, Mapping[str, Any]] = act.facts["published"]
    is_teams = session.stage.event.form == EventForm.TEAMS
    starts = {str(row.entry_id): row for row in Start.objects.live().filter(section__session=session).select_related("entry")}
    seated = players_of(session)
    newest = Publication.objects.filter(ranking__session=session).order_by("ranking", "-version")
    last: dict[int, int] = {}
    for publication in newest:
        last.setdefault(publication.ranking_id, publication.pk)
    own = {str(row.entry_id): row for row in Standing.objects.filter(publication__in=last.values()).exclude(list__contains="/")}
    entries = (
        _published(str(starts[pk].number), starts[pk].line, starts[pk].entry.name, () if is_teams else seated.get(int(pk), ()), figures, own.get(pk))
        for pk, figures in told.items() if pk in starts
    )
    return PublishedPage(is_teams, tuple(sorted(entries, key=_order)), _pairs(told))


def _order(row: Published) -> tuple[str, int]:
    """North-South's list before East-West's, each by its places; the order of the file where nothing parts them."""
    told = parse_place(row.place)
    return "" if row.line == "NS" else row.line, told[0] if told else sys.maxsize


def _pairs(told: Mapping[str, Mapping[str, Any]]) -> tuple[Published, ...]:
    pairs = [pair for figures in told.values() for pair in figures.get("pairs", ())]
    players = Player.objects.in_bulk({pk for pair in pairs for pk in pair["players"]})
    rows = (_published(pair["number"], "", "", tuple(players[pk] for pk in pair["players"] if pk in players), pair) for pair in pairs)
    return tuple(row for row in rows if row.score or row.percent or row.master_points)


def _published(
    number: str, line: str, name: str, players: tuple[Player, ...], figures: Mapping[str, Any], own: Standing | None = None
) -> Published:
    points = tuple((amount, kind) for amount, kind in figures["master_points"])
    return Published(number, line, name, players, figures["score"] or "", figures["percent"] or "", figures["place"] or "", points, own)
