"""Tests of the engine run on busy machines: how long one example takes says nothing."""

from hypothesis import settings

settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
