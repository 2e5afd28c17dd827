"""What a response says of itself: whether it has a page, whether it is HTML, in which encoding, and what was made of it already."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import asked_first
from boilerspider.model import Article
from boilerspider.reading import Parsed

HTML_TYPES = ("text/html", "application/xhtml+xml")
READ_STATUSES = frozenset((200, 203))
"""Answers with a page: as its server has it, and as something on the way has changed it (RFC 9110, 15.3)."""
FIRST_ERROR = 400
"""The first of the statuses of errors (RFC 9110, 15.5)."""

_WORDS = re.compile(r"text/.*|application/(?:[\w.-]+\+)?(?:json|xml)")
"""Types in which servers say in words, or to programs, what is wrong; pictures, films and PDF are what was asked for."""

_CHALLENGE = b"x-amzn-waf-action"
"""The header of AWS WAF on what it gives in the place of a page, with status 202."""

_TYPE = re.compile(r"(?:^|,)\s*([\w.+-]+/[\w.+-]+)\s*(?=[;,]|$)", re.ASCII)
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?\s*([\w.:+-]+)", re.ASCII | re.IGNORECASE)


def content_type(response: Response) -> str | None:
    """The type that it declares, in small letters; None where it declares none, or what is no type.

    Of several in one header, as proxies join two of them, the last counts (Fetch standard, "extract a MIME type").
    """
    found = _TYPE.findall(_header(response))
    return found[-1].lower() if found else None


def _header(response: Response) -> str:
    return (response.headers.get(b"Content-Type") or b"").decode("latin-1")


def is_robots_txt(url: str) -> bool:
    """Whether an address is a host's robots.txt (RFC 9309, 2.3)."""
    return urlsplit(url).path == "/robots.txt"


def robots_txt(request: Request) -> str | None:
    """The address of the robots.txt that RobotsTxtMiddleware asks for with a request, wherever that has been redirected to; None for any other."""
    url = asked_first(request)
    return url if request.callback is NO_CALLBACK and is_robots_txt(url) else None


def is_html(response: Response) -> bool:
    """Whether its Content-Type says HTML; where it declares no type, whether Scrapy takes it for text."""
    declared = content_type(response)
    return declared in HTML_TYPES if declared else isinstance(response, TextResponse)


def no_page(response: Response) -> str | None:
    """What came in the place of a page, where that tells nothing of what stands there for others; None for pages, errors, and files of other kinds."""
    if response.status >= 300:
        return None
    if response.status not in READ_STATUSES:
        return f"status {response.status}"
    if not response.body.strip():
        return "an empty answer"
    declared = content_type(response) or ""
    return declared if not is_html(response) and _WORDS.fullmatch(declared) else None


def is_challenge(response: Response) -> bool:
    """Whether the headers of an answer that is no error say that it is a check for robots."""
    return response.status < 300 and _CHALLENGE in response.headers


def article_of(asked: Request | Response) -> Article | None:
    """The article that was read of a page; a project's own code may leave anything else in its place."""
    found = asked.meta.get(keys.ARTICLE)
    return found if isinstance(found, Article) else None


def declared_encoding(response: Response) -> str | None:
    """The encoding in the Content-Type header alone; what the page itself declares is read with it."""
    found = _CHARSET.search(_header(response))
    return found[1] if found else None


def parsed(response: Response) -> Parsed | None:
    """The tree that another middleware has had made of the response; asking for the selector would make one."""
    selector = getattr(response, "_cached_selector", None)
    if selector is None or selector.type != "html" or not isinstance(response, TextResponse):
        return None
    return Parsed(selector.root, response.text)
