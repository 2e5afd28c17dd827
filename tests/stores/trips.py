"""What stands between a store and its server and counts how often the store waits for an answer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread


class Trips:
    """Hands on what comes through its port, to a port of this machine and back."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        self._is_answered = True
        self.port: int = self._listener.getsockname()[1]
        self.count = 0
        """Round trips: times that something was asked after an answer, or first."""

    def accept(self) -> None:
        """Serve until the end."""
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._sockets += near, far
                Thread(target=self._pump, args=(near, far, True), daemon=True).start()
                Thread(target=self._pump, args=(far, near, False), daemon=True).start()

    def end(self) -> None:
        """Cut all connections."""
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _pump(self, source: socket.socket, target: socket.socket, is_asking: bool) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 20):
                if is_asking and self._is_answered:
                    self.count += 1
                self._is_answered = not is_asking
                target.sendall(data)


@contextmanager
def trips_to(port: int) -> Iterator[Trips]:
    """A way to a server of this machine, on which round trips are counted."""
    trips = Trips(port)
    Thread(target=trips.accept, daemon=True).start()
    try:
        yield trips
    finally:
        trips.end()
