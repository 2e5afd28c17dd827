"""Which share of the sites a crawl takes, where several crawls share them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from boilerspider.errors import BadConfiguration
from boilerspider.urls import site_of

_SHARD = re.compile(r"([1-9]\d{0,3})/([1-9]\d{0,3})")


@dataclass(frozen=True, slots=True)
class Shard:
    """The `number`-th of `count` shares. A registered domain, with all its hosts, belongs to exactly one; on every machine to the same."""

    number: int = 1
    count: int = 1

    @classmethod
    def read(cls, name: str, value: str) -> Shard:
        """The share that `2/4` names; BadConfiguration for anything else."""
        found = _SHARD.fullmatch(value)
        if not found or int(found[1]) > int(found[2]):
            raise BadConfiguration(f"-a {name}={value}: a share is needed, such as 1/4 for the first of four")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def mine(self, urls: Iterable[str]) -> tuple[str, ...]:
        """Those of the URLs whose site belongs to this share."""
        return tuple(url for url in urls if self.count == 1 or self._holds(site_of(url)))

    def _holds(self, site: str) -> bool:
        digest = blake2b(site.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.count == self.number - 1
