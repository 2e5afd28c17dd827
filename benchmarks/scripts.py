"""Stories that stand in a page's scripts alone, ours and the published packages on the same pages in one run.

    python benchmarks/scripts.py [news ...] [trafilatura ...] [--corpus aed fundus wcxb] [--limit N]

Of articles that say half of their paragraphs in a script, too, all that the page shows but its first heading is taken away,
as a browser without scripts would show it; pages with JSON-LD are read a second time without it. The shipped networks have
seen these pages with what they show. It needs the folder `shared` beside the checkout.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from lxml import etree

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import Contender, Corpus, Page, Selection, contender
from boilerspider.evaluation.measure import Trial, judges, read, summarise, trial
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.tree import parse

SHARED = Path(__file__).resolve().parents[2] / "shared"
LONG = 80
"""Characters of a line of the gold text that is looked for in scripts."""
STEM = 50
"""Letters by which it is known there."""
FEWEST, SHARE = 3, 0.5
"""Such lines that a script has to say, and of all of them."""
WELL = 0.8
"""The word F from which on a story is found."""


class Bare(NamedTuple):
    """A page that shows nothing but its headline."""

    kind: str
    page: Page


def bare(page: Page) -> Iterator[Bare]:
    """The page without what it shows, if a script says its story."""
    try:
        root = deepcopy(parse(page.html, page.gold.url).root)
    except UnreadablePage:
        return
    body = root.find("body")
    lines = [fold(line)[:STEM] for line in (page.gold.text or "").splitlines() if len(line) > LONG]
    scripts = list(root.iter("script"))
    telling = [script for script in scripts if _says(script.text or "", lines)]
    if body is None or not telling:
        return
    heading = next((" ".join("".join(h1.itertext()).split()) for h1 in root.iter("h1")), "")
    inside = list(body.iter("script"))
    for child in list(body):
        body.remove(child)
    body.text = None
    etree.SubElement(body, "h1").text = heading
    for script in inside:
        script.tail = None
        body.append(script)
    articles = [script for script in telling if "articleBody" in (script.text or "")]
    flights = [script for script in telling if "__next_f" in (script.text or "")]
    if articles:
        yield Bare("JSON-LD", _page(page, root))
        for script in articles:
            parent = script.getparent()
            if parent is not None:
                parent.remove(script)
    if len(telling) > len(articles):
        yield Bare("streamed elements" if flights else "a state", _page(page, root))


def _says(script: str, lines: list[str]) -> bool:
    text = script.encode().decode("raw_unicode_escape", "replace") if "\\u" in script else script
    folded = fold(text) if lines and len(text) > STEM else ""
    return bool(folded) and sum(line in folded for line in lines) >= max(FEWEST, SHARE * len(lines))


def _page(page: Page, root: etree._Element) -> Page:
    return replace(page, html=etree.tostring(root, method="html", encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["news"], metavar="NAME")
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus", "wcxb", "readability"])
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    if not SHARED.is_dir():
        sys.exit("needs the folder `shared` beside the checkout (pages with gold text): nothing measured")
    readers: list[Contender] = [contender(name) for name in options.names]
    trials: dict[str, dict[str, list[Trial]]] = defaultdict(lambda: defaultdict(list))
    for name in options.corpus:
        corpus = Corpus(SHARED / "data" / name, Selection(limit=options.limit))
        for page in corpus:
            if not page.gold.text or page.gold.page_type not in (None, "article"):
                continue
            for kind, stripped in bare(page):
                judging = judges(page, ("word",))
                for reader in readers:
                    text, failure = read(reader, stripped)
                    trials[kind][reader.name].append(trial(page, judging, text, 0.0, failure))
    for kind, tried in trials.items():
        print(f"\n{kind}")
        for title, found in tried.items():
            scores = [summarise(title, [one], ("word",)).scores["word"].f or 0.0 for one in found]
            well = sum(score > WELL for score in scores)
            print(f"  {title:<16} word F {fmean(scores):.3f}, found {well} of {len(found)}")


if __name__ == "__main__":
    main()
