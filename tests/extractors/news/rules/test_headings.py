"""Which kept headings head nothing."""

from __future__ import annotations

import re

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news import News
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.headings import (
    FEWEST_BEFORE,
    MOST_LETTERS,
    last_heading,
    lone_headings,
    unkept_headings,
)
from boilerspider.extractors.news.rules.kinds import Traits, fields_above, kinds
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label


@pytest.mark.parametrize(
    ("html", "lone"),
    [
        ("<div><h2>Head</h2><p>out of the story</p></div><p>text</p>", ["Head"]),
        ("<div><h2>Head</h2><p>text</p></div><p>text</p>", []),
        ("<h2>Head</h2><p>text</p><div><p>out of the story</p></div>", []),
        ("<div><div><h2>Head</h2></div><div><p>out of the story</p></div></div><p>text</p>", ["Head"]),
        ("<div><h2>Head</h2><h3>Head too</h3><p>out of the story</p></div><p>text</p>", ["Head", "Head too"]),
        ("<div><h2>Head</h2><p>out of the story</p><section><p>text</p></section></div>", []),
        ("<div><h2>out</h2><p>out of the story</p></div><p>text</p>", []),
        ("<div><h2>Head</h2><p>out</p></div><p>text</p>", []),
        ("<h2>Head</h2>", []),
        ("<p>text</p>", []),
    ],
    ids=[
        "the rest of its box is left out",
        "its text is kept",
        "no box",
        "a wrapper of its own",
        "two",
        "text further in",
        "not kept itself",
        "a label beside it is left out",
        "nothing else on the page",
        "no heading",
    ],
)
def test_headings_that_head_nothing(html: str, lone: list[str]) -> None:
    seen = view(parse(f"<html><body>{html}</body></html>"))
    assert seen is not None
    blocks = [
        Block(
            text,
            Label.BOILERPLATE if text.startswith("out") else Label.CONTENT,
            nodes,
            BlockType.SUBHEAD if text.startswith("Head") else BlockType.PARAGRAPH,
        )
        for text, nodes in zip(seen.texts, seen.nodes, strict=True)
    ]
    assert [blocks[place].text for place in sorted(lone_headings(seen.setting, blocks))] == lone


STORY = "<p>A line of the story.</p>" * FEWEST_BEFORE
OUT = "<ul><li>out of the story</li></ul>"


@pytest.mark.parametrize(
    ("html", "is_over"),
    [
        (f"{STORY}<h2>More on this</h2>{OUT}", True),
        (f"{STORY}<div><h4>More on this</h4></div>{OUT}", True),
        (f"{STORY}<p>Read this, too:</p>{OUT}", True),
        (f"{STORY}<p>\u7d9a\u304d\uff1a</p>{OUT}", True),
        (f"{STORY}<p><b>Read this, too:</b></p>{OUT}", True),
        (f"{STORY}<p>More on this</p>{OUT}", False),
        (f"{STORY}<p><b>The editors regret the error</b></p>{OUT}", False),
        (f"{STORY}<p><b>Helpline: 116 123</b></p>{OUT}", False),
        (f"{STORY}<h3>Final score: Lions 3, Bears 1</h3>{OUT}", False),
        (f"{STORY}<p>\u71b1\u7dda\uff1a\uff11\uff12\uff13\uff1a</p>{OUT}", False),
        (f"<main>{STORY}<h2>More on this</h2></main>{OUT}", False),
        (f"{STORY}<h2>{'M' * (MOST_LETTERS + 1)}</h2>{OUT}", False),
        (f"{STORY}<h2>More on this</h2><p>A line of the story.</p>{OUT}", False),
        (f"{STORY}<h3>Their names</h3><h3>Ann</h3>{OUT}", False),
        (f"{STORY[STORY.index('</p>') + 4 :]}<h2>More on this</h2>{OUT}", False),
        (f"<h2>More on this</h2>{OUT}", False),
        (f"{STORY}<h2>More on this</h2>", False),
        (OUT, False),
    ],
    ids=[
        "a heading",
        "one in a wrapper",
        "a line with a colon",
        "the same in Japanese",
        "a bold one",
        "a line",
        "a bold line",
        "a number in it",
        "a score",
        "a number in other digits",
        "nothing left out in its element",
        "a long one",
        "text below",
        "a list of headings",
        "hardly a text",
        "alone",
        "nothing left out",
        "nothing kept",
    ],
)
def test_a_heading_that_ends_a_text(html: str, *, is_over: bool) -> None:
    seen = view(parse(f"<html><body>{html}</body></html>"))
    assert seen is not None
    is_head = [bool(re.search(f"<(h\\d|b)>{re.escape(text)}", html)) for text in seen.texts]
    blocks = [
        Block(
            text,
            Label.BOILERPLATE if text.startswith("out") else Label.CONTENT,
            nodes,
            BlockType.SUBHEAD if head else BlockType.PARAGRAPH,
        )
        for text, nodes, head in zip(seen.texts, seen.nodes, is_head, strict=True)
    ]
    kept = [place for place, block in enumerate(blocks) if block.is_content]
    assert last_heading(seen, blocks) == (kept[-1] if is_over else None)


def test_news_ends_with_no_heading_of_what_it_leaves_out() -> None:
    texts = sentences("harbour wall", 8)
    links = "".join(f'<li><a href="/{number}">Another story {number}</a></li>' for number in range(6))
    body = f"{''.join(f'<p>{text}</p>' for text in texts)}<h2>More on this</h2><ul class='related'>{links}</ul>"
    html = f"<html><head><title>The harbour wall</title></head><body><main><h1>The harbour wall</h1>{body}</main></body></html>"
    blocks = News().label(parse(html))
    assert [block.text for block in blocks if block.is_content] == texts


STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(3)]
H1 = "<h1>Where the wall is thin</h1>"


@pytest.mark.parametrize(
    ("between", "found"),
    [
        (H1, ["Where the wall is thin"]),
        (f"<div>{H1}</div>", []),
        (H1.replace("h1", "h2"), []),
        ("<h1><a href=/x>Where the wall is thin</a></h1>", []),
        ("<h1>The harbour wall</h1>", []),
        (f"<h1>{'Where the wall is thin ' * 4}</h1>", []),
        (f"{H1}<div>Share this</div>", []),
    ],
    ids=["h1", "in a wrapper", "h2", "a link", "the title", "long", "of what is left out"],
)
def test_subheads_of_the_first_rank_are_added(between: str, found: list[str]) -> None:
    seen = view(
        parse(
            "<html><head><title>The harbour wall</title></head><body><h1>The harbour wall</h1>"
            f"<p>{STORY[0]}</p>{between}<p>{STORY[1]}</p>{H1.replace('thin', 'thick')}</body></html>"
        )
    )
    assert seen is not None
    keep = np.array([text in STORY for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    assert [seen.texts[place] for place in unkept_headings(seen, types, keep)] == found


def test_subheads_in_text_that_stands_right_in_the_story_are_added_too() -> None:
    title = "<title>The harbour wall</title><h1>The harbour wall</h1>"
    seen = view(parse(f"{title}<div>{STORY[0]}<br>{STORY[1]}{H1}{STORY[2]}</div>"))
    assert seen is not None
    keep = np.array([text in STORY for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    assert [seen.texts[place] for place in unkept_headings(seen, types, keep)] == ["Where the wall is thin"]


def test_a_list_of_parts_whose_headings_are_all_of_the_first_rank() -> None:
    parts = "".join(f"<h1>{number}. Mend it now</h1><p>{text}</p>" for number, text in enumerate(STORY, 1))
    html = f"<html><head><title>The harbour wall</title></head><body><main><h1>The harbour wall</h1><p>{STORY[0]} It is so.</p>{parts}</main></body></html>"
    heads = [block for block in News().label(parse(html)) if block.text.endswith("Mend it now")]
    assert [(block.is_content, block.type) for block in heads] == [(True, BlockType.SUBHEAD)] * 3


@pytest.mark.parametrize(
    ("above", "is_out"),
    [
        ("<h1>The harbour wall</h1>", True),
        ("<h3>The harbour wall</h3>", True),
        ("<h1>The harbour wall?</h1><p class=date>5 May 2026</p>", True),
        ("<p class=date>5 May 2026</p>", True),
        ("<p class=byline>3 min read</p>", True),
        ("<p class=byline>By the sea</p>", False),
        ("<p>By Ann Roe</p>", True),
        ("<p>Von Jane Roe, 5. Mai</p>", True),
        ("<table><tr><td>Por Jane Roe</td></tr></table>", True),
        ("<p>By train to the wall</p>", False),
        ("<p>Von Menschen und Mäusen</p>", False),
        ("<p>Von der Leyen in Kiew</p>", False),
        ("<p>Por la Paz</p>", False),
        ("<p>文／王小明</p>", True),
        ("<p>Por Ana Roe y Gil Poe</p>", True),
        ("<h2>By Any Means Necessary</h2>", False),
        ("<p class=subtitle>By Tuesday Evening, All Was Quiet</p>", False),
        ("<p>Room for 31 more by Ann Roe</p>", False),
        (f"<p>By Ann Roe {'and those whom she met at the wall ' * 4}</p>", False),
        ("<h3>Of the wall and the sea</h3>", False),
        ("<p>5 May 2026</p>", False),
        ("<table><tr><td><font size=5>The harbour wall</font></td></tr></table>", True),
        ("<table><tr><td>Harbour Press 5 May 2026 Ann Roe</td></tr></table>", True),
        ("<table><tr><td>วันที่ ๕ พฤษภาคม ๒๕๖๙</td></tr></table>", True),
        ("<table><tr><td>Of the wall and the sea</td></tr></table>", False),
    ],
)
def test_fields_above_the_story(above: str, *, is_out: bool) -> None:
    html = f"<html><head><title>The harbour wall?</title></head><body>{{}}<p>{STORY[0]} It is so.</p>{{}}</body></html>"
    for page, out in ((html.format(above, ""), is_out), (html.format("", above), False)):
        seen = view(parse(page))
        assert seen is not None
        keep = np.ones(len(seen.texts), np.bool_)
        traits = Traits.of(seen.columns, seen.letters, seen.facts, keep)
        assert bool(fields_above(traits, kinds(traits), seen.texts, keep)) is out


@pytest.mark.parametrize("heading", ["<h1>{}</h1>", "<h2>{}</h2>"])
def test_the_title_of_a_story_of_short_paragraphs_is_no_text_of_it(heading: str) -> None:
    title, short = "Why is the harbour wall hollow?", [f"Line {number} of the story is short." for number in range(4)]
    page = f"<html><head><title>{title}</title></head><body><main>{heading.format(title)}{''.join(f'<p>{text}</p>' for text in short)}</main>"
    seen = view(parse(page))
    assert seen is not None
    keep = np.ones(len(seen.texts), np.bool_)
    traits = Traits.of(seen.columns, seen.letters, seen.facts, keep)
    assert [seen.texts[place] for place in fields_above(traits, kinds(traits), seen.texts, keep)] == [title]


@pytest.mark.parametrize(
    "sentence",
    [
        "ชาวประมงออกเรือตั้งแต่เช้ามืด เพราะคลื่นลมสงบลงเป็นครั้งแรกในรอบหลายสัปดาห์ และปลาก็กลับมาแล้วด้วย",
        "የዓሣ አጥማጆቹ ዛሬ ጠዋት ወጡ።",
        "Ձկնորսները դուրս եկան։",
        "ငါးဖမ်းသမားတွေ မနက်စောစော ထွက်ကြတယ်။",
    ],
)
def test_sentences_of_scripts_that_end_them_by_other_signs_or_by_none(sentence: str) -> None:
    page = f"<html><head><title>The harbour wall</title></head><body><h1>The harbour wall</h1><p>{sentence}</p></body></html>"
    seen = view(parse(page))
    assert seen is not None
    keep = np.ones(len(seen.texts), np.bool_)
    traits = Traits.of(seen.columns, seen.letters, seen.facts, keep)
    assert fields_above(traits, kinds(traits), seen.texts, keep) == [0]
