"""Contenders: what can be measured. One of our extractors, with parameters, or a rival; all are called alike.

Written `name`, or `name,parameter=value,...`: `tree-filter,depth=3`. Our own names win over rivals'.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.evaluation.rivals import RIVALS, Read, rival
from boilerspider.extractors import EXTRACTORS, extractor
from boilerspider.reading import Reader


@dataclass(frozen=True, slots=True)
class Contender:
    """Something that reads text out of pages, under the name that tables show."""

    name: str
    read: Read


def contender(spec: str) -> Contender:
    """The contender of that name, ready to read; UnknownName or BadConfiguration says why there is none."""
    name, *pairs = spec.split(",")
    params = parse_params(pairs)
    if is_ours(name):
        return Contender(spec, _own(name, params))
    if name not in RIVALS:
        raise UnknownName("extractor or rival", name, [*EXTRACTORS.rows, *RIVALS])
    if params:
        raise BadConfiguration(f"rival {name!r} takes no parameters here")
    return Contender(spec, rival(name))


def is_ours(spec: str) -> bool:
    """Whether a contender of that name is an extractor that boilerspider runs, not a rival."""
    name = spec.partition(",")[0]
    return name in EXTRACTORS.rows or ":" in name


def own_names() -> tuple[str, ...]:
    """The names of all our extractors."""
    return tuple(EXTRACTORS.rows)


def installed_rivals() -> tuple[str, ...]:
    """The names of all rivals whose packages are installed."""
    return tuple(name for name, row in RIVALS.items() if row.installed)


def parse_params(pairs: Iterable[str]) -> dict[str, Any]:
    """`name=value` texts as an extractor's parameters; a value that is JSON is read as such, any other is a text."""
    return dict(_parse_pair(pair) for pair in pairs)


def _parse_pair(pair: str) -> tuple[str, Any]:
    name, equals, value = pair.partition("=")
    if not (name and equals):
        raise BadConfiguration(f"parameter {pair!r} is not written name=value")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _own(name: str, params: dict[str, Any]) -> Read:
    reader = Reader(name, extractor(name, params))
    return lambda html, url: reader.read(html, url).text
