"""No request leaves the sites of the spider, redirects included, but those that say they may (`allow_offsite`)."""

from __future__ import annotations

from scrapy import Request, Spider, signals
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.exceptions import IgnoreRequest

from boilerspider.crawl import keys, offers
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.responses import robots_txt
from boilerspider.urls import site_of


class SitesOnly(OffsiteMiddleware):
    """Keeps requests on the spider's `sites`, told apart as `site_of` does; order 50, in the place of Scrapy's.

    Scrapy's own knows host names alone: to it another port is the same server. And it refuses the robots.txt
    of a site that a front page has moved to, whose pages would then be fetched without leave.
    """

    def request_scheduled(self, request: Request, spider: Spider) -> None:
        try:
            super().request_scheduled(request, spider)
        except IgnoreRequest:
            # Scrapy says so of requests that its scheduler drops; of a redirect nobody else hears.
            self.crawler.signals.send_catch_log(signals.request_dropped, request=request, spider=spider)
            raise

    def process_request(self, request: Request, spider: Spider | None = None) -> None:
        """Refuse what leaves the sites; a request that is made again, and where it is redirected to, no less than others."""
        del spider
        if request.dont_filter and offers.sites(self.crawler.spider) is not None:
            request = request.replace(dont_filter=False)
        super().process_request(request)

    def should_follow(self, request: Request, spider: Spider) -> bool:
        if _is_own_robots_txt(request):
            return True
        sites = offers.sites(spider)
        if sites is None:
            return super().should_follow(request, spider)
        return site_of(request.url) in sites or _give_place(request, spider)


def _give_place(request: Request, spider: Spider) -> bool:
    """Let the spider have a feed or a sitemap where its site has redirected it to; whether it is one, and may be there."""
    lender: str | None = request.meta.get(keys.LENDER)
    return lender is not None and bool(redirected_from(request)) and offers.gives_place(spider, lender, request.url)


def _is_own_robots_txt(request: Request) -> bool:
    """Whether it is asked by Scrapy itself, which does so only for a request that has been let through.

    Its redirects are followed to other sites as well (RFC 9309, section 2.3.1.2): a site's rules may stand there.
    """
    return robots_txt(request) is not None and bool(request.meta.get("dont_obey_robotstxt"))
