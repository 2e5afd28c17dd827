"""The one family of errors. Each message says what is wrong, where, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable


class BoilerspiderError(Exception):
    """Anything that boilerspider raises on purpose."""


class UnreadablePage(BoilerspiderError, ValueError):
    """A page that cannot become a document; `reason` is the word that the stats count it under."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        """One of `not_html`, `too_big`, `timeout`, `unreadable`."""

    def __reduce__(self) -> tuple[type[UnreadablePage], tuple[str, str]]:
        return type(self), (self.reason, str(self))


class BadConfiguration(BoilerspiderError, ValueError):
    """A setting, an argument or a parameter that cannot be used; stops a crawl at its start."""


def hint(name: str, known: Collection[str], *, form: str = "{}", meant: str = "") -> str:
    """What an unknown name may have meant, or else all that are known, in a form; what was meant may have a form of its own."""
    alike = {one.casefold(): one for one in known}
    for near in difflib.get_close_matches(name.casefold(), alike, 1):
        return f"did you mean {(meant or form).format(alike[near])}?"
    return f"known: {', '.join(map(form.format, known))}"


class UnknownName(BadConfiguration):
    """A name that its drawer does not hold; the message lists the known ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(
            f"unknown {kind} {name!r}; known: {', '.join(sorted(known))} (or a dotted path, package.module:Name)"
        )
        self.kind, self.name, self.known = kind, name, tuple(sorted(known))

    def __reduce__(self) -> tuple[type[UnknownName], tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.kind, self.name, self.known)


class FeedError(BoilerspiderError):
    """A feed that could be opened and not written; what it lacks was not remembered."""

    def __init__(self, what: str, rest: str) -> None:
        super().__init__(f"{what}{rest}")
        self.what, self.rest = what, rest
        """What happened; the rest of the message, which says how to mend it."""

    def __reduce__(self) -> tuple[type[FeedError], tuple[str, str]]:
        return type(self), (self.what, self.rest)


class ItemError(BoilerspiderError, ValueError):
    """An item that a feed cannot take; it is not remembered, and the feed is none the worse."""


class ArchiveError(BoilerspiderError):
    """An archive that could be begun and not written on; what it lacks was not read."""


class QueueError(BoilerspiderError):
    """Requests that wait on disk, or on a server, and cannot be read or written; the sites name them again."""


class StoreError(BoilerspiderError):
    """A store that cannot be opened or used; nothing in it was changed or deleted."""
