"""Corpora -> examples: rows, labels and setting of each page's blocks."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.evaluation import Corpus, Gold
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
from boilerspider.training.news.files import Example, making, save
from boilerspider.training.news.labels import CONTENT, UNKNOWN, label, weak_label
from boilerspider.training.news.recipe import Recipe
from boilerspider.training.news.rivers import FEWEST_STORIES, MARK, MOST_ITEMS
from boilerspider.training.news.scripts import CASELESS, without_case
from boilerspider.training.news.sites import fold_of, site_of_page

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


class _Source(NamedTuple):
    site: str
    language: str
    gold: Gold
    seen: View
    labels: list[int]


def place(corpus: Corpus, cache: Path, recipe: Recipe) -> Path:
    """Where the examples of a corpus are kept."""
    return cache / f"{corpus.name}-{corpus.digest}-{recipe.folds}-{recipe.boxes}-{making()}.npz"


def make(corpus: Corpus, path: Path, recipe: Recipe, tell: Tell) -> None:
    """Writes the examples of a corpus; pages with suspect gold are left out. BadConfiguration where none is left."""
    examples = list(_examples(corpus, recipe, tell))
    if not examples:
        raise BadConfiguration(f"corpus {corpus.folder}: no page has a gold text, or phrases, to learn from")
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, examples)


class _Donors(NamedTuple):
    """What pages of one fold and language give to others, with their sites."""

    boxes: list[tuple[str, bytes]]
    stories: list[tuple[str, str]]


def _examples(corpus: Corpus, recipe: Recipe, tell: Tell) -> Iterator[Example]:
    rng, letters = random.Random(1), random.Random(2)  # noqa: S311 - choose boxes, and letters
    donors: dict[tuple[int, str], _Donors] = {}
    for number, page in enumerate(corpus):
        tell(f"{corpus.name}: examples", number, len(corpus))
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
                made = _named(_example(corpus, source._replace(seen=copy[0]), copy[1]), rng)
                yield without_case(made, letters) if letters.random() < CASELESS else made
            _give(document, source, {id(anyone): anyone, id(kin): kin}.values(), rng)
    tell(f"{corpus.name}: examples", len(corpus), len(corpus))


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


__all__ = ["left_open", "make", "place"]
