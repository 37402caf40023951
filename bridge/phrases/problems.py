"""Why a ranking has no figures."""

from collections.abc import Mapping
from typing import Any

from bridge.phrases import sentence_of
from bridge.phrases.outcomes import note_words


def problem_words(problem: Mapping[str, Any]) -> str:
    """The whole sentence for the code and facts that a ranking stores instead of figures; "" where it has figures."""
    if not problem:
        return ""
    return note_words(**problem["facts"]) if problem["code"] == "no_marks" else sentence_of(problem["code"], problem["facts"])
