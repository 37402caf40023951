"""Pairs of orthogonal Latin squares: the schedules of even Mitchells without sharing. They exist for every order but 2 and 6."""

from collections.abc import Callable
from functools import cache

from bridge.engine.errors import EngineError

Square = tuple[tuple[int, ...], ...]

# Primitive polynomials over two elements, as bits; the highest bit is the degree.
_POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}

# Twice an odd number, not three times a smaller possible order: a cycle of order - 1 symbols and one fixed symbol, X. For columns 0, 1, ..., for the fixed
# column and for the fixed row, the symbols of both squares in row 0 (the fixed row: in column 0); adding 1 to row, column and symbols together gives the rest.
_CYCLES = {
    10: "X,7 3,X 5,6 8,5 2,0 4,4 1,3 7,1 0,8 6,2 6,1",
    14: "X,2 4,5 7,9 5,X 8,12 11,4 2,7 1,10 3,6 6,1 9,3 12,11 10,8 0,0 0,10",
    18: "X,13 9,15 2,11 12,5 6,2 1,0 11,9 4,6 14,8 13,16 0,14 5,12 10,1 8,X 7,7 16,3 15,10 3,4 3,8",
    22: "X,14 20,0 17,15 13,3 3,6 11,17 9,11 16,13 1,18 5,10 14,8 12,20 7,19 18,7 0,9 6,5 8,12 4,4 15,1 19,X 10,2 2,16 2,18",
    26: "X,14 5,17 8,21 21,2 9,6 0,9 2,16 24,0 16,20 3,5 1,11 18,18 22,15 15,10 14,4 12,3 19,24 6,23 17,13 20,19 4,12 7,X 10,8 13,7 11,22 23,1 23,5",
}


class NoOrthogonalSquares(EngineError):
    """There are no two orthogonal Latin squares of this order, or none are shipped. Facts: `order`."""


@cache
def orthogonal_squares(order: int) -> tuple[Square, Square]:
    """Two Latin squares of an order, as square[row][column] with symbols from 0, in which every couple of symbols meets once.

    raises  NoOrthogonalSquares for 2 and 6, and for a few orders above 30 for which none are shipped
    """
    if order % 2:
        return _square(order, lambda row, column: column - row), _square(order, lambda row, column: column + row)
    if order in _POLYNOMIALS:
        return _field_squares(order)
    if order in _CYCLES:
        return _cycle_squares(order)
    for factor in (3, 4, 5, 7, 8, 16):
        if order % factor == 0 and order // factor not in (1, 2, 6):
            return _product(orthogonal_squares(factor), orthogonal_squares(order // factor))
    raise NoOrthogonalSquares(order=order)


def _square(order: int, symbol: Callable[[int, int], int]) -> Square:
    return tuple(tuple(symbol(row, column) % order for column in range(order)) for row in range(order))


def _field_squares(order: int) -> tuple[Square, Square]:
    """column + row and 2 * column + row in the field of that order, where adding is exclusive or."""

    def doubled(value: int) -> int:
        return value * 2 ^ (_POLYNOMIALS[order] if value * 2 >= order else 0)

    return _square(order, lambda row, column: column ^ row), _square(order, lambda row, column: doubled(column) ^ row)


def _cycle_squares(order: int) -> tuple[Square, Square]:
    cycle = order - 1
    starts = [tuple(cycle if symbol == "X" else int(symbol) for symbol in couple.split(",")) for couple in _CYCLES[order].split()]

    def symbol(which: int, row: int, column: int) -> int:
        if row == column == cycle:
            return cycle
        start, turn = (cycle + 1, column) if row == cycle else (cycle, row) if column == cycle else ((column - row) % cycle, row)
        first = starts[start][which]
        return first if first == cycle else (first + turn) % cycle

    return _square(order, lambda row, column: symbol(0, row, column)), _square(order, lambda row, column: symbol(1, row, column))


def _product(first: tuple[Square, Square], second: tuple[Square, Square]) -> tuple[Square, Square]:
    """The square of couples: (a, b) in row (r, s) and column (c, d) where a stands in the first square and b in the second."""
    size = len(second[0])

    def product(a: Square, b: Square) -> Square:
        return tuple(tuple(left * size + right for left in outer for right in inner) for outer in a for inner in b)

    return product(first[0], second[0]), product(first[1], second[1])
