"""Which of several network cards the hall's phones can reach, and which ports are free."""

import socket

from clubsite.addresses import Card, hall_cards, is_free, likelihood


def in_order(*cards: Card) -> list[str]:
    """Names of cards, the likeliest first."""
    return [card.name for card in sorted(cards, key=likelihood)]


def test_real_cards_come_before_those_of_containers_and_tunnels() -> None:
    cards = (
        Card("docker0", "172.17.0.1", False),
        Card("tun0", "10.8.0.6", True),  # a tunnel is the way out, and still no phone is behind it
        Card("vEthernet (WSL)", "172.28.16.1", False),
        Card("wlan0", "192.168.1.20", False),
        Card("VirtualBox Host-Only Network", "192.168.56.1", False),
        Card("br-1f2e3d", "172.18.0.1", False),
    )
    assert in_order(*cards)[0] == "wlan0"


def test_the_way_out_comes_first_among_real_cards() -> None:
    assert in_order(Card("eth0", "192.168.0.9", False), Card("wlp3s0", "10.0.0.5", True)) == ["wlp3s0", "eth0"]


def test_without_a_way_out_the_commonest_private_network_comes_first_and_a_card_without_router_last() -> None:
    cards = (Card("eth0", "169.254.7.7", False), Card("eth1", "203.0.113.5", False), Card("wlan0", "10.1.2.3", False), Card("wlan1", "192.168.43.1", False))
    assert in_order(*cards) == ["wlan1", "wlan0", "eth1", "eth0"]


def test_cards_of_common_systems_count_as_real() -> None:
    for name in ("en0", "Wi-Fi", "Ethernet 2", "wlx00c0ca", "enp0s31f6", "WLAN", "以太网"):
        assert likelihood(Card(name, "192.168.1.2", False))[0] is False, name


def test_this_computer_is_never_a_card_of_the_hall() -> None:
    assert not [card for card in hall_cards() if card.address.startswith("127.")]


def test_a_port_is_free_until_somebody_listens() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        listener.listen()
        assert not is_free("127.0.0.1", port)
        assert not is_free("0.0.0.0", port)
    assert is_free("127.0.0.1", port)
