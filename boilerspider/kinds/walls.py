"""What stands in the place of an article: a check for robots, a question about cookies, an error in a page's clothes, a foretaste.

Each is told by what it says in its title or headline, by marks that only such pages have, or by a notice
that is nearly all of its text; in every case there is little else on the page.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from boilerspider.kinds.notices import (
    BLOCK_MARKS,
    BLOCK_TITLES,
    CONSENT_BUTTONS,
    CONSENT_SENTENCES,
    CONSENT_WORDS,
    ERROR_TITLES,
    PAYWALL_SENTENCES,
)
from boilerspider.markup.metadata import Metadata
from boilerspider.markup.tree import Document

BLOCKED, CONSENT, ERROR, PAYWALL = "blocked", "consent", "error", "paywall"

WALL_CHARACTERS = 4_000
"""Characters of all text on a page that keeps robots out, or asks for consent before anything else; stories have more around them. Ours."""

WALL_WORDS = 150
"""Words of text under which a headline alone says that a page is an error or a wall. Ours."""

CONSENT_SHARE = 0.05
"""The share of words about consent in a notice from which on it is one; stories about cookies have less. Ours."""

STUB_WORDS = 100
"""Words of text under which a page that sells its story shows only the beginning of it; with a notice that says so, `WALL_WORDS`. Ours."""

SOLD_CHARACTERS = 200
"""Characters of text from which on what a page says it sells is there to be read. Ours."""

MOST_SOLD = 20
"""Elements of one class that are looked at for it: a hostile page has a hundred thousand, one in the other. Ours."""

SEARCHED = 200_000
"""Characters of a page's source and of its text that are looked through for marks and notices. Ours."""

_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"\s+[|–—·:»•-]+\s+|\s*[|]\s*")
_EDGES = " \t\n.!…?:,-–—|"


class Shown(NamedTuple):
    """What a page shows."""

    kept: str
    """The text that was read as its article."""
    words: int
    """Of that."""
    whole: str
    """The text of all its blocks."""


def wall(document: Document, metadata: Metadata, shown: Shown) -> str | None:
    """`blocked`, `consent`, `error` or `paywall` where that is what a page is; None for all others."""
    titles = _titles(document)
    if shown.words < WALL_WORDS:
        if len(shown.whole) < WALL_CHARACTERS and (_any(BLOCK_TITLES, titles) or _is_marked(document.source)):
            return BLOCKED
        if _any(ERROR_TITLES, titles):
            return ERROR
    elif not metadata.declared and titles and _any(ERROR_TITLES, titles[:1]):
        return ERROR  # with a list of other stories below
    if _is_consent(document, shown):
        return CONSENT
    return PAYWALL if _is_stub(document, metadata, shown) else None


def _is_stub(document: Document, metadata: Metadata, shown: Shown) -> bool:
    """Whether a page has the beginning of a story that is sold: it says so, or has a notice of where to buy the rest."""
    if metadata.paywalled is False or not 0 < shown.words < WALL_WORDS:
        return False
    if PAYWALL_SENTENCES.search(shown.whole[:SEARCHED]):
        return True
    is_short = bool(metadata.paywalled) and shown.words < STUB_WORDS
    return is_short and not any(_shows(document, selector) for selector in metadata.sold)


def _shows(document: Document, selector: str) -> bool:
    """Whether something with this class or id is there, and has text; short reports that are sold are whole at times."""
    attribute, name = {".": "class", "#": "id"}.get(selector[:1], ""), selector[1:]
    named = (element for element in document.transcript.elements if name in (element.get(attribute) or "").split())
    return bool(attribute) and any(
        len("".join(element.itertext())) >= SOLD_CHARACTERS for element in islice(named, MOST_SOLD)
    )


def _titles(document: Document) -> list[str]:
    """What the page is called: its title first, in parts, then its headlines."""
    found: list[str] = []
    for element in document.transcript.of("title", "h1")[:8]:
        said = " ".join("".join(element.itertext()).split())[:300]
        found += [said, *_PARTS.split(said)] if element.tag == "title" else [said]
    return [title.strip(_EDGES).casefold() for title in found if title.strip(_EDGES)]


def _any(pattern: re.Pattern[str], titles: list[str]) -> bool:
    return any(pattern.fullmatch(title) for title in titles)


def _is_marked(source: str) -> bool:
    return bool(BLOCK_MARKS.search(source[:SEARCHED]))


def _is_consent(document: Document, shown: Shown) -> bool:
    text = shown.kept or shown.whole
    if not text or len(text) > WALL_CHARACTERS or not CONSENT_SENTENCES.search(text):
        return False
    share = sum(1 for _ in CONSENT_WORDS.finditer(text)) / max(len(_WORD.findall(text)), 1)
    return share >= CONSENT_SHARE and _has_button(document)


def _has_button(document: Document) -> bool:
    """Whether the page has something to press that agrees."""
    for element in document.transcript.of("button", "a", "input"):
        said = element.get("value") or "" if element.tag == "input" else "".join(element.itertext())
        if len(said) < 60 and CONSENT_BUTTONS.match(said.strip()):
            return True
    return False
