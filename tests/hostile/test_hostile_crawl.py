"""One site that does everything wrong at once, crawled for real: all good stories come, and every bad answer ends in its line or its stat."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hostile.pages import CASES, MB
from loopback import Site, page, serve

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

GOOD = 25
"""Stories among the hostile pages."""

MAX_WALL_S = 800.0
"""Seconds of the whole crawl on a slow and busy machine, where it took 205; a tenth of it on a quiet one."""

HEAVY = re.compile(
    r"490,000|\d,000 (nested|unclosed|elements|lists|images|different|cells|tables|siblings|list|links)|[1-9] MB (of|less)"
)
"""Cases that take seconds, and that the tests of extraction read too: a few of them are enough here."""
KEPT = ("20 MB", "200,000 nested divs", "100,000 siblings", "10 MB less a bit", "JSON-LD of 5 MB")

HTML = {"Content-Type": "text/html; charset=utf-8"}
XML = {"Content-Type": "application/xml"}
RSS = {"Content-Type": "application/rss+xml"}
FEEDS = ("million", "many", "bomb")
LISTED_BY_A_FEED = "/news/2026/a-story-that-a-feed-of-100000-entries-lists.html"

TOO_LARGE = {
    "/news/2026/a-bomb-in-a-gzip.html": "DOWNLOAD_MAXSIZE",
    "/news/2026/a-bomb-below-the-limit.html": "over the limit",
    "/news/2026/fifty-megabytes-of-text.html": "cannot be fetched",
    "/million.rss": "DOWNLOAD_MAXSIZE",
}
"""What the log says of them."""


def bomb(size: int) -> bytes:
    """So many zeros, packed a chunk at a time."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([*(packer.compress(b"<p>0</p>" * 12_500) for _ in range(size // 100_000)), packer.flush()])


def hostile_path(number: int) -> str:
    return f"/news/2026/hostile-page-number-{number}.html"


def good_path(number: int) -> str:
    return f"/news/2026/good-story-number-{number}.html"


def feed(items: int, subset: str = "", path: str = "/news/2026/good-story-number-1.html") -> bytes:
    item = f"<item><title>A story of a million</title><link>{path}</link></item>"
    return f'<?xml version="1.0"?><!DOCTYPE rss [{subset}]><rss><channel>{item * items}</channel></rss>'.encode()


def entity_bomb() -> str:
    return '<!ENTITY a "lol">' + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))


def pages() -> tuple[dict[str, Any], dict[str, str]]:
    """The site, and the name of each case by its path."""
    names = [name for name in CASES if name in KEPT or not HEAVY.search(name)]
    cases = {hostile_path(number): name for number, name in enumerate(names)}
    site: dict[str, Any] = {path: lambda name=name: (200, HTML, CASES[name].body()) for path, name in cases.items()}
    site |= {good_path(n): page(f"ferry number {n}", count=8) for n in range(GOOD)}
    special = {
        "/news/2026/a-bomb-in-a-gzip.html": (200, {**HTML, "Content-Encoding": "gzip"}, bomb(300 * MB)),
        "/news/2026/a-bomb-below-the-limit.html": (200, {**HTML, "Content-Encoding": "gzip"}, bomb(15 * MB)),
        "/news/2026/a-broken-gzip-of-it.html": (200, {**HTML, "Content-Encoding": "gzip"}, b"\x1f\x8b\x08nonsense"),
        "/news/2026/a-gzip-that-is-none.html": (200, {**HTML, "Content-Encoding": "gzip"}, b"<p>not packed</p>"),
        "/news/2026/redirects-to-itself.html": (302, {"Location": "/news/2026/redirects-to-itself.html"}, b""),
        "/news/2026/redirects-nowhere-at-all.html": (302, {"Location": "http://[::1"}, b""),
        "/news/2026/fifty-megabytes-of-text.html": (200, HTML, b"<p>x</p>" * (50 * MB // 8)),
    }
    # Redirects without end: each leads to another address that nobody has seen.
    special |= {
        f"/news/2026/redirects-without-end-{n}.html": (
            302,
            {"Location": f"/news/2026/redirects-without-end-{n + 1}.html"},
            b"",
        )
        for n in range(60)
    }
    site |= special
    listed = [*cases, *map(good_path, range(GOOD)), *(path for path in special if "without-end" not in path)]
    listed.append("/news/2026/redirects-without-end-0.html")
    # Hostile and good ones take turns, so that a stalled crawl would lose stories.
    listed.sort(key=hash_of)
    links = "".join(f"<li><a href='{path}'>A headline of many words about {path[-24:-5]}</a></li>" for path in listed)
    declared = "".join(f"<link rel=alternate type=application/rss+xml href=/{n}.rss>" for n in FEEDS)
    site["/"] = f"<html lang=en><head><title>Post</title>{declared}</head><body><ul>{links}</ul></body></html>"
    site["/million.rss"] = (200, {**RSS, "Content-Encoding": "gzip"}, gzip.compress(feed(MB), 1))
    site["/many.rss"] = (200, RSS, feed(100_000, path=LISTED_BY_A_FEED))
    site["/bomb.rss"] = (200, RSS, feed(3, entity_bomb()).replace(b"A story", b"&j;"))
    site[LISTED_BY_A_FEED] = page("ferry that a feed alone lists", count=8)
    return site, cases


def hash_of(path: str) -> int:
    return zlib.crc32(path.encode())


def sitemaps(site: Site) -> dict[str, Any]:
    """A robots.txt that names sitemaps which name themselves, are bombs, or have no end."""
    index = "<sitemapindex>{}</sitemapindex>".format(
        "".join(
            f"<sitemap><loc>{site.url(path)}</loc></sitemap>" for path in ("/self.xml", "/bomb.xml.gz", "/bomb.xml")
        )
    )
    urlset = f'<?xml version="1.0"?><!DOCTYPE urlset [{entity_bomb()}]><urlset><url><loc>&j;</loc></url></urlset>'
    return {
        "/robots.txt": f"User-agent: *\nSitemap: {site.url('/self.xml')}\n"
        + "x" * MB
        + "\n"
        + "Sitemap: x:\n" * 10_000,
        "/self.xml": (200, XML, index.encode()),
        "/bomb.xml": (200, XML, urlset.encode()),
        "/bomb.xml.gz": (200, {"Content-Type": "application/gzip"}, gzip.compress(b"<urlset>" + b" " * 200 * MB, 9)),
    }


class Crawl(NamedTuple):
    """What a crawl leaves."""

    site: Site
    cases: dict[str, str]
    """The name of each case by its path."""
    urls: list[str]
    """Of the articles in the feed, in its order."""
    log: str

    def said(self, name: str) -> int:
        """A number of pages in the log."""
        found = re.search(rf"'boilerspider/pages/{name}': (\d+)", self.log)
        return int(found[1]) if found else 0


def crawled(folder: Path) -> Crawl:
    """The site, crawled once; TimeoutExpired where it does not end in time."""
    made, cases = pages()
    site, stop = serve(made)
    site.pages |= sitemaps(site)
    command = [
        sys.executable,
        "-m",
        "scrapy",
        "crawl",
        "news",
        "-a",
        f"sites={site.url('/')}",
        "-o",
        str(folder / "out.jsonl"),
    ]
    command += [
        "-s",
        f"BOILERSPIDER_STORE=sqlite:{folder / 'memory.sqlite'}",
        "-s",
        "AUTOTHROTTLE_ENABLED=False",
        # The machine may be busy with other things; time is for the tests of extraction.
        "-s",
        "BOILERSPIDER_PAGE_TIMEOUT=100",
        "-s",
        f"DOWNLOAD_TIMEOUT={MAX_WALL_S}",
        "--loglevel",
        "INFO",
    ]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=MAX_WALL_S)
    finally:
        stop()
    assert done.returncode == 0, done.stderr[-3_000:]
    lines = (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()
    return Crawl(site, cases, [json.loads(line)["url"] for line in lines], done.stderr)


def test_a_hostile_site_is_crawled_to_its_end(tmp_path: Path) -> None:
    # One test: workers that share the tests out would crawl the site once each.
    crawl = crawled(tmp_path)
    every_good_story_comes_once(crawl)
    nothing_is_a_bug(crawl)
    each_hostile_page_has_its_line_or_its_stat(crawl)
    what_is_too_large_is_said_in_one_line(crawl)
    redirects_and_sitemaps_end(crawl)
    feeds_and_sitemaps_are_asked_once_and_read_as_far_as_they_are_long(crawl)


def every_good_story_comes_once(crawl: Crawl) -> None:
    assert len(crawl.urls) == len(set(crawl.urls))
    assert {crawl.site.url(good_path(number)) for number in range(GOOD)} <= set(crawl.urls)


def nothing_is_a_bug(crawl: Crawl) -> None:
    assert "Traceback" not in crawl.log
    assert " ERROR: " not in crawl.log
    assert not crawl.said("error")


def each_hostile_page_has_its_line_or_its_stat(crawl: Crawl) -> None:
    assert set(crawl.cases) <= set(crawl.site.paths())
    for path, name in crawl.cases.items():
        lines = [line for line in crawl.log.splitlines() if re.search(re.escape(path) + r"(?!\d)", line)]
        if CASES[name].outcome != "article":
            # Scrapy says itself what it does not take; the spider's line follows.
            assert 1 <= len(lines) <= 1 + (CASES[name].outcome == "too_big"), (name, lines)
    outcomes = [CASES[name].outcome for name in crawl.cases.values()]
    assert crawl.said("extracted") + crawl.said("no_content") >= GOOD + outcomes.count("article")
    assert crawl.said("not_html") >= outcomes.count("not_html")


def what_is_too_large_is_said_in_one_line(crawl: Crawl) -> None:
    for path, line in TOO_LARGE.items():
        lines = [found for found in crawl.log.splitlines() if path in found]
        assert any(line in found for found in lines), (path, lines)
        assert len(lines) <= 2, lines


def redirects_and_sitemaps_end(crawl: Crawl) -> None:
    paths = crawl.site.paths()
    assert 10 < sum("redirects-without-end" in path for path in paths) < 40
    assert paths.count("/self.xml") == 1


def feeds_and_sitemaps_are_asked_once_and_read_as_far_as_they_are_long(crawl: Crawl) -> None:
    paths = crawl.site.paths()
    assert [paths.count(f"/{name}.rss") for name in FEEDS] == [1, 1, 1]
    assert paths.count("/bomb.xml") == paths.count("/bomb.xml.gz") == 1
    assert crawl.urls.count(crawl.site.url(LISTED_BY_A_FEED)) == 1
