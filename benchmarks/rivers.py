"""Lists of other stories, and of what readers say, below a story: who takes them for its text?

    python benchmarks/rivers.py [DIR] [PACKAGE ...] [--corpus aed fundus wcxb] [--pages 40] [--items 8 25]

Into each page one list is put whose items have paragraphs of other pages in its language, right behind the element of the story
or at the end of the page, in a dozen kinds of markup (ours, none that training puts in). Printed for each kind: the share of pages
of whose list a sentence is in the text, and the mean word F. DIR is the folder into which `scrapy train news` wrote: each page is read by the
network of the fold without its site; without it our own networks read them, which have learnt from these pages. It needs the
folder `shared` beside the checkout.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from lxml import etree

sys.path.append(str(Path(__file__).resolve().parent))

from changes import is_story
from dynamic import Tree
from unseen import SHARED, Bench

from boilerspider.evaluation import Contender, Corpus, Page, Selection, contender
from boilerspider.evaluation.measure import judges, read, summarise, trial
from boilerspider.extractors import extractor
from boilerspider.markup.language import text_language
from boilerspider.markup.tree import parse

SENTENCE = range(80, 260)
"""Letters of a line that an item has."""
TOLD = 40
"""First letters of an item by which it is known in a text."""
KINDS = {
    "cards": ('<div class="k-row">{}</div>', '<div class="k-card"><a href="/{n}"><h3>{h}</h3></a><p>{p}</p></div>'),
    "cards without names": ("<div>{}</div>", '<div><h3><a href="/{n}">{h}</a></h3><p>{p}</p></div>'),
    "articles": ("<section>{}</section>", '<article><h2><a href="/{n}">{h}</a></h2><p>{p}</p></article>'),
    "a list": ("<ul>{}</ul>", '<li><a href="/{n}"><strong>{h}</strong></a> – {p}</li>'),
    "paragraphs": ("<div>{}</div>", '<p><a href="/{n}">{h}</a><br>{p}</p>'),
    "a table": ("<table>{}</table>", '<tr><td><img src="/{n}.jpg"></td><td><a href="/{n}">{h}</a><br>{p}</td></tr>'),
    "terms": ("<dl>{}</dl>", '<dt><a href="/{n}">{h}</a></dt><dd>{p}</dd>'),
    "elements of its own": ("<x-river>{}</x-river>", '<x-item><a href="/{n}">{h}</a><x-text>{p}</x-text></x-item>'),
    "headings and paragraphs": ('<div class="k7">{}</div>', '<h3><a href="/{n}">{h}</a></h3><p>{p}</p>'),
    "all in links": ("<div>{}</div>", '<a href="/{n}"><div>{h}</div><div>{p}</div></a>'),
    "what readers say": (
        "<div>{}</div>",
        "<div><span>{w}</span> <span>2 h</span><div>{p}</div><span>Reply</span></div>",
    ),
    "the same in paragraphs": ('<div id="k9">{}</div>', "<p><b>{w}:</b> {p}</p>"),
}
WHO = ("olaf_k", "Maria S.", "reader 17", "T. Brandt", "newtonfan", "Ines")
PLACES = ("below", "page")
"""Behind the story's element, at the page's end."""


class Host(NamedTuple):
    """A page that a list is put into."""

    corpus: Corpus
    page: Page
    readers: list[tuple[str, Contender]]

    @property
    def language(self) -> str:
        """That of its text."""
        return text_language((self.page.gold.text or "")[:2_000], None) or ""


def hosts(options: argparse.Namespace) -> Iterator[Host]:
    bench = Bench(options.folder, options.packages) if options.folder else None
    own = [(name, contender(name)) for name in ("news", *options.packages)] if bench is None else []
    for name in options.corpus:
        corpus = Corpus(SHARED / "data" / name, Selection())
        possible = [page for page in corpus if is_story(page) and not page.gold.suspect]
        every = max(1, len(possible) // options.pages)
        for page in possible[::every][: options.pages]:
            yield Host(corpus, page, list(bench.readers(corpus, page)) if bench else own)


def sentences(found: list[Host]) -> dict[str, list[str]]:
    """Lines of the gold texts of these pages, by their language."""
    lines: dict[str, set[str]] = defaultdict(set)
    for host in found:
        told = (line.strip() for line in (host.page.gold.text or "").splitlines())
        lines[host.language].update(line for line in told if len(line) in SENTENCE)
    return {language: sorted(told) for language, told in lines.items()}


def with_list(host: Host, kind: str, told: list[str], where: str) -> bytes | None:
    """The page with a list of these items; None where no story is found on it."""
    document = parse(host.page.html, host.page.gold.url)
    tree = Tree.of(document, extractor("news").label(document), (), 0, kind)
    if tree is None:
        return None
    outer, item = KINDS[kind]
    items = [
        item.format(n=number, h=escape(" ".join(text.split()[2:9])), p=escape(text), w=WHO[number % len(WHO)])
        for number, text in enumerate(told)
    ]
    tree.put(where, outer.format("".join(items)))
    return b"<!DOCTYPE html>" + etree.tostring(tree.root, method="html", encoding="utf-8")


def told_below(number: int, host: Host, lines: dict[str, list[str]], items: list[int]) -> tuple[list[str], str]:
    """What the list on a page says, nothing where there is too little in its language, and where it stands; the same for all kinds."""
    gold, count = host.page.gold.text or "", items[number % len(items)]
    possible = [line for line in lines[host.language] if line not in gold]
    told = random.Random(number).sample(possible, count) if len(possible) >= count else []
    return told, PLACES[number // len(items) % len(PLACES)]


def verdict(reader: Contender, page: Page, told: list[str]) -> tuple[bool, float]:
    """Whether something of the list is in the text, and its word F."""
    text, failure = read(reader, page)
    one = trial(page, judges(page, ("word",)), text, 0.0, failure)
    flat = " ".join(text.split())
    is_taken = any(" ".join(line.split())[:TOLD] in flat for line in told)
    return is_taken, summarise(reader.name, [one], ("word",)).scores["word"].f or 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus", "wcxb"])
    parser.add_argument("--pages", type=int, default=40, help="of each corpus")
    parser.add_argument("--items", type=int, nargs="+", default=[8, 25], help="of a list")
    options = parser.parse_args()
    if not SHARED.is_dir():
        sys.exit("needs the folder `shared` beside the checkout (pages with gold text): nothing measured")
    found = list(hosts(options))
    lines = sentences(found)
    lists = [told_below(number, host, lines, options.items) for number, host in enumerate(found)]
    for kind in KINDS:
        verdicts: dict[str, list[tuple[bool, float]]] = defaultdict(list)
        for host, (told, where) in zip(found, lists, strict=True):
            html = with_list(host, kind, told, where) if told else None
            for title, reader in host.readers if html else ():
                verdicts[title].append(verdict(reader, Page(host.page.gold, html or b""), told))
        for title, got in verdicts.items():
            share, mean = map(fmean, zip(*got, strict=True))
            print(
                f"{kind:<26}{title:<24}{len(got):5} pages   list in text {share:.3f}   word F {mean:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
