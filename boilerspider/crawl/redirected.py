"""What Scrapy's redirects leave in the meta of what they have led elsewhere."""

from __future__ import annotations

from scrapy.http import Request, Response

LEFT = ("redirect_urls", "redirect_times", "redirect_ttl", "redirect_reasons")
"""All that they leave there (`RedirectMiddleware`)."""


def led_by(asked: Request | Response) -> tuple[str, ...]:
    """The addresses that led to it, in their order, without its own; none where it was asked at once."""
    return tuple(asked.meta.get("redirect_urls", ()))


def asked_first(asked: Request | Response) -> str:
    """The address that was asked before any redirect."""
    return next(iter(led_by(asked)), asked.url)
