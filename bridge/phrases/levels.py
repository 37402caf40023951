"""The twelve levels of master points by name."""

from django.utils.translation import gettext as _

from bridge.engine.masterpoints.levels import Level


def level_name(level: Level) -> str:
    """What somebody of this level is called."""
    return {
        Level.UNGRADED: _("No level yet"),
        Level.GRADED: _("Graded Player"),
        Level.INTERMEDIATE: _("Intermediate Player"),
        Level.ADVANCED: _("Advanced Player"),
        Level.PEAK_PLAYER: _("Peak Contender"),
        Level.PEAK_EXPERT: _("Peak Expert"),
        Level.PEAK_MASTER: _("Peak Master"),
        Level.PEAK_STAR: _("Peak Star"),
        Level.HONOURED_GUEST: _("Honoured Guest of Bridge"),
        Level.ASSOCIATION_MASTER: _("Association Master"),
        Level.HONORARY_MASTER: _("Honorary Master"),
        Level.PROFESSIONAL: _("Professional Player"),
    }[level]
