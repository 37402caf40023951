"""The floor under a slip: views that write the rows of a report and of an agreement by plain SQL in one transaction, and judge nothing.

They stand beside the site's own pages, behind the same middleware, in the server of `bench_evening`.
"""

import json

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

import clubsite.urls

_ACT = "INSERT INTO bridge_act (journal_id, key, kind, facts, reason, at) VALUES (%s, %s, %s, %s, '', %s) RETURNING id"
_SAID = "since_id, seating_id, board_id, contract, declarer, tricks, lead, ns_points, turned"
_REPORT = f"INSERT INTO bridge_report ({_SAID}, by_side, doubt, remark) VALUES (%s, %s, %s, '2H', 'N', %s, '', 110, %s, 'NS', '', '')"
_RESULT = f"INSERT INTO bridge_result ({_SAID}) VALUES (%s, %s, %s, '2H', 'N', %s, '', 110, %s)"
_WISH = "UPDATE bridge_job SET wanted = wanted + 1, due = NULL WHERE kind = 'bridge.score_ranking' AND target = %s"
_HEAD = "UPDATE bridge_journal SET head = %s WHERE id = %s"


def report(request: HttpRequest, journal: int, seating: int, board: int) -> HttpResponse:
    """An act and a report."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_ACT, [journal, request.POST["key"], "report_result", _facts(seating, board), timezone.now()])
        act = cursor.fetchone()[0]
        cursor.execute(_REPORT, [act, seating, board, request.POST["tricks"], False])
        cursor.execute(_HEAD, [act, journal])
    return HttpResponse(status=204)


def agree(request: HttpRequest, journal: int, seating: int, board: int, ranking: int) -> HttpResponse:
    """An act, a result and the wish for its scores."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_ACT, [journal, request.POST["key"], "agree_result", _facts(seating, board), timezone.now()])
        act = cursor.fetchone()[0]
        cursor.execute(_RESULT, [act, seating, board, request.POST["tricks"], False])
        cursor.execute(_WISH, [ranking])
        cursor.execute(_HEAD, [act, journal])
    return HttpResponse(status=204)


def _facts(seating: int, board: int) -> str:
    return json.dumps({"seating": seating, "board": board})


urlpatterns = [
    path("floor/<int:journal>/<int:seating>/<int:board>/", report),
    path("floor/<int:journal>/<int:seating>/<int:board>/<int:ranking>/", agree),
    *clubsite.urls.urlpatterns,
]
