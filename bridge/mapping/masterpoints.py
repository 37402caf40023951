"""Master points between the tables and the engine: schemes and levels as stored data, published lists, the ledger. No rule stands here."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.masterpoints.earners import earners
from bridge.engine.masterpoints.ledger import Due, Line, lines_for
from bridge.engine.masterpoints.levels import PROPOSED, Thresholds
from bridge.engine.masterpoints.scheme import PLATFORM, AcblLike, Band, EbuLike, Finished, Own, Platform, Scheme, Ties, award_places
from bridge.engine.masterpoints.strata import best_awards
from bridge.engine.scoring.ranking import Place
from bridge.mapping.records import kept_records, records_of
from bridge.models import Award, Club, LineUp, Publication, Ranking, Seating, Standing, StandingList
from bridge.models import Place as PlaceRow
from bridge.models import Scheme as SchemeRow


class NotAScheme(EngineError):
    """The stored data of a scheme cannot be read. Facts: `code`, `version`."""


@dataclass(frozen=True, slots=True)
class PublishedList:
    """One list of a publication for the awards: its name and its ranked entries, the first place first."""

    name: str
    finished: Finished
    ranked: tuple[tuple[int, Place], ...]


def data_of_scheme(scheme: Scheme) -> dict[str, Any]:
    """What is stored of a scheme; amounts as `n/d`."""
    told: dict[str, Any] = {"ties": scheme.ties.value, "least": scheme.least}
    match scheme.rule:
        case Platform():
            return told | {"rule": "platform"}
        case AcblLike(each, most):
            return told | {"rule": "acbl", "each": str(each), "most": str(most)}
        case EbuLike(fraction, least, step):
            return told | {"rule": "ebu", "fraction": str(fraction), "lowest": str(least), "step": str(step)}
        case Own(bands):
            return told | {"rule": "own", "bands": [[band.entries, [str(award) for award in band.awards]] for band in bands]}


def scheme_of(row: SchemeRow) -> Scheme:
    """The engine's scheme of a stored one. Raises NotAScheme."""
    data = row.data
    rule: Platform | AcblLike | EbuLike | Own
    try:
        match data["rule"]:
            case "own":
                rule = Own(tuple(Band(int(entries), tuple(Fraction(award) for award in awards)) for entries, awards in data["bands"]))
            case "acbl":
                rule = AcblLike(Fraction(data["each"]), Fraction(data["most"]))
            case "ebu":
                rule = EbuLike(Fraction(data["fraction"]), Fraction(data["lowest"]), Fraction(data["step"]))
            case "platform":
                rule = Platform()
            case _:
                raise NotAScheme(code=row.code, version=row.version)
        return Scheme(row.code, row.version, rule, Ties(data.get("ties", Ties.SHARED.value)), int(data.get("least", 1)))
    except (KeyError, ValueError, TypeError, ZeroDivisionError):
        raise NotAScheme(code=row.code, version=row.version) from None


def row_of_scheme(scheme: Scheme) -> SchemeRow:
    """The stored row of a scheme, made where it is not there yet."""
    return SchemeRow.objects.get_or_create(code=scheme.code, version=scheme.version, defaults={"data": data_of_scheme(scheme)})[0]


def thresholds_of(club: Club) -> Thresholds:
    """Where the club's levels begin; the proposed limits until it has set its own."""
    return PROPOSED if club.levels is None else Thresholds(tuple(club.levels.data["hundredths"]))


def published_lists(publication: Publication) -> tuple[PublishedList, ...]:
    """The lists of a publication that earn awards, handicap lists left out: three queries."""
    lists: dict[str, list[Standing]] = defaultdict(list)
    for row in Standing.objects.filter(publication=publication, place__isnull=False):
        lists[row.list].append(row)
    tables = set(Seating.objects.live().filter(section__ranking_parts__ranking=publication.ranking_id).values_list("section", "table"))
    found = []
    in_turn = [line.value for line in StandingList]
    for name, rows in sorted(lists.items(), key=lambda item: (in_turn.index(item[0].partition("/")[0]), item[0])):
        line, _, part = name.partition("/")
        if part == "handicap":
            continue
        in_order = sorted(rows, key=lambda row: (row.place, row.facts.get("order", 0)))
        ranked = tuple((row.entry_id, Place(row.place or 0, row.is_tied)) for row in in_order)
        found.append(PublishedList(name, Finished(len(ranked), len(tables), line == "all"), ranked))
    return tuple(found)


def earners_of(ranking: Ranking) -> dict[int, tuple[int, ...]]:
    """Entry -> its players (ids) who earn its award: two queries."""
    played: dict[int, set[int]] = defaultdict(set)
    places = PlaceRow.objects.live().filter(seating__section__ranking_parts__ranking=ranking, round__isnull=False)
    for entry, number in places.values_list("entry", "round__number"):
        played[entry].add(number)
    sits: dict[tuple[int, int, str], list[tuple[int, int]]] = defaultdict(list)
    rows = LineUp.objects.live().filter(session=ranking.session_id, entry__in=list(played)).order_by("from_round", "pk")
    for entry, half, seat, from_round, player in rows.values_list("entry", "half", "seat", "from_round", "player"):
        sits[entry, half, seat].append((from_round, player))
    rounds: dict[int, Counter[int]] = defaultdict(Counter)
    for (entry, _, _), changes in sits.items():
        for number in played[entry]:
            sitting = [player for from_round, player in changes if from_round <= number]
            if sitting:
                rounds[entry][sitting[-1]] += 1
    return {entry: earners(rounds[entry], len(numbers)) for entry, numbers in played.items()}


def ledger_of(ranking: Ranking) -> list[tuple[Award, Line[int, int]]]:
    """Every line of a ranking's awards in the ledger, in order, as rows and as the engine's lines."""
    rows = Award.objects.filter(publication__ranking=ranking).select_related("publication").order_by("pk")
    return [(row, Line(row.player_id, ranking.pk, row.publication.version, row.hundredths, row.reverses_id is not None)) for row in rows]


@dataclass(frozen=True, slots=True)
class Earned:
    """What one player earns by a publication."""

    player: int
    entry: int
    list: str
    place: Place
    hundredths: int


def earned_by(publication: Publication, scheme: Scheme) -> tuple[Earned, ...]:
    """Everything that a publication gives by this scheme, best list first, player by player. Raises as `award_places`."""
    lists = [(each.name, award_places(scheme, each.finished, each.ranked)) for each in published_lists(publication)]
    players = earners_of(publication.ranking)
    return tuple(
        Earned(player, award.who, name, award.place, award.hundredths)
        for name, award in best_awards(lists)
        for player in players.get(award.who, ())
    )


def scheme_of_club(club: Club) -> Scheme:
    """The scheme by which a club's evenings earn; the source documents' rule until it has chosen another. Raises NotAScheme."""
    return PLATFORM if club.awards is None else scheme_of(club.awards)


def enter_awards(publication: Publication, earned: Sequence[Earned], scheme: SchemeRow, now: datetime) -> int:
    """Add to the ledger what a final publication gives, taking back what an earlier version gave; how many lines.

    For within a transaction that holds the ranking's row.
    """
    ledger = ledger_of(publication.ranking)
    standing = {row.player_id: row for row, _ in ledger if row.reverses_id is None}
    by_player = {each.player: each for each in earned}
    lines = lines_for([line for _, line in ledger], publication.ranking_id, publication.version, [Due(each.player, each.hundredths) for each in earned])
    for line in lines:
        taken = standing[line.person] if line.reverses else None
        Award.objects.create(
            publication=publication, player_id=line.person, list=taken.list if taken else by_player[line.person].list,
            scheme=taken.scheme if taken else scheme, hundredths=line.hundredths, at=now, reverses=taken,
        )
    return len(lines)


def totals_of(players: Iterable[int], before: int | None = None) -> dict[int, tuple[int, int]]:
    """Player -> the highest total in hundredths that the ledger ever showed, and the total at its end; up to a line, where one is given.

    Lines of every record of a person count, whichever of them is asked about. Three queries where no record was merged into another.
    """
    asked = set(players)
    kept = kept_records(asked)
    person_of = records_of({kept.get(player, player) for player in asked})
    rows = Award.objects.filter(player__in=list(person_of))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    sums: dict[int, int] = Counter()
    highest: dict[int, int] = Counter()
    for player, hundredths in rows.order_by("pk").values_list("player", "hundredths"):
        person = person_of[player]
        sums[person] += hundredths
        highest[person] = max(highest[person], sums[person])
    people = {player: kept.get(player, player) for player in asked}
    return {player: (highest[person], sums[person]) for player, person in people.items() if person in sums}
