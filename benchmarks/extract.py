"""What one page costs: our extractors beside their published originals and today's tools, in one run.

    python benchmarks/extract.py [NAME ...] [--corpus aed] [--pages 100] [--rounds 3] [--stages | --kinds]

It needs the folder `shared` beside the checkout. Every page goes through all of them in turn, each
round in another order, and processor time is taken, so that a busy machine slows all alike. Ours give a whole Article (text,
HTML, images, hash; with metadata or without); `to blocks` is the algorithm alone, from bytes to labelled
blocks. The others give text, and the two of `RICH` what else their package can tell. A ratio is the median over the pages of our time by the other's; `parses` is how often lxml could parse the page's bytes
meanwhile. `--stages` tells where our own time goes, `--kinds` what each kind of page takes of a corpus that tells kinds (so
many pages of each).
NAMES are those of others, and of ours: all where none of either kind is named.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from statistics import fmean, median
from typing import Any
from unittest.mock import patch

from lxml import etree

from boilerspider import reading
from boilerspider.evaluation.corpora import Corpus, Selection
from boilerspider.evaluation.rivals import RIVALS, rival
from boilerspider.extractors import EXTRACTORS, Extractor, extractor
from boilerspider.fingerprints import exact
from boilerspider.markup.metadata import Metadata, read_metadata
from boilerspider.markup.render import render
from boilerspider.markup.tree import parse
from boilerspider.markup.words import count_words
from boilerspider.reading import Reader

SHARED = Path(__file__).resolve().parents[2] / "shared"

Read = Callable[[bytes, "str | None"], object]

ORIGINALS = {
    "boilerpipe-article": "boilerpy3",
    "boilerpipe-default": "boilerpy3-default",
    "boilerpipe-sentences": "boilerpy3-sentences",
    "boilerpipe-largest": "boilerpy3-largest",
    "boilerpipe-canola": "boilerpy3-canola",
    "justext": "justext-package",
    "tree-filter": "boilerpy3-default",
}
"""Ours -> the published package that it is measured by."""

TODAY = ("trafilatura", "trafilatura-fast", "readability", "resiliparse", "newspaper4k", "goose3")

RICH: Mapping[str, Mapping[str, Any]] = {
    "trafilatura-metadata": {"output_format": "txt"},
    "trafilatura-whole": {
        "output_format": "xml",
        "include_links": True,
        "include_images": True,
        "include_formatting": True,
    },
}
"""trafilatura with what an Article has beside the text: metadata; and as XML with links, pictures and emphasis, too."""

PARSE = "lxml's parse alone"
WITHOUT = " without metadata"
BLOCKS = " to blocks"


def contenders(wanted: Collection[str]) -> dict[str, Read]:
    """The wanted of ours and of the others by name, all of a kind where none is named; those that are not installed are left out."""
    reads: dict[str, Read] = {PARSE: parsed}
    for name in ours(wanted):
        reader = Reader(name, extractor(name))
        reads[name] = reader.read
        reads[name + BLOCKS] = to_blocks(extractor(name))
        if name in ORIGINALS:
            reads[name + WITHOUT] = bare(reader)
    theirs = {name: name for name in (*ORIGINALS.values(), *TODAY)} | dict.fromkeys(RICH, "trafilatura")
    named = {name: theirs.get(name, name) for name in wanted if name in RIVALS or name in RICH}
    for name, package in (named or theirs).items():
        if RIVALS[package].installed:
            reads[name] = rich(RICH[name]) if name in RICH else rival(name)
    return reads


def rich(options: Mapping[str, Any]) -> Read:
    """trafilatura, giving more than text."""
    call: Any = import_module("trafilatura").extract
    return lambda html, url: call(html, url=url, with_metadata=True, include_comments=False, fast=False, **options)


def ours(wanted: Collection[str]) -> list[str]:
    """The wanted of our extractors."""
    return [name for name in wanted if name in EXTRACTORS.rows] or list(EXTRACTORS.rows)


def parsed(html: bytes, _: str | None) -> object:
    """What no reader that builds on lxml can save."""
    return etree.fromstring(html, parser=etree.HTMLParser(encoding="utf-8", huge_tree=True))


def to_blocks(plug: Extractor) -> Read:
    """The algorithm alone, parsing included."""
    return lambda html, url: plug.label(parse(html, url))


def bare(ours: Reader) -> Read:
    """The reader with nothing read of what the page says of itself."""

    def read(html: bytes, url: str | None) -> object:
        with patch.object(reading, "read_sayings", _nothing), patch.object(reading, "with_guess", _nothing):
            return ours.read(html, url)

    return read


def _nothing(*_: object) -> Metadata:
    return Metadata()


def stages(wanted: Collection[str]) -> dict[str, Callable[[bytes, str | None], dict[str, float]]]:
    """For each of our extractors: a page -> the milliseconds of each step."""
    return {name: Steps(name).read for name in ours(wanted)}


class Steps:
    """One extractor's way through a page, step by step."""

    def __init__(self, name: str) -> None:
        self._extractor = extractor(name)
        self._spent: dict[str, float] = {}

    def read(self, html: bytes, url: str | None) -> dict[str, float]:
        """The milliseconds of each step."""
        self._spent = {}
        document = self._timed("parse", parse, html, url)
        self._timed("transcript", lambda: document.transcript)
        blocks = self._timed("label", self._extractor.label, document)
        kept = [node for block in blocks if block.is_content for node in block.nodes]
        rendered = self._timed("render", render, document, kept)
        self._timed("words and hash", lambda: (count_words(rendered.text), exact(rendered.text)))
        self._timed("metadata", read_metadata, document)
        return self._spent

    def _timed(self, step: str, call: Callable[..., Any], *arguments: Any) -> Any:
        start = time.process_time_ns()
        result = call(*arguments)
        self._spent[step] = (time.process_time_ns() - start) / 1e6
        return result


def measure(
    reads: Mapping[str, Read], pages: Iterable[tuple[bytes, str | None]], rounds: int
) -> dict[str, list[float]]:
    """Milliseconds a page, the least of the rounds, which are run page by page."""
    spent: dict[str, list[float]] = defaultdict(list)
    for number, (html, url) in enumerate(pages):
        best: dict[str, float] = {}
        for turn in range(rounds):
            order = [*reads.items()]
            first = (number + turn * len(order) // rounds) % len(order)
            for name, read in order[first:] + order[:first]:
                start = time.process_time_ns()
                read(html, url)
                took = (time.process_time_ns() - start) / 1e6
                best[name] = min(took, best.get(name, took))
        for name, took in best.items():
            spent[name].append(took)
    return spent


def ratio(slow: list[float], fast: list[float]) -> float:
    """How many times as long, page by page."""
    return median(one / other for one, other in zip(slow, fast, strict=True))


def show(spent: Mapping[str, list[float]]) -> None:
    """The table: milliseconds, and how many times as long the original takes."""
    print("| | to blocks, median ms | whole, median ms | mean ms | parses | its original takes | without metadata |")
    print("|---|---|---|---|---|---|---|")
    for name, took in spent.items():
        if name.endswith((WITHOUT, BLOCKS)):
            continue
        blocks = spent.get(name + BLOCKS)
        cells = [f"{median(blocks):.2f}" if blocks else "", f"{median(took):.2f}", f"{fmean(took):.2f}"]
        cells += [f"{ratio(took, spent[PARSE]):.1f}", "", ""]
        original = spent.get(ORIGINALS.get(name, ""))
        if original and name + WITHOUT in spent:
            bare_took = spent[name + WITHOUT]
            cells[4] = f"{ratio(original, took):.1f} times as long ({ORIGINALS[name]})"
            cells[5] = f"{median(bare_took):.2f} ms: {ratio(original, bare_took):.1f} times as long"
        print(f"| {name} | {' | '.join(cells)} |")


def show_stages(pages: list[tuple[bytes, str | None]], rounds: int, wanted: Collection[str]) -> None:
    """The table: milliseconds of each step, medians."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    ways = stages(wanted)
    for html, url in pages:
        for name, way in ways.items():
            turns = [way(html, url) for _ in range(rounds)]
            for step in turns[0]:
                found[name][step].append(min(turn[step] for turn in turns))
    steps = list(next(iter(found.values())))
    print(f"| | {' | '.join(steps)} |\n|---{'|---' * len(steps)}|")
    for name, spent in found.items():
        print(f"| {name} | {' | '.join(f'{median(spent[step]):.2f}' for step in steps)} |")


def show_kinds(folder: Path, limit: int, rounds: int, reads: Mapping[str, Read]) -> None:
    """The table: mean milliseconds of each kind of page."""
    whole = [name for name in reads if not name.endswith((WITHOUT, BLOCKS))]
    print(f"| | pages | {' | '.join(whole)} |\n|---|---{'|---' * len(whole)}|")
    for kind in sorted({page.gold.page_type or "" for page in Corpus(folder)} - {""}):
        pages = [(page.html, page.gold.url) for page in Corpus(folder, Selection(limit=limit, page_type=kind))]
        spent = measure({name: reads[name] for name in whole}, pages, rounds)
        print(f"| {kind} | {len(pages)} | {' | '.join(f'{fmean(spent[name]):.1f}' for name in whole)} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="of ours and of the others, as scrapy evaluate knows them")
    parser.add_argument("--corpus", default="aed")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--kinds", action="store_true")
    options = parser.parse_args()
    folder = SHARED / "data" / options.corpus
    if not folder.is_dir():
        print("needs the folder `shared` beside the checkout: nothing measured")
        return
    pages = [(page.html, page.gold.url) for page in Corpus(folder, Selection(limit=options.pages))]
    reads = contenders(options.names)
    measure(reads, pages[:1], 1)
    gc.freeze()  # what the packages brought along is not looked through for garbage again and again
    if options.kinds:
        show_kinds(folder, options.pages, options.rounds, reads)
    elif options.stages:
        show_stages(pages, options.rounds, options.names)
    else:
        show(measure(reads, pages, options.rounds))


if __name__ == "__main__":
    main()
