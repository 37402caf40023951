"""What a section of the law book is about and what it says, in either edition, in our own words."""

from django.utils.translation import gettext

from bridge.engine.laws.edition import Edition
from bridge.phrases import (
    laws_book_auction,
    laws_book_play,
    laws_text_1_15,
    laws_text_16_24,
    laws_text_25_40,
    laws_text_41_50,
    laws_text_51_63,
    laws_text_64_73,
    laws_text_74_93,
)

_BOTH = laws_book_auction.BOTH | laws_book_play.BOTH
_OWN = {
    Edition.CN1999: laws_book_auction.CN1999 | laws_book_play.CN1999,
    Edition.WBF2017: laws_book_auction.WBF2017 | laws_book_play.WBF2017,
}
_TEXTS = (laws_text_1_15, laws_text_16_24, laws_text_25_40, laws_text_41_50, laws_text_51_63, laws_text_64_73, laws_text_74_93)
_SAID_IN_BOTH = {law: said for each in _TEXTS for law, said in each.BOTH.items()}
_SAID = {
    Edition.CN1999: {law: said for each in _TEXTS for law, said in each.CN1999.items()},
    Edition.WBF2017: {law: said for each in _TEXTS for law, said in each.WBF2017.items()},
}


def section_words(edition: Edition, law: str) -> str:
    """What this law or section is about; a number that the edition does not have is a KeyError."""
    return gettext(_OWN[edition].get(law) or _BOTH[law])


def section_text(edition: Edition, law: str) -> str:
    """What this law or section says; a number that the edition does not have is a KeyError."""
    return gettext(_SAID[edition].get(law) or _SAID_IN_BOTH[law])
