"""The embedded newspaper, read hit by hit, each with other advertisements: ours and the published packages in one run.

    python benchmarks/embedded.py [news ...] [trafilatura ...] [--hits 8]

Each story is read on the pages of the sites that print it, as often as asked, every page by itself: no hit knows of another.
Printed by design: word precision, recall and F of the texts (the gold is the standfirst and the body), and the share of hits of a
page whose text is that of most of its hits. Nothing was trained on these pages. It needs nothing but the package and what it is
compared with.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from random import Random
from statistics import fmean
from typing import NamedTuple

from boilerspider.demo.desk import answer, visit
from boilerspider.demo.material import load_press, load_stories
from boilerspider.demo.site import build_site
from boilerspider.evaluation import Contender, Gold, Page, contender
from boilerspider.evaluation.measure import judges, read, summarise, trial
from boilerspider.fingerprints import exact

ROW = "{:<10}{:<24}{:>8}{:>11}{:>9}{:>9}{:>12}".format


class Told(NamedTuple):
    """What a contender made of one page's hits."""

    precision: float
    recall: float
    f: float
    same: float
    """The share of the hits with the text of most of them."""


def hits(count: int) -> Iterator[tuple[str, list[Page]]]:
    """A site's design, and the hits of one of its pages; the same in every run, but for the stories' dates."""
    press, stories = load_press(), load_stories(datetime.now(timezone.utc).replace(second=0, microsecond=0))
    for paper in press.papers:
        site = build_site(press, paper, f"https://{paper.key}.example", stories)
        for story in site.stories:
            gold = Gold(story.id, f"{story.description}\n\n{story.gold}", site.url(story))
            seeds = [Random(f"{paper.key} {story.id} {number}") for number in range(count)]
            yield paper.design, [Page(gold, answer(visit(site, site.path(story), seed)).body) for seed in seeds]


def told(pages: Sequence[Page], reader: Contender) -> Told:
    """The means over a page's hits."""
    judging = judges(pages[0], ("word",))
    texts = [read(reader, page)[0] for page in pages]
    trials = [trial(page, judging, text, 0.0, None) for page, text in zip(pages, texts, strict=True)]
    score = summarise(reader.name, trials, ("word",)).scores["word"]
    most = Counter(exact(text).hex for text in texts).most_common(1)[0][1]
    return Told(score.precision or 0.0, score.recall or 0.0, score.f or 0.0, most / len(pages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["news"], metavar="NAME")
    parser.add_argument("--hits", type=int, default=8, help="of each page")
    options = parser.parse_args()
    readers = [contender(name) for name in options.names]
    found: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for design, pages in hits(options.hits):
        for reader in readers:
            found[design, reader.name].append(told(pages, reader))
    print(ROW("design", "", "pages", "precision", "recall", "F", "same text"))
    for (design, name), rows in found.items():
        means = [f"{fmean(column):.3f}" for column in zip(*rows, strict=True)]
        print(ROW(design, name, len(rows), *means))


if __name__ == "__main__":
    main()
