"""What a spider may tell the components: the news spider all of it, one of a project's own nothing."""

import pytest
from scrapy import Spider

from boilerspider.crawl import offers
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.news import NewsSpider


class Plain(Spider):
    """A spider of a project's own."""

    name = "plain"


@pytest.fixture
def news() -> NewsSpider:
    given = {"sites": "a.test", "urls": "https://user:secret@b.test/one", "max_per_site": "7", "time_per_site": "60"}
    return NewsSpider(Arguments.read(given))


def test_the_news_spider_tells_all(news: NewsSpider) -> None:
    news.sites, news.delays, news.closing_words = {"a.test"}, {"a.test": 2.0}, (("name", "value"),)
    assert offers.sites(news) == {"a.test"}
    assert set(offers.named(news)) >= {"https://b.test/one"}
    assert offers.delays(news) == {"a.test": 2.0}
    assert set(offers.authorizations(news)) == {"https://b.test"}
    assert offers.budget_of(news, "https://a.test/") == offers.Budget(7, 60.0)
    assert offers.gives_place(news, "https://a.test/feed", "https://c.test/feed")
    assert offers.knows_fresh(news)
    assert tuple(offers.closing_words(news)) == (("name", "value"),)


@pytest.mark.parametrize("spider", [Plain(), None], ids=["plain", "none"])
def test_a_spider_of_a_projects_own_needs_none(spider: Spider | None) -> None:
    assert offers.sites(spider) is None
    assert not [
        *offers.named(spider),
        *offers.delays(spider),
        *offers.authorizations(spider),
        *offers.closing_words(spider),
    ]
    assert offers.budget_of(spider, "https://a.test/") == offers.Budget(0, 0.0)
    assert not offers.gives_place(spider, "https://a.test/feed", "https://c.test/feed")
    assert not offers.knows_fresh(spider)
