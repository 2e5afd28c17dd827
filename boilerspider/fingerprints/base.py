"""What a plug of drawer two promises."""

from __future__ import annotations

from typing import Protocol

from boilerspider.model import Fingerprint, Sketch


class Fingerprinter(Protocol):
    """Normalised text in, fingerprint or sketch out; the same on every machine and in every version of Python."""

    def of(self, normalised: str) -> Fingerprint | Sketch:
        """The value of a normalised text (`fingerprints.normalise`); an empty one, false, for a text that has none."""
