"""What a response says of itself: whether it has a page, whether it is HTML, in which encoding, and what was made of it already."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from boilerspider.reading import Parsed

HTML_TYPES = ("text/html", "application/xhtml+xml")
READ_STATUSES = frozenset((200, 203))
"""Answers with a page: as its server has it, and as something on the way has changed it (RFC 9110, 15.3)."""

_TYPE = re.compile(r"(?:^|,)\s*([\w.+-]+/[\w.+-]+)\s*(?=[;,]|$)", re.ASCII)
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?\s*([\w.:+-]+)", re.ASCII | re.IGNORECASE)


def content_type(response: Response) -> str | None:
    """Its Content-Type; None where it declares none."""
    header = response.headers.get(b"Content-Type")
    return header.decode("latin-1") if header else None


def robots_txt(request: Request) -> str | None:
    """The address of the robots.txt that RobotsTxtMiddleware asks for with a request, wherever that has been redirected to; None for any other."""
    url: str = request.meta.get("redirect_urls", [request.url])[0]
    return url if request.callback is NO_CALLBACK and urlsplit(url).path == "/robots.txt" else None


def is_html(response: Response) -> bool:
    """Whether its Content-Type says HTML; where it declares no type, or what is none, whether Scrapy takes it for text.

    Of several types in one header, as proxies join two of them, the last counts (Fetch standard, "extract a MIME type").
    """
    declared = _TYPE.findall(content_type(response) or "")
    return declared[-1].lower() in HTML_TYPES if declared else isinstance(response, TextResponse)


def declared_encoding(response: Response) -> str | None:
    """The encoding in the Content-Type header alone; what the page itself declares is read with it."""
    found = _CHARSET.search(content_type(response) or "")
    return found[1] if found else None


def parsed(response: Response) -> Parsed | None:
    """The tree that another middleware has had made of the response; asking for the selector would make one."""
    selector = getattr(response, "_cached_selector", None)
    if selector is None or selector.type != "html" or not isinstance(response, TextResponse):
        return None
    return Parsed(selector.root, response.text)
