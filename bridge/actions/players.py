"""What a secretary does with people: members, guests, seat wishes, one person twice."""

from collections.abc import Sequence

from bridge import tasks
from bridge.engine.errors import EngineError
from bridge.engine.formats.members import MemberLine
from bridge.mapping.basis import MERGE_PLAYERS
from bridge.mapping.names import initials_of, plain_name, sort_key_of
from bridge.models import Club, Membership, Player, Ranking, SeatWish, journal
from bridge.permissions import Actor
from bridge.queries.members import has_played


class NumberTaken(EngineError):
    """Another member of the club has this number. Facts: `number`, `player` (id)."""


class NameMissing(EngineError):
    """A person has a name."""


def new_player(name: str, *, latin: str = "") -> Player:
    """A person with the keys under which the name is sorted and found; belongs into an act of the caller's."""
    plain = plain_name(name)
    if not plain:
        raise NameMissing()
    return Player.objects.create(name_native=plain, name_latin=latin.strip(), sort_key=sort_key_of(plain), initials=initials_of(plain))


def add_member(club: Club, line: MemberLine, *, by: Actor, key: str) -> Player:
    """A new member. Raises NumberTaken, NameMissing."""
    with journal.act(club.journal, "add_member", by=by, key=key) as act:
        if act.is_repeat:
            return Player.objects.get(pk=act.facts["player"])
        player = _enrol(club, line)
        act.facts["player"] = player.pk
    return player


def _enrol(club: Club, line: MemberLine) -> Player:
    number = line.number.strip() or None
    taken = Membership.objects.filter(club=club, number=number).first() if number else None
    if taken is not None:
        raise NumberTaken(number=number, player=taken.player_id)
    player = new_player(line.name, latin=line.latin)
    Membership.objects.create(club=club, player=player, number=number, is_guest=False)
    return player


def import_members(club: Club, lines: Sequence[MemberLine], *, by: Actor, key: str) -> tuple[int, int]:
    """Take over a members' list: (new members, names or numbers changed). A number that is known keeps its person; without a number the same name does."""
    with journal.act(club.journal, "import_members", by=by, key=key) as act:
        if act.is_repeat:
            return act.facts["new"], act.facts["updated"]
        known = {m.number: m.player for m in Membership.objects.filter(club=club, number__isnull=False).select_related("player")}
        named = {m.player.name_native: m.player for m in Membership.objects.filter(club=club, is_guest=False).select_related("player")}
        new = updated = 0
        for line in lines:
            number = line.number.strip()
            player = known.get(number) if number else named.get(plain_name(line.name))
            if player is None:
                player = _enrol(club, line)
                new += 1
            elif player.name_native != plain_name(line.name) or (line.latin and player.name_latin != line.latin.strip()):
                rename(player, line.name, line.latin, act)
                updated += 1
            named[player.name_native] = player
            if number:
                known[number] = player
        act.facts |= {"new": new, "updated": updated}
    return new, updated


def rename(player: Player, name: str, latin: str, act: journal.Act) -> None:
    """Change a name inside an act, with the keys that follow from it."""
    plain = plain_name(name)
    if not plain:
        raise NameMissing()
    journal.change(act, player, name_native=plain, name_latin=latin.strip() or player.name_latin, sort_key=sort_key_of(plain), initials=initials_of(plain))


def make_guest(club: Club, name: str, *, by: Actor, key: str) -> Player:
    """Somebody who plays tonight and is no member, found again by name the next time. Raises NameMissing."""
    with journal.act(club.journal, "make_guest", by=by, key=key) as act:
        if act.is_repeat:
            return Player.objects.get(pk=act.facts["player"])
        player = new_player(name)
        Membership.objects.create(club=club, player=player, number=None, is_guest=True)
        act.facts["player"] = player.pk
    return player


def change_member(
    club: Club, player: Player, *, name: str, latin: str, number: str, sort_key: str, seat_wish: SeatWish | str, is_named: bool, phone: str, by: Actor, key: str
) -> Player:
    """What the secretary corrects on a person: name, number, sort key by hand, seat wish, wish to be named. Raises NumberTaken, NameMissing."""
    with journal.act(club.journal, "change_member", by=by, key=key, facts={"player": player.pk}) as act:
        if act.is_repeat:
            return player
        membership = Membership.objects.get(club=club, player=player)
        wanted = number.strip() or None
        taken = Membership.objects.filter(club=club, number=wanted).exclude(pk=membership.pk).first() if wanted else None
        if taken is not None:
            raise NumberTaken(number=wanted, player=taken.player_id)
        if plain_name(name) != player.name_native or latin.strip() != player.name_latin:
            rename(player, name, latin, act)
        journal.change(act, player, seat_wish=seat_wish, is_named=is_named, phone=phone.strip(), sort_key=sort_key.strip() or sort_key_of(name))
        journal.change(act, membership, number=wanted, is_guest=membership.is_guest and wanted is None)
    return player


def end_membership(club: Club, player: Player, *, by: Actor, key: str) -> None:
    """Somebody belongs to the club no more, and the number is free. Who has played stays known as a guest; who never did leaves the list."""
    with journal.act(club.journal, "end_membership", by=by, key=key, facts={"player": player.pk}) as act:
        if act.is_repeat:
            return
        membership = Membership.objects.get(club=club, player=player)
        if has_played(player):
            journal.change(act, membership, number=None, is_guest=True)
        else:
            membership.delete()


def merge_players(club: Club, kept: Player, double: Player, *, by: Actor, key: str) -> Player:
    """One person was kept twice: the double points to the one that stays; what was played under it is shown under the one that stays.

    Events of several evenings know an entry by its players, so each that knows one of them is told in its own journal, too: what it published before keeps
    its pairs.
    """
    facts = {"kept": kept.pk, "double": double.pk}
    with journal.act(club.journal, MERGE_PLAYERS, by=by, key=key, facts=facts) as act:
        if not act.is_repeat:
            assert kept.pk != double.pk
            journal.change(act, double, merged_into=kept)
            counting = Ranking.objects.filter(session__isnull=True, stage__event__entries__roster__player__in=(kept, double))
            for ranking in counting.select_related("stage__event__journal").order_by("pk").distinct():
                with journal.act(ranking.stage.event.journal, MERGE_PLAYERS, by=by, key=key, facts=facts):
                    tasks.ask(tasks.score_ranking, ranking.pk)
    return kept
