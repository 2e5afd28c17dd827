"""Floor 4: pages -> one article. Whether a page goes on with a story, and what story they are together."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from boilerspider.discovery import are_pages, first_page
from boilerspider.discovery.vocabulary import PAGE_WORDS
from boilerspider.fingerprints import exact
from boilerspider.markup.joining import joined_html, without_repeats
from boilerspider.markup.words import count_words
from boilerspider.model import Article, Block, Label
from boilerspider.urls import story_url

REPEATED = 0.5
"""The share of a page's characters in paragraphs that were read before, from which on it is the same page once more. Ours."""

SAME_DAY = timedelta(days=1)
"""Between the dates of two pages of one story, at most: some pages give a time and others a day. Ours."""

_WORDS = "|".join(sorted(map(re.escape, PAGE_WORDS - {"p", "str"}), key=len, reverse=True))
_COUNT = r"\d{1,2}\s*(?:/|of|von|de|di|sur|av|z)\s*\d{1,2}"
_MARK = rf"(?:(?:{_WORDS})\.?\s*(?:{_COUNT}|\d{{1,2}})|[(\[]{_COUNT}[)\]]|(?<=[-–—|:·,]\s){_COUNT})"
_BEFORE = re.compile(rf"^[(\[]?{_MARK}[)\]]?\s*[-–—|:·,]\s*", re.IGNORECASE)
_BEHIND = re.compile(rf"[\s\-–—|:·,(\[]*{_MARK}[\s)\]]*(?P<more>(?:[-–—|:·]\s?.*)?)$", re.IGNORECASE)
_SUBTITLE = re.compile(r"\s*[-–—|:·(]")


def goes_on(whole: Article, page: Article, html: bytes) -> bool:
    """Whether a page goes on with the story of those before it: address, canonical link, date, headline and text must agree.

    `html` is the page as it was fetched.
    """
    if not (page.text and page.url and whole.url) or not are_pages(whole.url, page.url):
        return False
    named = _named(page)
    is_named = bool(named) and named in {story_url(whole.url), _named(whole)} and named != story_url(page.url)
    if named and not is_named and not are_pages(named, page.url):
        return False
    if not is_named and _is_of_another_day(whole.published, page.published):
        return False
    if not is_named and not _is_same_headline(whole.title, page.title):
        first = first_page(html, page.url, page.canonical_url)
        if first is None or story_url(first) != story_url(whole.url):
            return False
    return _share_known(page, _paragraphs(whole)) < REPEATED


def joined(whole: Article, page: Article) -> Article:
    """A story and its next page as one article; what is said of the story as a whole, its first page says.

    What a later page begins or ends with and an earlier one had (headline, standfirst, box about the author) stands once.
    The nodes of its blocks are counted on from those of the earlier pages.
    """
    known = _paragraphs(whole) | {_plain(said) for said in (whole.title, whole.description) if said}
    text = "\n\n".join(without_repeats(page.text.split("\n\n"), lambda paragraph: _plain(paragraph) in known))
    pictures = {image.url for image in whole.images}
    both = "\n\n".join(filter(None, (whole.text, text)))
    return dataclasses.replace(
        whole,
        modified=max(filter(None, (whole.modified, page.modified)), default=None),
        text=both,
        html=joined_html(whole.html, page.html, lambda said: _plain(said) in known, pictures),
        images=[*whole.images, *(image for image in page.images if image.url not in pictures)],
        word_count=count_words(both),
        paywalled=page.paywalled or whole.paywalled if page.paywalled is not None else whole.paywalled,
        confidence=_mean(whole, page),
        content_hash=exact(both).hex,
        blocks=(*whole.blocks, *_renumbered(whole.blocks, page.blocks, known)),
        flattened=whole.flattened or page.flattened,
    )


def _named(page: Article) -> str:
    """What a page's canonical link names, as a key to compare; "" where it has none."""
    return story_url(page.canonical_url) if page.canonical_url else ""


def _is_of_another_day(one: datetime | None, other: datetime | None) -> bool:
    return one is not None and other is not None and abs(one - other) > SAME_DAY


def _is_same_headline(one: str | None, other: str | None) -> bool:
    """Whether two headlines are one, less what numbers their pages; a later page may put a heading of its own behind it."""
    if not one or not other:
        return False
    first, later = _headline(one), _headline(other)
    return bool(first) and (later == first or (later.startswith(first) and bool(_SUBTITLE.match(later[len(first) :]))))


def _headline(title: str) -> str:
    bare = _BEHIND.sub(lambda found: found["more"], _BEFORE.sub("", _plain(title)))
    return bare or _plain(title)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _paragraphs(article: Article) -> set[str]:
    return {_plain(paragraph) for paragraph in article.text.split("\n\n")}


def _share_known(page: Article, known: set[str]) -> float:
    """The share of a page's characters in paragraphs that are known."""
    lengths = [(len(paragraph), _plain(paragraph) in known) for paragraph in page.text.split("\n\n")]
    return sum(length for length, is_known in lengths if is_known) / sum(length for length, _ in lengths)


def _renumbered(before: Iterable[Block], blocks: Iterable[Block], known: set[str]) -> list[Block]:
    """A page's blocks behind those of earlier ones; what stands there already is content once."""
    start = max((node for block in before for node in block.nodes), default=-1) + 1
    old = {id(block) for block in blocks}
    old -= {
        id(block)
        for block in without_repeats(list(blocks), lambda block: not block.is_content or _plain(block.text) in known)
    }
    return [
        dataclasses.replace(
            block,
            nodes=tuple(node + start for node in block.nodes),
            label=Label.BOILERPLATE if id(block) in old else block.label,
        )
        for block in blocks
    ]


def _mean(whole: Article, page: Article) -> float | None:
    """The confidence of both, a character a vote."""
    if whole.confidence is None or page.confidence is None:
        return whole.confidence
    before, more = len(whole.text), len(page.text)
    return (whole.confidence * before + page.confidence * more) / (before + more)
