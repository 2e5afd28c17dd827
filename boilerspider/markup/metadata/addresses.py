"""Addresses a page gives for itself and its pictures: absolute, http or https, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from w3lib.url import safe_url_string

from boilerspider.slugs import is_slug
from boilerspider.urls import same_site, without_credentials

MAX_URL_CHARS = 2_000
"""Longer ones are data, not addresses; the sitemaps protocol's limit is 2,048."""

_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{3,}")
"""A number of a story: three digits and more that are no year."""
_ARGUMENT = re.compile(r"=\d+(?:&|$)")
"""An argument that is a number."""

_STEP = r"[A-Za-z0-9_~-][A-Za-z0-9_.,~-]*"
_PLAIN = re.compile(
    rf"https?://(?!.*xn--)(?:[a-z0-9-]{{1,63}}\.){{1,9}}[a-z]{{2,63}}(?:/(?:{_STEP}/)*(?:{_STEP})?(?:\?[A-Za-z0-9_.~=&-]+)?)?"
)
"""Addresses that stay as they are: most are, and to take them apart and quote them costs five times as much."""


def absolute(address: str | None, base: str | None) -> str | None:
    """The address as an absolute http(s) URL without fragment and credentials, or None."""
    if not address or len(address) > MAX_URL_CHARS:
        return None
    address = address.strip()
    if _PLAIN.fullmatch(address) and (not base or _PLAIN.fullmatch(base)):
        return address
    try:
        url = without_credentials(safe_url_string(urljoin(base or "", address)))
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts._replace(fragment="").geturl()


def canonical(addresses: Iterable[str | None], url: str | None) -> str | None:
    """The first usable address; a homepage is not one, unless the page is it, nor is a section or a script that all stories of a site name."""
    found = filter(None, (absolute(address, url) for address in addresses))
    return next((one for one in found if (not is_home(one) or is_home(url)) and not _leaves_story(one, url)), None)


def _leaves_story(address: str, url: str | None) -> bool:
    """Whether an address of the page's own site names no story, although the page's own address does."""
    if not url or address == url or not same_site(address, url):
        return False
    return not _names_story(address) and _names_story(url)


def _names_story(address: str) -> bool:
    """Whether an address has what tells one story of a site from another: a headline, a number that is no date, letters of another script."""
    parts = urlsplit(address)
    segments = parts.path.split("/")
    return (
        not address.isascii()
        or "%" in parts.path
        or any(map(is_slug, segments))
        or any(map(_NUMBER.search, segments))
        or _ARGUMENT.search(parts.query) is not None
    )


def is_home(url: str | None) -> bool:
    """Whether an address names a site rather than a page of it."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/") and not parts.query
