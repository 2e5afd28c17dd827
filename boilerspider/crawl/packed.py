"""Requests that wait, packed: a sitemap of 50,000 addresses is a queue of as many requests, most of which wait for hours.

Those that come next are at hand. Behind them lie packs of a hundred, a few dozen bytes each request, which
the queue opens when their turn has come.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.utils.request import request_from_dict

PACK = 100
"""Requests of a pack: more take hardly less room each, and longer to open (some milliseconds). Ours."""

_LEVEL = 1
"""Of zlib: addresses of one sitemap are much alike. Ours."""


class _Packer(pickle.Pickler):
    """Packs plain values, times, and our own frozen ones; PicklingError for all else, which may equal only itself (a future, a tracker of the spider's), or answer anything."""

    def reducer_override(self, value: Any) -> Any:
        """Asked of what is neither a number nor a text, nor a list, a set or a dictionary of such."""
        home = (value if isinstance(value, type) else type(value)).__module__
        if home == "datetime" or home.startswith("boilerspider."):
            return NotImplemented
        raise pickle.PicklingError(f"a {type(value).__qualname__} may equal only itself")


class PackedQueue:
    """A queue in memory whose last request comes first, as Scrapy's own gives them; `SCHEDULER_MEMORY_QUEUE`.

    A request that comes out of a pack is one like that which went in, as with JOBDIR. One that carries more than plain values, times and our own
    frozen ones (`_Packer`) waits as it is, with those around it.
    """

    def __init__(self, spider: Spider | None) -> None:
        self._spider = spider
        self._at_hand: list[Request] = []
        self._packs: deque[bytes | list[Request]] = deque()
        """Each of PACK requests, in the order in which they came."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, key: str = "") -> PackedQueue:  # noqa: ARG003 - it is kept nowhere
        return cls(crawler.spider)

    def push(self, request: Request) -> None:
        """Let a request wait, before all that wait already."""
        self._at_hand.append(request)
        if len(self._at_hand) == 2 * PACK:  # so that a push and a pop in turn pack and open nothing
            self._packs.append(self._packed(self._at_hand[:PACK]))
            del self._at_hand[:PACK]

    def pop(self) -> Request | None:
        """The request that came last, or None where none waits."""
        if not self._at_hand and self._packs:
            self._at_hand = self._opened(self._packs.pop())
        return self._at_hand.pop() if self._at_hand else None

    def peek(self) -> Request | None:
        """What `pop` would give."""
        request = self.pop()
        if request is not None:
            self._at_hand.append(request)
        return request

    def in_line(self) -> PackedLine:
        """An empty queue of the same spider whose first request comes first."""
        return PackedLine(self._spider)

    def close(self) -> None:
        """Nothing is kept."""

    def __len__(self) -> int:
        return len(self._at_hand) + PACK * len(self._packs)

    def _packed(self, requests: list[Request]) -> bytes | list[Request]:
        packed = io.BytesIO()
        try:
            _Packer(packed, pickle.HIGHEST_PROTOCOL).dump([self._row(request) for request in requests])
        except (pickle.PicklingError, RecursionError):
            return requests
        return zlib.compress(packed.getvalue(), _LEVEL)

    def _row(self, request: Request) -> dict[str, Any]:
        """What `request_from_dict` makes the request of; `to_dict` goes through all methods of the spider, each time."""
        if type(request) is not Request:
            raise pickle.PicklingError(f"{request}: of a class of its own")
        row = {name: getattr(request, name) for name in request.attributes}
        named = {name: self._name(row[name]) for name in ("callback", "errback")}
        return {**row, **named, "headers": dict(request.headers)}

    def _name(self, method: Callable[..., Any] | None) -> str | None:
        if method is None:
            return None
        name = getattr(method, "__name__", "")
        if getattr(self._spider, name, None) != method:
            raise pickle.PicklingError(f"{method}: no method of the spider")
        return name

    def _opened(self, pack: bytes | list[Request]) -> list[Request]:
        if not isinstance(pack, bytes):
            return pack
        rows: list[dict[str, Any]] = pickle.loads(zlib.decompress(pack))  # noqa: S301 - made here, and nowhere kept
        return [request_from_dict(row, spider=self._spider) for row in rows]


class PackedLine(PackedQueue):
    """One whose first request comes first."""

    def __init__(self, spider: Spider | None) -> None:
        super().__init__(spider)
        self._next: deque[Request] = deque()
        """Those that come before all packs."""

    def push(self, request: Request) -> None:
        """Let a request wait, behind all that wait already."""
        self._at_hand.append(request)
        if len(self._at_hand) == PACK:
            self._packs.append(self._packed(self._at_hand))
            self._at_hand = []

    def pop(self) -> Request | None:
        """The request that came first, or None where none waits."""
        return self._next.popleft() if self.peek() is not None else None

    def peek(self) -> Request | None:
        """What `pop` would give."""
        if not self._next:
            if self._packs:
                self._next.extend(self._opened(self._packs.popleft()))
            else:
                self._next.extend(self._at_hand)
                self._at_hand = []
        return self._next[0] if self._next else None

    def __len__(self) -> int:
        return len(self._next) + super().__len__()
