"""What a secretary does with people: members, guests, seat wishes, one person twice."""

from collections.abc import Collection, Sequence

from django.db import transaction

from bridge import tasks
from bridge.engine.errors import EngineError
from bridge.engine.formats.members import MemberLine
from bridge.mapping.basis import MERGE_PLAYERS, PART_PLAYERS
from bridge.mapping.names import LONGEST_NAME, initials_of, plain_name, sort_key_of
from bridge.mapping.records import records_of
from bridge.models import Account, Act, ChangedMeanwhile, Club, Journal, Membership, NotUndoable, Player, Ranking, SeatWish, journal
from bridge.permissions import Actor
from bridge.queries.members import has_played
from bridge.queries.merging import MergedAlready, refuse_merging, staying, touching


class NumberTaken(EngineError):
    """Another member of the club has this number. Facts: `number`, `player` (id)."""


class NameMissing(EngineError):
    """A person has a name."""


def new_player(name: str, *, latin: str = "") -> Player:
    """A person with the keys under which the name is sorted and found; belongs into an act of the caller's."""
    plain = plain_name(name)[:LONGEST_NAME]
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
                rename(player, line.name, line.latin or player.name_latin, act)
                updated += 1
            named[player.name_native] = player
            if number:
                known[number] = player
        act.facts |= {"new": new, "updated": updated}
    return new, updated


def rename(player: Player, name: str, latin: str, act: journal.Act) -> None:
    """Change a name inside an act, with the keys that follow from it; a sort key that was set by hand stays."""
    plain = plain_name(name)[:LONGEST_NAME]
    if not plain:
        raise NameMissing()
    sort_key = sort_key_of(plain) if player.sort_key in ("", sort_key_of(player.name_native)) else player.sort_key
    journal.change(act, player, name_native=plain, name_latin=latin.strip(), sort_key=sort_key, initials=initials_of(plain, sort_key))
    _name_alike(player, act)


def _name_alike(player: Player, act: Act) -> None:
    """A person has one name, and one wish to be named, under every record: what was played under another one is told with the name of the one that is kept."""
    for record in Player.objects.filter(pk__in=records_of([player.pk]).keys() - {player.pk}).order_by("pk"):
        _name_as(record, player, act)


def _name_as(record: Player, player: Player, act: Act) -> None:
    journal.change(
        act, record, name_native=player.name_native, name_latin=player.name_latin, sort_key=player.sort_key, initials=player.initials, is_named=player.is_named
    )


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
    club: Club, player: Player, *, name: str, latin: str, number: str, sort_key: str, seat_wish: SeatWish | str, is_named: bool, phone: str,
    seen: int | None = None, by: Actor, key: str,
) -> Player:
    """What the secretary corrects on a person: name, number, sort key by hand, seat wish, wish to be named. Raises NumberTaken, NameMissing, ChangedMeanwhile.

    sort_key   as it was: it follows the name unless it was set by hand before; empty: the name's own
    seen       the newest act of the club's journal when the person was shown; None: nobody looked
    """
    with journal.act(club.journal, "change_member", by=by, key=key, facts={"player": player.pk}) as act:
        if act.is_repeat:
            return player
        membership = Membership.objects.get(club=club, player=player)
        player.refresh_from_db()
        journal.refuse_if_rewritten(act, player, ("name_native", "name_latin", "sort_key", "seat_wish", "is_named", "phone"), seen)
        journal.refuse_if_rewritten(act, membership, ("number",), seen)
        wanted = number.strip() or None
        taken = Membership.objects.filter(club=club, number=wanted).exclude(pk=membership.pk).first() if wanted else None
        if taken is not None:
            raise NumberTaken(number=wanted, player=taken.player_id)
        typed = sort_key.strip()
        by_hand = typed if not typed or typed != player.sort_key else None
        if plain_name(name) != player.name_native or latin.strip() != player.name_latin:
            rename(player, name, latin, act)
        journal.change(act, player, seat_wish=seat_wish, is_named=is_named, phone=phone.strip())
        if by_hand is not None:
            listed = by_hand or sort_key_of(name)
            journal.change(act, player, sort_key=listed, initials=initials_of(name, listed))
        _name_alike(player, act)
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


def merge_players(club: Club, kept: Player, double: Player, *, by: Actor, key: str, seen: int | None = None) -> Player:
    """One person was kept twice: the double points to the one that stays, which is handed back; everything of the double is that one's from now on.

    seen     the newest act of the club's journal when the two were shown; None: they were not
    raises   ChangedMeanwhile, and what `refuse_merging` raises

    The number of who leaves the list is free or taken over, accounts move, and the name of the one that stays is the name everywhere. Events of several
    evenings know an entry by its players, so each that knows one of them is told in its own journal, too: what it published before keeps its pairs.
    """
    facts = {"kept": kept.pk, "double": double.pk}
    with journal.act(club.journal, MERGE_PLAYERS, by=by, key=key, facts=facts) as act:
        if act.is_repeat:
            return Player.objects.get(pk=act.facts["kept"])
        if kept.pk != double.pk:  # nobody is signed in under either meanwhile
            known = Player.objects.select_for_update(no_key=True).filter(pk__in=(kept.pk, double.pk)).order_by("pk").in_bulk()
            kept, double = known[kept.pk], known[double.pk]
        refuse_merging(club, kept, double)
        if seen is not None:
            _refuse_if_touched(club, (kept.pk, double.pk), seen, act)
        _take_over(club, kept, double, act)
        journal.change(act, double, merged_into=kept)
        _tell_events(kept, MERGE_PLAYERS, by=by, key=key, facts=facts)
    return kept


def _refuse_if_touched(club: Club, players: Collection[int], seen: int, act: Act) -> None:
    later = next((each for each in touching(club, players, seen) if each.pk != act.pk), None)
    if later is not None:
        raise ChangedMeanwhile(act=later.pk, kind=later.kind, at=later.at.isoformat(), account=later.account_id)


def _take_over(club: Club, kept: Player, double: Player, act: Act) -> None:
    """What the one that stays takes over, and how the double is known from now on."""
    leaves = Membership.objects.filter(club=club, player=double).first()
    stays = Membership.objects.select_related("player").get(club=club, player=kept)
    told = staying(stays, leaves, double)
    if leaves is not None:  # first, so that the number is free
        journal.change(act, leaves, number=None, is_guest=True)
    journal.change(act, stays, number=told.number, is_guest=told.is_guest)
    journal.change(act, kept, phone=told.phone, seat_wish=told.seat_wish, is_named=told.is_named)
    for record in Player.objects.filter(pk__in=[*records_of([kept.pk]).keys() - {kept.pk}, *records_of([double.pk]).keys() - {double.pk}]).order_by("pk"):
        _name_as(record, kept, act)
    _name_as(double, kept, act)
    for account in Account.objects.filter(player=double).order_by("pk"):
        journal.change(act, account, player=kept)


def _tell_events(kept: Player, kind: str, *, by: Actor, key: str, facts: dict[str, int]) -> None:
    """Every event of several evenings that knows this person, or knew the double, is told in its own journal, and reckoned again."""
    known = [*records_of([kept.pk]), *records_of([facts["double"]])]
    counting = Ranking.objects.filter(session__isnull=True, stage__event__entries__roster__player__in=known)
    for ranking in counting.select_related("stage__event__journal").order_by("pk").distinct():
        with journal.act(ranking.stage.event.journal, kind, by=by, key=key, facts=facts):
            tasks.ask(tasks.score_ranking, ranking.pk)


def part_players(club: Club, undone: Act, *, by: Actor, key: str) -> Player:
    """They are two people after all: what `merge_players` did is taken back; the one that had gone is handed back.

    raises   NumberTaken where somebody else has the number of the one that had gone, MergedAlready where the one that stayed is part of another record now,
             NotUndoable with the later acts about one of them: another record that became part of the one that stayed, a name or a number that was changed;
             also where it was taken back already

    Events of several evenings are told in their own journals and reckoned again; what they published in between keeps the two as one.
    """
    kept, double = (Player.objects.get(pk=undone.facts[name]) for name in ("kept", "double"))
    with transaction.atomic():
        Journal.objects.select_for_update().get(pk=undone.journal_id)
        try:
            if not Act.objects.filter(journal=undone.journal, key=key).exists():
                _refuse_parting(club, undone, kept)
            journal.undo(
                undone, by=by, key=key,
                also=lambda _new: _tell_events(kept, PART_PLAYERS, by=by, key=key, facts={"kept": kept.pk, "double": double.pk}),
            )
        except NotUndoable as refusal:
            later = [act.pk for act in touching(club, (kept.pk, double.pk), undone.pk)]
            raise NotUndoable(**refusal.facts | {"later": refusal.facts["later"] or later}) from None
    return Player.objects.get(pk=double.pk)


def _refuse_parting(club: Club, undone: Act, kept: Player) -> None:
    kept.refresh_from_db()
    if kept.merged_into is not None:
        raise MergedAlready(player=kept.pk, into=kept.person.pk)
    if not Membership.objects.filter(club=club, player=kept).exists():
        raise NotUndoable(act=undone.pk, later=[], kinds=["membership"])
    later = Act.objects.filter(journal=undone.journal, kind=MERGE_PLAYERS, facts__kept=kept.pk, undone_by__isnull=True, pk__gt=undone.pk)
    if later:  # what both brought cannot be told apart
        raise NotUndoable(act=undone.pk, later=[act.pk for act in later], kinds=[act.kind for act in later])
    numbers = {row: before["number"] for model, row, before, _ in undone.facts.get("changed", ()) if model == "membership" and "number" in before}
    taken = Membership.objects.filter(club=club, number__in=filter(None, numbers.values())).exclude(pk__in=numbers).first()
    if taken is not None:
        raise NumberTaken(number=taken.number, player=taken.player_id)
