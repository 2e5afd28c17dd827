"""The front desk of a site: a request in, a reply out. It knows no sockets and keeps no state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from random import Random
from types import MappingProxyType
from urllib.parse import parse_qs, unquote, urlsplit

from boilerspider.demo import feeds
from boilerspider.demo.ads import with_ads
from boilerspider.demo.articles import amp_page, article_page
from boilerspider.demo.listings import broken_page, calendar_page, front_page, listing_page, notice_page
from boilerspider.demo.site import Site
from boilerspider.demo.stories import Story

MAX_PAGE = 9999
LAST_YEAR = 9000
"""Where the calendar ends, so that its dates can still be added to."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back to a client; with `modified` it is the same on every hit and can be validated."""

    status: int
    content_type: str
    body: bytes
    modified: datetime | None = None
    location: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """One request at one site, with the chances of this one hit."""

    site: Site
    path: str
    query: Mapping[str, str]
    chance: Random

    @property
    def labels(self) -> Mapping[str, str]:
        """The words of the paper's own language."""
        return self.site.press.words[self.site.paper.language].labels

    @property
    def page_number(self) -> int:
        """The `page` that the query asks for, from 1; 1 where it makes no sense."""
        digits = self.query.get("page", "1")
        number = int(digits) if re.fullmatch("[0-9]{1,4}", digits) else 1
        return min(max(number, 1), MAX_PAGE)

    def html(self, page: str, status: int = 200, language: str = "") -> Reply:
        """A page in the paper's encoding, with new advertisements."""
        paper = self.site.paper
        text = with_ads(page, language or paper.language, self.site.press, self.chance)
        declared = f"; charset={paper.encoding}" if paper.declared_in_http else ""
        return Reply(status, f"text/html{declared}", text.encode(paper.encoding, "xmlcharrefreplace"))

    def notice(self, label: str, status: int = 200) -> Reply:
        """A page that says why there is nothing to read."""
        return self.html(notice_page(self.site, self.chance, self.labels[f"{label}_title"], self.labels[label]), status)

    def listing(self, title: str, stories: tuple[Story, ...]) -> Reply:
        """The asked page of a listing."""
        at = (self.path, self.page_number)
        return self.html(listing_page(self.site, self.chance, title, stories, at))


def visit(site: Site, target: str, chance: Random) -> Visit:
    """The visit that a request target makes; ValueError when it is no URL."""
    parts = urlsplit(target)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return Visit(site, parts.path or "/", query, chance)


def answer(request: Visit) -> Reply:
    """The reply to any request."""
    for story in request.site.stories:
        if request.path == request.site.path(story):
            return request.html(article_page(request.site, story, request.chance), language=story.language)
        if story.amp and request.path == request.site.amp_path(story):
            return request.html(amp_page(request.site, story, request.chance), language=story.language)
    for pattern, route in _ROUTES:
        match = re.fullmatch(pattern, request.path)
        if match:
            return route(request, unquote(match[1]) if match.re.groups else "")
    return _decoy(request)


def _decoy(request: Visit) -> Reply:
    site = request.site
    if request.path == site.decoy_path("broken"):
        return request.html(broken_page(site, request.chance))
    if request.path == site.decoy_path("missing"):
        return request.notice("not_found")
    if request.path == site.decoy_path("failing"):
        return request.notice("error", 500)
    return request.notice("not_found", 404)


def _front(request: Visit, _: str) -> Reply:
    return request.html(front_page(request.site, request.chance))


def _latest(request: Visit, _: str) -> Reply:
    return request.listing(request.labels["latest"], request.site.stories)


def _section(request: Visit, slug: str) -> Reply:
    names = request.site.press.words[request.site.paper.language].sections
    title = next((name for name, known in names.items() if known == slug), "")
    return request.listing(title, request.site.in_section(slug)) if title else request.notice("not_found", 404)


def _tag(request: Visit, slug: str) -> Reply:
    stories = request.site.with_tag(slug)
    return request.listing(f"#{slug}", stories) if stories else request.notice("not_found", 404)


def _author(request: Visit, slug: str) -> Reply:
    stories = request.site.by_author(slug)
    title = slug.replace("-", " ").title()
    return request.listing(title, stories) if stories else request.notice("not_found", 404)


def _search(request: Visit, _: str) -> Reply:
    wanted = request.query.get("q", "").lower()
    found = tuple(story for story in request.site.stories if wanted in story.title.lower())
    return request.listing(request.labels["search"], found)


def _about(request: Visit, _: str) -> Reply:
    labels = request.labels
    return request.html(notice_page(request.site, request.chance, labels["about"], labels["about_text"]))


def _private(request: Visit, _: str) -> Reply:
    labels = request.labels
    return request.html(notice_page(request.site, request.chance, labels["account"], labels["terms"]))


def _calendar(request: Visit, day: str) -> Reply:
    try:
        wanted = date(*map(int, day.split("/")))
    except ValueError:
        return request.notice("not_found", 404)
    if wanted.year > LAST_YEAR:
        return request.notice("not_found", 404)
    return request.html(calendar_page(request.site, request.chance, wanted))


def _short(request: Visit, story_id: str) -> Reply:
    story = next((story for story in request.site.stories if story.id == story_id), None)
    if story is None:
        return request.notice("not_found", 404)
    return Reply(301, "text/html", b"", location=request.site.url(story))


def _file(request: Visit, name: str) -> Reply:
    body = request.site.press.files.get(name)
    if body is None:
        return request.notice("not_found", 404)
    return Reply(200, "application/pdf" if name.endswith(".pdf") else "image/jpeg", body)


def _picture(request: Visit, _: str) -> Reply:
    return _file(request, "photo.jpg")


def _machine(request: Visit, name: str) -> Reply:
    content_type, write = _MACHINE_READABLE[name]
    return Reply(200, content_type, write(request.site), modified=feeds.updated(request.site))


def _robots(request: Visit, _: str) -> Reply:
    return Reply(200, "text/plain; charset=utf-8", feeds.robots(request.site))


_MACHINE_READABLE: Mapping[str, tuple[str, Callable[[Site], bytes]]] = MappingProxyType(
    {
        "rss": ("application/rss+xml", feeds.rss),
        "atom": ("application/atom+xml", feeds.atom),
        "sitemap": ("application/xml", feeds.sitemap_index),
        "news-sitemap": ("application/xml", feeds.news_sitemap),
        "sitemap-archive": ("text/xml", feeds.archive_sitemap),
    }
)

_ROUTES: tuple[tuple[str, Callable[[Visit, str], Reply]], ...] = (
    ("/", _front),
    ("/latest", _latest),
    ("/section/([a-z]+)", _section),
    ("/tag/([^/]+)", _tag),
    ("/author/([^/]+)", _author),
    ("/search", _search),
    (r"/about\.html", _about),
    ("/private/.*", _private),
    ("/calendar/([0-9]{4}/[0-9]{2}/[0-9]{2})", _calendar),
    ("/go/([^/]+)", _short),
    ("/files/([^/]+)", _file),
    (r"/media/([^/]+)\.jpg", _picture),
    (r"/(rss|atom|sitemap|news-sitemap|sitemap-archive)\.xml", _machine),
    (r"/robots\.txt", _robots),
)
