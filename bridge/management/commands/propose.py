"""`manage.py propose --pairs 11 --boards 24-28 --minutes 180`: movements for an evening, the best first, with figures; `--players 9`: of an individual."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand

from bridge.engine.movements.propose import MINUTES_PER_BOARD, MINUTES_PER_MOVE, NothingFits, Proposal, Wishes, propose
from bridge.engine.movements.propose_singles import (
    FEWEST,
    NothingFitsPlayers,
    SinglesProposal,
    SinglesWishes,
    TooManySingles,
    propose_singles,
    propose_singles_in_sections,
)
from bridge.engine.movements.sections import propose_sections
from bridge.management import arguments
from bridge.management.commands.movement import as_number
from bridge.phrases import phrase
from bridge.phrases.arguments import too_few_for_sections, who_missing
from bridge.phrases.movements import proposal_words, singles_proposal_words

_PAIRS = FEWEST, 400
_BOARDS = 200
_MINUTES = 24 * 60
_A_BOARD = Fraction(0), Fraction(60)  # minutes for one


class Command(BaseCommand):
    """Prints the movements that suit; exits 2 where none does, naming the nearest."""

    help = "Propose movements for so many pairs, or single players, the best first (exit 2: none keeps to it; the nearest is named)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who is there and what is wanted."""
        parser.add_argument("--pairs")
        parser.add_argument("--players", help="single players, who change partners; heeds boards, minutes and sections alone")
        parser.add_argument("--boards", default="24-28", metavar="LEAST-MOST")
        parser.add_argument("--target", help="the number of boards aimed at")
        parser.add_argument("--minutes", help="the time there is")
        parser.add_argument("--minutes-per-board", default=str(MINUTES_PER_BOARD))
        parser.add_argument("--minutes-per-move", default=str(MINUTES_PER_MOVE))
        parser.add_argument("--winners", metavar="1|2")
        parser.add_argument("--stationary", default="0", help="pairs that must not move")
        parser.add_argument("--copies", default="1", help="copies of the boards laid out")
        parser.add_argument("--no-sharing", action="store_true", help="tables cannot pass boards across")
        parser.add_argument("--max-sitouts", default="1", help="most rounds a pair may sit out")
        parser.add_argument("--rematches", action="store_true", help="pairs may meet twice")
        parser.add_argument("--late-pair", action="store_true", help="a pair is expected after the start")
        parser.add_argument("--sections", default="1", help="play in so many sections, all with the same rounds and boards")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Proposes and prints."""
        if (options["pairs"] is None) == (options["players"] is None):
            raise arguments.refused(who_missing())
        if options["players"] is not None:
            self._for_singles(options)
            return
        wishes = _wishes(options)
        sections = _sections(options, wishes.pairs, FEWEST)
        try:
            if sections > 1:
                ways = [way.proposals for way in propose_sections(wishes, sections)]
            else:
                ways = [(proposal,) for proposal in propose(wishes)]
        except NothingFits as nothing:
            nearest: Proposal | None = nothing.facts["nearest"]
            if options["json"]:
                broken = [limit.value for limit in nothing.facts["broken"]]
                self.stdout.write(json.dumps({"error": nothing.code, "broken": broken, "nearest": nearest and _figures(nearest)}, default=as_number))
            self.stderr.write(phrase(nothing))
            if nearest is not None:
                self.stderr.write(proposal_words(nearest))
            raise SystemExit(2) from None
        if options["json"]:
            told = [[_figures(proposal) for proposal in way] for way in ways]
            self.stdout.write(json.dumps(told if sections > 1 else [way[0] for way in told], default=as_number))
        else:
            self.stdout.write("\n".join(_lines(ways)))

    def _for_singles(self, options: dict[str, Any]) -> None:
        players = _number(options, "players", FEWEST, 4 * _PAIRS[1])
        sections = _sections(options, players, FEWEST)
        least, most = arguments.boards("boards", options["boards"], _BOARDS)
        minutes = arguments.whole("minutes", options["minutes"], 1, _MINUTES)
        wishes = SinglesWishes(players, least, most, minutes, _exact(options, "minutes_per_board"), _exact(options, "minutes_per_move"))
        try:
            ways = propose_singles_in_sections(wishes, sections) if sections > 1 else [(proposal,) for proposal in propose_singles(wishes)]
        except (NothingFitsPlayers, TooManySingles) as nothing:
            nearest: SinglesProposal | None = nothing.facts.get("nearest")
            if options["json"]:
                self.stdout.write(json.dumps({"error": nothing.code, "nearest": nearest and _figures_of_singles(nearest)}, default=as_number))
            self.stderr.write(phrase(nothing))
            raise SystemExit(2) from None
        if options["json"]:
            told = [[_figures_of_singles(proposal) for proposal in way] for way in ways]
            self.stdout.write(json.dumps(told if sections > 1 else [way[0] for way in told], default=as_number))
            return
        lines = [f"{'' if at else f'{place}.':>4} {singles_proposal_words(proposal)}" for place, way in enumerate(ways, 1) for at, proposal in enumerate(way)]
        self.stdout.write("\n".join(lines))


def _figures_of_singles(proposal: SinglesProposal) -> dict[str, Any]:
    """One proposal for single players as a JSON object."""
    return {
        "family": proposal.order.family, "tables": proposal.order.tables, "players": proposal.movement.entrants, "rounds": proposal.rounds,
        "boards_per_round": proposal.boards_per_round, "boards": proposal.boards, "boardsets": proposal.movement.sets, "minutes": proposal.minutes,
        "sitouts": {str(player): times for player, times in proposal.sitouts}, "sitout_boards": proposal.sitout_boards, "partners": list(proposal.partners),
        "opponents": list(proposal.opponents), "perfect": proposal.perfect, "copies": proposal.copies,
        "max_tables_per_set_per_round": proposal.tables_sharing, "stationary": list(proposal.movement.stationary),
    }


def _number(options: dict[str, Any], name: str, least: int, most: int) -> int:
    """One that is always told, by its default if by nobody."""
    number = arguments.whole(name.replace("_", "-"), options[name], least, most)
    assert number is not None
    return number


def _exact(options: dict[str, Any], name: str) -> Fraction:
    return arguments.exact(name.replace("_", "-"), options[name], *_A_BOARD)


def _sections(options: dict[str, Any], entrants: int, fewest: int) -> int:
    sections = _number(options, "sections", 1, _PAIRS[1] // 4)
    if entrants < fewest * sections:
        raise arguments.refused(too_few_for_sections(sections, fewest * sections))
    return sections


def _wishes(options: dict[str, Any]) -> Wishes:
    pairs = _number(options, "pairs", *_PAIRS)
    least, most = arguments.boards("boards", options["boards"], _BOARDS)
    winners = arguments.one_of("winners", options["winners"], ("1", "2"))
    return Wishes(
        pairs,
        least,
        most,
        target=arguments.whole("target", options["target"], least, most),
        minutes=arguments.whole("minutes", options["minutes"], 1, _MINUTES),
        minutes_per_board=_exact(options, "minutes_per_board"),
        minutes_per_move=_exact(options, "minutes_per_move"),
        winners=None if winners is None else int(winners),
        stationary=_number(options, "stationary", 0, pairs),
        copies=_number(options, "copies", 1, pairs),
        may_share=not options["no_sharing"],
        max_sitout_rounds=_number(options, "max_sitouts", 0, _BOARDS),
        may_rematch=options["rematches"],
        late_pair=options["late_pair"],
    )


def _figures(proposal: Proposal) -> dict[str, Any]:
    """One proposal as a JSON object; exact figures with six decimals."""
    return {
        "family": proposal.order.family,
        "tables": proposal.order.tables,
        "pairs": proposal.movement.entrants,
        "rounds": proposal.rounds,
        "boards_per_round": proposal.boards_per_round,
        "boards": proposal.boards,
        "boardsets": proposal.movement.sets,
        "minutes": proposal.minutes,
        "winners": proposal.winners,
        "arrow_switch_rounds": list(proposal.movement.switched),
        "sitouts": {str(pair): times for pair, times in proposal.sitouts},
        "sitout_boards": proposal.sitout_boards,
        "couples_met": proposal.met,
        "opponents": [proposal.fewest_opponents, proposal.most_opponents],
        "same_sets": proposal.same_sets,
        "balance": proposal.balance,
        "variance": proposal.variance,
        "max_tables_per_set_per_round": proposal.tables_sharing,
        "sharing_rounds": proposal.sharing_rounds,
        "stationary": list(proposal.stationary),
        "cautions": [caution.value for caution in proposal.cautions],
    }


def _lines(ways: list[tuple[Proposal, ...]]) -> Iterator[str]:
    for place, way in enumerate(ways, 1):
        for section, proposal in enumerate(way):
            yield f"{'' if section else f'{place}.':>4} {proposal_words(proposal)}"
