"""The running standings of a ranking, stored in one statement whatever their number: rows told as one JSON text, written only where they differ."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import connection

from bridge.models import Ranking, Standing


class RunningRow(NamedTuple):
    """What is stored of one entry in one list; columns as in `Standing`."""

    list: str
    entry: int
    place: int | None
    is_tied: bool
    exact: Fraction
    total: Fraction
    hundredths: int
    facts: dict[str, Any]


_COLUMNS = ("place", "is_tied", "exact", "total", "hundredths", "facts")
_TOLD = {  # rows of JSON as a table, in each database's own words
    "postgresql": (
        "json_to_recordset(%s) AS told(list text, entry bigint, place integer, is_tied boolean, exact text, total text, hundredths bigint, facts jsonb)"
    ),
    "sqlite": (
        "(SELECT "
        + ", ".join(f"json_extract(value, '$.{column}') AS {column}" for column in ("list", "entry", *_COLUMNS))
        + " FROM json_each(%s)) AS told"
    ),
}
# SQLite knows the standard's words from 3.39 on; Pythons of systems that are in use bring older ones.
_DIFFERS = {"postgresql": "IS DISTINCT FROM", "sqlite": "IS NOT"}
_STORE = (
    f"INSERT INTO bridge_standing (ranking_id, list, entry_id, {', '.join(_COLUMNS)}) "
    f"SELECT %s, told.list, told.entry, {', '.join(f'told.{column}' for column in _COLUMNS)} FROM {{told}} WHERE true "
    "ON CONFLICT (ranking_id, list, entry_id) WHERE publication_id IS NULL DO UPDATE SET "
    f"{', '.join(f'{column} = excluded.{column}' for column in _COLUMNS)} "
    f"WHERE {' OR '.join(f'bridge_standing.{column} {{differs}} excluded.{column}' for column in _COLUMNS)}"
)


def store_running(ranking: Ranking, rows: Sequence[RunningRow]) -> None:
    """Make these the running standings of a ranking; a row that stands already with the same figures is not written."""
    told = json.dumps([_told(row) for row in rows])
    with connection.cursor() as cursor:
        cursor.execute(_STORE.format(told=_TOLD[connection.vendor], differs=_DIFFERS[connection.vendor]), [ranking.pk, told])
    stored = Standing.objects.filter(ranking=ranking, publication__isnull=True)
    if stored.count() != len(rows):
        keys = {(row.list, row.entry) for row in rows}
        stored.filter(pk__in=[pk for pk, *key in stored.values_list("pk", "list", "entry") if tuple(key) not in keys]).delete()


def _told(row: RunningRow) -> dict[str, Any]:
    return dict(zip(RunningRow._fields, (*row[:4], str(row.exact), str(row.total), *row[6:]), strict=True))
