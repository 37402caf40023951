"""Rulings as they are taken away: codes, numbers and names, a line for each. Reading only."""

from collections.abc import Iterable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

from bridge.models import Act, Adjustment, Penalty, Session
from bridge.queries.room import PairHere
from bridge.queries.rulings import LATER, Groups, RulingRow, Taken, groups_of, seated_at, taken_from

COLUMNS = (
    "id", "session", "day", "table", "board", "edition", "kind", "laws", "ruling", "option", "stands", "round", "given", "director", "ns", "ew", "note",
    "scores", "penalties", "groups", "told", "review_side", "review_heard_by", "review_found", "review_costs", "ended", "ended_reason", "replaces",
)  # fmt: skip


def lines_of(rows: Iterable[RulingRow]) -> list[dict[str, Any]]:
    """Each ruling with its table, its facts, what it did to the score and what became of it; times where the club is.

    penalties   of an evening: side and number of the pair (of a single player), exact amount ("n/d" where it is no whole number), unit
    groups      of a fouled board, by form ("" as it was dealt): round and table of those that played it
    """
    by_session: dict[int, list[RulingRow]] = {}
    for row in rows:
        by_session.setdefault(row.ruling.session_id, []).append(row)
    return [line for same in by_session.values() for line in _of_session(same[0].ruling.session, same)]


def _of_session(session: Session, rows: list[RulingRow]) -> Iterator[dict[str, Any]]:
    zone, rulings = ZoneInfo(session.club.zone), [row.ruling.pk for row in rows]
    at = seated_at(session, {row.ruling.seating_id for row in rows})
    scores: dict[int, dict[str, Any]] = {}
    for row in Adjustment.objects.filter(ruling__in=rulings).order_by("pk"):
        scores.setdefault(row.ruling_id or 0, {}).setdefault(row.side, {"kind": row.kind, **row.value})
    penalties: dict[int, list[Penalty]] = {}
    for given in Penalty.objects.filter(ruling__in=rulings).order_by("pk"):
        penalties.setdefault(given.ruling_id or 0, []).append(given)
    groups = groups_of(row.ruling for row in rows)
    later: dict[int, dict[str, Act]] = {}
    for act in Act.objects.filter(journal__session=session, kind__in=LATER, undone_by__isnull=True).order_by("pk"):
        later.setdefault(act.facts["ruling"], {})[act.kind] = act
    for each in rows:
        ruling = each.ruling
        seated = at.get(ruling.seating_id or 0, {})
        sides = {side.lower(): _names(seated.get(side)) for side in ("NS", "EW")}
        taken = [_penalty(each) for each in taken_from(penalties.get(ruling.pk, ()), seated)]
        done = {"scores": scores.get(ruling.pk, {}), "penalties": taken, "groups": _by_form(groups.get(ruling.pk, ()))}
        yield _line(each, zone) | sides | done | _became(each, later.get(ruling.pk, {}), zone)


def _names(pair: PairHere | None) -> list[str]:
    return [player.name_native for player in pair.players] if pair else []


def _penalty(taken: Taken) -> dict[str, Any]:
    return {"side": taken.side, "pair": taken.pair.number if taken.pair else None, "amount": str(taken.penalty.amount), "unit": taken.penalty.unit}


def _by_form(groups: Groups) -> dict[str, list[dict[str, int]]]:
    return {form: [{"round": number, "table": table} for number, table in where] for form, where in groups}


def _line(row: RulingRow, zone: ZoneInfo) -> dict[str, Any]:
    ruling = row.ruling
    return {
        "id": ruling.pk, "session": ruling.session.uid, "day": ruling.session.starts.astimezone(zone).date().isoformat(),
        "round": ruling.seating.round.number if ruling.seating and ruling.seating.round else None,
        "table": ruling.seating.table if ruling.seating else None, "board": ruling.board.number if ruling.board else None,
        "given": ruling.since.at.astimezone(zone).isoformat(timespec="seconds"), "director": str(ruling.since.account or ""),
        "edition": ruling.edition, "kind": ruling.code, "laws": list(row.outcome.laws),
        "ruling": row.outcome.ruling.value, "option": ruling.chosen.get("option", ""), "note": ruling.since.reason, "stands": row.stands,
        "answers": ruling.answers, "outcome": ruling.outcome,
    }  # fmt: skip


def _became(row: RulingRow, later: dict[str, Act], zone: ZoneInfo) -> dict[str, Any]:
    """When both sides were told, the review, and what ended it."""
    told = row.ruling.told_at or (later["tell_ruling"].at if "tell_ruling" in later else None)
    asked, heard, ended = later.get("ask_review"), later.get("hear_review"), row.ruling.until
    return {
        "told": told.astimezone(zone).isoformat(timespec="seconds") if told else None,
        "review_side": asked.facts["side"] if asked else None, "review_heard_by": heard.facts["heard_by"] if heard else None,
        "review_found": heard.facts["found"] if heard else None, "review_costs": heard.facts["costs"] if heard else None,
        "ended": ended.kind if ended else None, "ended_reason": ended.reason if ended else None, "replaces": row.ruling.replaces_id,
    }  # fmt: skip
