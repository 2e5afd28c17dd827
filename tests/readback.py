"""Reads a paragraph of Markdown as CommonMark does (0.31, chapter 6) and knows nothing of what wrote it: its words, its links and its pictures.

Emphasis is not read: asterisks and tildes that nothing escapes are taken for its marks. What stands in tags is text.
"""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5
from typing import NamedTuple

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BEGINS_TARGET = re.compile(r"\(\s*")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|([A-Za-z][0-9A-Za-z]*));")
_TICKS = re.compile("`+")
_ADDRESS = re.compile(
    r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*)>"
)
_TAG = re.compile(
    r"</[A-Za-z][A-Za-z0-9-]*\s*>|<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\s*/?>"
    r"|<!--.*?-->|<\?.*?\?>|<![A-Za-z][^>]*>",
    re.DOTALL,
)
_TITLE = re.compile(r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)")
_OWN_TAGS = re.compile(r"</?(?:b|strong|i|em|s|del|sup|sub|code|kbd|samp)>")
"""Those that our Markdown has."""


class Read(NamedTuple):
    """What a reader gets."""

    words: str
    links: list[tuple[str, str]]
    pictures: list[tuple[str, str]]
    tags: list[str]
    """HTML that our Markdown never has."""


class _Opener(NamedTuple):
    at: int
    is_picture: bool


def read(markdown: str) -> Read:
    """A paragraph's words, links as (address, words), and pictures as (address, alternative text)."""
    found = Read("", [], [], [])
    said: list[str] = []
    openers: list[_Opener] = []
    at = 0
    while at < len(markdown):
        at = _step(markdown, at, said, openers, found)
    return found._replace(words="".join(said))


def _step(markdown: str, at: int, said: list[str], openers: list[_Opener], found: Read) -> int:
    """One sign, or what begins with it; where the next one stands."""
    sign = markdown[at]
    if end := _literal(markdown, at, said):
        return end
    if sign == "<" and (end := _pointed(markdown, at, said, found)):
        return end
    if sign == "]":
        return _closed(markdown, at, said, openers, found)
    is_picture = markdown.startswith("![", at)
    if is_picture or sign == "[":
        openers.append(_Opener(len(said), is_picture))
        said.append("![" if is_picture else "[")
        return at + 1 + is_picture
    said.extend([sign] if sign not in "*~" else [])
    return at + 1


def _literal(markdown: str, at: int, said: list[str]) -> int:
    """What stands for signs, and where it ends; 0 if nothing does here."""
    if escape := _ESCAPE.match(markdown, at):
        said.append(escape[1])
        return escape.end()
    if markdown.startswith("\\\n", at):
        return at + 2
    entity = _ENTITY.match(markdown, at)
    if entity and (sign := _sign(entity)) != entity[0]:
        said.append(sign)
        return entity.end()
    return _code(markdown, at, said) if markdown[at] == "`" else 0


def _pointed(markdown: str, at: int, said: list[str], found: Read) -> int:
    """An address or a tag, and where it ends; 0 if none does here."""
    if address := _ADDRESS.match(markdown, at):
        said.append(address[1])
        found.links.append((address[1], address[1]))
        return address.end()
    tag = _TAG.match(markdown, at)
    if tag and _OWN_TAGS.fullmatch(tag[0]) is None:
        found.tags.append(tag[0])
    return tag.end() if tag else 0


def _code(markdown: str, at: int, said: list[str]) -> int:
    ticks = _TICKS.match(markdown, at)
    assert ticks is not None
    for end in _TICKS.finditer(markdown, ticks.end()):
        if end[0] == ticks[0]:
            said.append(markdown[ticks.end() : end.start()])
            return end.end()
    said.append(ticks[0])
    return ticks.end()


def _closed(markdown: str, at: int, said: list[str], openers: list[_Opener], found: Read) -> int:
    """A bracket closes: a link or a picture, if an address stands behind it (6.3)."""
    opener = openers.pop() if openers else None
    target = _target(markdown, at + 1) if opener is not None and opener.at >= 0 else None
    if opener is None or target is None:
        said.append("]")
        return at + 1
    words = "".join(said[opener.at + 1 :])
    if opener.is_picture:
        del said[opener.at :]
        found.pictures.append((target[0], words))
    else:
        said[opener.at] = ""
        found.links.append((target[0], words))
        openers[:] = [one if one.is_picture else one._replace(at=-1) for one in openers]
    return target[1]


def _target(markdown: str, at: int) -> tuple[str, int] | None:
    """An address in brackets, and where they end."""
    opening = _BEGINS_TARGET.match(markdown, at)
    if opening is None:
        return None
    start = at = opening.end()
    depth = 0
    while at < len(markdown) and not markdown[at].isspace():
        if escape := _ESCAPE.match(markdown, at):
            at = escape.end()
            continue
        depth += (markdown[at] == "(") - (markdown[at] == ")")
        if depth < 0:
            break
        at += 1
    ending = _TITLE.match(markdown, at) if depth <= 0 and not markdown.startswith("<", start) else None
    return (_address(markdown[start:at]), ending.end()) if ending else None


def _address(written: str) -> str:
    parts = re.split(r"\\([!-/:-@\[-`{-~])", written)
    return "".join(part if index % 2 else _ENTITY.sub(_sign, part) for index, part in enumerate(parts))


def _sign(entity: re.Match[str]) -> str:
    return unescape(entity[0]) if entity[1] is None or f"{entity[1]};" in html5 else entity[0]
