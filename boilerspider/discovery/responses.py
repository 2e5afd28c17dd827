"""What a fetched body is: its first tag decides, then its type and address; servers mislabel feeds too often."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from boilerspider.discovery.sitemaps import inflated
from boilerspider.discovery.xml import decoded

ResponseKind: TypeAlias = Literal["feed", "sitemap", "html"]

_SNIFFED_BYTES = 8_192
"""How far into a body its root element is looked for. Ours."""

_PROLOG = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?[^>]*>|<!DOCTYPE\s+(?!html)[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(!doctype\s+html|(?:[\w.-]+:)?[a-z][\w.-]*)", re.IGNORECASE)
_ROOTS: dict[str, ResponseKind] = {
    **dict.fromkeys(("rss", "rdf", "feed", "channel"), "feed"),
    **dict.fromkeys(("urlset", "sitemapindex"), "sitemap"),
    **dict.fromkeys(("html", "head", "body"), "html"),
}
_COMPLAINT = "a|b|br|em|font|i|p|pre|span|strong|table|tbody|td|th|tr|u"
"""Elements of what a script says that failed, of PHP's own and of Xdebug's (`<br /> <b>Warning</b>: …`)."""
_LATER_ROOT = re.compile(
    rf"(?:[^<]|</?(?:{_COMPLAINT})(?=[\s/>]))*<(?:rss|(?:[\w.-]+:)?(rdf|feed|urlset|sitemapindex))(?=[\s>])",
    re.IGNORECASE,
)
"""The root of a feed or a sitemap behind such words alone; a page may hold one in a script or a picture."""
_OTHER_VOCABULARIES = frozenset(
    {"svg", "opml", "error", "opensearchdescription", "kml", "gpx", "smil", "tt", "manifest"}
)
_JSON_FEED = re.compile(r"\"version\"\s*:\s*\"https?:\\?/\\?/(?:www\.)?jsonfeed\.org|\"items\"\s*:\s*\[")


def kind_of_response(body: bytes, media_type: str | None, url: str) -> ResponseKind | None:
    """Whether a body is for `parse_feed`, for `sitemap_links` or a web page; None for anything else and for nothing.

    The type is that of its header, in small letters and without parameters; None where it declares none.
    """
    start = inflated(body, _SNIFFED_BYTES)[:_SNIFFED_BYTES]
    if not start or _is_binary(start):
        return None
    text = decoded(start).lstrip()
    if text.startswith("{"):
        return "feed" if _JSON_FEED.search(text) else None
    if _is_address_list(text, media_type, url):
        return "sitemap"
    return _by_root(text, media_type)


def _is_binary(start: bytes) -> bool:
    return start.startswith((b"%PDF", b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"PK\x03\x04")) or (
        b"\0" in start[:512] and not start.startswith((b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"))
    )


def _is_address_list(text: str, media_type: str | None, url: str) -> bool:
    """Whether the body is a sitemap in plain text: addresses, one a line."""
    if not text.startswith(("http://", "https://")):
        return False
    return media_type == "text/plain" or url.lower().partition("?")[0].endswith((".txt", ".txt.gz"))


def _by_root(text: str, media_type: str | None) -> ResponseKind | None:
    text = _PROLOG.sub("", text)
    match = _ROOT.search(text)
    root = re.sub(r"^!doctype\s+", "", match[1].lower()).rpartition(":")[2] if match else ""
    if root in _ROOTS:
        return _ROOTS[root]
    if root in _OTHER_VOCABULARIES or not match:
        return None
    if later := _LATER_ROOT.match(text):
        return _ROOTS[(later[1] or "rss").lower()]
    if not media_type or media_type in {"text/html", "application/xhtml+xml"}:
        return "html"
    return "feed" if media_type.endswith(("rss+xml", "atom+xml", "rdf+xml")) else None
