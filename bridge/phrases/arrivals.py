"""Who has signed in already: with whom, since when, and where; in which rounds somebody sat."""

from django.utils.translation import gettext as _


def how_words(partner: str, since: str, table: int | None) -> str:
    """How somebody has signed in: `since 19:02 with Mary Smith, by the card of table 3`; no partner in an individual, no table at the desk."""
    told = {"partner": partner, "time": since, "table": table}
    if partner and table is not None:
        return _("since %(time)s with %(partner)s, by the card of table %(table)s") % told
    if partner:
        return _("since %(time)s with %(partner)s, at the secretary's desk") % told
    if table is not None:
        return _("since %(time)s, by the card of table %(table)s") % told
    return _("since %(time)s, at the secretary's desk") % told


def already_words(name: str, how: str) -> str:
    """The sentence that refuses to sign somebody in twice."""
    return _("%(name)s is signed in already: %(how)s.") % {"name": name, "how": how}


def sat_words(name: str, first: int, last: int) -> str:
    """In which rounds somebody sat, where not in all: `Mary Smith to round 3`; last 0: to the end."""
    told = {"name": name, "first": first, "last": last}
    if last and first > 1:
        return _("%(name)s in rounds %(first)s to %(last)s") % told
    if last:
        return _("%(name)s to round %(last)s") % told
    return _("%(name)s from round %(first)s") % told if first > 1 else name


def came_words(name: str, first: int) -> str:
    """From which round on somebody sat for another: `Mary Smith (from round 3)`."""
    return _("%(name)s (from round %(first)s)") % {"name": name, "first": first} if first > 1 else name
