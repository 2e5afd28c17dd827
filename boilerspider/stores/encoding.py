"""How stores that keep their memory outside the process write texts, times and URLs."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from typing import Final

KEY_BYTES: Final = 16
"""Of a URL's digest: two among 10^12 URLs agree with a probability of about 10^-15."""

TITLE_CHARACTERS: Final = 200
"""More is no title; lists show fewer. Ours."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=timezone.utc)
MICROSECOND: Final = timedelta(microseconds=1)


def url_key(url: str) -> bytes:
    """What a URL is found by."""
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


def to_microseconds(moment: datetime) -> int:
    """A time as stores keep it; one without a zone is taken for UTC."""
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=timezone.utc)
    return (aware - EPOCH) // MICROSECOND


def from_microseconds(number: int) -> datetime:
    """A time that a store kept, in UTC; of one for which that has no year the nearest."""
    return EPOCH + min(max(number, _FIRST), _LAST) * MICROSECOND


_FIRST = to_microseconds(datetime.min.replace(tzinfo=timezone.utc))
_LAST = to_microseconds(datetime.max.replace(tzinfo=timezone.utc))


def storable(text: str) -> str:
    """A text without lone surrogates, which databases do not take."""
    return text.encode("utf-8", "replace").decode("utf-8")
