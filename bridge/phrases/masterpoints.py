"""Refusals about master points: schemes, strata, the ledger and the levels."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "not_a_scheme": _("The stored scheme “%(code)s”, version %(version)s, cannot be read."),
    "negative_award": _("Place %(place)s in fields of %(entries)s cannot earn %(award)s: an award is not below nothing."),
    "award_rises": _("In fields of %(entries)s place %(place)s would earn %(award)s, more than the %(before)s of the place before."),
    "gap_in_scheme": _("The scheme has a gap: in fields of %(entries)s somebody below place %(place)s earns something and place %(place)s does not."),
    "band_twice": _("The scheme says twice what fields of %(entries)s earn."),
    "empty_scheme": _("A scheme needs at least one place that earns something."),
    "no_such_share": _("The setting “%(name)s” of a scheme cannot be %(value)s: it has to be above nothing, and a part of the field not above all of it."),
    "places_out_of_order": _("The list is not finished: place %(place)s comes where place %(expected)s should."),
    "limits_not_falling": _("The limits of strata are given from the highest down, so %(limit)s cannot follow %(before)s."),
    "older_version": _("Version %(entered)s of this list is in the ledger already, and version %(version)s is older."),
    "due_twice": _("One player would get two awards for the same list."),
    "thresholds_not_rising": _("The first level begins at nothing and every other above the one before: %(threshold)s cannot follow %(before)s."),
    "wrong_number_of_levels": _("There are %(needed)s levels, and %(given)s limits were given."),
}
