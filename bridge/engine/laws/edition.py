"""Which edition of the Laws of Duplicate Bridge a club plays by."""

from enum import Enum


class Edition(Enum):
    """The edition chosen by the club."""

    CN1999 = "CN1999"  # the Chinese edition of 1999, of the WBF's text of 1997
    WBF2017 = "WBF2017"
