"""Links: where a site says that something can be read, and what it says about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Source: TypeAlias = Literal["feed", "sitemap", "link"]


class LinkKind(enum.Enum):
    """What a link promises to lead to."""

    ARTICLE = "article"
    LISTING = "listing"
    NEXT_PAGE = "next_page"
    FEED = "feed"
    SITEMAP = "sitemap"


@dataclass(frozen=True, slots=True)
class Link:
    """An address worth a request, in the form of `boilerspider.urls.clean_url`.

    Datetimes are aware and never in the future; what the source does not tell is None.
    """

    url: str
    kind: LinkKind
    title: str | None = None
    published: datetime | None = None
    modified: datetime | None = None
    language: str | None = None
    """As a BCP 47 tag."""
    source: Source = "link"
