"""Is the text of a page the same whatever advertisements come with it? Real pages, five downloads each, fresh advertisements on every hit.

    python benchmarks/stability.py [EXTRACTOR ...] [--generator NAME] [--ads 3] [--pages 99] [--seen 20] [--corpus aed] [--no-rivals]

It needs the folder `shared` beside the checkout. All pages are taken for those of one site. For each
extractor: the share of pages whose five texts have one exact hash, alone; with a site memory that
has seen some other pages, and learns no more; with one that learns on the way, as in a crawl that
comes five times. And word F of the texts of the pages as they are, without and with that memory.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parent))

from advertisements import SHARED, generators

from boilerspider.evaluation.contenders import contender
from boilerspider.evaluation.metrics import word
from boilerspider.extractors import extractor
from boilerspider.fingerprints import exact
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.reading import DEFAULT_EXTRACTOR, Reader

DOWNLOADS = 5
RIVALS = ("trafilatura", "justext-package", "readability", "resiliparse")
Read = Callable[[bytes, str], str]


class Page(NamedTuple):
    url: str
    html: bytes
    gold: str


def pages_of(corpus: str) -> list[Page]:
    folder = SHARED / "data" / corpus
    with zipfile.ZipFile(folder / "pages.zip") as pages, (folder / "gold.jsonl").open(encoding="utf-8") as golds:
        return [
            Page(f"https://site.example/{gold['id']}", pages.read(gold["id"] + ".html"), gold["text"] or "")
            for gold in map(json.loads, golds)
        ]


class Taught:
    """An extractor with the memory of its one site."""

    def __init__(self, name: str) -> None:
        self.memory = SiteMemory()
        self.learns = True
        self._name, self._plug = name, extractor(name)

    def __call__(self, html: bytes, url: str) -> str:
        taught = TaughtExtractor(self._plug, self.memory)
        text = Reader(self._name, taught).read(html, url).text
        if self.learns and taught.sighting is not None:
            self.memory.learn(taught.sighting)
        return text


def stable(read: Read, pages: list[Page], fresh: Callable[[bytes], bytes]) -> float:
    """The share of pages with one hash, the downloads taken in rounds as crawls take them."""
    hashes: dict[str, set[str]] = {page.url: set() for page in pages}
    for _ in range(DOWNLOADS):
        for page in pages:
            hashes[page.url].add(exact(read(fresh(page.html), page.url)).hex)
    return sum(len(found) == 1 for found in hashes.values()) / len(pages)


def word_f(read: Read, pages: list[Page]) -> float:
    return sum(word(page.gold, read(page.html, page.url)).f or 0.0 for page in pages) / len(pages)


def measure(name: str, options: argparse.Namespace, pages: list[Page]) -> None:
    """One line of the table."""
    ads = generators(random.Random(options.seed), [page.gold for page in pages[:60]])[options.generator]

    def fresh(html: bytes) -> bytes:
        page: bytes = ads.into(html, options.ads)
        return page

    some = pages[: options.pages]
    alone = contender(name).read
    print(f"{name:<20} alone {stable(alone, some, fresh):.3f}", end="", flush=True)
    if options.ours:
        frozen, learning = Taught(name), Taught(name)
        for taught in (frozen, learning):
            for page in (pages[options.pages :] + pages)[: options.seen]:
                taught(fresh(page.html), page.url)
        frozen.learns = False
        print(f"   {options.seen} pages seen {stable(frozen, some, fresh):.3f}", end="", flush=True)
        print(f"   learning on {stable(learning, some, fresh):.3f}", end="", flush=True)
        if options.quality:
            print(f"   word F alone {word_f(alone, pages):.4f}, with memory {word_f(learning, pages):.4f}", end="")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extractors", nargs="*", default=[DEFAULT_EXTRACTOR])
    parser.add_argument("--generator", default="shared")
    parser.add_argument("--corpus", default="aed")
    parser.add_argument("--ads", type=int, default=3)
    parser.add_argument("--pages", type=int, default=99)
    parser.add_argument("--seen", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-rivals", action="store_true")
    parser.add_argument("--quality", action="store_true", help="word F too, over the whole corpus")
    options = parser.parse_args()
    if not SHARED.is_dir():
        print("needs the folder `shared` beside the checkout (pages and tools): nothing measured")
        return
    pages = pages_of(options.corpus)
    print(f"{options.corpus}, {options.pages} pages, {options.ads} advertisements a hit ({options.generator})")
    for name in options.extractors:
        measure(name, argparse.Namespace(**vars(options), ours=True), pages)
    for name in () if options.no_rivals else RIVALS:
        measure(name, argparse.Namespace(**vars(options), ours=False), pages)


if __name__ == "__main__":
    main()
