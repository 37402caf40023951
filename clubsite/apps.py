"""The site as a Django app: its commands, and the Celery application that the tasks of `bridge` belong to."""

from django.apps import AppConfig

from clubsite.celery import app as celery_app

__all__ = ["SiteConfig", "celery_app"]


class SiteConfig(AppConfig):
    """The club's site."""

    name = "clubsite"
