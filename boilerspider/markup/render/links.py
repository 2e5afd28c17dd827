"""References -> absolute URLs that a reader may follow; anything else becomes the empty string."""

from __future__ import annotations

import re
from functools import cached_property
from urllib.parse import urljoin, urlsplit

from boilerspider.markup.permalinks import own_addresses, place_of
from boilerspider.markup.render.sanitise import SCHEMES, can_be
from boilerspider.markup.tree import Document
from boilerspider.urls import same_site, without_credentials

MAX_URL_CHARS = 2_083
"""The longest address that every browser has taken; longer ones are scripts and tracking."""

MAX_REFERENCES = 10_000
"""Different references of one page that are resolved: with a long base each takes a tenth of a millisecond. Ours."""

PLAIN_CHARS = 300
"""A longer reference is taken apart at once: to look through it for what is not plain may take as long. Ours."""

_END = r"(?:\?[\w.~!$&'()*+,;=:@%/?-]+)?(?:#[\w.~!$&'()*+,;=:@%/?-]+)?"
_HOST = r"(?:(?![xX][nN]--)[\w-]+\.)+(?![xX][nN]--)[A-Za-z][\w-]*(?::\d{1,4})?"
_ABSOLUTE = re.compile(rf"https?://{_HOST}(?:/[\w.~!$&'()*+,=:@%/-]*)?{_END}", re.ASCII)
"""An address that resolving leaves as it is, whatever the base: most links are that, and to take one apart is slow."""
_ROOTED = re.compile(rf"(?!//)(?:/(?:[\w~!$&'()*+,=:@%-][\w.~!$&'()*+,=:@%-]*)?)+{_END}", re.ASCII)
"""A path from the root, without dot segments: resolved, it stands behind scheme and host of the base as it is."""


class Links:
    """Resolves references of a page against one base, which may be missing or broken itself."""

    def __init__(self, base: str, page: str | None = None) -> None:
        try:
            urlsplit(base)
        except ValueError:
            base = ""
        self._base = base if len(base) <= MAX_URL_CHARS else ""
        self._own = own_addresses(page)
        self._resolved: dict[str, str] = {}

    @classmethod
    def of(cls, document: Document) -> Links:
        """The resolver of a page: its `base` element where the document knows it, else its URL."""
        return cls(getattr(document, "base_url", None) or document.url or "", document.url)

    def absolute(self, reference: str) -> str:
        """The absolute http, https or mailto URL of a reference, without credentials, or "" where there is none."""
        if len(reference) > MAX_URL_CHARS:
            return ""
        if reference not in self._resolved:
            if len(self._resolved) >= MAX_REFERENCES:
                return ""
            self._resolved[reference] = self._resolve(reference)
        return self._resolved[reference]

    def stays(self, reference: str) -> bool:
        """Whether a reference leads to the site of the page."""
        return same_site(self.absolute(reference), self._base)

    def leads_within(self, reference: str) -> bool:
        """Whether a reference leads to a place of the page itself."""
        return "#" in reference and bool(place_of(reference, self._own))

    def _resolve(self, reference: str) -> str:
        reference = reference.strip()
        if len(reference) > PLAIN_CHARS:
            return self._join(reference)
        if _ABSOLUTE.fullmatch(reference):
            return reference
        if _ROOTED.fullmatch(reference):
            return self._host and self._host + reference
        return self._join(reference)

    @cached_property
    def _host(self) -> str:
        """Scheme and host of the base, without credentials; "" where there is none that a reader may follow."""
        return self._join("/").removesuffix("/")

    def _join(self, reference: str) -> str:
        try:
            url = urljoin(self._base, reference)
            parts = urlsplit(url)
        except ValueError:
            return ""
        url = without_credentials(url.replace(" ", "%20"))
        if parts.scheme not in SCHEMES or not url.isprintable():
            return ""
        if parts.scheme == "mailto":
            return url if parts.path else ""
        return url if parts.hostname and can_be(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}") else ""
