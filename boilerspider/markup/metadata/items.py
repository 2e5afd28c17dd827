"""What microdata calls the element that holds a page's headline."""

from __future__ import annotations

from itertools import islice

from lxml import etree

from boilerspider.markup.metadata.beside import Headline
from boilerspider.markup.metadata.headings import MAX_CLASS_CHARS
from boilerspider.markup.metadata.pagetype import ARTICLES
from boilerspider.markup.metadata.surroundings import ancestors, heading_of

MAX_ITEMS = 100
"""Items that are looked at. Ours."""
_ITEMS = etree.XPath("descendant-or-self::*[@itemscope][@itemtype]")


def article_types(headline: Headline, root: etree._Element) -> frozenset[str]:
    """The types of the page's only article in microdata, if the headline stands in it; lists have others beside that."""
    found = ((item, _types(item)) for item in islice(_ITEMS(root), MAX_ITEMS))
    articles = {item: types for item, types in found if types & ARTICLES}
    around = ancestors(heading_of(headline)) if articles else {}
    outer = next((item for item in articles if item in around), None)
    if outer is None or any(item is not outer and outer not in item.iterancestors() for item in articles):
        return frozenset()
    return articles[outer]


def _types(item: etree._Element) -> frozenset[str]:
    """Their names: `https://schema.org/BlogPosting` is a `BlogPosting`."""
    return frozenset(name.rpartition("/")[2] for name in item.get("itemtype", "")[:MAX_CLASS_CHARS].split())
