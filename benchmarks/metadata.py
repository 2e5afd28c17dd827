"""How often title, date and authors are the gold's: ours beside today's tools, in one run.

    python benchmarks/metadata.py [CORPUS ...] [--pages 100]

It needs the folder `shared` beside the checkout. Titles are compared without regard to case, white space and the shape of
quotation marks, dates by their day as it is written or in UTC, authors as sets (F1): as they are given, and taken apart, gold and
found alike, for a gold of `wcxb` is often one string ("Ann Roe and Jo Poe, CEO"). Of `wcxb` the articles count. A tool that fails
on a page found nothing there.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timezone
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from boilerspider.evaluation.corpora import Corpus, Selection
from boilerspider.evaluation.rivals import decode
from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.tree import parse

SHARED = Path(__file__).resolve().parents[2] / "shared"

CORPORA = ("fundus", "wcxb", "aed")

FIELDS = ("title", "date", "authors", "taken apart")

_BETWEEN = re.compile(r"\s*[,;|&/]\s*|\s+(?:and|with)\s+", re.IGNORECASE)
_TITLE = re.compile(r"(?:[A-Za-z]{1,2}\.\s?){1,3}|[A-Z®-]{2,6}")
"""What stands between names, and what stands behind one of several words: Ph.D., MD, CFP®."""

QUOTES = str.maketrans("‘’ʼ`´“”„«»", "'''''\"\"\"\"\"")


class Found(NamedTuple):
    """What a tool read; a field that it does not read is None throughout."""

    title: str | None = None
    day: set[str] | None = None
    """The day of publication, as it is written and in UTC."""
    authors: list[str] | None = None


Read = Callable[[bytes, "str | None"], Found]


def ours() -> Read:
    """This package."""

    def read(html: bytes, url: str | None) -> Found:
        found = read_metadata(parse(html, url))
        return Found(found.title or "", days(found.published), list(found.authors))

    return read


def trafilatura() -> Read:
    """trafilatura's metadata alone."""
    package: Any = import_module("trafilatura.metadata")

    def read(html: bytes, url: str | None) -> Found:
        found = package.extract_metadata(html, default_url=url)
        return Found(found.title or "", {found.date or ""}, (found.author or "").split("; "))

    return read


def newspaper4k() -> Read:
    """newspaper4k, given the page."""
    package: Any = import_module("newspaper")

    def read(html: bytes, url: str | None) -> Found:
        article = package.Article(url or "http://x.example/", fetch_images=False)
        article.download(input_html=decode(html))
        article.parse()
        return Found(article.title or "", days(article.publish_date), article.authors)

    return read


def htmldate() -> Read:
    """htmldate with its defaults, asked for the first date."""
    package: Any = import_module("htmldate")
    return lambda html, url: Found(day={package.find_date(decode(html), original_date=True, url=url) or ""})


TOOLS: Mapping[str, tuple[str, Callable[[], Read]]] = {
    "ours": ("boilerspider", ours),
    "trafilatura": ("trafilatura", trafilatura),
    "newspaper4k": ("newspaper", newspaper4k),
    "htmldate": ("htmldate", htmldate),
}
"""Name -> the module that must be installed, and how it is called."""


def days(moment: datetime | None) -> set[str]:
    """The day of a moment as it is written, and in UTC."""
    if moment is None:
        return set()
    aware = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
    return {f"{aware:%Y-%m-%d}", f"{aware.astimezone(timezone.utc):%Y-%m-%d}"}


def normalised(text: str) -> str:
    """The text for comparison."""
    return re.sub(r"\s+", " ", text.translate(QUOTES)).strip().casefold()


def judge(found: Found, gold: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """The score of each field that the tool reads and the gold has."""
    if gold.get("title") and found.title is not None:
        yield "title", normalised(found.title) == normalised(gold["title"])
    if gold.get("date") and found.day is not None:
        yield "date", gold["date"][:10] in found.day
    if gold.get("authors") and found.authors is not None:
        yield "authors", agreement(gold["authors"], found.authors)
        yield "taken apart", agreement(apart(gold["authors"]), apart(found.authors))


def agreement(gold: Iterable[str], found: Iterable[str]) -> float:
    """F1 of two sets of names, of which the first is not empty."""
    right, read = set(map(normalised, gold)), set(map(normalised, filter(None, found)))
    return 2 * len(right & read) / (len(right) + len(read))


def apart(authors: Iterable[str]) -> list[str]:
    """Every name by itself, without the titles behind it."""
    found: list[str] = []
    for author in filter(None, authors):
        first, *others = _BETWEEN.split(author)
        found += [first, *(piece for piece in others if piece and not (" " in first and _TITLE.fullmatch(piece)))]
    return found


def measure(
    reads: Mapping[str, Read], pages: Iterable[tuple[bytes, Mapping[str, Any]]]
) -> dict[tuple[str, str], list[float]]:
    """The scores by tool and field."""
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for html, gold in pages:
        for name, read in reads.items():
            try:
                found = read(html, gold.get("url"))
            except Exception:  # noqa: BLE001 - a tool that fails found nothing
                found = Found("", set(), [])
            for field, score in judge(found, gold):
                scores[name, field].append(score)
    return scores


def pages_of(folder: Path, limit: int | None) -> Iterator[tuple[bytes, Mapping[str, Any]]]:
    """Pages with their gold: every field of it."""
    with (folder / "gold.jsonl").open(encoding="utf-8") as lines:
        gold = {row["id"]: row for row in map(json.loads, lines)}
    rows = ((page.html, gold[page.gold.id]) for page in Corpus(folder, Selection()))
    return islice((row for row in rows if row[1].get("page_type", "article") == "article"), limit)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", default=CORPORA)
    parser.add_argument("--pages", type=int)
    options = parser.parse_args()
    reads = {name: build() for name, (module, build) in TOOLS.items() if find_spec(module)}
    print(f"| corpus | tool | {' | '.join(FIELDS)} |\n|---|---|{'---|' * len(FIELDS)}")
    for corpus in options.corpora:
        folder = SHARED / "data" / corpus
        if not folder.is_dir():
            print("needs the folder `shared` beside the checkout: nothing measured")
            return
        scores = measure(reads, pages_of(folder, options.pages))
        for name in reads:
            cells = (f"{fmean(got):.3f}" if (got := scores[name, field]) else "" for field in FIELDS)
            print(f"| {corpus} | {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
