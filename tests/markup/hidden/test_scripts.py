"""What scripts hold: values that they set or parse, and the texts of articles in JSON-LD."""

from __future__ import annotations

import json
import time
from html import escape
from typing import Any
from urllib.parse import quote

import pytest
from pace import is_quick

from boilerspider.markup.hidden.scripts import (
    MIN_STATE_CHARS,
    Bodies,
    Body,
    is_state,
    told_in_all,
    values_of,
    written_in,
)
from boilerspider.markup.tree import parse

QUICK_S = 5.0
"""Processor seconds that a hostile script may take; most of them take a tenth of one."""
STATE = {
    "page": {"title": "The wall of the harbour", "body": ["One.", 'Two "and" three.', "Fünf `x` $y."]},
    "more": "x" * 400,
}
WRITTEN = json.dumps(STATE)
TEMPLATE = WRITTEN.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$")

HELD = {
    "nothing else": (f"\n  {WRITTEN}\n", [STATE]),
    "assigned": (f"window.__STATE__ = {WRITTEN};", [STATE]),
    "assigned to a name in brackets": (f"window['paper']={WRITTEN};(function(){{}})()", [STATE]),
    "behind code": (f"(function(){{ var a = b; }})();\nvar x = {WRITTEN}\n;x()", [STATE]),
    "two": (f"window.a = {{}};\n  window.b = {WRITTEN};", [{}, STATE]),
    "assignments in its strings": (
        f"window.a = {json.dumps({'a': ';b = {}', 'c': STATE})};",
        [{"a": ";b = {}", "c": STATE}],
    ),
    "with what is not defined": (f'window.a = {{"b": undefined, "c": {WRITTEN}}};', [{"b": None, "c": STATE}]),
    "with a comma too many": (f"window.a = {WRITTEN[:-1]},}};", [STATE]),
    "parsed from a string": (f"window.a = JSON.parse({json.dumps(WRITTEN)});", [STATE]),
    "parsed from a template": (f"window.a = JSON.parse(`{TEMPLATE}`);", [STATE]),
    "parsed from a raw template": (
        f"window.a = JSON.parse(String.raw`{WRITTEN.replace('`', '')}`);",
        [json.loads(WRITTEN.replace("`", ""))],
    ),
    "in a section that XML does not read": (f"//<![CDATA[\n{WRITTEN}\n//]]>", [STATE]),
    "in such a section of a page in XML": (f"<![CDATA[{WRITTEN}]]>", [STATE]),
    "in one list": (json.dumps([["Reactive", 1], {"a": 2}, "x" * 400]), [{"a": "x" * 400}]),
    "handed over by Angular": (
        json.dumps({**STATE, "amp": "<p>it's & all</p>"})
        .replace("&", "&a;")
        .replace('\\"', "*")
        .replace('"', "&q;")
        .replace("<", "&l;")
        .replace(">", "&g;")
        .replace("'", "&s;"),
        [
            {
                **STATE,
                "page": {**STATE["page"], "body": ["One.", "Two *and* three.", "Fünf `x` $y."]},
                "amp": "<p>it's & all</p>",
            }
        ],
    ),
    "what looks like it in JSON": (json.dumps({**STATE, "a": "&q;"}), [{**STATE, "a": "&q;"}]),
    "commented out for old browsers": (f"<!--\n{WRITTEN}\n-->", []),
    "code": ("function a(b) { return b ? [1] : {}; }" * 40, []),
    "short": ('{"a": 1}', []),
    "a string that does not end": (f"a = JSON.parse({json.dumps(WRITTEN)[:-1]}", []),
    "late in the script": (f"{'x();' * 600}\nwindow.a = {WRITTEN};", []),
}


@pytest.mark.parametrize("name", HELD)
def test_values(name: str) -> None:
    script, values = HELD[name]
    assert (len(script) < MIN_STATE_CHARS) == (name == "short")
    assert values_of(script) == values


WRITTEN_IN = {
    "JSON": (f"window.a = {WRITTEN};", [STATE]),
    "a literal": (f"window.a = {{b: {WRITTEN}}};", [{"b": STATE}]),
    "a program": (f"window.a=(function(b){{return {{c:b,d:{WRITTEN}}}}}(1));", [{"c": 1, "d": STATE}]),
    "JSON as addresses have it": (f'window.a = "{quote(WRITTEN)}";', [STATE]),
    "such JSON that is decoded there": (f"window.a = JSON.parse(decodeURIComponent('{quote(WRITTEN)}'));", [STATE]),
    "such JSON late in the script": (f"{'x();' * 600}\nwindow.a = '{quote(WRITTEN)}';", []),
    "an address with such JSON": (f"{'x();' * 100}load('/a?b={quote(WRITTEN)}');", []),
    "a list of what pages need": (f"const data = [null,{{a:1,b:{WRITTEN}}}];", [[None, {"a": 1, "b": STATE}]]),
    "what comes last": (f"kit.start(app, element, {{a: 1, b: {WRITTEN}}});", [{"a": 1, "b": STATE}]),
    "beside an empty state": (f"window.a={{}};window.b=(function(b){{return {WRITTEN}}}(1));", [STATE, {}]),
    "a literal beside an empty state": (f"window.a={{}};window.b={{c:{WRITTEN}}};", [{}, {}, {"c": STATE}]),
    "code": ("function a(b) { return b ? [1] : {}; }" * 40, []),
    "short": ("a = {b: 1}", []),
}


@pytest.mark.parametrize("name", WRITTEN_IN)
def test_values_in_whatever_way(name: str) -> None:
    script, values = WRITTEN_IN[name]
    assert written_in(script) == values


HOSTILE = {
    "new lines": "a=1" + "\n" * 400_000 + "x = {",
    "tabs": "\t" * 400_000,
    "names": "x" * 400_000 + " = {",
    "parses": "JSON.parse(" * 60_000,
    "open string": 'JSON.parse("' + "\\" * 400_000,
    "open template": "JSON.parse(`" + "\\x" * 200_000,
    "assignments": "\nx = {" * 80_000,
    "what is not defined": "\nx = {" + ": undefined " * 80_000,
    "spaces": " " * 400_000,
    "brackets": "x = " + "[" * 400_000,
    "what Angular writes": "{" + "&a;q;" * 80_000,
    "encoded": "'%7B%22\"%7B%22\\" * 40_000,
    "names in a call": "f(" + "a, " * 130_000,
    "calls": "f(a,a,a," * 50_000,
    "lists of nothing": "x=[" + "null," * 80_000,
    "spaces before what is not defined": "\nx = {" + ":" + " " * 400_000 + "undefined",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_takes_quadratic_time(name: str) -> None:
    start = time.process_time()
    assert values_of(HOSTILE[name]) == []
    assert written_in(HOSTILE[name]) == []
    assert is_quick(time.process_time() - start, QUICK_S)


def test_what_islands_are_given() -> None:
    given = {"title": [0, "The wall"], "body": [1, [[0, "x" * 400]]]}
    root = parse(
        f"""<html><body><astro-island props="{escape(json.dumps(given))}"></astro-island>
        <astro-island props="{escape(json.dumps({"a": [0, 1]}))}"></astro-island><astro-island></astro-island>
        <astro-island props="[{" " * 400}]"></astro-island>
        <script>self.__next_f.push([1,"1:[2]\\n"])</script></body></html>""",
        None,
    )
    assert list(told_in_all(root.transcript)) == [[2], {"title": "The wall", "body": ["x" * 400]}]


def test_what_elements_are_given() -> None:
    html = f"""<html><body><div id="app" data-page="{escape(WRITTEN)}"><page-head :data-story='\n {escape(f"[{WRITTEN}]")} '>
        </page-head></div><p title="{"The wall " * 60}" data-less='{{"a": 1}}' data-broken="{{{"x" * MIN_STATE_CHARS}">"""
    found = list(told_in_all(parse(html, None).transcript))
    assert found == [{"page": STATE}, {"data-story": [STATE]}]


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [("window.__INITIAL_STATE__ = {}", "", True), ("{}", "__NEXT_DATA__", True), ("var a = {}", "data", False)],
)
def test_what_is_called_a_state(text: str, name: str, found: bool) -> None:
    assert is_state(text, name) is found


LONG = "The wall of the harbour has held through the storm of the century."


@pytest.mark.parametrize(
    ("value", "bodies"),
    [
        ({"articleBody": LONG}, [Body(LONG, "", "")]),
        (
            {"@graph": [{"@type": "Person"}, {"articleBody": LONG, "headline": "Wall", "url": "https://a.example/1"}]},
            [Body(LONG, "Wall", "https://a.example/1")],
        ),
        (
            {"articleBody": LONG, "mainEntityOfPage": {"@id": "https://a.example/2"}},
            [Body(LONG, "", "https://a.example/2")],
        ),
        ({"@type": "NewsArticle", "description": LONG * 20}, [Body(LONG * 20, "", "")]),
        ({"@type": ["Thing", "BlogPosting"], "description": LONG * 20}, [Body(LONG * 20, "", "")]),
        ({"@type": "NewsArticle", "description": LONG * 20, "articleBody": LONG}, [Body(LONG, "", "")]),
        ({"@type": "NewsArticle", "description": LONG}, []),
        ({"@type": "NewsArticle", "description": [LONG * 20]}, []),
        ({"@type": "VideoObject", "description": LONG * 20}, []),
        ({"@type": "JobPosting", "description": LONG * 20}, []),
        ({"articleBody": "Short.", "headline": "Wall"}, []),
        ({"articleBody": [LONG], "headline": ["Wall"]}, []),
        ([[{"articleBody": LONG, "headline": ["Wall"], "url": 7}]], [Body(LONG, "", "7")]),
        (None, []),
    ],
)
def test_texts_of_articles(value: Any, bodies: list[Body]) -> None:
    assert list(Bodies().of(value)) == bodies
