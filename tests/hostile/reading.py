"""What a child process of the tests does: read hostile pages, each in a fork of its own and in bounded memory.

A case comes in as a line of JSON, [its name, the bytes it may add, the seconds it may take], and goes out as one.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hostile.pages import CASES, FIRST, LAST

from boilerspider import UnreadablePage
from boilerspider.discovery import page_links
from boilerspider.extractors import EXTRACTORS, Extractor, extractor
from boilerspider.extractors.boilerpipe import recipes
from boilerspider.extractors.everything import Everything
from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.render import render
from boilerspider.markup.tree import Document, parse
from boilerspider.model import Block
from boilerspider.reading import Reader

URL = "https://example.com/news/1.html"

SMALL, SMALLER = 1 / 10, 1 / 40
"""Shares of a case: extractors read it so small, all of them, and must not take much more than four times as long for four times as much."""

MAX_GROWTH = 8.0
"""Between linear, 4, and quadratic, 16."""

SLACK_S = 0.1
"""Growth that no clock tells from noise: what is quadratic within it takes ten seconds for the case itself."""

ATTEMPTS = 4
"""Before a growth counts as true; the machine has other things to do."""


def seconds(work: Callable[[], Any]) -> float:
    """Processor time."""
    start = time.process_time()
    work()
    return round(time.process_time() - start, 4)


class Noted:
    """The extractor that keeps everything; it remembers the document that it was given."""

    document: Document

    def label(self, document: Document) -> tuple[Block, ...]:
        self.document = document
        return Everything().label(document)


def whole(body: bytes) -> dict[str, Any]:
    """How a page of full size ends by the shortest path, which all extractors share, and what that and its links took."""
    start, noted = time.process_time(), Noted()
    try:
        article = Reader("everything", noted).read(body, URL)
    except UnreadablePage as error:
        return {"outcome": error.reason, "extract": time.process_time() - start}
    took = time.process_time() - start
    is_whole = FIRST in article.text and LAST in article.text
    return {
        "outcome": "article",
        "whole": is_whole,
        "extract": took,
        "links": seconds(lambda: page_links(noted.document)),
    }


rendered = cache(render)
"""Extractors that keep the same of a document share what becomes of it."""


def label_and_render(plug: Extractor, document: Document) -> None:
    blocks = plug.label(document)
    rendered(document, tuple(node for block in blocks if block.is_content for node in block.nodes))


Pair = tuple[Document, Document]


def pair(name: str) -> Pair:
    """The smaller page of a case, and the small one."""
    case = CASES[name]
    return parse(case.body(SMALLER), URL), parse(case.body(SMALL), URL)


def growth(name: str, work: Callable[[Document], Any], documents: Pair) -> tuple[float, float]:
    """What the smaller page took and what the small one took, in an attempt where they fit together, or the last."""
    for _ in range(ATTEMPTS):
        smaller, small = documents
        took = seconds(partial(work, small))
        # What is within the slack fits together with whatever the smaller one takes.
        found = 0.0 if took <= SLACK_S else seconds(partial(work, smaller)), took
        if took <= MAX_GROWTH * found[0] + SLACK_S:
            break
        # A document looks for a thing once: in these it would be found already.
        documents = pair(name)
    return found


def growths(name: str, plugs: Mapping[str, Extractor]) -> dict[str, tuple[float, float]]:
    """The growth of every step that looks at the tree of a case."""
    documents = pair(name)
    steps: dict[str, Callable[[Document], Any]] = {"metadata": read_metadata, "links": page_links}
    steps |= {key: lambda document, plug=plug: label_and_render(plug, document) for key, plug in plugs.items()}
    # Seven extractors cut a page into the same blocks.
    with patch.object(recipes, "segment", cache(recipes.segment)):
        return {step: growth(name, work, documents) for step, work in steps.items()}


def read(name: str, memory: int, plugs: Mapping[str, Extractor]) -> dict[str, Any]:
    """All that is to be known of a case."""
    body = CASES[name].body()
    held = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + memory, held + memory))
    found = whole(body)
    return {**found, "growths": growths(name, plugs) if CASES[name].outcome == "article" else {}}


def fork(name: str, memory: int, limit: int, plugs: Mapping[str, Extractor]) -> dict[str, Any]:
    """What a fork finds of a case, or the manner of its end."""
    reader, writer = os.pipe()
    if not (pid := os.fork()):
        signal.alarm(limit)
        # It takes a fixed share of the time, now and then all at once.
        gc.disable()
        try:
            os.write(writer, json.dumps(read(name, memory, plugs)).encode())
        finally:
            sys.stderr.flush()
            os._exit(0 if sys.exc_info()[0] is None else 1)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        found = answer.read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return json.loads(found) if code == 0 else {"died": code}


def main() -> None:
    plugs = {name: extractor(name) for name in EXTRACTORS.rows}
    for line in sys.stdin:
        print(json.dumps(fork(*json.loads(line), plugs)), flush=True)


if __name__ == "__main__":
    main()
