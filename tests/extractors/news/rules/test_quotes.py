"""Quotes that the networks left out: which of them are text all the same."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.kinds import Traits, kinds
from boilerspider.extractors.news.rules.quotes import MOST_QUOTES, unkept_quotes
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
SAID = "We cannot mend it, and nobody else in the whole of this town can."


def page(quote: str, *, below: str = "") -> str:
    body = [f"<p>{text}</p>" for text in STORY]
    return f"<html><body><main><h1>Harbour road to close</h1>{''.join((*body[:2], quote, *body[2:]))}{below}</main></body></html>"


def added(html: str, likely: float = 0.2) -> list[str]:
    """The blocks that are added where the story's are kept, and all are as likely as this."""
    seen = view(parse(html))
    assert seen is not None
    keep = np.array([text in STORY for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    return [seen.texts[number] for number in unkept_quotes(seen, types, keep, np.full(len(keep), likely, np.float32))]


@pytest.mark.parametrize(
    "quote",
    [
        f"<figure><blockquote class=b1><p>{SAID}</p></blockquote><figcaption>The mayor</figcaption></figure>",
        f"<blockquote><p>{SAID}</p><footer>The mayor</footer></blockquote>",
        f"<blockquote><div><p>{SAID}</p></div><cite>The mayor</cite></blockquote>",
        f"<figure class=wp-block-pullquote><blockquote><p>{SAID}</p><cite>The mayor</cite></blockquote></figure>",
    ],
    ids=["a figure", "a footer", "nested", "a pull quote that says what the story does not"],
)
def test_a_quote_is_added(quote: str) -> None:
    assert added(page(quote)) == [SAID]


@pytest.mark.parametrize(
    "quote",
    [
        "",
        f"<div><p>{SAID}</p><cite>The mayor</cite></div>",
        f"<blockquote>{SAID}</blockquote>",
        "<blockquote><p>We cannot mend it.</p><cite>The mayor</cite></blockquote>",
        f"<blockquote class=tweet><p>{SAID}</p><cite>The mayor</cite> <a href='/post'>today</a></blockquote>",
        f"<a href='/post'><blockquote><p>{SAID}</p><cite>The mayor</cite></blockquote></a>",
        f"<blockquote class=twitter-tweet data-url='/post'><p>{SAID}</p><cite>The mayor</cite></blockquote>",
        f"<figure class=wp-block-pullquote><blockquote><p>{SAID}</p></blockquote></figure>",
        f"<figure class=pullquote><blockquote><p>{STORY[3][:80]}</p><cite>The mayor</cite></blockquote></figure>",
        f"<blockquote><p>{SAID}</p><cite>The mayor</cite><form><input name=mail></form></blockquote>",
        f"<blockquote><p>{STORY[3][: STORY[3].index('.') + 1]}</p><cite>The mayor</cite></blockquote>",
        "".join(f"<blockquote><p>{SAID} {number}</p><cite>X</cite></blockquote>" for number in range(MOST_QUOTES + 1)),
    ],
    ids=[
        "none",
        "no quote",
        "nobody's",
        "short",
        "leads elsewhere",
        "in a link",
        "a post",
        "a pull quote of nobody's",
        "one from the story",
        "a form",
        "says the story again",
        "a page of quotes",
    ],
)
def test_what_is_none_is_not_added(quote: str) -> None:
    assert added(page(quote)) == []


def test_what_stands_below_the_story_is_not_added() -> None:
    assert added(page("", below=f"<blockquote><p>{SAID}</p><cite>The mayor</cite></blockquote>")) == []


def test_a_page_without_a_story_has_none() -> None:
    seen = view(parse(page(f"<blockquote><p>{SAID}</p><cite>The mayor</cite></blockquote>")))
    assert seen is not None
    keep = np.zeros(len(seen.texts), bool)
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    assert unkept_quotes(seen, types, keep, np.ones(len(keep), np.float32)) == []


def test_what_is_hardly_likely_is_not_added() -> None:
    assert added(page(f"<blockquote><p>{SAID}</p><cite>The mayor</cite></blockquote>"), likely=0.09) == []


@pytest.mark.parametrize("wanted", [True, False])
def test_quotes_can_be_left_out(*, wanted: bool) -> None:
    blocks = extractor("news", {"quotes": wanted}).label(parse(page(f"<blockquote><p>{SAID}</p></blockquote>")))
    assert [block.text for block in blocks if block.is_content] == ([*STORY[:2], SAID, *STORY[2:]] if wanted else STORY)
