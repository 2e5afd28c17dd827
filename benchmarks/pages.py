"""Real pages to be downloaded again and again: what puts boxes into them, and edits of their stories."""

from __future__ import annotations

import argparse
import html
import json
import random
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from advertisements import SHARED, generators

from boilerspider.evaluation.alignment import kept
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import parse

LINE_LETTERS = 25
"""From so many letters on a run of text can be told to be one of the story's."""

EDITS = ("sentence edited", "paragraph edited", "paragraph added", "paragraph taken out")

BOX = re.compile(
    rb"<(aside|div|section|ul|form)\b[^<>]*>(?:(?!<(?:\1|script|style)\b).){20,900}?</\1\s*>", re.DOTALL | re.IGNORECASE
)
OPENED, CLOSED = (
    re.compile(mark + rb"(article|aside|div|form|main|section|span|table|td|tr|ul)\b", re.IGNORECASE)
    for mark in (b"<", b"</")
)
PARAGRAPH = re.compile(rb"<p\b[^<>]*>([^<>]{120,})</p\s*>", re.IGNORECASE)


@dataclass(frozen=True)
class Page:
    name: str
    source: bytes
    gold: dict[str, Any]


def tool() -> Any:
    """The module that serves the pages."""
    return import_module("serve_news")  # advertisements.py puts its folder on the path


def pages(corpora: list[str], limit: int) -> Iterator[Page]:
    """So many pages of each corpus, evenly spread."""
    for corpus in corpora:
        folder = SHARED / "data" / corpus
        lines = (folder / "gold.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
        with zipfile.ZipFile(folder / "pages.zip") as archive:
            for line in lines[:: max(1, len(lines) // limit)][:limit]:
                gold = json.loads(line)
                yield Page(f"{corpus}/{gold['id']}", archive.read(f"{gold['id']}.html"), gold)


def chosen(options: argparse.Namespace) -> tuple[list[Page], list[Page]]:
    """The pages to be measured, and those that a crawl has seen before."""
    count = len(options.corpus)
    found = [list(pages([corpus], options.pages + options.seen)) for corpus in options.corpus]
    seen = [page for of_corpus in found for page in of_corpus[:: -max(1, len(of_corpus) * count // options.seen)]]
    seen = seen[: options.seen]
    names = {page.name for page in seen}
    measured = [page for of_corpus in found for page in of_corpus if page.name not in names]
    return measured[:: max(1, len(measured) // options.pages)][: options.pages], seen


def boxes(material: list[Page], rng: random.Random, kind: str) -> Any:
    """What puts boxes into pages: a generator, or boxes cut out of other pages."""
    if kind != "cut":
        return generators(rng, [page.gold["text"] or "" for page in material[:60]])[kind]
    ads = tool().Ads(rng)
    cut = [
        [box[0] for box in BOX.finditer(page.source) if is_whole(box[0]) and not holds_story(page, box[0])]
        for page in material
    ]
    cut = [found for found in cut if found]
    ads.block = lambda: rng.choice(rng.choice(cut)).decode("utf-8", "replace")
    return ads


def is_whole(box: bytes) -> bool:
    """Whether each element that a box opens ends in it, and no other does."""
    tags = Counter(name.lower() for name in OPENED.findall(box))
    return tags == Counter(name.lower() for name in CLOSED.findall(box))


def holds_story(page: Page, box: bytes) -> bool:
    """Whether a box cut out of a page holds a line of its story."""
    gold = " ".join((page.gold["text"] or "").split())
    lines = (shown(line) for line in re.findall(rb"[^<>]+", box))
    return any(line[:60] in gold for line in lines if len(line) > LINE_LETTERS)


@dataclass(frozen=True)
class Edit:
    """A page after one edit of its story's own text."""

    kind: str
    source: bytes
    is_in_gold: bool
    """Whether it is one of the places that the gold text was taken from, by alignment."""


def edited(material: list[Page], rng: random.Random) -> Iterator[tuple[Page, list[Edit]]]:
    """The pages, each with all kinds of edits that its readers see."""
    donors = donors_of(material)
    story_class = tool().Story
    for rank, page in enumerate(material):
        before = shown_text(page.source)
        in_gold = kept(before, page.gold["text"] or "")
        found = []
        for kind, source in edits(
            page, story_class(page.gold, page.source, rank), rng.choice(donors[language_of(page)])
        ):
            after = shown_text(source)
            if after != before:
                place = next(at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other)
                # What was added stands behind a paragraph of the story.
                place -= kind == EDITS[2]
                found.append(Edit(kind, source, bool(in_gold[place])))
        yield page, found


def edits(page: Page, story: Any, donor: bytes) -> Iterator[tuple[str, bytes]]:
    """The page with each kind of edit of the story's own text."""
    if story.revise() is not None:
        yield EDITS[0], story.page
    own = own_paragraphs(page)
    if not own:
        return
    paragraph = own[len(own) // 2]
    yield EDITS[1], page.source[: paragraph.start(1)] + donor[:80] + page.source[paragraph.start(1) + 80 :]
    yield EDITS[2], page.source[: paragraph.end()] + b"<p>" + donor + b"</p>" + page.source[paragraph.end() :]
    yield EDITS[3], page.source[: paragraph.start()] + page.source[paragraph.end() :]


def own_paragraphs(page: Page) -> list[re.Match[bytes]]:
    """Those that stand in one piece on the page and in its gold text."""
    gold = " ".join((page.gold["text"] or "").split())
    return [found for found in PARAGRAPH.finditer(page.source) if shown(found[1])[:60] in gold]


def donors_of(material: list[Page]) -> dict[bytes, list[bytes]]:
    """Paragraphs of stories by the language of their pages; those of ASCII letters, which every encoding writes alike."""
    donors: dict[bytes, list[bytes]] = {}
    for page in material:
        found = [paragraph[1] for paragraph in own_paragraphs(page)]
        donors.setdefault(language_of(page), []).extend(text for text in found if text.isascii())
    everywhere = [text for of_language in donors.values() for text in of_language]
    return {language: texts or everywhere for language, texts in donors.items()}


def language_of(page: Page) -> bytes:
    found = re.search(rb"<html[^>]*\blang=[\"']?([a-z]{2})", page.source[:5_000], re.IGNORECASE)
    return found[1].lower() if found else b"en"


def shown(text: bytes) -> str:
    return " ".join(html.unescape(text.decode("utf-8", "replace")).split())


def shown_text(html: bytes) -> list[str]:
    """The text of a page that its readers see, its title left out."""
    document = parse(html)
    return [leaf.text for leaf in leaves(document)]
