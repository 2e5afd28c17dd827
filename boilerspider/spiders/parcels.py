"""Large sitemaps as parcels: their answers are cut and packed as they come, and opened piece by piece.

An answer that Scrapy has in hand until its callback is done counts by its size, and above five megabytes nothing else is
asked: one sitemap of 50,000 addresses kept the crawl for as long as it was read. A parcel counts as nothing.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter
from typing import Any

from scrapy import Request
from scrapy.http import Response
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread

from boilerspider.crawl import keys
from boilerspider.discovery import breaks_off, inflating, newest, pieces
from boilerspider.redaction import redacted

logger = logging.getLogger(__name__)

_LEVEL = 1
"""Of zlib: a piece is addresses that are much alike. Ours."""

_BODY_BYTES = 2_048
"""Of a parcel: what tells that it is a sitemap. Ours."""


class Parcel(Response):
    """The answer with a large sitemap: in its body only how it begins, in its pieces all of it."""

    attributes = (*Response.attributes, "packs")

    def __init__(self, *args: Any, packs: list[bytes], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.packs = packs
        """The pieces, packed, the newest last."""

    @property
    def again(self) -> Request:
        """The request for the sitemap, as nobody has asked it."""
        assert self.request is not None
        meta = {name: value for name, value in self.request.meta.items() if name != keys.KEPT_BYTES}
        return self.request.replace(meta=meta)

    def __iter__(self) -> Iterator[bytes]:
        """The pieces, the newest first; what was given is kept no longer."""
        assert self.request is not None
        while self.packs:
            pack = self.packs.pop()
            self.request.meta[keys.KEPT_BYTES] -= len(pack)
            yield zlib.decompress(pack)


class Parcels:
    """Makes parcels of large sitemaps; downloader middleware, order 530: after all that looks at an answer as it was sent."""

    async def process_response(self, request: Request, response: Response) -> Response:
        if keys.LEADS_ON not in request.meta or response.status != 200:
            return response
        # In a thread: in turns of the loop, with a page read in each, it would be in memory as it was sent for half a minute.
        packs = await maybe_deferred_to_future(deferToThread(_packed, response.body))
        if await maybe_deferred_to_future(deferToThread(breaks_off, response.body)):
            logger.warning(
                "The sitemap %s breaks off: what stands behind is not known. Its gzip file is cut short or damaged at its site",
                redacted(response.url),
            )
        if not packs:
            return response
        request.meta[keys.KEPT_BYTES] = sum(map(len, packs))
        whole = {name: getattr(response, name) for name in Response.attributes}
        return Parcel(**{**whole, "body": next(inflating(response.body))[:_BODY_BYTES], "packs": packs})


def _packed(body: bytes) -> list[bytes]:
    """The pieces of a sitemap, packed, the newest last; none where it is small."""
    found = pieces(body)
    first, second = next(found, b""), next(found, b"")
    if not second:
        return []
    packed = [(newest(piece), zlib.compress(piece, _LEVEL)) for piece in chain((first, second), found)]
    # The last of them is the next; what has the same date, or none, comes in the sitemap's order.
    packed.reverse()
    return [pack for _, pack in sorted(packed, key=itemgetter(0))]
