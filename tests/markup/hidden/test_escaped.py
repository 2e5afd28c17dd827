"""Texts in JSON-LD: which of their tags are tags, however often they are escaped, and which are told of."""

from __future__ import annotations

import re
import time
from html import escape

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider.markup.hidden.escaped import MAX_ESCAPES, as_markup
from boilerspider.markup.tree import parse

STORY = sentences("harbour wall", 6)
MARKED_UP = "".join(f"<p>{text}</p>" for text in STORY)
QUICK_S = 2.0
"""Processor seconds that a text of some hundred thousand characters may take; it takes a tenth of them."""

MARKUP = {
    "paragraphs": MARKED_UP,
    "paragraphs on lines": MARKED_UP.replace("<p>", "\n<p class='x'>"),
    "remarks": "".join(f'<!-- wp:paragraph {{"a":1}} -->\n<p>{text}</p>\n<!-- /wp:paragraph -->\n' for text in STORY),
    "a section": f"<section>{MARKED_UP}</section>",
    "an article": f"<article><div>{MARKED_UP}</div></article>",
    "a table first": f"<table><tr><td></td></tr></table>{MARKED_UP}",
    "a frame first, a script last": f"<iframe src='https://a.example'></iframe>{MARKED_UP}<script>alert(1)</script>",
    "a picture first": f"<figure><img src='/a.jpg'></figure>{MARKED_UP}",
    "an emphasis first, a list last": f"<strong></strong>{MARKED_UP}<ul><li></li></ul>",
    "a span last": f"{MARKED_UP}<span></span>",
    "spans and breaks": "".join(f"<span>{text}</span><br/><br/>" for text in STORY),
    "breaks": "<br>".join(STORY),
    "breaks on lines": "<br />\n".join(STORY),
    "paragraphs without ends": "".join(f"<P>{text}" for text in STORY),
    "lines with links": "\n".join(STORY).replace("harbour", '<a href="/h?a=1&amp;b=2">harbour</a>'),
    "lines with emphases": "\n".join(STORY).replace("harbour", "<b><i>harbour</i></b>"),
    "lines with a section's title": "\n\n".join((STORY[0], f"<h2>{STORY[1]}</h2>", *STORY[2:])),
}


def said(markup: str) -> list[str]:
    """The paragraphs of a text without white space, whatever parts them."""
    root = parse(f"<html><body><article>{markup}</article></body></html>", None).root
    for script in [*root.iter("script")]:
        script.text = ""
    for end in root.iter("br"):
        end.tail = f"\n{end.tail or ''}"
    for paragraph in root.iter("p", "h2"):
        paragraph.tail = f"\n{paragraph.tail or ''}"
    return [line.strip() for line in "".join(root.itertext()).splitlines() if line.strip()]


@pytest.mark.parametrize("times", range(MAX_ESCAPES + 1))
@pytest.mark.parametrize("name", MARKUP)
def test_markup_is_read_however_often_it_is_escaped(name: str, times: int) -> None:
    text = MARKUP[name]
    for _ in range(times):
        text = escape(text)
    assert said(as_markup(text)) == STORY


LINES = "\n".join(STORY)
TOLD = {
    "none": LINES,
    "at the beginning": f"<p> is a tag, the teacher said.\n{LINES}",
    "at the end": f"{LINES}\nThe last line of the file was </p>",
    "both": f"The tag <p> begins it.\n{LINES}\nIts end is a </p> by rule.",
    "two on lines": f"<p> is a tag. <br> is another, and so is <div>.\n{LINES}",
    "an emphasis": f"{LINES}\nWhat stands between <b> and </b> is bold.",
    "a break": f"{LINES}\nWrite <br> there.",
    "code": f"{LINES}\nA List<string> holds them, a Map<K, V> has keys, and 1 < 2 > 0.",
    "another page": f"{LINES}\n<custom-tag>holds</custom-tag> nothing, <div-x> is none.",
    "beside links": f'{LINES}\nA <a href="/b">link</a> to a List<string> with a <p> in it.',
}


@pytest.mark.parametrize("name", TOLD)
def test_tags_that_a_text_tells_of_are_words(name: str) -> None:
    words = TOLD[name].replace('<a href="/b">', "").replace("</a>", "")
    assert said(as_markup(escape(TOLD[name]))) == words.splitlines()


@pytest.mark.parametrize("name", TOLD)
def test_so_they_are_where_nothing_is_escaped(name: str) -> None:
    words = TOLD[name].replace('<a href="/b">', "").replace("</a>", "")
    assert said(as_markup(TOLD[name])) == words.splitlines()
    assert said(as_markup(TOLD[name].replace("\n", "\r\n\r\n"))) == words.splitlines()


LINES_AND_BLOCKS = {
    "a section's title": (f"{STORY[0]}", "<h2>What now</h2>", *STORY[1:]),
    "a quotation": (STORY[0], f"<blockquote>{STORY[1]}</blockquote>", *STORY[2:]),
    "a first paragraph": (f"<p class=x>{STORY[0]}</p>", *STORY[1:]),
    "a list": (STORY[0], "<ul>", "<li>One.</li>", "</ul>", *STORY[1:]),
    "a remark and a picture": (STORY[0], "<!-- more -->", "<figure><div><img src='/a.jpg'></div></figure>", *STORY[1:]),
}


@pytest.mark.parametrize("line", ["\n", "\n\n", "\r\n \r\n"])
@pytest.mark.parametrize("name", LINES_AND_BLOCKS)
def test_lines_between_blocks_are_paragraphs(name: str, line: str) -> None:
    markup = as_markup(line.join(LINES_AND_BLOCKS[name]))
    root = parse(f"<html><body><article>{markup}</article></body></html>", None).root
    found = ["".join(one.itertext()).strip() for one in root.iter("p", "h2", "blockquote", "li")]
    told = [re.sub("<[^<>]*>", "", part) for part in LINES_AND_BLOCKS[name]]
    assert found == [part for part in told if part]


def test_lines_within_a_paragraph_part_none() -> None:
    wrapped = [text.replace(" ", "\n", 3) for text in STORY]
    markup = as_markup("\n\n".join((wrapped[0], "<h2>What now</h2>", *wrapped[1:])))
    assert markup.count("<p>") == len(STORY)
    assert as_markup(text := "\n".join((*(text[:-1] for text in STORY), "<h2>What now</h2>"))) == text


@pytest.mark.parametrize(
    "text",
    [
        f"<html><body><p>{STORY[0]}</p></body></html>\n\n" + "\n\n".join(STORY),
        f"<style>p {{\n\n}}</style><p>{STORY[0]}</p>" + "\n\n".join(STORY),
        f"<pre>{STORY[0]}\n\n{STORY[1]}</pre>\n\n<p>{STORY[0]}</p>" + "\n\n".join(STORY),
        f"<div class=menu><p>{STORY[0]} <div>" + "</p><p> and ".join(STORY),
    ],
)
def test_what_keeps_its_lines_or_has_none_stays(text: str) -> None:
    assert as_markup(text) == text


AMID = {
    "a quotation over lines": (
        "<blockquote>We saw it\n\nand said so</blockquote>",
        "<blockquote>We saw it\n\nand said so</blockquote>",
    ),
    "with its speaker": (
        "<blockquote>We saw it.\n\n- Ada</blockquote>",
        "<blockquote>We saw it.\n\n- Ada</blockquote>",
    ),
    "a paragraph over lines": ("<p>it was 2019\n\nand then</p>", "<p>it was 2019\n\nand then</p>"),
    "a list over lines": (
        "<ul>\n<li>one\n\n</li><li>two</li>\n\n</ul>",
        "<ul>\n<li>one\n\n</li><li>two</li>\n\n</ul>",
    ),
    "one amid a sentence": ("Pick <ul><li>one</li></ul> of it", "<p>Pick </p><ul><li>one</li></ul><p> of it</p>"),
    "a box amid one": (
        "See <div class=x>our <b>box</b></div> & go",
        "<p>See </p><div class=x>our <b>box</b></div><p> & go</p>",
    ),
    "with a tag that is told of": (
        "A <p> and <div>a\n\nb</div> too",
        "<p>A &lt;p&gt; and </p><div>a\n\nb</div><p> too</p>",
    ),
    "two within each other": ("x <div><div>a</div></div> y", "<p>x </p><div><div>a</div></div><p> y</p>"),
    "two that are told of": ("Between <p> and </p> is one", "<p>Between &lt;p&gt; and &lt;/p&gt; is one</p>"),
    "an emphasis around a box": ("A <b>bold <div>box</div></b> y", "A <b>bold <div>box</div></b> y"),
    "a script over lines": ("<script>\na;\n\nb;\n</script>", "<script>\na;\n\nb;\n</script>"),
    "a frame": ("Watch <iframe src=/f></iframe> it", "<p>Watch </p><iframe src=/f></iframe><p> it</p>"),
    "a picture": ("Here <img src=/a.jpg> it is", "<p>Here <img src=/a.jpg> it is</p>"),
    "breaks": ("one<br>two <br />three <br> four", "<p>one<br>two <br />three &lt;br&gt; four</p>"),
    "an end alone": ("and then</p>", "and then</p>"),
    "a beginning alone": ("<p>and then", "<p>and then"),
    "a pair, and an end alone": (
        "<p>a\n\nb</p>\n\nThe tag </p> ends it",
        "<p>a\n\nb</p><p>The tag &lt;/p&gt; ends it</p>",
    ),
}
"""What stands between lines, beside a section's title, and its markup."""


@pytest.mark.parametrize("name", AMID)
def test_blocks_that_are_closed_are_blocks_wherever_they_stand(name: str) -> None:
    text, markup = AMID[name]
    lines = "".join(f"<p>{line}</p>" for line in STORY)
    told = "\n\n".join(("<h2>What now</h2>", *STORY, text, STORY[0]))
    assert as_markup(told) == f"<h2>What now</h2>{lines}{markup}<p>{STORY[0]}</p>"


HOSTILE = (
    """<p> </p> <p>a <p>a</p> < <p <a_href= <b> </b> <b>a</b> <i><b> a<br> <br> &amp; <!-- <section> &lt; &lt;b&gt;"""
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [*HOSTILE.split(), "<b>a\n", "<p>\n ", "\n", " ", "<p>a\n\n", "b <p>a</p>\n\n", "a <hr>"]
)
def test_hostile_texts_take_no_time(piece: str) -> None:
    many = 60_000 // len(piece)
    lines = "\n\n".join(STORY * 400)
    for text in (
        piece * many,
        f"<h2>a</h2>\n\n{lines}\n\n{piece * many}",
        "x" + escape(piece) * many + "y",
        escape(piece * many + "</b></p>" * 5_000),
    ):
        start = time.process_time()
        as_markup(text)
        assert is_quick(time.process_time() - start, QUICK_S)
