"""Our own pages, damaged: cut, nested, swapped, repeated, laden with entities, flipped, re-encoded. The same for the same seed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from functools import cache
from random import Random

import loopback

from boilerspider.demo.desk import answer, visit
from boilerspider.demo.material import load_press, load_stories
from boilerspider.demo.site import build_site

MAX_BYTES = 12_000
"""Of a page before it is damaged, so that thousands can be read."""

TAG = re.compile(r"<[^<>]*>")
PARTS = (
    "<p>", "</p>", "<div>", "</div>", "<b>", "</i>", "<a href='//[::1'>", "<a href=javascript:alert(1)>", "</a>", "<table>",
    "<tr>", "<td colspan=9999999999 rowspan=-1>", "</table>", "<ul><li>", "<pre>\n", "</pre>", "<br><br>", "<!--", "-->", "--!>",
    "<![CDATA[", "]]>", "<?php ?>", "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>", "<select><option>",
    "<noscript>", "</noscript>", "<svg><desc>", "<math><mtext>", "<template>", "<iframe>", "<frameset>", "<body>", "</body>", "</html>",
    "<head>", "<base href=x:>", "<img src=data:,x>", "<img src=/a.jpg srcset='b.jpg 2x,, c.jpg'>", "<figure><figcaption>", "</figure>",
    "<picture><source srcset=//a>", "<h1>", "</h6>", "<q cite=x>", "<p onclick=alert(1) style=x>", "<x-y:z a=1 a=2 =3 '\">", "<p <p>",
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":', '"author":[{"name":{"@id":"#"}}],', "}</script>",
    "<meta charset=utf-7>", "<meta name=author content='a, b & c'>", "<meta property=og:image content='http://[x'>",
    "<time datetime=9999-99-99>", "<link rel=canonical href=//\\>", "<p class='byline author'>By ", "<plaintext>", "<xmp>", "<object>",
)  # fmt: skip
ENTITIES = (
    "&amp;", "&lt;script&gt;", "&nbsp;", "&#0;", "&#x1F600;", "&#xD83D;&#xDE00;", "&#1114112;", "&#x85;", "&shy;", "&zwnj;", "&bogus;", "&amp",
    "&amp;amp;lt;", "&NotEqualTilde;", "&#", "&#x;", "&", "&#13;", "&#27;", "&#8238;",
)  # fmt: skip
CHARACTERS = "\0\x01\x0b\x0c\x1b\x7f\x85\u00a0\u00ad\u200b\u200d\u2028\u202e\ufeff\ufffd\ufffe\uffff\ud800\udfff\U0001f600\u0301字กʼ’-"
CODECS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "latin-1",
    "cp1252",
    "koi8-r",
    "shift_jis",
    "gb18030",
    "utf-7",
    "cp037",
)
LABELS = (
    None,
    "utf-8",
    "utf-16",
    "iso-8859-1",
    "windows-1251",
    "shift_jis",
    "gb18030",
    "iso-2022-jp",
    "utf-7",
    "hex",
    "x-user-defined",
    "\0",
)


WORD = re.compile(r"(?<=[>\s\"'])(?=\w)")
"""Where a word begins."""


def rare_pages() -> tuple[str, ...]:
    """Pages that are read in ways of their own: a day in another language, a story that a script holds below a lead that is shown."""
    day = "<p class=date>kedd, 2024. március 12.</p><p>Jane Roe, vor drei Tagen</p>"
    dated = loopback.page("bridge").replace("</h1>", f"</h1>{day}")
    lead = "The wall of the old port has held through the storm of the century, and nobody can say why it did."
    story = "<br>".join(loopback.sentences("harbour", 20))
    held = json.dumps({"@type": "NewsArticle", "headline": "The harbour wall holds", "articleBody": story})
    told = (
        f'<html><head><title>The harbour wall holds</title><meta name=description content="{lead}"><script type="application/ld+json">'
        f"{held}</script></head><body><h1>The harbour wall holds</h1><p>{lead}</p></body></html>"
    )
    return dated, told


@cache
def seeds() -> tuple[str, ...]:
    """Pages of the three designs of the embedded newspaper, and some of the tests' own, without the longest scripts and styles."""
    press = load_press()
    stories = load_stories(datetime(2026, 11, 20, tzinfo=timezone.utc))
    found = [loopback.page("bridge", head="<meta name=author content='Jane Roe'>"), *rare_pages()]
    for paper in press.papers:
        site = build_site(press, paper, "https://example.com", stories)
        for story in site.stories[:3]:
            found += [
                answer(visit(site, path, Random(1))).body.decode("utf-8", "replace") for path in (site.path(story), "/")
            ]
    return tuple(shortened(page) for page in found)


def shortened(page: str) -> str:
    page = re.sub(r"<(style)\b.*?</\1>", "", page, flags=re.DOTALL)
    middle = len(page) // 2
    half = MAX_BYTES // 2
    return page if len(page) <= MAX_BYTES else page[:half] + page[middle : middle + half]


def cut(page: str, chance: Random) -> str:
    start, end = sorted(chance.randrange(len(page) + 1) for _ in range(2))
    return chance.choice((page[:start], page[end:], page[:start] + page[end:], page[start:end]))


def nested(page: str, chance: Random) -> str:
    at = chance.randrange(len(page) + 1)
    return page[:at] + chance.choice(PARTS) * chance.choice((2, 10, 300, 2_100)) + page[at:]


def inserted(page: str, chance: Random) -> str:
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(page) + 1)
        page = page[:at] + chance.choice(PARTS) + page[at:]
    return page


def laden(page: str, chance: Random) -> str:
    pool = chance.choice((ENTITIES, CHARACTERS))
    for _ in range(chance.randrange(1, 30)):
        at = chance.randrange(len(page) + 1)
        page = page[:at] + chance.choice(pool) + page[at:]
    return page


def sprinkled(page: str, chance: Random) -> str:
    """Signs before a third of the words, as themselves or as scripts write them."""
    sign = chance.choice(CHARACTERS)
    written = chance.choice((sign, json.dumps(sign)[1:-1], f"&#{ord(sign)};"))
    return WORD.sub(lambda _: written if chance.random() < 1 / 3 else "", page)


def swapped(page: str, chance: Random) -> str:
    tags = [match.span() for match in TAG.finditer(page)]
    for _ in range(chance.randrange(1, 8) if len(tags) > 1 else 0):
        one, two = chance.sample(tags, 2)
        page = page[: one[0]] + page[slice(*two)] + page[one[1] :]
    return page


def untagged(page: str, chance: Random) -> str:
    return TAG.sub(lambda tag: "" if chance.random() < 0.1 else tag[0], page)


def repeated(page: str, chance: Random) -> str:
    start = chance.randrange(len(page) + 1)
    end = min(len(page), start + chance.randrange(1, 2_000))
    return page[:end] + page[start:end] * chance.choice((1, 2, 8)) + page[end:]


def reversed_part(page: str, chance: Random) -> str:
    start, end = sorted(chance.randrange(len(page) + 1) for _ in range(2))
    return page[:start] + page[start:end][::-1][:3_000] + page[end:]


MUTATIONS: tuple[Callable[[str, Random], str], ...] = (
    cut, nested, inserted, laden, sprinkled, swapped, untagged, repeated, reversed_part,
)  # fmt: skip


def flipped(page: bytes, chance: Random) -> bytes:
    damaged = bytearray(page)
    for _ in range(chance.randrange(1, 40) if damaged else 0):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def mutant(number: int) -> tuple[bytes | str, str | None]:
    """A damaged page and the encoding that is declared for it."""
    chance = Random(number)
    page = chance.choice(seeds())
    for mutate in chance.choices(MUTATIONS, k=chance.randrange(1, 4)):
        page = mutate(page, chance)[: 3 * MAX_BYTES]
    if chance.random() < 0.1:
        return page, None
    codec, label = ("utf-8", None) if chance.random() < 0.5 else (chance.choice(CODECS), chance.choice(LABELS))
    body = page.encode("utf-8", "surrogatepass") if codec == "utf-8" else page.encode(codec, "replace")
    return (flipped(body, chance) if chance.random() < 0.3 else body), label


def mutants(start: int, count: int) -> Iterator[tuple[bytes | str, str | None]]:
    """So many damaged pages."""
    return map(mutant, range(start, start + count))
