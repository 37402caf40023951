"""Who sits for a team, as rows that begin: its pairs in order, and the second four of a team of eight."""

from collections.abc import Sequence

from bridge.engine.teams.line_up import MOST, TooFewPlayers
from bridge.models import Entry, LineUp, Player, Roster, Session, journal

SEATS = {1: ("N", "S"), 2: ("E", "W"), 3: ("N", "S"), 4: ("E", "W")}  # of a team's pairs: so four of a team stand side by side


def begin_line_up(act: journal.Act, session: Session, team: Entry, pairs: Sequence[Sequence[Player]], *, from_round: int, first_half: int = 1) -> None:
    """These pairs sit for the team from a round on; `first_half` says which pair of the team the first of them is."""
    for half, pair in enumerate(pairs, start=first_half):
        for seat, player in zip(SEATS[half], pair, strict=True):
            LineUp.objects.begin(act, session=session, entry=team, half=half, seat=seat, player=player, from_round=from_round)


def begin_second_four(act: journal.Act, session: Session, team: Entry) -> None:
    """The players who are not in the first two pairs are the third and the fourth. Raises TooFewPlayers."""
    sitting = set(LineUp.objects.live().filter(session=session, entry=team).values_list("player", flat=True))
    others = [row.player for row in Roster.objects.live().filter(entry=team).select_related("player").order_by("pk") if row.player_id not in sitting]
    if len(sitting) + len(others) < MOST or len(others) < MOST // 2:
        raise TooFewPlayers(players=len(sitting) + len(others), needed=MOST)
    begin_line_up(act, session, team, (others[:2], others[2:4]), from_round=1, first_half=3)
