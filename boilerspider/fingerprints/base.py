"""What a plug of drawer two promises."""

from __future__ import annotations

from typing import Protocol

from boilerspider.model import Fingerprint


class Fingerprinter(Protocol):
    """Normalised text in, fingerprint out; the same on every machine and in every version of Python."""

    def of(self, normalised: str) -> Fingerprint:
        """The fingerprint of a normalised text (`fingerprints.normalise`); the empty one for no text."""
