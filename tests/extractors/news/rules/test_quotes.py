"""Quotes that the networks left out: which of them are text all the same."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.kinds import Traits, kinds
from boilerspider.extractors.news.rules.quotes import MOST_QUOTES, unkept_quotes, with_speakers
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

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


def speakers(quote: str, likely: float = 0.2) -> list[str]:
    """The blocks that say who speaks, where the story's and the quote's are kept."""
    seen = view(parse(page(quote)))
    assert seen is not None
    keep = np.array([text in (*STORY, SAID) for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    blocks = tuple(
        Block(text, Label.CONTENT if is_kept else Label.BOILERPLATE, nodes, kind, likely)
        for text, is_kept, nodes, kind in zip(seen.texts, keep, seen.nodes, types, strict=True)
    )
    return [new.text for old, new in zip(blocks, with_speakers(seen, blocks), strict=True) if new is not old]


@pytest.mark.parametrize(
    "quote",
    [
        f"<figure><blockquote><p>{SAID}</p></blockquote><figcaption>— The mayor</figcaption></figure>",
        f"<figure><blockquote>{SAID}</blockquote><figcaption>— <cite>The mayor</cite></figcaption></figure>",
        f"<figure><blockquote><p>{SAID}</p><footer>— The mayor</footer></blockquote></figure>",
        f"<figure class=wp-block-pullquote><blockquote><p>{SAID}</p><cite>— The mayor</cite></blockquote></figure>",
    ],
    ids=["a caption", "a name in a caption", "a footer", "a pull quote"],
)
def test_whose_words_a_quote_holds_comes_with_it(quote: str) -> None:
    assert speakers(quote) == ["— The mayor"]
    assert speakers(quote, likely=0.5) == []


@pytest.mark.parametrize(
    "quote",
    [
        f"<figure><blockquote><p>{SAID}</p></blockquote><img src=x.jpg><figcaption>The mayor</figcaption></figure>",
        f"<figure><blockquote><p>{SAID}</p></blockquote></figure><figcaption>The mayor</figcaption>",
        f"<figure><blockquote><p>{SAID}</p><cite><a href=/mayor>The mayor</a></cite></blockquote></figure>",
        f"<figure><blockquote><p>{SAID}</p><p>Share this</p><cite>The mayor</cite></blockquote></figure>",
        f"<figure><blockquote><p>{SAID}</p>The mayor</blockquote></figure>",
        f"<figure><blockquote><p>{SAID}</p>—<cite></cite></blockquote></figure>",
        f"<figure><p>{SAID}</p><figcaption>The mayor</figcaption></figure>",
        f"<blockquote><p>{SAID}</p><footer>The mayor</footer></blockquote>",
    ],
    ids=[
        "a picture's caption",
        "a caption outside",
        "a link",
        "not right behind",
        "nobody",
        "a dash",
        "no quote",
        "no figure",
    ],
)
def test_what_else_stands_behind_a_quote_does_not(quote: str) -> None:
    assert speakers(quote) == []


def test_a_speaker_is_text_of_a_quote_and_can_be_left_out_with_it() -> None:
    html = page(f"<figure><blockquote><p>{SAID}</p></blockquote><figcaption>The mayor</figcaption></figure>")
    said, by = (block for block in extractor("news").label(parse(html)) if block.text in (SAID, "The mayor"))
    assert (by.is_content, by.type, by.score) == (True, BlockType.QUOTE, said.score)
    texts = [block.text for block in extractor("news", {"quotes": False}).label(parse(html)) if block.is_content]
    assert texts == STORY
