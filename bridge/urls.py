"""Addresses of the club's pages: each noun brings its own list."""

from django.urls import URLPattern, URLResolver

from bridge.views import (
    accounts,
    card,
    closing,
    club,
    corrections,
    entry,
    evenings,
    exports,
    history,
    home,
    members,
    prints,
    results,
    room,
    signin,
    start,
    table,
    wall,
    why,
)

urlpatterns: list[URLPattern | URLResolver] = [
    *home.urlpatterns,
    *club.urlpatterns,
    *accounts.urlpatterns,
    *card.urlpatterns,
    *table.urlpatterns,
    *entry.urlpatterns,
    *evenings.urlpatterns,
    *members.urlpatterns,
    *room.urlpatterns,
    *wall.urlpatterns,
    *corrections.urlpatterns,
    *closing.urlpatterns,
    *results.urlpatterns,
    *history.urlpatterns,
    *why.urlpatterns,
    *exports.urlpatterns,
    *prints.urlpatterns,
    *signin.urlpatterns,
    *start.urlpatterns,
]
