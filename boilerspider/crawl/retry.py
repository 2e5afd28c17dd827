"""What Scrapy's retries leave to be done: a host's own word on when to come again, and robots.txt of a dead host.

These act in boilerspider's own project; the add-on does not touch the politeness of yours.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.asyncio import sleep
from scrapy.utils.python import binary_is_text

from boilerspider.crawl.reasons import reason
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.responses import READ_STATUSES, is_robots_txt, robots_txt

logger = logging.getLogger(__name__)

RETRY_AFTER_CAP = 60.0
"""Seconds. A host that asks for more is asked again after this; when it still refuses, the next crawl asks. Ours."""

ROBOTS_REDIRECTS = 5
"""Redirects of a robots.txt that are followed, at most: RFC 9309, section 2.3.1.2."""

LOOK = 0.5
"""Seconds between two looks at whether the crawl is ending, while a host is waited for. Ours."""

_NOBODY_THERE = (CannotResolveHostError, DownloadConnectionRefusedError)
"""Errors of a host of which no page is had, whatever is obeyed."""

_BUSY = (429, 503)
"""Statuses with which Retry-After says when to come again (RFC 9110, RFC 6585)."""


class NotNow(IgnoreRequest):
    """A request that this crawl does not make, and another one may."""


class GivenUp(NotNow):
    """One of a host that is given up for this crawl."""


class OverBudget(NotNow):
    """One of a site that had its share of this crawl."""


class Enough(NotNow):
    """A story that answered is not emitted, for the crawl has as many as it was to have, and ends."""


class RobotsUnknown(NotNow):
    """A request that this crawl does not make, because a robots.txt that cannot be had may forbid it."""


class _NoRules(IgnoreRequest):
    """A robots.txt that is not asked on, because redirects lead it on without end: as one that there is none of."""


def is_ending(crawler: Crawler) -> bool:
    """Whether the crawl is being stopped: by a signal, or by a limit such as CLOSESPIDER_TIMEOUT, which leaves the engine running."""
    engine = crawler.engine
    if engine is None or not engine.running:
        return True
    slot = engine._slot  # noqa: SLF001 - the only place that tells it before all that is under way is done
    return slot is not None and slot.closing is not None


def host_of(crawler: Crawler, request: Request) -> str:
    """The name under which the downloader keeps a request's host."""
    assert crawler.engine is not None
    return crawler.engine.downloader.get_slot_key(request)


async def wait_for(crawler: Crawler, host: str, until: Callable[[], float]) -> None:
    """Wait for the moment, of the monotonic clock, at which a host may be asked; NotNow when the crawl ends before."""
    while (left := until() - time.monotonic()) > 0:
        if is_ending(crawler):
            raise NotNow(f"the crawl ends before {host} may be asked again")
        await sleep(min(left, LOOK))


class RetryAfter:
    """Leaves a host alone for as long as its Retry-After asks; downloader middleware, order 560: Scrapy retries at 550.

    Requests that are with the downloader already are not called back. One that waits takes a place of
    its own host alone, where `FairQueue` is the queue.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._until: dict[str, float] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RetryAfter:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Wait until the request's host may be asked again; refuse it when the crawl ends before."""
        host = host_of(self._crawler, request)
        await wait_for(self._crawler, host, lambda: self._until.get(host, 0.0))

    async def process_response(self, request: Request, response: Response) -> Response:
        """Note when a busy host wants to be asked again."""
        header = response.headers.get(b"Retry-After")
        seconds = seconds_of(header.decode("latin-1")) if header and response.status in _BUSY else None
        if seconds:
            host, waits = host_of(self._crawler, request), min(seconds, RETRY_AFTER_CAP)
            level = logging.DEBUG if self._until.get(host, 0.0) > time.monotonic() else logging.INFO
            logger.log(level, "%s asks to be left alone for %g s (Retry-After), and is for %g s", host, seconds, waits)
            self._until[host] = max(self._until.get(host, 0.0), time.monotonic() + waits)
        return response


class RobotsFailure:
    """Leaves alone in this crawl what has a robots.txt that cannot be had, and says so in one line; downloader middleware, order 545: after the retries.

    It may forbid all (RFC 9309, section 2.3.1.4), and to Scrapy's RobotsTxtMiddleware it allows all. A robots.txt that
    there is none of, to which a host answers with a status from 400 to 499, allows all; so does one that redirects lead
    to itself, or on and on (section 2.3.1.2).
    """

    def __init__(self, *, has_cookies: bool = False) -> None:
        self._most_asked = 2 if has_cookies else 1  # a cookie may be all that was missing
        self._unknown: dict[str, str] = {}
        """Host and port -> why its robots.txt is not known."""
        self._endless: set[str] = set()
        """Addresses of robots.txt, told of, that redirect without end."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsFailure:
        return cls(has_cookies=crawler.settings.getbool("COOKIES_ENABLED"))

    async def process_request(self, request: Request) -> None:
        """Refuse what only a robots.txt could allow that is not known, and the next step of one that redirects without end."""
        before = redirected_from(request)
        if before and is_robots_txt(before[0]):
            self._follow(before, request.url)
        why = self._unknown.get(urlsplit(request.url).netloc)
        if why and not request.meta.get("dont_obey_robotstxt"):
            raise RobotsUnknown(f"its robots.txt cannot be fetched: {why}")

    async def process_response(self, request: Request, response: Response) -> Response:
        if (url := robots_txt(request)) and (why := _unread(response)):
            self._leave_alone(url, _on_the_way(request, why))
        return response

    async def process_exception(self, request: Request, exception: Exception) -> None:
        """No traceback, which Scrapy's middleware logs of what is no IgnoreRequest."""
        if url := robots_txt(request):
            is_led = bool(redirected_from(request))
            if not isinstance(exception, IgnoreRequest):
                why, is_there = reason(exception), is_led or not isinstance(exception, _NOBODY_THERE)
                self._leave_alone(url, _on_the_way(request, why), is_there=is_there)
            elif is_led and _may_have_rules(exception):
                self._leave_alone(url, _on_the_way(request, reason(exception)))
            raise IgnoreRequest(f"no {url}") from exception

    def _follow(self, before: Sequence[str], url: str) -> None:
        """Let redirects lead a robots.txt on to an address; IgnoreRequest where that has no end."""
        if before.count(url) < self._most_asked and len(before) <= ROBOTS_REDIRECTS:
            return
        if before[0] not in self._endless:
            self._endless.add(before[0])
            logger.info("%s redirects to itself, or on without end: it forbids nothing", before[0])
        raise _NoRules(f"no {before[0]}")

    def _leave_alone(self, url: str, why: str, *, is_there: bool = True) -> None:
        host = urlsplit(url).netloc
        self._unknown[host] = why
        logger.warning(
            "%s cannot be fetched: %s; nothing that it may forbid is asked of %s in this crawl, the next one looks again"
            "%s",
            *(url, why, host, " (ROBOTSTXT_OBEY=False asks all the same)" if is_there else ""),
        )


def _on_the_way(request: Request, why: str) -> str:
    """Why a robots.txt cannot be had, with the address that it redirects to."""
    return f"it redirects to {request.url}: {why}" if redirected_from(request) else why


def _may_have_rules(refused: IgnoreRequest) -> bool:
    """Whether what is not asked, where a robots.txt redirects to, may hold rules; nothing is said of a crawl that ends."""
    return isinstance(refused, GivenUp) or not isinstance(refused, (NotNow, _NoRules))


_RULE = re.compile(rb"^[ \t]*(?:user-agent|allow|disallow|sitemap)[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""What shows a robots.txt to be one, whatever else stands in it (the ^Z at the end of a DOS file)."""


def _unread(response: Response) -> str | None:
    """Why an answer tells no rules, where it neither has them nor says that there are none."""
    if response.status >= 500:
        return f"status {response.status}"
    if response.status not in READ_STATUSES or b"Content-Encoding" not in response.headers:
        return None
    is_text = _RULE.search(response.body) is not None or binary_is_text(response.body)
    return None if is_text else "its compression cannot be read"


def seconds_of(retry_after: str) -> float | None:
    """The seconds from now that a Retry-After header gives, as a number or as a date; None when it is neither."""
    value = retry_after.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):  # no such day, no such zone
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
    return max(0.0, (aware - datetime.now(timezone.utc)).total_seconds())
