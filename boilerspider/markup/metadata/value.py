"""What a page says of itself, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from boilerspider.model import Image


@dataclass(frozen=True, slots=True)
class Metadata:
    """A page's own facts, normalised; None or empty where it does not say.

    Datetimes are aware; a time that the page gave without a zone stands in UTC.
    """

    canonical_url: str | None = None
    """Absolute, http or https; never the homepage of a page that is none."""
    site_name: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    """People; a group or agency only where no person signs."""
    published: datetime | None = None
    modified: datetime | None = None
    """Never before `published`."""
    language: str | None = None
    """BCP 47, as declared."""
    section: str | None = None
    tags: tuple[str, ...] = ()
    description: str | None = None
    lead_image: Image | None = None
    page_type: str | None = None
    """See `pagetype.page_type`."""
    declared: frozenset[str] = frozenset()
    """The schema.org types of all that the page describes, and Open Graph's type after `og:`."""
    paywalled: bool | None = None
    sold: tuple[str, ...] = ()
    """The selectors of the elements that it says not everybody may read."""
