"""Sitemap and robots.txt bytes -> links: what a site says it holds, streamed, tolerant, with limits.

Of an entry its address and dates are read, and what the news extension says; pictures, videos and
translations inside an entry are not the entry. Plain text and gzip are sitemaps too.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from itertools import islice

from lxml import etree

from boilerspider import gzips
from boilerspider.discovery.base import Link, LinkKind
from boilerspider.discovery.fields import language_tag, moment, plain, web_link
from boilerspider.discovery.rules import is_page, looks_like_listing
from boilerspider.discovery.xml import content, decoded, elements, local

MAX_ENTRIES = 50_000
"""Entries read of one sitemap; the limit of sitemaps.org's protocol."""

MAX_INFLATED_BYTES = 52_428_800
"""Bytes of a compressed sitemap that are read; the limit of sitemaps.org's protocol (50 MiB)."""

MAX_MEMBERS = 1_000
"""Of a gzip file (RFC 1952, section 2.2) that are read; those who join files have one for each. Ours."""

MAX_ROBOTS_SITEMAPS = 500
"""Sitemaps read of one robots.txt. Ours."""

SNIFFED_BYTES = 1_000
"""In which a sitemap that is no plain text has its first tag. Ours."""

_Fields = dict[str, str]


def sitemap_links(body: bytes, url: str, *, now: datetime | None = None) -> Iterator[Link]:
    """The entries of a sitemap or a sitemap index in its order, each address once; none where the bytes are neither.

    Entries of an index are of kind SITEMAP; those of a sitemap are ARTICLE, unless their address has
    the shape of a listing and no news entry vouches for it. Dates after `now` (default: the clock's)
    are dropped. Each is read when it is asked for.
    """
    body = inflated(body)
    entries = _xml_links(body, url, now) if b"<" in body[:SNIFFED_BYTES] else _text_links(body, url)
    met: set[str] = set()
    for link in islice(entries, MAX_ENTRIES):
        if link.url and link.url not in met:
            met.add(link.url)
            yield link


def inflated(body: bytes, limit: int = MAX_INFLATED_BYTES) -> bytes:
    """The body without gzip, at most `limit` bytes of it; what is cut short or damaged gives what came before."""
    return b"".join(inflating(body, limit)) if body.startswith(gzips.MAGIC) else body


def breaks_off(body: bytes) -> bool:
    """Whether a gzip file is cut short or damaged; it is read once to its end, or to the limit."""
    if not body.startswith(gzips.MAGIC):
        return False
    stream = inflating(body)
    try:
        while True:
            next(stream)
    except StopIteration as end:
        return not end.value


def inflating(body: bytes, limit: int = MAX_INFLATED_BYTES) -> Generator[bytes, None, bool]:
    """What `inflated` gives, little by little, and whether that is all, as far as the limits reach."""
    if not body.startswith(gzips.MAGIC):
        yield from (body[at : at + gzips.PIECE_BYTES] for at in range(0, len(body), gzips.PIECE_BYTES))
        return True
    ends, members = False, 0
    with suppress(zlib.error):  # what was readable is kept
        for piece in gzips.pieces(BytesIO(body)):
            yield piece.content[:limit]
            ends, limit, members = piece.ends, limit - len(piece.content), members + piece.ends
            if limit <= 0 or members == MAX_MEMBERS:
                return True
        return ends
    return False


def _xml_links(body: bytes, url: str, now: datetime | None) -> Iterator[Link]:
    for element in elements(body, ("url", "sitemap")):
        fields = _fields(element)
        address = web_link(url, fields.get("loc"))
        if local(element) == "sitemap":
            yield Link(address, LinkKind.SITEMAP, modified=moment(fields.get("lastmod"), now), source="sitemap")
        elif is_page(address):
            yield _entry(address, fields, now)


def _entry(address: str, fields: _Fields, now: datetime | None) -> Link:
    listing = "news" not in fields and looks_like_listing(address)
    return Link(
        address,
        LinkKind.LISTING if listing else LinkKind.ARTICLE,
        plain(fields.get("title")),
        moment(fields.get("publication_date"), now),
        moment(fields.get("lastmod"), now),
        language_tag(fields.get("language")),
        "sitemap",
    )


def _fields(element: etree._Element) -> _Fields:
    """The texts of an entry and of its news extension by local name; "news" is there when the extension is."""
    fields: _Fields = {}
    for child in element:
        name = local(child)
        if name == "news":
            fields["news"] = ""
            for detail in child.iter():
                fields.setdefault(local(detail), (detail.text or "").strip())
        elif name in {"loc", "lastmod"} and not len(child):
            fields.setdefault(name, content(child).strip())
    return fields


def _text_links(body: bytes, url: str) -> Iterator[Link]:
    for line in decoded(body).splitlines():
        address = web_link(url, line) if line.strip().startswith(("http://", "https://")) else ""
        if address and is_page(address):
            kind = LinkKind.LISTING if looks_like_listing(address) else LinkKind.ARTICLE
            yield Link(address, kind, source="sitemap")


def robots_sitemaps(body: bytes, url: str) -> tuple[Link, ...]:
    """The sitemaps that a robots.txt names, each once, in its order."""
    links: dict[str, Link] = {}
    for line in decoded(body).splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        if name.strip().lower() == "sitemap" and (address := web_link(url, value)):
            links.setdefault(address, Link(address, LinkKind.SITEMAP, source="sitemap"))
    return tuple(islice(links.values(), MAX_ROBOTS_SITEMAPS))
