"""Published extractors as rivals, each called as its manual says and as others compare it.

A rival is imported only when it is named. A name that one of our own extractors has is ours: the
package is then called `<name>-package`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from boilerspider.errors import BadConfiguration

Read = Callable[[bytes, "str | None"], str]
"""A page's bytes and URL in, its text out."""

DECLARED_CHARSET = re.compile(rb"charset=[\"']?([\w-]+)")
CHARSET_BYTES = 4096
"""Where a page may declare its encoding for the rivals that want text; as the independent scorer does."""

LINE_BREAKING = re.compile("p|div|li|h[1-6]|tr|td|th|blockquote|pre|br|section|article|ul|ol|table|figcaption|dd|dt")
"""Elements that begin and end a line; as the independent scorer has them."""


def trafilatura(**options: bool) -> Read:
    """The trafilatura package, without the comments."""
    package: Any = import_module("trafilatura")
    call: Any = partial(package.extract, include_comments=False, **{"fast": False, **options})
    return lambda html, url: call(html, url=url) or ""


def readability() -> Read:
    """readability-lxml, whose HTML is turned into lines of text."""
    package: Any = import_module("readability")
    return lambda html, _url: lines(package.Document(decode(html)).summary(html_partial=True))


def justext() -> Read:
    """The justext package, with its English stop list."""
    package: Any = import_module("justext")
    stoplist = package.get_stoplist("English")
    return lambda html, _url: "\n\n".join(
        paragraph.text for paragraph in package.justext(html, stoplist) if not paragraph.is_boilerplate
    )


def boilerpy3(extractor: str) -> Read:
    """One of BoilerPy3's extractors, by the name of its class."""
    recipe: Any = getattr(import_module("boilerpy3.extractors"), extractor)(raise_on_failure=False)
    return lambda html, _url: recipe.get_content(decode(html)) or ""


def resiliparse() -> Read:
    """Resiliparse's main content without links' targets, forms and alternative texts."""
    html2text: Any = import_module("resiliparse.extract.html2text")
    encoding: Any = import_module("resiliparse.parse.encoding")
    tree: Any = import_module("resiliparse.parse.html").HTMLTree
    call: Any = partial(
        html2text.extract_plain_text,
        main_content=True,
        alt_texts=False,
        links=False,
        form_fields=False,
        noscript=False,
    )
    return lambda html, _url: call(tree.parse_from_bytes(html, encoding.detect_encoding(html))) or ""


def newspaper4k() -> Read:
    """newspaper4k, given the page instead of fetching it."""
    newspaper: Any = import_module("newspaper")

    def read(html: bytes, url: str | None) -> str:
        article = newspaper.Article(url or "http://x.example/", fetch_images=False)
        article.download(input_html=decode(html))
        article.parse()
        return article.text or ""

    return read


def goose3() -> Read:
    """goose3 without its fetching of images."""
    goose: Any = import_module("goose3").Goose({"enable_image_fetching": False})
    return lambda html, _url: goose.extract(raw_html=decode(html)).cleaned_text or ""


@dataclass(frozen=True, slots=True)
class Rival:
    """A published extractor: the distribution to install, the module that tells whether it is, and its adapter."""

    distribution: str
    module: str
    build: Callable[[], Read]

    @property
    def installed(self) -> bool:
        """Whether its module is there; it is not imported."""
        return find_spec(self.module) is not None


def _boilerpy3(extractor: str) -> Rival:
    return Rival("boilerpy3", "boilerpy3", partial(boilerpy3, extractor))


RIVALS: Mapping[str, Rival] = MappingProxyType(
    {
        "trafilatura": Rival("trafilatura", "trafilatura", trafilatura),
        "trafilatura-fast": Rival("trafilatura", "trafilatura", partial(trafilatura, fast=True)),
        "trafilatura-precision": Rival("trafilatura", "trafilatura", partial(trafilatura, favor_precision=True)),
        "readability": Rival("readability-lxml", "readability", readability),
        "justext-package": Rival("justext", "justext", justext),
        "boilerpy3": _boilerpy3("ArticleExtractor"),
        "boilerpy3-default": _boilerpy3("DefaultExtractor"),
        "boilerpy3-largest": _boilerpy3("LargestContentExtractor"),
        "boilerpy3-sentences": _boilerpy3("ArticleSentencesExtractor"),
        "boilerpy3-canola": _boilerpy3("CanolaExtractor"),
        "resiliparse": Rival("resiliparse", "resiliparse", resiliparse),
        "newspaper4k": Rival("newspaper4k", "newspaper", newspaper4k),
        "goose3": Rival("goose3", "goose3", goose3),
    }
)
"""Every rival by the name that `scrapy evaluate` knows."""


def rival(name: str) -> Read:
    """The rival of that name; BadConfiguration where its package, or one that it needs, is not installed."""
    row = RIVALS[name]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # packages tell of parts that nobody asks for here
            return row.build()
    except ImportError as error:
        raise BadConfiguration(f"rival {name!r} needs `pip install {row.distribution}` ({error})") from error


def decode(html: bytes) -> str:
    """A page as text for rivals that take no bytes: UTF-8, or what it declares, or Windows-1252."""
    try:
        return html.decode("utf-8")
    except UnicodeDecodeError:
        declared = DECLARED_CHARSET.search(html[:CHARSET_BYTES])
    try:
        return html.decode(declared.group(1).decode() if declared else "cp1252", "replace")
    except LookupError:
        return html.decode("cp1252", "replace")


def lines(html: str) -> str:
    """The text of a piece of HTML, with a line break wherever a block begins or ends."""
    parser = _Lines()
    parser.feed(html)
    parser.close()
    return re.sub(r"[ \t]*\n\s*", "\n", "".join(parser.parts)).strip()


class _Lines(HTMLParser):
    """Collects texts and line breaks."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - its caller's
        self._break_line(tag)

    def handle_endtag(self, tag: str) -> None:
        self._break_line(tag)

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def _break_line(self, tag: str) -> None:
        if LINE_BREAKING.fullmatch(tag):
            self.parts.append("\n")
