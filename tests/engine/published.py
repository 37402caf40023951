"""Events made up for tests and scored in the plainest way there is, by other code than the engine's."""

import random
from collections import defaultdict
from dataclasses import replace
from datetime import date
from fractions import Fraction

from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Report, Strain, ns_points
from bridge.engine.formats.event import Absence, ArtificialScore, Entrant, Form, Method, Person, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.seats import Seat, Side, dealer_of, vulnerability_of

IMP_LIMITS = "10 40 80 120 160 210 260 310 360 420 490 590 740 890 1090 1290 1490 1740 1990 2240 2490 2990 3490 3990"


def imps(difference: int) -> int:
    size = sum(abs(difference) > int(limit) for limit in IMP_LIMITS.split())
    return size if difference > 0 else -size


def two_places(value: Fraction) -> str:
    hundredths = abs(value) * 100
    units = int(hundredths) + (hundredths - int(hundredths) >= Fraction(1, 2))
    return ("-" if value < 0 and units else "") + f"{units // 100}.{units % 100:02d}"


def mitchell(rng: random.Random, tables: int, boards: int, *, missing: int = 0, artificial: int = 0) -> PublishedEvent:
    """A two-winner event without figures: `missing` lines left out, `artificial` ones ruled 60/40."""
    made = []
    for number in range(1, boards + 1):
        lines = []
        for table in range(1, tables + 1):
            contract: Contract | object = PASSED_OUT
            report = Report(PASSED_OUT)
            if rng.random() > 0.05:
                contract = Contract(rng.choice([1, 2, 3, 3, 4, 4, 5, 6]), rng.choice(list(Strain)), rng.choice([Doubling.NONE] * 8 + [Doubling.X]))
                report = Report(contract, rng.choice(list(Seat)), rng.randint(6, 12))
            ew = (table - number) % tables + 1
            points = ns_points(report, vulnerability_of(number))
            lines.append(TravellerLine(table, (str(table),), (str(100 + ew),), report, points))
        made.append(PublishedBoard(number, dealer_of(number), vulnerability_of(number), tuple(lines)))
    places = rng.sample([(board, line) for board in range(boards) for line in range(tables)], missing + artificial)
    for board, line in places[missing:]:
        lines = list(made[board].lines)
        lines[line] = replace(lines[line], outcome=ArtificialScore(Fraction(60), Fraction(40)), points=None)
        made[board] = replace(made[board], lines=tuple(lines))
    for board, line in sorted(places[:missing], reverse=True):
        lines = [each for at, each in enumerate(made[board].lines) if at != line]
        made[board] = replace(made[board], lines=tuple(replace(each, position=at) for at, each in enumerate(lines, 1)))
    entrants = [Entrant(str(number), Side.NS, players=(Person(f"N{number}"), Person(f"S{number}"))) for number in range(1, tables + 1)]
    entrants += [Entrant(str(100 + number), Side.EW, players=(Person(f"E{number}"), Person(f"W{number}"))) for number in range(1, tables + 1)]
    return PublishedEvent(
        Form.PAIRS, Method.MATCHPOINTS, "test", title="Evening", club="Club", day=date(2024, 2, 29), winners=2, entrants=tuple(entrants), boards=tuple(made)
    )


def _marks_of(event: PublishedEvent, board: PublishedBoard, factoring: str) -> dict[tuple[int, Side], tuple[Fraction, Fraction]]:
    """Marks and top of every line and side."""
    expected = max(len([line for line in each.lines if line.outcome is not Absence.BYE]) for each in event.boards)
    real = {at: line.points for at, line in enumerate(board.lines) if line.points is not None}
    found: dict[tuple[int, Side], tuple[Fraction, Fraction]] = {}
    for at in range(len(board.lines)):
        for side, sign in ((Side.NS, 1), (Side.EW, -1)):
            if event.method is Method.MATCHPOINTS:
                top = Fraction(2 * ((expected if factoring == "neuberg" else len(real)) - 1))
                if at in real:
                    won = sum(1 + (sign * real[at] > sign * other) - (sign * real[at] < sign * other) for place, other in real.items() if place != at)
                    mark = Fraction(won + 1) * expected / len(real) - 1 if factoring == "neuberg" else Fraction(won)
                else:
                    mark = top * (60 if side is Side.NS else 40) / 100
                found[at, side] = (mark, top)
            elif at in real:
                total = sum(imps(sign * (real[at] - other)) for place, other in real.items() if place != at)
                found[at, side] = (Fraction(total, len(real) - 1), Fraction(0))
            else:
                found[at, side] = (Fraction(3 if side is Side.NS else -3), Fraction(0))
    return found


def publish(event: PublishedEvent, factoring: str = "neuberg", *, scaled: bool = False) -> PublishedEvent:
    """The event with all its figures, reckoned plainly."""
    sums: dict[str, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    boards = []
    for board in event.boards:
        marks = _marks_of(event, board, factoring)
        lines = []
        for at, line in enumerate(board.lines):
            for side in Side:
                sums[line.numbers(side)[0]].append(marks[at, side])
            lines.append(replace(line, ns_scored=two_places(marks[at, Side.NS][0]), ew_scored=two_places(marks[at, Side.EW][0])))
        boards.append(replace(board, lines=tuple(lines)))
    most = max(len(own) for own in sums.values())
    totals = {number: sum((mark for mark, _ in own), Fraction(0)) * (Fraction(most, len(own)) if scaled else 1) for number, own in sums.items()}
    figure = dict(totals)
    if event.method is Method.MATCHPOINTS:
        tops = {number: sum((top for _, top in own), Fraction(0)) for number, own in sums.items()}
        figure = {number: 100 * sum((mark for mark, _ in own), Fraction(0)) / tops[number] for number, own in sums.items()}
    entrants = []
    for entrant in event.entrants:
        rivals = [figure[other.number] for other in event.entrants if other.direction is entrant.direction]
        own = figure[entrant.number]
        place = f"{1 + sum(rival > own for rival in rivals)}" + ("=" if rivals.count(own) > 1 else "")
        percent = two_places(own) if event.method is Method.MATCHPOINTS else None
        entrants.append(replace(entrant, score=two_places(totals[entrant.number]), percent=percent, place=place, boards=len(sums[entrant.number])))
    return replace(event, entrants=tuple(entrants), boards=tuple(boards))

