"""First version follows."""


def enter(argv: list[str]) -> None:
    """Go on in this Python."""
