"""Master points as pages read them: what an evening gave or will give, what somebody has, who stands where in the club."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from bridge.engine.errors import EngineError
from bridge.engine.masterpoints.levels import Level, Promotion, level_of, promotion, to_next_level
from bridge.engine.masterpoints.scheme import Scheme
from bridge.engine.scoring.ranking import Place
from bridge.mapping.masterpoints import earned_by, scheme_of, scheme_of_club, thresholds_of, totals_of
from bridge.mapping.records import records_of
from bridge.models import Award, Club, Membership, Player, Publication, Session
from bridge.queries.results import letters_of


@dataclass(frozen=True, slots=True)
class AwardLine:
    """One player's award for a list, with the promotion it brings."""

    player: Player
    list: str
    place: Place
    hundredths: int
    promotion: Promotion | None


@dataclass(frozen=True, slots=True)
class AwardSheet:
    """The awards of one ranking of an evening.

    entered   when they entered the ledger; None while they are provisional (they enter at `final_at`)
    refusal   why the club's scheme gives nothing
    """

    publication: Publication
    letters: tuple[str, ...]
    scheme: Scheme | None
    lines: tuple[AwardLine, ...]
    entered: datetime | None
    refusal: EngineError | None

    @property
    def promotions(self) -> tuple[AwardLine, ...]:
        """Those who reach a new level."""
        return tuple(line for line in self.lines if line.promotion is not None)


def award_sheets(session: Session) -> tuple[AwardSheet, ...]:
    """The awards of the newest publication of each ranking of an evening."""
    newest: dict[int, Publication] = {}
    for publication in Publication.objects.filter(ranking__session=session).select_related("ranking").order_by("version"):
        newest[publication.ranking_id] = publication
    return tuple(award_sheet(publication, session.club) for _, publication in sorted(newest.items()))


def award_sheet(publication: Publication, club: Club) -> AwardSheet:
    """What a publication gives: as entered in the ledger by the scheme of that day, else by the club's scheme of today."""
    entered = list(Award.objects.filter(publication=publication).select_related("scheme").order_by("pk"))
    letters = letters_of(publication.ranking)
    try:
        given = next((row.scheme for row in entered if row.reverses_id is None), None)
        scheme = scheme_of(given) if given else scheme_of_club(club)
        earned = earned_by(publication, scheme)
    except EngineError as refusal:
        return AwardSheet(publication, letters, None, (), None, refusal)
    before = totals_of([each.player for each in earned], entered[0].pk if entered else None)
    taken = _awards_of_ranking(publication) if not entered else {row.player_id: -row.hundredths for row in entered if row.reverses_id}
    players = Player.objects.in_bulk([each.player for each in earned])
    thresholds = thresholds_of(club)
    lines = []
    for each in earned:
        highest, total = before.get(each.player, (0, 0))
        after = total - taken.get(each.player, 0) + each.hundredths
        lines.append(AwardLine(players[each.player], each.list, each.place, each.hundredths, promotion(highest, after, thresholds)))
    return AwardSheet(publication, letters, scheme, tuple(lines), entered[0].at if entered else None, None)


def _awards_of_ranking(publication: Publication) -> dict[int, int]:
    """What an earlier version of the ranking gave and has not been taken back."""
    rows = Award.objects.filter(publication__ranking=publication.ranking_id).values_list("player").annotate(total=Sum("hundredths"))
    return dict(rows.order_by("player"))


@dataclass(frozen=True, slots=True)
class Holder:
    """A player with a total in hundredths and the level it gives."""

    player: Player
    number: str
    hundredths: int
    level: Level


def holders_of(club: Club) -> tuple[Holder, ...]:
    """The club's members who have master points, most first; a fixed number of queries."""
    members = {row.player_id: row for row in Membership.objects.filter(club=club, is_guest=False, player__merged_into__isnull=True).select_related("player")}
    thresholds = thresholds_of(club)
    found = [
        Holder(members[player].player, members[player].number or "", total, level_of(highest, thresholds))
        for player, (highest, total) in totals_of(members).items() if highest
    ]
    return tuple(sorted(found, key=lambda holder: (-holder.hundredths, holder.player.sort_key, holder.player.pk)))


@dataclass(frozen=True, slots=True)
class Record:
    """A player's master points: total, level, what is missing to the next one, every line of the ledger, the newest first, and the promotions among them."""

    total: int
    level: Level
    missing: int | None
    lines: tuple[Award, ...]
    promotions: tuple[tuple[Award, Promotion], ...]


def record_of(player: Player, club: Club) -> Record:
    """What stands in the ledger for a player, whichever of their records it names, by this club's limits of the levels; a fixed number of queries."""
    of_person = Award.objects.filter(player__in=list(records_of([player.pk])))
    rows = list(of_person.select_related("publication__ranking__session__club", "publication__ranking__session__stage__event").order_by("pk"))
    thresholds = thresholds_of(club)
    total = highest = 0
    promoted = []
    for row in rows:
        total += row.hundredths
        reached = promotion(highest, total, thresholds)
        if reached is not None:
            promoted.append((row, reached))
        highest = max(highest, total)
    return Record(total, level_of(highest, thresholds), to_next_level(highest, thresholds), tuple(reversed(rows)), tuple(promoted))
