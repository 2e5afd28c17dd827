"""Floor 3: bytes -> links with dates and titles. Pure functions; nothing here fetches.

A body is told by `kind_of_response`; feeds, sitemaps and pages each have one parser, and every
parser survives any bytes.
"""

from boilerspider.discovery.base import Link, LinkKind, Source
from boilerspider.discovery.cutting import newest, pieces
from boilerspider.discovery.feeds import parse_feed
from boilerspider.discovery.fields import is_language
from boilerspider.discovery.numbering import MAX_STORY_PAGES, are_pages, first_addresses
from boilerspider.discovery.pages import page_links, read_links
from boilerspider.discovery.responses import ResponseKind, kind_of_response
from boilerspider.discovery.rules import is_endless, is_list, is_trap, is_vouched, looks_like_listing
from boilerspider.discovery.sitemaps import breaks_off, inflating, robots_sitemaps, sitemap_links
from boilerspider.discovery.storypages import first_page, next_page

__all__ = [
    "MAX_STORY_PAGES",
    "Link",
    "LinkKind",
    "ResponseKind",
    "Source",
    "are_pages",
    "breaks_off",
    "first_addresses",
    "first_page",
    "inflating",
    "is_endless",
    "is_language",
    "is_list",
    "is_trap",
    "is_vouched",
    "kind_of_response",
    "looks_like_listing",
    "newest",
    "next_page",
    "page_links",
    "parse_feed",
    "pieces",
    "read_links",
    "robots_sitemaps",
    "sitemap_links",
]
