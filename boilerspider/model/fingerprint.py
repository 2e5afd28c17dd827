"""Fingerprints: the identity of a normalised text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """An algorithm's value for one text. Only values of one algorithm and version may be compared."""

    algorithm: str
    version: int
    value: bytes

    @property
    def hex(self) -> str:
        """The value as people and feeds see it; empty for the fingerprint of nothing."""
        return self.value.hex()

    def __bool__(self) -> bool:
        """False for the fingerprint of an empty text, which equals no other."""
        return bool(self.value)
