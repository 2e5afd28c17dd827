"""Stories on several pages: whole crawls over small sites, each in a process."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page, sentences

from tests.crawl.crews import until
from tests.spiders.crawls import articles, begin, crawl, stat

pytestmark = pytest.mark.slow

TWO_HOURS, TWO_DAYS = 7_200 * 1_000_000, 2 * 86_400 * 1_000_000  # microseconds
ROAD = "/2026/11/the-long-road-to-the-new-bridge"
FRONT = "<html lang='en'><head><title>Post</title></head><body><main>{}</main></body></html>"


def card(path: str, headline: str = "The long road to the new bridge over the river") -> str:
    return f"<article><h3><a href='{path}'>{headline}</a></h3></article>"


def part(topic: str, title: str, pager: str = "", head: str = "") -> str:
    """A page of a story: text about a topic below the headline of the story."""
    return (
        page(topic, extra=f"<nav class='pager'>{pager}</nav>", head=head)
        .replace(f"The {topic}<", f"{title}<")
        .replace(f"The {topic} -", f"{title} -")
    )


def story(path: str, topics: list[str], title: str, address: str = "{}/{}", head: str = "") -> dict[str, Any]:
    """Address -> page of a story with a pager that counts."""
    paths = [path if n == 1 else address.format(path, n) for n in range(1, len(topics) + 1)]
    pager = " ".join(f"<a href='{one}'>{n}</a>" for n, one in enumerate(paths, 1))
    return {one: part(topic, title, pager, head) for one, topic in zip(paths, topics, strict=True)}


def text_of(*topics: str) -> str:
    return "\n\n".join(sentence for topic in topics for sentence in sentences(topic))


def test_a_story_on_several_pages_is_one_article(site: Callable[..., Site], tmp_path: Path) -> None:
    road = ["ferry", "tunnel", "harbour"]
    pages = story(ROAD, road, "The long road")
    pages |= story("/2026/11/what-the-county-will-pay-for-it.html", ["county", "money"], "What it costs", "{}?page={}")
    # A third counts from zero, as Drupal does; the front page has its second page alone.
    walls = "/2026/11/who-painted-the-old-harbour-walls"
    zero = f"<a href='{walls}?page=0'>1</a> <a href='{walls}?page=1'>2</a> <a href='{walls}?page=2'>3</a>"
    painters = ["painter", "brush", "colour"]
    pages |= {
        address: part(topic, "Who painted it", zero)
        for address, topic in zip((walls, f"{walls}?page=1", f"{walls}?page=2"), painters, strict=True)
    }
    # A proxy has changed its last page on the way.
    last = f"{walls}?page=2"
    pages[last] = (203, {"Content-Type": "text/html; charset=utf-8"}, pages[last].encode())
    # All pages of another stand in the sitemap, the later ones first, and say whose they are.
    canonical = "<link rel='canonical' href='/2026/11/a-walk-along-the-old-bank'>"
    pages |= story("/2026/11/a-walk-along-the-old-bank", ["bank", "willow"], "A walk", head=canonical)
    walk = [path for path in pages if "walk" in path]
    pages["/"] = FRONT.format(
        card(ROAD) + card(f"{ROAD}/2") + card("/2026/11/what-the-county-will-pay-for-it.html") + card(f"{walls}?page=1")
    )
    served = site(pages)
    urls = "".join(f"<url><loc>{served.url(path)}</loc></url>" for path in reversed(walk))
    sitemap = f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{urls}</urlset>".encode()
    pages["/sitemap.xml"] = (200, {"Content-Type": "application/xml"}, sitemap)
    found, log = crawl(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")
    texts = {article["title"]: article["text"] for article in found}
    assert texts == {
        "The long road": text_of(*road),
        "What it costs": text_of("county", "money"),
        "Who painted it": text_of(*painters),
        "A walk": text_of("bank", "willow"),
    }
    assert len(found) == 4
    whole = next(article for article in found if article["title"] == "The long road")
    assert whole["url"] == served.url(ROAD)
    assert whole["word_count"] == len(whole["text"].replace("-", " ").split())
    assert whole["html"].count("<p>") == len(whole["text"].split("\n\n"))
    assert stat(log, "story_pages/joined") == 6
    assert Counter(path for path in served.paths() if path.startswith(ROAD)) == {
        path: 1 for path in pages if path.startswith(ROAD)
    }

    # Nothing of it is asked again, and nothing is emitted.
    served.hits.clear()
    found, _ = crawl(tmp_path, "2.jsonl", "-a", f"sites={served.base}/")
    assert found == []
    assert [path for path in served.paths() if path.startswith("/2026")] == []

    # A change on a later page is a revision of the whole.
    pages[f"{ROAD}/3"] = (
        pages[f"{ROAD}/3"]
        .replace("they voted to close", "they voted not to close")
        .replace("In the end", "At last, after all,")
    )
    pages[f"{ROAD}/3"] = pages[f"{ROAD}/3"].replace(
        "</article>", "<p>Nobody had expected that of the harbour, and least of all its master.</p></article>"
    )
    found, _ = crawl(tmp_path, "3.jsonl", "-a", f"sites={served.base}/", "-s", "BOILERSPIDER_RECHECK=0")
    assert [(article["title"], article["revision"]) for article in found] == [("The long road", 1)]
    assert found[0]["text"].startswith(text_of("ferry", "tunnel"))
    assert "Nobody had expected" in found[0]["text"]

    # Whoever asks for a later page alone gets the story.
    wish = ("-a", f"urls={served.url(ROAD)}/2", "-a", "discover=none", "-a", "fresh=1")
    found, _ = crawl(tmp_path, "4.jsonl", *wish)
    assert [article["url"] for article in found] == [served.url(ROAD)]
    assert found[0]["text"].startswith(text_of("ferry", "tunnel"))


def test_what_is_called_next_and_is_another_story(site: Callable[..., Site], tmp_path: Path) -> None:
    """The next article, one of the same name, pages of comments, a page that is the same whatever its number is, one without end."""
    other, weekly, comments, same, endless = (
        f"/2026/11/{name}"
        for name in (
            "another-story-of-the-same-day",
            "the-weekly-letter-to-readers",
            "what-the-readers-said-of-it",
            "one-page-under-many-names",
            "a-machine-that-never-stops",
        )
    )
    dated = "<meta property='article:published_time' content='2026-11-{:02}T08:00:00+00:00'>"
    pages: dict[str, Any] = {
        ROAD: page("ferry", head=f"<link rel='next' href='{other}'>"),
        other: page("tunnel", head=f"<link rel='prev' href='{ROAD}'>"),
        weekly: part("letter", "The weekly letter", f"<a rel='next' href='{weekly}-2'>Next page</a>", dated.format(6)),
        f"{weekly}-2": part(
            "envelope", "The weekly letter", f"<a rel='prev' href='{weekly}'>Back</a>", dated.format(13)
        ),
        comments: page(
            "reader",
            extra=f"<section id='comments'><p>Well said.</p><a rel='next' href='{comments}?page=2'>2</a></section>",
        ),
        same: part("name", "Many names", f"<a href='{same}?page=2'>2</a>"),
        f"{same}?page=2": part("name", "Many names", f"<a href='{same}?page=3'>3</a>"),
    }
    pages |= {
        endless if n == 1 else f"{endless}/{n}": part(
            f"machine{n}", "A machine", f"<a rel='next' href='{endless}/{n + 1}'>Next page</a>"
        )
        for n in range(1, 40)
    }
    pages["/"] = FRONT.format("".join(map(card, (ROAD, other, weekly, f"{weekly}-2", comments, same, endless))))
    served = site(pages)
    found, log = crawl(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")
    assert stat(log, "story_pages/beyond") == 1
    assert "has more than 20 pages" in log
    texts = {article["url"].removeprefix(served.base): article["text"] for article in found}
    expected = {
        ROAD: "ferry",
        other: "tunnel",
        weekly: "letter",
        f"{weekly}-2": "envelope",
        comments: "reader",
        same: "name",
    }
    assert {path: text_of(topic) for path, topic in expected.items()} == {
        path: text for path, text in texts.items() if path != endless
    }
    assert texts[endless] == text_of("machine1", *(f"machine{n}" for n in range(2, 21)))
    assert f"{comments}?page=2" not in served.paths()
    assert f"{same}?page=3" not in served.paths()
    assert f"{endless}/21" not in served.paths()


def test_a_page_that_fails_leaves_what_there_is_and_is_looked_for_again(
    site: Callable[..., Site], tmp_path: Path
) -> None:
    forbidden = "/2026/11/a-story-whose-second-page-is-forbidden"
    closed = "/2026/11/a-story-whose-end-may-not-be-read"
    gone = "/2026/11/a-story-whose-end-is-gone-for-good"
    empty = "/2026/11/a-story-whose-second-page-is-empty"
    road = ["ferry", "tunnel", "harbour"]
    pages: dict[str, Any] = story(ROAD, road, "The long road")
    pages |= story(closed, ["gate", "fence"], "A gate") | story(gone, ["attic", "cellar"], "An attic")
    pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"User-agent: *\nDisallow: {closed}/2\n".encode())
    del pages[f"{gone}/2"]
    pages |= story(forbidden, ["meadow", "orchard"], "A meadow") | {f"{forbidden}/2": (403, {}, b"")}
    pages |= story(empty, ["cup", "kettle"], "A cup") | {f"{empty}/2": (200, {"Content-Type": "text/html"}, b"")}
    pages["/"] = FRONT.format("".join(map(card, (ROAD, closed, gone, forbidden, empty))))
    broken, pages[f"{ROAD}/2"] = pages[f"{ROAD}/2"], (503, {}, b"")
    headers = {"Content-Type": "text/html; charset=utf-8", "ETag": '"1"'}
    pages[ROAD] = (200, headers, pages[ROAD].encode())
    served = site(pages)
    arguments = ("-a", f"sites={served.base}/", "-s", "BOILERSPIDER_RECHECK=0")
    found, log = crawl(tmp_path, "1.jsonl", *arguments)
    assert {article["title"]: article["text"] for article in found} == {
        "The long road": text_of("ferry"),
        "A gate": text_of("gate"),
        "An attic": text_of("attic"),
        "A meadow": text_of("meadow"),
        "A cup": text_of("cup"),
    }
    assert stat(log, "story_pages/failed") == 5
    assert f"{closed}/2" not in served.paths()

    # What changes on the first page of a story that never was had whole is news.
    pages[f"{ROAD}/2"] = broken
    pages[forbidden] = story(forbidden, ["garden", "orchard"], "A meadow")[forbidden]
    found, _ = crawl(tmp_path, "2.jsonl", *arguments)
    assert {(article["text"], article["revision"]) for article in found} == {
        (text_of("ferry", "tunnel", "harbour"), 1),
        (text_of("garden"), 1),
    }

    # Of a story that was had whole, half is no revision.
    pages[f"{ROAD}/3"] = (503, {}, b"")
    found, log = crawl(tmp_path, "3.jsonl", *arguments)
    assert found == []
    assert stat(log, "story_pages/failed") >= 1

    # After a day without the page, what is left is all that there is; whole again, the story is so too.
    pages[ROAD] = (
        200,
        headers,
        pages[ROAD][2].replace(
            b"</article>", b"<p>Nobody had expected that, least of all the ferry's master himself.</p></article>"
        ),
    )
    assert crawl(tmp_path, "4.jsonl", *arguments)[0] == []
    with closing(sqlite3.connect(tmp_path / "memory.sqlite")) as memory, memory:
        assert memory.execute("UPDATE urls SET checked = checked - ?", [TWO_DAYS]).rowcount >= 1
    found, _ = crawl(tmp_path, "5.jsonl", *arguments)
    assert [article["text"] for article in found] == [
        "\n\n".join(
            [text_of("ferry"), "Nobody had expected that, least of all the ferry's master himself.", text_of("tunnel")]
        )
    ]
    pages[f"{ROAD}/3"] = story(ROAD, road, "The long road")[f"{ROAD}/3"]
    found, _ = crawl(tmp_path, "6.jsonl", *arguments)
    assert [article["text"].endswith(text_of("harbour")) for article in found] == [True]
    pages[f"{ROAD}/3"] = (503, {}, b"")
    assert crawl(tmp_path, "7.jsonl", *arguments)[0] == []


def test_posts_that_an_argument_numbers_are_stories_of_their_own(site: Callable[..., Site], tmp_path: Path) -> None:
    """Each with its own canonical link, the front page for what could be taken for page 1, and the posts beside it as next and previous."""
    topics = dict(
        zip(("/?p=1", "/?p=2", "/?p=3", "/index.php?page=2"), ("ferry", "tunnel", "harbour", "willow"), strict=True)
    )
    paths = list(topics)
    days = [f"/morning-briefing-of-the-post/2026/11/{day:02}" for day in (1, 2)]
    pages: dict[str, Any] = {}
    for n, (path, topic) in enumerate(topics.items()):
        said = f'{{"@type":"NewsArticle","headline":"The {topic}","datePublished":"2026-11-0{n + 1}T08:00:00Z"}}'
        head = f"<link rel='canonical' href='{path}'><script type='application/ld+json'>{said}</script>"
        beside = f"<a href='/'>Home</a><a rel='prev' href='{paths[n - 1]}'>Previous post</a><a rel='next' href='{paths[n - 3]}'>Next post</a>"
        pages[path] = page(topic, head=head, extra=f"<nav>{beside}</nav>")
    dated = "<meta property='article:published_time' content='2026-11-0{}T08:00:00+00:00'>"
    pages[days[0]] = part("gate", "Morning briefing", f"<a rel='next' href='{days[1]}'>Next</a>", dated.format(1))
    pages[days[1]] = part("fence", "Morning briefing", f"<a rel='prev' href='{days[0]}'>Previous</a>", dated.format(2))
    pages["/"] = FRONT.format(
        "".join(card(path, f"The long story of the {path} in the town") for path in (*topics, *days))
    )
    served = site(pages)
    found, _ = crawl(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")
    assert {article["url"].removeprefix(served.base): article["text"] for article in found} == {
        **{path: text_of(topic) for path, topic in topics.items()},
        days[0]: text_of("gate"),
        days[1]: text_of("fence"),
    }


def test_a_later_page_that_no_story_takes_is_an_article(site: Callable[..., Site], tmp_path: Path) -> None:
    """The first page is gone, or tells of something else; a slug that ends in a word for a page is no matter."""
    gone, other, front = (
        f"/2026/11/{name}"
        for name in ("a-story-that-lost-its-first-page", "a-story-of-another-day", "how-the-post-makes-its-front-page")
    )
    dated = "<meta property='article:published_time' content='2026-11-{:02}T08:00:00+00:00'>"
    pages: dict[str, Any] = story(gone, ["gate", "fence"], "A gate") | story(front, ["ferry", "tunnel"], "How we do it")
    del pages[gone]
    pages[other] = part("attic", "An attic", f"<a href='{other}?page=2'>2</a>", dated.format(6))
    pages[f"{other}?page=2"] = part("cellar", "A cellar", f"<a href='{other}'>1</a>", dated.format(7))
    pages["/"] = FRONT.format("".join(map(card, (f"{gone}/2", other, f"{other}?page=2", f"{front}/2"))))
    served = site(pages)
    found, log = crawl(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")
    texts = {article["url"].removeprefix(served.base): article["text"] for article in found}
    assert texts == {
        f"{gone}/2": text_of("fence"),
        other: text_of("attic"),
        f"{other}?page=2": text_of("cellar"),
        front: text_of("ferry", "tunnel"),
    }
    assert stat(log, "story_pages/alone") == 2
    assert log.count("is part of none: it is read alone") == 2

    served.hits.clear()
    found, _ = crawl(tmp_path, "2.jsonl", "-a", f"sites={served.base}/")
    assert found == []
    assert [path for path in served.paths() if path.startswith("/2026") and path != gone] == []


def test_stories_whose_time_has_come_keep_no_later_page_from_being_read(
    site: Callable[..., Site], tmp_path: Path
) -> None:
    """The front page still leads to the story that is due, so that nothing is left to be asked for it at the end."""
    plain, gone = (
        f"/2026/11/{name}" for name in ("neighbours-want-their-bridge-back", "a-story-without-its-first-page")
    )
    pages: dict[str, Any] = {plain: page("bridge"), "/": FRONT.format(card(plain))}
    served = site(pages)
    assert len(crawl(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")[0]) == 1

    with closing(sqlite3.connect(tmp_path / "memory.sqlite")) as memory, memory:
        assert memory.execute("UPDATE urls SET checked = checked - ?", [TWO_HOURS]).rowcount >= 1
    pages[f"{gone}/2"] = story(gone, ["gate", "fence"], "A gate")[f"{gone}/2"]
    pages["/"] = FRONT.format(card(plain) + card(f"{gone}/2"))
    found, log = crawl(tmp_path, "2.jsonl", "-a", f"sites={served.base}/")
    assert [article["url"].removeprefix(served.base) for article in found] == [f"{gone}/2"]
    assert stat(log, "story_pages/alone") == 1


def test_a_crawl_that_is_stopped_leaves_a_story_to_the_next_one(site: Callable[..., Site], tmp_path: Path) -> None:
    topics = [f"machine{n}" for n in range(1, 11)]

    def slowly(text: str) -> Callable[[], str]:
        def answer() -> str:
            time.sleep(0.3)
            return text

        return answer

    pages: dict[str, Any] = {path: slowly(text) for path, text in story(ROAD, topics, "The long road").items()}
    pages["/"] = FRONT.format(card(ROAD))
    served = site(pages)
    running = begin(tmp_path, "1.jsonl", "-a", f"sites={served.base}/")
    until(lambda: f"{ROAD}/3" in served.paths())
    running.send_signal(signal.SIGTERM)
    _, log = running.communicate()
    assert running.returncode == 0, log
    assert articles(tmp_path / "1.jsonl") == []
    assert f"{ROAD}/9" not in served.paths()
    pages |= story(ROAD, topics, "The long road")
    found, _ = crawl(tmp_path, "2.jsonl", "-a", f"sites={served.base}/")
    assert [article["text"] for article in found] == [text_of(*topics)]
