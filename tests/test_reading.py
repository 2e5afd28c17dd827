"""The way of one page: which labels become its article."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Any

import pytest
from loopback import page, sentences
from lxml import etree

from boilerspider.errors import UnreadablePage
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.news import News
from boilerspider.extractors.news.inputs.walk import Page, segment
from boilerspider.extractors.news.network import Judged, Network
from boilerspider.kinds import PUBLISHED, article_likelihood
from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document, parse
from boilerspider.markup.units import units
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.memory.lines import lines_of
from boilerspider.memory.site import sight
from boilerspider.model import Article, Block, Label
from boilerspider.reading import HARDLY_AN_ARTICLE, Reader, extract, to_markdown

ARTICLE = page(
    "harbour wall", head='<meta property="og:type" content="article"><meta name="author" content="Ada Quill">'
)
SHOP = "".join(
    f'<div class="product-card"><a href="/cart/{number}">Lamp {number}</a><span class="price">$12</span></div>'
    for number in range(40)
)
LISTING = f"<html><head><title>Lamps</title></head><body class='archive category'><h1>Lamps</h1>{SHOP}</body></html>"


@dataclass
class Picky:
    """Keeps everything, and of a page that is hardly an article its first block alone; it notes what it was asked."""

    other: bool = True
    hidden: str | None = None
    asked: list[str] = field(default_factory=list)

    def label(self, document: Document) -> tuple[Block, ...]:
        self.asked.append("label")
        return extractor("everything").label(document)

    def label_other(self, document: Document) -> tuple[Block, ...] | None:
        self.asked.append("other")
        first, *rest = extractor("everything").label(document)
        return (first, *(replace(block, label=Label.BOILERPLATE) for block in rest)) if self.other else None

    def elsewhere(self, *_: object) -> Document | None:
        return parse(self.hidden) if self.hidden else None


def read(html: str, plug: Extractor) -> tuple[list[str], float]:
    article = Reader("picky", plug).read(html)
    assert article.likelihood is not None
    return article.text.split("\n\n"), article.likelihood


def test_a_page_that_is_hardly_an_article_is_labelled_once_more() -> None:
    plug = Picky()
    text, likelihood = read(LISTING, plug)
    assert likelihood < HARDLY_AN_ARTICLE
    assert text == ["Lamps"]
    assert plug.asked == ["label", "other"]


def test_a_day_is_guessed_where_the_page_may_be_an_article_alone() -> None:
    day = "<footer><p>Seen on 12 March 2024 by the office.</p></footer>"
    for html, expected in ((ARTICLE, datetime(2024, 3, 12, tzinfo=timezone.utc)), (LISTING, None)):
        dated = html.replace("</body>", f"{day}</body>")
        metadata = read_metadata(parse(dated))
        assert metadata.published == datetime(2024, 3, 12, tzinfo=timezone.utc)
        found = Reader("news", News()).read_closely(dated)
        assert found.article.published == expected
        assert found.features.get(PUBLISHED, 0.0) == (expected is not None)
        assert found.article.likelihood == article_likelihood(found.features)


def test_its_likelihood_is_that_of_its_first_labels() -> None:
    assert read(LISTING, Picky())[1] == read(LISTING, extractor("everything"))[1]


def test_an_article_is_labelled_once() -> None:
    plug = Picky()
    text, likelihood = read(ARTICLE, plug)
    assert likelihood >= HARDLY_AN_ARTICLE
    assert set(sentences("harbour wall")) <= set(text)
    assert plug.asked == ["label"]


@pytest.mark.parametrize("plug", [Picky(other=False), extractor("everything")], ids=["no difference", "not asked"])
def test_an_extractor_may_make_no_difference(plug: Extractor) -> None:
    assert read(LISTING, plug)[0] == read(LISTING, extractor("everything"))[0]


def test_what_a_page_hides_is_not_labelled_as_the_page() -> None:
    plug = Picky(hidden=f"<article>{''.join(f'<p>{text}</p>' for text in sentences('ferry'))}</article>")
    assert read(LISTING, plug)[0] == sentences("ferry")
    assert plug.asked == ["label", "label"]


@pytest.mark.parametrize("other", [True, False])
def test_site_memory_asks_for_both(*, other: bool) -> None:
    plug = Picky(other=other)
    taught = TaughtExtractor(plug, SiteMemory())
    assert read(LISTING, taught)[0] == read(LISTING, Picky(other=other))[0]
    assert plug.asked == ["label", "other"]


def test_site_memory_over_an_extractor_that_makes_no_difference() -> None:
    assert TaughtExtractor(extractor("everything"), SiteMemory()).label_other(parse(LISTING)) is None


SLOT = "Our readers swear by this pillow."
WITH_SLOT = LISTING.replace(
    SHOP, f"{SHOP}<p>{' '.join(sentences('lamp'))}</p><ins class='ad'>{SLOT}</ins><p>A lamp is lit.</p>"
)


def test_site_memory_takes_out_of_the_second_labels_what_it_takes_out_of_the_first() -> None:
    class Twice(Picky):
        """Keeps all blocks both times."""

        def label_other(self, document: Document) -> tuple[Block, ...]:
            self.asked.append("other")
            return extractor("everything").label(document)

    plug = Twice()
    taught = TaughtExtractor(plug, SiteMemory())
    blocks = taught.label_other(parse(WITH_SLOT))
    assert blocks is not None
    assert [block.is_content for block in blocks if block.text == SLOT.lower().rstrip(".")] == [False]
    assert plug.asked == ["other", "other"], "the rest is labelled as the page was"
    assert taught.removed == 1


@pytest.mark.parametrize("is_repeat", [True, False])
def test_what_a_page_says_twice_is_no_boilerplate_of_its_site(*, is_repeat: bool) -> None:
    html = (
        f"<p>{' '.join(sentences('ferry', 4))}</p><blockquote class='pull'><p>{sentences('ferry')[0]}</p></blockquote>"
    )
    document = parse(html)
    story, quote = extractor("everything").label(document)

    class Quoting(Picky):
        """Leaves the quote out."""

        def label(self, document: Document) -> tuple[Block, ...]:
            return (story, replace(quote, label=Label.BOILERPLATE, is_repeat=is_repeat))

    taught = TaughtExtractor(Quoting(), SiteMemory())
    taught.label(document)
    whole = sight(units(document), {*story.nodes, *quote.nodes}, lines_of((story,)))
    assert whole is not None
    assert (taught.sighting == whole) == is_repeat


def test_news_reads_a_list_as_none_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = Network.judge

    def judge(*arguments: Any, is_story: bool = True) -> Judged:
        asked.append(is_story)
        return real(*arguments, is_story=is_story)

    monkeypatch.setattr(Network, "judge", judge)
    document = parse(LISTING)
    assert News().label_other(document) == News(story=False).label(document)
    News().label(document)
    assert asked == [False, False, True]


def test_news_walks_a_page_once_that_it_labels_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    walked = []

    def walk(transcript: Transcript, places: Collection[etree._Element]) -> Page:
        walked.append(transcript)
        return segment(transcript, places)

    monkeypatch.setattr("boilerspider.extractors.news.inputs.reading.segment", walk)
    article = Reader("news", News()).read(LISTING)
    assert article.likelihood is not None
    assert article.likelihood < HARDLY_AN_ARTICLE
    assert len(walked) == 1


def test_only_todays_convention_reads_a_list_as_none() -> None:
    document = parse(LISTING)
    assert News(story=False).label_other(document) is None
    assert News(convention="dragnet").label_other(document) is None


GERMAN = (
    "<p>"
    + "Die Brücke bleibt bis zum Herbst gesperrt, und wer auf die andere Seite will, muss mit der Fähre fahren. " * 4
    + "Das ist nicht das erste Mal in diesem Jahr, sagte ein Sprecher der Stadt."
)


@pytest.mark.parametrize(
    ("root", "language"), [("<html>", "de"), ("<html lang=en-US>", "de"), ("<html lang=de-AT>", "de-AT")]
)
def test_the_language_is_that_of_the_text_where_the_page_says_none_or_a_wrong_one(root: str, language: str) -> None:
    assert (
        Reader("everything", extractor("everything")).read(f"{root}<title>Fähre</title>{GERMAN}").language == language
    )


def test_a_title_is_one_line_of_words_and_stands_once() -> None:
    title, written = "![x](https://example.org/p.gif) &copy; #", "# ![x\\](https://example.org/p.gif) \\&copy; \\#"
    shown = title.replace("&", "&amp;")
    assert to_markdown(Article(title=title, html="<p>One.</p>")) == f"{written}\n\nOne."
    assert to_markdown(Article(title=title, html=f"<h1>{shown}</h1>\n<p>One.</p>")) == f"{written}\n\nOne."


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"extractor": None}, "extractor: a name is a str, not NoneType; known: news, "),
        ({"params": ["lists"]}, "parameters are a dict, such as {'name': 1}, not list"),
        ({"encoding": 8}, "a page's encoding is str or None, not int"),
        ({"html": None}, "a page is bytes or str, not NoneType"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(TypeError) as error:
        extract(**{"html": b"<p>Rain.</p>", **wrong})
    assert str(error.value).startswith(says)


def test_a_page_that_is_too_large_is_told_in_words_that_suit_the_function() -> None:
    with pytest.raises(UnreadablePage, match=r"boilerspider\.extract takes no larger ones"):
        extract(bytes(10_000_001))
