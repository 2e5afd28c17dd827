"""Values that scripts write as JavaScript: literals, and programs that return one."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.hidden.literals import HEAD, literals_of, returned
from boilerspider.markup.metadata.jsonld import MAX_DEPTH, MAX_SCRIPT_CHARS

QUICK_S = 5.0
"""Processor seconds that a hostile script may take; most of them take a tenth of one."""

LITERALS = {
    "JSON": ('x = {"a": [1, -2.5, true, false, null, "b"]}', {"a": [1, -2.5, True, False, None, "b"]}),
    "names of keys": ("x = {a: 1, $b_2: 2, 'c d': 3, 4: 5}", {"a": 1, "$b_2": 2, "c d": 3, "4": 5}),
    "strings": (
        r"x = {a: 'It\'s', b: `two\nlines`, c: \"d\"}".replace(r"\"", '"'),
        {"a": "It's", "b": "two\nlines", "c": "d"},
    ),
    "escapes": (
        r'x = {a: "\u003Cp\u003E\x41\u002F", b: "\ud83d\ude00", c: "\ud83d", d: "\q\0"}',
        {"a": "<p>A/", "b": "😀", "c": "\ufffd", "d": "q"},
    ),
    "short for": (
        "x = {a: !0, b: !1, c: void 0, d: .5, e: -.26, f: 1e3, g: Array(3), h: Object.create(null)}",
        {"a": True, "b": False, "c": None, "d": 0.5, "e": -0.26, "f": 1000.0, "g": [], "h": {}},
    ),
    "days": ('x = {a: new Date(1700000000000), b: new Date("2026-01-02")}', {"a": "1700000000000", "b": "2026-01-02"}),
    "names of nothing known": ("x = {a: undefined, b: c, d: NaN}", {"a": None, "b": None, "d": None}),
    "commas too many": ("x = {a: [1, 2,], b: 3,}", {"a": [1, 2], "b": 3}),
    "handed to a function": ("app.start({a: [{b: 1}]}, 2)", {"a": [{"b": 1}]}),
    "of a function": ("window.state = () => ({a: 1})", {"a": 1}),
    "in a call behind a call": ("(window[x('y')] ??= []).push({a: undefined})", {"a": None}),
    "what is computed": (
        "x = {a: 1 + 2, b: f('}', [3, 4]), c: d.e, f: function (g) { return [g, 'h'] }, i: () => {}, j: [k || 5], l: 6}",
        {"a": None, "b": None, "c": None, "f": None, "i": None, "j": [None], "l": 6},
    ),
    "a program in a string": ('x = {a: "(function(b){return {c:b}}(1))"}', {"a": "(function(b){return {c:b}}(1))"}),
}


@pytest.mark.parametrize("name", LITERALS)
def test_literals(name: str) -> None:
    script, value = LITERALS[name]
    assert list(literals_of(script)) == [value]


UNREADABLE = {
    "spread": "x = {...a}",
    "a template with code": "x = {a: `${alert(1)}`}",
    "closed otherwise": "x = {a: [1}}",
    "open": "x = {a: 1",
    "an open string": "x = {a: 'b}",
    "a regular expression": "x = {a: /b/}",
    "a method": "x = {a() { return 1 }}",
    "no key": "x = {[a]: 1}",
    "too deep": "x = {a: " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1) + "}",
    "late": "y();" * HEAD + "x = {a: 1}",
    "too long": "x = {a: 1}" + " " * MAX_SCRIPT_CHARS,
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_literal(name: str) -> None:
    assert list(literals_of(UNREADABLE[name])) == []
    assert returned(UNREADABLE[name]) is None


def test_those_within_one_before_are_none() -> None:
    assert list(literals_of("a = {b: 'c = {d: 1}'}; e({f: 2}); g = {...h}; i = {j: 3}")) == [
        {"b": "c = {d: 1}"},
        {"f": 2},
        {"j": 3},
    ]


PROGRAMS = {
    "given values": ('x=(function(a,b){return {c:a,d:[b,a]}}("one",2));', {"c": "one", "d": [2, "one"]}),
    "closed before it is called": ("x = (function (a) { return {c: a}; })(1)", {"c": 1}),
    "an arrow": ("x=((a,b)=>{return {c:b}}(1,2))", {"c": 2}),
    "without parameters": ("x=(function(){return {c:1}}())", {"c": 1}),
    "handed on": ("start(x, (function(a){return [a]}(3)))", [3]),
    "objects that are set": (
        'x=(function(a,b){a.title="The wall";a["body"]=[b];return {page:a,error:b}}({},null))',
        {"page": {"title": "The wall", "body": [None]}, "error": None},
    ),
    "lists that are set": ('x=(function(a){a[0]="One.";a[1]="Two.";return {c:a}}(Array(2)))', {"c": ["One.", "Two."]}),
    "one in another": ('x=(function(a,b){a.b=b;b.c="d";return {a:a}}({},{}))', {"a": {"b": {"c": "d"}}}),
    "what is named twice": (
        "x=(function(a){a.b=1;return {c:a,d:a,e:[a]}}({}))",
        {"c": {"b": 1}, "d": None, "e": [None]},
    ),
    "what would hold itself": ("x=(function(a){a.b=a;return {c:a}}({}))", {"c": {"b": None}}),
    "two that name each other": (
        'x=(function(a,b){a.next=b;b.previous=a;b.title="One";return {data:[{post:a}]}}({},{}))',
        {"data": [{"post": {"next": {"previous": None, "title": "One"}}}]},
    ),
    "one that another names before it is returned": (
        "x=(function(a,b){b.previous=a;a.c=1;return {post:a,next:b}}({},{}))",
        {"post": {"c": 1}, "next": {"previous": None}},
    ),
    "more parameters than values": ("x=(function(a,b){return {a:a,b:b}}(1))", {"a": 1, "b": None}),
    "what is computed": ("x=(function(a,b){return {c:a,d:b+1,e:[b.f]}}(g(),2))", {"c": None, "d": None, "e": [None]}),
    "what sets nothing": ('x=(function(a){a.b=1;c.d=2;return {a:a}}("e"))', {"a": "e"}),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    program, value = PROGRAMS[name]
    assert returned(program) == value


@pytest.mark.parametrize(
    "program",
    [
        "x=(function(a){return a+1}(1))",
        "x=(function(a){if(a)return {b:1};return {c:2}}(1))",
        "x=(function(a){return {b:a}})",
        "x=(function(a){a.b.c=1;return {b:a}}({}))",
        "x=(function(a){var b=1;return {b:a}}({}))",
        "x=(function(a){",
        "y();" * HEAD + "x=(function(a){return {b:a}}(1))",
    ],
)
def test_what_computes(program: str) -> None:
    assert returned(program) is None


HOSTILE = {
    "assignments": "x={" * 600_000,
    "calls": "x({a:" * 300_000,
    "functions": "=(function(" * 150_000,
    "parameters": "=(function(" + "a," * 700_000,
    "arrows": "=((" + "a, " * 500_000,
    "spaces": "x = {" + " " * 1_900_000,
    "open strings": "x={a:'" * 250_000,
    "statements": "x=(function(a){" + "a.b=1;" * 300_000,
    "escapes": "x={a:'" + "\\" * 1_900_000,
    "keys": "x={" + "a:1," * 450_000,
    "names": "x=(function(a){return [" + "a," * 400_000 + "]}({}))",
    "computed": "x={" + "a:b+[c]," * 230_000,
    "deep in what is computed": "x={a:b" + "(" * 1_900_000,
    "numbers": "x={a:" + "1" * 1_900_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_takes_quadratic_time(name: str) -> None:
    start = time.process_time()
    assert list(literals_of(HOSTILE[name])) == []
    found = returned(HOSTILE[name])
    assert found is None or len(found) > 0
    assert is_quick(time.process_time() - start, QUICK_S)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=25,
)


@given(st.dictionaries(st.text(), VALUES, max_size=5))
def test_what_is_json_is_read_as_json(value: dict[str, Any]) -> None:
    written = json.dumps(value)
    assert list(literals_of(f"x = {written}")) == [json.loads(written)]
    assert returned(f"x=(function(a){{return {{b:a}}}}({written}))") == {"b": json.loads(written)}


PIECES = (
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    ";",
    "a",
    "b",
    "a.b=",
    "return ",
    '"c"',
    "'",
    "1",
    "!0",
    "=(function(a,b){",
    "}(",
    "x = {",
)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_no_script_makes_it_raise_or_go_round(script: str) -> None:
    assert json.dumps([*literals_of(script), returned(f"x{script}")])
