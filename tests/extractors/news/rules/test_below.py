"""What is kept below the story's own element: which of it is none of the story."""

from __future__ import annotations

import time

import numpy as np
import pytest
from loopback import sentences
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.below import below_own
from boilerspider.markup.tree import parse

TITLE = "Harbour road to close for a year"
STORY = sentences("harbour wall", 2)
COMMENT = " ".join(sentences("somebody says", 4))
QUICK_S = 1.0
"""Processor seconds that a hostile page may take; what climbs from each headline to the root takes several."""
HEAD = f"<head><title>{TITLE} - The Gazette</title></head>"


def page(body: str) -> str:
    return f"<html>{HEAD}<body>{body}</body></html>"


def left_out(body: str, *kept: str) -> list[str]:
    """What is left out where these and the story are kept."""
    seen = view(parse(page(body)))
    assert seen is not None
    keep = np.array([text in (*STORY, *kept) for text in seen.texts])
    assert keep.any()
    return [seen.texts[place] for place in below_own(seen, keep)]


def article(*inside: str, heading: str = f"<h1>{TITLE}</h1>") -> str:
    return f"<article>{heading}{''.join(f'<p>{text}</p>' for text in inside)}</article>"


BELOW = f"<section><h2>Comments</h2><p>{COMMENT}</p></section>"


@pytest.mark.parametrize(
    "body",
    [
        article(*STORY) + BELOW,
        f"<main>{article(*STORY)}<aside>{BELOW}</aside></main>",
        f"<article><header>{article()}</header>{article(*STORY, heading='')}</article>{BELOW}",
    ],
    ids=["beside it", "in an aside", "articles in the article"],
)
def test_what_is_kept_below_is_left_out(body: str) -> None:
    assert left_out(body, COMMENT) == [COMMENT]


@pytest.mark.parametrize(
    "body",
    [
        BELOW + article(*STORY),
        f"<article><h1>{TITLE}</h1></article><div><p>{STORY[0]}</p><p>{STORY[1]}</p></div>{BELOW}",
        f"<h1>{TITLE}</h1>{article(*STORY, heading='')}{BELOW}",
        article(*STORY, heading="<h1>Something else altogether</h1>") + BELOW,
        article(*STORY) + article(COMMENT),
        f"<article><h1>{TITLE}</h1><p>{STORY[0]}</p><p>{STORY[1]}</p>{BELOW}</article>",
    ],
    ids=["above", "the headline's alone", "a headline outside", "another headline", "two of them", "in it"],
)
def test_what_is_elsewhere_stays(body: str) -> None:
    assert left_out(body, COMMENT) == []


def test_a_news_flash_is_not_taken_for_the_comments_below_it() -> None:
    flash = f"<div class=entry><p>{'</p><p>'.join(STORY)}</p></div>"
    related = "".join(f"<li><a href=/{n}>{line}</a></li>" for n, line in enumerate(sentences("other news", 3)))
    body = f"""<header><nav><a href=/news>News</a></nav></header><main><article class=hentry><h1>{TITLE}</h1>{flash}</article>
        <section class=related-posts><h3>Related posts</h3><ul>{related}</ul></section>
        <div class=comments><ol><li><article class=comment-body><p>{COMMENT}</p></article></li></ol></div></main>"""
    found = [block.text for block in extractor("news").label(parse(page(body))) if block.is_content]
    assert found == STORY


def test_many_headlines_deep_in_an_article_take_linear_time() -> None:
    body = "<article>" + "<div>" * 900 + f"<h1>{TITLE}</h1>" * 20_000 + f"<p>{STORY[0]}</p>"
    seen = view(parse(page(body)))
    assert seen is not None
    start = time.process_time()
    assert below_own(seen, np.ones(len(seen.texts), bool)).size == 0
    assert is_quick(time.process_time() - start, QUICK_S)
