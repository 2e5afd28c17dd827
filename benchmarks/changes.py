"""What a page's other changes do to its hash: times, counters, dialogs, builds of the site, spellings, one kind at a time.

    python benchmarks/changes.py [DIR] [--corpus aed fundus wcxb] [--pages 60] [--only WORDS]

Each page is downloaded twice; the second time one kind of change was made that leaves the story as it is (`dynamic.py`). Printed
for each kind: pages; how many keep their `content_hash`, each download read alone; how many keep it where the second is read with
what a store knows of the first, as in a crawl; and how many of the second a store then takes for a revision of the story. DIR is
the folder into which `scrapy train news` wrote: each page is read by the network of the fold without its site; without it our own
networks read them, which have learnt from these pages. It needs the folder `shared` beside the checkout.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from lxml import etree

sys.path.append(str(Path(__file__).resolve().parent))

import dynamic
from advertisements import SHARED
from dynamic import HEADLINE_LETTERS, Kind, Tree, in_element, in_tooltip, line, marked, names, rewrite, without, wrapped
from readers import SITE, Ours, told
from unseen import folds

from boilerspider.evaluation import Corpus, Page, Selection
from boilerspider.markup.tree import Document, parse
from boilerspider.model import Block, Candidate, Outcome
from boilerspider.training.news.sites import fold_of, site_of_page

FEWEST_LETTERS = 600
"""Of a gold text."""
MOST_HEADLINES = 2_000

COOKIES = (
    (
        '<div id="onetrust-banner-sdk" role="dialog"><h2>We value your privacy</h2><p>{}</p><button>Accept all</button></div>',
        ("", "We and our partners store and access information on a device, such as unique IDs in cookies."),
    ),
    (
        '<section class="consent"><p>{}</p><button>OK</button></section>',
        ("", "Wir verwenden Cookies, um Ihnen ein besseres Erlebnis zu bieten. Sie können jederzeit widerrufen."),
    ),
)
LINES: dict[str, Kind] = {
    "when, below the headline": partial(
        line,
        "headline",
        (
            ('<p class="meta"><time>{}</time></p>', ("5 minutes ago", "2 hours ago")),
            ('<div class="article-date"><span>Updated</span> <time>{}</time></div>', ("14:05", "16:20")),
        ),
    ),
    "when, at the story's top, without a name": partial(
        line,
        "top",
        (
            ("<div>Updated {}</div>", ("14:05", "16:20")),
            ("<p><em>{}</em></p>", ("vor 5 Minuten", "vor 2 Stunden")),
            ("<p>Last updated: {}</p>", ("5 May 2026, 14:05", "5 May 2026, 16:20")),
        ),
    ),
    "views, shares, comments": partial(
        line,
        "headline",
        (
            ('<div class="social"><span class="views">{} views</span><button>Like</button></div>', ("1.2K", "3,456")),
            ('<ul class="share-bar"><li><a href="#">Share</a></li><li>{} comments</li></ul>', ("8", "35")),
        ),
    ),
    "plugins' counters at the end": partial(
        line,
        "end",
        (
            ('<div class="post-views"><span class="post-views-label">Post Views:</span> {}</div>', ("1,234", "1,301")),
            ('<div class="tptn_counter">(Visited {} times)</div>', ("1,234", "1,301")),
            ('<div class="kk-star-ratings"><div class="kksr-legend">4.5/5 - ({} votes)</div></div>', ("12", "31")),
        ),
    ),
    "minutes of reading": partial(
        line,
        "top",
        (
            ('<div class="reading-time">{} min read</div>', ("3", "4")),
            ('<p class="estimated-read">Estimated reading time: {} minutes</p>', ("3", "4")),
        ),
    ),
    "listen to this": partial(
        line,
        "top",
        (
            (
                '<div class="audio-player"><button>Play</button><span>Listen to this article</span>{}</div>',
                ("4 min", "0:00"),
            ),
            ('<div class="css-x1"><p>Listen</p><audio src="/x.mp3"></audio><p>{}</p></div>', ("4 minutes", "by AI")),
        ),
    ),
    "free stories left": partial(
        line,
        "start",
        (('<div class="meter"><p>You have {} left this month.</p></div>', ("2 free articles", "1 free article")),),
    ),
    "signed in or not": partial(
        line, "start", (('<header class="css-x2"><div>{}</div></header>', ("Sign in", "Welcome back, Ann! Log out")),)
    ),
    "shares and weather": partial(
        line, "start", (('<div class="ticker"><span>DAX {}</span></div>', ("18,403 +0.4%", "18,377 -0.2%")),)
    ),
    "a dialog on cookies comes": partial(line, "start", COOKIES),
    "comments come below": partial(
        line,
        "below",
        (
            (
                '<section id="comments"><h2>Comments</h2><article class="comment"><b>ann72</b><p>{}</p></article></section>',
                ("", "I have been saying this for years and nobody listened. Now we all pay for it."),
            ),
        ),
    ),
    "a player or what stands for it": partial(
        line,
        "amid",
        (('<div class="video-player">{}</div>', ('<iframe src="/v"></iframe>', "<p>Loading the player ...</p>")),),
    ),
}
KINDS: dict[str, Kind] = {
    **LINES,
    "all digits outside of the story": dynamic.numbers,
    "all headlines in links outside of it": dynamic.teasers,
    "asides, forms, menus, footers gone": partial(without, ("aside", "form", "nav", "footer")),
    "empty slots among the story": dynamic.slots,
    "build: css-3f8a0c": partial(names, lambda _, draw: f"css-{draw.randrange(16**6):06x}"),
    "build: name__x3fQ7": partial(names, lambda name, draw: f"{name}__{dynamic.word(draw)}"),
    "order of classes, white space in them": dynamic.order,
    "order of attributes, data-*, handlers": dynamic.attributes,
    "ids on the story's blocks": dynamic.ids,
    "class names that number them": dynamic.numbers_of,
    "a div around the page": dynamic.within,
    "a div around the story": partial(wrapped, lambda tree: [tree.home]),
    "a div around each part of it": partial(wrapped, lambda tree: tree.parts),
    "its element: div, section, article": dynamic.other_tag,
    "remarks and scripts": dynamic.remarks,
    "white space": dynamic.tight,
    "spaces that do not break": partial(rewrite, lambda text: text.replace(" a", "\u00a0a"), (True, False)),
    "straight quotes and dashes": partial(
        rewrite, lambda text: text.translate(str.maketrans("‘’“”„–—", '\'\'"""--')), (True, False)
    ),
    "letters and marks apart (NFD)": partial(rewrite, partial(unicodedata.normalize, "NFD"), (True, False)),
    "soft hyphens": partial(rewrite, lambda text: re.sub(r"(\w{4})(?=\w{4})", "\\1\u00ad", text), (True, False)),
    "spaces without a width": partial(rewrite, lambda text: re.sub(r"(\w{6})(?=\w)", "\\1\u200b", text), (True,)),
    "pictures that load late": dynamic.pictures,
    "parameters of links": dynamic.addresses,
    "words become links": partial(marked, partial(in_element, "a", {"href": "/topic"})),
    "words in a site's own elements": partial(marked, partial(in_element, "x-entity", {})),
    "words with a tooltip": partial(marked, in_tooltip),
    "words for screen readers in links": dynamic.heard,
}


def together(tree: Tree) -> None:
    """Times, counters, dialogs, digits, headlines, attributes, scripts, pictures, addresses and slots at once."""
    begin = ("all digits", "all headlines", "empty slots", "order of attr", "remarks", "pictures", "parameters")
    for kind in [*(kind for name, kind in KINDS.items() if name.startswith(begin)), *LINES.values()]:
        kind(tree)


class Own(NamedTuple):
    """A page as it is."""

    page: Page
    document: Document
    blocks: tuple[Block, ...]
    alone: Ours
    crawl: Ours
    firsts: dict[bytes, Candidate]
    """What was read of first downloads: those of most kinds are the same."""

    @property
    def url(self) -> str:
        return self.page.gold.url or f"https://{SITE}/{self.page.gold.id}"

    def first(self, download: bytes) -> Candidate:
        """What a store is told of it."""
        if download not in self.firsts:
            self.firsts[download] = self.alone.candidate(download, self.url)
        return self.firsts[download]

    def downloads(self, name: str, kind: Kind, headlines: list[str]) -> list[bytes] | None:
        """Both downloads; None where the page has no story."""
        made = []
        for turn in range(2):
            tree = Tree.of(self.document, self.blocks, headlines, turn, f"{name} {self.page.gold.id}")
            if tree is None:
                return None
            kind(tree)
            made.append(b"<!DOCTYPE html>" + etree.tostring(tree.root, method="html", encoding="utf-8"))
        return made


def read(options: argparse.Namespace) -> Iterator[Own]:
    weights = [str(fold) for fold in folds(options.folder)] if options.folder else [None]
    readers = [tuple(Ours("news", in_a_crawl=is_crawl, weights=of) for is_crawl in (False, True)) for of in weights]
    for name in options.corpus:
        corpus = Corpus(SHARED / "data" / name, Selection())
        possible = [page for page in corpus if is_story(page)]
        for page in islice(possible, 0, None, max(1, len(possible) // options.pages)):
            alone, crawl = readers[fold_of(site_of_page(corpus, page), len(readers))]
            document = parse(page.html, page.gold.url)
            yield Own(page, document, alone.label(document), alone, crawl, {})


def is_story(page: Page) -> bool:
    """Whether its gold has a story that is long enough."""
    return len(page.gold.text or "") >= FEWEST_LETTERS and page.gold.page_type in {None, "article"}


def counted(own: Own, downloads: list[bytes]) -> Counter[str]:
    """What became of a page that was downloaded twice."""
    first, again = own.first(downloads[0]), downloads[1]
    alone, known = own.alone.candidate(again, own.url), own.crawl.candidate(again, own.url, first)
    is_revised = asyncio.run(told(first, known))[-1].outcome is Outcome.REVISED
    return Counter(
        pages=1,
        alone=first.fingerprint == alone.fingerprint,
        again=first.fingerprint == known.fingerprint,
        revised=is_revised,
    )


def headlines_of(pages: list[Own]) -> list[str]:
    """What links of these pages say."""
    said = (" ".join("".join(link.itertext()).split()) for own in pages for link in own.document.root.iter("a"))
    return list(islice((text for text in said if len(text) >= HEADLINE_LETTERS), MOST_HEADLINES))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus", "wcxb"])
    parser.add_argument("--pages", type=int, default=60, help="of each corpus")
    parser.add_argument("--only", default="", help="kinds whose name holds this")
    options = parser.parse_args()
    pages = list(read(options))
    headlines = headlines_of(pages)
    print(f"{'one kind of change':<42}{'pages':>6}{'alone':>8}{'in a crawl':>12}{'false revisions':>17}")
    for name, kind in {**KINDS, "several of these at once": together}.items():
        count = Counter[str]()
        for own in pages if options.only in name else ():
            downloads = own.downloads(name, kind, headlines)
            count += counted(own, downloads) if downloads else Counter()
        if count["pages"]:
            alone, again, revised = (count[key] / count["pages"] for key in ("alone", "again", "revised"))
            print(f"{name:<42}{count['pages']:6}{alone:8.3f}{again:12.3f}{revised:17.3f}", flush=True)


if __name__ == "__main__":
    main()
