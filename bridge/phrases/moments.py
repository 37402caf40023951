"""When something was, beside an evening: by the clock while that night lasts, with its day before and after."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

NIGHT_ENDS = time(6)  # an evening over midnight is still that evening


def moment_text(when: datetime, starts: datetime, zone: str) -> str:
    """`20:41` on the evening that starts then, and until six the next morning; else with its day: `25 November, 09:30`, of another year with that too.

    Days and times are those of the zone.
    """
    local, begins = localtime(when, ZoneInfo(zone)), localtime(starts, ZoneInfo(zone))
    ends = datetime.combine(begins.date() + timedelta(days=1), NIGHT_ENDS, begins.tzinfo)
    if begins.date() <= local.date() and local < ends:
        return f"{local:%H:%M}"
    # Translators: a day with its time, in the letters of Django's date format
    return date_format(local, pgettext("date", "j F, H:i") if local.year == begins.year else pgettext("date", "j F Y, H:i"))
