"""What the log leaves out."""

import logging


class WithoutTraceback(logging.Filter):
    """One line is enough where the program is not at fault, and anybody can send thousands: a request by a name that the site does not answer to, a page
    that somebody may not see.

    below   records of this level and above it say where they were raised
    """

    def __init__(self, below: int) -> None:
        super().__init__()
        self.below = below

    def filter(self, record: logging.LogRecord) -> bool:
        """The record goes on, without where it was raised."""
        if record.levelno < self.below:
            record.exc_info = record.exc_text = None
        return True
