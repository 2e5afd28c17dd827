"""What a page's head says, and which blocks repeat it or each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import Facts

MIN_CHARS = 8
"""Of a text that is compared with the title: shorter ones are in many by chance."""
_STEM_CHARS = 60
"""Beginning of a description that a block must share: descriptions are cut off somewhere behind."""
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
        return cls(
            *("\n".join(" ".join(text.split()).casefold() for text in found) for found in (titles, descriptions))
        )


def facts(head: Head, texts: list[str]) -> Facts:
    """The facts of blocks with these texts."""
    folded = [text.casefold() for text in texts]
    times = Counter(folded)
    titled = [len(text) >= MIN_CHARS and text in head.titles for text in folded]
    described = [len(text) >= MIN_CHARS and text[:_STEM_CHARS] in head.descriptions for text in folded]
    repeats = [times[text] - 1 for text in folded]
    return Facts(
        np.array(titled, np.float32),
        np.array(described, np.float32),
        np.log1p(np.array(repeats, np.float32)),
    )
