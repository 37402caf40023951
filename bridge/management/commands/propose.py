"""`manage.py propose --pairs 11 --boards 24-28 --minutes 180`: movements for an evening, the best first, with figures; `--players 9`: of an individual."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

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
from bridge.management.commands.movement import as_number
from bridge.phrases import phrase
from bridge.phrases.movements import proposal_words, singles_proposal_words


def boards_argument(text: str) -> tuple[int, int]:
    """24-28, or one number."""
    least, _, most = text.partition("-")
    try:
        found = int(least), int(most or least)
    except ValueError:
        found = 0, 0
    if not 1 <= found[0] <= found[1]:
        raise ArgumentTypeError(gettext("“%(text)s” is no number of boards, such as 24-28 or 26.") % {"text": text})
    return found


def minutes_argument(text: str) -> Fraction:
    """6, 7.5 or 15/2, not below zero."""
    try:
        minutes = Fraction(text)
    except (ValueError, ZeroDivisionError):
        minutes = Fraction(-1)
    if not 0 <= minutes <= 1000:
        raise ArgumentTypeError(gettext("“%(text)s” is no number of minutes, such as 6, 7.5 or 15/2.") % {"text": text})
    return minutes


class Command(BaseCommand):
    """Prints the movements that suit; exits 2 where none does, naming the nearest."""

    help = "Propose movements for so many pairs, or single players, the best first (exit 2: none keeps to it; the nearest is named)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who is there and what is wanted."""
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--pairs", type=int)
        who.add_argument("--players", type=int, help="single players, who change partners; heeds boards, minutes and sections alone")
        parser.add_argument("--boards", type=boards_argument, default=(24, 28), metavar="LEAST-MOST")
        parser.add_argument("--target", type=int, help="the number of boards aimed at")
        parser.add_argument("--minutes", type=int, help="the time there is")
        parser.add_argument("--minutes-per-board", type=minutes_argument, default=MINUTES_PER_BOARD)
        parser.add_argument("--minutes-per-move", type=minutes_argument, default=MINUTES_PER_MOVE)
        parser.add_argument("--winners", type=int, choices=(1, 2))
        parser.add_argument("--stationary", type=int, default=0, help="pairs that must not move")
        parser.add_argument("--copies", type=int, default=1, help="copies of the boards laid out")
        parser.add_argument("--no-sharing", action="store_true", help="tables cannot pass boards across")
        parser.add_argument("--max-sitouts", type=int, default=1, help="most rounds a pair may sit out")
        parser.add_argument("--rematches", action="store_true", help="pairs may meet twice")
        parser.add_argument("--late-pair", action="store_true", help="a pair is expected after the start")
        parser.add_argument("--sections", type=int, default=1, help="play in so many sections, all with the same rounds and boards")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Proposes and prints."""
        if options["players"] is not None:
            self._for_singles(options)
            return
        if options["sections"] < 1 or options["pairs"] < FEWEST * options["sections"]:
            raise _too_few()
        try:
            if options["sections"] > 1:
                ways = [way.proposals for way in propose_sections(_wishes(options), options["sections"])]
            else:
                ways = [(proposal,) for proposal in propose(_wishes(options))]
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
            self.stdout.write(json.dumps(told if options["sections"] > 1 else [way[0] for way in told], default=as_number))
        else:
            self.stdout.write("\n".join(_lines(ways)))

    def _for_singles(self, options: dict[str, Any]) -> None:
        players, sections, (least, most) = options["players"], options["sections"], options["boards"]
        if sections < 1 or players < FEWEST * sections:
            raise _too_few()
        wishes = SinglesWishes(players, least, most, options["minutes"], options["minutes_per_board"], options["minutes_per_move"])
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


def _too_few() -> CommandError:
    return CommandError(gettext("Each section, and there is at least one, needs %(fewest)s pairs or players or more.") % {"fewest": FEWEST}, returncode=2)


def _figures_of_singles(proposal: SinglesProposal) -> dict[str, Any]:
    """One proposal for single players as a JSON object."""
    return {
        "family": proposal.order.family, "tables": proposal.order.tables, "players": proposal.movement.entrants, "rounds": proposal.rounds,
        "boards_per_round": proposal.boards_per_round, "boards": proposal.boards, "boardsets": proposal.movement.sets, "minutes": proposal.minutes,
        "sitouts": {str(player): times for player, times in proposal.sitouts}, "sitout_boards": proposal.sitout_boards, "partners": list(proposal.partners),
        "opponents": list(proposal.opponents), "perfect": proposal.perfect, "copies": proposal.copies,
        "max_tables_per_set_per_round": proposal.tables_sharing, "stationary": list(proposal.movement.stationary),
    }


def _wishes(options: dict[str, Any]) -> Wishes:
    least, most = options["boards"]
    return Wishes(
        options["pairs"],
        least,
        most,
        target=options["target"],
        minutes=options["minutes"],
        minutes_per_board=options["minutes_per_board"],
        minutes_per_move=options["minutes_per_move"],
        winners=options["winners"],
        stationary=options["stationary"],
        copies=options["copies"],
        may_share=not options["no_sharing"],
        max_sitout_rounds=options["max_sitouts"],
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
