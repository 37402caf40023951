"""Addresses of the club's pages: each noun brings its own list."""

from django.urls import URLPattern, URLResolver

from bridge.views import accounts, evenings, home, members, signin

urlpatterns: list[URLPattern | URLResolver] = [
    *home.urlpatterns,
    *accounts.urlpatterns,
    *evenings.urlpatterns,
    *members.urlpatterns,
    *signin.urlpatterns,
]
