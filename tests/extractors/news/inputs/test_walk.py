"""Leaf blocks: where they begin and end, which text nodes they have, and what their elements say."""

from __future__ import annotations

import pytest

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.inputs.vocabulary import BEGIN_LETTERS, BITS, GROUP_NAMES, GROUPS, TAGS, name_bits
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import parse


class Numbered:
    def __init__(self) -> None:
        self.texts: dict[int, str] = {}

    def start(self, tag: str, element: object) -> None: ...

    def text(self, string: str, number: int) -> None:
        self.texts[number] = string

    def end(self, tag: str) -> None: ...


def blocks(page: str) -> list[str]:
    seen = view(parse(page))
    return seen.texts if seen else []


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("<p>one <b>two</b> three</p><p>four", ["one two three", "four"]),
        ("<p>a<br>b", ["a", "b"]),
        ("<div>a<hr>b <i>c<hr>d</i></div>", ["a", "b c", "d"]),
        ("<div><hr>a<p>b</p><hr><hr></div>", ["a", "b"]),
        ("<div>a<p>b</p>c</div>", ["a", "b", "c"]),
        ("<p>a<script>b</script>c<style>d</style></p>", ["ac"]),
        ("<p>a<!-- b -->c</p>", ["ac"]),
        ("<x-card>a<x-text>b</x-text></x-card>", ["a", "b"]),
        ("<a><div>a</div>b</a>", ["a", "b"]),
        ("<p>a<svg><title>t</title></svg>b<select><option>o</select>c", ["abc"]),
        ("<ul><li>a<li>b</ul>", ["a", "b"]),
        ("<p> a \n\t b\u00a0c </p>", ["a b c"]),
        ("<script>a</script>", []),
        # libxml2 leaves these in the head, which it does not know them to close.
        ("<title>t</title><nav>a</nav><main><p>b</p></main>", ["a", "b"]),
    ],
)
def test_where_blocks_begin_and_end(page: str, texts: list[str]) -> None:
    assert blocks(page) == texts


def test_blocks_name_the_text_nodes_that_the_one_walker_counts() -> None:
    document = parse(
        "<p>a<!-- x -->b<script>s<!-- t --></script>c<i>d</i>\n</p>\n<template><b>x</b>y</template><div>e<svg><g>f</g>h</svg>i</div>"
    )
    seen, numbered = view(document), Numbered()
    walk(document.root, numbered)
    assert seen is not None
    assert [[numbered.texts[node] for node in nodes] for nodes in seen.nodes] == [["a", "b", "c", "d"], ["e", "i"]]


def test_links_and_strong_type_are_counted_in_letters() -> None:
    seen = view(parse("<p>ab <a href=x>cd <b>ef</b></a> gh <strong> i j </strong></p>"))
    assert seen is not None
    assert seen.letters.linked.tolist() == [4.0]
    assert seen.letters.strong.tolist() == [4.0]


@pytest.mark.parametrize(
    ("page", "linked"),
    [
        ("<p><a name=top>ab</a></p>", 0.0),
        ("<p><a name=top>ab <b>cd</b></a></p>", 0.0),
        ("<p><a name=top>ab</a> <a href=x>cd</a></p>", 2.0),
        ("<p><a name=top>ab <a href=x>cd</a> ef</a></p>", 2.0),
        ("<p><a name=top href=x>ab</a></p>", 2.0),
        ("<p><a onclick=go()>ab</a></p>", 2.0),
    ],
    ids=["a place", "with type", "before a link", "around one", "a link with a name", "a control"],
)
def test_a_place_that_links_may_lead_to_is_no_link(page: str, linked: float) -> None:
    seen = view(parse(page))
    assert seen is not None
    assert seen.letters.linked.tolist() == [linked]


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("article-body", {"body", "strong", "whole"}),
        ("comments", {"comment"}),
        ("relatedStories", {"related", "card"}),
        ("ad", {"advert"}),
        ("header", {"head"}),
        ("shadow", set()),
        ("x1 css-1q2w3e", set()),
        ("css-58ad0c", set()),
        ("zz__x3ad7", set()),
        ("8f0ad", set()),
        ("ad300x250", {"advert"}),
        ("ad1", {"advert"}),
        ("728ad", {"advert"}),
        ("big10ads", {"advert"}),
        ("nav2", {"nav"}),
    ],
)
def test_what_names_speak_of(name: str, groups: set[str]) -> None:
    bits = name_bits(name)
    assert {group for number, group in enumerate(GROUP_NAMES) if bits >> number & 1} == groups


@pytest.mark.parametrize(
    ("name", "group"), [("subnavi", "nav"), ("nav", "nav"), ("subnav", None), ("magpies", None), ("pies", "foot")]
)
def test_stems_stand_anywhere_at_the_start_or_alone(name: str, group: str | None) -> None:
    assert name_bits(name) == (1 << GROUP_NAMES.index(group) if group else 0)


def test_stems_within_words_are_long_enough_to_be_looked_up() -> None:
    assert all(len(stem) >= BEGIN_LETTERS for _, stems in GROUPS for stem in stems if stem[0] not in "^=~")


@pytest.mark.parametrize(
    ("attributes", "group"),
    [("style='display:none'", "hidden"), ("itemprop=articleSection", "tag"), ("class='' id=x role=navigation", None)],
)
def test_what_other_attributes_speak_of(attributes: str, group: str | None) -> None:
    seen = view(parse(f"<div {attributes}>a</div>"))
    assert seen is not None
    bits = int(seen.columns.bits[seen.columns.homes[0]])
    assert bits & (1 << GROUP_NAMES.index(group) if group else TAGS["nav"])


def test_all_bits_fit_a_signed_integer() -> None:
    assert BITS < 63
    assert max(TAGS.values()) == 1 << (BITS - 1)
