"""The link that makes the first account of a new site. It needs no row: it is signed with the site's key and dies with the first account."""

from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, TimestampSigner

_SIGNER = TimestampSigner(salt="bridge.first_link")
_LIVES = 7 * 24 * 60 * 60  # seconds; each start prints a new one


def make_first_token() -> str:
    """A token for the address `/first/<token>/`."""
    return _SIGNER.sign("first")


def is_first_token(token: str) -> bool:
    """Whether a token is genuine, not too old, and still opens: nobody has an account yet."""
    try:
        _SIGNER.unsign(token, max_age=_LIVES)
    except BadSignature:
        return False
    return not get_user_model().objects.exists()
