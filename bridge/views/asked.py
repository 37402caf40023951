"""Numbers that stand in an address behind its question mark, where anybody can write anything."""

from bridge.forms.slip import LAST_ID


def number_in(text: str, most: int = LAST_ID) -> int | None:
    """The number from 0 to `most` that a text is in plain digits; None for every other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):  # python refuses to read thousands of digits
        return None
    number = int(text)
    return number if number <= most else None
