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


Size = Callable[[int], int]


@dataclass(frozen=True)
class Case:
    """A hostile page."""

    make: Callable[[Size], bytes]
    """The page, its counts taken through a function: the identity, or one that makes a smaller page of the same kind."""
    outcome: str = "article"
    """`article`, or the reason of the UnreadablePage."""
    keeps_story: bool = True
    """Whether the story around the hostile part must be in the text of an extractor that keeps everything."""

    def body(self, share: float = 1.0) -> bytes:
        """The page, or one with so much of what is many in it."""
        return self.make(lambda count: max(1, round(count * share)))


def story(hostile: str = "", head: str = "", *, attributes: str = "") -> str:
    """A story with something hostile in its midst."""
    return (
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>The Sunday ferry</title>{head}</head>"
        f"<body><article{attributes}><h1>The Sunday ferry is back</h1><p>{FIRST} {TEXT}</p>{hostile}<p>{TEXT} {LAST}</p></article></body></html>"
    )


def page(hostile: str = "", head: str = "", *, attributes: str = "", outcome: str = "article") -> Case:
    return Case(lambda _: story(hostile, head, attributes=attributes).encode(), outcome)


def made(hostile: Callable[[Size], str], outcome: str = "article") -> Case:
    return Case(lambda n: story(hostile(n)).encode(), outcome)


def headed(head: Callable[[Size], str]) -> Case:
    return Case(lambda n: story("", head(n)).encode())


def raw(make: Callable[[Size], bytes], outcome: str = "article") -> Case:
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


def controls(_: Size) -> bytes:
    return story("<p>nul\x00l, bell\x07, escape\x1b[31m, vertical\x0btab, delete\x7f, next\x85line</p>").encode()


def random_bytes(size: int) -> bytes:
    return random.Random(3).randbytes(size)


CASES: dict[str, Case] = {
    # No page at all.
    "empty body": raw(lambda _: b""),
    "white space alone": raw(lambda n: b" \r\n\t" * n(1000)),
    "a comment alone": raw(lambda n: b"<!--" + b"x" * n(MB)),
    "binary as HTML": raw(lambda n: random_bytes(n(MB)), "not_html"),
    "binary behind a tag": raw(lambda n: b"<html><body>" + random_bytes(n(MB)), "not_html"),
    "binary behind a page": raw(lambda n: b"<html><body>" + b"<p>text</p>" * 1000 + random_bytes(n(MB))),
    "a PDF as HTML": raw(lambda n: b"%PDF-1.7\n" + random_bytes(n(MB)), "not_html"),
    "nothing but NUL": raw(lambda n: b"\0" * n(5 * MB), "not_html"),
    "UTF-32": raw(lambda _: story().encode("utf-32")),
    "2 MB of JSON": raw(lambda n: json.dumps([{"html": "<p>x</p>"}] * n(90_000)).encode(), "not_html"),
    "100,000 levels of JSON": raw(lambda n: b"[" * n(100_000) + b'"<p>"' + b"]" * n(100_000), "not_html"),
    # Size.
    "20 MB": made(lambda n: filler(n(20 * MB)), "too_big"),
    "10 MB less a bit": made(lambda n: filler(n(10 * MB) - 5_000)),
    "a million br": made(lambda n: "<br>" * n(MB), "too_big"),
    "490,000 br": made(lambda n: "w<br>" * n(490_000)),
    "2 MB of one text": made(lambda n: f"<p>{TEXT * n(10_000)}</p>"),
    "2 MB of one word": made(lambda n: f"<p>{'x' * n(2 * MB)}</p>"),
    "2 MB of one word in parts": made(lambda n: f"<p>{'x-' * n(2 * MB // 2)}</p>"),
    "2 MB of ideographs": made(lambda n: f"<p>{'字' * n(2 * MB // 3)}</p>"),
    "2 MB of Thai": made(lambda n: f"<p>{'ก' * n(2 * MB // 3)}</p>"),
    "2 MB of combining marks": made(lambda n: f"<p>{'a' + chr(0x301) * n(2 * MB // 2)}</p>"),
    "1 MB of marks in pairs, in fifty blocks": made(
        lambda n: f"<p>one two three four five six e{(chr(0x301) + chr(0x323)) * n(MB // 200)}</p>" * 50
    ),
    "2 MB of spaces": made(lambda n: f"<p>x{' ' * n(2 * MB)}x</p>"),
    "2 MB of no-break spaces": made(lambda n: f"<p>x{chr(160) * n(2 * MB // 2)}x</p>"),
    "2 MB of line feeds": made(lambda n: f"<pre>x{chr(10) * n(2 * MB)}x</pre>"),
    "2 MB of full stops": made(lambda n: f"<p>{'.' * n(2 * MB)}</p>"),
    "2 MB of entities": made(lambda n: f"<p>{'&amp;' * n(400_000)}</p>"),
    "2 MB of unknown entities": made(lambda n: f"<p>{'&xyz' * n(500_000)}</p>"),
    "2 MB of numeric entities": made(lambda n: f"<p>{'&#1114112;&#0;&#xd800;' * n(90_000)}</p>"),
    "2 MB of ampersands": made(lambda n: f"<p>{'&' * n(2 * MB)}</p>"),
    "490,000 less-than": made(lambda n: f"<p>{'<' * n(490_000)}</p>"),
    "a title of 5 MB": headed(lambda n: f"<title>{'a | b - ' * n(5 * MB // 8)}</title>"),
    "a heading of 2 MB": made(lambda n: f"<h1>{'a | b - ' * n(2 * MB // 8)}</h1>"),
    "a script of 9 MB": headed(lambda n: f"<script>{'if (a < b) c(); d = 1; e = 2; ' * n(290_000)}</script>"),
    "a script without end": made(lambda n: "<script>" + "x" * n(2 * MB) + "</script>"),
    "a comment of 9 MB": made(lambda n: f"<!--{'- ' * n(4_400_000)}-->"),
    "490,000 comments": made(lambda n: "<!-- -->" * n(490_000)),
    # Attributes.
    "a million attributes": made(lambda n: f"<p {attributes(n(MB))}>x</p>"),
    "50,000 attributes below 500 KB": made(lambda n: f"<p {attributes(n(50_000))}>x</p>"),
    "20,000 attributes with quotes": made(lambda n: f"""<p {attributes(n(20_000), "'>'")}>x</p>"""),
    "9 MB of tags with 2,000 attributes": made(lambda n: f"<p {attributes(2_000)}>x</p>" * n(600)),
    "the same attribute a million times": made(lambda n: f"<p {'class=x ' * n(MB)}>x</p>"),
    "attributes without names": made(lambda n: f"<p {'= ' * n(MB)}>x</p>"),
    "a data URI of 5 MB": made(lambda n: f"<img src='data:image/png;base64,{'A/+b' * n(5 * MB // 4)}'>"),
    "1,000 data URIs of 9 KB": made(lambda n: f"<img src='data:image/png;base64,{'A/+b' * 2_200}'>" * n(1_000)),
    "1,000 unquoted data URIs of 9 KB": made(lambda n: f"<img src=data:image/png;base64,{'A/+b' * 2_200}>" * n(1_000)),
    "a class of 2 MB": made(lambda n: f"<div class='{'caption author ' * n(2 * MB // 15)}'>x</div>"),
    "100,000 elements in a class of 2 MB": made(
        lambda n: f"<div class='{'x' * n(2 * MB)}'>{'<a href=/a><i>x</i></a>' * n(100_000)}</div>"
    ),
    "a base of 2 MB and 100,000 links": Case(
        lambda n: story(
            "<a href=x>y</a>" * n(100_000), f"<base href='https://example.com/{'a/' * n(2 * MB // 2)}'>"
        ).encode()
    ),
    "a base of 2,000 bytes and 100,000 links": Case(
        lambda n: story("<a href=x>y</a>" * n(100_000), f"<base href='https://example.com/{'a/' * 1_000}'>").encode()
    ),
    "links of 8,000 bytes": made(lambda n: f"<a href='/{'../a/' * 1_600}'>x</a>" * n(600)),
    "a srcset of 2 MB": made(lambda n: f"<img srcset='{'a.jpg 1x, ' * n(2 * MB // 10)}'>"),
    "a quote that never closes": raw(lambda n: story("<a href='x>" + filler(n(MB))).encode()),
    "9 million equal signs": raw(lambda n: b"<p>x</p><a " + b"=" * n(9 * MB)),
    "4 million unquoted values": raw(lambda n: b"<p>x</p><a " + b"= " * n(4 * MB)),
    # Nesting.
    "200,000 nested divs": made(lambda n: "<div>w " * n(200_000) + "</div>" * n(200_000)),
    "200,000 nested divs without end": made(lambda n: "<div>w " * n(200_000)),
    "100,000 nested b and font": made(lambda n: "<b>w <font>w " * n(50_000) + "</font></b>" * n(50_000)),
    "100,000 nested spans": made(lambda n: "<span>w " * n(100_000) + "</span>" * n(100_000)),
    "100,000 unclosed a": made(lambda n: "<a href=/x>w " * n(100_000)),
    "10,000 tables in tables": made(lambda n: "<table><tr><td>w " * n(10_000) + "</td></tr></table>" * n(10_000)),
    "100,000 nested lists": made(lambda n: "<ul><li>w " * n(100_000) + "</li></ul>" * n(100_000)),
    "100,000 nested blockquotes": made(lambda n: "<blockquote>w " * n(100_000) + "</blockquote>" * n(100_000)),
    "100,000 nested figures": made(lambda n: "<figure><img src=/a.jpg><figcaption>w " * n(100_000)),
    "100,000 nested pres": made(lambda n: "<pre>w " * n(100_000)),
    "100,000 nested selects": made(lambda n: "<select><option>w " * n(100_000) + "</select>" * n(100_000)),
    "100,000 nested objects": made(lambda n: "<object>w " * n(100_000) + "</object>" * n(100_000)),
    "100,000 nested forms": made(lambda n: "<form>w " * n(100_000)),
    "100,000 nested svgs": made(lambda n: "<svg><g>w " * n(100_000) + "</g></svg>" * n(100_000)),
    "2,000 nested divs 100 times": made(lambda n: ("<div>w " * 2_000 + "</div>" * 2_000) * n(100)),
    "a million end tags on a deep tree": made(lambda n: "<div>" * 2_000 + "</p></b>" * n(500_000), "too_big"),
    "490,000 end tags on a deep tree": made(lambda n: "<div>" * 2_000 + "</p></b>" * n(245_000)),
    "490,000 unknown end tags on a deep tree": made(lambda n: "<div>" * 2_000 + "</x>" * n(490_000)),
    "100,000 end tags between open formats": made(lambda n: "<b><i><u>" * 600 + "</div></b>" * n(100_000)),
    "tables that are never rows": made(lambda n: "<table>w" * n(100_000)),
    "misnested formats": made(lambda n: "<b><p>w</b></p>" * n(100_000)),
    # Breadth.
    "100,000 siblings": made(lambda n: "<p>w</p>" * n(100_000)),
    "a million siblings": made(lambda n: "<p>w</p>" * n(MB), "too_big"),
    "100,000 siblings of divs": made(lambda n: "<div><p>w</p></div>" * n(100_000)),
    "100,000 open paragraphs": made(lambda n: "<p>w" * n(100_000)),
    "100,000 links": made(lambda n: "<a href=/x/y-z>a story of some words</a>" * n(100_000)),
    "100,000 options": made(lambda n: f"<select>{'<option>w' * n(100_000)}</select>"),
    "100,000 list items": made(lambda n: f"<ul>{'<li>w' * n(100_000)}</ul>"),
    "100,000 headings": made(lambda n: "<h2>w</h2>" * n(100_000)),
    "100,000 images": made(lambda n: "<img src=/a.jpg alt=w>" * n(100_000)),
    "50,000 different images": made(
        lambda n: "".join(f"<p>w</p><img src=/{number}.jpg>" for number in range(n(50_000)))
    ),
    "20,000 images before one caption": made(
        lambda n: (
            f"<div>{''.join(f'<img src=/{number}.jpg>' for number in range(n(20_000)))}</div><div class=caption>{filler(n(4 * MB))}</div>"
        )
    ),
    "20,000 captions": made(lambda n: "<figure><img src=/a.jpg><figcaption>w by w</figcaption></figure>" * n(20_000)),
    "100,000 bylines": made(lambda n: "<p class=byline>By Nobody At All</p>" * n(100_000)),
    "100,000 dates": made(lambda n: "<p class=date>3 May 2026</p><time>2026-05-03</time>" * n(60_000)),
    "1 MB of dates": made(lambda n: "<p class=date>3 May 2026</p>" * n(30_000)),
    "1 MB of numbers": made(lambda n: f"<p>{'2026-05- 2026/13/ 1999-' * n(40_000)}</p>"),
    "100,000 metas": headed(lambda n: "<meta name=author content='dpa, x'>" * n(100_000)),
    "100,000 text nodes": made(lambda n: f"<p>{'w<wbr>' * n(100_000)}</p>"),
    "100,000 inline elements": made(lambda n: f"<p>{'<b>w</b> ' * n(100_000)}</p>"),
    # Tables.
    "a colspan of a billion": page("<table><tr><td colspan=1000000000>a<td rowspan=1000000000>b</table>"),
    "10,000 colspans of 1,000": made(
        lambda n: f"<table>{'<tr><td colspan=1000 rowspan=65534>a<td>b' * n(10_000)}</table>"
    ),
    "a colspan of 2 MB": made(lambda n: f"<table><tr><td colspan={'9' * n(2 * MB)}>a<td>b</table>"),
    "a negative colspan": page("<table><tr><td colspan=-1 rowspan=1e9>a<td colspan=٣>b</table>"),
    "a table of 300,000 cells": made(lambda n: f"<table>{('<tr>' + '<td>w' * 100) * n(3_000)}</table>"),
    "300,000 empty cells": made(lambda n: f"<table>{('<tr>' + '<td>' * 100) * n(3_000)}<tr><td>w<td>w</table>"),
    "300,000 cells in one row": made(lambda n: f"<table><tr>{'<td>w' * n(300_000)}</table>"),
    # Metadata.
    "JSON-LD of 5 MB": headed(lambda n: ld(json.dumps({"@type": "Article", "headline": "x" * n(5 * MB)}))),
    "JSON-LD of 10,000 levels": headed(lambda n: ld("[" * n(10_000) + "]" * n(10_000))),
    "100,000 JSON-LD scripts": headed(lambda n: ld('{"@type":"Article","headline":"x"}') * n(100_000)),
    "JSON-LD of digits": headed(lambda n: ld('{"@type":"Article","headline":' + "9" * n(1_900_000) + "}")),
    "JSON-LD that breaks at its end": headed(lambda n: ld('{"@type":"Article","author":["a"' + ',"a"' * n(400_000))),
    "a date in the year 3000": headed(lambda _: ld('{"@type":"Article","datePublished":"3000-01-01T00:00:00Z"}')),
    "a date in the year 99999999": headed(
        lambda _: "<meta property='article:published_time' content='99999999-01-01T00:00:00+99:99'>"
    ),
    "a canonical URL of 2 MB": headed(lambda n: f"<link rel=canonical href='https://a.example/{'x' * n(2 * MB)}'>"),
    "an image URL of 2 MB": headed(lambda n: f"<meta property=og:image content='https://a.example/{'x' * n(2 * MB)}'>"),
    # Characters.
    "NUL and control characters": Case(controls),
    "every character": Case(
        lambda n: story(f"<p>{''.join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x11000)]))}</p>").encode()
    ),
    "lone bytes": Case(lambda n: story("<p>#</p>").encode().replace(b"#", bytes(range(128, 256)) * n(1_000))),
    "bidirectional controls": page("<p>" + "\u202e\u2066\u200f" * 10_000 + "</p>"),
    "XML with entities that grow": raw(lambda _: xml(ENTITIES_THAT_GROW, "&i;" * 10)),
    "an entity that is a file": raw(lambda _: xml('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;")),
}
"""Each case by its name."""
