"""Boards and the cards in them."""

from typing import ClassVar

from django.db import models

from bridge.models.fields import UidField
from bridge.models.row import Row


class BoardSet(Row):
    """Boards that were dealt together. Sections, sessions and clubs are comparable where they share a set."""

    uid = UidField()
    club = models.ForeignKey("bridge.Club", models.PROTECT, related_name="board_sets")

    def __str__(self) -> str:
        return f"boards {self.uid}"


class Board(Row):
    """A numbered board: its number gives dealer and vulnerability (Law 2)."""

    set = models.ForeignKey(BoardSet, models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["set", "number"], name="board_number")]

    def __str__(self) -> str:
        return f"board {self.number}"


class Deal(Row):
    """The cards of a board, in PBN text from North, and what can be made with them; unseen until `hidden_until`."""

    board = models.OneToOneField(Board, models.PROTECT, related_name="deal")
    cards = models.CharField(max_length=80)
    double_dummy = models.CharField(max_length=40, blank=True)  # 20 tricks, hex, N E S W times C D H S N
    hidden_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"deal of {self.board_id}"
