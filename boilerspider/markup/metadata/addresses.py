"""Addresses a page gives for itself and its pictures: absolute, http or https, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from w3lib.url import safe_url_string

from boilerspider.urls import without_credentials

MAX_URL_CHARS = 2_000
"""Longer ones are data, not addresses; the sitemaps protocol's limit is 2,048."""

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
    """The first usable address; a homepage is not one, unless the page is it."""
    found = (absolute(address, url) for address in addresses)
    return next((address for address in found if address and (not is_home(address) or is_home(url))), None)


def is_home(url: str | None) -> bool:
    """Whether an address names a site rather than a page of it."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/") and not parts.query
