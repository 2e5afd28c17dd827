"""Which lines sign an entry of a story that is told live."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news import News
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.signed import FEWEST, entry_bylines
from boilerspider.markup.tree import parse

TEXTS = [" ".join(sentences(f"harbour wall {number}", 2)) for number in range(FEWEST)]
NAME = "Ada Quill"
ENTRY = "<article><header><time>20:0{at}</time><h2>The vote {at}</h2><span class=author>Ada Quill</span></header><p>{text}</p></article>"


def found(entry: str, entries: int = FEWEST) -> int:
    """How many lines of such entries are bylines; all of them say the name."""
    body = "".join(entry.format(at=at, text=text) for at, text in enumerate(TEXTS[:entries]))
    seen = view(parse(f"<html><body><main>{body}</main></body></html>"))
    assert seen is not None
    places = entry_bylines(seen, np.ones(len(seen.texts), np.bool_))
    assert {seen.texts[place] for place in places} <= {NAME}
    return len(places)


@pytest.mark.parametrize(
    ("entry", "is_signed"),
    [
        (ENTRY, True),
        (ENTRY.replace("span", "div"), True),
        (ENTRY.replace("class=author", "itemprop=author"), True),
        (ENTRY.replace("<span class=author>", "<span><a href=/x rel=author>").replace("</span>", "</a></span>"), True),
        (ENTRY.replace("author", "post-byline"), True),
        (ENTRY.replace("<header>", "").replace("</header>", ""), True),
        (ENTRY.replace("<time>", "<div class=post-time>").replace("</time>", "</div>"), True),
        ("<div><div><p class=author>Ada Quill</p><p><time>20:0{at}</time></p></div><p>{text}</p></div>", True),
        (ENTRY.replace(" class=author", ""), False),
        (ENTRY.replace("Ada Quill", "Ada Quill</span><span>, at the wall"), False),
        (ENTRY.replace("20:0{at}", "At night"), False),
        (ENTRY.replace("20:0{at}", "{at} March 2026"), False),
        (ENTRY.replace("<time>", "<p>").replace("</time>", "</p>"), False),
        (ENTRY.replace("<h2>", "<p>").replace("</h2>", "</p>"), False),
        (ENTRY.replace("</h2>", "</h2></header><div>").replace("</header><p>", "<p>"), False),
        (ENTRY.replace("article>", "blockquote>"), False),
    ],
    ids=[
        "below the heading",
        "a block",
        "microdata",
        "a link",
        "a class name",
        "no header",
        "an hour without the tag",
        "above the hour",
        "no field",
        "more than a name",
        "no hour",
        "a day, as in lists of posts",
        "no time",
        "words between",
        "elsewhere than the time",
        "a quotation",
    ],
)
def test_who_signs_an_entry(entry: str, *, is_signed: bool) -> None:
    assert found(entry) == (FEWEST if is_signed else 0)


def test_one_alone_is_none() -> None:
    assert found(ENTRY, 1) == 0


def test_news_leaves_out_who_wrote_the_entries_unless_asked() -> None:
    told = {
        "The vote passes": "Seven hands went up and two stayed down, and there was a shout from the back of the hall.",
        "The mayor speaks": "She says that the report leaves no room for doubt, and that the wall has to come down.",
        "Lorries at the gate": "Some thirty lorries stand along the quay, and their horns can be heard in the chamber.",
        "The hall is full": "People who have no seat are asked to wait in the corridor, where a screen shows the debate.",
        "The meeting opens": "The clerk reads the names, one by one, and the windows are shut against the noise.",
    }
    entries = "".join(
        f"<article class=block><header><time datetime='2026-11-20T2{at}:00:00Z'>2{at}.00 GMT</time><h2>{name}</h2>"
        f"<span class=author>{NAME}</span></header><div class=body><p>{text}</p></div></article>"
        for at, (name, text) in enumerate(told.items())
    )
    html = (
        "<html lang=en><head><title>Harbour wall vote live</title></head><body><main><article><h1>Harbour wall vote live</h1>"
        f"<p>Follow the vote on the harbour wall as it happens.</p><div class=liveblog>{entries}</div></article></main></body></html>"
    )
    page = parse(html)
    assert NAME not in [block.text for block in News().label(page) if block.is_content]
    assert NAME in [block.text for block in News(bylines=True).label(page) if block.is_content]
