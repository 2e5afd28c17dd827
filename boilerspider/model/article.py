"""Articles: the clean values that are emitted."""

from __future__ import annotations

import json
from dataclasses import InitVar, asdict, dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from boilerspider.model.block import Block

STORIES = frozenset(("article", "liveblog", "gallery"))
"""Page types of what newsrooms write."""

WALLS = frozenset(("blocked", "consent", "error", "paywall"))
"""Page types of what stands in the place of an article: a check for robots, a question about cookies, an error with status 200,
the beginning of a story that is sold."""


@dataclass(frozen=True, slots=True, repr=False)
class Image:
    """A picture of the article; `url` is absolute."""

    url: str
    caption: str = ""
    credit: str = ""

    def __repr__(self) -> str:
        # Scrapy's CSV and XML hold what Python shows of a list: so it is JSON there.
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True, repr=False)
class Article:
    """One page as an article. Exporters write the fields in this order.

    Datetimes are aware. `text` has its paragraphs separated by one blank line and is empty when
    the page has no content. `blocks` show what was kept and why; they are no field, so that no
    exporter writes them, and `dataclasses.replace` carries them along; so it is with `flattened`:
    whether the page was nested too deep, or a tag too crowded, for all structure to be read (the text is whole then too),
    and with `likelihood`: how likely the page is an article at all, 0 to 1.
    """

    url: str | None = None
    canonical_url: str | None = None
    site_name: str | None = None
    title: str | None = None
    authors: list[str] = field(default_factory=list)
    published: datetime | None = None
    modified: datetime | None = None
    language: str | None = None
    section: str | None = None
    tags: list[str] = field(default_factory=list)
    description: str | None = None
    text: str = ""
    html: str = ""
    images: list[Image] = field(default_factory=list)
    word_count: int = 0
    page_type: str | None = None
    paywalled: bool | None = None
    extractor: str | None = None
    confidence: float | None = None
    content_hash: str = ""
    revision: int = 0
    duplicate_of: str | None = None
    first_seen: datetime | None = None
    fetched_at: datetime | None = None
    source: str | None = None
    if TYPE_CHECKING:
        # Type checkers take an InitVar for an argument alone.
        blocks: tuple[Block, ...] = ()
        flattened: bool = False
        likelihood: float | None = None
    else:
        blocks: InitVar[tuple[Block, ...]] = ()
        flattened: InitVar[bool] = False
        likelihood: InitVar[float | None] = None

        def __post_init__(self, blocks: tuple[Block, ...], flattened: bool, likelihood: float | None) -> None:
            object.__setattr__(self, "blocks", blocks)
            object.__setattr__(self, "flattened", flattened)
            object.__setattr__(self, "likelihood", likelihood)

    def __repr__(self) -> str:
        # Scrapy logs every item that it scrapes or drops: a line, not a page.
        return f"<Article {self.url} {self.title!r}, {self.word_count} words>"
