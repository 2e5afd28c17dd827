"""A feed under watch: what it took and has yet to deliver, and what is to be said of it where it fails."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field
from traceback import extract_tb

from scrapy.extensions.feedexport import FeedSlot

from boilerspider.errors import FeedError, ItemError
from boilerspider.redaction import redacted

_FIXES = {
    "is not JSON serializable": "let the item hold a str in its place, or take CSV or XML",
    "codec can't decode byte": "let the item hold a str in the place of its bytes",
    "No adapter found for objects of type": "a pipeline hands on what is no item: end its process_item with `return item`",
}
"""What an error says whose cause is the item, a value of Pydantic's `HttpUrl` say, a page's bytes in another encoding than UTF-8, or None in its place -> what to do."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(slots=True)
class Parcel:
    """A claim on its way, and how many have yet to deliver it: the feeds, and whoever hands it to them."""

    claim: str
    feeds: int


@dataclass(slots=True)
class Watched:
    """A feed, or one batch of it, with the parcels that it took and has not delivered."""

    slot: FeedSlot
    parcels: list[Parcel] = field(default_factory=list)
    is_stored: bool = False
    is_held: bool = False
    has_failed: bool = False
    has_written: bool = False
    """Whether some of what it took is on disk."""
    problem: str = "it could not be finished, as the log says"
    """Why it is not stored."""
    refused: int = 0
    """Items that it did not take."""
    refusal: str = ""
    """What was said of the first of them, with what is to be done."""

    @property
    def uri(self) -> str:
        """Where it leads, to be shown: without what is secret."""
        return redacted(self.slot.uri)

    def takes(self, parcel: Parcel) -> None:
        """It has a parcel to deliver."""
        self.parcels.append(parcel)
        parcel.feeds += 1

    def hands_back(self) -> None:
        """It did not want the parcel that it took last."""
        self.parcels.pop().feeds -= 1

    def arrived(self) -> list[Parcel]:
        """What it took so far; it has that on disk now."""
        parcels, self.parcels = self.parcels, []
        return parcels

    def refuses(self, error: Exception) -> None:
        """It has not taken an item."""
        self.refused += 1
        self.refusal = self.refusal or f"{said(error)}{_fix(error)}"

    def losses(self) -> list[FeedError]:
        """What of it came to nothing, now that it is closed."""
        is_due = self.slot.itemcount or (self._is_empty_file and not self.refused)
        not_stored = [self._not_stored()] if is_due and not self.is_stored else []
        return [self._not_taken(), *not_stored] if self.refused else not_stored

    @property
    def _is_empty_file(self) -> bool:
        """Whether Scrapy stores it although nothing is in it, which it does with no later batch."""
        return not self.slot.itemcount and self.slot.store_empty and self.slot.batch_id == 1

    def not_written(self, error: OSError) -> FeedError:
        """That it cannot be written."""
        fix = "make room" if error.errno in _FULL else "mend that"
        return FeedError(f"feed {self.uri} cannot be written: {error}", f"; {fix} or name another, and crawl again")

    def _not_stored(self) -> FeedError:
        count = self.slot.itemcount
        again = f": what it had not delivered of its {count} items comes again" if count else ""
        return FeedError(
            f"feed {self.uri} was not stored: {self.problem}", f"; mend that, or name another, and crawl again{again}"
        )

    def _not_taken(self) -> FeedError:
        return FeedError(
            f"feed {self.uri} did not take {self.refused} of {self.refused + self.slot.itemcount} items",
            f": {self.refusal}, and crawl again: they come again",
        )


def _fix(error: Exception) -> str:
    """How an item can be made to be taken; of an error of ours it says so itself."""
    if isinstance(error, ItemError):
        return ""
    fixes = (fix for said, fix in _FIXES.items() if isinstance(error, (TypeError, UnicodeError)) and said in str(error))
    return f"; {next(fixes, f'mend its {_failing_part(error)}, or name another')}"


def _failing_part(error: Exception) -> str:
    """What of a feed an error comes from."""
    is_filter = any(frame.name == "accepts" for frame in extract_tb(error.__traceback__))
    return "item_filter" if is_filter else "exporter"


def said(error: Exception) -> str:
    """An error's kind, and the first line of what it says; of an error of ours what it says alone."""
    if isinstance(error, ItemError):
        return str(error)
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}".rstrip(": ")
