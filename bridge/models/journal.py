"""Who did what, when and why: the numbered acts of a club, an event or a session, and the one door through which facts come in.

    with journal.act(session.journal, "report_result", by=actor, key=form.key, facts={...}) as act:
        if act.is_repeat:
            return outcome_of(act)
        Report.objects.begin(act, seating=seating, ...)

The journal's row is locked by the first statement and until the commit, so acts of one journal come one after the other, and
their ids are their order. A slip's act goes to a PostgreSQL server twice: to lock, to begin and to read what it judges by; to write and commit.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol, Self

from django.apps import apps
from django.db import connection, models, transaction
from django.db.models import Q
from django.utils import timezone

from bridge.engine.errors import EngineError
from bridge.models.prepared import Asked, Given, Prepared, Together, insert, inserts, take_key, together, values_of, with_the_end
from bridge.models.row import Row


class ChangedMeanwhile(EngineError):
    """Somebody else changed the same thing after it was shown. Facts: `act` (id of the later act), `kind`, `at`, `account` (id or None)."""


class NotUndoable(EngineError):
    """A later act built on this one. Facts: `act`, `later` (ids of the acts in the way), `kinds`."""


class KeyOfAnother(EngineError):
    """The key of this act was used for another kind of act. Facts: `kind`, `first`."""


class Doer(Protocol):
    """Whoever acts: an account, a device, or neither (a job)."""

    @property
    def account_id(self) -> int | None: ...
    @property
    def device_id(self) -> int | None: ...


class Journal(Row):
    """The acts of one club, event or session. `head` is the newest act's id, 0 before the first."""

    club = models.OneToOneField("bridge.Club", models.PROTECT, null=True, blank=True, related_name="journal")
    event = models.OneToOneField("bridge.Event", models.PROTECT, null=True, blank=True, related_name="journal")
    session = models.OneToOneField("bridge.Session", models.PROTECT, null=True, blank=True, related_name="journal")
    head = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="journal_of_one",
                condition=Q(club__isnull=False, event__isnull=True, session__isnull=True)
                | Q(club__isnull=True, event__isnull=False, session__isnull=True)
                | Q(club__isnull=True, event__isnull=True, session__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"journal {self.pk}"


class Act(Row):
    """One thing that somebody did. Never changed afterwards."""

    journal = models.ForeignKey(Journal, models.PROTECT, related_name="acts")
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()
    account = models.ForeignKey("bridge.Account", models.PROTECT, null=True, blank=True, related_name="acts")
    device = models.ForeignKey("bridge.Device", models.PROTECT, null=True, blank=True, related_name="acts")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="undone_by")

    is_repeat = False  # set on the value that `act()` hands out when its key is known
    read: Sequence[Any] = ()  # what `act()` was told to read, as it stood under the lock
    last: "list[Asked]"  # what is written at the end of the act, all together
    told: Any = None  # what whoever acts is told besides, where the act knows it; nothing of a repeated one

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["journal", "key"], name="act_key")]

    def __str__(self) -> str:
        return f"act {self.pk} {self.kind}"


class FactQuerySet(models.QuerySet[Any]):
    """Facts as they stand now or stood at an act."""

    def live(self) -> Self:
        """Those that nothing has ended."""
        return self.filter(until__isnull=True)

    def as_at(self, head: int) -> Self:
        """Those begun at or before the act `head` of their journal and not ended by then."""
        return self.filter(Q(until__isnull=True) | Q(until_id__gt=head), since_id__lte=head)

    def begin(self, act: Act, **values: Any) -> Any:
        """A new fact, true from `act` on."""
        assert not act.is_repeat, "an act that was done before writes nothing"
        row = self.model.new(since=act, **values)
        insert(row)
        return row

    def begin_last(self, act: Act, **values: Any) -> Any:
        """A new fact, true from `act` on, that is written with the other last ones at the act's end: nothing in between may ask for it."""
        assert not act.is_repeat, "an act that was done before writes nothing"
        row = self.model.new(since=act, **values)
        act.last.append(inserts(row))
        return row

    def end(self, act: Act) -> int:
        """End all live facts of this selection at `act`; how many there were."""
        assert not act.is_repeat, "an act that was done before writes nothing"
        return self.live().update(until=act)


class Fact(Row):
    """Something that became true by an act, and may stop being true by a later one. Nothing else of it is ever updated."""

    since = models.ForeignKey(Act, models.PROTECT, related_name="+")
    until = models.ForeignKey(Act, models.PROTECT, null=True, blank=True, related_name="+")

    objects: ClassVar[Any] = FactQuerySet.as_manager()

    class Meta:
        abstract = True


_KNOWN = Prepared(lambda: Act.objects.filter(journal=Given("journal"), key=Given("key")))
# SQLite has locked the file; the same two things, one after the other.
_MOVES = "UPDATE bridge_journal SET head = last_insert_rowid() WHERE id = %s AND changes() = 1"
# A server locks the row, gives the act its number under the lock, and moves the head, all at once. A known key is an older act's: it begins nothing.
_BEGINS = """
WITH locked AS (SELECT id FROM bridge_journal WHERE id = %s FOR UPDATE),
begun AS (
    INSERT INTO bridge_act (journal_id, key, kind, facts, reason, at, account_id, device_id, undoes_id)
    SELECT id, %s, %s, %s, %s, %s, %s::bigint, %s::bigint, %s::bigint FROM locked ON CONFLICT DO NOTHING RETURNING id
),
moved AS (UPDATE bridge_journal SET head = begun.id FROM begun WHERE bridge_journal.id = %s)
SELECT id FROM begun
"""


@contextmanager
def act(
    journal: Journal, kind: str, *, by: Doer, key: str, facts: dict[str, Any] | None = None, reason: str = "",
    reads: Together = (),
) -> Iterator[Act]:
    """One act in one transaction under its journal's lock.

    key      the act's own name, made where the form was made: a second call with it writes nothing and gets the first act, `is_repeat` set
    facts    codes, numbers and ids that tell what was done, so that it can be answered again and read back; no sentences, no names;
             what is only known inside the act is added to `act.facts` there and kept too
    reads    statements whose answers are wanted as they stand under the lock: `act.read`
    raises   KeyOfAnother when the key stands for an act of another kind
    """
    with transaction.atomic():
        new = Act.new(
            journal=journal, key=key, kind=kind, facts=facts or {}, reason=reason, at=timezone.now(), account_id=by.account_id, device_id=by.device_id
        )
        new = _begun(new, reads)
        told = repr(new.facts)
        yield new
        if new.is_repeat:
            return
        if repr(new.facts) != told:
            new.save(update_fields=["facts"])
        answers = with_the_end(new.last)
    answers()
    journal.head = new.pk


def _begun(new: Act, reads: Sequence[Asked]) -> Act:
    """The act, stored under its journal's lock, with what it was told to read; or the one that was done before under its key."""
    if connection.vendor == "postgresql":
        begins = Asked(_BEGINS, [*values_of(new), new.journal_id], lambda rows: take_key(new, rows))
        is_new, *new.read = together([begins, *reads])
    else:  # SQLite has locked the file before the first statement
        is_new, _, *new.read = together([inserts(new, unless_known=True), Asked(_MOVES, [new.journal_id], lambda rows: None), *reads])
    if is_new:
        new.last = []
        return new
    first: Act | None = _KNOWN.first(journal=new.journal_id, key=new.key)
    assert first is not None, "only a known key keeps an act out"
    if first.kind != new.kind:
        raise KeyOfAnother(kind=new.kind, first=first.kind)
    first.is_repeat = True
    return first


def fact_models() -> list[type[Fact]]:
    """Every table of facts."""
    return [model for model in apps.get_app_config("bridge").get_models() if issubclass(model, Fact)]


def change(act: Act, row: models.Model, **values: Any) -> None:
    """Change a record in place; the act keeps what stood before and after, so that it can be read back and undone."""
    assert not act.is_repeat, "an act that was done before writes nothing"
    fields = {name: _column(row, name) for name in values}
    plain = {name: value.pk if isinstance(value, models.Model) else value for name, value in values.items()}
    changed = [name for name, field in fields.items() if getattr(row, field.attname) != plain[name]]
    if not changed:
        return
    before = _as_text(row, changed)
    for name in changed:
        setattr(row, fields[name].attname, plain[name])
    row.save(update_fields=changed)
    act.facts.setdefault("changed", []).append([row._meta.model_name, row.pk, before, _as_text(row, changed)])


def _column(row: models.Model, name: str) -> "models.Field[Any, Any]":
    field = row._meta.get_field(name)
    assert isinstance(field, models.Field), "only what is stored on the row itself is changed"
    return field


def _as_text(row: models.Model, names: Iterable[str]) -> dict[str, str | None]:
    fields = [_column(row, name) for name in names]
    return {field.name: None if field.value_from_object(row) is None else field.value_to_string(row) for field in fields}


def _change_back(new: Act, undone: Act, renewals: "_Renewals") -> None:
    """Give the records that an act changed their old values; raises NotUndoable where they were changed since."""
    for model_name, pk, before, after in reversed(undone.facts.get("changed", [])):
        row = apps.get_model("bridge", model_name).objects.get(pk=pk)
        fields = {name: row._meta.get_field(name) for name in before}
        if _as_text(row, after) != {name: renewals.text_of(fields[name], text) for name, text in after.items()}:
            raise NotUndoable(act=undone.pk, later=[], kinds=[model_name])
        told = {name: renewals.text_of(fields[name], text) for name, text in before.items()}
        change(new, row, **{name: None if text is None else fields[name].to_python(text) for name, text in told.items()})


class _Renewals:
    """Which rows were begun again in the place of which, by every undoing of a journal: (model, old id) -> new id."""

    def __init__(self, journal: Journal) -> None:
        self.heirs: dict[tuple[str, int], int] = {}
        for told in Act.objects.filter(journal=journal, kind="undo").order_by("pk").values_list("facts__renewed", flat=True):
            for model_name, old, heir in told or ():
                self.heirs[model_name, old] = heir

    def newest(self, model_name: str, pk: int) -> int:
        """The row that stands for this one now."""
        while (model_name, pk) in self.heirs:
            pk = self.heirs[model_name, pk]
        return pk

    def text_of(self, field: Any, text: str | None) -> str | None:
        """The stored text of a column, the row that it names being the newest."""
        if text is None or not field.is_relation:
            return text
        return str(self.newest(field.related_model._meta.model_name, int(text)))


def undo(undone: Act, *, by: Doer, key: str, reason: str = "", also: Callable[[Act], None] | None = None) -> Act:
    """End what an act began and begin again what it ended, as an act of its own; rows that named one another name each other's new rows.

    also     what else this act does, in the same transaction
    raises   NotUndoable where a later act that is not itself undone touched or built upon the same facts, or where the act is undone already
    """
    with act(undone.journal, "undo", by=by, key=key, facts={"act": undone.pk}, reason=reason) as new:
        if new.is_repeat:
            return new
        earlier = Act.objects.filter(undoes=undone).first()
        if earlier is not None:
            raise NotUndoable(act=undone.pk, later=[earlier.pk], kinds=[earlier.kind])
        new.undoes = undone
        new.save(update_fields=["undoes"])
        renewals = _Renewals(undone.journal)
        begun = _begun_by(undone, renewals)
        _refuse_if_built_upon(undone, begun)
        for model, ids in begun.items():
            model.objects.filter(pk__in=ids).end(new)
        _begin_again(new, undone, renewals)
        _change_back(new, undone, renewals)
        if also is not None:
            also(new)
        return new


def _begun_by(undone: Act, renewals: _Renewals) -> dict[type[Fact], list[int]]:
    """The facts that an act began, each by the row that stands for it now."""
    return {
        model: [renewals.newest(str(model._meta.model_name), pk) for pk in model.objects.filter(since=undone).values_list("pk", flat=True)]
        for model in fact_models()
    }


def _begin_again(new: Act, undone: Act, renewals: _Renewals) -> None:
    """Begin what an act ended as new rows, those that others name first."""
    for model in sorted(fact_models(), key=_depth):
        for row in model.objects.filter(until=undone).exclude(since=undone).order_by("pk"):
            fields = [field for field in row._meta.concrete_fields if field.name not in ("id", "since", "until")]
            values = {field.attname: getattr(row, field.attname) for field in fields}
            for field in _facts_named_by(model):
                if values[field.attname] is not None:
                    values[field.attname] = renewals.newest(str(field.related_model._meta.model_name), values[field.attname])
            heir = model.objects.begin(new, **values)
            renewals.heirs[str(model._meta.model_name), row.pk] = heir.pk
            new.facts.setdefault("renewed", []).append([model._meta.model_name, row.pk, heir.pk])


def _facts_named_by(model: type[Fact]) -> list[Any]:
    """The columns in which a fact names another one, `since` and `until` apart."""
    return [field for field in model._meta.concrete_fields if isinstance(field.related_model, type) and issubclass(field.related_model, Fact)]


def _depth(model: type[Fact]) -> int:
    """0 for facts that name no other kind of fact, 1 for those that name such, and so on."""
    return max((1 + _depth(field.related_model) for field in _facts_named_by(model) if field.related_model is not model), default=0)


def _refuse_if_built_upon(undone: Act, begun: dict[type[Fact], list[int]]) -> None:
    """Raise NotUndoable where facts that this act began were ended by a later one, or where later facts that stand name them."""
    later = set[int]()
    for model, ids in begun.items():
        later.update(model.objects.filter(pk__in=ids, until__isnull=False).exclude(until=undone).values_list("until_id", flat=True))
        for field in _facts_named_by(model):
            named = model.objects.live().filter(**{f"{field.name}__in": begun[field.related_model]}).exclude(pk__in=ids)
            later.update(named.values_list("since_id", flat=True))
    if later:
        kinds = list(Act.objects.filter(pk__in=later).order_by("pk").values_list("kind", flat=True))
        raise NotUndoable(act=undone.pk, later=sorted(later), kinds=kinds)


def refuse_if_rewritten(act: Act, row: models.Model, names: Iterable[str], seen: int | None) -> None:
    """Raise ChangedMeanwhile when a later act of the same journal than `seen` changed one of these columns of a record; None: nobody looked at it."""
    if seen is None:
        return
    model, wanted = row._meta.model_name, set(names)
    for later in Act.objects.filter(journal=act.journal_id, pk__gt=seen).exclude(pk=act.pk).order_by("-pk"):
        if any(told[:2] == [model, row.pk] and wanted & told[2].keys() for told in later.facts.get("changed", ())):
            raise ChangedMeanwhile(act=later.pk, kind=later.kind, at=later.at.isoformat(), account=later.account_id)


def refuse_if_changed(rows: models.QuerySet[Any], seen: int) -> None:
    """Raise ChangedMeanwhile when one of these facts was begun or ended after the act `seen`, the newest that the person saw."""
    touched = rows.filter(Q(since_id__gt=seen) | Q(until_id__gt=seen)).order_by("-since_id").first()
    if touched is None:
        return
    later = max(filter(None, (touched.since_id, touched.until_id)))
    by = Act.objects.get(pk=later)
    raise ChangedMeanwhile(act=by.pk, kind=by.kind, at=by.at.isoformat(), account=by.account_id)
