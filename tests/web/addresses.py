"""Addresses of an evening's pages."""

from django.urls import reverse

from bridge.models import Session


def at(session: Session, name: str, *more: object) -> str:
    """The page of this name, with what else its address names."""
    return reverse(name, args=[session.club.slug, session.uid, *more])
