"""The secrets of a device's grants, in its cookie; and the table's card that it has scanned."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from bridge.models import Device, DeviceUse
from bridge.models.secret import secret_hash
from bridge.permissions import Table
from bridge.views.access import CARD, GRANTS, KEPT

AGE = 60 * 60 * 24 * 7  # seconds; an evening and the days in which its results may be asked about
CARD_AGE = 60 * 60 * 12  # seconds; an evening


def secret_of(key: str) -> str:
    """The secret that goes with a form's key, so that a form sent twice gives the device one grant and not a second secret that opens nothing."""
    return salted_hmac("bridge.grant", key).hexdigest()


def keep_grant(request: HttpRequest, response: HttpResponse, secret: str) -> None:
    """Give the device the secret, beside those that it has."""
    held = [part for part in request.COOKIES.get(GRANTS, "").split(".") if part]
    response.set_cookie(GRANTS, ".".join([*held, secret][-KEPT:]), max_age=AGE, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


def keep_card(response: HttpResponse, code: str) -> None:
    """The device was at the table on which this card lies: it may become the table's phone, or a pair's."""
    response.set_cookie(CARD, code, max_age=CARD_AGE, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


def held_before(request: HttpRequest, table: Table) -> bool:
    """Did this device hold the slips of the table earlier? What waited on it may still come in, to be agreed by others."""
    held = [secret_hash(part) for part in request.COOKIES.get(GRANTS, "").split(".") if part][-KEPT:]
    return Device.objects.filter(session=table.session, table=table.number, use=DeviceUse.SLIP, secret_hash__in=held).exists()
