"""Code in a line, made ready for Markdown, whose code holds no links and no lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boilerspider.markup.render.quotes import CLOSING, OPENING

CODES = ["code", "kbd", "samp"]
PARTED = "span"
"""What code becomes that was parted."""
_APART = ["a", "br"]


def part_codes(soup: Any, code: Any) -> None:
    """Code with links or lines in it becomes code between and within them; what else stands in it leaves its words."""
    if code.find(_APART) is None or code.find_parent(["pre", *CODES]) is not None:
        return
    parts = _parts(soup, code, code.name)
    code.clear()
    code.name = PARTED
    code.extend(parts)


def _parts(soup: Any, element: Any, tag: str) -> list[Any]:
    parts: list[Any] = []
    run = None
    for node in list(_flat(soup, element)):
        if node.name is None:
            if run is None:
                parts.append(run := soup.new_tag(tag))
            run.append(node.extract())
            continue
        run = None
        parts.append(node)
        inside = _parts(soup, node, tag)
        node.extract()
        node.clear()
        node.extend(inside)
    return parts


def _flat(soup: Any, element: Any) -> Iterator[Any]:
    """Texts, links and line breaks of an element; what marks quotations is text."""
    depth = len(element.find_parents("q")) % len(OPENING) if element.name == "q" else None
    if depth is not None:
        yield soup.new_string(OPENING[depth])
    for child in element.children:
        if child.name is None or child.name in _APART:
            yield child
        else:
            yield from _flat(soup, child)
    if depth is not None:
        yield soup.new_string(CLOSING[depth])
