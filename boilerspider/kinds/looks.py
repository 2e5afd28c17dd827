"""What tells an article from another page: numbers by name.

What the page says of itself, how much text it has, of which kind and where, the shape of its headline, which elements it is made of, and
the words of its address and of its classes, which are programmers' vocabulary in all countries. No word of its text is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import log1p
from typing import NamedTuple
from urllib.parse import urlsplit

from boilerspider.kinds.outfit import of_outfit
from boilerspider.markup.metadata import Metadata
from boilerspider.markup.prose import weigh
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.words import count_words
from boilerspider.model import Block, BlockType, kept_places
from boilerspider.slugs import slug_words

RUNNING_CHARACTERS = 120
"""Characters from which a block is running text; teasers, notices and buttons have fewer. Ours."""

TAGS = frozenset((
    "a", "address", "article", "aside", "blockquote", "button", "code", "details", "figure", "form", "h1", "h2", "h3", "iframe",
    "img", "input", "li", "main", "nav", "p", "pre", "section", "select", "table", "time", "video",
))  # fmt: skip
"""Elements that are counted on the whole page."""

KEPT_TAGS = {"links": "<a ", "items": "<li", "headings": "<h", "images": "<img", "rows": "<tr", "code": "<code"}
"""Elements that are counted in the article's HTML."""

TYPES = {
    "news": ("NewsArticle", "ReportageNewsArticle", "OpinionNewsArticle", "AnalysisNewsArticle"),
    "article": ("Article", "BlogPosting", "Report", "Review"),
    "manual": ("TechArticle", "HowTo", "APIReference"),
    "product": ("Product", "ProductGroup", "Offer", "og:product", "og:product.group", "og:product.item"),
    "forum": ("DiscussionForumPosting", "QAPage", "Question"),
    "list": ("CollectionPage", "SearchResultsPage", "Blog", "og:blog"),
    "firm": ("LocalBusiness", "Service", "Corporation"),
    "person": ("Person",),
    "page": ("WebPage",),
    "site": ("WebSite",),
    "trail": ("BreadcrumbList",),
    "shared": ("og:article",),
    "website": ("og:website",),
}
"""Group -> schema.org's types, and Open Graph's, that a page declares."""

PLACES = {
    "blog": "blog blogs post posts",
    "news": "news article articles story stories",
    "shop": "product products shop store item dp",
    "p": "p",
    "docs": "docs doc documentation api reference manual",
    "talk": "forum forums thread topic questions question discussion discussions community",
    "list": "category categories collection collections tag tags search",
    "firm": "service services solutions pricing contact",
    "know": "learn resources guides insights advice tips",
}
"""Group -> words of directories in a path, and of hosts."""

CLASSES = "single post article blog page home product category archive search forum docs".split()  # noqa: SIM905 - reads best as words
"""Words in the class attribute of `body`: content systems name their templates there."""

PUBLISHED = "has published"
"""The name of what a day says."""

ADDRESS = "address"
"""Begins the name of what an address says; by itself it says that there is one."""

_PLACE_OF = {word: group for group, words in PLACES.items() for word in words.split()}
_TYPE_OF = {name: group for group, names in TYPES.items() for name in names}
_CURRENCIES = "$€£¥"
_PRICE = re.compile(rf"[{_CURRENCIES}]\s?\d|\d\s?[€£]")
_DAY = re.compile(r"/(?:19|20)\d\d/")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+")
MAX_CLASS_CHARS = 500

MOST_HEADLINE_WORDS, MAX_HEADLINE = 15, 300
"""Words of a headline from which on more say nothing, and characters of one that are looked at. Ours."""

SHORT_CHARACTERS = 40
"""Characters under which a block is a label. Ours."""


class Kept(NamedTuple):
    """The article that was made of the page."""

    text: str
    html: str
    word_count: int
    blocks: Sequence[Block]
    """All blocks of the page."""


class _Lengths(NamedTuple):
    """Characters of blocks, counted once; one of Chinese, Japanese or Korean as so many Latin ones as it stands for."""

    page: list[int]
    """Of all blocks."""
    kept: list[int]
    """Of those that were kept."""
    places: list[int]
    """Where these stand among all."""

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> _Lengths:
        page = [weigh(block.text) for block in blocks]
        places = kept_places(blocks)
        return cls(page, [page[place] for place in places], places)


def features(transcript: Transcript, metadata: Metadata, url: str | None, kept: Kept) -> dict[str, float]:
    """The numbers that are not 0."""
    title = (metadata.title or "")[:MAX_HEADLINE]
    lengths = _Lengths.of(kept.blocks)
    pairs = (
        *_declared(metadata),
        *_of_text(kept, lengths),
        *_of_place(kept.blocks, lengths),
        *_of_headline(title, transcript),
        *_of_elements(transcript, kept),
        *of_outfit(transcript),
        *_of_address(url, title),
    )
    return {name: float(value) for name, value in pairs if value}


def _declared(metadata: Metadata) -> Iterator[tuple[str, float]]:
    yield PUBLISHED, metadata.published is not None
    yield "has modified", metadata.modified is not None
    yield "has section", bool(metadata.section)
    yield "has picture", metadata.lead_image is not None
    yield "authors", min(len(metadata.authors), 3)
    yield "tags", log1p(len(metadata.tags))
    for group in _groups(_TYPE_OF, metadata.declared):
        yield f"type {group}", 1
    yield "type none", not metadata.declared


def _of_text(kept: Kept, lengths: _Lengths) -> Iterator[tuple[str, float]]:
    whole, characters, blocks = sum(lengths.kept), sum(lengths.page), len(lengths.kept)
    running = [length for length in lengths.kept if length >= RUNNING_CHARACTERS]
    yield "words", log1p(kept.word_count)
    yield "blocks", log1p(blocks)
    yield "kept share", whole / characters if characters else 0
    if whole:
        yield "running share", sum(running) / whole
        yield "characters a block", log1p(whole / blocks)
        yield "longest block", log1p(max(lengths.kept))
        yield "middle block", log1p(sorted(lengths.kept)[blocks // 2])
    yield "running blocks", log1p(len(running))
    yield "questions", log1p(kept.text.count("?"))
    yield "prices", log1p(_prices(kept.text))


def _prices(text: str) -> int:
    """How many prices a text names; the pattern is tried at each character, so only paragraphs with a sign are looked through."""
    if not _has_sign(text):
        return 0
    return sum(len(_PRICE.findall(paragraph)) for paragraph in text.split("\n\n") if _has_sign(paragraph))


def _has_sign(text: str) -> bool:
    return any(sign in text for sign in _CURRENCIES)


def _of_place(blocks: Sequence[Block], lengths: _Lengths) -> Iterator[tuple[str, float]]:
    """Whether what was kept stands together, and where on the page."""
    yield "running on page", log1p(sum([size for size in lengths.page if size >= RUNNING_CHARACTERS]))
    yield "labels on page", log1p(len([size for size in lengths.page if size < SHORT_CHARACTERS]))
    at = lengths.places
    if not at:
        return
    longest = _longest_run(lengths)
    types = [blocks[place].type for place in at]
    yield "together", log1p(longest)
    yield "together share", longest / max(sum(lengths.kept), 1)
    yield "spread", len(at) / (at[-1] - at[0] + 1)
    yield "begins", at[0] / len(blocks)
    yield "subheads", types.count(BlockType.SUBHEAD) / len(at)
    yield "items", types.count(BlockType.LIST_ITEM) / len(at)


def _longest_run(lengths: _Lengths) -> int:
    """Characters of the most text that was kept without a block left out of it."""
    longest = run = 0
    last = -1
    for place, length in zip(lengths.places, lengths.kept, strict=True):
        run = run + length if place == last + 1 else length
        longest = max(longest, run)
        last = place
    return longest


def _of_headline(title: str, transcript: Transcript) -> Iterator[tuple[str, float]]:
    headlines = transcript.of("h1")
    first = "".join(islice(headlines[0].itertext(), MAX_HEADLINE))[:MAX_HEADLINE].strip() if headlines else ""
    words = _WORD.findall(title)
    yield "headlines", min(len(headlines), 3)
    yield "headline words", _said(first)
    yield "headline is title", bool(first) and first.casefold() == title.strip().casefold()
    yield "title words", _said(title)
    yield "title capitals", sum(word[0].isupper() for word in words) / len(words) if words else 0
    yield "title colon", ":" in title
    yield "title asks", "?" in title
    yield "title digits", _DIGIT.search(title) is not None


def _said(title: str) -> int:
    """The words of a headline, also of one without spaces between them."""
    return min(max(len(_WORD.findall(title)), count_words(title)), MOST_HEADLINE_WORDS)


def _of_elements(transcript: Transcript, kept: Kept) -> Iterator[tuple[str, float]]:
    for tag in transcript.tags:
        if tag in TAGS:
            yield f"page {tag}", log1p(len(transcript.numbers(tag)))
    for name, tag in KEPT_TAGS.items():
        yield f"kept {name}", log1p(kept.html.count(tag))
    yield "links a word", kept.html.count(KEPT_TAGS["links"]) / (kept.word_count + 1)
    body = next(iter(transcript.of("body")), None)
    classes = (body.get("class") or "")[:MAX_CLASS_CHARS].lower() if body is not None else ""
    for word in CLASSES:
        yield f"class {word}", word in classes


def of_address(name: str) -> bool:
    """Whether a feature is one of the page's address: nothing is known of it where the page came without."""
    return name.startswith(ADDRESS)


def _of_address(url: str | None, title: str) -> Iterator[tuple[str, float]]:
    try:
        parts = urlsplit(url or "")
        labels = (parts.hostname or "").split(".")[:-1]
    except ValueError:
        return
    if not parts.netloc:
        return
    steps = [step for step in parts.path.lower().split("/") if step]
    yield ADDRESS, 1
    yield "address depth", len(steps)
    yield "address no path", not steps and not parts.query  # a post may be /?p=7
    yield "address hyphens", log1p(steps[-1].count("-")) if steps else 0
    yield "address digits", log1p(len(_DIGIT.findall(parts.path)))
    yield "address day", _DAY.search(parts.path) is not None
    slug = set(slug_words(steps[-1])) if steps else set()
    named = slug & set(slug_words(title.lower()))
    yield "address words", min(len(slug), MOST_HEADLINE_WORDS)
    yield "address is title", len(named) / len(slug) if slug else 0
    yield "address title words", min(len(named), MOST_HEADLINE_WORDS)
    yield "address slash", parts.path.endswith("/")
    yield "address file", parts.path.lower().endswith((".html", ".htm", ".php"))
    for group in _groups(_PLACE_OF, steps[:-1]):
        yield f"address below {group}", 1
    for group in _groups(_PLACE_OF, steps[-1:]):
        yield f"address at {group}", 1
    for group in _groups(_PLACE_OF, labels):
        yield f"address host {group}", 1


def _groups(group_of: dict[str, str], words: Iterable[str]) -> set[str]:
    return {group_of[word] for word in words if word in group_of}
