"""News keeps the contract, its types and parameters do what they say, and a page's dress changes nothing."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider import extract
from boilerspider.errors import BadConfiguration
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.news import CONVENTIONS, News
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType
from tests.extractors.contract import PAGES, PROSE, ExtractorContract

STORY = """
The council voted on Tuesday to close the old harbour road for two years, after engineers found that the sea wall below it had been hollowed out by the winter storms, and that no repair would hold for long.
Shopkeepers on the quay said that they had not been told, and that a summer without visitors would end most of them; the mayor promised a bus from the upper town, and a fund that the county has yet to agree to.
Work is to begin in March. Until then, lorries are kept off the road by two concrete blocks, which were put there in the night, and which one driver has already moved with a chain, according to the police.
A second report, on the bridge at the river's mouth, is expected in the autumn. It has been late twice, and nobody at the town hall would say on Wednesday whether it would be late again.
""".strip().splitlines()


def page(*, body: str | None = None, head: str = "") -> str:
    story = "".join(f"<p>{text}</p>" for text in STORY) if body is None else body
    return f"""<!DOCTYPE html><html lang="en"><head><title>Harbour road to close - The Quay Post</title>
<meta name="description" content="The sea wall is hollow">{head}</head><body>
<header class="site-header"><a href="/">The Quay Post</a><nav class="main-menu"><ul><li><a href="/news">News</a></li>
<li><a href="/sport">Sport</a></li><li><a href="/weather">Weather</a></li></ul></nav></header>
<main><article class="article"><h1>Harbour road to close</h1><p class="standfirst">The sea wall is hollow, and the town has two years to mend it.</p>
<div class="byline">By <a rel="author" href="/staff/x">Ada Quill</a>, <time datetime="2026-03-01">1 March 2026</time></div>
<figure><img src="/wall.jpg" alt=""><figcaption>The wall in January. Photo: A. Lens</figcaption></figure>
<div class="article-body">{story}</div></article>
<aside class="related"><h3>More news</h3><ul><li><a href="/a">Ferry sold again</a></li><li><a href="/b">Gulls win</a></li></ul></aside></main>
<footer class="site-footer"><a href="/terms">Terms</a> <a href="/privacy">Privacy</a> © The Quay Post</footer></body></html>"""


def kept(html: str, **params: object) -> list[Block]:
    return [block for block in extractor("news", params).label(parse(html)) if block.is_content]


def texts(html: str, **params: object) -> list[str]:
    return [block.text for block in kept(html, **params)]


class TestNews(ExtractorContract):
    def make(self) -> Extractor:
        return News()


def test_keeps_the_story_and_nothing_of_the_frame() -> None:
    found = texts(page())
    assert [text for text in found if text in STORY] == STORY
    assert not [
        text for text in found if any(word in text for word in ("Terms", "Sport", "Gulls", "Ferry", "Ada Quill"))
    ]


def test_the_title_and_the_caption_are_no_text_unless_asked_for() -> None:
    plain = texts(page())
    assert "Harbour road to close" not in plain
    assert "The wall in January. Photo: A. Lens" not in plain
    asked = texts(page(), titles=True, captions=True, bylines=True)
    assert asked[0] == "Harbour road to close"
    assert "The wall in January. Photo: A. Lens" in asked
    assert [text for text in asked if "Ada Quill" in text]


@pytest.mark.parametrize(
    ("markup", "kind", "parameter"),
    [
        ("<ul><li>{text}</li><li>{text} And so on.</li></ul>", BlockType.LIST_ITEM, "lists"),
        ("<blockquote><p>{text}</p></blockquote>", BlockType.QUOTE, "quotes"),
        ("<table><tr><td>{text}</td><td>12</td></tr></table>", BlockType.TABLE, "tables"),
    ],
)
def test_kinds_that_can_be_left_out(markup: str, kind: BlockType, parameter: str) -> None:
    extra = "The harbour master has kept a list of all ships that were turned away, and he reads it to whoever asks."
    body = f"<p>{STORY[0]}</p><p>{STORY[1]}</p>{markup.format(text=extra)}<p>{STORY[2]}</p><p>{STORY[3]}</p>"
    blocks = News().label(parse(page(body=body)))
    assert [block for block in blocks if block.text == extra and (block.type is kind or not block.is_content)]
    assert extra not in texts(page(body=body), **{parameter: False})


def test_types_of_a_plain_story() -> None:
    types = {block.text: block.type for block in News().label(parse(page()))}
    assert {types[text] for text in STORY} == {BlockType.PARAGRAPH}
    assert types["Harbour road to close"] is BlockType.TITLE
    assert types["The wall in January. Photo: A. Lens"] is BlockType.CAPTION
    assert types["Sport"] is BlockType.BOILERPLATE


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_convention_keeps_the_story(convention: str) -> None:
    found = texts(page(), convention=convention)
    assert [text for text in found if text in STORY] == STORY


def test_a_title_is_text_by_the_convention_of_dragnet() -> None:
    assert "Harbour road to close" in texts(page(), convention="dragnet")
    assert "Harbour road to close" not in texts(page())


def test_what_is_no_convention_is_refused() -> None:
    with pytest.raises(BadConfiguration, match="modern, dragnet, l3s"):
        extractor("news", {"convention": "medieval"})


def test_weights_that_are_not_there_are_refused(tmp_path: object) -> None:
    with pytest.raises(BadConfiguration, match=r"modern\.npz: No such file"):
        extractor("news", {"weights": str(tmp_path)})


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_white_space_and_the_order_of_attributes_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    plain = page()
    dressed = re.sub(r"(?<=>)\s+(?=<)|\n", lambda _: rng.choice(("\n", "\n\n  ", "\t \n")), plain)
    dressed = re.sub(r'<a rel="author" href="(.*?)">', r'<a href="\1"   rel="author">', dressed)
    assert texts(dressed) == texts(plain)


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_letters_can_be_text(text: str) -> None:
    for block in News().label(parse(page(body=f"<p>{text}</p>"))):
        assert 0.0 <= block.score <= 1.0


@pytest.mark.parametrize("name", ["chinese", "arabic", "hindi", "thai"])
def test_scripts_of_all_kinds_are_kept(name: str) -> None:
    assert max((block.text for block in kept(PAGES[name])), key=len, default="") in PAGES[name]
    assert sum(len(block.text) for block in kept(PAGES[name])) > 100


def test_how_words_are_read_aloud_is_no_text() -> None:
    plain = [
        f"港は今日また開き、漁師たちは朝早く船を出した。修理には三か月かかったという。{number}" for number in range(5)
    ]
    read = [
        text.replace("漁師", "<ruby>漁師<rt>りょうし</rt></ruby>").replace(
            "修理", "<ruby>修理<rp>(</rp><rt>しゅうり</rt><rp>)</rp></ruby>"
        )
        for text in plain
    ]
    heading = "<h1><ruby>港<rt>みなと</rt></ruby>がまた開いた</h1>"
    page = f"<html lang=ja><head><title>港がまた開いた</title></head><body><main>{heading}{''.join(f'<p>{text}</p>' for text in read)}</main></body></html>"
    article = extract(page)
    assert article.text.split("\n\n") == plain
    assert article.title == "港がまた開いた"


def test_a_box_between_paragraphs_is_left_out() -> None:
    box = '<div class="newsletter-signup"><h4>Stay informed</h4><p>Get our letter each morning.</p><a href="/nl">Join</a></div>'
    body = f"<p>{STORY[0]}</p><p>{STORY[1]}</p>{box}<p>{STORY[2]}</p><p>{STORY[3]}</p>"
    assert texts(page(body=body)) == texts(page())


def test_the_score_of_what_was_left_out_tells_how_near_it_was() -> None:
    scores = {block.text: block.score for block in News().label(parse(page()))}
    assert scores["Sport"] == 0.0
    assert 0.0 < scores["The wall in January. Photo: A. Lens"] < min(scores[text] for text in STORY)


def test_a_paragraph_more_is_a_paragraph_more() -> None:
    body = "".join(f"<p>{text}</p>" for text in (*STORY, PROSE.strip()))
    assert [text for text in texts(page(body=body)) if text not in texts(page())] == [PROSE.strip()]


LAST_LINES = (
    "“It hurts,” he told the Quay Post.",
    "He did not answer the Quay Post.",
    "She left her post at the quay in June.",
)


@pytest.mark.parametrize("markup", ["<p>{}</p>", "<div>{}</div>", '<div class="para">{}</div>', "{}<br><br>"])
@pytest.mark.parametrize("line", LAST_LINES)
def test_a_story_may_end_with_a_word_of_its_paper(line: str, markup: str) -> None:
    head = '<meta property="og:site_name" content="Quay Post"><link rel="canonical" href="https://post.example/a">'
    body = "".join(map(markup.format, (*STORY, line)))
    html = f"<html><head><title>Harbour road to close</title>{head}</head><body><div><h1>Harbour road to close</h1>{body}</div></body></html>"
    assert texts(html)[-1] == line
