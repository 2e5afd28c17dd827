"""Values that a script writes as JavaScript does, not as JSON: literals, and states that are programs of nothing but literals.

Nothing is run. A literal has strings, numbers, lists and objects; a name in it is what a program around it was given under that
name (`(function(a){return {b:a}}("c"))`), else nothing, as is what is computed. What a program was given once and
names twice is read where it names it first, in what it returns before what it says of it, so that no value stands in two
places, or in itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from boilerspider.markup.metadata.jsonld import MAX_DEPTH, MAX_SCRIPT_CHARS

MAX_LITERALS = 20
"""Of a script that are tried. Ours."""
HEAD = 2_000
"""Characters of a script in which its first literal, or its program, begins. Ours."""

_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"|\'[^\'\\]*(?:\\.[^\'\\]*)*\'|`[^`\\$]*(?:(?:\\.|\$(?!\{))[^`\\$]*)*`'
_TOKEN = re.compile(
    rf"""\s*(?:(?P<string>{_STRING})
    |(?P<number>-?(?:[0-9]{{1,30}}(?:\.[0-9]{{0,30}})?|\.[0-9]{{1,30}})(?:[eE][+-]?[0-9]{{1,3}})?)(?![\w.])
    |(?P<nothing>void\ 0(?![\w.])|Array\([0-9]{{0,9}}\)|Object\.create\(null\))
    |(?P<truth>![01])(?![\w.])
    |new\ Date\((?P<day>-?[0-9]{{1,20}}|"[^"\\]{{0,99}}")\)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<opens>[\[({{])|(?P<closes>[\])}}])|(?P<comma>,)|(?P<colon>:))""",
    re.DOTALL | re.VERBOSE,
)
_IS_ALL = re.compile(r"\s*[,\])}]")
_COMPUTED = re.compile(rf"""{_STRING}|[\[({{\])}},]|[^"'`\[\](){{}},]+""", re.DOTALL)
_CLOSES = {"{": "}", "[": "]", "(": ")"}
_WORDS: Mapping[str, Any] = {"true": True, "false": False}
_ESCAPE = re.compile(
    r"\\(?:(?P<units>u[0-9a-fA-F]{4}(?:\\u[0-9a-fA-F]{4})*)|x(?P<code>[0-9a-fA-F]{2})|(?P<sign>.))", re.DOTALL
)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "", "\n": ""}
_LITERAL = re.compile(
    r"(?:[\w$)\]]\((?:\s{0,9}[\w$.]{1,30},){0,3}|=>\s{0,9}\(|[\w$\])]\s{0,9}=)\s{0,9}(?=\{)"
    r"|[\w$\])]\s{0,9}=\s{0,9}(?=\[\s{0,9}(?:null\s{0,9},\s{0,9}){0,9}\{)"
)
_PROGRAM = re.compile(
    r"[=(,]\s{0,9}\(\s{0,9}(?:function\s{0,9}\((?P<old>[\w$,\s]*)\)|\((?P<new>[\w$,\s]*)\)\s{0,9}=>)\s{0,9}\{"
)
_STATEMENT = re.compile(
    rf"\s*(?:return(?![\w$])|(?P<owner>[A-Za-z_$][\w$]*)(?:\.(?P<name>[A-Za-z_$][\w$]*)|\[(?P<key>[0-9]{{1,9}}|{_STRING})\])\s?=(?!=))",
    re.DOTALL,
)
_END = re.compile(r"\s*;?")
_ARGUMENTS = re.compile(r"\s*\}\s*\)?\s*(?=\()")


class _UnreadableError(ValueError):
    """What is no literal."""


class _Hole(NamedTuple):
    """Where what a name stands for belongs."""

    holder: Any
    key: Any
    name: str


def literals_of(text: str) -> Iterator[Any]:
    """The objects, and lists of them, that a script sets, or hands to a function, but for those within one before; none of a script that is too long."""
    if len(text) > MAX_SCRIPT_CHARS:
        return
    end, left = 0, MAX_SCRIPT_CHARS
    for found in islice(_LITERAL.finditer(text), MAX_LITERALS):
        start = found.end()
        if left <= 0 or (start > HEAD and not end):
            return
        if start >= end:
            reader = _Reader(text)
            with suppress(_UnreadableError):
                value, end = reader.value(start)
                yield value[0]
            left -= max(0, reader.reached - start)


def returned(text: str) -> Any:
    """What a script's program returns, if that is a literal; else None."""
    found = _PROGRAM.search(text) if len(text) <= MAX_SCRIPT_CHARS else None
    if found is None or found.start() > HEAD:
        return None
    with suppress(_UnreadableError):
        return _run(text, found)
    return None


def _run(text: str, program: re.Match[str]) -> Any:
    """What a program returns: what it says of its parameters, and its literal, with what it was given in their places."""
    told, result, position = _Reader(text), _Reader(text), program.end()
    statements = list[tuple[str, str, list[Any]]]()
    while True:
        statement = _STATEMENT.match(text, position)
        if statement is None:
            raise _UnreadableError
        value, position = (told if statement["owner"] else result).value(statement.end())
        position = _match(_END, text, position)
        if not statement["owner"]:
            break
        statements.append((statement["owner"], statement["name"] or _plain(statement["key"]), value))
    arguments, _ = _Reader(text).value(_match(_ARGUMENTS, text, position))
    names = (name.strip() for name in (program["old"] or program["new"] or "").split(","))
    given = dict(zip(names, arguments[0], strict=False))
    _fill([*result.holes, *told.holes], given)
    for owner, key, said in statements:
        if isinstance(given.get(owner), dict | list):  # parts of a list are set in their order
            _put(given[owner], key, said[0])
    return value[0]


def _match(pattern: re.Pattern[str], text: str, position: int) -> int:
    """Where a match at a place ends."""
    found = pattern.match(text, position)
    if found is None:
        raise _UnreadableError
    return found.end()


def _fill(holes: Sequence[_Hole], given: Mapping[str, Any]) -> None:
    """Puts what names stand for in their places; lists and objects in the first of theirs."""
    used = set[int]()
    for holder, key, name in holes:
        value = given.get(name)
        if isinstance(value, dict | list):
            if id(value) in used:
                continue
            used.add(id(value))
        holder[key] = value


class _Reader:
    """Reads literals, and keeps where names stand in them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.holes: list[_Hole] = []
        self.reached = 0
        """How far it has read."""

    def value(self, start: int) -> tuple[list[Any], int]:
        """A list of the value that begins at a place, and where it ends."""
        root, position, is_due = list[Any](), start, True
        around: list[tuple[Any, str]] = [(root, "")]
        while is_due or len(around) > 1:
            token = _TOKEN.match(self._text, position)
            if token is None or len(around) > MAX_DEPTH:
                raise _UnreadableError
            self.reached = position = token.end()
            here, end = around[-1]
            if token["closes"]:
                if token["closes"] != end:
                    raise _UnreadableError
                around.pop()
                is_due = False
            elif token["comma"]:
                is_due = True
            elif not is_due:
                raise _UnreadableError
            else:
                key, token = self._key(token, here)
                if len(around) > 1 and self._is_computed(token):
                    _put(here, key, None)
                    position, is_due = self._behind(token.start()), False
                    continue
                position, is_due = token.end(), bool(token["opens"])
                value = self._said(token, here, key)
                _put(here, key, value)
                if is_due:
                    around.append((value, _CLOSES[token["opens"]]))
        return root, position

    def _is_computed(self, token: re.Match[str]) -> bool:
        """Whether a value that begins so is no literal, but computed."""
        return token["opens"] == "(" or not (token["opens"] or _IS_ALL.match(self._text, token.end()))

    def _behind(self, position: int) -> int:
        """Where what is computed ends: before a comma, or what closes what it stands in."""
        depth = 0
        while part := _COMPUTED.match(self._text, position):
            depth += (part[0] in "[({") - (part[0] in "])}")
            if depth < 0 or (not depth and part[0] == ","):
                return position
            if depth > MAX_DEPTH:
                break
            self.reached = position = part.end()
        raise _UnreadableError

    def _key(self, token: re.Match[str], holder: Any) -> tuple[Any, re.Match[str]]:
        """Where a value belongs in what holds it, and the token with which it begins."""
        if isinstance(holder, list):
            return len(holder), token
        key = _plain(token["string"]) if token["string"] else token["name"] or token["number"]
        colon = _TOKEN.match(self._text, token.end())
        value = _TOKEN.match(self._text, colon.end()) if colon and colon["colon"] else None
        if key is None or value is None:
            raise _UnreadableError
        return key, value

    def _said(self, token: re.Match[str], holder: Any, key: Any) -> Any:
        """What a token says, a list or an object that it opens empty; None where that is nothing, or a name's."""
        kind = token.lastgroup or ""
        if kind == "name" and token[kind] not in _WORDS:
            self.holes.append(_Hole(holder, key, token[kind]))
        if kind not in _READ:
            raise _UnreadableError
        return _READ[kind](token[kind])


def _put(holder: Any, key: Any, value: Any) -> None:
    """Puts a value behind those of a list, or under its key."""
    if isinstance(holder, dict):
        holder[key] = value
    else:
        holder.append(value)


def _number(said: str) -> float:
    return int(said) if said.lstrip("-").isdigit() else float(said)


def _made(said: str) -> Any:
    """What an expression makes that is as good as a literal."""
    return [] if said.startswith("Array") else {} if said.startswith("Object") else None


def _plain(string: str) -> str:
    """What a string says, without its marks."""
    said = string[1:-1] if string[:1] in "\"'`" else string
    return _ESCAPE.sub(_sign, said) if "\\" in said else said


def _sign(escape: re.Match[str]) -> str:
    """What an escape stands for."""
    if escape["units"]:
        units = bytes.fromhex(escape["units"].replace("\\u", "").replace("u", ""))
        return units.decode("utf-16-be", "replace")
    if escape["code"]:
        return chr(int(escape["code"], 16))
    return _SIGNS.get(escape["sign"], escape["sign"])


_READ: Mapping[str, Callable[[str], Any]] = {
    "string": _plain,
    "number": _number,
    "nothing": _made,
    "truth": "!0".__eq__,
    "day": lambda said: said.strip('"'),
    "name": _WORDS.get,
    "opens": lambda sign: {} if sign == "{" else [],
}
"""Kinds of tokens with which a value begins -> what reads them."""
