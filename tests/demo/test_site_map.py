"""How stories are found, and everything on the way that is no story."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import lxml.etree
import pytest

from boilerspider.demo import Newspaper
from boilerspider.demo.material import load_press
from boilerspider.demo.site import DECOYS, build_site

LABELS = {paper.key: load_press().words[paper.language].labels for paper in load_press().papers}


def keyed_sites(newspaper):
    return list(zip(newspaper.sites, LABELS, strict=True))


def printed(newspaper, site):
    """id -> URL of every story that a site prints."""
    return {
        story.id: url
        for story in newspaper.stories
        for url in newspaper.urls(story)
        if url.startswith(site) and "/amp/" not in url
    }


def reached(get, start):
    """The URLs that the pages of a listing lead to, cleaned as a crawler does and with redirects followed."""
    links, number = set(), 1
    while True:
        page = get(f"{start}?page={number}").links
        links |= {re.sub(r"[?#].*", "", link).replace("/amp/", "/") for link in page}
        number += 1
        if not any(f"page={number}" in link for link in page):
            return {get(link).url if "/go/" in link else link for link in links}


def listed(got, path="//item/link|//a:entry/a:link[@rel='alternate']/@href|//s:loc"):
    tree = lxml.etree.fromstring(got.body)
    spaces = {"a": "http://www.w3.org/2005/Atom", "s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    return [str(node if isinstance(node, str) else node.text) for node in tree.xpath(path, namespaces=spaces)]


def test_there_are_three_sites_with_different_hosts_or_ports(newspaper):
    assert len({urlsplit(site).netloc for site in newspaper.sites}) == 3
    assert all(urlsplit(site).hostname.startswith("127.0.0.") for site in newspaper.sites)
    assert all(len(printed(newspaper, site)) >= 8 for site in newspaper.sites)


def test_pages_of_listings_reach_every_story(newspaper, get):
    for site in newspaper.sites:
        urls = set(printed(newspaper, site).values())
        assert urls <= reached(get, urljoin(site, "/latest"))
        sections = [reached(get, urljoin(site, f"/section/{name}")) for name in ("region", "science", "life")]
        assert urls <= set.union(*sections)


def test_sections_have_several_pages_and_an_end(newspaper, get):
    for site in newspaper.sites:
        for section in ("region", "science", "life"):
            assert any("?page=2" in link for link in get(urljoin(site, f"/section/{section}")).links)
        assert not any("page=100" in link for link in get(urljoin(site, "/latest?page=99")).links)


@pytest.mark.parametrize("page", ["0", "-3", "x", "", "99999999999999999999", "٣"])
def test_a_senseless_page_number_is_the_first_page(newspaper, get, page):
    query = page.encode("utf-8")
    got = get(urljoin(newspaper.sites[0], "/latest?page=" + "".join(f"%{byte:02X}" for byte in query)))
    assert got.status == 200
    assert any("?page=2" in link for link in got.links)


def test_feeds_name_their_stories_newest_first(newspaper, get):
    for site in newspaper.sites:
        urls = printed(newspaper, site)
        for channel in ("rss", "atom"):
            expected = [urls[s.id] for s in newspaper.stories if s.id in urls and channel in s.announced]
            got = get(urljoin(site, f"/{channel}.xml"))
            assert [link.partition("?")[0] for link in listed(got)] == expected
            assert channel in got.headers["Content-Type"]
        assert "utm_source=rss" in get(urljoin(site, "/rss.xml")).body.decode("latin-1")


def test_sitemaps_lead_from_the_index_to_the_stories(newspaper, get):
    for site in newspaper.sites:
        urls = printed(newspaper, site)
        named = [s for s in newspaper.stories if s.id in urls and "sitemap" in s.announced]
        recent = datetime.now(timezone.utc) - timedelta(hours=48)
        news, archive = listed(get(urljoin(site, "/sitemap.xml")))
        assert listed(get(archive)) == [urls[story.id] for story in named]
        assert listed(get(news)) == [urls[story.id] for story in named if story.published > recent]
        assert b"<news:publication_date>" in get(news).body


def test_some_stories_are_only_reached_by_links(newspaper):
    silent = [story for story in newspaper.stories if not story.announced]
    assert len(silent) >= 3
    assert {story.site for story in silent} == set(LABELS)


def test_the_front_page_does_not_lead_to_everything(newspaper, get):
    for site in newspaper.sites:
        links = " ".join(get(site).links)
        assert not set(printed(newspaper, site).values()) <= set(links.split())


def test_robots_txt_forbids_private_pages_and_names_sitemaps(newspaper, get):
    for site in newspaper.sites:
        rules = RobotFileParser()
        rules.parse(get(urljoin(site, "/robots.txt")).text.splitlines())
        assert not rules.can_fetch("any", urljoin(site, "/private/1.html"))
        assert not rules.can_fetch("any", urljoin(site, "/search?q=x"))
        assert rules.can_fetch("any", urljoin(site, "/latest"))
        assert rules.site_maps() == [urljoin(site, "/sitemap.xml"), urljoin(site, "/news-sitemap.xml")]


def test_violations_and_hits_are_counted_by_site_and_path(get):
    with Newspaper(seed=2) as running:
        first, second, _ = running.sites
        for path in ("/latest?page=2", "/latest", "/private/trap.html", "/search?q=a"):
            get(urljoin(first, path))
        assert running.hits[first] == {"/latest": 2, "/private/trap.html": 1, "/search": 1}
        assert not running.hits[second]
        assert running.robots_violations == (urljoin(first, "/private/trap.html"), urljoin(first, "/search"))
    assert running.hits[first]["/latest"] == 2


def test_links_carry_tracking_fragments_redirects_and_amp(get):
    with Newspaper(seed=1) as running:
        links = " ".join(
            link for site in running.sites for _ in range(40) for link in get(urljoin(site, "/latest?page=3")).links
        )
    assert all(mark in links for mark in ("utm_source=", "#comments", "/go/", "/amp/"))


def test_links_to_other_things_than_html(newspaper, get):
    for site in newspaper.sites:
        links = get(site).links
        assert any(link.startswith("mailto:") for link in links)
        assert any(link.startswith("javascript:") for link in links)
        pdf = get(next(link for link in links if link.endswith(".pdf")))
        jpg = get(next(link for link in links if link.endswith(".jpg")))
        assert (pdf.headers["Content-Type"], pdf.body[:5]) == ("application/pdf", b"%PDF-")
        assert (jpg.headers["Content-Type"], jpg.body[:3]) == ("image/jpeg", b"\xff\xd8\xff")


def decoy(newspaper, place, name):
    site, key = newspaper.sites[place], list(LABELS)[place]
    press = load_press()
    paper = next(paper for paper in press.papers if paper.key == key)
    return build_site(press, paper, site.rstrip("/"), newspaper.stories).decoy_path(name)


@pytest.mark.parametrize("place", range(3))
def test_decoys_are_linked_and_hold_no_article(newspaper, get, place):
    site, key = newspaper.sites[place], list(LABELS)[place]
    urls = {name: urljoin(site, decoy(newspaper, place, name)) for name in DECOYS}
    assert set(urls.values()) <= set(get(site).links)
    broken, missing, failing = (get(url) for url in urls.values())
    assert broken.status == 200
    assert "</html>" not in broken.text.lower()
    assert broken.text.count("<") > broken.text.count(">")
    assert broken.shows(LABELS[key]["no_events"])
    assert missing.status == 200
    assert missing.shows(LABELS[key]["not_found"])
    assert failing.status == 500


def test_the_calendar_goes_on(newspaper, get):
    for site in newspaper.sites:
        page, seen = next(link for link in get(site).links if "/calendar/" in link), set()
        for _ in range(30):
            seen.add(page)
            page = next(link for link in get(page).links if "/calendar/" in link and link not in seen and link > page)
        assert len(seen) == 30


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/calendar/2026/02/28", 200),
        ("/calendar/2026/02/31", 404),
        ("/calendar/0000/01/01", 404),
        ("/calendar/9999/12/31", 404),
        ("/about.html", 200),
        ("/search?q=e", 200),
        ("/private/x.html", 200),
        ("/author/isla-venner", 200),
        ("/author/luc%C3%ADa-berganza", 404),
        ("/tag/ferries", 200),
        ("/tag/nothing", 404),
        ("/section/nothing", 404),
        ("/go/nothing", 404),
        ("/files/..%2Fnewspapers.json", 404),
        ("/files/newspapers.json", 404),
        ("/rss.xml/", 404),
        ("/%FF%00", 404),
        ("/amp/latest", 404),
    ],
)
def test_other_paths(get, path, status):
    with Newspaper(seed=5) as running:
        assert get(running.sites[0].rstrip("/") + path).status == status


def test_tag_and_author_pages_list_their_stories(newspaper, get):
    story = next(story for story in newspaper.stories if story.site == "faro" and "ía" in story.authors[0])
    url = newspaper.urls(story)[0]
    links = get(url).links
    for kind in ("tag", "author"):
        page = next(link for link in links if f"/{kind}/" in link)
        assert url in reached(get, page)


def test_a_short_link_redirects(newspaper, get):
    story = newspaper.stories[0]
    own = newspaper.urls(story)[0]
    assert get(urljoin(own, f"/go/{story.id}")).url == own


def test_article_urls_are_all_different(newspaper):
    urls = [url for story in newspaper.stories for url in newspaper.urls(story)]
    assert len(set(urls)) == len(urls) == len(newspaper.stories) + 3
