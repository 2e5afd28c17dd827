"""A feed under watch: what it took and has yet to deliver, and what is to be said of it where it fails."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapy.extensions.feedexport import FeedSlot

from boilerspider.errors import FeedError


@dataclass(slots=True)
class Parcel:
    """A claim on its way, and how many feeds have yet to deliver it."""

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
    problem: str = "it could not be finished, as the log says"
    """Why it is not stored."""

    def arrived(self) -> list[Parcel]:
        """What it took so far; it has that on disk now."""
        parcels, self.parcels = self.parcels, []
        return parcels

    def not_stored(self) -> FeedError:
        """That its storage did not store it, and why."""
        return FeedError(
            f"feed {self.slot.uri} was not stored: {self.problem}; mend that, or name another, and crawl again: "
            f"what it had not delivered of its {self.slot.itemcount} items comes again"
        )

    def not_written(self, error: OSError) -> FeedError:
        """That it cannot be written."""
        return FeedError(f"feed {self.slot.uri} cannot be written: {error}; make room or name another, and crawl again")
