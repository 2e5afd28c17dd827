"""What a page's head says, and which blocks repeat it or each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import Facts

MIN_CHARS = 8
"""Of a text that is compared with the title: shorter ones are in many by chance."""
_STEM_CHARS = 60
"""Beginning of a description that a block must share: descriptions are cut off somewhere behind."""
MAX_TEXTS, MAX_CHARS = 8, 20_000
"""Different titles, and descriptions, that are looked at, and characters of each. Ours: of the corpora no page has more than five of them, nor one of more than 16,011."""
_TITLES = frozenset(("og:title", "twitter:title"))
_DESCRIPTIONS = frozenset(("og:description", "description", "twitter:description"))


@dataclass(frozen=True, slots=True)
class Head:
    """Titles and descriptions, case folded, joined by line breaks."""

    titles: str
    descriptions: str

    @classmethod
    def of(cls, root: etree._Element) -> Head:
        """What the head of a page says."""
        titles, descriptions = [], []
        head = root.find("head")
        for element in () if head is None else head.iter("title", "meta"):
            if element.tag == "title":
                titles.append(element.text or "")
                continue
            name = element.get("property") or element.get("name") or ""
            if name in _TITLES:
                titles.append(element.get("content") or "")
            elif name in _DESCRIPTIONS:
                descriptions.append(element.get("content") or "")
        return cls(_joined(titles), _joined(descriptions))


def _joined(texts: Iterable[str]) -> str:
    """Each text once, up to the limits: all blocks of a page are looked for in it."""
    lines = (" ".join(text[:MAX_CHARS].split()).casefold() for text in texts)
    return "\n".join(islice(dict.fromkeys(filter(None, lines)), MAX_TEXTS))


def facts(head: Head, folded: list[str]) -> Facts:
    """The facts of blocks with these texts, case folded."""
    times = Counter(folded)
    titled = [len(text) >= MIN_CHARS and text in head.titles for text in folded]
    described = [len(text) >= MIN_CHARS and text[:_STEM_CHARS] in head.descriptions for text in folded]
    repeats = [times[text] - 1 for text in folded]
    return Facts(
        np.array(titled, np.float32),
        np.array(described, np.float32),
        np.log1p(np.array(repeats, np.float32)),
    )
