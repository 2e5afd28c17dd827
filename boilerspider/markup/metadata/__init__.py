"""What a page says of itself: title, authors, dates, canonical URL and the rest.

Sources are asked in the order of trust: JSON-LD, Open Graph, meta, microdata, bylines, and for dates
alone an educated guess, which takes longer than all else. A value that cannot be right is dropped, and the
next source is asked.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

from boilerspider.markup.metadata import fields
from boilerspider.markup.metadata.addresses import canonical
from boilerspider.markup.metadata.authors import authors
from boilerspider.markup.metadata.beside import Headline
from boilerspider.markup.metadata.items import article_types
from boilerspider.markup.metadata.moments import dates, guessed
from boilerspider.markup.metadata.pagetype import page_type
from boilerspider.markup.metadata.scan import scan
from boilerspider.markup.metadata.story import read_story
from boilerspider.markup.metadata.value import Metadata
from boilerspider.markup.tree import Document

__all__ = ["Metadata", "read_metadata", "read_sayings", "with_guess"]


def read_metadata(document: Document, *, now: datetime | None = None) -> Metadata:
    """What the page says of itself, and the day that it lets guess; `now` bounds its dates. Never raises, whatever the page holds."""
    return with_guess(document, read_sayings(document, now=now), now=now)


def with_guess(document: Document, metadata: Metadata, *, now: datetime | None = None) -> Metadata:
    """What a page says of itself, with a day of publication that is guessed where it says none."""
    if metadata.published is not None:
        return metadata
    published, modified = guessed(document, metadata.modified, now or datetime.now(timezone.utc))
    return replace(metadata, published=published, modified=modified)


def read_sayings(document: Document, *, now: datetime | None = None) -> Metadata:
    """What the page says of itself, without a guess."""
    marks = scan(document)
    story = read_story(marks.scripts).about(fields.said_titles(marks))
    source = fields.Source(document, marks, story)
    site = fields.site_name(source)
    title, language = fields.title(source, site), fields.language(source)
    headline = Headline(document.transcript, title, language)
    published, modified = dates(source, headline, now or datetime.now(timezone.utc))
    og_type = marks.first("og:type")
    return Metadata(
        canonical_url=canonical(fields.addresses(source), document.url),
        site_name=site,
        title=title,
        authors=authors(source, site, headline),
        published=published,
        modified=modified,
        language=language,
        section=fields.section(source),
        tags=fields.tags(source),
        description=fields.description(source),
        lead_image=fields.lead_image(source),
        page_type=page_type(story.types, og_type, document.url)
        or page_type(article_types(headline, document.root), None, document.url),
        declared=story.types | {f"og:{og_type.strip().lower()}"} if og_type else story.types,
        paywalled=fields.paywalled(source),
        sold=fields.sold(source),
    )
