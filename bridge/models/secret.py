"""Secrets that open something by themselves (a grant, a one-time link): only their hash is kept."""

import hashlib


def secret_hash(secret: str) -> str:
    """What is kept of a secret: 64 characters. A secret is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()
