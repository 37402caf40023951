"""Addresses of the whole site; those of the club's pages stand in `bridge.urls`."""

from django.contrib import admin
from django.urls import include, path

from clubsite.health import health

urlpatterns = [
    path("healthz", health, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("", include("bridge.urls")),
]
