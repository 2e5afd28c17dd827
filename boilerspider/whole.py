"""Floor 4: pages -> one article. Whether a page goes on with a story, and what story they are together."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from datetime import date, time
from itertools import groupby

from boilerspider.discovery import are_pages
from boilerspider.discovery.vocabulary import PAGE_WORDS
from boilerspider.fingerprints import exact
from boilerspider.markup.joining import joined_html, without_repeats
from boilerspider.markup.prose import STOPS
from boilerspider.markup.words import count_words
from boilerspider.model import WALLS, Article, Block, BlockType, Label
from boilerspider.urls import story_url

REPEATED = 0.5
"""The share of a page's characters in paragraphs that were read before, from which on it is the same page once more. Ours."""

RUNNING_CHARACTERS = 80
"""Characters from which a block is a paragraph of running text. Ours."""

RUNNING = 0.5
"""The share of a page's characters in paragraphs that stand next to each other, from which on it is running text; teasers have headings, and
readers' comments names, in between. Ours."""

HEADLINE_CHARACTERS = 300
"""Of a headline that are compared: a page may have endless ones. Ours."""

_WORDS = "|".join(sorted(map(re.escape, PAGE_WORDS - {"p", "str"}), key=len, reverse=True))
_COUNT = r"\d{1,2}\s*(?:/|of|von|de|di|sur|av|z)\s*\d{1,2}"
_MARK = rf"(?:(?:{_WORDS})\.?\s*(?:{_COUNT}|\d{{1,2}})|[(\[]{_COUNT}[)\]]|(?<=[-–—|:·,]\s){_COUNT})"
_BEFORE = re.compile(rf"^[(\[]?{_MARK}[)\]]?\s*[-–—|:·,]\s*", re.IGNORECASE)
_BEHIND = re.compile(rf"[\s\-–—|:·,(\[]*{_MARK}[\s)\]]*(?P<more>(?:[-–—|:·]\s?.*)?)$", re.IGNORECASE)
_STOPS = frozenset(STOPS + "」』")
"""Signs that end a sentence, and the brackets of Japanese speech, which has none within."""
_CLOSING = " \u3000\"'”’“‘»«›‹)]）】》"
_SUBTITLE = re.compile(r"\s*[-–—|:·(]")


def goes_on(whole: Article, page: Article) -> bool:
    """Whether a page goes on with the story of those before it: address, canonical link, date, headline and text must agree."""
    if not (page.text and page.url and whole.url) or not are_pages(whole.url, page.url):
        return False
    # A story that has boxes or headings between all of its paragraphs goes on like that.
    if page.page_type in WALLS or page.page_type == "listing" or _running(page) < RUNNING <= _running(whole):
        return False
    named = _named(page)
    is_named = bool(named) and named in {story_url(whole.url), _named(whole)} and named != story_url(page.url)
    if named and not is_named and not are_pages(named, story_url(page.url)):
        return False
    if _is_of_another_day(_day(whole), _day(page)):
        return False
    if not is_named and not _is_same_headline(whole.title, page.title):
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


def _day(page: Article) -> date | None:
    """The day on which a page says it was published; None where it has but the month that its address names."""
    at = page.published
    if at is None or (at.day == 1 and at.time() == time() and f"/{at:%Y/%m}/" in (page.url or "")):
        return None
    return at.date()


def _is_of_another_day(one: date | None, other: date | None) -> bool:
    return one is not None and other is not None and one != other


def _running(page: Article) -> float:
    """The share of a page's characters in paragraphs next to each other; a paragraph alone is enough where there is no more."""
    kept = [block for block in page.blocks if block.is_content]
    running = 0
    for is_paragraph, blocks in groupby(page.blocks, _is_paragraph):
        lengths = [len(block.text) for block in blocks]
        is_text = is_paragraph and max(lengths) >= RUNNING_CHARACTERS
        running += sum(lengths) if is_text and (len(lengths) > 1 or len(kept) == 1) else 0
    return running / sum(len(block.text) for block in kept) if kept else 1.0


def _is_paragraph(block: Block) -> bool:
    """Whether a block is long, or ends like a sentence; names and headings do not."""
    is_sentence = len(block.text) >= RUNNING_CHARACTERS or block.text.rstrip(_CLOSING)[-1:] in _STOPS
    return block.is_content and block.type is not BlockType.SUBHEAD and is_sentence


def _is_same_headline(one: str | None, other: str | None) -> bool:
    """Whether two headlines are one, less what numbers their pages; a later page may put a heading of its own behind it."""
    if not one or not other:
        return False
    first, later = _headline(one), _headline(other)
    return bool(first) and (later == first or (later.startswith(first) and bool(_SUBTITLE.match(later[len(first) :]))))


def _headline(title: str) -> str:
    whole = _plain(title[:HEADLINE_CHARACTERS])
    return _BEHIND.sub(lambda found: found["more"], _BEFORE.sub("", whole)) or whole


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
