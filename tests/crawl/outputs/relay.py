"""What stands between a crawl and its server and can forget, as a firewall does, the connections through it."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread


class Relay:
    """Hands on what comes through its port, to a port of this machine and back."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._forgotten: list[Event] = []
        self._sockets: list[socket.socket] = []

    def __enter__(self) -> Relay:  # noqa: PYI034 - Self is younger than Python 3.10
        listener = socket.create_server(("127.0.0.1", 0))
        self._sockets.append(listener)
        self.port: int = listener.getsockname()[1]
        self._threads = [Thread(target=self._accept, args=(listener,))]
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()

    def forget(self) -> None:
        """Let nothing more through on the connections that are open now, without a word to either end."""
        for each in self._forgotten:
            each.set()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far, forgotten = socket.create_connection(("127.0.0.1", self._to)), Event()
                self._forgotten.append(forgotten)
                self._sockets += near, far
                for ends in ((near, far), (far, near)):
                    self._threads.append(Thread(target=_pump, args=(*ends, forgotten)))
                    self._threads[-1].start()


def _pump(source: socket.socket, target: socket.socket, forgotten: Event) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            if not forgotten.is_set():
                target.sendall(data)
        if not forgotten.is_set():
            target.shutdown(socket.SHUT_WR)
