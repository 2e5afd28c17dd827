"""Fingerprints: the identity of a normalised text."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct

from boilerspider.model.outline import Outline

NO_OUTLINE = Outline()
"""Of a text of whose page nothing is known."""


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


@dataclass(frozen=True, slots=True)
class Sketch:
    """What tells how similar two texts are, without the texts. Only sketches of one algorithm and version may be compared.

    Texts that are similar share a key with high probability, texts that are not hardly ever do: a
    store looks sketches up by their keys and compares what it finds. A key is a positive number of
    31 bits. A slot is four bits, two in a byte; 0 says that nothing of the text fell into it. The
    outline says of which blocks of its page the text was made, where that is known.
    """

    algorithm: str
    version: int
    keys: tuple[int, ...] = ()
    slots: bytes = b""
    outline: Outline = NO_OUTLINE

    def __bool__(self) -> bool:
        """False where there is nothing to remember; a text that is too short for keys is similar to no other."""
        return bool(self.keys or self.outline)

    def similarity(self, other: Sketch | None) -> float | None:
        """The estimated share of their shingles that two texts have in common; None where they cannot be compared.

        Slots that are empty in both say nothing (Li, Owen and Zhang 2012, "One Permutation Hashing",
        section 2), and one in fifteen agrees by chance (Li and König 2010, "b-Bit Minwise Hashing").
        It never says 1: texts may differ by less than it can see.
        """
        if other is None or not (self.keys and other.keys):
            return None
        if (self.algorithm, self.version) != (other.algorithm, other.version):
            return None
        mine, theirs = int.from_bytes(self.slots, "big"), int.from_bytes(other.slots, "big")
        filled = _filled(mine | theirs, len(self.slots))
        in_both = _filled(mine, len(self.slots)) + _filled(theirs, len(self.slots)) - filled
        agreeing = filled - _filled(mine ^ theirs, len(self.slots))
        equal = (VALUES * agreeing - in_both) / (VALUES - 1)
        return min(max(equal, 0.0) / filled, 1 - 0.5 / filled)

    def pack(self) -> bytes:
        """Keys, slots and outline in one value, for stores that keep them all."""
        keys, slots = self.keys or (NO_KEY,) * KEYS, self.slots or bytes(SLOT_BYTES)
        return PACKED_KEYS.pack(*keys) + slots + self.outline.pack()

    @classmethod
    def unpack(cls, algorithm: str, version: int, packed: bytes) -> Sketch:
        """The sketch of what `pack` gave."""
        keys, end = PACKED_KEYS.unpack_from(packed), PACKED_KEYS.size + SLOT_BYTES
        outline = Outline.unpack(packed[end:])
        if NO_KEY in keys:
            return cls(algorithm, version, outline=outline)
        return cls(algorithm, version, keys, packed[PACKED_KEYS.size : end], outline)


KEYS = 5
"""Keys of a sketch: with five, two texts of similarity 0.6 share one with probability 0.99, of 0.8 with 0.9997."""

VALUES = 15
"""What a slot can say beside that it is empty."""

SLOT_BYTES = 64
"""Of the slots of a sketch."""

NO_KEY = 0
"""In the place of a key where a text has none."""

PACKED_KEYS = Struct(f">{KEYS}I")


def _filled(slots: int, size: int) -> int:
    """How many of the slots in so many bytes are not 0."""
    folded = slots | slots >> 1 | slots >> 2 | slots >> 3
    return (folded & int.from_bytes(b"\x11" * size, "big")).bit_count()
