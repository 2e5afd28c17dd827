"""Bounds on seconds that hold on slow and busy machines: they were set on a fast one, and grow with what this one takes for the same work."""

from __future__ import annotations

import re
import time

from lxml import etree

PAGE = b"<div class='a b'><p>Some words of a line <a href='/x'>that leads</a> on</p></div>" * 2_000

REFERENCE_S = 0.008
"""Processor seconds of `_work` on the machine on which the bounds were set, at rest: reckoned, for one on which lxml takes 2.5 times as long for a page takes 0.020."""

NOISE = 2.0
"""How many times as long a thing may take as the same just before it: the machine has other things to do."""


def is_quick(taken: float, seconds: float) -> bool:
    """Whether something took less than so many seconds of that machine, as this one counts them just now, with room for noise."""
    # Most take far less: they need not wait for what this machine is asked.
    return taken < seconds or taken < NOISE * seconds * _slowness()


def _slowness() -> float:
    """How many times as long as that machine this one takes."""
    start = time.process_time()
    _work()
    return max(1.0, (time.process_time() - start) / REFERENCE_S)


def _work() -> None:
    """A little of all that is bounded: a parse, a walk in Python, patterns, strings."""
    root = etree.fromstring(PAGE, etree.HTMLParser())
    texts = [f"{element.tag} {text}" for element in root.iter() for text in (element.text, element.tail) if text]
    assert len(re.findall(r"\w+", " ".join(texts).casefold())) > len(texts)


__all__ = ["is_quick"]
