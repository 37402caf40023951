"""What a command says about an argument that it cannot use: which, what stands there, what would be right."""

from fractions import Fraction

from django.utils.translation import gettext

from bridge.phrases.movements import tables_text


def not_whole(name: str, told: str, least: int, most: int) -> str:
    """For a whole number: `--rounds is a whole number from 1 to 400, not “0”.`"""
    return gettext("--%(name)s is a whole number from %(least)s to %(most)s, not “%(told)s”.") % {"name": name, "told": told, "least": least, "most": most}


def not_a_number(name: str, told: str, least: Fraction, most: Fraction) -> str:
    """For a number that may have a part: 7, 7.5 or 15/2."""
    shown = {"name": name, "told": told, "least": tables_text(least), "most": tables_text(most)}
    return gettext("--%(name)s is a number from %(least)s to %(most)s, like 7, 7.5 or 15/2, not “%(told)s”.") % shown


def not_a_range(name: str, told: str, most: int) -> str:
    """For the boards of an evening."""
    shown = {"name": name, "told": told, "most": most}
    return gettext("--%(name)s is a number of boards or the fewest and the most, like 24-28, from 1 to %(most)s, not “%(told)s”.") % shown


def not_rounds(name: str, told: str) -> str:
    """For the rounds of an arrow switch."""
    return gettext("--%(name)s is a list of rounds, like 6,7, or the word “best”, not “%(told)s”.") % {"name": name, "told": told}


def not_one_of(name: str, told: str, choices: tuple[str, ...]) -> str:
    """For one of a few words."""
    return gettext("--%(name)s is one of %(choices)s, not “%(told)s”.") % {"name": name, "told": told, "choices": gettext(", ").join(choices)}


def size_missing() -> str:
    """For a movement of no size."""
    return gettext("Say how large the movement is: --tables 7.5, or --pairs, --players or --teams.")


def who_missing() -> str:
    """For proposals for nobody, or for pairs and single players at once."""
    return gettext("Say how many are there: --pairs 11, or --players 9 for single players.")


def too_few_for_sections(sections: int, least: int) -> str:
    """For sections that nobody would be left to play in."""
    return gettext("%(sections)s sections are for %(least)s or more.") % {"sections": sections, "least": least}
