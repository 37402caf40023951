"""Double-dummy tables: the tricks each declarer takes in each strain when everybody plays best with all cards seen."""

from dataclasses import dataclass

from bridge.engine.contract import Strain
from bridge.engine.seats import Seat, Side

_SEATS = (Seat.N, Seat.E, Seat.S, Seat.W)


@dataclass(frozen=True, slots=True)
class Makes:
    """The tricks of a deal: twenty of them, North, East, South, West, each in clubs, diamonds, hearts, spades and notrump."""

    tricks: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.tricks) == len(_SEATS) * len(Strain) and all(0 <= won <= 13 for won in self.tricks)

    def of(self, declarer: Seat, strain: Strain) -> int:
        """Tricks, 0 to 13, that this declarer takes in this strain."""
        return self.tricks[_SEATS.index(declarer) * len(Strain) + strain]

    def best(self, side: Side, strain: Strain) -> int:
        """Tricks of the side's better declarer in this strain."""
        return max(self.of(seat, strain) for seat in _SEATS if seat.side is side)

    def declarers(self, side: Side, strain: Strain) -> tuple[Seat, ...]:
        """The side's seats that take the most tricks in this strain: one, or both."""
        most = self.best(side, strain)
        return tuple(seat for seat in _SEATS if seat.side is side and self.of(seat, strain) == most)


def parse_makes(text: str) -> Makes | None:
    """The table that twenty hexadecimal digits give, 0 to d; None for any other text: a deal that was not solved."""
    try:
        tricks = tuple(int(digit, 16) for digit in text)
    except ValueError:
        return None
    return Makes(tricks) if len(tricks) == len(_SEATS) * len(Strain) and max(tricks) <= 13 else None


def format_makes(makes: Makes) -> str:
    """Twenty hexadecimal digits, as `parse_makes` reads them."""
    return "".join(f"{won:x}" for won in makes.tricks)
