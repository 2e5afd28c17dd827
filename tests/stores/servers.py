"""Real servers for the tests of stores: started on free ports, gone when the tests are done."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from loopback import free_port

START_S = 30.0
"""Seconds that a server has to start, on a machine that is busy with other things."""

UNPRIVILEGED = "postgres"
"""The user that Debian's package makes; PostgreSQL refuses to run as root."""

GUARDED = "guarded"
"""The database of PostgreSQL that asks everybody for a password; it need not be there for that."""


def program(name: str) -> str | None:
    """A server's program; Debian keeps PostgreSQL's outside the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(places[-1]) if places else None)


@dataclass
class Server:
    """A server that can be stopped and started again with what it holds."""

    port: int
    folder: Path
    command: list[str]
    user: str | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            assert self.process.poll() is None, f"{self.command[0]} ended with {self.process.returncode}"
            time.sleep(0.05)
        raise AssertionError(f"{self.command[0]} does not answer")

    def stop(self, how: int = signal.SIGKILL) -> None:
        """One that is killed takes its helpers with it, as a machine that dies does: PostgreSQL's go on to serve for a moment."""
        assert self.process is not None
        helpers = children(self.process.pid) if how == signal.SIGKILL else []
        self.process.send_signal(how)
        self.process.wait(START_S)
        for pid in helpers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
        end = time.monotonic() + START_S
        while any(map(is_alive, helpers)) and time.monotonic() < end:
            time.sleep(0.01)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """One that takes connections and says nothing."""
        assert self.process is not None
        pids = [self.process.pid, *children(self.process.pid)]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


def children(pid: int) -> list[int]:
    """The processes that a process started; none where there is no /proc."""
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    return []


def is_alive(pid: int) -> bool:
    """Whether a process still runs; one that waits to be buried does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    return False


@contextlib.contextmanager
def folder(user: str | None = None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="server-", ignore_cleanup_errors=True) as name:
        if user is not None:
            entry = pwd.getpwnam(user)
            os.chown(name, entry.pw_uid, entry.pw_gid)
        yield Path(name)


@contextlib.contextmanager
def redis_server(command: str) -> Iterator[Server]:
    """A Redis that writes all to its disk at once, as one that is to be trusted with a memory does."""
    with folder() as place:
        port = free_port()
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--dir", str(place)]
        server = Server(port, place, [command, *options])
        server.start()
        try:
            yield server
        finally:
            server.stop()


def wait_for_postgresql(port: int) -> None:
    """Until it lets somebody in: it answers long before, on a machine that is busy with other things."""
    asks, end = program("pg_isready"), time.monotonic() + START_S
    if asks is not None:
        command = [asks, "-q", "-h", "127.0.0.1", "-p", str(port)]
        while subprocess.run(command, check=False).returncode and time.monotonic() < end:
            time.sleep(0.05)


@contextlib.contextmanager
def postgresql_server(initdb: str, postgres: str) -> Iterator[Server]:
    """A PostgreSQL with an empty database `postgres`, whose user `tests` needs no password."""
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    with folder(user) as place:
        data = place / "data"
        making = [initdb, "-D", str(data), "-U", "tests", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run(making, check=True, user=user, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with (data / "pg_hba.conf").open("r+", encoding="utf-8") as rules:
            trusting = rules.read()
            rules.seek(0)
            rules.write(f"host {GUARDED} all 127.0.0.1/32 scram-sha-256\n{trusting}")
        port = free_port()
        options = ["-D", str(data), "-p", str(port), "-k", str(place), "-c", "listen_addresses=127.0.0.1"]
        server = Server(port, place, [postgres, *options, "-c", "fsync=off"], user)
        server.start()
        wait_for_postgresql(port)
        try:
            yield server
        finally:
            server.stop(signal.SIGINT)
