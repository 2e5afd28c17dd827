"""What a page's head says, and which blocks repeat it or each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs.features import Facts
from boilerspider.extractors.news.inputs.names import names, that_say
from boilerspider.extractors.news.inputs.spelling import composed
from boilerspider.markup.parts import Parts

MIN_CHARS = 8
"""Of a text that is compared with the title: shorter ones are in many by chance."""
WHOLE_CHARS = 4
"""The same of one that is all of a title, and not of ASCII alone: a headline of seven Han and kana characters is a sentence. Ours."""
_STEM_CHARS = 60
"""Beginning of a description that a block must share: descriptions are cut off somewhere behind."""
MAX_TEXTS = 8
"""Different titles, descriptions, names and addresses that are looked at. Ours: of the corpora no page has more than five of them."""
MAX_TITLES, MAX_DESCRIPTIONS = 2_000, 20_000
"""Characters of all titles and of all descriptions that are looked at, as each block is looked for in them. Ours: of the corpora no title has more than 319, no description more than 16,011."""
_TITLE, _DESCRIPTION, _SITE, _ADDRESS = range(4)
_METAS = {
    "og:title": _TITLE,
    "twitter:title": _TITLE,
    "og:description": _DESCRIPTION,
    "description": _DESCRIPTION,
    "twitter:description": _DESCRIPTION,
    "og:site_name": _SITE,
    "application-name": _SITE,
    "apple-mobile-web-app-title": _SITE,
    "og:url": _ADDRESS,
}
_LINKS = {"canonical": _ADDRESS}
"""What a tag in the head with this name says."""


@dataclass(frozen=True, slots=True)
class Head:
    """Titles and descriptions, case folded, joined by line breaks."""

    titles: str
    descriptions: str
    sites: tuple[str, ...] = ()
    """Names of the site, letters and digits alone. Not by the address that the page was fetched from: a page has the same ones
    with and without it."""

    @classmethod
    def of(cls, root: etree._Element) -> Head:
        """What the head of a page says."""
        said: list[list[str]] = [[], [], [], []]
        head = next(root.iterchildren("head"), None)
        for element in () if head is None else head.iter("title", "meta", "link"):
            field = _field(element)
            if field is not None:
                said[field].append(element.text or element.get("content") or element.get("href") or "")
        titles, descriptions, sites, addresses = said
        return cls(
            _joined(titles, MAX_TITLES),
            _joined(descriptions, MAX_DESCRIPTIONS),
            names(islice(dict.fromkeys(sites), MAX_TEXTS), addresses[:MAX_TEXTS]),
        )


def _field(element: etree._Element) -> int | None:
    """What an element says, by the first of its names that tells."""
    if element.tag == "title":
        return _TITLE
    if element.tag == "link":
        return next((_LINKS[name] for name in (element.get(b"rel") or "").lower().split() if name in _LINKS), None)
    given = (element.get(b"property"), element.get(b"name"))
    return next((_METAS[name] for said in given if said and (name := said.strip().lower()) in _METAS), None)


def _joined(texts: Iterable[str], most: int) -> str:
    """Each text once, up to the limits: all blocks of a page are looked for in it."""
    lines = (" ".join(text.split()).casefold() for text in composed([text[:most] for text in texts]))
    return "\n".join(islice(dict.fromkeys(filter(None, lines)), MAX_TEXTS))[:most]


def facts(head: Head, texts: list[str], folded: list[str]) -> Facts:
    """The facts of blocks with these texts, as they are and case folded."""
    times = Counter(folded)
    said = [text for text in times if len(text) >= MIN_CHARS]
    titled = {text for text in said if len(text) <= len(head.titles) and text in head.titles}
    titled.update(line for line in head.titles.split("\n") if len(line) >= WHOLE_CHARS and not line.isascii())
    parts = Parts(head.descriptions, _STEM_CHARS)
    described = {text for text in said if text[:_STEM_CHARS] in parts}
    repeats = [times[text] - 1 for text in folded]
    return Facts(
        np.array([text in titled for text in folded], np.float32),
        np.array([text in described for text in folded], np.float32),
        np.log1p(np.array(repeats, np.float32)),
        that_say(head.sites, texts),
    )
