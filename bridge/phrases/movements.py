"""The names of movements, and refusals about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from bridge.engine.movements.check import Breach, Violation
from bridge.engine.movements.families import FAMILIES
from bridge.engine.movements.movement import Kind, Movement, Order, Why
from bridge.engine.movements.propose import Caution, Limit, Proposal
from bridge.engine.movements.propose_singles import SinglesProposal
from bridge.engine.movements.text import set_letters
from bridge.phrases.figures import decimal_text
from bridge.phrases.words import numbers_text, range_text

FAMILY_WORDS = {
    "mitchell": _("Mitchell"),
    "skip_mitchell": _("Skip Mitchell"),
    "relay_mitchell": _("Relay Mitchell"),
    "half_mitchell": _("Mitchell with a half table"),
    "interwoven": _("Interwoven Mitchell"),
    "hesitation": _("Hesitation Mitchell"),
    "blackpool": _("Blackpool movement"),
    "appendix1half": _("Mitchell with an appendix of one and a half tables"),
    "appendix": _("Appendix Mitchell"),
    "web": _("Web movement"),
    "rover": _("Rover movement"),
    "displacement": _("Mitchell with a displaced pair"),
    "howell": _("Howell"),
    "howell_sitout": _("Howell with a sit-out"),
    "three_quarter_howell": _("Three-quarter Howell"),
    "thurner": _("Thurner movement"),
    "barometer": _("Barometer"),
    "rainbow": _("Rainbow movement"),
    "whist_tournament": _("Whist tournament"),
    "round_robin": _("Round robin"),
    "new_england": _("New England relay"),
    "american_whist": _("American Whist league"),
    "head_to_head": _("Head to head"),
    "triangle": _("Triangle"),
    "knock_out": _("Knock-out"),
    "own": _("Own movement"),
}
_WHY = {
    Why.TABLES: _("%(family)s is not played with %(tables)s tables."),
    Why.ROUNDS: _("%(family)s with %(tables)s tables does not have %(rounds)s rounds."),
    Why.SETS: _("%(family)s with %(tables)s tables does not have %(sets)s sets of boards."),
    Why.ENTRANTS: _("%(family)s is not for as many as %(tables)s tables hold."),
    Why.SWITCHED: _("%(family)s with %(tables)s tables does not have all the rounds in which it is to be turned."),
    Why.REPLAY: _("%(family)s with %(tables)s tables would make somebody play boards twice."),
    Why.UNKNOWN: _("No %(family)s with %(tables)s tables has been found."),
}

BREACH_WORDS = {
    Breach.TWO_SEATS: _("somebody sits at two tables in one round"),
    Breach.REPLAYED_SET: _("somebody plays boards twice"),
    Breach.REMATCH: _("somebody meets the same opponents too often"),
    Breach.UNDECLARED_SHARING: _("tables share boards without saying so"),
    Breach.UNDECLARED_SITOUT: _("somebody sits out more often than it says"),
    Breach.UNEVEN_SITOUTS: _("the sit-outs are unevenly spread"),
    Breach.OUT_OF_RANGE: _("it names a table, a pair or boards that are not there"),
    Breach.STATIONARY_MOVES: _("somebody who should keep one place moves"),
    Breach.MEETS_SELF: _("somebody meets itself"),
    Breach.UNMET: _("two who should meet do not"),
    Breach.NOT_MIRRORED: _("a board is not played the other way round at the other table"),
    Breach.HALVES_DIFFER: _("the halves of a team do not play the same boards"),
    Breach.PARTNER_REPEATED: _("two are partners too often"),
    Breach.OPPONENT_TOO_OFTEN: _("two are opponents too often"),
    Breach.NOT_PERFECT: _("not everybody plays with everybody as it says"),
}


def family_word(code: str) -> str:
    """A family of movements by its name: `Three-quarter Howell`."""
    return gettext(FAMILY_WORDS.get(code) or _SHORT_WORDS[code])


_SHORT_WORDS = {
    "half_mitchell": _("Mitchell"), "skip_mitchell": _("Skip"), "relay_mitchell": _("Relay"), "interwoven": _("Interwoven"), "hesitation": _("Hesitation"),
    "appendix1half": _("Appendix"), "appendix": _("Appendix"), "web": _("Web"), "rover": _("Rover"), "howell_sitout": _("Howell"),
    "three_quarter_howell": _("¾ Howell"), "swiss": _("Swiss"), "round_robin": _("Round robin"),
}


def family_short(code: str) -> str:
    """The same for a narrow column: `¾ Howell`."""
    return gettext(_SHORT_WORDS.get(code) or FAMILY_WORDS[code])


_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def tables_text(tables: Fraction | int) -> str:
    """Tables with their half or quarter: `7½`."""
    whole, rest = divmod(Fraction(tables), 1)
    if rest and rest not in _PARTS:
        return str(tables)
    return f"{whole or ''}{_PARTS[rest]}" if rest else str(whole)


def _is_of_teams(family: str) -> bool:
    return family in FAMILIES and FAMILIES[family].kind is Kind.TEAMS


def order_words(order: Order) -> str:
    """A movement that can be asked for: `Mitchell, 7 tables, 7 rounds`; of teams `Triangle, 3 teams`."""
    told = {"family": family_word(order.family), "tables": tables_text(order.tables), "rounds": order.rounds}
    if _is_of_teams(order.family):
        return gettext("%(family)s, %(tables)s teams") % told
    if order.rounds is None:
        return gettext("%(family)s, %(tables)s tables") % told
    return gettext("%(family)s, %(tables)s tables, %(rounds)s rounds") % told


def movement_words(movement: Movement) -> str:
    """A movement that was made: `Mitchell with a half table, 15 pairs, 7 rounds`."""
    n = movement.entrants
    entrants = {
        Kind.PAIRS: ngettext("%(n)s pair", "%(n)s pairs", n),
        Kind.INDIVIDUAL: ngettext("%(n)s player", "%(n)s players", n),
        Kind.TEAMS: ngettext("%(n)s team", "%(n)s teams", n),
    }
    rounds = ngettext("%(n)s round", "%(n)s rounds", movement.rounds) % {"n": movement.rounds}
    return pgettext("clause", ", ").join((family_word(movement.family), entrants[movement.kind] % {"n": n}, rounds))


def ways_words(orders: Iterable[Order]) -> str:
    """A movement for each section, in a row: `Mitchell, 5 tables, 5 rounds; Howell, 4 tables, 5 rounds`."""
    return gettext("; ").join(order_words(order) for order in orders)


def way_facts(movements: Sequence[Movement], boards_per_set: int) -> str:
    """What playing in sections means, in one line: rounds and boards, winners of each section, in which of them rounds are turned."""
    told = [gettext("%(rounds)s rounds of %(boards)s") % {"rounds": max(each.rounds for each in movements), "boards": boards_per_set}]
    if all(each.kind is Kind.PAIRS for each in movements):
        told.append(gettext("two winners in each section") if movements[0].winners == 2 else gettext("one winner in each section"))
    turned = [len(each.switched) for each in movements]
    if len(set(turned)) == 1:
        told += [_turned(turned[0])] if turned[0] else []
    else:
        by_letter = zip(ascii_uppercase, turned, strict=False)
        told += [gettext("section %(letter)s: %(what)s") % {"letter": letter, "what": _turned(n)} for letter, n in by_letter if n]
    return pgettext("clause", ", ").join(told)


def _turned(rounds: int) -> str:
    return ngettext("the last round turned", "the last %(n)s rounds turned", rounds) % {"n": rounds}


def _no_such_movement(facts: Mapping[str, Any]) -> str:
    told = {**facts, "family": family_word(facts["family"]), "tables": tables_text(facts["tables"])}
    of_teams = facts["why"] is Why.ENTRANTS and _is_of_teams(facts["family"])
    refusal = gettext(_("%(family)s is not for %(tables)s teams.") if of_teams else _WHY[facts["why"]]) % told
    if facts["nearest"] is None:
        return refusal
    return gettext("%(refusal)s The nearest is: %(movement)s.") % {"refusal": refusal, "movement": order_words(facts["nearest"])}


def _plan_refused(facts: Mapping[str, Any]) -> str:
    places: dict[Breach, list[str]] = {}
    for violation in facts["violations"]:
        places.setdefault(violation.breach, []).append(_where(violation))
    told = [_at_places(gettext(BREACH_WORDS[breach]), [where for where in found if where]) for breach, found in places.items()]
    return gettext("This movement breaks the rules of movements: %(breaches)s.") % {"breaches": gettext("; ").join(told)}


def _at_places(what: str, places: list[str]) -> str:
    """What is wrong with the first places where it is: `somebody plays boards twice (round 3, table 2, set B, number 3)`."""
    if not places:
        return what
    more = len(places) - _PLACES
    where = gettext("; ").join(places[:_PLACES])
    if more > 0:
        where = ngettext("%(where)s; and %(n)s more", "%(where)s; and %(n)s more", more) % {"where": where, "n": more}
    return gettext("%(what)s (%(where)s)") % {"what": what, "where": where}


def _where(fault: Violation) -> str:
    told = (
        gettext("round %(number)s") % {"number": fault.round} if fault.round else "",
        gettext("table %(number)s") % {"number": fault.table} if fault.table else "",
        gettext("set %(letters)s") % {"letters": set_letters(fault.set)} if fault.set else "",
        ngettext("number %(who)s", "numbers %(who)s", len(fault.entrants)) % {"who": numbers_text(fault.entrants)} if fault.entrants else "",
    )
    return gettext(", ").join(filter(None, told))


_PLACES = 3  # of one fault that are named

_LIMITS = {
    Limit.BOARDS: _("so many boards"),
    Limit.MINUTES: _("the time there is"),
    Limit.WINNERS: _("the number of winners"),
    Limit.STATIONARY: _("the seat wishes"),
    Limit.SITOUTS: _("the sit-outs that are allowed"),
    Limit.COPIES: _("one copy of the boards"),
    Limit.REVENGE: _("no second meeting"),
    Limit.SCHEDULED: _("enough boards for every pair"),
}


def _nothing_fits(facts: Mapping[str, Any]) -> str:
    broken = gettext(", ").join(gettext(_LIMITS[limit]) for limit in facts["broken"])
    return gettext("Nothing keeps to all that was wished; what comes nearest does not keep: %(broken)s.") % {"broken": broken}


def _not_of_teams(facts: Mapping[str, Any]) -> str:
    return gettext("“%(family)s” is no movement for teams; choose one of the list.") % {"family": family_word(facts["family"])}


_CAUTIONS = {
    Caution.FEW_COMPARISONS: _("few results are compared with each other"),
    Caution.SHORTENED: _("not all rounds of the movement are played"),
    Caution.UNEQUAL_SETS: _("not everybody plays every board"),
    Caution.FEW_OF_THE_SETS: _("somebody plays less than 70 percent of the boards"),
    Caution.SHARED_BOARDS: _("tables share boards"),
    Caution.REMATCHES: _("some meet twice"),
}

SENTENCES = {
    "nothing_fits": _nothing_fits,
    "nothing_fits_players": _nothing_fits,
    "too_many_singles": _("One section has places for %(most)s single players at most; for %(players)s choose %(sections)s sections."),
    "no_such_plan": _("“%(text)s” names no movement; choose one of the list."),
    "plan_refused": _plan_refused,
    "no_such_movement": _no_such_movement,
    "not_of_teams": _not_of_teams,
    "no_such_family": _("There is no movement called “%(family)s”; known are %(families)s."),
    "option_not_used": _("The movement “%(family)s” has no setting “%(option)s”."),
    "not_a_movement": _("This is no movement: “%(key)s” is missing or is not what it should be."),
    "no_such_pair": _("Pair %(pair)s is not in this movement."),
    "pair_is_here": _("Pair %(pair)s is there already, so it cannot arrive."),
    "round_is_played": _("Round %(round)s is over and cannot be planned anew."),
    "not_for_teams": _("Matches of teams are not planned anew."),
    "unreadable_movement": _("Line %(line)s of the movement cannot be read: “%(text)s”."),
    "no_such_round": _("There is no round %(round)s; there are %(rounds)s."),
    "nothing_played_there": _("Nothing is played at table %(table)s in round %(round)s."),
    "no_such_set": _("Board %(board)s is not laid out tonight."),
    "nothing_to_play": _("Nothing has been played yet, so there is nothing to end."),
    "nothing_changes": _("This is what was planned: nothing changes."),
    "plan_moved_on": _("Something was entered or changed after this was shown; here is what it would do now."),
    "no_orthogonal_squares": _("There is no movement of this kind for %(order)s tables."),
}


def choice_words(movement: Movement, proposal: Proposal | SinglesProposal | None, *, is_recipe: bool, unkept: int) -> str:
    """What a movement means for the evening, in one line: tables, turned rounds, who sits out, whom everybody meets, shared boards, seat wishes.

    proposal     None where the movement was chosen by hand
    is_recipe    it is last time's
    unkept       how many seat wishes it does not keep
    """
    told = [ngettext("%(n)s table", "%(n)s tables", movement.tables) % {"n": movement.tables}]
    if is_recipe:
        told.insert(0, gettext("as last time"))
    if turned := len(movement.switched):
        told.append(_turned(turned))
    if isinstance(proposal, SinglesProposal):
        told += _singles_words(proposal)
    elif proposal is not None:
        told += _pairs_words(proposal)
    if unkept:
        told.append(ngettext("%(n)s seat wish not kept", "%(n)s seat wishes not kept", unkept) % {"n": unkept})
    return pgettext("clause", ", ").join(told)


def _pairs_words(proposal: Proposal) -> Iterator[str]:
    if proposal.sitouts:
        yield gettext("one pair sits out in each round")
    if proposal.sharing_rounds:
        yield gettext("tables share boards")


def _singles_words(proposal: SinglesProposal) -> Iterator[str]:
    if n := proposal.resting:
        yield ngettext("%(n)s player sits out in each round", "%(n)s players sit out in each round", n) % {"n": n}
    if proposal.perfect:
        yield gettext("everybody partners everybody once")
    if proposal.copies > 1:
        yield gettext("%(n)s copies of each board are needed") % {"n": proposal.copies}
    elif proposal.tables_sharing > 1:
        yield gettext("tables share boards")


def proposal_words(proposal: Proposal) -> str:
    """A proposal with its figures and what a secretary should know about it, for the command's line."""
    winners = gettext("two winners") if proposal.winners == 2 else gettext("one winner")
    cautions = [gettext(_CAUTIONS[caution]) for caution in proposal.cautions]
    out = [gettext("one pair sits out in each round")] if proposal.sitouts else []
    balance = gettext("balance %(balance)s of 100") % {"balance": decimal_text(proposal.balance, 0)}
    return " | ".join((order_words(proposal.order), *_played(proposal), winners, balance, *out, *cautions))


def singles_proposal_words(proposal: SinglesProposal) -> str:
    """The same of a proposal for single players: with how many each plays, and against how many."""
    met = {"partners": range_text(*proposal.partners), "opponents": range_text(*proposal.opponents)}
    return " | ".join((
        order_words(proposal.order), *_played(proposal), gettext("partners %(partners)s, opponents %(opponents)s") % met, *_singles_words(proposal)
    ))  # fmt: skip


def _played(proposal: Proposal | SinglesProposal) -> tuple[str, str]:
    """Boards and minutes: `9 × 3 = 27 boards`, `178 minutes`."""
    boards = ngettext("%(n)s board", "%(n)s boards", proposal.boards) % {"n": proposal.boards}
    return (
        f"{proposal.rounds} × {proposal.boards_per_round} = {boards}",
        gettext("%(minutes)s minutes") % {"minutes": decimal_text(Fraction(proposal.minutes), 0 if Fraction(proposal.minutes).denominator == 1 else 1)},
    )
