"""The addresses under which the phones in the hall can reach this computer."""

import errno
import ipaddress
import re
import socket
from dataclasses import dataclass

import psutil

# Cards of virtual machines, containers and tunnels: no phone is behind them.
_VIRTUAL = re.compile(
    r"docker|podman|lxc|cni|veth|^br-|bridge\d|virbr|vmnet|vmware|vboxnet|virtualbox|vethernet|hyper-v"
    r"|^lo\d*$|loopback|tun|tap|utun|wg\d|tailscale|zerotier|^zt|awdl|llw|anpi",
    re.IGNORECASE,
)
# Networks that routers of halls and homes give out, the commonest first.
_PRIVATE = tuple(ipaddress.ip_network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12"))


@dataclass(frozen=True, slots=True)
class Card:
    """A network card with its address in dotted form; `routed` when the way out of the hall leads through it."""

    name: str
    address: str
    routed: bool


def hall_cards() -> list[Card]:
    """The cards that are up and have an IPv4 address beyond this computer, the likeliest to be the hall's first."""
    out = _way_out()
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    cards = [
        Card(name, found.address, found.address == out)
        for name, addresses in psutil.net_if_addrs().items()
        if name in up
        for found in addresses
        if found.family == socket.AF_INET and not ipaddress.ip_address(found.address).is_loopback
    ]
    return sorted(cards, key=likelihood)


def likelihood(card: Card) -> tuple[bool, bool, bool, int, str, str]:
    """What a card is sorted by: real cards first, then addresses that a router gave, then the way out, then the commonest private network."""
    address = ipaddress.ip_address(card.address)
    network = next((number for number, private in enumerate(_PRIVATE) if address in private), len(_PRIVATE))
    return bool(_VIRTUAL.search(card.name)), address.is_link_local, not card.routed, network, card.name, card.address


def _way_out() -> str:
    """The address from which this computer would speak to the world; empty without a way. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def is_free(host: str, port: int) -> bool:
    """Whether a server may listen there. Raises OSError where the host is not this computer's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # Without it a port that was left a moment ago looks taken; on Windows the same option would allow two servers.
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as trouble:
            if trouble.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            raise
    return True
