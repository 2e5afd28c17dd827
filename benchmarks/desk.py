"""The news desk on real pages: three crawls of three sites, and one that is stopped and begun again.

    python benchmarks/desk.py [--limit 0] [--ads 3] [--seed 1] [--faults 0.05] [--stops 1]

It needs the folder `shared` beside the checkout: its pages (aed, fundus), and the tool that serves
them with advertisements, faults, AMP links and syndicated copies. Crawl 1 should emit every
published story once; crawl 2 nothing, and fetch no article; then seven stories are published and
five revised, each in a sentence of its gold text, and crawl 3, with every story due, should emit these twelve. Then, for each of
`--stops`, a crawl with a memory of its own is stopped by SIGTERM at a random moment and begun
again: both together should emit what crawl 1 did.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from urllib.request import Request, urlopen

from pages import EDITS, edited, pages

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
CORPORA = ("aed", "fundus")
SITES = 3
NEW, REVISED = 7, 5
DRAWN = 20
"""Stories among which those are that are revised, more than enough."""
SHORT = 60
"""Words of gold text under which a story need not be found: what is no article is not emitted."""


@dataclass
class Crawl:
    """One crawl: what it emitted, what it asked, how long it took."""

    articles: list[dict[str, Any]]
    hits: Counter[str]
    statuses: Counter[str]
    violations: int
    seconds: float
    returncode: int
    log: str = field(repr=False, default="")

    @property
    def stories(self) -> Counter[str]:
        return Counter(story(article["url"]) for article in self.articles)

    def asked(self, pattern: str) -> int:
        return sum(count for path, count in self.hits.items() if re.match(pattern, path))


def story(url: str) -> str:
    """The story that an address has, whatever form of it."""
    found = re.search(r"/(?:article|amp)/(?:wire-)?(.+)\.html", url)
    return unquote(found[1]) if found else url


class Desk:
    """The sites on the air, and a folder for memories and feeds."""

    def __init__(self, sites: list[str], folder: Path) -> None:
        self.sites = sites
        self.folder = folder

    def control(self, what: str) -> list[dict[str, Any]]:
        method = "GET" if what == "stats" else "POST"
        return [json.load(urlopen(Request(f"{site}/control/{what}", method=method))) for site in self.sites]

    def crawl(self, memory: str, name: str, *settings: str, stop_after: float | None = None) -> Crawl:
        self.control("reset-stats")
        feed = self.folder / f"{name}.jsonl"
        command = [
            sys.executable,
            "-m",
            "scrapy",
            "crawl",
            "news",
            "-a",
            f"sites={','.join(s + '/' for s in self.sites)}",
        ]
        command += ["-o", str(feed), "-s", f"BOILERSPIDER_STORE=sqlite:{self.folder / memory}"]
        command += ["-s", "AUTOTHROTTLE_ENABLED=0", "-s", "LOG_LEVEL=INFO", *(f"-s{setting}" for setting in settings)]
        start = time.perf_counter()
        log = (self.folder / f"{name}.log").open("w")
        with subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log) as process:
            if stop_after is not None:
                time.sleep(stop_after)
                stopped = time.perf_counter()
                process.send_signal(signal.SIGTERM)
                process.wait()
                print(f"    SIGTERM after {stop_after:.1f} s; ended {time.perf_counter() - stopped:.1f} s later")
        lines = feed.read_text(encoding="utf-8").splitlines() if feed.exists() else []
        stats = self.control("stats")
        return Crawl(
            [json.loads(line) for line in lines],
            Counter(path for site in stats for path, count in site["hits"].items() for _ in range(count)),
            Counter(status for site in stats for status, count in site["statuses"].items() for _ in range(count)),
            sum(len(site["robots_violations"]) for site in stats),
            time.perf_counter() - start,
            process.returncode,
            (self.folder / f"{name}.log").read_text(),
        )


@contextmanager
def newsroom(options: argparse.Namespace) -> Iterator[Desk]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as name:
        ready = Path(name) / "ready"
        arguments = ["--corpus", *CORPORA, "--sites", str(SITES), "--port", str(port), "--ready-file", str(ready)]
        arguments += ["--hold-back", "20", "--amp", "0.1", "--syndicate", "0.1", "--faults", str(options.faults)]
        arguments += ["--limit", str(options.limit), "--ads", str(options.ads), "--seed", str(options.seed)]
        command = [sys.executable, str(SHARED / "tools" / "serve_news.py"), *arguments]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            while not (ready.exists() and ready.read_text().count("\n") == SITES):
                time.sleep(0.1)
            yield Desk(ready.read_text().split(), Path(name))
            server.terminate()


def gold(limit: int) -> dict[str, int]:
    """The stories of the corpora in the order in which they are served, with the words of their texts."""
    found = {}
    for corpus in CORPORA:
        folder = SHARED / "data" / corpus
        with zipfile.ZipFile(folder / "pages.zip"), (folder / "gold.jsonl").open(encoding="utf-8") as records:
            for number, line in enumerate(records):
                if limit and number >= limit:
                    break
                record = json.loads(line)
                found[record["id"]] = len(re.findall(r"\w+", record["text"] or ""))
    return found


def edited_in_text(names: list[str]) -> list[str]:
    """Those of these stories, in their order, of which the tool edits what the gold text was taken from: else it does so in a script, a caption, a list of contents."""
    drawn = [page for page in pages(list(CORPORA), sys.maxsize) if page.gold["id"] in names]
    told = {
        page.gold["id"]
        for page, edits in edited(drawn, random.Random(1))
        if any(edit.kind == EDITS[0] and edit.is_in_gold for edit in edits)
    }
    print(f"    of {len(names)} drawn the tool edits elsewhere:", [name for name in names if name not in told])
    return [name for name in names if name in told]


def say(title: str, crawl: Crawl) -> None:
    kinds = Counter("revised" if article["revision"] else "new" for article in crawl.articles)
    asked = {
        "articles": crawl.asked(r"/(article|amp)/"),
        "feeds and sitemaps": crawl.asked(r"/(rss|atom|.*sitemap)"),
        "listings": crawl.asked(r"/($|section|tag|calendar)"),
    }
    print(f"{title}: emitted {kinds['new']} new, {kinds['revised']} revised, exit code {crawl.returncode}")
    print(f"    asked {asked}, statuses {dict(crawl.statuses)}, {crawl.seconds:.0f} s")
    print(f"    forbidden pages asked: {crawl.violations}; tracebacks: {crawl.log.count('Traceback')}")


def compare(found: Counter[str], expected: dict[str, int]) -> None:
    missing = [name for name in expected if name not in found]
    long = [name for name in missing if expected[name] >= SHORT]
    twice = [name for name, count in found.items() if count > 1]
    strange = [name for name in found if name not in expected]
    print(
        f"    of {len(expected)} published stories {len(expected) - len(missing)} emitted; missing with {SHORT} words or more: {long}"
    )
    print(f"    missing, shorter: {sorted(set(missing) - set(long))}; more than once: {twice}; others: {strange}")


def three_crawls(desk: Desk, published: dict[str, int], chance: random.Random) -> Crawl:
    first = desk.crawl("memory.sqlite", "1")
    say("crawl 1", first)
    compare(first.stories, published)
    second = desk.crawl("memory.sqlite", "2")
    say("crawl 2, nothing has changed", second)
    print("    emitted:", [article["url"] for article in second.articles])
    new: list[str] = []
    while len(new) < NEW:  # one at a time, on one site after the other
        new += urlopen_json(desk.sites[len(new) % SITES], "publish?n=1")["published"]
    revised: list[str] = []
    # A copy that was met first is the story; what its original changes later is no revision of it.
    own = sorted({story(a["url"]) for a in first.articles if "/wire-" not in a["url"]})
    for name in edited_in_text(chance.sample(own, min(DRAWN, len(own)))):
        answers = [site for site in desk.control(f"revise?id={name}") if "revised" in site]
        revised += [name] if answers else []
        if len(revised) == REVISED:
            break
    third = desk.crawl("memory.sqlite", "3", "BOILERSPIDER_RECHECK=1")
    say(f"crawl 3, {NEW} published, {REVISED} revised, all due", third)
    fresh = {story(a["url"]) for a in third.articles if not a["revision"]}
    changed = {story(a["url"]) for a in third.articles if a["revision"]}
    print(
        f"    new: {len(fresh & set(new))} of {NEW}, others {sorted(fresh - set(new))}, missing {sorted(set(new) - fresh)}"
    )
    print(
        f"    revised: {len(changed & set(revised))} of {REVISED}, others {sorted(changed - set(revised))}, missing {sorted(set(revised) - changed)}"
    )
    return first


def urlopen_json(site: str, what: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.load(urlopen(Request(f"{site}/control/{what}", method="POST")))
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=0, help="pages of each corpus; 0: all")
    parser.add_argument("--ads", type=int, default=3)
    parser.add_argument("--faults", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stops", type=int, default=1)
    parser.add_argument("--logs", type=Path, help="folder for the crawls' logs")
    options = parser.parse_args()
    if not SHARED.is_dir():
        print("needs the folder `shared` beside the checkout (pages and tools): nothing measured")
        return
    chance = random.Random(options.seed)
    words = gold(options.limit)
    names = list(words)
    shares = [names[site::SITES] for site in range(SITES)]
    published = {name: words[name] for share in shares for name in share[:-20]}
    with newsroom(options) as desk:
        first = three_crawls(desk, published, chance)
        keep(desk, options.logs)
    for number in range(options.stops):
        with newsroom(options) as desk:
            print(f"stopped and begun again, {number + 1}:")
            stopped = desk.crawl("other.sqlite", "stopped", stop_after=chance.uniform(3, max(5, first.seconds * 0.8)))
            say("    before", stopped)
            again = desk.crawl("other.sqlite", "again")
            say("    after", again)
            both = stopped.stories + again.stories
            print(f"    together {len(both)} stories, {[n for n, c in both.items() if c > 1]} more than once;")
            print(
                f"    of crawl 1 missing {sorted(set(first.stories) - set(both))}, added {sorted(set(both) - set(first.stories))}"
            )
            keep(desk, options.logs)


def keep(desk: Desk, folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for log in (*desk.folder.glob("*.log"), *desk.folder.glob("*.jsonl")):
            (folder / log.name).write_bytes(log.read_bytes())


if __name__ == "__main__":
    main()
