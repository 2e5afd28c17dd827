"""What Scrapy's redirects leave in the meta of what they have led elsewhere."""

from __future__ import annotations

from scrapy.http import Request, Response

KEYS_OF_REDIRECTS = ("redirect_urls", "redirect_times", "redirect_ttl", "redirect_reasons")
"""All that they leave there (`RedirectMiddleware`)."""


def redirected_from(asked: Request | Response) -> tuple[str, ...]:
    """The addresses that redirects led on from, in their order; none where it was asked at once. Its own is among them where they led back."""
    return tuple(asked.meta.get("redirect_urls", ()))


def asked_first(asked: Request | Response) -> str:
    """The address that was asked before any redirect."""
    request = asked.request if isinstance(asked, Response) else asked
    assert request is not None
    return next(iter(redirected_from(request)), request.url)


def way_of(asked: Request | Response) -> tuple[str, ...]:
    """The addresses by which something was asked, the first one first, and its own last."""
    return (*redirected_from(asked), asked.url)
