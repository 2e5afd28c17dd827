"""What a feed or sitemap leads to beside articles, as a text that is remembered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from boilerspider.discovery import Link, LinkKind


def pack(children: Sequence[Link]) -> str:
    """What a source leads to beside articles, as a text."""
    rows = [(c.url, c.kind.value, *([c.modified.isoformat()] if c.modified else [])) for c in children]
    return json.dumps(rows, separators=(",", ":"))


def unpack(packed: str) -> list[Link]:
    """The children of what `pack` gave."""
    return [
        Link(url, LinkKind(kind), modified=datetime.fromisoformat(changed[0]) if changed else None, source="sitemap")
        for url, kind, *changed in json.loads(packed)
    ]
