"""The Celery application. Its tasks stand in `bridge.tasks`; the queue itself is a table, so a message that is lost costs a delay only."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")

app = Celery("clubsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["bridge"])
