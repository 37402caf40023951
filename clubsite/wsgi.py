"""The site for a WSGI server."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
application = get_wsgi_application()
# What the program consists of stays: a search for garbage that looks through it takes a tenth of a slip's time.
assert get_resolver().url_patterns  # every page is loaded now, not with the first request
gc.freeze()
gc.set_threshold(10_000)
