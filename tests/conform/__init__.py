"""Runs files of vectors through the engine's public functions and prints what differs. An adapter only: no rule of the game stands here."""
