"""Corpora -> examples: rows, labels and setting of each page's blocks, kept in a file a corpus so that a stopped training goes on."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import boilerspider
from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import Corpus, Gold, Page
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.extractors.news.inputs.features import SITE
from boilerspider.extractors.news.inputs.reading import View, view
from boilerspider.markup.language import language_of, text_language
from boilerspider.markup.tree import Document, parse
from boilerspider.training.base import Tell
from boilerspider.training.news.boxes import (
    ADDED,
    MAX_PARAGRAPHS_PUT,
    RIVER,
    Plants,
    harvest,
    is_plain_paragraph,
    origins,
    paragraphs,
    plant,
)
from boilerspider.training.news.labels import CONTENT, UNKNOWN, label, weak_label
from boilerspider.training.news.recipe import Recipe
from boilerspider.training.news.rivers import FEWEST_STORIES, MARK, MOST_ITEMS
from boilerspider.urls import site_of

ARTICLE = "article"
BOXES_OFFERED = 40
"""Boxes of other sites among which those of a page are chosen: of sites in its language, where there are more."""

RIVERS = 0.4
"""Of copies, those with a list of other stories, or of what readers say, below their own."""
TOLD = 4
"""Times as many paragraphs as a list has items, from which it is chosen."""

NAMED, LAST_NAMED = 0.05, 0.3
"""Of a copy's blocks of the story, and of the last ones, how many are said to say the site's name: a story may speak of its paper
wherever it does of others, and of those in the corpora few do, so that the name would be a sign of boilerplate."""
LONG_WORDS = 20
"""Of a block with which a story has begun: ours."""

TAG = re.compile(rb"<(link|base|a)\s([^<>]{1,1000})>", re.IGNORECASE)
ATTRIBUTE = re.compile(rb"""\b(href|rel)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
"""What says on which site a page stands: corpora without addresses have several pages of a site, too."""

_SUFFIXES = (".py", ".txt")
"""Of sources."""

Halves = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One page to learn from."""

    name: str
    """Corpus and id."""
    site: str
    """Registered domain, or the name where none is known: what folds go by."""
    rows: Halves
    labels: npt.NDArray[np.int8]
    """1 content, 0 not, -1 unknown."""
    weight: float
    """In the loss."""
    share: float
    """Of the epochs in which it takes part."""
    setting: Setting
    origins: npt.NDArray[np.int32]
    """Of a copy with foreign boxes, which follows its original: the block of the original that each is, -1 for a box's, -2 for a paragraph of another story's; empty for an original."""


class _Source(NamedTuple):
    site: str
    language: str
    gold: Gold
    seen: View
    labels: list[int]


def fold_of(site: str, folds: int) -> int:
    """The fold of a site, which depends on its name alone; 0 where there are none."""
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:4], "big") % max(1, folds)


def site_of_page(corpus: Corpus, page: Page) -> str:
    """The registered domain of a page: of its address, else of what it calls its own, else of what most of its links lead to; its name where nothing tells."""
    site = site_of(page.gold.url) if page.gold.url else _own_site(page.html)
    return site or f"{corpus.name}/{page.gold.id}"


def _own_site(html: bytes) -> str:
    """The site that a page calls its own by its canonical link or its base, else that which most of its links lead to; empty where nothing tells."""
    sites = Counter[str]()
    for tag in TAG.finditer(html):
        found = {name.lower(): b"".join(values) for name, *values in ATTRIBUTE.findall(tag[2])}
        address = found.get(b"href", b"").decode("latin-1")
        site = site_of(address) if address[:4].lower() == "http" else ""
        is_own = tag[1].lower() == b"base" or b"canonical" in found.get(b"rel", b"").lower().split()
        if site and is_own:
            return site
        if site and tag[1].lower() == b"a":
            sites[site] += 1
    return max(sites, key=lambda site: (sites[site], site), default="")


def read(corpus: Corpus, cache: Path, recipe: Recipe, tell: Tell) -> list[Example]:
    """The examples of a corpus; pages with suspect gold are left out."""
    path = cache / f"{corpus.name}-{corpus.digest}-{recipe.folds}-{recipe.boxes}-{_making()}.npz"
    if not path.exists():
        examples = list(_examples(corpus, recipe, tell))
        cache.mkdir(parents=True, exist_ok=True)
        _save(path, examples)
    return list(_load(path))


def _sources() -> list[Path]:
    """What makes the examples: the extractor, its training, and what reads pages, corpora and addresses."""
    package = Path(boilerspider.__file__).parent
    made_by = (package / "extractors" / "news", package / "training" / "news", package / "markup")
    named = (package / "evaluation" / "corpora.py", package / "urls.py")
    return [*sorted(path for folder in made_by for path in folder.rglob("*") if path.suffix in _SUFFIXES), *named]


def _making() -> str:
    """A digest of those sources: what another version of them made is not learnt from."""
    return hashlib.sha256(b"".join(source.read_bytes() for source in _sources())).hexdigest()[:8]


class _Donors(NamedTuple):
    """What pages of one fold and language give to others, with their sites."""

    boxes: list[tuple[str, bytes]]
    stories: list[tuple[str, str]]


def _examples(corpus: Corpus, recipe: Recipe, tell: Tell) -> Iterator[Example]:
    rng = random.Random(1)  # noqa: S311 - chooses boxes
    donors: dict[tuple[int, str], _Donors] = {}
    for number, page in enumerate(corpus):
        tell(corpus.name, number, len(corpus))
        document = _document(page.html, page.gold.url)
        source = _source(site_of_page(corpus, page), page.gold, document) if document else None
        if document is None or source is None:
            continue
        yield _example(corpus, source, [])
        if recipe.boxes and _is_article(page.gold):
            # All of the page's own fold, so that no fold sees another's.
            fold = fold_of(source.site, recipe.folds)
            anyone, kin = (donors.setdefault((fold, key), _Donors([], [])) for key in ("", source.language))
            offers = kin if len(kin.boxes) > BOXES_OFFERED else kin._replace(boxes=anyone.boxes)
            for copy in _copies(document, source, offers, recipe, rng):
                yield _named(_example(corpus, source._replace(seen=copy[0]), copy[1]), rng)
            _give(document, source, {id(anyone): anyone, id(kin): kin}.values(), rng)
    tell(corpus.name, len(corpus), len(corpus))


def _copies(
    document: Document, source: _Source, offers: _Donors, recipe: Recipe, rng: random.Random
) -> Iterator[tuple[View, list[int]]]:
    """The page with boxes of some sites in it, and paragraphs of others in its language."""
    for _ in range(recipe.boxes if len(offers.boxes) > BOXES_OFFERED else 0):
        offered = [box for site, box in rng.sample(offers.boxes, BOXES_OFFERED) if site != source.site]
        wanted = rng.sample(offers.stories, min(len(offers.stories), rng.randint(0, MAX_PARAGRAPHS_PUT)))
        added = [text for site, text in wanted if site != source.site]
        others = _others(source, offers, added, rng) if rng.random() < RIVERS else []
        copy = _with_plants(document, source, Plants(offered, added, others), rng) if offered else None
        if copy:
            yield copy


def _others(source: _Source, offers: _Donors, added: Sequence[str], rng: random.Random) -> list[str]:
    """What a river on the page says; nothing where there is too little."""
    told = rng.sample(offers.stories, min(len(offers.stories), TOLD * MOST_ITEMS))
    found = [text for site, text in told if site != source.site and text not in added]
    return found if len(found) >= FEWEST_STORIES else []


def _give(document: Document, source: _Source, donors: Collection[_Donors], rng: random.Random) -> None:
    """Takes in what a page has for others."""
    is_content = [kept == 1 for kept in source.labels]
    boxes = harvest(document.root, is_content, source.seen.texts, rng)
    stories = paragraphs(is_content, source.seen.texts, rng)
    for held in donors:
        held.boxes.extend((source.site, box) for box in boxes if not is_plain_paragraph(box))
        held.stories.extend((source.site, text) for text in stories)


def _document(html: bytes, url: str | None) -> Document | None:
    try:
        return parse(html, url)
    except UnreadablePage:
        return None


def _source(site: str, gold: Gold, document: Document) -> _Source | None:
    seen = view(document)
    if seen is None or gold.suspect:
        return None
    labels = label(seen.texts, gold.text) if gold.text is not None else weak_label(seen.texts, gold.with_, gold.without)
    language = (text_language("\n".join(seen.texts), language_of(document)) or "").partition("-")[0]
    return _Source(site, language, gold, seen, labels) if any(known >= 0 for known in labels) else None


def _with_plants(
    document: Document, source: _Source, plants: Plants, rng: random.Random
) -> tuple[View, list[int]] | None:
    story = [text for text, kept in zip(source.seen.texts, source.labels, strict=True) if kept == 1]
    seen = view(plant(document, plants, story, rng))
    own = origins(seen.texts, source.seen.texts, plants.added) if seen else None
    if seen is None or own is None:
        return None
    for block in _of_river(seen) if plants.others else ():
        own[block] = RIVER
    return seen, own


def _of_river(seen: View) -> range:
    """The blocks of the river that was put into a page."""
    number = next((number for number, element in enumerate(seen.elements) if MARK in element.attrib), None)
    return range(0) if number is None else range(int(seen.columns.first[number]), int(seen.columns.last[number]))


def _example(corpus: Corpus, source: _Source, own: Sequence[int]) -> Example:
    """A page, or a copy of it, whose blocks are those of the original by these numbers."""
    gold, seen = source.gold, source.seen
    weak, article = gold.text is None, _is_article(gold)
    labels = (
        [source.labels[number] if number >= 0 else int(number == ADDED) for number in own] if own else source.labels
    )
    return Example(
        name=f"{corpus.name}/{gold.id}",
        site=source.site,
        rows=seen.rows.astype(np.float16),
        labels=np.array(labels, np.int8),
        weight=0.5 if weak else 0.7 if own else 1.0 if article else 0.9,
        share=0.5 if weak else 1.0 if article else 0.85,
        setting=seen.setting,
        origins=np.array(own, np.int32),
    )


def _named(copy: Example, rng: random.Random) -> Example:
    """The copy, as if some of its story said the site's name."""
    rows, story = copy.rows.copy(), np.flatnonzero(copy.labels == CONTENT)
    told = [rng.random() < (LAST_NAMED if number == story[-1] else NAMED) for number in story]
    rows[story[told], SITE] = 1.0
    return replace(copy, rows=rows)


def left_open(example: Example, recipe: Recipe) -> Example:
    """A page of an older corpus, for today's networks: unknown whether headlines are content, and what stands above the story's first long block."""
    labels, setting = example.labels.copy(), example.setting
    long = np.flatnonzero((labels == CONTENT) & (setting.words >= LONG_WORDS))
    is_head = (setting.titled > 0) | (setting.heads > 0)
    is_head[: long[0] if len(long) else 0] = True
    labels[(labels == CONTENT) & is_head] = UNKNOWN
    return replace(example, labels=labels, weight=recipe.older, share=recipe.older_share)


def _is_article(gold: Gold) -> bool:
    return gold.text is not None and gold.page_type in (None, ARTICLE)


_COLUMNS = ("rows", "labels", "origins")
_FACTS = ("name", "site", "weight", "share")
_SETTING = tuple(field.name for field in fields(Setting))


def _save(path: Path, examples: Sequence[Example]) -> None:
    """All pages' arrays end to end, with how long each one's are."""
    held = {
        **{name: [getattr(example, name) for example in examples] for name in _COLUMNS},
        **{name: [getattr(example.setting, name) for example in examples] for name in _SETTING},
    }
    arrays = {name: np.concatenate(pages) for name, pages in held.items()}
    sizes = {f"{name}.sizes": np.array([len(page) for page in pages]) for name, pages in held.items()}
    facts = {name: np.array([getattr(example, name) for example in examples]) for name in _FACTS}
    part = path.with_suffix(".part.npz")
    np.savez(part, allow_pickle=False, **arrays, **sizes, **facts)
    part.replace(path)


def _load(path: Path) -> Iterator[Example]:
    with np.load(path, allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    pages = {name: np.split(held[name], np.cumsum(held[f"{name}.sizes"])[:-1]) for name in (*_COLUMNS, *_SETTING)}
    for number, (name, site, weight, share) in enumerate(zip(*(held[fact].tolist() for fact in _FACTS), strict=True)):
        yield Example(
            name=name,
            site=site,
            weight=weight,
            share=share,
            setting=Setting(**{column: pages[column][number] for column in _SETTING}),
            **{column: pages[column][number] for column in _COLUMNS},
        )
