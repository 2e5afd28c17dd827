"""Exact: two texts are the same when their normalised forms are equal, letter for letter."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from boilerspider.model import Fingerprint

DIGEST_BYTES = 16
"""Two different texts among 10^12 share a digest with a probability of about 10^-15 (birthday bound)."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The BLAKE2b digest of the normalised text."""

    def of(self, normalised: str) -> Fingerprint:
        """The 16-byte digest; the empty value for the empty text."""
        data = normalised.encode("utf-8", "surrogatepass")
        return Fingerprint("exact", 1, blake2b(data, digest_size=DIGEST_BYTES).digest() if data else b"")
