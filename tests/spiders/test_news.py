"""The news spider over the embedded newspaper, and over small sites that misbehave; real crawls, each in a process."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import quote

import forked
import pytest
from loopback import Site, page, sentences

from boilerspider.demo import Newspaper

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
EVERYWHERE = ("-s", "BOILERSPIDER_PRIVATE_ADDRESSES=True")
"""The sites of these tests have private addresses; where one leads to another, that must be allowed."""


def crawl(cwd: Path, *args: str, level: str = "WARNING") -> subprocess.CompletedProcess[str]:
    """`scrapy crawl news` in boilerspider's own project, with memory and feed in another folder."""
    command = ["crawl", "news", *args, "--loglevel", level]
    command += ["-s", f"BOILERSPIDER_STORE=sqlite:{cwd / 'memory.sqlite'}"] if "-a" in args else []
    command += ["-s", "AUTOTHROTTLE_START_DELAY=0"]
    return forked.run(*command, cwd=ROOT)


def articles(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def test_the_demonstration_gives_every_story_once_and_again_when_run_again(tmp_path: Path) -> None:
    with Newspaper() as paper:
        titles = {story.title for story in paper.stories}
    runs = []
    for number in (1, 2):
        feed = tmp_path / f"{number}.jsonl"
        done = crawl(tmp_path, "-O", str(feed))
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        for word in ("articles:", "duplicates:", str(feed), "make crawl SITES="):
            assert word in done.stderr
        runs.append(articles(feed))
    for run in runs:
        times = Counter(article["title"] for article in run)
        assert set(times) == titles
        assert sum(times.values()) == len(titles)
        assert len({article["content_hash"] for article in run}) == len(run)
        assert {article["language"][:2] for article in run} == {"en", "es", "de", "fr"}


def test_a_real_crawl_of_the_newspaper_is_polite_and_complete(tmp_path: Path) -> None:
    feed = tmp_path / "out.jsonl"
    with Newspaper() as paper:
        done = crawl(tmp_path, "-a", f"sites={','.join(paper.sites)}", "-o", str(feed))
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert paper.robots_violations == ()
        for site_hits in paper.hits.values():
            assert sum(n for path, n in site_hits.items() if re.match(r"/[ck]alend", path)) < 20
        for story in paper.stories:
            for url in paper.urls(story):
                base, _, path = url.partition("://")[2].partition("/")
                assert paper.hits[f"http://{base}/"]["/" + path] <= 1, url
        found = {article["title"]: article for article in articles(feed)}
        recalls = []
        for story in paper.stories:
            article = found[story.title]
            gold, text = set(words(paper.gold(story))), set(words(article["text"]))
            recalls.append(len(gold & text) / len(gold))
            assert set(article["authors"]) == set(story.authors), story.title
            assert datetime.fromisoformat(article["published"]) == story.published, story.title
        assert mean(recalls) > 0.85
        assert min(recalls) > 0.4

        before = stories_asked(paper)
        again = crawl(tmp_path, "-a", f"sites={','.join(paper.sites)}", "-o", str(tmp_path / "again.jsonl"))
        assert again.returncode == 0
        assert articles(tmp_path / "again.jsonl") == []
        assert stories_asked(paper) == before

        revised = paper.revise()
        always = ("-s", "BOILERSPIDER_RECHECK=0")
        third = crawl(tmp_path, "-a", f"sites={','.join(paper.sites)}", "-o", str(tmp_path / "third.jsonl"), *always)
        assert third.returncode == 0
        (found_again,) = [a for a in articles(tmp_path / "third.jsonl") if a["title"] == revised.title]
        assert found_again["revision"] >= 1
        assert datetime.fromisoformat(found_again["modified"]) == revised.modified

        overwritten = crawl(tmp_path, "-a", f"sites={paper.sites[0]}", "-O", str(tmp_path / "out.jsonl"))
        assert "out.jsonl is overwritten: what it held is lost" in overwritten.stderr
        fresh = crawl(tmp_path, "-a", f"sites={paper.sites[0]}", "-a", "fresh=1", "-a", "lang=en", "-O", str(feed))
        assert fresh.returncode == 0
        assert {a["language"][:2] for a in articles(feed)} <= {"en"}


def stories_asked(paper: Newspaper) -> int:
    """How often pages of stories were asked for, all together."""
    pages = {url.partition("://")[2] for story in paper.stories for url in paper.urls(story)}
    return sum(n for site, hits in paper.hits.items() for path, n in hits.items() if site[7:-1] + path in pages)


FRONT = "<html lang='en'><head><title>Post</title></head><body><nav><a href='/sport'>Sport</a></nav><main>{}</main></body></html>"


def card(path: str, headline: str) -> str:
    return f"<article><h3><a href='{path}'>{headline}</a></h3></article>"


def test_listing_pages_give_no_article_and_links_are_followed_in_depth(
    site: Callable[..., Site], tmp_path: Path
) -> None:
    headline = "Neighbours want a {} back as before the war"
    post = site(
        {
            "/": FRONT.format(
                "".join(card(f"/2026/11/neighbours-want-{t}-back", headline.format(t)) for t in ("bridge", "ferry"))
            ),
            "/2026/11/neighbours-want-bridge-back": page("bridge"),
            "/2026/11/neighbours-want-ferry-back": page("ferry"),
            "/sport": FRONT.format(card("/2026/11/neighbours-want-pitch-back", headline.format("pitch"))),
            "/2026/11/neighbours-want-pitch-back": page("pitch"),
        }
    )
    done = crawl(tmp_path, "-a", f"sites={post.base}/", "-o", str(tmp_path / "out.jsonl"))
    assert done.returncode == 0, done.stderr
    assert sorted(a["title"] for a in articles(tmp_path / "out.jsonl")) == ["The bridge", "The ferry", "The pitch"]
    assert all(a["source"] == "link" for a in articles(tmp_path / "out.jsonl"))


@pytest.mark.parametrize("charset", ["windows-1251", "koi8-r"])
def test_links_are_read_in_the_encoding_that_http_declares(
    charset: str, site: Callable[..., Site], tmp_path: Path
) -> None:
    path = "/2026/11/neighbours-want-га"
    front = FRONT.format(card(path, "Neighbours want a harbour back")).encode(charset)
    html = {"Content-Type": f"text/html; charset={charset}"}
    post = site({quote(path): page("harbour"), "/": (200, html, front)})
    done = crawl(tmp_path, "-a", f"sites={post.base}/", "-o", str(tmp_path / "out.jsonl"))
    assert done.returncode == 0, done.stderr
    assert [a["title"] for a in articles(tmp_path / "out.jsonl")] == ["The harbour"]


@pytest.mark.parametrize(("discover", "sources"), [("links", {"link"}), ("feeds", {"feed"}), ("none", set())])
def test_discover_says_where_articles_are_looked_for(
    discover: str, sources: set[str], site: Callable[..., Site], tmp_path: Path
) -> None:
    linked, fed = "/2026/11/neighbours-want-bridge-back", "/2026/11/neighbours-want-ferry-back"
    autodiscovery = '<link rel="alternate" type="application/rss+xml" href="/rss">'
    front = FRONT.replace("<title>", autodiscovery + "<title>").format(card(linked, "Neighbours want a bridge back"))
    post = site({"/": front, linked: page("bridge"), fed: page("ferry")})
    rss = f"<rss><channel><item><title>Ferry</title><link>{post.url(fed)}</link></item></channel></rss>"
    post.pages["/rss"] = (200, {"Content-Type": "application/rss+xml"}, rss.encode())
    crawl(tmp_path, "-a", f"sites={post.base}/", "-a", f"discover={discover}", "-o", str(tmp_path / "out.jsonl"))
    found = articles(tmp_path / "out.jsonl") if (tmp_path / "out.jsonl").exists() else []
    assert {article["source"] for article in found} == sources


def test_one_story_under_tracking_parameters_is_fetched_once(site: Callable[..., Site], tmp_path: Path) -> None:
    path = "/2026/11/neighbours-want-bridge-back"
    links = card(f"{path}?utm_source=front", "Neighbours want a bridge back") + card(
        f"{path}#comments", "Neighbours talk of it"
    )
    post = site({"/": FRONT.format(links), path: page("bridge")})
    crawl(tmp_path, "-a", f"sites={post.base}/", "-o", str(tmp_path / "out.jsonl"))
    assert [p for p in post.paths() if p.startswith(path)] == [path]


def test_the_crawl_stays_on_its_sites_and_follows_a_moved_front_page(site: Callable[..., Site], tmp_path: Path) -> None:
    path = "/2026/11/neighbours-want-bridge-back"
    other = site({path: page("bridge")}, "127.0.0.3")
    moved = site(
        {
            "/": FRONT.format(card(path, "Neighbours want their bridge back")),
            path: (302, {"Location": other.url(path)}, b""),
        },
        "127.0.0.2",
    )
    post = site({"/": (301, {"Location": moved.url("/")}, b"")})
    done = crawl(tmp_path, "-a", f"sites={post.base}/", "-o", str(tmp_path / "out.jsonl"), *EVERYWHERE)
    assert done.returncode == 0, done.stderr
    assert "/" in moved.paths()
    assert path in moved.paths()
    assert other.hits == []


def test_feeds_named_by_the_user_lead_anywhere(site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/story-of-the-bridge": page("bridge")})
    item = f"<item><title>A bridge</title><link>{post.url('/story-of-the-bridge')}</link></item>"
    feeder = site(
        {"/rss": (200, {"Content-Type": "application/rss+xml"}, f"<rss><channel>{item}</channel></rss>".encode())},
        "127.0.0.2",
    )
    crawl(tmp_path, "-a", f"feeds={feeder.url('/rss')}", "-o", str(tmp_path / "out.jsonl"), *EVERYWHERE)
    (article,) = articles(tmp_path / "out.jsonl")
    assert article["source"] == "feed"
    assert article["text"].endswith(sentences("bridge")[-1])


def test_urls_are_fetched_whatever_leads_to_them(site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/x": page("bridge"), "/y": page("ferry")})
    args = ("-a", f"urls={post.url('/x')},{post.url('/y')}", "-a", "exclude=/y", "-a", "discover=none")
    crawl(tmp_path, *args, "-o", str(tmp_path / "out.jsonl"))
    assert sorted(a["source"] for a in articles(tmp_path / "out.jsonl")) == ["start", "start"]


def test_an_end_after_so_many_articles(site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({f"/{n}": page(f"bridge number {n}") for n in range(20)})
    urls = ",".join(post.url(f"/{n}") for n in range(20))
    done = crawl(tmp_path, "-a", f"urls={urls}", "-a", "max_articles=3", "-o", str(tmp_path / "out.jsonl"))
    assert done.returncode == 0
    assert len(articles(tmp_path / "out.jsonl")) == 3


def test_requests_that_fail_are_one_line_each(site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/x": page("bridge"), "/gone": (410, {}, b"")})
    urls = f"{post.url('/x')},{post.url('/gone')},http://127.0.0.9:9/nobody-listens"
    done = crawl(tmp_path, "-a", f"urls={urls}", "-o", str(tmp_path / "out.jsonl"), level="INFO")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert f"{post.url('/gone')} answers with status 410" in done.stderr
    assert "http://127.0.0.9:9/nobody-listens cannot be fetched" in done.stderr
    assert len(articles(tmp_path / "out.jsonl")) == 1


@pytest.mark.parametrize(
    ("argument", "words"),
    [("sites=nowhere.toml", "cannot be read"), ("since=soon", "since=soon"), ("site=x", "did you mean sites=?")],
)
def test_bad_arguments_end_the_crawl_with_one_line(argument: str, words: str, tmp_path: Path) -> None:
    done = crawl(tmp_path, "-a", argument)
    assert done.returncode != 0
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
