"""Movements of teams in words: what a proposal means, what is called out between two rounds, the rounds of a knock-out."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bridge.engine.movements.propose_teams import TeamProposal
from bridge.phrases.words import range_text


def figures_of(proposal: TeamProposal) -> str:
    """Who meets whom, boards of each team, sit-outs, boards laid out: `everybody meets everybody · 24 boards each · 28 boards laid out`."""
    fewest, most = proposal.matches
    if proposal.unmet == 0:
        told = [_("everybody meets everybody")]
    else:
        told = [ngettext("each team meets %(n)s other", "each team meets %(n)s others", most) % {"n": range_text(fewest, most)}]
    told.append(ngettext("%(n)s board each", "%(n)s boards each", proposal.boards) % {"n": proposal.boards})
    if proposal.sitouts:
        told.append(ngettext("each team sits out %(n)s round", "each team sits out %(n)s rounds", proposal.sitouts) % {"n": proposal.sitouts})
    told.append(ngettext("%(n)s board laid out", "%(n)s boards laid out", proposal.laid) % {"n": proposal.laid})
    if proposal.copies > 1:
        told.append(_("%(n)s copies of each") % {"n": proposal.copies})
    elif proposal.tables_sharing > 1:
        told.append(ngettext("%(n)s table shares its boards", "%(n)s tables share their boards", proposal.tables_sharing) % {"n": proposal.tables_sharing})
    if not proposal.fits:
        told.append(_("not the boards or the time that were wished"))
    return " · ".join(told)


def pairs_walk(tables: int | None) -> str:
    """How all East-West pairs go on: `E-W up 2`; above zero to higher tables, None: not all alike."""
    if tables is None:
        return _("E-W as their cards say")
    if tables == 0:
        return _("E-W stay")
    return (_("E-W up %(n)s") if tables > 0 else _("E-W down %(n)s")) % {"n": abs(tables)}


def boards_walk(tables: int | None) -> str:
    """How all boards go on, the same way."""
    if tables is None:
        return _("boards as the tables are told")
    if tables == 0:
        return _("boards stay")
    return (_("boards up %(n)s") if tables > 0 else _("boards down %(n)s")) % {"n": abs(tables)}


def round_word(left: int) -> str:
    """A round of a knock-out by how many are left from it on: `Semifinals` for 2."""
    known = {1: _("Final"), 2: _("Semifinals"), 3: _("Quarterfinals")}
    return known.get(left) or _("Last %(n)s") % {"n": 2**left}
