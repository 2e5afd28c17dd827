"""What gives no article says why in the stats; what newsrooms write besides articles is marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page

from tests.spiders.crawls import crawl, stat

pytestmark = pytest.mark.slow

STORY = "<script type='application/ld+json'>{{'@type': '{}', 'headline': 'The {}'{}}}</script>"
CONSENT = (
    "<h1>We value your privacy</h1><p>We and our 842 partners store and access personal data on your device. By choosing to accept you consent to "
    "personalised advertising, measurement and audience research by us and our vendors. You can withdraw your consent at any time in our cookie "
    "preferences; some vendors rely on their legitimate interest.</p><button>Accept all</button>"
)
BLOCKED = "<html><head><title>Just a moment...</title></head><body><h1>post.example</h1><p>Verifying you are human. This may take a few seconds.</p></body></html>"


def story(kind: str, topic: str, more: str = "", count: int = 6) -> str:
    return page(
        topic,
        head=STORY.format(kind, topic, more)
        .replace("'", '"')
        .replace('type="application/ld+json"', "type='application/ld+json'"),
        count=count,
    )


def test_pages_that_are_no_articles_say_what_they_are(site: Callable[..., Site], tmp_path: Path) -> None:
    pages: dict[str, Any] = {
        "story": story("NewsArticle", "ferry"),
        "live": story("LiveBlogPosting", "strike"),
        "gallery": story("ImageGallery", "regatta"),
        "sold-but-whole": story("NewsArticle", "harbour", ", 'isAccessibleForFree': false"),
        "sold": story("NewsArticle", "tunnel", ", 'isAccessibleForFree': false", count=2),
        "robots": BLOCKED,
        "cookies": f"<html><head><title>Post</title></head><body>{CONSENT}</body></html>",
        "gone": "<html><head><title>Page not found - Post</title></head><body><h1>Page not found</h1><p>Try the search.</p></body></html>",
        "short": "<html><head><title>A note</title></head><body><h1>A note</h1><p>The bridge is closed on Monday, for as long as it takes to paint it.</p></body></html>",
    }
    pages = {f"/2026/11/a-page-in-the-feed-{name}": answer for name, answer in pages.items()}
    items = "".join(f"<item><title>News</title><link>{path}</link></item>" for path in pages)
    pages["/"] = (
        "<html><head><title>Post</title><link rel='alternate' type='application/rss+xml' href='/rss.xml'></head><body><p>News</p></body></html>"
    )
    pages["/rss.xml"] = (
        200,
        {"Content-Type": "application/rss+xml"},
        f"<rss version='2.0'><channel><title>Post</title>{items}</channel></rss>".encode(),
    )
    served = site(pages)
    found, log = crawl(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")
    assert {
        article["url"].rpartition("feed-")[2]: (article["page_type"], article["paywalled"]) for article in found
    } == {
        "story": ("article", None),
        "live": ("liveblog", None),
        "gallery": ("gallery", None),
        "sold-but-whole": ("article", True),
    }
    reasons = ("blocked", "consent", "error", "paywall", "short")
    assert {why: stat(log, f"no_article/{why}") for why in reasons} == dict.fromkeys(reasons, 1)

    # What kept the crawl out tells nothing of the story; once more a wall of cookies is tried.
    served.hits.clear()
    pages["/2026/11/a-page-in-the-feed-robots"] = story("NewsArticle", "lighthouse")
    found, log = crawl(tmp_path, "2.jsonl", "-a", f"sites={served.base}/")
    assert [article["title"] for article in found] == ["The lighthouse"]
    asked = {path.rpartition("feed-")[2] for path in served.paths() if path.startswith("/2026")}
    assert asked == {"robots", "cookies"}
    served.hits.clear()
    crawl(tmp_path, "3.jsonl", "-a", f"sites={served.base}/")
    assert [path for path in served.paths() if path.startswith("/2026")] == []
