"""The site for a WSGI server."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from clubsite.turns import Application, InTurn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
_site = get_wsgi_application()
application: Application = InTurn(_site) if connection.vendor == "sqlite" else _site
# What the program consists of stays: a search for garbage that looks through it takes a tenth of a slip's time.
import_module(settings.ROOT_URLCONF)  # every page is loaded now, not with the first request
gc.freeze()
gc.set_threshold(10_000)
