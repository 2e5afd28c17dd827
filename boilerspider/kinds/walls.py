"""What stands in the place of an article: a check for robots, a question about cookies, an error in a page's clothes, a foretaste.

Each is told by what it says in its title or headline, by the marks of a service, or by a notice that is nearly all of its text; in every
case there is little else on the page. An article that is lost is worse than an error page that is not: a title alone says nothing of a page
with text, and hardly anything does where an article is declared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice
from typing import NamedTuple

from lxml.etree import _Element

from boilerspider.kinds.notices import (
    BLOCK_MARKS,
    BLOCK_SENTENCES,
    BLOCK_TITLES,
    CHALLENGES,
    CONSENT_BUTTONS,
    CONSENT_SENTENCES,
    CONSENT_SPEECH,
    CONSENT_WORDS,
    ERROR_TITLES,
    PAYWALL_SENTENCES,
    small,
)
from boilerspider.markup.metadata import Metadata
from boilerspider.markup.metadata.pagetype import ARTICLES
from boilerspider.markup.prose import weigh
from boilerspider.markup.tree import Document
from boilerspider.markup.words import LETTERS_A_WORD, count_words
from boilerspider.model import Block

BLOCKED, CONSENT, ERROR, PAYWALL = "blocked", "consent", "error", "paywall"

WALL_CHARACTERS = 4_000
"""Characters of all text on a page that keeps robots out, or asks for consent before anything else; stories have more around them. Ours."""

WALL_WORDS = 150
"""Words of text under which a page may be a check for robots that speaks to its reader, or sold with a notice that says so. Ours."""

TITLED_WORDS = 60
"""Words of running text under which a headline alone says that a page is an error or a wall. Ours."""

DECLARED_WORDS = 20
"""The same where the page declares an article; and words of text under which the marks of a service that keeps robots out count. Ours:
sites that use one have its scripts on all their pages."""

LINE_WORDS = 10
"""Words of a line from which on it is running text, not a headline or a menu. Ours."""

LINKED_HEADLINES = 3
"""Headlines with links from which on an error that is twice said to be one has other stories below it. Ours."""

CONSENT_SHARE = 0.05
"""The share of words about consent in a notice from which on it is one; stories about cookies have less. Ours."""

CONSENT_SENTENCE_SHARE, DECLARED_CONSENT_SHARE = 0.25, 0.5
"""The share of sentences that speak to their reader of consent in a notice, and in one where an article is declared; a story quotes one or two. Ours."""

STUB_WORDS = 100
"""Words of text under which a page that says that it sells its story shows only the beginning of it; with a notice, `WALL_WORDS`. Ours."""

CUT_WORDS = 60
"""Words of text under which a notice at its end is enough, though the page does not say that it is sold; longer ones must break off. Ours."""

NOTICE_CHARACTERS, BLOCKS_BEFORE_END, BLOCKS_AFTER_END = 250, 2, 5
"""Characters of a block that is a notice, and the blocks kept last and left out next that are looked at for one. Ours."""

SOLD_CHARACTERS = 200
"""Characters of text from which on what a page says it sells is there to be read. Ours."""

MOST_IN_A_BUTTON = 100
"""Elements of what is pressed to agree: a hostile page has one in the other. Ours."""

MOST_SOLD = 20
"""Elements of one class that are looked at for it: a hostile page has a hundred thousand, one in the other. Ours."""

SEARCHED = 200_000
"""Characters of a page's source and of its text that are looked through for marks and notices. Ours."""

_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"\s+[|–—·:»•-]+\s+|\s*[|]\s*")
_BREAKS = ("…", "...", "[…]", "[...]")
_QUOTES = ("“", "„", "”", "«", "»", "‘", "‚", '"', "'")
_SENTENCES = re.compile(r"[.!?…]\s+|\n")
_OFFERS = re.compile(
    r"\babo(?:s\b|nn|\b)|abbon|subscri|suscri|assinatura|werb|publicit|pubblicit|advert|reclame|adverten"
)
"""What walls say of what one pays with, for or instead."""
_EDGES = " \t\n.!…?:,-–—|"


class Shown(NamedTuple):
    """What a page shows."""

    kept: str
    """The text that was read as its article."""
    words: int
    """Of that."""
    whole: str
    """The text of all its blocks."""
    end: tuple[str, ...] = ()
    """The blocks about the end of what was kept; see `end_of`."""


def wall(document: Document, metadata: Metadata, shown: Shown) -> str | None:
    """`blocked`, `consent`, `error` or `paywall` where that is what a page is; None for all others."""
    titles = _titles(document)
    if len(shown.whole) < WALL_CHARACTERS and _is_blocked(document.source, titles, metadata, shown):
        return BLOCKED
    if _any(ERROR_TITLES, titles) and (_has_little(shown, metadata) or _lists_others(document, metadata)):
        return ERROR
    if _is_consent(document, metadata, shown):
        return CONSENT
    return PAYWALL if _is_stub(document, metadata, shown) else None


def end_of(blocks: Sequence[Block]) -> tuple[str, ...]:
    """The texts of the blocks that were kept last, and of those that follow."""
    last = list(islice((at for at in reversed(range(len(blocks))) if blocks[at].is_content), BLOCKS_BEFORE_END))[::-1]
    if not last:
        return ()
    following = blocks[last[-1] + 1 : last[-1] + 1 + BLOCKS_AFTER_END]
    return tuple(block.text for block in (*(blocks[at] for at in last), *following))


def _declares(metadata: Metadata) -> bool:
    return not ARTICLES.isdisjoint(metadata.declared)


def _has_little(shown: Shown, metadata: Metadata, enough: int = TITLED_WORDS) -> bool:
    """Whether there is too little running text for an article."""
    enough = DECLARED_WORDS if _declares(metadata) else enough
    lines = [*map(_told_words, shown.kept[:SEARCHED].splitlines())]
    return sum(lines) < WALL_WORDS and sum(words for words in lines if words >= LINE_WORDS) < enough


def _told_words(line: str) -> int:
    """Its words, and no more than its letters make: each Han or kana character, and each syllable of Vietnamese, counts as one."""
    return min(count_words(line), weigh(line) // LETTERS_A_WORD)


def _is_blocked(source: str, titles: list[str], metadata: Metadata, shown: Shown) -> bool:
    if not _declares(metadata):
        source = source[:SEARCHED]
        if CHALLENGES.search(source) or (shown.words < DECLARED_WORDS and BLOCK_MARKS.search(source)):
            return True
    if not _any(BLOCK_TITLES, titles):
        return False
    speaks = BLOCK_SENTENCES.search(small(shown.whole))
    return _has_little(shown, metadata, WALL_WORDS if speaks else TITLED_WORDS)


def _lists_others(document: Document, metadata: Metadata) -> bool:
    """Whether a page that declares nothing is an error by its title and its headline, with a list of other stories below."""
    if metadata.declared:
        return False
    headlines = [_said(element).strip(_EDGES) for element in document.transcript.of("h1")[:2]]
    if not (_any(ERROR_TITLES, headlines) and _any(ERROR_TITLES, _titles(document, "title"))):
        return False
    others = document.transcript.of("h2", "h3", "h4")[:MOST_SOLD]
    return sum(next(element.iter("a"), None) is not None for element in others) >= LINKED_HEADLINES


def _is_stub(document: Document, metadata: Metadata, shown: Shown) -> bool:
    """Whether a page has the beginning of a story that is sold: it says so, or breaks off at a notice of where to buy the rest."""
    if metadata.paywalled is False or not 0 < shown.words < WALL_WORDS:
        return False
    if metadata.paywalled:
        if PAYWALL_SENTENCES.search(small(shown.whole[:SEARCHED])):
            return True
        return shown.words < STUB_WORDS and not _shows_what_is_sold(document, metadata.sold)
    is_cut = shown.words < CUT_WORDS or any(text.rstrip().endswith(_BREAKS) for text in shown.end[:BLOCKS_BEFORE_END])
    return is_cut and any(len(text) < NOTICE_CHARACTERS and _offers(text) for text in shown.end)


def _offers(text: str) -> bool:
    """Whether a block says, and does not quote, that the rest is to be paid for."""
    text = small(text)
    return any(not text[: match.start()].rstrip().endswith(_QUOTES) for match in PAYWALL_SENTENCES.finditer(text))


def _shows_what_is_sold(document: Document, selectors: Collection[str]) -> bool:
    """Whether something with a class or id of these is there, and has text; short reports that are sold are whole at times."""
    transcript = document.transcript
    left = dict.fromkeys((selector for selector in selectors if selector[:1] in (".", "#")), MOST_SOLD)
    looked_at: dict[_Element, None] = {}
    for element, names, identity in zip(transcript.elements, transcript.classes, transcript.ids, strict=True):
        told = {f".{name}" for name in (names or "").split()} | {f"#{name}" for name in (identity or "").split()}
        for selector in left.keys() & told:
            left[selector] -= 1
            looked_at[element] = None
            if not left[selector]:
                del left[selector]
        if not left:
            break
    short: set[_Element] = set()
    for element in looked_at:
        # What stands in one that has little text has no more.
        if short.isdisjoint(element.iterancestors()):
            if len("".join(element.itertext())) >= SOLD_CHARACTERS:
                return True
            short.add(element)
    return False


def _titles(document: Document, *tags: str) -> list[str]:
    """What the page is called: its title first, in parts, then its headlines."""
    found: list[str] = []
    for element in document.transcript.of(*(tags or ("title", "h1")))[:8]:
        said = _said(element)
        found += [said, *_PARTS.split(said)] if element.tag == "title" else [said]
    return [title.strip(_EDGES).casefold() for title in found if title.strip(_EDGES)]


def _said(element: _Element) -> str:
    return " ".join("".join(element.itertext()).split())[:300]


def _any(pattern: re.Pattern[str], titles: list[str]) -> bool:
    return any(pattern.fullmatch(title) for title in titles)


def _is_consent(document: Document, metadata: Metadata, shown: Shown) -> bool:
    text = shown.kept or shown.whole
    if not text or len(text) > WALL_CHARACTERS:
        return False
    text = small(text)
    if not CONSENT_SENTENCES.search(text):
        return False
    share = sum(1 for _ in CONSENT_WORDS.finditer(text)) / max(len(_WORD.findall(text)), 1)
    if share < CONSENT_SHARE or not _speaks_of_consent(text, metadata) or _tells(document, metadata, shown.kept):
        return False
    return _has_button(document)


def _tells(document: Document, metadata: Metadata, text: str) -> bool:
    """Whether a page has a headline, which its title says too, and running text that is no notice and offers nothing: a flash below a notice about cookies."""
    site = small(metadata.site_name or "")
    titles = {small(title) for title in _titles(document, "title")}
    is_headed = any(
        headline in titles
        and not CONSENT_WORDS.search(headline)
        and len(_WORD.findall(headline)) > 1
        and not (site and site in headline)
        for headline in map(small, _titles(document, "h1"))
    )
    lines = [line for line in small(text).splitlines() if not CONSENT_WORDS.search(line) and not _OFFERS.search(line)]
    return is_headed and any(count_words(line) >= LINE_WORDS for line in lines)


def _speaks_of_consent(text: str, metadata: Metadata) -> bool:
    """Whether enough of the sentences are a notice's own."""
    sentences = [sentence for sentence in _SENTENCES.split(text) if sentence.strip()]
    own = sum(bool(CONSENT_WORDS.search(sentence) and CONSENT_SPEECH.search(sentence)) for sentence in sentences)
    return own >= (DECLARED_CONSENT_SHARE if _declares(metadata) else CONSENT_SENTENCE_SHARE) * len(sentences)


def _has_button(document: Document) -> bool:
    """Whether the page has something to press that agrees."""
    labels = map(_label, document.transcript.of("button", "a", "input"))
    return any(len(said) < 60 and CONSENT_BUTTONS.fullmatch(" ".join(said.split())) for said in labels)


def _label(element: _Element) -> str:
    """What something to press says; nothing where it is too large to be one."""
    if element.tag == "input":
        return element.get("value") or ""
    is_large = next(islice(element.iter(), MOST_IN_A_BUTTON, None), None) is not None
    return "" if is_large else "".join(element.itertext())
