"""States that are sent in rows: what rows say, what they name, and elements as blocks."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.hidden.flight import MAX_ROW_DEPTH, MAX_SENT_CHARS, sent_in

QUICK_S = 5.0
"""Processor seconds that hostile scripts may take; most take a tenth of one."""
TEXT = "Ünder the harbour’s wall, “all” is quiet.\n9:[1] is no row."


def pushed(stream: str, size: int = 40) -> list[str]:
    """Scripts that send so many characters each."""
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    return [f"self.__next_f.push([1,{json.dumps(piece)}])" for piece in pieces]


def text_row(number: str, text: str) -> str:
    """A row whose text has its length in bytes before it."""
    return f"{number}:T{len(text.encode()):x},{text}"


SENT: dict[str, tuple[str, list[Any]]] = {
    "a value": ('0:{"a":[1,null,true,"x"]}\n', [{"a": [1, None, True, "x"]}]),
    "a text that stands in another row": (f'{text_row("6", TEXT)}7:["$6",{{"a":"$6"}}]\n', [[TEXT, {"a": TEXT}]]),
    "rows in each other": ('1:["$L2","$@3"]\n2:{"a":"$3"}\n3:{"b":1}\n', [[{"a": None}, {"b": 1}]]),
    "rows that hold each other": ('1:{"a":"$2"}\n2:{"b":"$1"}\n', [{"a": {"b": None}}]),
    "a row that holds itself": ('1:{"a":"$1"}\n', [{"a": None}]),
    "rows that none names": ('1:["a"]\n2:["b"]\n', [["a"], ["b"]]),
    "imports, hints and marks": ('1:I[7,[],""]\n:HL["/a.css"]\n2:"$Sreact.fragment"\n3:["$2"]\n', [[None]]),
    "strings that name nothing": (
        '1:["$$5 a ticket","$undefined","$D2026-01-02T03:04:05.000Z","$1:a:b","$77","$"]\n',
        [["$5 a ticket", None, "2026-01-02T03:04:05.000Z", None, None, None]],
    ),
    "an element": (
        '1:["$","p","key",{"className":"x","name":"y","children":["A ",["$","a",null,{"href":"/b","children":"b"}]]}]\n',
        [{"type": "p", "children": ["A ", {"type": "a", "href": "/b", "children": "b"}]}],
    ),
    "an element in development": ('1:["$","p",null,{"children":"A"},null,[],1]\n', [{"type": "p", "children": "A"}]),
    "an element of the application": ('1:["$","$L2",null,{"post":{"title":"A"}}]\n', [{"post": {"title": "A"}}]),
    "an element that another row is": (
        '1:{"a":"$2"}\n2:["$","p",null,{"children":"A"}]\n',
        [{"a": {"type": "p", "children": "A"}}],
    ),
    "markup in an element": (
        '1:["$","div",null,{"dangerouslySetInnerHTML":{"__html":"$2"}}]\n' + text_row("2", "<p>A</p>"),
        [{"type": "div", "dangerouslySetInnerHTML": {"__html": "<p>A</p>"}}],
    ),
    "elements without text": (
        '1:[["$","nav",null,{"children":"A"}],["$","script",null,{"children":"B"}]]\n',
        [[None, None]],
    ),
    "the head of a page's part": ('1:["$","header",null,{"children":"A"}]\n', [{"children": "A"}]),
    "a list that is none": ('1:["$",1,null,{}]\n', [[None, 1, None, {}]]),
    "a row that is no JSON": ('1:{"a":\n2:["b"]\n', [["b"]]),
    "a row that is too deep": (f'1:{"[" * (MAX_ROW_DEPTH + 1)}{"]" * (MAX_ROW_DEPTH + 1)}\n2:["b"]\n', [None, ["b"]]),
    "a row without its end": ('1:["b"]\n2:["c"', [["b"]]),
    "a text without its end": ('1:["$2"]\n2:Tff,abc', [["abc"]]),
    "nothing": ("\n\n", []),
}


@pytest.mark.parametrize("size", [7, 1_000_000])
@pytest.mark.parametrize("name", SENT)
def test_values(name: str, size: int) -> None:
    stream, values = SENT[name]
    assert sent_in(pushed(stream, size)) == values


@pytest.mark.parametrize(
    "scripts",
    [
        [],
        ["window.a = [1]"],
        ["(self.__next_f=self.__next_f||[]).push([0])"],
        ["self.__next_f.push([1,x])", "self.__next_f.push([2,null])"],
        ['self.__next_f.push([1,"1:[1]'],
        [r'self.__next_f.push([1,"\x31"])'],
    ],
)
def test_scripts_that_send_none(scripts: list[str]) -> None:
    assert sent_in(scripts) == []


def test_several_pieces_in_one_script() -> None:
    assert sent_in(['self.__next_f.push([1,"1:[\\"a\\","]);self.__next_f.push( [1, "2]\\n"] )']) == [["a", 2]]


HOSTILE = {
    "marks": ["__next_f.push([1," * 60_000],
    "strings that are open": ['__next_f.push([1,"\\' * 60_000],
    "spaces": ["__next_f.push(" + " " * 400_000],
    "new lines": pushed("\n" * 400_000, 1_000),
    "numbers": pushed("1" * 400_000, 400_000),
    "texts of nothing": pushed("1:T0," * 80_000, 400_000),
    "texts that are too long": pushed("1:Tffffffff," * 40_000, 400_000),
    "brackets": pushed("1:" + "[" * 400_000, 400_000),
    "rows of a text": pushed(
        text_row("1", "x" * 1_000) + "".join(f'{n:x}:["$1"]\n' for n in range(2, 40_000)), 900_000
    ),
    "rows in each other": pushed("".join(f'{n:x}:["${n + 1:x}"]\n' for n in range(40_000)), 900_000),
    "rows that name one": pushed('1:[["a"]]\n' + "".join(f'{n:x}:["$1","$1"]\n' for n in range(2, 40_000)), 900_000),
    "a row that names one": pushed('1:["a"]\n2:[' + '"$1",' * 100_000 + '"$1"]\n', 900_000),
    "many pieces": pushed('1:"' + "x" * MAX_SENT_CHARS + '"\n', 10_000) * 3,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_takes_quadratic_time(name: str) -> None:
    start = time.process_time()
    sent_in(HOSTILE[name])
    assert is_quick(time.process_time() - start, QUICK_S)


ROWS = st.text(alphabet='0123:T,[]{}"$L\n ap', max_size=60)


@given(ROWS)
def test_no_rows_make_it_raise_or_go_round(stream: str) -> None:
    assert json.dumps(sent_in(pushed(stream, 9)))
