"""The embedded newspaper: a little publisher of our own, as messy as a real one, for demonstrations and tests."""

from boilerspider.demo.newspaper import Newspaper
from boilerspider.demo.stories import Picture, Story

__all__ = ["Newspaper", "Picture", "Story"]
