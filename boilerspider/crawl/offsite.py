"""No request leaves the sites of the spider, redirects included."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.http.request import NO_CALLBACK

from boilerspider.urls import site_of


class SitesOnly(OffsiteMiddleware):
    """Keeps requests on the spider's `sites`, told apart as `site_of` does; order 50, in the place of Scrapy's.

    Scrapy's own knows host names alone: to it another port is the same server. And it refuses the robots.txt
    of a site that a front page has moved to, whose pages would then be fetched without leave.
    """

    def should_follow(self, request: Request, spider: Spider) -> bool:
        sites = getattr(spider, "sites", None)
        if sites is None:
            return super().should_follow(request, spider)
        return site_of(request.url) in sites or _is_robots_txt(request)


def _is_robots_txt(request: Request) -> bool:
    """Whether it is asked by Scrapy itself, which does so only for a request that has been let through."""
    meta = request.meta
    is_scrapys = request.callback is NO_CALLBACK and meta.get("dont_obey_robotstxt")
    return bool(is_scrapys and request.url.endswith("/robots.txt") and not meta.get("redirect_times"))
