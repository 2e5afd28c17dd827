"""Addresses a page gives for itself and its pictures: absolute, http or https, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, urljoin, urlsplit

from w3lib.url import safe_url_string

from boilerspider.markup.render.sanitise import can_be
from boilerspider.slugs import is_slug
from boilerspider.urls import same_site, without_credentials

MAX_URL_CHARS = 2_000
"""Longer ones are data, not addresses; the sitemaps protocol's limit is 2,048."""

_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{3,}")
"""A number of a story: three digits and more that are no year."""
_ARGUMENT = re.compile(r"=\d+(?:&|$)")
"""An argument that is a number."""

_SCRIPT = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|cfm|do|pl)/?$", re.IGNORECASE)
"""How the path of a script ends."""

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
        # JSON has no entities, but whoever writes it may have escaped it as all that stands in a page.
        url = without_credentials(safe_url_string(urljoin(base or "", address.replace("&amp;", "&"))))
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or not can_be(f"{parts.scheme}://{parts.netloc}"):
        return None
    return parts._replace(fragment="").geturl()


def canonical(addresses: Iterable[str | None], url: str | None) -> str | None:
    """The first usable address; a homepage is not one, unless the page is it, nor is a section or a script that all stories of a site name."""
    found = filter(None, (absolute(address, url) for address in addresses))
    return next((one for one in found if (not is_home(one) or is_home(url)) and not _leaves_story(one, url)), None)


def _leaves_story(address: str, url: str | None) -> bool:
    """Whether an address is the section above the page, or its script without the argument that tells its stories apart."""
    if not url or address == url or not same_site(address, url) or _names_story(urlsplit(address)):
        return False
    there, here = urlsplit(address), urlsplit(url)
    if there.path.rstrip("/") == here.path.rstrip("/"):
        return bool(_SCRIPT.search(here.path)) and _names_story(here)
    above, _, below = here.path.partition(f"{there.path.rstrip('/')}/")
    return not above and _names_story(here._replace(path=below))


def _names_story(parts: SplitResult) -> bool:
    """Whether an address has what tells one story of a site from another: a headline, a number that is no date, letters of another script."""
    segments = parts.path.split("/")
    return (
        not parts.path.isascii()
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
