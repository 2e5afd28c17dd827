"""What one site has elsewhere: asked on another's server, at its own cost."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl import keys


def anywhere(request: Request, meta: Mapping[str, Any] = MappingProxyType({})) -> Request:
    """The request, followed wherever it is redirected to: what the user, or a site of the crawl, named is where it leads."""
    return request.replace(meta={**request.meta, **meta, "allow_offsite": True})


def lender_of(response: Response) -> str:
    """An address of the site that has a feed, a sitemap or a page of links asked, wherever that lies."""
    return str(response.meta.get(keys.LENDER, response.url))
