"""A newspaper on the air and a client that asks it over real HTTP."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from functools import cached_property

import lxml.html
import pytest

from boilerspider.demo import Newspaper

_DECLARED = re.compile(rb"""charset=["']?([\w-]+)""", re.IGNORECASE)


@dataclass(frozen=True)
class Got:
    status: int
    url: str
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        """The body as a browser decodes it: by the header, then by the page's own declaration."""
        match = _DECLARED.search(self.body[:1024])
        charset = self.headers.get_content_charset() or (match and match[1].decode()) or "utf-8"
        return self.body.decode(charset)

    @property
    def tree(self) -> lxml.html.HtmlElement:
        return lxml.html.fromstring(self.text, base_url=self.url)

    @property
    def links(self) -> list[str]:
        tree = self.tree
        tree.make_links_absolute(self.url)
        return [str(link) for link in tree.xpath("//a/@href")]

    @cached_property
    def squeezed(self) -> str:
        """All text of the page without any white space."""
        return squeezed(self.tree.text_content())

    def shows(self, text: str) -> bool:
        """Whether the text stands in the page in one piece, tags and white space aside."""
        return squeezed(text) in self.squeezed


Get = Callable[..., Got]


def squeezed(text: str) -> str:
    return "".join(text.split())


def fetch(url: str, **headers: str) -> Got:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, headers=names)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return Got(response.status, response.url, response.headers, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return Got(error.code, error.url, error.headers, error.read())


@pytest.fixture(scope="session")
def get() -> Get:
    """get(url, Header_Name=value) -> what came back, redirects followed."""
    return fetch


@pytest.fixture(scope="session")
def newspaper() -> Iterator[Newspaper]:
    """One newspaper for all tests that only read it."""
    with Newspaper(seed=7) as running:
        yield running
