"""A crawl is killed again and again: what the memory holds stands in the feed, and every story gets there.

A real site, `scrapy crawl news` in a process of its own, one feed that is appended to, one SQLite store.
"""

from __future__ import annotations

import math
import random
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import forked
import pytest
from loopback import Site, page, serve

from boilerspider.stores.sqlite.schema import WHOLE_URL
from tests.crawl.crews import until
from tests.spiders.crawls import articles

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
KILLS = 30
MOST_RUNS = 2 * KILLS
"""Crawls that are started at most: on a busy machine some end before they are killed."""
NEWS = 3
"""Stories that are new to each crawl, so that each has something to write and to remember."""
STORIES = NEWS * MOST_RUNS
IN_FLIGHT = 16
"""Scrapy's CONCURRENT_REQUESTS: more items than responses are never between feed and memory."""
HELD_FROM = 16
"""Answers after which a crawl that is asked to stop gets no further article, but what it has asked for then."""
HALF_A_LINE = b'{"url": "http://127.0.0.1/torn", "title": "Half a li'

CONFIRMED = f"SELECT {WHOLE_URL.format(url='url')} FROM stories WHERE NOT EXISTS (SELECT 1 FROM claims WHERE claims.story = stories.id)"


def story(number: int) -> str:
    return f"/2026/11/neighbours-want-{number}-back"


@dataclass
class Post:
    """A site that publishes more and more, and lists it in another order each time."""

    rng: random.Random
    published: int = 0
    held_from: float = math.inf
    """How many answers are asked for before articles wait to be let go."""
    goes_on: threading.Event = field(default_factory=threading.Event)
    site: Site = field(default_factory=Site)

    def listing(self) -> str:
        numbers = self.rng.sample(range(self.published), self.published)
        cards = (f"<h3><a href='{story(n)}'>Neighbours want bridge number {n} back</a></h3>" for n in numbers)
        return f"<html lang='en'><head><title>Post</title></head><body><main>{''.join(cards)}</main></body></html>"

    def article(self, number: int) -> Callable[[], str]:
        def answer() -> str:
            time.sleep(0.02)
            if len(self.site.hits) >= self.held_from:
                self.goes_on.wait(forked.LIMIT_S)
            # One in four is longer than the buffer of the feed's file, which then is written in pieces.
            return page(f"bridge number {number}", count=80 if number % 4 == 0 else 6)

        return answer


@pytest.fixture
def post() -> Iterator[Post]:
    made = Post(random.Random(3))
    pages = {"/": made.listing, **{story(n): made.article(n) for n in range(STORIES)}}
    made.site, stop = serve(pages)
    yield made
    stop()


@dataclass
class Runs:
    """Crawls of one site with one feed and one store."""

    site: Site
    folder: Path

    @property
    def feed(self) -> Path:
        return self.folder / "out.jsonl"

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    def start(self) -> forked.Running:
        command = ["crawl", "news", "-a", f"sites={self.site.base}/"]
        command += ["-o", str(self.feed), "--loglevel", "INFO", "--logfile", str(self.log)]
        command += ["-s", f"BOILERSPIDER_STORE=sqlite:{self.folder / 'memory.sqlite'}"]
        command += ["-s", "AUTOTHROTTLE_ENABLED=False", "-s", f"CONCURRENT_REQUESTS={IN_FLIGHT}"]
        return forked.start(*command, cwd=ROOT)

    def finish(self) -> None:
        assert self.start().wait() == 0, self.log.read_text()

    def urls(self) -> list[str]:
        """The stories of all whole lines, in order; half a line may stand at the end only."""
        return [article["url"] for article in articles(self.feed)]

    def confirmed(self) -> set[str]:
        """What is remembered for good."""
        if not (self.folder / "memory.sqlite").exists():
            return set()
        with closing(sqlite3.connect(self.folder / "memory.sqlite")) as connection:
            try:
                return {url for (url,) in connection.execute(CONFIRMED)}
            except sqlite3.OperationalError:
                return set()  # killed before it had its tables


def is_killed(run: forked.Running, moment: Callable[[], bool]) -> bool:
    """Kill a crawl at a moment; False when it had ended before."""
    end = time.monotonic() + forked.LIMIT_S
    while not moment() and run.poll() is None and time.monotonic() < end:
        time.sleep(0.0005)
    was_alive = run.poll() is None
    run.kill()
    run.wait()
    return was_alive


def moment_of(kind: str, runs: Runs, rng: random.Random) -> Callable[[], bool]:
    """When to kill: so long after the start, after so many pages, or just when the memory or the feed grows."""
    if kind == "time":
        end = time.monotonic() + rng.uniform(0.05, 0.8)
        return lambda: time.monotonic() >= end
    if kind == "pages":
        wanted = len(runs.site.hits) + rng.randint(4, 20)
        return lambda: len(runs.site.hits) >= wanted
    if kind == "memory":
        known = len(runs.confirmed())
        return lambda: len(runs.confirmed()) > known
    size = runs.feed.stat().st_size if runs.feed.exists() else 0
    items = rng.randint(0, 3) * 3_000
    return lambda: runs.feed.exists() and runs.feed.stat().st_size > size + items


def test_nothing_is_lost_and_nothing_comes_twice_but_what_was_in_flight(post: Post, tmp_path: Path) -> None:
    rng = random.Random(20)
    runs = Runs(post.site, tmp_path)
    kinds = [("time", "pages", "memory", "feed", "memory")[n % 5] for n in range(KILLS)]
    in_flight: list[int] = []
    finished = 0
    while kinds:
        before = len(runs.urls())
        post.published += NEWS
        if not is_killed(runs.start(), moment_of(kinds[-1], runs, rng)):
            finished += 1
            assert finished < MOST_RUNS - KILLS, "crawls end before they can be killed"
            continue
        kinds.pop()
        written, confirmed = runs.urls(), runs.confirmed()
        assert confirmed <= set(written), "an article is remembered that no feed has"
        in_flight.append(len(set(written[before:]) - confirmed))
        if len(in_flight) % 6 == 1:
            with runs.feed.open("ab") as feed:
                feed.write(HALF_A_LINE)
    post.published = STORIES
    runs.finish()
    times = Counter(runs.urls())
    twice = sum(times.values()) - len(times)
    print(
        f"\n{len(in_flight)} kills, {finished} crawls had ended before theirs; {len(times)} stories, {twice} of them twice; "
        f"in flight at the kills: {in_flight}"
    )
    assert runs.feed.read_bytes().endswith(b"\n")
    assert set(times) == {post.site.url(story(n)) for n in range(STORIES)}
    # Each line that was written and not yet confirmed when its crawl was killed comes once more.
    assert twice <= sum(in_flight)
    assert max(in_flight) <= IN_FLIGHT
    assert runs.confirmed() == set(times)
    log = runs.log.read_text()
    assert "Traceback" not in log
    assert log.count("of a line that was never finished are cut off") >= KILLS // 6


def test_a_crawl_that_is_asked_to_stop_leaves_nothing_in_flight(post: Post, tmp_path: Path) -> None:
    runs = Runs(post.site, tmp_path)
    run = asked_to_stop(post, runs, signal.SIGTERM)
    post.goes_on.set()
    assert run.wait() == 0
    written = runs.urls()
    assert 0 < len(written) < STORIES
    assert runs.confirmed() == set(written)
    runs.finish()
    assert Counter(runs.urls()) == Counter(post.site.url(story(n)) for n in range(STORIES))


def asked_to_stop(post: Post, runs: Runs, sent: signal.Signals) -> forked.Running:
    """A crawl that has heard a signal while it waits for articles."""
    post.published, post.held_from = STORIES, HELD_FROM
    run = runs.start()
    until(lambda: len(post.site.hits) >= HELD_FROM)
    run.send_signal(sent)
    until(lambda: f"Received {sent.name}, shutting down gracefully" in runs.log.read_text())
    return run


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_crawl_that_is_forced_to_stop_loses_nothing(post: Post, tmp_path: Path, sent: signal.Signals) -> None:
    runs = Runs(post.site, tmp_path)
    run = asked_to_stop(post, runs, sent)
    run.send_signal(sent)
    assert run.wait() == 128 + sent
    assert "comes again with the next one" in runs.log.read_text()
    post.goes_on.set()
    written, confirmed = runs.urls(), runs.confirmed()
    assert confirmed <= set(written)
    runs.finish()
    times = Counter(runs.urls())
    assert set(times) == {post.site.url(story(n)) for n in range(STORIES)}
    assert sum(times.values()) - len(times) <= len(written) - len(confirmed) <= IN_FLIGHT
