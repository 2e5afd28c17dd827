"""Floor 4: the whole pure path of one page, on one screen. It knows no crawler."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import time as time_of_day
from typing import Any, NamedTuple

from boilerspider.errors import UnreadablePage
from boilerspider.extractors import Extractor
from boilerspider.extractors import extractor as build_extractor
from boilerspider.fingerprints import exact
from boilerspider.kinds import PAYWALL, PUBLISHED, Kept, Shown, article_likelihood, end_of, features, wall
from boilerspider.markup.guests import with_guests
from boilerspider.markup.language import text_language
from boilerspider.markup.leads import with_lead
from boilerspider.markup.metadata import Metadata, read_sayings, with_guess
from boilerspider.markup.render import Rendered, render
from boilerspider.markup.render import to_markdown as _to_markdown
from boilerspider.markup.render.commonmark import heading, plain
from boilerspider.markup.tree import Document, Limits, adopt, parse
from boilerspider.markup.words import count_words
from boilerspider.model import Article, Block
from boilerspider.urls import without_credentials

DEFAULT_EXTRACTOR = "news"

HARDLY_AN_ARTICLE = 0.3
"""Likelihood of an article under which a page is labelled as one that is none, where the extractor makes a difference. Any bound from .2 to .5 gives as much on the dev corpora."""

SPOKEN_CHARACTERS = 2_000
"""Of a text by which its language is told; 6,000 give another on 3 of 3,188 dev pages, and take thrice as long."""


def extract(
    html: bytes | str,
    url: str | None = None,
    *,
    extractor: str = DEFAULT_EXTRACTOR,
    params: Mapping[str, Any] | None = None,
    encoding: str | None = None,
) -> Article:
    """The article of a page; its `text` is empty where the page has no content.

    `encoding` is the one that HTTP declared. Raises UnreadablePage for what is not HTML or is too
    large, UnknownName and BadConfiguration for an extractor or parameter that does not exist.
    """
    return Reader(extractor, build_extractor(extractor, params)).read(html, url, encoding=encoding)


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """A page that Scrapy's selector has parsed: the root of its tree, and the text that was parsed."""

    root: Any
    source: str


class Reading(NamedTuple):
    """What was read of a page: its article, and what tells whether it is one; see `boilerspider.kinds`."""

    article: Article
    features: Mapping[str, float]


class Reader:
    """An extractor made ready, for callers that read many pages.

    `timeout` is in seconds a page and cooperative: the clock is looked at between two steps, so
    that a step which takes long is not cut short, but no other follows it. With `tells_guests` the
    article's blocks say whether they are guests, for a millisecond a page: outlines are made of that.
    """

    def __init__(
        self,
        name: str,
        extractor: Extractor,
        *,
        max_bytes: int = Limits().max_bytes,
        timeout: float | None = None,
        tells_guests: bool = False,
    ) -> None:
        self.name = name
        self.extractor = extractor
        self._limits = Limits(max_bytes=max_bytes)
        self._timeout = timeout
        self._tells_guests = tells_guests

    def read(
        self,
        html: bytes | str,
        url: str | None = None,
        *,
        encoding: str | None = None,
        parsed: Parsed | None = None,
    ) -> Article:
        """The article of one page; raises UnreadablePage, and TypeError for what is neither bytes nor text.

        `parsed` is what somebody else has made of the same page; it is used where that changes nothing.
        """
        return self.read_closely(html, url, encoding=encoding, parsed=parsed).article

    def read_closely(
        self,
        html: bytes | str,
        url: str | None = None,
        *,
        encoding: str | None = None,
        parsed: Parsed | None = None,
    ) -> Reading:
        """As `read`, with what the article's likelihood was told by."""
        if not isinstance(html, (bytes, str)):
            raise TypeError(f"a page is bytes or str, not {type(html).__name__}")
        if not isinstance(url, (str, type(None))):
            raise TypeError(f"a page's URL is str or None, not {type(url).__name__}")
        if not isinstance(encoding, (str, type(None))):
            raise TypeError(f"a page's encoding is str or None, not {type(encoding).__name__}")
        start = time.monotonic()
        url = without_credentials(url) if url else url
        document = self._adopted(html, url, encoding, parsed)
        if document is None:
            document = parse(html, url, encoding=encoding, limits=self._limits)
        self._look_at_the_clock(start, url)
        labelled = self._labelled(document, start)
        metadata = read_sayings(document)
        if labelled.document is not document:
            metadata = _completed(metadata, read_sayings(labelled.document))
        found = features(document.transcript, metadata, document.url, labelled.kept)
        # What is hardly an article, dated or not, is no page whose day is worth a search that takes longer than all else.
        if metadata.published is None and article_likelihood(dated := {**found, PUBLISHED: 1.0}) >= HARDLY_AN_ARTICLE:
            metadata = with_guess(document, metadata)
            found = found if metadata.published is None else dated
        likelihood = article_likelihood(found)
        if likelihood < HARDLY_AN_ARTICLE and labelled.document is document:
            labelled = self._labelled_again(labelled, start)
        confidence = getattr(self.extractor, "confidence", mean_score)(labelled.blocks)
        if self._tells_guests:
            about = f"{metadata.title or ''} {metadata.description or ''}"
            labelled = labelled._replace(blocks=with_guests(labelled.document, labelled.blocks, about))
        verdict = _Verdict(self.name, confidence, likelihood)
        return Reading(_article(document, metadata, labelled, verdict), found)

    def _labelled(self, document: Document, start: float) -> _Labelled:
        labelled = self._rendered(document, self.extractor.label(document), start)
        look_elsewhere = getattr(self.extractor, "elsewhere", None)
        other = look_elsewhere(document, labelled.rendered.text) if look_elsewhere else None
        return labelled if other is None else self._rendered(other, self.extractor.label(other), start)

    def _labelled_again(self, labelled: _Labelled, start: float) -> _Labelled:
        """A page that is hardly an article, as the extractor reads one if that makes a difference to it."""
        look_again = getattr(self.extractor, "label_other", None)
        blocks = look_again(labelled.document) if look_again else None
        if blocks is None:
            return labelled
        if _kept_nodes(blocks) == _kept_nodes(labelled.blocks):
            return labelled._replace(blocks=blocks)
        return self._rendered(labelled.document, blocks, start)

    def _rendered(self, document: Document, blocks: tuple[Block, ...], start: float) -> _Labelled:
        self._look_at_the_clock(start, document.url)
        rendered = render(document, _kept_nodes(blocks))
        self._look_at_the_clock(start, document.url)
        return _Labelled(document, blocks, rendered, count_words(rendered.text))

    def _adopted(
        self, html: bytes | str, url: str | None, encoding: str | None, parsed: Parsed | None
    ) -> Document | None:
        if parsed is None or not isinstance(html, bytes) or len(html) > self._limits.max_bytes:
            return None
        return adopt(parsed.root, parsed.source, html, url, encoding=encoding)

    def _look_at_the_clock(self, start: float, url: str | None) -> None:
        if self._timeout is not None and time.monotonic() - start > self._timeout:
            raise UnreadablePage("timeout", f"the page {url} took longer than {self._timeout:g} s to read")


def to_markdown(article: Article) -> str:
    """The article's text as Markdown, below its title where it has one; a title that the text begins with stands once."""
    body = _to_markdown(article.html)
    title = heading(plain(article.title or ""))
    if not title or body.partition("\n")[0].lstrip("# ").strip() == title:
        return body
    return f"# {title}\n\n{body}"


def _kept_nodes(blocks: tuple[Block, ...]) -> list[int]:
    return [node for block in blocks if block.is_content for node in block.nodes]


def _completed(metadata: Metadata, story: Metadata) -> Metadata:
    """What a page says of itself, and what the story in its scripts says that it does not; of a day that the page tells, the hour."""
    published, told = metadata.published, story.published
    is_closer = told is not None and (
        published is None or (published.date() == told.date() and published.time() == time_of_day.min)
    )
    return replace(
        metadata,
        authors=metadata.authors or story.authors,
        published=told if is_closer else published,
        modified=metadata.modified or story.modified,
    )


class _Labelled(NamedTuple):
    """A document, not always the page itself, and what became of it."""

    document: Document
    blocks: tuple[Block, ...]
    rendered: Rendered
    words: int

    @property
    def kept(self) -> Kept:
        """What a page's kind is told by."""
        return Kept(self.rendered.text, self.rendered.html, self.words, self.blocks)


class _Verdict(NamedTuple):
    """What is thought of an article, and whose text it is."""

    extractor: str
    confidence: float
    likelihood: float


def _article(document: Document, metadata: Metadata, labelled: _Labelled, verdict: _Verdict) -> Article:
    rendered, words = labelled.rendered, labelled.words
    whole = " ".join(block.text for block in labelled.blocks)
    barred = wall(document, metadata, Shown(rendered.text, words, whole, end_of(labelled.blocks)))
    return Article(
        url=document.url,
        canonical_url=metadata.canonical_url,
        site_name=metadata.site_name,
        title=metadata.title,
        authors=list(metadata.authors),
        published=metadata.published,
        modified=metadata.modified,
        language=text_language(rendered.text[:SPOKEN_CHARACTERS], metadata.language),
        section=metadata.section,
        tags=list(metadata.tags),
        description=metadata.description,
        text=rendered.text,
        html=rendered.html,
        images=with_lead(metadata.lead_image, rendered.images, document),
        word_count=words,
        page_type=barred or metadata.page_type,
        paywalled=True if barred == PAYWALL else metadata.paywalled,
        extractor=verdict.extractor,
        confidence=verdict.confidence,
        content_hash=exact(rendered.text).hex,
        blocks=labelled.blocks,
        flattened=document.truncated,
        likelihood=verdict.likelihood,
    )


def mean_score(blocks: tuple[Block, ...]) -> float:
    """The mean score of the kept text, a character a vote; 0 where nothing was kept."""
    votes = [(len(block.text), block.score) for block in blocks if block.is_content]
    total = sum(length for length, _ in votes)
    return sum(length * score for length, score in votes) / total if total else 0.0
