"""Feed bytes -> links to articles: RSS 0.9 to 2.0, RDF, Atom and JSON Feed, as broken as sites publish them.

An entry is read by the local names of its children, whatever prefix they carry, as long as their
namespace is the entry's own or one that speaks of the same things (Dublin Core, Atom, FeedBurner):
a picture's title or a podcast's link is not the story's. Whatever the bytes, links come out or none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from boilerspider.discovery.base import Link, LinkKind
from boilerspider.discovery.fields import language_tag, moment, plain, web_link
from boilerspider.discovery.sitemaps import inflated
from boilerspider.discovery.xml import content, decoded, elements, local, namespace

MAX_ENTRIES = 10_000
"""Entries read of one feed; real ones hold 10 to 500. Ours."""

_KINDRED = ("/dc/", "w3.org/2005/atom", "purl.org/atom", "feedburner")
"""What the namespaces of Dublin Core, Atom and FeedBurner contain, in lower case."""
_KINDRED_PREFIXES = frozenset({"dc", "dcterms", "atom", "a10", "feedburner"})

_PUBLISHED = ("pubdate", "published", "issued", "date", "created")
_MODIFIED = ("updated", "modified")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_RDF_ABOUT = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"


def parse_feed(body: bytes, url: str, *, now: datetime | None = None) -> tuple[Link, ...]:
    """The entries of a feed in its order, each address once; none where the bytes are no feed.

    Relative links resolve against `xml:base` and the feed's `url`; dates after `now` (default: the
    clock's) are dropped.
    """
    body = inflated(body)
    entries = (
        _json_links(body, url, now) if body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" else _xml_links(body, url, now)
    )
    links: dict[str, Link] = {}
    for link in islice(entries, MAX_ENTRIES):
        if link.url:
            links.setdefault(link.url, link)
    return tuple(links.values())


def _xml_links(body: bytes, url: str, now: datetime | None) -> Iterator[Link]:
    feed_language = None
    for element in elements(body, ("item", "entry"), ("language",)):
        if local(element) == "language":
            parent = element.getparent()
            if parent is not None and local(parent) == "channel":
                feed_language = language_tag(content(element))
            continue
        link = _entry(element, url, now)
        yield link if link.language else replace(link, language=feed_language)


def _entry(element: etree._Element, url: str, now: datetime | None) -> Link:
    fields = _fields(element)
    base = _base(element, url)
    return Link(
        _address(element, fields, base),
        LinkKind.ARTICLE,
        plain(_text(fields, ("title",))),
        moment(_text(fields, _PUBLISHED), now),
        moment(_text(fields, _MODIFIED), now),
        language_tag(_text(fields, ("language",)) or _inherited_language(element)),
        "feed",
    )


def _fields(element: etree._Element) -> dict[str, list[etree._Element]]:
    """The entry's children that speak of the story, by local name; of an entry that alone has a prefix also those without."""
    own = namespace(element)
    fields: dict[str, list[etree._Element]] = {}
    for child in element:
        space = namespace(child)
        if space in ("", own) or space in _KINDRED_PREFIXES or any(mark in space.lower() for mark in _KINDRED):
            fields.setdefault(local(child), []).append(child)
    return fields


def _text(fields: dict[str, list[etree._Element]], names: tuple[str, ...]) -> str | None:
    texts = (content(element).strip() for name in names for element in fields.get(name, ()))
    return next((text for text in texts if text), None)


def _base(element: etree._Element, url: str) -> str:
    try:
        return urljoin(url, element.base or "")
    except ValueError:
        return url


def _address(element: etree._Element, fields: dict[str, list[etree._Element]], base: str) -> str:
    """The first web address among: the original link behind a redirector, links, a permanent guid, an id."""
    candidates = [content(link) for link in fields.get("origlink", ())]
    candidates += [_reference(link) for link in sorted(fields.get("link", ()), key=_link_rank)]
    candidates += [guid.text or "" for guid in fields.get("guid", ()) if _is_permalink(guid)]
    candidates.append(element.get(_RDF_ABOUT, ""))
    candidates += [text for name in ("id", "identifier") if (text := _text(fields, (name,)) or "").startswith("http")]
    return next((address for candidate in candidates if (address := web_link(base, candidate))), "")


def _is_permalink(guid: etree._Element) -> bool:
    """A guid is an address unless it says no; one that only looks relative is an identifier."""
    return guid.get("isPermaLink", "true").lower() != "false" and (guid.text or "").strip().startswith("http")


def _link_rank(link: etree._Element) -> int:
    """0 for the page itself, 1 for the same in a form that is no web page, 2 for everything else."""
    if link.get("rel", "alternate").lower() != "alternate":
        return 2
    return 0 if "html" in link.get("type", "html").lower() else 1


def _reference(link: etree._Element) -> str:
    if _link_rank(link) == 2:
        return ""
    return link.get("href") or content(link)


def _inherited_language(element: etree._Element) -> str | None:
    node: etree._Element | None = element
    while node is not None:
        if tag := node.get(_XML_LANG):
            return tag
        node = node.getparent()
    return None


def _json_links(body: bytes, url: str, now: datetime | None) -> Iterator[Link]:
    try:
        feed = json.loads(decoded(body).lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return
    items = feed.get("items")
    if not isinstance(items, list):
        return
    for item in items:
        if isinstance(item, dict):
            yield _json_entry(item, feed, url, now)


def _json_entry(item: dict[str, Any], feed: dict[str, Any], url: str, now: datetime | None) -> Link:
    def text(name: str) -> str:
        value = item.get(name)
        return value if isinstance(value, str) else ""

    identifier = text("id") if text("id").startswith("http") else ""
    feed_language = feed.get("language")
    return Link(
        web_link(url, text("url")) or web_link(url, text("external_url")) or web_link(url, identifier),
        LinkKind.ARTICLE,
        plain(text("title")),
        moment(text("date_published"), now),
        moment(text("date_modified"), now),
        language_tag(text("language") or (feed_language if isinstance(feed_language, str) else None)),
        "feed",
    )
