"""Does a foreign box between paragraphs change what `news` keeps?

    python benchmarks/boxes.py [DIR] [--corpus aed fundus] [--pages 150] [--trials 2] [--kinds]

DIR is the folder into which `scrapy train news` wrote; each page is read by the network of the fold
without its site. Without it our own networks read them, which have learnt from these pages. Boxes are put into the page one at a time, 1 to 3, or as advertisements of several
generators; blocks that are not kept are taken out. A paragraph of another story in the story's own markup and language
is none of them: an editor may have added it. Printed for each kind: pages whose kept text
changed, pages that keep a part of what was put in; single boxes also by what they are: a bare `p`, which is
no box by itself and like any paragraph, a `p` with attributes or elements in it, or any other element. With `--kinds`
boxes as sites make them are put in instead, each right behind an element of the story. It needs the folder `shared` beside the checkout.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import NamedTuple

from lxml import etree

sys.path.append(str(Path(__file__).resolve().parent))

from advertisements import KINDS, SHARED, Sentences, generators
from unseen import folds

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import Corpus, Page, Selection
from boilerspider.extractors import Extractor, extractor
from boilerspider.markup.language import text_language
from boilerspider.markup.tree import Document, parse
from boilerspider.model import Block
from boilerspider.training.news.boxes import Plants, harvest, paragraphs, plant
from boilerspider.training.news.sites import fold_of, site_of_page

ONE = "one box of another site"
MIN_PLACE_WORDS = 5


class Read(NamedTuple):
    """A page as it is."""

    page: Page
    site: str
    document: Document
    blocks: tuple[Block, ...]
    judge: Extractor

    @property
    def kept(self) -> list[str]:
        """The texts of its content."""
        return _kept(self.blocks)

    def with_boxes(self, boxes: Sequence[bytes], rng: random.Random) -> Document | None:
        """The page with boxes behind elements of its story."""
        root = deepcopy(self.document.root)
        wanted = {text for text in self.kept if len(text.split()) >= MIN_PLACE_WORDS}
        places = [e for e in root.iter("p", "h2", "h3", "ul", "blockquote", "div") if _text(e) in wanted]
        for markup in boxes if places else ():
            box, place = next(parse(markup).root.iter("body"))[0], rng.choice(places)
            box.tail, place.tail = place.tail, None
            place.addnext(box)
        return Document(root, self.document.source, self.document.url) if places else None

    @property
    def language(self) -> str:
        """The language that its text is in; empty where it is not told."""
        return text_language("\n".join(self.kept), None) or ""

    def with_paragraph(self, text: str, rng: random.Random) -> Document | None:
        """The page with a paragraph more behind one of its story, and like it."""
        planted = plant(self.document, Plants([], [text]), self.kept, rng)
        return planted if any(_text(element) == text for element in planted.root.iter("p")) else None

    def without_a_block(self, rng: random.Random) -> Document | None:
        """The page without an element that holds one boilerplate block."""
        root = deepcopy(self.document.root)
        left_out = {block.text for block in self.blocks if not block.is_content} - set(self.kept)
        found = [e for e in root.iter("p", "div", "li", "h3", "span", "a") if _text(e) in left_out]
        if not found:
            return None
        gone = rng.choice(found)
        gone.clear(keep_tail=True)
        return Document(root, self.document.source, self.document.url)


def made_of(box: bytes) -> str:
    """What a box is."""
    element = next(parse(box).root.iter("body"))[0]
    if element.tag != "p":
        return "no p"
    return "a p with more" if element.attrib or len(element) else "a bare p"


def _text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _kept(blocks: Sequence[Block]) -> list[str]:
    return [block.text for block in blocks if block.is_content]


def read(options: argparse.Namespace) -> Iterator[Read]:
    weights = [{"weights": str(fold)} for fold in folds(options.folder)] if options.folder else [None]
    judges = [extractor("news", of) for of in weights]
    for name in options.corpus:
        corpus = Corpus(SHARED / "data" / name, Selection(limit=options.pages))
        for page in corpus:
            try:
                document = parse(page.html, page.gold.url)
            except UnreadablePage:
                continue
            site = site_of_page(corpus, page)
            judge = judges[fold_of(site, len(judges))]
            yield Read(page, site, document, judge.label(document), judge)


def trials(
    own: Read, boxes: Sequence[bytes], ads: dict[str, object], rng: random.Random
) -> Iterator[tuple[str, Document]]:
    """What is done to a page -> the page."""
    single = rng.sample(boxes, 1)
    changed = {
        f"{ONE}: {made_of(single[0])}": own.with_boxes(single, rng),
        "one to three boxes": own.with_boxes(rng.sample(boxes, rng.randint(1, 3)), rng),
        "a boilerplate block taken out": own.without_a_block(rng),
        **{f"one advertisement: {name}": parse(made.into(own.page.html, 1)) for name, made in ads.items()},  # type: ignore[attr-defined]
    }
    yield from ((what, document) for what, document in changed.items() if document is not None)


def additions(own: Read, prose: Sequence[str], rng: random.Random) -> Iterator[tuple[str, Document]]:
    """As `trials`, of what is no box."""
    document = own.with_paragraph(rng.choice(prose), rng) if prose else None
    if document is not None:
        yield "a paragraph of another story added", document


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus"])
    parser.add_argument("--pages", type=int, default=150, help="of each corpus")
    parser.add_argument("--trials", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", action="store_true", help="boxes as sites make them, kind by kind")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    if not SHARED.is_dir():
        sys.exit("needs the folder `shared` beside the checkout (pages with gold text): nothing measured")
    rng = random.Random(options.seed)
    pages = list(read(options))
    seen: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for own, what, document in made_of_kinds(pages, options, rng) if options.kinds else made(pages, options, rng):
        kept = _kept(own.judge.label(document))
        for row in (what, ONE) if what.startswith(ONE) else (what,):
            seen[row].append((kept != own.kept, bool(set(kept) - set(own.kept))))
    for what, found in seen.items() if options.kinds else sorted(seen.items()):
        changed, leaked = (sum(column) / len(found) for column in zip(*found, strict=True))
        print(f"{what:<40} {len(found):5} trials   changed {changed:.3f}   text added {leaked:.3f}")


def made_of_kinds(
    pages: Sequence[Read], options: argparse.Namespace, rng: random.Random
) -> Iterator[tuple[Read, str, Document]]:
    """Pages -> what is done to each, and the page then: one box of each kind is put in."""
    talk = Sentences(rng)
    for own, _, name in product(pages, range(options.trials), KINDS):
        document = own.with_boxes([talk.kind(name).encode()], rng)
        if document is not None:
            yield own, name, document


def made(
    pages: Sequence[Read], options: argparse.Namespace, rng: random.Random
) -> Iterator[tuple[Read, str, Document]]:
    """The same with boxes of other sites, advertisements and paragraphs."""
    gold = [page.page.gold.text or "" for page in pages]
    ads = generators(rng, gold[:60])
    pool = [
        (own.site, box)
        for own, text in zip(pages, gold, strict=True)
        for box in harvest(own.document.root, [b.text in text for b in own.blocks], [b.text for b in own.blocks], rng)
    ]
    editor = random.Random(options.seed)
    stories = [
        (other, text)
        for other in pages
        for text in paragraphs([block.is_content for block in other.blocks], [b.text for b in other.blocks], editor)
    ]
    languages = {id(own): own.language for own in pages}
    for own in pages:
        boxes = [box for site, box in pool if site != own.site]
        spoken = languages[id(own)]
        prose = [
            text for other, text in stories if other.site != own.site and languages[id(other)] == spoken and spoken
        ]
        for _ in range(options.trials):
            yield from ((own, *trial) for trial in trials(own, boxes, ads, rng))
            yield from ((own, *trial) for trial in additions(own, prose, editor))


if __name__ == "__main__":
    main()
