"""A small real web server for the tests, and pages for it. Pages are written here, none is copied."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = (
    "The council of the small town met on Tuesday evening to talk about the bridge",
    "Engineers had warned in the spring that the pillars would not stand another flood",
    "A new bridge would cost more than the town spends on its schools in a year",
    "Some of the neighbours want a ferry instead, as there was before the war",
    "The mayor promised that nobody would have to walk the long way round in winter",
    "In the end they voted to close the bridge to lorries and to ask the county for help",
)


def sentences(topic: str, count: int = 6) -> list[str]:
    """Paragraphs of running text that name the topic every six words, so that no two topics are near."""
    parts = [[" ".join(words[at : at + 6]) for at in range(0, len(words), 6)] for words in map(str.split, WORDS)]
    return [
        f"{f', the {topic}, '.join(parts[i % len(WORDS)])}, and the {topic} was named again by all who spoke{', once more' * (i // len(WORDS))}."
        for i in range(count)
    ]


def page(topic: str, *, head: str = "", extra: str = "", count: int = 6) -> str:
    """An article page about a topic, with boilerplate around it."""
    body = "".join(f"<p>{sentence}</p>" for sentence in sentences(topic, count))
    return (
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>The {topic} - Loopback Post</title>{head}</head>"
        f"<body><nav><ul><li><a href='/'>Home</a></li><li><a href='/sport'>Sport</a></li></ul></nav>"
        f"<article><h1>The {topic}</h1>{body}</article>{extra}<footer><a href='/imprint'>Imprint</a></footer></body></html>"
    )


Reply = tuple[int, dict[str, str], bytes]

LOOK_S = 0.01
"""Seconds between two looks of a server at whether it is to stop, which a test waits for at its end."""


PORTS = range(20_000, 32_768)
"""No system gives one of these to who asks for any port, as most servers of the tests and all that they are asked from do."""


def free_port(*hosts: str) -> int:
    """A port that is free on some addresses, the first of loopback's where none is named, and is so still when its server comes to take it."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with suppress(OSError), ExitStack() as held:
            for host in hosts or ("127.0.0.1",):
                held.enter_context(socket.create_server((host, port)))
            return port
    raise OSError(f"no port is free on {hosts}")


@dataclass
class Site:
    """Paths and what they answer with: HTML text, (status, headers, body), or a function that gives either."""

    pages: dict[str, Any] = field(default_factory=dict)
    hits: list[tuple[float, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    """Of each request, with its path as `:path`."""
    unchanged: list[str] = field(default_factory=list)
    """Paths that were answered with 304: their reply has the ETag or Last-Modified that was asked with."""
    base: str = ""

    def url(self, path: str) -> str:
        return self.base + path

    def paths(self) -> list[str]:
        return [path for _, path in self.hits]

    def answer(self, path: str) -> Reply:
        self.hits.append((time.monotonic(), path))
        given = self.pages.get(path)
        if callable(given):
            given = given()
        if given is None:
            return 404, {"Content-Type": "text/html"}, b"<h1>Not found</h1>"
        if isinstance(given, str):
            return 200, {"Content-Type": "text/html; charset=utf-8"}, given.encode()
        return given  # type: ignore[no-any-return]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        self.site.headers.append({**self.headers, ":path": self.path})
        status, headers, body = self.site.answer(self.path)
        asked = self.headers.get("If-None-Match"), self.headers.get("If-Modified-Since")
        if any(asked) and asked == (headers.get("ETag"), None if asked[0] else headers.get("Last-Modified")):
            self.site.unchanged.append(self.path)
            status, body = 304, b""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        # A status line and headers that promise more than there is: what a cut connection looks like.
        self.send_header("Content-Length", str(len(body) + (1000 if "X-Cut" in headers else 0)))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = self.close_connection or "X-Cut" in headers

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """Say nothing: clients go away as they like."""


def serve(pages: dict[str, Any], host: str = "127.0.0.1") -> tuple[Site, Callable[[], None]]:
    """A site on a free port, and what stops it."""
    site = Site(pages)
    server = _Server((host, 0), type("Handler", (_Handler,), {"site": site}))
    site.base = f"http://{host}:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": LOOK_S}, daemon=True)
    thread.start()

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return site, stop
