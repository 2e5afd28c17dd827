"""Verdicts: what a store answers when an article asks to be admitted."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from boilerspider.model.fingerprint import Fingerprint, Sketch


class Outcome(enum.Enum):
    """What the store found."""

    NEW = "new"
    REVISED = "revised"
    DUPLICATE = "duplicate"


class Scope(enum.Enum):
    """Whose articles a new one is compared with."""

    RUN = "run"
    SITE = "site"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an article says of itself when it asks to be admitted."""

    url: str
    site: str
    """The registered domain, or host and port where there is none."""
    fingerprint: Fingerprint
    canonical_url: str | None = None
    """Only where it lies on the same site: then it should name the same story as `url`."""
    title: str | None = None
    published: datetime | None = None
    sketch: Sketch | None = None
    """Where near texts are to be found too; None: equal ones alone."""
    copy_of: str | None = None
    """The canonical URL where it lies on another site: the page says itself that it is a syndicated copy."""
    led_by: tuple[str, ...] = ()
    """What redirects to it, on the same site: addresses that its story may have had before."""
    similarity: float | None = None
    """From where on a text like its own makes it a copy; None: from where on whoever asks says."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Those that may name its story, the surest first."""
        return tuple(dict.fromkeys(url for url in (self.url, self.canonical_url, *self.led_by) if url))

    @property
    def keys(self) -> frozenset[int]:
        """The keys by which similar texts are looked up."""
        return frozenset(self.sketch.keys if self.sketch is not None else ())


@dataclass(frozen=True, slots=True)
class Verdict:
    """The store's answer. `claim` is to be confirmed or released, and None for a duplicate."""

    outcome: Outcome
    claim: str | None
    first_seen: datetime
    """When the story was first admitted, in UTC."""
    revision: int = 0
    original_url: str | None = None
    """For a duplicate or a revision: the URL under which the story was first admitted."""
    previous: Fingerprint | None = None
    """For a revision: the fingerprint of the text before."""
    similarity: float | None = None
    """For a duplicate: 1.0 for equal normalised texts, less for near ones; None where the canonical URL alone tells.
    For a revision: the share of the text that stood before, where both texts have a sketch; an estimate."""
