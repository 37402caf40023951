"""What a section of the law book is about, in either edition, in our own words."""

from django.utils.translation import gettext

from bridge.engine.laws.edition import Edition
from bridge.phrases import laws_book_auction, laws_book_play

_BOTH = laws_book_auction.BOTH | laws_book_play.BOTH
_OWN = {
    Edition.CN1999: laws_book_auction.CN1999 | laws_book_play.CN1999,
    Edition.WBF2017: laws_book_auction.WBF2017 | laws_book_play.WBF2017,
}


def section_words(edition: Edition, law: str) -> str:
    """What this law or section is about; a number that the edition does not have is a KeyError."""
    return gettext(_OWN[edition].get(law) or _BOTH[law])
