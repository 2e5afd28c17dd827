"""Pages that want to break a crawler: what each holds, and how it must end. Written here, none is copied."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass

MB = 1_000_000

FIRST = "The first sentence of this story says that the ferry to the northern islands will run on Sundays again."
LAST = "The last sentence of this story says that nobody on the northern islands had expected it to happen."
TEXT = (
    "The company had stopped the Sunday boats ten years ago, because there were too few passengers in winter. "
    "Since then the people of the islands have had to wait until Monday to see their doctors and their friends."
)


@dataclass(frozen=True)
class Case:
    """A hostile page."""

    make: Callable[[], bytes]
    outcome: str = "article"
    """`article`, or the reason of the UnreadablePage."""
    keeps_story: bool = True
    """Whether the story around the hostile part must be in the text of an extractor that keeps everything."""


def story(hostile: str = "", head: str = "", *, attributes: str = "") -> str:
    """A story with something hostile in its midst."""
    return (
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>The Sunday ferry</title>{head}</head>"
        f"<body><article{attributes}><h1>The Sunday ferry is back</h1><p>{FIRST} {TEXT}</p>{hostile}<p>{TEXT} {LAST}</p></article></body></html>"
    )


def page(hostile: str = "", head: str = "", *, attributes: str = "", outcome: str = "article") -> Case:
    return Case(lambda: story(hostile, head, attributes=attributes).encode(), outcome)


def made(hostile: Callable[[], str], outcome: str = "article") -> Case:
    return Case(lambda: story(hostile()).encode(), outcome)


def headed(head: Callable[[], str]) -> Case:
    return Case(lambda: story("", head()).encode())


def raw(make: Callable[[], bytes], outcome: str = "article") -> Case:
    return Case(make, outcome, keeps_story=False)


def ld(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


def attributes(count: int, value: str = "1") -> str:
    return " ".join(f"a{number}={value}" for number in range(count))


def filler(size: int, text: str = f"<p>{TEXT}</p>") -> str:
    return text * (size // len(text))


ENTITIES_THAT_GROW = '<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{inner};" * 10}">' for inner, name in zip("abcdefgh", "bcdefghi", strict=True)
)


def xml(subset: str, text: str) -> bytes:
    head = f'<?xml version="1.0"?><!DOCTYPE html [{subset}]>'
    return f"{head}<html><body><p>{FIRST} {text} {LAST}</p></body></html>".encode()


def controls() -> bytes:
    return story("<p>nul\x00l, bell\x07, escape\x1b[31m, vertical\x0btab, delete\x7f, next\x85line</p>").encode()


def random_bytes(size: int) -> bytes:
    return random.Random(3).randbytes(size)


CASES: dict[str, Case] = {
    # No page at all.
    "empty body": raw(lambda: b""),
    "white space alone": raw(lambda: b" \r\n\t" * 1000),
    "a comment alone": raw(lambda: b"<!--" + b"x" * MB),
    "binary as HTML": raw(lambda: random_bytes(MB), "not_html"),
    "binary behind a tag": raw(lambda: b"<html><body>" + random_bytes(MB), "not_html"),
    "binary behind a page": raw(lambda: b"<html><body>" + b"<p>text</p>" * 1000 + random_bytes(MB)),
    "a PDF as HTML": raw(lambda: b"%PDF-1.7\n" + random_bytes(MB), "not_html"),
    "nothing but NUL": raw(lambda: b"\0" * 5 * MB, "not_html"),
    "UTF-32": raw(lambda: story().encode("utf-32")),
    "2 MB of JSON": raw(lambda: json.dumps([{"html": "<p>x</p>"}] * 90_000).encode(), "not_html"),
    "100,000 levels of JSON": raw(lambda: b"[" * 100_000 + b'"<p>"' + b"]" * 100_000, "not_html"),
    # Size.
    "20 MB": made(lambda: filler(20 * MB), "too_big"),
    "10 MB less a bit": made(lambda: filler(10 * MB - 5_000)),
    "a million br": made(lambda: "<br>" * MB, "too_big"),
    "490,000 br": made(lambda: "w<br>" * 490_000),
    "2 MB of one text": made(lambda: f"<p>{TEXT * 10_000}</p>"),
    "2 MB of one word": made(lambda: f"<p>{'x' * 2 * MB}</p>"),
    "2 MB of one word in parts": made(lambda: f"<p>{'x-' * (2 * MB // 2)}</p>"),
    "2 MB of ideographs": made(lambda: f"<p>{'字' * (2 * MB // 3)}</p>"),
    "2 MB of Thai": made(lambda: f"<p>{'ก' * (2 * MB // 3)}</p>"),
    "2 MB of combining marks": made(lambda: f"<p>{'a' + chr(0x301) * (2 * MB // 2)}</p>"),
    "2 MB of spaces": made(lambda: f"<p>x{' ' * 2 * MB}x</p>"),
    "2 MB of no-break spaces": made(lambda: f"<p>x{chr(160) * (2 * MB // 2)}x</p>"),
    "2 MB of line feeds": made(lambda: f"<pre>x{chr(10) * 2 * MB}x</pre>"),
    "2 MB of full stops": made(lambda: f"<p>{'.' * 2 * MB}</p>"),
    "2 MB of entities": made(lambda: f"<p>{'&amp;' * 400_000}</p>"),
    "2 MB of unknown entities": made(lambda: f"<p>{'&xyz' * 500_000}</p>"),
    "2 MB of numeric entities": made(lambda: f"<p>{'&#1114112;&#0;&#xd800;' * 90_000}</p>"),
    "2 MB of ampersands": made(lambda: f"<p>{'&' * 2 * MB}</p>"),
    "490,000 less-than": made(lambda: f"<p>{'<' * 490_000}</p>"),
    "a title of 5 MB": headed(lambda: f"<title>{'a | b - ' * (5 * MB // 8)}</title>"),
    "a heading of 2 MB": made(lambda: f"<h1>{'a | b - ' * (2 * MB // 8)}</h1>"),
    "a script of 9 MB": headed(lambda: f"<script>{'if (a < b) c(); d = 1; e = 2; ' * 290_000}</script>"),
    "a script without end": made(lambda: "<script>" + "x" * 2 * MB + "</script>"),
    "a comment of 9 MB": made(lambda: f"<!--{'- ' * 4_400_000}-->"),
    "490,000 comments": made(lambda: "<!-- -->" * 490_000),
    # Attributes.
    "a million attributes": made(lambda: f"<p {attributes(MB)}>x</p>"),
    "50,000 attributes below 500 KB": made(lambda: f"<p {attributes(50_000)}>x</p>"),
    "20,000 attributes with quotes": made(lambda: f"""<p {attributes(20_000, "'>'")}>x</p>"""),
    "9 MB of tags with 2,000 attributes": made(lambda: f"<p {attributes(2_000)}>x</p>" * 600),
    "the same attribute a million times": made(lambda: f"<p {'class=x ' * MB}>x</p>"),
    "attributes without names": made(lambda: f"<p {'= ' * MB}>x</p>"),
    "a data URI of 5 MB": made(lambda: f"<img src='data:image/png;base64,{'A/+b' * (5 * MB // 4)}'>"),
    "1,000 data URIs of 9 KB": made(lambda: f"<img src='data:image/png;base64,{'A/+b' * 2_200}'>" * 1_000),
    "1,000 unquoted data URIs of 9 KB": made(lambda: f"<img src=data:image/png;base64,{'A/+b' * 2_200}>" * 1_000),
    "a class of 2 MB": made(lambda: f"<div class='{'caption author ' * (2 * MB // 15)}'>x</div>"),
    "100,000 elements in a class of 2 MB": made(
        lambda: f"<div class='{'x' * 2 * MB}'>{'<a href=/a><i>x</i></a>' * 100_000}</div>"
    ),
    "a base of 2 MB and 100,000 links": Case(
        lambda: story("<a href=x>y</a>" * 100_000, f"<base href='https://example.com/{'a/' * (2 * MB // 2)}'>").encode()
    ),
    "a base of 2,000 bytes and 100,000 links": Case(
        lambda: story("<a href=x>y</a>" * 100_000, f"<base href='https://example.com/{'a/' * 1_000}'>").encode()
    ),
    "links of 8,000 bytes": made(lambda: f"<a href='/{'../a/' * 1_600}'>x</a>" * 600),
    "a srcset of 2 MB": made(lambda: f"<img srcset='{'a.jpg 1x, ' * (2 * MB // 10)}'>"),
    "a quote that never closes": raw(lambda: story("<a href='x>" + filler(MB)).encode()),
    "9 million equal signs": raw(lambda: b"<p>x</p><a " + b"=" * 9 * MB),
    "4 million unquoted values": raw(lambda: b"<p>x</p><a " + b"= " * 4 * MB),
    # Nesting.
    "200,000 nested divs": made(lambda: "<div>w " * 200_000 + "</div>" * 200_000),
    "200,000 nested divs without end": made(lambda: "<div>w " * 200_000),
    "100,000 nested b and font": made(lambda: "<b>w <font>w " * 50_000 + "</font></b>" * 50_000),
    "100,000 nested spans": made(lambda: "<span>w " * 100_000 + "</span>" * 100_000),
    "100,000 unclosed a": made(lambda: "<a href=/x>w " * 100_000),
    "10,000 tables in tables": made(lambda: "<table><tr><td>w " * 10_000 + "</td></tr></table>" * 10_000),
    "100,000 nested lists": made(lambda: "<ul><li>w " * 100_000 + "</li></ul>" * 100_000),
    "100,000 nested blockquotes": made(lambda: "<blockquote>w " * 100_000 + "</blockquote>" * 100_000),
    "100,000 nested figures": made(lambda: "<figure><img src=/a.jpg><figcaption>w " * 100_000),
    "100,000 nested pres": made(lambda: "<pre>w " * 100_000),
    "100,000 nested selects": made(lambda: "<select><option>w " * 100_000 + "</select>" * 100_000),
    "100,000 nested objects": made(lambda: "<object>w " * 100_000 + "</object>" * 100_000),
    "100,000 nested forms": made(lambda: "<form>w " * 100_000),
    "100,000 nested svgs": made(lambda: "<svg><g>w " * 100_000 + "</g></svg>" * 100_000),
    "2,000 nested divs 100 times": made(lambda: ("<div>w " * 2_000 + "</div>" * 2_000) * 100),
    "a million end tags on a deep tree": made(lambda: "<div>" * 2_000 + "</p></b>" * 500_000, "too_big"),
    "490,000 end tags on a deep tree": made(lambda: "<div>" * 2_000 + "</p></b>" * 245_000),
    "490,000 unknown end tags on a deep tree": made(lambda: "<div>" * 2_000 + "</x>" * 490_000),
    "100,000 end tags between open formats": made(lambda: "<b><i><u>" * 600 + "</div></b>" * 100_000),
    "tables that are never rows": made(lambda: "<table>w" * 100_000),
    "misnested formats": made(lambda: "<b><p>w</b></p>" * 100_000),
    # Breadth.
    "100,000 siblings": made(lambda: "<p>w</p>" * 100_000),
    "a million siblings": made(lambda: "<p>w</p>" * MB, "too_big"),
    "100,000 siblings of divs": made(lambda: "<div><p>w</p></div>" * 100_000),
    "100,000 open paragraphs": made(lambda: "<p>w" * 100_000),
    "100,000 links": made(lambda: "<a href=/x/y-z>a story of some words</a>" * 100_000),
    "100,000 options": made(lambda: f"<select>{'<option>w' * 100_000}</select>"),
    "100,000 list items": made(lambda: f"<ul>{'<li>w' * 100_000}</ul>"),
    "100,000 headings": made(lambda: "<h2>w</h2>" * 100_000),
    "100,000 images": made(lambda: "<img src=/a.jpg alt=w>" * 100_000),
    "50,000 different images": made(lambda: "".join(f"<p>w</p><img src=/{n}.jpg>" for n in range(50_000))),
    "20,000 images before one caption": made(
        lambda: (
            f"<div>{''.join(f'<img src=/{n}.jpg>' for n in range(20_000))}</div><div class=caption>{filler(4 * MB)}</div>"
        )
    ),
    "20,000 captions": made(lambda: "<figure><img src=/a.jpg><figcaption>w by w</figcaption></figure>" * 20_000),
    "100,000 bylines": made(lambda: "<p class=byline>By Nobody At All</p>" * 100_000),
    "100,000 dates": made(lambda: "<p class=date>3 May 2026</p><time>2026-05-03</time>" * 60_000),
    "1 MB of dates": made(lambda: "<p class=date>3 May 2026</p>" * 30_000),
    "1 MB of numbers": made(lambda: f"<p>{'2026-05- 2026/13/ 1999-' * 40_000}</p>"),
    "100,000 metas": headed(lambda: "<meta name=author content='dpa, x'>" * 100_000),
    "100,000 text nodes": made(lambda: f"<p>{'w<wbr>' * 100_000}</p>"),
    "100,000 inline elements": made(lambda: f"<p>{'<b>w</b> ' * 100_000}</p>"),
    # Tables.
    "a colspan of a billion": page("<table><tr><td colspan=1000000000>a<td rowspan=1000000000>b</table>"),
    "10,000 colspans of 1,000": made(lambda: f"<table>{'<tr><td colspan=1000 rowspan=65534>a<td>b' * 10_000}</table>"),
    "a colspan of 2 MB": made(lambda: f"<table><tr><td colspan={'9' * 2 * MB}>a<td>b</table>"),
    "a negative colspan": page("<table><tr><td colspan=-1 rowspan=1e9>a<td colspan=٣>b</table>"),
    "a table of 300,000 cells": made(lambda: f"<table>{('<tr>' + '<td>w' * 100) * 3_000}</table>"),
    "300,000 empty cells": made(lambda: f"<table>{('<tr>' + '<td>' * 100) * 3_000}<tr><td>w<td>w</table>"),
    "300,000 cells in one row": made(lambda: f"<table><tr>{'<td>w' * 300_000}</table>"),
    # Metadata.
    "JSON-LD of 5 MB": headed(lambda: ld(json.dumps({"@type": "Article", "headline": "x" * 5 * MB}))),
    "JSON-LD of 10,000 levels": headed(lambda: ld("[" * 10_000 + "]" * 10_000)),
    "100,000 JSON-LD scripts": headed(lambda: ld('{"@type":"Article","headline":"x"}') * 100_000),
    "JSON-LD of digits": headed(lambda: ld('{"@type":"Article","headline":' + "9" * 1_900_000 + "}")),
    "JSON-LD that breaks at its end": headed(lambda: ld('{"@type":"Article","author":["a"' + ',"a"' * 400_000)),
    "a date in the year 3000": headed(lambda: ld('{"@type":"Article","datePublished":"3000-01-01T00:00:00Z"}')),
    "a date in the year 99999999": headed(
        lambda: "<meta property='article:published_time' content='99999999-01-01T00:00:00+99:99'>"
    ),
    "a canonical URL of 2 MB": headed(lambda: f"<link rel=canonical href='https://a.example/{'x' * 2 * MB}'>"),
    "an image URL of 2 MB": headed(lambda: f"<meta property=og:image content='https://a.example/{'x' * 2 * MB}'>"),
    # Characters.
    "NUL and control characters": Case(controls),
    "every character": Case(
        lambda: story(f"<p>{''.join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x11000)]))}</p>").encode()
    ),
    "lone bytes": Case(lambda: story("<p>#</p>").encode().replace(b"#", bytes(range(128, 256)) * 1_000)),
    "bidirectional controls": page("<p>" + "\u202e\u2066\u200f" * 10_000 + "</p>"),
    "XML with entities that grow": raw(lambda: xml(ENTITIES_THAT_GROW, "&i;" * 10)),
    "an entity that is a file": raw(lambda: xml('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;")),
}
"""Each case by its name."""
