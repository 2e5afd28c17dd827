"""What a page's head says, and which blocks repeat it or each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import Facts, Floats
from boilerspider.markup.metadata.titles import fold
from boilerspider.urls import site_of

MIN_CHARS = 8
"""Of a text that is compared with the title: shorter ones are in many by chance."""
_STEM_CHARS = 60
"""Beginning of a description that a block must share: descriptions are cut off somewhere behind."""
MAX_TEXTS, MAX_CHARS = 8, 20_000
"""Different titles, and descriptions, that are looked at, and characters of each. Ours: of the corpora no page has more than five of them, nor one of more than 16,011."""
_TITLE, _DESCRIPTION, _SITE, _ADDRESS = range(4)
_FIELDS = {
    ("title", ""): _TITLE,
    ("meta", "og:title"): _TITLE,
    ("meta", "twitter:title"): _TITLE,
    ("meta", "og:description"): _DESCRIPTION,
    ("meta", "description"): _DESCRIPTION,
    ("meta", "twitter:description"): _DESCRIPTION,
    ("meta", "og:site_name"): _SITE,
    ("meta", "application-name"): _SITE,
    ("meta", "apple-mobile-web-app-title"): _SITE,
    ("meta", "og:url"): _ADDRESS,
    ("link", "canonical"): _ADDRESS,
}
"""What a tag in the head with this name says."""
MAX_NAMES, MIN_LETTERS, MAX_LETTERS = 4, 4, 40
"""Names of a site that are looked for, and letters and digits of each: shorter ones are words, longer ones in no sentence. Ours."""
MAX_SEARCHED = 300_000
"""Characters of a page in which they are: what is made of letters like theirs takes long. Ours."""
_BETWEEN = r"[^\w\n]?"
"""What may stand between two letters of a name: an address writes "Harbour News" as one word, or with a hyphen."""


@dataclass(frozen=True, slots=True)
class Head:
    """Titles and descriptions, case folded, joined by line breaks."""

    titles: str
    descriptions: str
    sites: tuple[str, ...] = ()
    """Names of the site, letters and digits alone: those that it gives itself, and that of its registered domain. Not by the
    address that the page was fetched from, so that a page without one has the same text."""

    @classmethod
    def of(cls, root: etree._Element) -> Head:
        """What the head of a page says."""
        said: list[list[str]] = [[], [], [], []]
        head = root.find("head")
        for element in () if head is None else head.iter("title", "meta", "link"):
            tag = str(element.tag)
            name = "" if tag == "title" else element.get("property") or element.get("name") or element.get("rel")
            field = _FIELDS.get((tag, name or ""))
            if field is not None:
                said[field].append(element.text or element.get("content") or element.get("href") or "")
        titles, descriptions, sites, addresses = said
        sites += [site_of(address[:MAX_CHARS]).partition(".")[0] for address in addresses[:MAX_TEXTS]]
        return cls(_joined(titles), _joined(descriptions), _names(sites))


def _joined(texts: Iterable[str]) -> str:
    """Each text once, up to the limits: all blocks of a page are looked for in it."""
    lines = (" ".join(text[:MAX_CHARS].split()).casefold() for text in texts)
    return "\n".join(islice(dict.fromkeys(filter(None, lines)), MAX_TEXTS))


def _names(sites: Iterable[str]) -> tuple[str, ...]:
    """Each name once."""
    plain = (fold(site[:MAX_CHARS]) for site in sites)
    return tuple(islice(dict.fromkeys(name for name in plain if MIN_LETTERS <= len(name) <= MAX_LETTERS), MAX_NAMES))


@lru_cache(maxsize=256)
def _said(name: str) -> re.Pattern[str]:
    """The name as words of its own. The pattern begins with a letter, and looks back only then: so texts are searched for that letter."""
    first, *rest = map(re.escape, name)
    return re.compile(rf"{first}(?<![^\W_]{first}){_BETWEEN}{_BETWEEN.join(rest)}(?![^\W_])")


def _that_say(sites: Iterable[str], folded: list[str]) -> Floats:
    """Which blocks say a name of the site."""
    found = np.zeros(len(folded), np.float32)
    joined = "\n".join(folded)[:MAX_SEARCHED]
    places = [match.start() for name in sites for match in _said(name).finditer(joined)]
    if places:
        ends = np.cumsum([len(text) + 1 for text in folded])
        found[np.searchsorted(ends, places, side="right")] = 1.0
    return found


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
        _that_say(head.sites, folded),
    )
