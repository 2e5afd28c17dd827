"""What machines read of a site: RSS, Atom, sitemaps and robots.txt. The same text on every hit until a story changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from xml.sax.saxutils import escape

from boilerspider.demo.site import Site
from boilerspider.demo.stories import Story

NEWS_SITEMAP_HOURS = 48
"""How old a story in a news sitemap may be (the limit of the news sitemap protocol)."""


def rss(site: Site) -> bytes:
    """The RSS feed, in the paper's own encoding."""
    return _document(site, "rss", _entries(site, "rss_entry", site.announced("rss")), site.paper.encoding)


def atom(site: Site) -> bytes:
    """The Atom feed."""
    return _document(site, "atom", _entries(site, "atom_entry", site.announced("atom")))


def sitemap_index(site: Site) -> bytes:
    """The index of the two sitemaps below."""
    return _document(site, "index", "")


def news_sitemap(site: Site) -> bytes:
    """The stories of the last two days, with their titles."""
    oldest = site.stories[0].published - timedelta(hours=NEWS_SITEMAP_HOURS - 1)
    recent = (story for story in site.announced("sitemap") if story.published > oldest)
    return _document(site, "sitemap", _entries(site, "news_entry", recent))


def archive_sitemap(site: Site) -> bytes:
    """All the stories that sitemaps name."""
    return _document(site, "sitemap", _entries(site, "archive_entry", site.announced("sitemap")))


def robots(site: Site) -> bytes:
    """The rules for crawlers: no private pages, no search."""
    return site.press.designs["feeds"].render("robots", {"base": site.base}).encode()


def updated(site: Site) -> datetime:
    """When any story of the site last changed."""
    return max(story.modified for story in site.stories)


def _document(site: Site, fragment: str, entries: str, encoding: str = "utf-8") -> bytes:
    values = {
        "encoding": encoding,
        "name": escape(site.paper.name),
        "base": site.base,
        "language": site.paper.language,
        "updated": updated(site).isoformat(),
        "updated_rfc": format_datetime(updated(site)),
        "entries": entries,
    }
    return site.press.designs["feeds"].render(fragment, values).encode(encoding, "xmlcharrefreplace")


def _entries(site: Site, fragment: str, stories: Iterable[Story]) -> str:
    return "\n".join(_entry(site, fragment, story) for story in stories)


def _entry(site: Site, fragment: str, story: Story) -> str:
    values = {
        "id": story.id,
        "url": escape(site.url(story)),
        "title": escape(story.title),
        "name": escape(site.paper.name),
        "names": escape(", ".join(story.authors)),
        "section": escape(story.section),
        "language": story.language,
        "description": escape(story.description),
        "published": story.published.astimezone(site.paper.zone).isoformat(),
        "published_rfc": format_datetime(story.published.astimezone(timezone.utc), usegmt=True),
        "modified": story.modified.astimezone(site.paper.zone).isoformat(),
    }
    return site.press.designs["feeds"].render(fragment, values)
