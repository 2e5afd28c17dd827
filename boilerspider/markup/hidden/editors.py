"""What only an editor's own rules tell: texts in lists of numbers and strings (mobiledoc, Quill's deltas), and links in marks (ProseMirror, Portable Text)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

Block = dict[str, Any]
"""A block as most editors keep one: what it is, and its parts or words."""

MAX_PARTS = 20_000
"""Sections of a text, or operations, that are read. Ours."""
MAX_OPEN = 20
"""Marks in each other. Ours."""


def as_blocks(node: Mapping[str, Any]) -> list[Block] | None:
    """The blocks of an object that is such a text; None where it is none."""
    if isinstance(node.get("sections"), list) and isinstance(node.get("markups"), list):
        return list(_mobiledoc(node["sections"], node["markups"]))
    operations = node.get("ops")
    if isinstance(operations, list) and operations and all(map(_is_operation, operations[:MAX_PARTS])):
        return list(_delta(operations))
    return None


def with_links(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """A block whose words are links where its marks say so: those of ProseMirror stand beside the words, those of Portable Text behind all of them."""
    marks, behind, parts = node.get("marks"), node.get("markDefs"), node.get("children")
    if isinstance(marks, list) and (address := next(filter(None, map(_leads_to, marks)), "")):
        return {**node, "type": "a", "href": address, "marks": []}
    if isinstance(behind, list) and behind and isinstance(parts, list):
        known = {mark["_key"]: mark for mark in behind if isinstance(mark, dict) and isinstance(mark.get("_key"), str)}
        return {**node, "markDefs": [], "children": [_marked_by(part, known) for part in parts]}
    return node


def _marked_by(part: Any, known: Mapping[str, Any]) -> Any:
    """A run of words with the marks that it names."""
    if not isinstance(part, dict) or not isinstance(part.get("marks"), list):
        return part
    return {**part, "marks": [known.get(name) for name in part["marks"][:MAX_OPEN] if isinstance(name, str)]}


def _leads_to(mark: Any) -> str:
    """Where a link leads; "" where a mark is none."""
    if not isinstance(mark, dict) or "link" not in (mark.get("type"), mark.get("_type")):
        return ""
    held = [mark, *(part for part in mark.values() if isinstance(part, dict))]
    return next((one[key] for one in held for key in ("href", "url", "uri") if isinstance(one.get(key), str)), "")


def _mobiledoc(sections: list[Any], markups: list[Any]) -> Iterator[Block]:
    """The sections that are words, or lists of them."""
    for section in islice(sections, MAX_PARTS):
        match section:
            case [1, str(tag), [*markers], *_]:
                yield {"type": tag, "children": list(_marked(markers, markups))}
            case [3, str(tag), [*items], *_]:
                held = (item for item in items if isinstance(item, list))
                yield {
                    "type": tag,
                    "children": [{"type": "li", "children": list(_marked(item, markups))} for item in held],
                }


def _marked(markers: list[Any], markups: list[Any]) -> Iterator[Block]:
    """Runs of words, each in the link that is open there."""
    opened = list[str]()
    for marker in markers:
        match marker:
            case [int(kind), [*opens], int(closes), str(text), *_]:
                opened = [*opened, *(_address(number, markups) for number in opens)][:MAX_OPEN]
                address = next(filter(None, reversed(opened)), "")
                if kind == 0 and text:
                    yield {"type": "a", "href": address, "text": text} if address else {"text": text}
                opened = opened[: len(opened) - max(closes, 0)] if closes < len(opened) else []


def _address(number: Any, markups: list[Any]) -> str:
    """Where a mark leads; "" where it is no link."""
    match markups[number] if isinstance(number, int) and 0 <= number < len(markups) else None:
        case ["a", ["href", str(address), *_], *_]:
            return address
    return ""


def _is_operation(operation: Any) -> bool:
    return isinstance(operation, dict) and "insert" in operation


def _delta(operations: list[Any]) -> Iterator[Block]:
    """The lines of a delta: what stands behind a line tells what it is."""
    line = list[Block]()
    for operation in islice(operations, MAX_PARTS):
        text, said = operation.get("insert"), operation.get("attributes")
        told: Mapping[str, Any] = said if isinstance(said, dict) else {}
        first, *others = text.split("\n") if isinstance(text, str) else [""]
        line += _run(first, told)
        for other in others:
            yield {**_kind(told), "children": line}
            line = _run(other, told)
    yield {**_kind({}), "children": line}


def _run(text: str, told: Mapping[str, Any]) -> list[Block]:
    address = told.get("link")
    return (
        [{"type": "a", "href": address, "text": text} if isinstance(address, str) else {"text": text}] if text else []
    )


def _kind(told: Mapping[str, Any]) -> Block:
    """What a line is."""
    if told.get("list"):
        return {"listItem": "number" if told["list"] == "ordered" else "bullet"}
    if told.get("header"):
        return {"type": f"h{told['header']}"}
    return {"type": "blockquote" if told.get("blockquote") else "p"}
