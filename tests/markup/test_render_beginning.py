"""Rendering that begins near the first kept node gives what rendering from the top gives."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.render import Rendered, events, render
from boilerspider.markup.render.beginning import TOP, beginning
from boilerspider.markup.render.regions import MAX_GAP_CHARS
from boilerspider.markup.tree import Document, parse

URL = "https://example.org/news/story.html"
FAR = f"<b>{'menu ' * MAX_GAP_CHARS}</b>"
NEAR = f"<b>{'date ' * (MAX_GAP_CHARS // 8)}</b>"
"""Text that a leading figure may not stand behind, and text that it may."""
FIGURE = "<figure><img src=/f.jpg></figure>"
CAPTIONED = f"<figure><img src=/f.jpg><figcaption>{FAR}</figcaption></figure>"
SCRIPT = f"<script>{'code()' * MAX_GAP_CHARS}</script>"

PAGES = [
    ("a leading figure", f"{FIGURE}{NEAR}keep"),
    ("one too far", f"{FIGURE}{FAR}keep"),
    ("one before code", f"{FIGURE}<i></i>{SCRIPT}<b>keep</b>"),
    ("one before another", f"{FIGURE}<i></i>{CAPTIONED}<b>keep</b>"),
    ("one with text", f"<figure><img src=/f.jpg>{FAR}<figcaption>keep this</figcaption></figure>keep"),
    ("one with most text", f"<figure><img src=/f.jpg>{FAR}<b>keep this</b></figure>keep"),
    ("a picture shown before", f"<img src=/a.jpg>{FAR}keep<noscript><img src=/n.jpg></noscript>keep"),
    ("one not shown before", f"<img data-x=1>{FAR}keep<noscript><img src=/n.jpg></noscript>keep"),
    (
        "an AMP picture shown before",
        f"<amp-img src=/a.jpg></amp-img>{FAR}keep<noscript><img src=/n.jpg></noscript>keep",
    ),
    (
        "AMP without scripts",
        f"<amp-img src=/a.jpg></amp-img>{FAR}keep<noscript><amp-img src=/n.jpg></amp-img></noscript>keep",
    ),
    ("a pixel without scripts", f"<img src=/a.jpg>{FAR}keep<noscript><img src=/n.jpg width=1 height=1></noscript>keep"),
    ("a source before", f"<source srcset=/s.jpg></source>{FAR}keep<img data-x=1>keep"),
    ("a source of the picture", f"<picture><source srcset=/s.jpg></source>{FAR}<b>keep</b><img data-x=1>keep"),
    ("a source of a player", f"<video>{FAR}<source srcset=/s.jpg></source>{FAR}<b>keep</b></video><img data-x=1>keep"),
    ("a fallback", f"<amp-img src=/a.jpg>{FAR}{FAR}keep<amp-img fallback src=/b.jpg></amp-img></amp-img>keep"),
    ("spaces of code", f"<pre><i>x</i>\n    <i>y</i>{FAR}<i>keep</i></pre>"),
    ("cells of a row", f"<table><tr><td>one<td>{FAR}<td>{FAR}<td>keep<tr><td>keep<td>keep</table>"),
    ("cells of a layout", f"<table><tr><td>one<td><table><tr><td>{FAR}<td>keep<td>keep</table></table>"),
    (
        "an AMP picture like a paragraph",
        f"<amp-img src=/a.jpg><figcaption>keep this</figcaption></amp-img><amp-img src=/b.jpg>{CAPTIONED}</amp-img>",
    ),
    ("code around", f"<template>{FAR}{FAR}<b>keep this</b></template>{FIGURE}{NEAR}keep"),
]

AROUND = [
    "<h2>{}</h2>",
    "<ul><li>one<li>{}</ul>",
    "<ol start=4><li value=7>{}</ol>",
    "<blockquote><em><a href=/a>{}</a></em></blockquote>",
    "<pre>{}</pre>",
    "<table><tr><td>a<td>{}<td>c</table>",
    "<figure><img src=/f.jpg>{}</figure>",
    "<figure><img src=/f.jpg><figcaption>{}</figcaption></figure>",
    "<picture><source srcset=/s.jpg></source>{}</picture>",
    "<amp-img src=/a.jpg>{}<amp-img fallback src=/b.jpg></amp-img></amp-img>",
    "<noscript>{}</noscript>",
    "<video><source src=/v.mp4>{}</video>",
    "<template>{}</template>",
    f"<div><x-text>{NEAR}</x-text>{FIGURE}<x-text>{{}}</x-text></div>",
    f"<div><x-text>{FAR}</x-text><x-text>{{}}</x-text></div>",
]
AMONG = [
    "<img src=/a.jpg>",
    "<img data-x=1>",
    "<source srcset=/s.jpg></source>",
    "<noscript><img src=/n.jpg></noscript>",
    "<figcaption>keep caption</figcaption>",
    "<p>keep this</p>",
    "keep <b>that</b>",
    "<br><br>",
    "left",
    FIGURE,
    CAPTIONED,
    SCRIPT,
    NEAR,
    FAR,
]


def pages() -> st.SearchStrategy[str]:
    inner = st.recursive(
        st.sampled_from(AMONG),
        lambda parts: st.builds(str.format, st.sampled_from(AROUND), parts) | st.lists(parts, max_size=4).map("".join),
        max_leaves=12,
    )
    return st.builds("{}{}<div>{}</div>{}".format, inner, st.sampled_from(["", NEAR, FAR]), inner, inner)


def kept_of(document: Document) -> list[int]:
    strings = [event for event in document.transcript.events if isinstance(event, str)]
    return [number for number, string in enumerate(strings) if "keep" in string]


def both(page: str) -> tuple[Rendered, Rendered]:
    document = parse(page, URL)
    near = render(document, kept_of(document))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "beginning", lambda *_: TOP)
        return near, render(document, kept_of(document))


@pytest.mark.parametrize("page", [page for _, page in PAGES], ids=[name for name, _ in PAGES])
@pytest.mark.parametrize("around", ["{}", *AROUND])
def test_what_stands_far_before_leaves_no_trace(page, around):
    near, whole = both(FAR + FAR + around.format(page))
    assert near == whole


@settings(max_examples=300)
@given(pages())
def test_any_page_is_rendered_as_from_its_top(page):
    near, whole = both(page)
    assert near == whole


def test_rendering_begins_near_the_story():
    document = parse(f"<div><section>{FAR * 20}<p>near</p>" + "<h2><i>keep this", URL)
    start = beginning(document.transcript, kept_of(document)[0], frozenset({"pre"}))
    assert start.event > len(document.transcript.events) / 2
    assert [element.tag for element in start.around] == ["html", "body", "div", "section"]
    assert document.transcript.elements[start.opened].tag == "b"


@pytest.mark.parametrize("tag", ["div", "table", "figure", "b"])
def test_hostile_leads_take_linear_time(tag):
    document = parse(f"<{tag}>left out</{tag}>" * 50_000 + "<p>keep</p>", URL)
    start = time.process_time()
    assert render(document, kept_of(document)).text == "keep"
    assert is_quick(time.process_time() - start, 2)
