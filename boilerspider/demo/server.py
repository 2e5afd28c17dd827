"""HTTP and nothing else: a loopback server that turns request targets into replies and leaves nothing behind."""

from __future__ import annotations

import gzip
import logging
import socket
import socketserver
import sys
import threading
from collections.abc import Callable
from datetime import datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from boilerspider.demo.desk import Reply

GZIP_FROM_BYTES = 1000
IDLE_SECONDS = 30
"""How long a connection may be kept alive without a request."""

_LOG = logging.getLogger(__name__)


class NewsServer(ThreadingHTTPServer):
    """Serves `answer` on a free port of a host from `start` to `stop`; a thread for each connection."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, host: str, answer: Callable[[str], Reply]) -> None:
        self.answer = answer
        self._connections: dict[threading.Thread, socket.socket] = {}
        self._lock = threading.Lock()
        super().__init__((host, 0), _Handler)
        self._acceptor = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    @property
    def base(self) -> str:
        """The URL of the server without a slash at its end."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def start(self) -> None:
        """Begin to serve in threads of its own."""
        self._acceptor.start()

    def stop(self) -> None:
        """End all threads and close all sockets; returns when they are gone."""
        if self._acceptor.is_alive():
            self.shutdown()
            self._acceptor.join()
        self.server_close()
        for thread, connection in self._open_connections():
            _hang_up(connection)
            thread.join()

    def server_bind(self) -> None:
        """Bind without the look-up of the host's full name, which may wait for a network."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember the connection, so that `stop` can end it."""
        thread = threading.Thread(target=self.process_request_thread, args=(request, client_address), daemon=True)
        with self._lock:
            self._connections[thread] = request
        thread.start()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve one connection to its end and forget it."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                del self._connections[threading.current_thread()]

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - the base class's signature
        """A client that hung up is no error; anything else is logged with its traceback."""
        if not isinstance(sys.exc_info()[1], OSError):
            _LOG.exception("the demonstration failed to answer %s", client_address)

    def _open_connections(self) -> list[tuple[threading.Thread, socket.socket]]:
        with self._lock:
            return list(self._connections.items())


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Newspaper"
    sys_version = ""
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True  # head and body are two writes: the second would wait for an acknowledgement
    server: NewsServer

    def do_GET(self) -> None:
        try:
            reply = self.server.answer(self.path)
        except ValueError:
            reply = Reply(400, "text/plain", b"not a URL\n")
        tag = f'"{sha256(reply.body).hexdigest()[:16]}"' if reply.modified else ""
        if reply.modified and self._is_known(reply.modified, tag):
            self._send(Reply(304, "", b"", modified=reply.modified), tag)
        else:
            self._send(reply, tag)

    do_HEAD = do_GET  # noqa: N815 - the name that the base class looks for

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's own name
        _LOG.debug(format, *args)

    def _is_known(self, modified: datetime, tag: str) -> bool:
        tags = self.headers.get("If-None-Match")
        if tags is not None:
            return tag in (known.strip().removeprefix("W/") for known in tags.split(","))
        try:
            since = parsedate_to_datetime(self.headers.get("If-Modified-Since", ""))
        except ValueError:
            return False
        return since.tzinfo is not None and modified <= since

    def _send(self, reply: Reply, tag: str) -> None:
        body = reply.body
        self.send_response(reply.status)
        if reply.modified:
            self.send_header("Last-Modified", format_datetime(reply.modified, usegmt=True))
            self.send_header("ETag", tag)
        if reply.location:
            self.send_header("Location", reply.location)
        if self._may_zip(reply):
            body = gzip.compress(body, compresslevel=1)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        if reply.status != 304:
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _may_zip(self, reply: Reply) -> bool:
        is_text = reply.content_type.startswith("text/") or reply.content_type.endswith("xml")
        return is_text and len(reply.body) >= GZIP_FROM_BYTES and "gzip" in self.headers.get("Accept-Encoding", "")


def _hang_up(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        _LOG.debug("the client had hung up already")
