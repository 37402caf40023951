"""What somebody is told who saves a page that is older than another's change."""

from django.utils.translation import gettext, pgettext

from bridge.models import Account, ChangedMeanwhile


def told_meanwhile(refusal: ChangedMeanwhile, now: str) -> str:
    """Who changed it after the page was shown, what it says now, and that nothing of what was typed is lost."""
    who = Account.objects.filter(pk=refusal.facts["account"]).first()
    told = {"who": who or pgettext("who did it", "Somebody else"), "now": now}
    return gettext("%(who)s has changed this meanwhile. It now says: %(now)s. What you typed is kept: save again to put it in the place of that.") % told
