"""On which site a page stands, and in which fold: a network judges no page of a site that it has learnt from."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from boilerspider.evaluation import Corpus, Page
from boilerspider.urls import site_of

TAG = re.compile(rb"<(link|base|a)\s([^<>]{1,1000})>", re.IGNORECASE)
ATTRIBUTE = re.compile(rb"""\b(href|rel)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
"""What says on which site a page stands: corpora without addresses have several pages of a site, too."""


def fold_of(site: str, folds: int) -> int:
    """The fold of a site, which depends on its name alone; 0 where there are none."""
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:4], "big") % max(1, folds)


def site_of_page(corpus: Corpus, page: Page) -> str:
    """The registered domain of a page: of its address, else of what it calls its own, else of what most of its links lead to; its name where nothing tells."""
    site = site_of(page.gold.url) if page.gold.url else _own_site(page.html)
    return site or f"{corpus.name}/{page.gold.id}"


def _own_site(html: bytes) -> str:
    """The site that a page calls its own by its canonical link or its base, else that which most of its links lead to; empty where nothing tells."""
    sites = Counter[str]()
    for tag in TAG.finditer(html):
        found = {name.lower(): b"".join(values) for name, *values in ATTRIBUTE.findall(tag[2])}
        address = found.get(b"href", b"").decode("latin-1")
        site = site_of(address) if address[:4].lower() == "http" else ""
        is_own = tag[1].lower() == b"base" or b"canonical" in found.get(b"rel", b"").lower().split()
        if site and is_own:
            return site
        if site and tag[1].lower() == b"a":
            sites[site] += 1
    return max(sites, key=lambda site: (sites[site], site), default="")


__all__ = ["fold_of", "site_of_page"]
