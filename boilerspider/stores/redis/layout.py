"""What stands under which key, and how a version is written.

All keys begin alike, in braces, so that a cluster keeps them on one machine. Numbers of stories and
runs are counted up and never used again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from boilerspider.model import Fingerprint, Sketch
from boilerspider.stores.base import Story, UrlOutcome, Visit
from boilerspider.stores.encoding import from_microseconds, to_microseconds, url_key
from boilerspider.stores.runs import Process
from boilerspider.stores.versions import Place, Version

SCHEMA_VERSION: Final = 3

PREFIX: Final = b"{boilerspider}:"
SCHEMA: Final = PREFIX + b"schema"
CLOCK: Final = PREFIX + b"clock"
"""Each transaction moves it on; one that began before another has ended sees that it moved, and begins again."""
COUNTERS: Final = PREFIX + b"counters"
OLDEST: Final = "oldest"
"""Field of the counters: no story has a lower number."""
RUNS: Final = PREFIX + b"runs"
STORIES: Final = PREFIX + b"story:"
VISITS: Final = PREFIX + b"visit:"
URLS: Final = PREFIX + b"url:"


def story(number: int) -> bytes:
    """Hash: site, url, title, first_seen, published, `confirmed` once it is, and each revision's version."""
    return STORIES + b"%d" % number


def url(digest: bytes) -> bytes:
    """String: the number of the story that a URL names."""
    return URLS + digest


def visit(address: str) -> bytes:
    """String: the last visit of a URL, as JSON."""
    return VISITS + url_key(address)


def copies(number: int) -> bytes:
    """Set: URLs that were copies of a story when they were visited; some may be none any more."""
    return PREFIX + b"copies:%d" % number


def site_memory(name: str) -> bytes:
    """String: what was learnt of a site."""
    return PREFIX + b"site-memory:" + url_key(name)


def text(fingerprint: Fingerprint) -> bytes:
    """Set: the places of all versions that have a text."""
    return PREFIX + b"text:" + fingerprint.value


def band(key: int) -> bytes:
    """Set: the places of some versions whose sketch has a key."""
    return PREFIX + b"band:" + key.to_bytes(4, "big")


def claims(run: int) -> bytes:
    """Hash: number -> place, for the open claims of a run."""
    return PREFIX + b"claims:%d" % run


def claimants(place: Place) -> bytes:
    """Set: `run.number` of the open claims on a version; there is none for a confirmed one."""
    return PREFIX + b"claimants:" + written(place)


def brought(place: Place) -> bytes:
    """Set: the digests of the URLs that an unconfirmed version brought to its story."""
    return PREFIX + b"brought:" + written(place)


def written(place: Place) -> bytes:
    """A place as a member of a set."""
    return b"%d.%d" % place


def place_in(member: bytes) -> Place:
    """The place that a member says."""
    number, _, revision = member.partition(b".")
    return Place(int(number), int(revision))


class Text(NamedTuple):
    """A version as its story's hash keeps it."""

    run: int
    seen: datetime
    fingerprint: Fingerprint
    sketch: Sketch | None

    def pack(self) -> bytes:
        """Names and numbers in JSON, a line break, the fingerprint, the sketch."""
        fingerprint, sketch = self.fingerprint, self.sketch or Sketch("", 0)
        head = [
            self.run,
            to_microseconds(self.seen),
            fingerprint.algorithm,
            fingerprint.version,
            len(fingerprint.value),
        ]
        lines = json.dumps([*head, sketch.algorithm, sketch.version], separators=(",", ":")).encode()
        return lines + b"\n" + fingerprint.value + (sketch.pack() if sketch else b"")

    @classmethod
    def unpack(cls, packed: bytes) -> Text:
        """The version of what `pack` gave."""
        head, _, rest = packed.partition(b"\n")
        run, seen, algorithm, version, size, sketcher, sketched = json.loads(head)
        sketch = Sketch.unpack(sketcher, sketched, rest[size:]) if rest[size:] else None
        return cls(run, from_microseconds(seen), Fingerprint(algorithm, version, rest[:size]), sketch)


def versions_in(number: int, fields: dict[bytes, bytes]) -> list[Version]:
    """The versions that a story's hash keeps, the oldest first; none where there is no such story."""
    if not fields:
        return []
    site, url = fields[b"site"].decode(), fields[b"url"].decode()
    first_seen = from_microseconds(int(fields[b"first_seen"]))
    title = fields[b"title"].decode() if b"title" in fields else None
    texts = {int(name): Text.unpack(packed) for name, packed in fields.items() if name.isdigit()}
    return [
        Version(Place(number, revision), text.fingerprint, text.run, site, url, first_seen, text.sketch, title)
        for revision, text in sorted(texts.items())
    ]


def pack_run(process: Process, lease_end: datetime) -> bytes:
    """A run: whose process it is, and until when it is believed."""
    return json.dumps([process.host, process.pid, process.started, to_microseconds(lease_end)]).encode()


def unpack_run(packed: bytes) -> tuple[Process, datetime]:
    """The run of what `pack_run` gave."""
    host, pid, started, lease_end = json.loads(packed)
    return Process(host, pid, started), from_microseconds(lease_end)


def story_in(number: int, fields: dict[bytes, bytes], changed: datetime, revision: int, copies: Iterable[str]) -> Story:
    """A story's hash as it is told."""
    return Story(
        *(number, fields[b"url"].decode(), fields[b"site"].decode()),
        title=fields[b"title"].decode() if b"title" in fields else None,
        published=from_microseconds(int(fields[b"published"])) if b"published" in fields else None,
        first_seen=from_microseconds(int(fields[b"first_seen"])),
        changed=changed,
        revision=revision,
        copies=tuple(sorted(copies)),
    )


def pack_visit(seen: Visit, copied: int | None = None) -> bytes:
    """A visit without its URL, and the number of the story of which that is a copy."""
    first = None if seen.first is None else to_microseconds(seen.first)
    head = [seen.outcome.value, to_microseconds(seen.checked), seen.etag, seen.last_modified]
    return json.dumps([*head, first, copied]).encode()


def unpack_visit(address: str, packed: bytes) -> tuple[Visit, int | None]:
    """What `pack_visit` got; schema 1 may end before `first`, and knows no copies."""
    outcome, checked, etag, last_modified, *rest = json.loads(packed)
    first, copied = (*rest, None, None)[:2]
    began = None if first is None else from_microseconds(first)
    return Visit(address, UrlOutcome(outcome), from_microseconds(checked), etag, last_modified, began), copied
