"""Stories in applications' states: which parts of a state may be one, and which comes first."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider.markup.hidden.states import MAX_VALUES, Finder, Story

TITLE = "The wall of the harbour holds"
STORY = sentences("harbour wall", 4)
OTHER = sentences("swimming pool", 9)
LEAD = "It has held through the storm of the century, and nobody knows why."
WRITTEN = "".join(f"<p>{text}</p>" for text in STORY)
QUICK_S = 10.0
"""Processor seconds that a hostile state may take."""


def stories(value: Any) -> list[Story]:
    return sorted(Finder(TITLE.__eq__).stories(value), key=lambda story: -story.weight)


def blocks(texts: list[str], key: str = "text") -> list[dict[str, str]]:
    return [{"kind": "paragraph", key: text} for text in texts]


FIRST = {
    "beside the title": {"title": TITLE, "body": STORY, "rows": OTHER[:4]},
    "two objects below the title": {"page": {"title": TITLE, "body": {"document": {"content": blocks(STORY)}}}},
    "beside an object that says the title": {"headlines": {"basic": TITLE}, "content_elements": blocks(STORY)},
    "markup": {"title": TITLE, "html": WRITTEN},
    "before what is longer and far from the title": {
        "page": {"title": TITLE, "body": STORY},
        "all": {"a": {"b": {"c": {"d": {"rows": OTHER}}}}},
    },
    "before what pictures say": {"title": TITLE, "images": blocks(OTHER, "caption"), "body": STORY},
    "in parts of a page": {
        "title": TITLE,
        "components": [{"type": "video"}, *({"type": "text", "props": {"text": text}} for text in STORY)],
    },
    "the whole and not a part of it": {
        "title": TITLE,
        "bodyBlocks": [
            {"settings": {"text": "".join(f"<p>{text}</p>" for text in half)}} for half in (STORY[:2], STORY[2:])
        ]
        + [{"kind": "advert"}],
    },
    "two pages": {
        "title": TITLE,
        "pages": [{"body": "".join(f"<p>{text}</p>" for text in half)} for half in (STORY[:2], STORY[2:])],
    },
    "a title in pieces": {
        "data": {
            "title": [{"type": "heading1", "text": TITLE}],
            "slices": [{"primary": {"words": [{"text": text}]}} for text in STORY],
        }
    },
    "beside other stories in a list of its parts": {
        "title": TITLE,
        "components": [
            *blocks(STORY),
            {"items": [{"title": "A pool", "url": "/pool", "text": text} for text in OTHER]},
            {"kind": "related", "text": OTHER[0]},
        ],
    },
    "markup with a headline of its own": {
        "a": {"title": "x", "b": f"{WRITTEN}", "c": [f"<h1 class=x><span>{TITLE}</span></h1>{WRITTEN}"]}
    },
    "blocks with a headline of their own": {"a": {"title": "x", "b": [{"kind": "h1", "text": TITLE}, *blocks(STORY)]}},
    "in pieces": {
        "title": TITLE,
        "freeBody": "".join(f"<p>{text}</p>" for text in STORY[:2]),
        "paidBody": "".join(f"<p>{text}</p>" for text in STORY[2:]),
    },
    "in pieces with numbers, one of blocks": {
        "title": TITLE,
        "text_1": {"json": blocks(STORY[:3])},
        "text_2": f"<p>{STORY[3]}</p>",
        "description": OTHER[0],
    },
    "a piece that is told in another": {
        "title": TITLE,
        "bodyIntro": f"<p>{STORY[0]}</p>",
        "body": WRITTEN,
        "bodyMore": f"<p>{STORY[3]}</p>",
    },
    "as mobiledoc": {
        "title": TITLE,
        "mobiledoc": {"markups": [], "sections": [[1, "p", [[0, [], 0, text]]] for text in STORY]},
    },
    "as a delta": {"title": TITLE, "body": json.dumps({"ops": [{"insert": f"{text}\n"} for text in STORY]})},
    "parts of a client's cache in each other": {
        "ROOT_QUERY": {"post": {"__ref": "Post:1"}},
        "Post:1": {"title": TITLE, "content": {"__ref": "Content:1"}},
        "Content:1": {"rows": [{"type": "id", "id": f"$C.{number}"} for number in range(4)]},
        **{f"$C.{number}": {"kind": "p", "inlines": [{"type": "id", "id": f"$C.{number}.0"}]} for number in range(4)},
        **{f"$C.{number}.0": {"text": text} for number, text in enumerate(STORY)},
    },
    "in a string of JSON": {"data": json.dumps({"article": {"title": TITLE, "body": STORY}})},
    "in a client's cache": {
        "ROOT_QUERY": {"post": {"__ref": "Post:1"}},
        "Post:1": {"title": TITLE, "body": [{"__ref": f"Paragraph:{number}"} for number in range(4)]},
        **{f"Paragraph:{number}": {"kind": "p", "text": text} for number, text in enumerate(STORY)},
    },
    "in an older client's cache": {
        "ROOT_QUERY": {},
        "Post:1": {"title": TITLE, "body": [{"type": "id", "id": f"P:{number}"} for number in range(4)]},
        **{f"P:{number}": {"kind": "p", "text": text} for number, text in enumerate(STORY)},
    },
}


@pytest.mark.parametrize("name", FIRST)
def test_what_comes_first(name: str) -> None:
    first = stories(FIRST[name])[0]
    assert re.sub(r"</?div>|<(h[12]).*</\1>", "", first.html) == WRITTEN
    assert first.is_near


def test_words_with_their_links_come_before_the_same_without() -> None:
    body = [{"text": f"{text} (https://paper.example/quay)", "html": f"{text} <a href=/q>Quay</a>"} for text in STORY]
    assert "<a href=/q>Quay</a></p>" in stories({"title": TITLE, "body": body})[0].html


NONE: dict[str, Any] = {
    "comments": {"title": TITLE, "comments": blocks(STORY)},
    "related stories": {"title": TITLE, "relatedContent": {"items": blocks(STORY)}},
    "two paragraphs far from the title": {"body": STORY[:2]},
    "names": {"title": TITLE, "body": ["harbour, wall, ferry, bridge, council, town, river, quay, pier, mole"] * 5},
    "addresses": {"title": TITLE, "body": [f"https://paper.example/{'x' * 80}."] * 5},
    "one paragraph under a name that says nothing": {"title": TITLE, "abc": STORY[:1]},
    "a list of parts of which none is text": {
        "title": TITLE,
        "components": [{"type": "newsletter", "text": text} for text in STORY],
    },
    "a remark": {"title": TITLE, "body": f"<!-- {WRITTEN} -->"},
    "nothing": None,
}


@pytest.mark.parametrize("name", NONE)
def test_what_is_none(name: str) -> None:
    assert stories(NONE[name]) == []


@pytest.mark.parametrize("body", [STORY[:1], f"<p>{STORY[0]}</p>", blocks(STORY[:1])])
def test_a_body_of_one_paragraph(body: Any) -> None:
    assert [story.html for story in stories({"title": TITLE, "body": body})] == [f"<p>{STORY[0]}</p>"]


@pytest.mark.parametrize(
    "text",
    [
        "港の防波堤は昨夜の嵐に耐え、市は被害がなかったと発表した。",
        "ท่าเรือแห่งนี้ยังคงตั้งอยู่หลังพายุลูกใหญ่ที่พัดผ่านเมื่อคืนนี้และไม่มีผู้ใดได้รับบาดเจ็บ",
    ],
)
def test_scripts_without_spaces(text: str) -> None:
    assert [story.html for story in stories({"title": TITLE, "body": [text]})] == [f"<p>{text}</p>"]


@pytest.mark.parametrize(
    ("value", "lead"),
    [
        ({"dek": LEAD}, LEAD),
        ({"sub_title": LEAD, "intro": "Short."}, LEAD),
        ({"standfirst": f"{LEAD[:-1]} &amp; all."}, f"{LEAD[:-1]} & all."),
        ({"lead": f"<b>{LEAD}</b>"}, LEAD),
        ({"description": LEAD}, ""),
        ({"lead": [LEAD]}, ""),
    ],
)
def test_a_standfirst_stands_beside_the_title(value: dict[str, Any], lead: str) -> None:
    assert stories({"title": TITLE, "body": STORY, **value})[0].lead == lead


def test_values_are_told_apart_after_one_is_gone() -> None:
    finder = Finder(TITLE.__eq__)
    for _ in range(50):
        assert finder.stories({"title": TITLE, "body": list(STORY)})[0].is_near
        assert not finder.stories({"title": "Another title", "body": list(STORY)})[0].is_near


def nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


HOSTILE: dict[str, Any] = {
    "a long text in lists": nested(["x. " * 300_000] * 3, 50),
    "many texts in lists": nested([STORY[0]] * 20_000, 50),
    "JSON in JSON in lists": nested([json.dumps({"a": json.dumps({"body": [STORY[0]] * 3_000})})] * 3, 50),
    "many objects with many names": {
        str(a): {str(b): TITLE[1:] * 9 for b in range(200)} | {"body": STORY} for a in range(500)
    },
    "other stories in lists": nested([{"url": "/", **{str(n): "x" for n in range(90)}}] * 2_000, 50),
    "many tags": {"title": TITLE, "body": "<p>" * 300_000},
    "more values than are looked at": [[0] * MAX_VALUES, STORY],
    "one long object under many references": {
        "ROOT_QUERY": {},
        "b": {"text": "x. " * 30_000},
        "a": {
            "title": TITLE,
            "body": [{"__ref": "b"}] * 2_000,
            **{str(n): {"body": [{"__ref": "b"}] * 3} for n in range(2_000)},
        },
    },
    "one long object under many names": dict.fromkeys(
        map(str, range(30_000)), dict.fromkeys(map(str, range(30_000)), 1)
    ),
    "one long text under many names": dict.fromkeys(map(str, range(60_000)), "<p>The wall stands. </p>" * 10_000),
    "one long text of JSON under many names": dict.fromkeys(map(str, range(60_000)), json.dumps(STORY * 1_000)),
    "one long text of broken JSON under many names": dict.fromkeys(
        map(str, range(60_000)), json.dumps(STORY * 1_000)[:-1]
    ),
    "references in a circle": {"ROOT_QUERY": {}, "a": {"body": [{"__ref": "a"}] * 2_000}},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_takes_quadratic_time(name: str) -> None:
    start = time.process_time()
    found = Finder(TITLE.__eq__).stories(HOSTILE[name])
    assert sum(len(story.html) for story in found) < 10_000_000
    assert is_quick(time.process_time() - start, QUICK_S)
