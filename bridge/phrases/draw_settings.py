"""How an event is drawn, in words: each setting with what it may be."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bridge.engine.swiss.field import Apart, FirstRound, Metric, Odd, Rematches, Settings, Variant
from bridge.phrases.figures import decimal_text

FIRST_ROUNDS = {
    FirstRound.FOLD: gettext_lazy("the first against the last"), FirstRound.SLIDE: gettext_lazy("the upper half against the lower"),
    FirstRound.SIGN_UP: gettext_lazy("neighbours in the order of arrival"), FirstRound.RANDOM: gettext_lazy("by lot"),
    FirstRound.STANDINGS: gettext_lazy("by the points that are carried over"),
}
VARIANTS = {
    Variant.BALANCED: gettext_lazy("closest over the whole field"), Variant.TOP_FIRST: gettext_lazy("closest for the leaders first"),
    Variant.DANISH: gettext_lazy("Danish: 1–2, 3–4, rematches allowed"),
    Variant.SEED_RULE: gettext_lazy("by running total alone: 1–2, 3–4, the last sits out"),
}
METRICS = {Metric.RANK: gettext_lazy("places in the standings"), Metric.SCORE: gettext_lazy("points")}
REMATCHES = {
    Rematches.AVOIDED: gettext_lazy("only where no draw avoids them"), Rematches.NEVER: gettext_lazy("never"), Rematches.ALLOWED: gettext_lazy("allowed"),
}
ODDS = {
    Odd.THREE_WAY: gettext_lazy("three teams play each other in half-length matches"),
    Odd.TRIANGLE: gettext_lazy("three teams play each other at full length over two rounds"), Odd.SIT_OUT: gettext_lazy("one sits out"),
}
APARTS = {
    Apart.NO: gettext_lazy("may meet"), Apart.WISHED: gettext_lazy("are kept apart while a draw can"), Apart.STRICT: gettext_lazy("never meet"),
}


def settings_words(
    settings: Settings, *, is_teams: bool, sit_out: Fraction | None, forbidden: Sequence[tuple[int, int]], avoided: Sequence[tuple[int, int]],
    stationary: Sequence[int], arrears: bool,
) -> tuple[tuple[str, str], ...]:
    """Each setting that matters with what it is: (`First round`, `by lot`)."""
    told = [(_("First round"), str(FIRST_ROUNDS[settings.first_round])), (_("Later rounds"), str(VARIANTS[settings.variant]))]
    if settings.variant in (Variant.BALANCED, Variant.TOP_FIRST):
        told += [(_("Closeness counts in"), str(METRICS[settings.metric])), (_("Rematches"), str(REMATCHES[settings.rematches]))]
    if is_teams:
        told.append((_("An odd number of teams"), str(ODDS[settings.odd])))
    worth = _("nothing") if sit_out is None else _("%(percent)s percent") % {"percent": decimal_text(sit_out, 0)}
    told.append((_("A round sat out counts for"), worth))
    if settings.apart is not Apart.NO:
        rounds = ngettext("%(kept)s, in the first round", "%(kept)s, in rounds 1–%(n)s", settings.apart_rounds)
        told.append((_("Members of one club"), rounds % {"kept": APARTS[settings.apart], "n": settings.apart_rounds}))
    told += [(name, couples_text(couples)) for name, couples in ((_("Never meet"), forbidden), (_("Better kept apart"), avoided)) if couples]
    if stationary:
        told.append((_("Keep their table"), _(", ").join(str(number) for number in stationary)))
    if arrears:
        told.append((_("Draws are made"), _("one round in arrears")))
    return tuple(told)


def couples_text(couples: Sequence[tuple[int, int]]) -> str:
    """Couples by their numbers: `1–4, 3–7`."""
    return _(", ").join(f"{one}–{other}" for one, other in couples)
