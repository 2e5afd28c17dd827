"""What is documented of an article, checked; and the one error that a page may raise."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from unittest.mock import patch
from urllib.parse import urlsplit

from lxml import html as lxml_html
from pace import is_quick
from signs import as_digits, shown

from boilerspider import Article, UnreadablePage, extract, reading
from boilerspider.extractors import EXTRACTORS
from boilerspider.fingerprints import exact
from boilerspider.markup.render.sanitise import ATTRIBUTES, SCHEMES, TAGS, sanitise
from boilerspider.markup.words import count_words

URL = "https://example.com/news/2026/11/20/a-story.html"
MAX_SECONDS = 3.0
"""Processor time of one small page, what is loaded at first use apart."""

ONE_PAGE = 2
"""Documents that a page may have: its own, and that of a story in its scripts."""


@contextmanager
def parsed_once() -> Iterator[None]:
    """Within it extractors that read the same page one after the other are given one document, and what it says of itself is looked up once."""
    with patch.multiple(
        reading,
        **{name: lru_cache(ONE_PAGE)(getattr(reading, name)) for name in ("parse", "read_sayings", "with_guess")},
    ):
        yield


def judge(page: bytes | str, extractor: str, encoding: str | None = None) -> Article | None:
    """The article of a page, None where it is refused; fails where anything is not as documented."""
    article, seconds = _timed(page, extractor, encoding)
    if not is_quick(seconds, MAX_SECONDS):
        # The months of two hundred languages are loaded once, for instance; the page is read anew.
        getattr(reading.parse, "cache_clear", lambda: None)()
        article, seconds = _timed(page, extractor, encoding)
    assert is_quick(seconds, MAX_SECONDS)
    if article is not None:
        _check_text(article)
        _check_html(article.html, article.text)
        _check_metadata(article)
        _check_blocks(article)
    return article


def _timed(page: bytes | str, extractor: str, encoding: str | None) -> tuple[Article | None, float]:
    start = time.process_time()
    try:
        article = extract(page, URL, extractor=extractor, encoding=encoding)
    except UnreadablePage as error:
        assert error.reason in {"not_html", "too_big", "unreadable"}
        article = None
    return article, time.process_time() - start


def is_printable(text: str) -> bool:
    """Whether a text holds no control character but tabs and line feeds, and no lone surrogate."""
    return not any(unicodedata.category(c) in {"Cc", "Cs"} and c not in "\n\t" for c in set(text))


def squeezed(text: str) -> str:
    return as_digits("".join(text.split()))


def holds_in_order(whole: str, part: str) -> bool:
    """Whether the letters of a part stand in the whole one after the other."""
    letters = iter(whole)
    return all(letter in letters for letter in part)


def _check_text(article: Article) -> None:
    assert is_printable(article.text), article.text
    assert article.text == article.text.strip("\n")
    assert "\n\n\n" not in article.text
    assert article.word_count == count_words(article.text)
    assert article.content_hash == exact(article.text).hex


@lru_cache(ONE_PAGE * len(EXTRACTORS.rows))
def _check_html(html: str, text: str) -> None:
    # Many extractors keep the same of a page.
    assert bool(html) == bool(text)
    assert sanitise(html) == html
    if not html:
        return
    root = lxml_html.fragment_fromstring(html, create_parent="main")
    assert holds_in_order(squeezed(shown(root)), squeezed(text))
    for element in root.iterdescendants():
        assert element.tag in TAGS
        assert set(element.attrib) <= set(ATTRIBUTES.get(str(element.tag), ()))
        for name in ("href", "src"):
            assert urlsplit(element.get(name, "https:")).scheme in SCHEMES
    for caption in (*root.findall(".//figcaption"), *root.findall(".//caption")):  # by convention no text
        caption.drop_tree()
    assert holds_in_order(squeezed(text), squeezed(shown(root)))


def _check_metadata(article: Article) -> None:
    for image in article.images:
        assert urlsplit(image.url).scheme in {"http", "https"}
        assert urlsplit(image.url).hostname
    for line in (
        article.title,
        article.section,
        article.description,
        article.site_name,
        *article.authors,
        *article.tags,
    ):
        assert line is None or (line and len(line) <= 5_000 and is_printable(line)), line
    assert article.canonical_url is None or article.canonical_url.startswith(("http://", "https://"))
    latest = datetime.now(timezone.utc) + timedelta(days=2)
    for moment in (article.published, article.modified):
        assert moment is None or moment <= latest


def _check_blocks(article: Article) -> None:
    nodes = [node for block in article.blocks for node in block.nodes]
    assert len(nodes) == len(set(nodes))
    assert all(block.text.strip() and 0 <= block.score <= 1 for block in article.blocks)
    assert article.confidence is not None
    assert 0 <= article.confidence <= 1
