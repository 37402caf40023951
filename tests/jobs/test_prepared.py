"""Statements made once say the same as Django's own, and transactions on one file wait for each other without losing their turn."""

import sqlite3
from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Lower

from bridge.models import Act, Board, Job, Journal, Report, Result, Seating, journal
from bridge.models.prepared import Asked, Given, Prepared, insert, together
from bridge.models.row import Row
from bridge.permissions import Actor
from tests.worlds import mitchell_evening, seating_at

COUNTED = Prepared(lambda: Board.objects.filter(number=Given("number")).values_list("number"))


@pytest.mark.django_db
def test_rows_with_what_they_name_and_annotations() -> None:
    session = mitchell_evening(3)
    told = Exists(Report.objects.filter(seating=OuterRef("pk")))

    def tables(number: object) -> Any:
        rows = Seating.objects.select_related("section__session__club", "round").filter(table=number, section__session=session)
        return rows.annotate(is_told=told, at=F("round__number")).order_by("-pk")

    prepared = Prepared(lambda: tables(Given("number")))
    for number in (1, 3, 7):
        found, expected = prepared.all(number=number), list(tables(number))
        assert found == expected
        for row, same in zip(found, expected, strict=True):
            kept = {name: value for name, value in vars(row).items() if name != "_state"}
            assert kept == {name: value for name, value in vars(same).items() if name != "_state"}
            with CaptureNothing():
                assert (row.section.session.club, row.round, row.is_told, row.at) == (same.section.session.club, same.round, False, same.round.number)
    assert prepared.first(number=7) is None


class CaptureNothing:
    """Fails where a statement is run."""

    def __enter__(self) -> None:
        self.before = connection.execute_wrappers
        connection.execute_wrappers = [self.refuse]

    def __exit__(self, *raised: object) -> None:
        connection.execute_wrappers = self.before

    def refuse(self, *statement: object) -> None:
        """No statement."""
        raise AssertionError(statement)


@pytest.mark.django_db
def test_columns_come_as_tuples_in_their_order() -> None:
    mitchell_evening(3)
    prepared = Prepared(lambda: Act.objects.filter(kind__in=[Given("one"), Given("other")]).order_by("pk").values_list("kind", "facts", Lower("key")))
    expected = list(Act.objects.filter(kind__in=["sign_in", "start_session"]).order_by("pk").values_list("kind", "facts", Lower("key")))
    assert prepared.all(one="sign_in", other="start_session") == expected != []


@pytest.mark.django_db
def test_a_row_is_stored_as_django_stores_it() -> None:
    journal = mitchell_evening(3).journal
    at = datetime(2026, 11, 24, 18, 0, 1, 5, tzinfo=UTC)
    values = {"journal": journal, "kind": "told", "facts": {"a": [1, None, "王"]}, "reason": "why", "at": at}
    one = Act(key="prepared-1", **values)
    insert(one)
    other = Act.objects.create(key="prepared-2", **values)
    assert one.pk < other.pk and not one._state.adding
    same = {"key", "id", "_state"}
    kept = [{name: value for name, value in vars(Act.objects.get(pk=each.pk)).items() if name not in same} for each in (one, other)]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("model", [model for model in apps.get_app_config("bridge").get_models() if issubclass(model, Row)], ids=lambda model: model.__name__)
def test_a_new_row_is_as_its_class_makes_it(model: type[Row]) -> None:
    relation = next((field for field in model._meta.concrete_fields if field.is_relation), None)
    told: dict[str, Any] = {} if relation is None else {relation.name: relation.related_model(pk=7)}
    one, same = model.new(**told), model(**told)
    made = {field.attname: field.get_default() for field in model._meta.concrete_fields if field.has_default() and callable(field.default)}
    drawn = {name for name, value in made.items() if not isinstance(value, (dict, list))}  # by chance or by the clock
    kept, expected = ({name: value for name, value in vars(row).items() if name not in {"_state", *drawn}} for row in (one, same))
    assert kept == expected
    assert vars(one).keys() == vars(same).keys() and all(type(vars(one)[name]) is type(made[name]) and vars(one)[name] for name in drawn)
    assert one._state.fields_cache == same._state.fields_cache and one._state.adding
    for name, value in vars(one).items():
        if isinstance(value, (dict, list)):
            assert value is not vars(model.new())[name]  # nothing is shared by two rows
    with pytest.raises(TypeError, match="has no whatever"):
        model.new(whatever=1)


@pytest.mark.django_db
def test_a_wish_counts_and_keeps_its_time() -> None:
    Job.objects.want("bridge.score_ranking", 5)
    due = datetime(2026, 11, 24, 18, 0, 1, 5, tzinfo=UTC)
    Job.objects.want("bridge.score_ranking", 5, due)
    assert Job.objects.values_list("wanted", "due").get(target=5) == (2, due)


@pytest.mark.django_db
def test_statements_need_not_answer() -> None:
    assert together([Job.objects.wish("bridge.score_ranking", target) for target in (5, 6)]) == [None, None]
    assert list(Job.objects.order_by("target").values_list("target", "wanted")) == [(5, 1), (6, 1)]


@pytest.mark.django_db
def test_statements_answer_together_as_each_does_alone() -> None:
    session = mitchell_evening(3)
    many = Prepared(lambda: Seating.objects.select_related("round").filter(section__session=Given("session")).order_by("-pk"))
    one = Prepared(lambda: Board.objects.filter(number=Given("number"), set__sections__session=Given("session")))
    columns = Prepared(lambda: Act.objects.filter(journal=Given("journal")).order_by("pk").values_list("kind", "facts", "reason"))
    boards = [one.asks(number=number, session=session.pk) for number in (2, 99)]
    asked = [many.asks(session=session.pk), *boards, columns.asks(journal=session.journal.pk)]
    alone = [answer for (answer,) in (together([each]) for each in asked)]
    assert [len(answer) for answer in alone] == [len(many.all(session=session.pk)), 1, 0, session.journal.acts.count()]
    assert together(asked) == alone
    assert together(asked[::-1]) == alone[::-1]
    assert together([]) == []


@pytest.mark.django_db(transaction=True)
def test_after_a_statement_that_fails_none_is_run_and_the_next_are_answered() -> None:
    wishes = [Job.objects.wish("bridge.score_ranking", target) for target in (5, 6, 7)]
    nobodys = Asked("INSERT INTO bridge_act (journal_id) VALUES (%s)", [None], lambda rows: None)
    for _ in range(2):
        with pytest.raises(IntegrityError), transaction.atomic():
            together([wishes[0], nobodys, wishes[1]])
        assert together([wishes[2], COUNTED.asks(number=1)]) == [None, []]
    assert list(Job.objects.values_list("target", "wanted")) == [(7, 2)]


@pytest.mark.django_db(transaction=True)
def test_what_is_written_with_the_end_is_written_whole_or_not_at_all() -> None:
    session = mitchell_evening(3)
    at = {"seating": seating_at(session, 1, 1), "board": Board.objects.get(set__sections__session=session, number=1), "contract": "P", "ns_points": 0}
    before = Act.objects.count(), Journal.objects.get(session=session).head
    with pytest.raises(IntegrityError), journal.act(session.journal, "told", by=Actor(), key="twice-live") as act:
        for _ in range(2):  # two live results of one table
            Result.objects.begin_last(act, **at)
    assert (Result.objects.count(), Act.objects.count(), Journal.objects.get(session=session).head) == (0, *before)
    with journal.act(session.journal, "told", by=Actor(), key="once-live", reads=[COUNTED.asks(number=1)]) as act:
        (found,) = act.read
        result = Result.objects.begin_last(act, **at)
        act.last.append(Job.objects.wish("bridge.score_ranking", 77))
        assert (found, result.pk, Result.objects.count()) == ([(1,)], None, 0)
    assert (Result.objects.get().pk, Result.objects.get().since_id, Job.objects.get(target=77).wanted) == (result.pk, act.pk, 1)
    with journal.act(session.journal, "told", by=Actor(), key="once-live") as again:
        assert again.is_repeat
    assert Journal.objects.get(session=session).head == act.pk == session.journal.head


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_transaction_looks_again_and_again_whether_the_file_is_free() -> None:
    assert connection.vendor == "sqlite"
    Job.objects.want("bridge.score_ranking", 5)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    looks = 0

    def look(statement: str) -> None:
        nonlocal looks
        looks += statement.startswith("BEGIN")
        if looks == 100:  # SQLite's own waiting is one look, or a dozen in a second
            other.execute("COMMIT")

    connection.connection.set_trace_callback(look)
    try:
        with transaction.atomic():
            Job.objects.want("bridge.score_ranking", 5)
    finally:
        connection.connection.set_trace_callback(None)
    assert looks in (100, 101)
    assert Job.objects.get(target=5).wanted == 2
    other.close()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_who_waits_in_vain_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.2)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"), transaction.atomic():
        raise AssertionError("it began")
    other.close()
    with transaction.atomic():
        Job.objects.want("bridge.score_ranking", 6)
    assert settings.DATABASES["default"]["ENGINE"] == "clubsite.sqlite"
