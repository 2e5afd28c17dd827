"""The report of a crawl: what is counted, what is written, and what a browser makes of it."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from chromium import drive
from loopback import serve

from boilerspider.crawl.report.findings import FIELDS, HEADLINES, Findings
from boilerspider.crawl.report.page import to_html
from boilerspider.model import Article

NOW = datetime(2026, 11, 21, 17, 30, tzinfo=timezone.utc)
HOSTILE = "<script>parent.ran(1)</script><img src=/evil onerror=parent.ran(2)>$title &amp; \" '"

DRIVER = """<!DOCTYPE html><meta charset="utf-8"><script>
let ran = 0;
window.ran = () => { ran += 1 };
async function look(width) {
  const frame = document.createElement("iframe");
  const loaded = new Promise((done) => { frame.onload = done });
  frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
  frame.src = "/report";
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument, root = page.documentElement;
  const wide = [...page.querySelectorAll("body *")].filter((e) => !e.closest(".scroll") && e.getBoundingClientRect().right > root.clientWidth + 1);
  const bars = [...page.querySelectorAll(".bars i")].map((e) => e.getBoundingClientRect().height);
  return { overflow: root.scrollWidth - root.clientWidth, wide: wide.map((e) => e.outerHTML.slice(0, 80)),
    tallest: Math.max(...bars), scripts: page.scripts.length, headlines: page.querySelectorAll(".headlines li").length };
}
window.onload = async () => {
  const seen = {};
  for (const width of [340, 390, 1280]) seen[width] = await look(width);
  fetch("/done?" + encodeURIComponent(JSON.stringify({ran, seen})));
};
</script><body></body>"""


def findings() -> Findings:
    found = Findings(NOW, NOW + timedelta(seconds=90))
    for number in range(60):
        article = Article(
            url=f"https://paper{number % 5}.example/{number}",
            title=HOSTILE
            if number == 3
            else f"A headline of quite ordinary length about the matter of number {number}",
            published=NOW - timedelta(hours=number),
            authors=["A. B."] if number % 2 else [],
            revision=int(number == 7),
            word_count=100,
        )
        found.take(article, f"paper{number % 5}.example", [name for name in FIELDS if getattr(article, name)])
    found.site("averylongnameofapaper" * 3 + ".example").failed = 4
    found.site("paper1.example").pages = 10
    found.site("paper1.example").seconds = 25.0
    found.stats = {
        "boilerspider/articles/new": 59,
        "boilerspider/articles/revised": 1,
        "boilerspider/store/claimed": 60,
        "boilerspider/store/confirmed": 58,
        "boilerspider/fetch/failed/403": 3,
        "boilerspider/fetch/failed/500": 9,
        "boilerspider/known/unchanged": 4,
        "boilerspider/known/same": 2,
        "boilerspider/known/sources": 3,
        "boilerspider/failing/dead.example": f"9 failures in a row, the last one: {HOSTILE}",
    }
    return found


def test_counts() -> None:
    found = findings()
    assert (found.articles, found.filled["title"], found.filled["authors"], found.filled["section"]) == (60, 60, 30, 0)
    assert len(found.newest) == HEADLINES
    assert min(found.newest).published == NOW - timedelta(hours=HEADLINES - 1)
    assert found.by_hour[NOW.replace(minute=0)] == 1
    assert sum(found.by_hour.values()) == 24
    assert found.by_day[NOW.replace(hour=0, minute=0)] == 18
    assert (found.site("paper2.example").new, found.site("paper2.example").revised) == (11, 1)
    assert found.site("paper1.example").mean_ms == 2500


def test_a_tagged_duplicate_is_a_copy_and_no_headline() -> None:
    found = Findings(NOW, NOW)
    found.take(
        Article(url="https://a.example/1", title="A copy", published=NOW, duplicate_of="https://b.example/1"),
        "a",
        ["title"],
    )
    found.take(Article(url="https://a.example/2", title="As before", duplicate_of="https://a.example/2"), "a")
    assert (found.site("a").duplicates, found.site("a").new) == (1, 0)
    assert (found.articles, found.newest, sum(found.by_day.values()), sum(found.filled.values())) == (0, [], 0, 0)


def test_the_page_says_it_and_no_text_is_more_than_text() -> None:
    html = to_html(findings())
    for words in (
        "60 articles from 6 sites",
        "took 1 min 30 s. Not fetched: 12 (403: 3, 500: 9). Unchanged: 9 (articles: 6, feeds and sitemaps: 3).",
        "2 articles are in no feed",
        "dead.example: 9 failures",
    ):
        assert words in html
    assert "Slowest: paper1.example (2500 ms)" in html
    assert "· revision 1" in html
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html
    assert "default-src 'none'" in html


def test_a_crawl_that_brought_nothing_has_a_page_too() -> None:
    html = to_html(Findings(NOW, NOW))
    assert "0 articles from 0 sites" in html
    assert "Not fetched" not in html
    assert "Unchanged" not in html


@pytest.mark.slow
def test_a_browser_shows_it_at_every_width(chromium: str, tmp_path: Path) -> None:
    typed = {"Content-Type": "text/html; charset=utf-8"}
    pages = {"/report": (200, typed, to_html(findings()).encode()), "/driver": (200, typed, DRIVER.encode())}
    site, stop = serve(pages)
    try:
        told = drive(chromium, site, tmp_path)
    finally:
        stop()
    assert told["ran"] == 0
    for seen in told["seen"].values():
        assert (seen["overflow"], seen["wide"], seen["scripts"]) == (0, [], 0)
        assert seen["tallest"] > 100
        assert seen["headlines"] == HEADLINES
    assert {path.partition("?")[0] for path in site.paths()} <= {"/driver", "/report", "/done", "/favicon.ico"}


def test_old_stories_tell_their_year_and_empty_charts_say_so() -> None:
    found = Findings(NOW, NOW + timedelta(seconds=90))
    old = Article(
        url="https://paper.example/1", title="Old", published=datetime(2024, 2, 15, 18, 23, tzinfo=timezone.utc)
    )
    found.site("paper.example").pages = 1
    found.take(old, "paper.example")
    html = to_html(found)
    assert "15 Feb 2024" in html
    assert "articles from 1 site<" in html
    assert "1 sites" not in html
    assert html.count("<span>none</span>") == 2
    found.take(Article(url="https://paper.example/2", title="New", published=NOW), "paper.example")
    html = to_html(found)
    assert "21 Nov, 17:30" in html
    assert html.count("<span>at most 1</span>") == 2
