"""What one source leads to."""

from __future__ import annotations

from dataclasses import dataclass, field

from boilerspider.discovery import Link
from boilerspider.stores import Visit


@dataclass(slots=True)
class Met:
    """What a source leads to, as far as the crawl wants it."""

    known: dict[str, Visit] = field(default_factory=dict)
    news: list[Link] = field(default_factory=list)
    """What is not known, or is to be asked again."""
    open_urls: list[str] = field(default_factory=list)
    """The clean addresses of the articles among these."""
    children: list[Link] = field(default_factory=list)
    """What is no article, known or not."""
    other_forms: list[Link] = field(default_factory=list)
    """Articles whose address says that their story may have another one."""
    sites: set[str] = field(default_factory=set)
    """Those of all articles, wanted or not."""
