"""What a child process of the tests does: read one hostile page with every extractor, in bounded memory."""

from __future__ import annotations

import json
import resource
import sys
import time

from hostile.pages import CASES, FIRST, LAST

from boilerspider import UnreadablePage, extract
from boilerspider.discovery import page_links
from boilerspider.extractors import EXTRACTORS
from boilerspider.markup.tree import parse

URL = "https://example.com/news/1.html"


def outcome(extractor: str, body: bytes) -> dict[str, object]:
    """How an extraction ends, and what it took."""
    start = time.process_time()
    try:
        article = extract(body, URL, extractor=extractor)
    except UnreadablePage as error:
        found = {"outcome": error.reason}
    else:
        whole = FIRST in article.text and LAST in article.text
        found = {"outcome": "article", "characters": len(article.text), "whole": whole, "title": article.title}
    return {**found, "seconds": round(time.process_time() - start, 3)}


def links(body: bytes) -> dict[str, object]:
    """The same for the links of the page."""
    start = time.process_time()
    try:
        found = {"outcome": "article", "links": len(page_links(parse(body, URL)))}
    except UnreadablePage as error:
        found = {"outcome": error.reason}
    return {**found, "seconds": round(time.process_time() - start, 3)}


def read(name: str, memory: int) -> dict[str, dict[str, object]]:
    """The outcome of every extractor on a case."""
    body = CASES[name].make()
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    found = {extractor: outcome(extractor, body) for extractor in EXTRACTORS.rows}
    found["links"] = links(body)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {**found, "memory": {"bytes": len(body), "peak_mb": peak // 1024}}


if __name__ == "__main__":
    json.dump(read(sys.argv[1], int(sys.argv[2])), sys.stdout)
