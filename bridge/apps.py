"""The one Django app of the project."""

from django.apps import AppConfig


class BridgeConfig(AppConfig):
    """The bridge club."""

    name = "bridge"
    default_auto_field = "django.db.models.BigAutoField"
