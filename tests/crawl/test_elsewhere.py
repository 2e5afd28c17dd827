"""What leads to another site; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import keys
from boilerspider.spiders import frontier
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, TOPICS, Reply, asked, front, path, posted, rss

OURS = {
    **SHARED_STORE,
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
        "boilerspider.crawl.offsite.SitesOnly": 50,
        "boilerspider.crawl.known.KnownRedirects": 60,
        "boilerspider.crawl.budgets.SiteBudgets": 45,
    },
}


NAMES_FEED = "<link rel=alternate type=application/rss+xml href={}>"


def redirector(site: Callable[..., Site], post: Site, paths: dict[str, str]) -> Site:
    """A server elsewhere whose addresses lead to a newspaper's."""
    pages: dict[str, Reply] = {here: (302, {"Location": post.url(there)}, b"") for here, there in paths.items()}
    return site(pages, "127.0.0.2")


@deferred_f_from_coro_f
async def test_a_named_feed_may_lead_to_its_stories_through_another_host(site: Callable[..., Site], crawl: Any) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    between = redirector(site, post, {f"/~r/{topic}": path(topic) for topic in TOPICS})
    links = rss(*TOPICS).replace("/2026/11/neighbours-want-a-", f"{between.base}/~r/").replace("-back<", "<")
    between.pages["/~r/new"] = between.pages[f"/~r/{TOPICS[0]}"]
    feeder = site({"/rss.xml": links}, "127.0.0.3")
    first = await crawl(NewsSpider, OURS, feeds=feeder.url("/rss.xml"))
    assert sorted((item.url, item.source) for item in first.items) == [(post.url(path(t)), "feed") for t in TOPICS]
    asked(post), asked(between)
    second = await crawl(NewsSpider, OURS, feeds=feeder.url("/rss.xml"))
    assert (second.items, asked(post), asked(between)) == ([], [], [])
    feeder.pages["/rss.xml"] = rss("new").replace(path("new"), between.url("/~r/new"))
    third = await crawl(NewsSpider, OURS, feeds=feeder.url("/rss.xml"))
    # Another address for a story that is known is not followed to it.
    assert (third.items, asked(post), asked(between)) == ([], [], ["/~r/new"])


@pytest.mark.parametrize("is_twice", [False, True])
@deferred_f_from_coro_f
async def test_a_named_address_is_followed_to_another_site(
    site: Callable[..., Site], crawl: Any, is_twice: bool
) -> None:
    post = site({path("ferry"): page("ferry")})
    between = redirector(site, post, {"/abc": path("ferry"), "/xyz": path("ferry")})
    urls = [between.url("/abc"), *([between.url("/xyz")] if is_twice else [])]
    outcome = await crawl(NewsSpider, OURS, urls=",".join(urls))
    assert [item.url for item in outcome.items] == [post.url(path("ferry"))]


@deferred_f_from_coro_f
async def test_a_site_that_has_moved_is_read_with_its_sitemaps(site: Callable[..., Site], crawl: Any) -> None:
    new = posted(site)
    new.pages["/"] = new.pages["/"].replace("/rss.xml", "/none.xml").replace(path("ferry"), path("school"))
    new.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"Sitemap: {new.url('/news.xml')}\n".encode())
    old = redirector(site, new, {"/": "/", "/robots.txt": "/robots.txt", "/sitemap.xml": "/sitemap.xml"})
    outcome = await crawl(NewsSpider, OURS, sites=old.base)
    assert sorted(item.url for item in outcome.items) == [new.url(path(topic)) for topic in TOPICS]


@deferred_f_from_coro_f
async def test_a_site_that_has_moved_may_go_on_to_name_its_stories_by_their_old_addresses(
    site: Callable[..., Site], crawl: Any
) -> None:
    stranger = site({path("pitch"): page("pitch")}, "127.0.0.3")
    new = site({path(topic): page(topic) for topic in TOPICS})
    old = redirector(site, new, {"/": "/", **{path(topic): path(topic) for topic in TOPICS}})
    new.pages["/"] = front(old.url(path("bridge")), path("ferry"), stranger.url(path("pitch")), "/local/")
    # Below the front page, too.
    new.pages["/local/"] = front(old.url(path("school")))
    outcome = await crawl(NewsSpider, OURS, sites=old.base)
    assert sorted(item.url for item in outcome.items) == [new.url(path(topic)) for topic in TOPICS]
    assert stranger.hits == []


def sitemap(*urls: str, index: bool = False) -> Reply:
    root, entry = ("sitemapindex", "sitemap") if index else ("urlset", "url")
    body = "".join(f"<{entry}><loc>{url}</loc></{entry}>" for url in urls)
    return 200, {"Content-Type": "application/xml", "ETag": '"1"'}, f"<{root}>{body}</{root}>".encode()


@deferred_f_from_coro_f
async def test_sitemaps_that_robots_txt_names_are_read_wherever_they_lie(site: Callable[..., Site], crawl: Any) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    stranger = site({path("pitch"): page("pitch")}, "127.0.0.3")
    shelf = site({}, "127.0.0.2")
    stories = sitemap(
        *(post.url(path(topic)) for topic in TOPICS), stranger.url(path("pitch")), shelf.url(path("bank"))
    )
    shelf.pages.update({"/index.xml": sitemap(shelf.url("/map.xml"), index=True), "/map.xml": stories})
    robots = f"Sitemap: {shelf.url('/index.xml')}\n"
    post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, robots.encode())
    post.pages["/"] = "<html><body><a href='/impressum'>Imprint</a></body></html>"
    first = await crawl(NewsSpider, OURS, sites=post.base)
    assert sorted(item.url for item in first.items) == [post.url(path(topic)) for topic in TOPICS]
    assert asked(shelf) == ["/index.xml", "/map.xml"]
    second = await crawl(NewsSpider, OURS, sites=post.base)
    assert (second.items, second.count("known/sources"), asked(shelf)) == ([], 2, ["/index.xml", "/map.xml"])
    assert stranger.hits == []


@deferred_f_from_coro_f
async def test_a_feed_that_the_front_page_names_is_read_wherever_it_lies(site: Callable[..., Site], crawl: Any) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    links = rss(*TOPICS, "bank").replace("/2026/", f"{post.base}/2026/")
    shelf = site({}, "127.0.0.2")
    shelf.pages["/rss.xml"] = links.replace(post.url(path("bank")), shelf.url(path("bank")))
    post.pages["/"] = front(path("ferry")).replace("/rss.xml", shelf.url("/rss.xml"))
    post.pages[path("ferry")] = page("ferry").replace("<head>", f"<head>{NAMES_FEED.format(shelf.url('/other.xml'))}")
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert sorted(item.url for item in outcome.items) == [post.url(path(topic)) for topic in TOPICS]
    assert asked(shelf) == ["/rss.xml"]


@pytest.mark.parametrize("names_others", [True, False])
@pytest.mark.parametrize("limits", [(4, 0), (200, 4)])
@deferred_f_from_coro_f
async def test_a_site_has_few_others_asked_and_pays_for_what_they_are_asked(
    site: Callable[..., Site],
    crawl: Any,
    monkeypatch: pytest.MonkeyPatch,
    limits: tuple[int, int],
    names_others: bool,
) -> None:
    sitemaps, pages = limits
    monkeypatch.setattr(frontier, "MAX_LENT", 2)
    monkeypatch.setattr(frontier, "MAX_SITEMAPS", sitemaps)
    others = [site({}, f"127.0.0.{number}") for number in range(2, 6)]
    post = site({"/": front(path("ferry")).replace("/rss.xml", others[3].url("/rss.xml"))})
    post.pages["/maps.xml"] = sitemap(*(o.url(f"/{n}.xml") for n in range(9) for o in others), index=True)
    named = [post.url("/maps.xml"), *(other.url("/s.xml") for other in others if names_others)]
    robots = "".join(f"Sitemap: {url}\n" for url in named)
    post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, robots.encode())
    await crawl(NewsSpider, OURS, sites=post.base, max_per_site=str(pages), discover="sitemaps")
    asked_of = [len(asked(other)) for other in others]
    assert sum(map(bool, asked_of)) <= 2
    assert 0 < sum(asked_of) < (pages or sitemaps)


@pytest.mark.parametrize("named_by", ["robots.txt", "sitemaps="])
@deferred_f_from_coro_f
async def test_an_index_elsewhere_may_name_sitemaps_on_a_third_host(
    site: Callable[..., Site], crawl: Any, named_by: str
) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    shelf, third = site({}, "127.0.0.2"), site({}, "127.0.0.3")
    third.pages["/map.xml"] = sitemap(*(post.url(path(topic)) for topic in TOPICS))
    shelf.pages["/index.xml"] = sitemap(third.url("/map.xml"), index=True)
    arguments, index = {"sites": post.base}, shelf.url("/index.xml")
    if named_by == "robots.txt":
        post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"Sitemap: {index}\n".encode())
    else:
        arguments["sitemaps"] = index
    outcome = await crawl(NewsSpider, OURS, **arguments)
    assert sorted(item.url for item in outcome.items) == [post.url(path(topic)) for topic in TOPICS]


@pytest.mark.parametrize("named_by", ["robots.txt", "sitemaps=", "nobody", "an index"])
@deferred_f_from_coro_f
async def test_a_sitemap_of_the_site_is_followed_to_where_it_is_redirected(
    site: Callable[..., Site], crawl: Any, named_by: str
) -> None:
    post, shelf = site({path(topic): page(topic) for topic in TOPICS}), site({}, "127.0.0.2")
    stranger = site({path("pitch"): page("pitch")}, "127.0.0.3")
    stories = (*(post.url(path(topic)) for topic in TOPICS), stranger.url(path("pitch")), shelf.url(path("bank")))
    shelf.pages |= {"/index.xml": sitemap(shelf.url("/map.xml"), index=True), "/map.xml": sitemap(*stories)}
    post.pages["/sitemap.xml"] = (302, {"Location": shelf.url("/index.xml")}, b"")
    arguments = {"sitemaps": post.url("/sitemap.xml")} if named_by == "sitemaps=" else {"sites": post.base}
    if named_by == "robots.txt":
        post.pages["/robots.txt"] = (
            200,
            {"Content-Type": "text/plain"},
            f"Sitemap: {post.url('/sitemap.xml')}".encode(),
        )
    elif named_by == "an index":
        post.pages |= {"/there.xml": post.pages["/sitemap.xml"]}
        post.pages["/sitemap.xml"] = sitemap(post.url("/there.xml"), index=True)
    first = await crawl(NewsSpider, OURS, **arguments)
    assert sorted(item.url for item in first.items) == [post.url(path(topic)) for topic in TOPICS]
    second = await crawl(NewsSpider, OURS, **arguments)
    assert second.items == []
    assert sorted(shelf.unchanged) == ["/index.xml", "/map.xml"]
    assert stranger.hits == []


@deferred_f_from_coro_f
async def test_a_feed_of_the_site_is_followed_to_where_it_is_redirected(site: Callable[..., Site], crawl: Any) -> None:
    post, shelf = site({path(topic): page(topic) for topic in TOPICS}), site({}, "127.0.0.2")
    shelf.pages["/rss.xml"] = rss(*TOPICS).replace("/2026/", f"{post.base}/2026/")
    post.pages |= {"/": front(path("ferry")), "/rss.xml": (301, {"Location": shelf.url("/rss.xml")}, b"")}
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert sorted(item.url for item in outcome.items) == [post.url(path(topic)) for topic in TOPICS]


@deferred_f_from_coro_f
async def test_a_site_has_its_sitemaps_redirected_to_few_others(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(frontier, "MAX_LENT", 2)
    others = [site({}, f"127.0.0.{number}") for number in range(2, 6)]
    post = site({"/": front(path("ferry"))})
    names = [f"/{number}.xml" for number in range(len(others))]
    post.pages |= {
        name: (302, {"Location": other.url("/s.xml")}, b"") for name, other in zip(names, others, strict=True)
    }
    robots = "".join(f"Sitemap: {post.url(name)}\n" for name in names)
    post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, robots.encode())
    await crawl(NewsSpider, OURS, sites=post.base, discover="sitemaps")
    assert sum(bool(asked(other)) for other in others) == 2
    assert caplog.text.count(": it is not followed there") == 2


def sites_file(text: str) -> str:
    """A sites file in the folder of the crawl."""
    Path("sites.toml").write_text(f"[[site]]\n{text}\n", "utf-8")
    return "sites.toml"


@pytest.mark.parametrize("named_by", ["robots.txt", "sitemaps=", "file", "file, elsewhere"])
@deferred_f_from_coro_f
async def test_sitemaps_that_an_index_of_the_site_names_are_read_wherever_they_lie(
    site: Callable[..., Site], crawl: Any, named_by: str
) -> None:
    post, shelf = site({path(topic): page(topic) for topic in TOPICS}), site({}, "127.0.0.2")
    stranger = site({path("pitch"): page("pitch")}, "127.0.0.3")
    shelf.pages["/map.xml"] = sitemap(
        *(post.url(path(topic)) for topic in TOPICS), stranger.url(path("pitch")), shelf.url(path("bank"))
    )
    place = shelf if named_by == "file, elsewhere" else post
    place.pages["/index.xml"] = sitemap(shelf.url("/map.xml"), index=True)
    arguments, index = {"sites": post.base}, place.url("/index.xml")
    if named_by == "robots.txt":
        post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"Sitemap: {index}\n".encode())
    elif named_by == "sitemaps=":
        arguments = {"sitemaps": index}
    else:
        arguments["sites"] = sites_file(f"start = '{post.base}'\nsitemaps = '{index}'")
    first = await crawl(NewsSpider, OURS, **arguments)
    assert sorted(item.url for item in first.items) == [post.url(path(topic)) for topic in TOPICS]
    second = await crawl(NewsSpider, OURS, **arguments)
    assert second.items == []
    assert sorted((*post.unchanged, *shelf.unchanged)) == ["/index.xml", "/map.xml"]
    assert {*shelf.paths()} <= {"/index.xml", "/map.xml"}
    assert stranger.hits == []


def led(between: Site, *topics: str) -> Reply:
    """A feed whose entries lie at the redirector."""
    items = "".join(
        f"<item><title>The {topic}</title><link>{between.url(f'/r/{topic}')}</link></item>" for topic in topics
    )
    return (
        200,
        {"Content-Type": "application/rss+xml", "ETag": f'"{topics}"'},
        f"<rss><channel>{items}</channel></rss>".encode(),
    )


@pytest.mark.parametrize("is_on_the_site", [True, False])
@deferred_f_from_coro_f
async def test_a_feed_of_a_sites_file_may_lead_to_its_stories_through_another_host(
    site: Callable[..., Site], crawl: Any, is_on_the_site: bool
) -> None:
    stranger = site({path("pitch"): page("pitch")}, "127.0.0.3")
    post = site({path(topic): page(topic) for topic in (*TOPICS, "sports")})
    between = redirector(site, post, {f"/r/{topic}": path(topic) for topic in (*TOPICS, "sports")})
    between.pages["/r/pitch"] = (302, {"Location": stranger.url(path("pitch"))}, b"")
    shelf = post if is_on_the_site else between
    shelf.pages["/rss.xml"] = led(between, *TOPICS, "sports", "pitch")
    rules = f"start = '{post.base}/'\nfeeds = '{shelf.url('/rss.xml')}'\nexclude = 'sports'\ninclude = '2026/11'"
    arguments = {"sites": sites_file(rules), "discover": "feeds"}
    first = await crawl(NewsSpider, OURS, **arguments)
    assert sorted((item.url, item.source) for item in first.items) == [(post.url(path(t)), "feed") for t in TOPICS]
    for changed in (False, True):
        asked(between), stranger.hits.clear()
        if changed:
            shelf.pages["/rss.xml"] = led(between, *TOPICS, "sports")
        again = await crawl(NewsSpider, OURS, **arguments)
        assert again.items == []
        assert not {f"/r/{topic}" for topic in (*TOPICS, "sports")} & set(asked(between))
        assert len(stranger.hits) <= 1 - changed


@deferred_f_from_coro_f
async def test_a_feed_of_a_sites_file_whose_entries_lead_elsewhere_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    other, post = site({path(topic): page(topic) for topic in TOPICS}, "127.0.0.3"), site({})
    between = redirector(site, other, {f"/r/{topic}": path(topic) for topic in TOPICS})
    between.pages["/rss.xml"] = led(between, *TOPICS)
    feeds = f"feeds = '{between.url('/rss.xml')}'"
    arguments = {"sites": sites_file(f"start = '{post.base}/'\n{feeds}"), "discover": "feeds"}
    outcome = await crawl(NewsSpider, OURS, **arguments)
    assert outcome.items == []
    fix = f'start = "https://{other.base.removeprefix("http://")}/"'
    why = f"it leads to no site of this crawl; say below its [[site]] whose it is: {fix}"
    assert f"{between.url('/rss.xml')} gave nothing: {why}" in [record.getMessage() for record in caplog.records]
    # Nothing is remembered of the stories, for with the site named they are wanted.
    sites_file(f"start = '{other.base}/'\n{feeds}")
    outcome = await crawl(NewsSpider, OURS, **arguments)
    assert sorted(item.url for item in outcome.items) == [other.url(path(topic)) for topic in TOPICS]


@pytest.mark.parametrize(("most", "pages"), [(4, 0), (200, 4)])
@deferred_f_from_coro_f
async def test_a_feed_of_a_sites_file_has_few_entries_on_other_hosts_asked(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, most: int, pages: int
) -> None:
    monkeypatch.setattr(frontier, "MAX_LENT", 2)
    monkeypatch.setattr(frontier, "MAX_SITEMAPS", most)
    others = [site({}, f"127.0.0.{number}") for number in range(2, 6)]
    links = "".join(f"<item><link>{o.url(f'/r/{number}')}</link></item>" for number in range(9) for o in others)
    post = site({"/rss.xml": f"<rss><channel>{links}</channel></rss>"})
    rules = f"start = '{post.base}/'\nfeeds = '{post.url('/rss.xml')}'\nmax_per_site = {pages}"
    await crawl(NewsSpider, OURS, sites=sites_file(rules), discover="feeds")
    asked_of = [len(asked(other)) for other in others]
    assert sum(map(bool, asked_of)) <= 2
    assert 0 < sum(asked_of) <= (pages or most)


def shared_map(*posts: Site) -> Reply:
    """A sitemap that names a story of each newspaper, and answers by its tag that nothing has changed."""
    urls = "".join(f"<url><loc>{post.url(path('ferry'))}</loc></url>" for post in posts)
    return 200, {"Content-Type": "application/xml", "ETag": '"1"'}, f"<urlset>{urls}</urlset>".encode()


@deferred_f_from_coro_f
async def test_what_several_sites_share_is_read_again_when_one_of_them_joins(
    site: Callable[..., Site], crawl: Any
) -> None:
    posts = [
        site({path("ferry"): page(topic)}, host) for topic, host in (("ferry", "127.0.0.1"), ("tram", "127.0.0.4"))
    ]
    lent = site({"/news.xml": shared_map(*posts)}, "127.0.0.2")
    robots = (200, {"Content-Type": "text/plain"}, f"Sitemap: {lent.url('/news.xml')}\n".encode())
    for post in posts:
        post.pages |= {"/": "<html><body><a href='/impressum'>Imprint</a></body></html>", "/robots.txt": robots}
    for sites in posts[:1], posts:
        outcome = await crawl(NewsSpider, OURS, sites=",".join(post.base for post in sites))
        assert [item.url for item in outcome.items] == [sites[-1].url(path("ferry"))]


@deferred_f_from_coro_f
async def test_a_named_sitemap_of_another_sites_stories_is_told_and_read_again(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({path("ferry"): page("ferry"), "/": front()})
    lent = site({"/news.xml": shared_map(post)}, "127.0.0.2")
    alone = await crawl(NewsSpider, OURS, sitemaps=lent.url("/news.xml"))
    why = f"it leads to no site of this crawl; name {post.base.partition('://')[2]} too, in sites="
    assert (alone.items, alone.stats[keys.gave_nothing(lent.url("/news.xml"))]) == ([], why)
    other, name, start = site({}, "127.0.0.4"), post.base.partition("://")[2], why.partition(";")[0]
    rules = f"start = '{other.base}/'"
    beside = await crawl(NewsSpider, OURS, sitemaps=lent.url("/news.xml"), sites=sites_file(rules))
    why = f'{start}; name {name} too, in the sites file: start = "https://{name}/" below a [[site]] of its own'
    assert beside.stats[keys.gave_nothing(lent.url("/news.xml"))] == why
    within = await crawl(NewsSpider, OURS, sites=sites_file(f"sitemaps = '{lent.url('/news.xml')}'"))
    why = f'{start}; say below its [[site]] whose it is: start = "https://{name}/"'
    assert within.stats[keys.gave_nothing(lent.url("/news.xml"))] == why
    both = await crawl(NewsSpider, OURS, sitemaps=lent.url("/news.xml"), sites=post.base)
    assert [item.url for item in both.items] == [post.url(path("ferry"))]


@pytest.mark.parametrize("led", ["straight", "by another index"])
@deferred_f_from_coro_f
async def test_a_named_index_of_other_sites_stories_is_told_of(site: Callable[..., Site], crawl: Any, led: str) -> None:
    post, stranger = site({path("ferry"): page("ferry"), "/": front()}), site({}, "127.0.0.3")
    lent = site({"/news.xml": shared_map(stranger), "/more.xml": shared_map(stranger, post)}, "127.0.0.2")

    def index(*names: str) -> Reply:
        maps = "".join(f"<sitemap><loc>{lent.url(name)}</loc></sitemap>" for name in names)
        return 200, {"Content-Type": "application/xml"}, f"<sitemapindex>{maps}</sitemapindex>".encode()

    lent.pages |= {"/inner.xml": index("/news.xml"), "/all.xml": index("/news.xml", "/more.xml")}
    lent.pages["/index.xml"] = lent.pages["/inner.xml"] if led == "straight" else index("/inner.xml")
    alone = await crawl(NewsSpider, OURS, sitemaps=lent.url("/index.xml"))
    why = f"it leads to no site of this crawl; name {stranger.base.partition('://')[2]} too, in sites="
    assert (alone.items, alone.stats[keys.gave_nothing(lent.url("/index.xml"))]) == ([], why)
    both = await crawl(NewsSpider, OURS, sitemaps=lent.url("/all.xml"), sites=post.base)
    assert [item.url for item in both.items] == [post.url(path("ferry"))]
    assert not [name for name in both.stats if name.startswith(keys.gave_nothing(""))]
