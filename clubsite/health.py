"""What `/healthz` answers: whether this site is ready, and which of its jobs fail."""

from collections import Counter
from time import time

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bridge.jobs.copies import without_twin
from bridge.jobs.queue import failing

_COPYING = 60  # seconds that a slow stick may take


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and has every migration, else 503; failing jobs and a missing copy are told and do not take the site off.

    {"database": bool, "migrations": bool, "failing": {kind: how many}, "second_copy": bool}
    """
    state: dict[str, object] = {"database": False, "migrations": False, "failing": {}, "second_copy": without_twin() is None}
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT 1")
        state["database"] = True
        state["migrations"] = not unapplied()
        if state["migrations"]:
            state["failing"] = Counter(job.kind for job in failing())
    except DatabaseError:
        pass  # the answer says it
    ready = bool(state["database"] and state["migrations"])
    return JsonResponse(state, status=200 if ready else 503)


def lacks_twin(request: HttpRequest) -> dict[str, object]:
    """For the pages of those who run an evening: does BACKUP_DIR lack the newest copy, which is a minute old by now? Asked only where a page tells it."""

    def is_lacking() -> bool:
        newest = without_twin()
        return newest is not None and time() - newest.stat().st_mtime > _COPYING

    return {"lacks_second_copy": is_lacking}


def unapplied() -> list[str]:
    """Names of the migrations that the database still lacks, in order."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return [f"{migration.app_label}.{migration.name}" for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
