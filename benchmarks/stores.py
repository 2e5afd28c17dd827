"""What a store costs as it grows: time of an admission, room of an article.

    python benchmarks/stores.py [URI ...] [--sizes 10000 100000 1000000]
    python benchmarks/stores.py --crowd 100000

Without a URI: `memory:` and a SQLite file in a temporary folder. The articles are invented: addresses, headlines and dates of the usual length,
texts that have nothing in common. At each size 1,000 more are admitted (new ones, copies with a tenth of the sketch changed, revisions), timed
one by one, wall clock and processor. A server is to be empty before, and is left full.

`--crowd N`: N articles of 120 words each above one notice of 60 words: none may be merged, and the lookup must not become slow.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from importlib import import_module
from statistics import median, quantiles
from typing import Any

from boilerspider.fingerprints import exact, near
from boilerspider.model import KEYS, Candidate, Fingerprint, Guest, Outcome, Outline, Sketch
from boilerspider.model.outline import MASK, MOST_OWN
from boilerspider.stores import Store, open_store

PROBES = 1_000
BATCH = 100
"""Claims that are confirmed at once, as a crawl does on a turn of its loop."""
TITLE = "A headline of the usual length, some sixty characters long"
BEGIN = datetime(2026, 11, 20, tzinfo=timezone.utc)


def article(number: int, rng: random.Random) -> Candidate:
    """An article as a store sees it."""
    slots = bytes(rng.randrange(1, 16) << 4 | rng.randrange(1, 16) for _ in range(64))
    return Candidate(
        url=f"https://www.news{number % 50}.example/politics/2026/11/20/a-slug-of-the-usual-length-{number:07}",
        site=f"news{number % 50}.example",
        fingerprint=Fingerprint("exact", 1, rng.randbytes(16)),
        title=TITLE,
        published=BEGIN + timedelta(seconds=number),
        sketch=Sketch("near", 2, tuple(rng.randrange(1 << 31) for _ in range(KEYS)), slots, outline(rng)),
    )


def outline(rng: random.Random) -> Outline:
    """As many blocks as the articles of aed and fundus have on average, most of them fewer: 27.5 of the story, 3.3 guests, 2.5 others."""
    blocks = min(max(1, round(rng.expovariate(1 / 27.5))), MOST_OWN)
    guests = tuple(Guest(rng.randrange(MASK), (1, 2)) for _ in range(rng.choice((0, 0, 0, 0, 0, 0, 1, 3, 5, 24))))
    doubted = tuple(rng.randrange(MASK) for _ in range(round(rng.expovariate(1 / 2.5))))
    return Outline(1, tuple(rng.randrange(MASK) for _ in range(blocks)), guests, doubted)


def copy_of(original: Candidate, number: int, rng: random.Random) -> Candidate:
    """The same story on another page, with a tenth of it changed."""
    assert original.sketch is not None
    slots = bytes(rng.randrange(1, 255) if rng.random() < 0.1 else slot for slot in original.sketch.slots)
    keys = (*original.sketch.keys[1:], rng.randrange(1 << 31))
    fingerprint = Fingerprint("exact", 1, rng.randbytes(16))
    return Candidate(
        f"https://copy.example/{number}", "copy.example", fingerprint, sketch=Sketch("near", 2, keys, slots)
    )


@dataclass
class Times:
    """Milliseconds an admission, by what it was."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    async def measure(self, store: Store, candidate: Candidate) -> Any:
        wall, processor = time.perf_counter(), time.process_time()
        verdict = await store.admit(candidate)
        self.processor.append((time.process_time() - processor) * 1e3)
        self.wall.append((time.perf_counter() - wall) * 1e3)
        return verdict

    def __str__(self) -> str:
        return f"{median(self.wall):6.2f} {quantiles(self.wall, n=100)[98]:7.2f} {median(self.processor):6.2f}"


async def probe(store: Store, size: int, rng: random.Random) -> tuple[Times, Times]:
    """Admissions at a size: of new articles, and of copies of remembered ones."""
    fresh, copies = Times(), Times()
    claims = []
    originals = [article(size + number, rng) for number in range(PROBES)]
    for candidate in originals:
        verdict = await fresh.measure(store, candidate)
        assert verdict.outcome is Outcome.NEW
        claims.append(verdict.claim)
    await store.confirm(claims)
    for number, original in enumerate(originals):
        verdict = await copies.measure(store, copy_of(original, size + number, rng))
        assert (verdict.outcome, verdict.original_url) == (Outcome.DUPLICATE, original.url)
    return fresh, copies


async def grow(uri: str, sizes: list[int], room: Callable[[], float]) -> None:
    """Fill a store and print a row at each size."""
    store = open_store(uri)
    await store.open()
    empty, rng, count = room(), random.Random(7), 0
    for size in sizes:
        while count < size:
            claims = []
            for _ in range(BATCH):
                claims.append((await store.admit(article(count, rng))).claim)
                count += 1
            await store.confirm([claim for claim in claims if claim is not None])
        fresh, copies = await probe(store, 10_000_000 + size, rng)
        bytes_each = (room() - empty) / (await store.remembered())
        print(f"{uri.partition(':')[0]:<10} {size:>9,} | {fresh} | {copies} | {bytes_each:6.0f}", flush=True)
    await store.close()


def room_of(uri: str) -> Callable[[], float]:
    """What tells how many bytes a store takes: of its file, of a server's tables or memory, or of this process."""
    scheme, _, location = uri.partition(":")
    if scheme == "sqlite":
        return lambda: sqlite_bytes(location)
    if scheme == "redis":
        client = import_module("redis").Redis.from_url(uri)
        return lambda: float(client.info("memory")["used_memory"])
    if scheme == "postgresql":
        connection = import_module("psycopg").connect(uri, autocommit=True)
        query = "SELECT coalesce(sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)), 0) FROM pg_tables WHERE schemaname = 'boilerspider'"
        return lambda: float(connection.execute(query).fetchone()[0])
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def sqlite_bytes(path: str) -> float:
    """The file as it will be once its log is written back."""
    with closing(sqlite3.connect(path)) as connection:
        (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return float(pages * size)


async def crowd(count: int) -> None:
    """Articles that share a notice."""
    rng = random.Random(3)
    vocabulary = [f"{rng.randrange(16**6):06x}" for _ in range(20_000)]
    notice = " ".join(rng.choices(vocabulary, k=60))
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:{folder}/crowd.sqlite")
        await store.open()
        times, merged = Times(), 0
        for number in range(count):
            text = " ".join(rng.choices(vocabulary, k=120)) + " " + notice
            candidate = Candidate(f"https://news.example/{number}", "news.example", exact(text), sketch=near(text))
            verdict = await times.measure(store, candidate)
            merged += verdict.claim is None
            if verdict.claim is not None and number % BATCH == 0:
                await store.confirm([verdict.claim])
            if number + 1 in {count // 100, count // 10, count}:
                last = Times(times.wall[-PROBES:], times.processor[-PROBES:])
                print(f"crowd of   {number + 1:>9,} | {last} | merged: {merged}", flush=True)
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("uris", nargs="*")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--crowd", type=int)
    options = parser.parse_args()
    print("milliseconds an admission  |    new: median, p99, CPU |   copy: median, p99, CPU | bytes an article")
    if options.crowd:
        asyncio.run(crowd(options.crowd))
        return
    with tempfile.TemporaryDirectory() as folder:
        for uri in options.uris or ["memory:", f"sqlite:{folder}/articles.sqlite"]:
            asyncio.run(grow(uri, options.sizes, room_of(uri)))


if __name__ == "__main__":
    main()
