"""Which line-ups of teams not everybody may read yet: what is handed in stays with the team until both are in or the time is up.

Pages that tell who sits where ask here; whoever speaks for the team, and the staff who play not tonight, read it at the match.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.utils import timezone

from bridge.mapping.teams import line_up_due
from bridge.models import LineUp, Match, Session

Hidden = frozenset[tuple[int, int]]


def hidden_line_ups(session: Session, now: datetime) -> Hidden:
    """(Team's entry, round) of the line-ups that are in and that not everybody may read yet; two queries."""
    rows = LineUp.objects.live().filter(session=session, since__kind="hand_in_line_up")
    handed = set(rows.values_list("entry", "from_round"))
    matches = Match.objects.live().filter(round__section__session=session).select_related("round") if handed else ()
    return frozenset(
        (own, match.round.number) for match in matches if now < line_up_due(match)
        for own, other in ((match.home_id, match.away_id), (match.away_id, match.home_id))
        if (own, match.round.number) in handed and (other, match.round.number) not in handed
    )


def hidden_among(session: Session, lines: Iterable[LineUp]) -> Hidden:
    """The same now, for who has read the evening's line-ups: nothing is asked where nobody has a second pair, so that no teams play."""
    return hidden_line_ups(session, timezone.now()) if any(line.half > 1 for line in lines) else frozenset()


def is_hidden(line: LineUp, hidden: Collection[tuple[int, int]]) -> bool:
    """May not everybody read yet that this player sits for the team?"""
    return (line.entry_id, line.from_round) in hidden


def told_lines(session: Session, lines: Iterable[LineUp]) -> list[LineUp]:
    """Of these line-ups of an evening those that everybody may read: a team whose next one is hidden is told as it sat before."""
    found = list(lines)
    hidden = hidden_among(session, found)
    return [line for line in found if not is_hidden(line, hidden)]
