from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler

from boilerspider.errors import BadConfiguration
from boilerspider.spiders.arguments import Arguments, Discover
from boilerspider.spiders.feeds import set_up_feeds
from boilerspider.spiders.wanted import refuser_of_url


def test_nothing_given_is_the_demonstration() -> None:
    assert Arguments.read({}).is_demonstration
    assert Arguments.read({"max_articles": "3"}).is_demonstration
    assert not Arguments.read({"feeds": "https://example.com/rss"}).is_demonstration


def test_what_a_runner_adds_is_passed_over() -> None:
    assert Arguments.read({"_job": "26e7dd40"}).is_demonstration  # Scrapyd does


def test_urls_are_split_completed_and_counted_once() -> None:
    arguments = Arguments.read({"sites": "https://example.com/, example.org  https://example.com/"})
    assert arguments.sites == ("https://example.com/", "https://example.org")


def test_a_comma_in_a_url_divides_nothing(tmp_path: Path) -> None:
    one, two = "https://example.com/7,75399,1.html", "https://example.com/7,75399,2.html"
    assert Arguments.read({"urls": f"{one},{two}"}).urls == (one, two)
    assert Arguments.read({"sites": "example.com,example.org"}).sites == ("https://example.com", "https://example.org")
    listed = tmp_path / "urls.txt"
    listed.write_text(f"{one}\n{two}\n", encoding="utf-8")
    assert Arguments.read({"urls": str(listed)}).urls == (one, two)


def test_urls_come_from_a_file(tmp_path: Path) -> None:
    listed = tmp_path / "sites.txt"
    listed.write_text("# our papers\nhttps://example.com/\n\nexample.org\n", encoding="utf-8")
    assert Arguments.read({"sites": str(listed)}).sites == ("https://example.com/", "https://example.org")
    table = tmp_path / "sites.csv"
    table.write_text("url,name\nhttps://example.net/,Net\n", encoding="utf-8")
    assert Arguments.read({"sites": str(table)}).sites == ("https://example.net/",)


@pytest.mark.parametrize(
    "text",
    [
        "url,name\nhttps://example.net/,Net\n\nhttps://example.org/,Org\n",
        "\nhttps://example.net/\n  \nhttps://example.org/\n",
        "url;name\nhttps://example.net/;Net\nhttps://example.org/;Org, the\n",
        "url;name, country\nhttps://example.net/;Net\nhttps://example.org/;Org\n",
        '"url, main";"name"\n"https://example.net/";"Net"\n"https://example.org/";"Org"\n',
        "url\tname\nhttps://example.net/\tNet\n\t\nhttps://example.org/\tOrg\n",
        "https://example.net/\tNet\nhttps://example.org/\tOrg, the\n",
        '"# ours, all of them"\n\nurl,name\n# and\nhttps://example.net/,Net\n "https://example.org/", "Org"\n',
        "url,name\nhttps://example.net/,Net\u2028work\nhttps://example.org/,Org\n",
    ],
    ids=[
        "an empty line",
        "empty lines first",
        "semicolons",
        "a comma in a name behind",
        "a comma in the first name",
        "tabs",
        "tabs without names",
        "comments first",
        "a line separator in a cell",
    ],
)
def test_a_table_is_read_as_spreadsheets_write_it(tmp_path: Path, text: str) -> None:
    table = tmp_path / "sites.csv"
    table.write_text(text, encoding="utf-8")
    assert Arguments.read({"sites": str(table)}).sites == ("https://example.net/", "https://example.org/")


def test_a_host_without_a_dot_is_no_line_of_names(tmp_path: Path) -> None:
    table = tmp_path / "sites.csv"
    table.write_text("http://localhost:8000/,ours\nhttps://example.net/a;b,Net\n", encoding="utf-8")
    assert Arguments.read({"sites": str(table)}).sites == ("http://localhost:8000/", "https://example.net/a;b")


@pytest.mark.parametrize("cell", ["localhost:8000", '"localhost"', "[::1]:8000", "http://web"])
def test_a_first_line_that_can_be_a_host_is_no_line_of_names(tmp_path: Path, cell: str) -> None:
    table = tmp_path / "sites.csv"
    table.write_text(f"{cell},ours\nhttps://example.net/,Net\n", encoding="utf-8")
    assert len(Arguments.read({"sites": str(table)}).sites) == 2


@pytest.mark.parametrize("name", ["name:1", "[url]", "url", '"Site: name"'])
def test_a_line_of_names_may_have_signs(tmp_path: Path, name: str) -> None:
    table = tmp_path / "sites.csv"
    table.write_text(f"{name},ours\nhttps://example.net/,Net\n", encoding="utf-8")
    assert Arguments.read({"sites": str(table)}).sites == ("https://example.net/",)


def test_a_host_of_one_word_is_known_by_its_scheme() -> None:
    urls = ("http://web:8000/", "http://intranet/news")
    assert Arguments.read({"sites": ",".join(urls)}).sites == urls
    for word in ("intranet", "web:8000", "bob:hunter.2@intranet"):
        with pytest.raises(BadConfiguration, match="no URL of the web"):
            Arguments.read({"sites": word})


@pytest.mark.parametrize("text", ["", "x" * 200_000, "\n", "#\n", "url,name\n", "url;name\n;Net\n"])
def test_a_table_without_urls_is_refused(tmp_path: Path, text: str) -> None:
    table = tmp_path / "sites.csv"
    table.write_text(text, encoding="utf-8")
    with pytest.raises(BadConfiguration, match=r"sites\.csv"):
        Arguments.read({"sites": str(table)})


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("s.list", "only files named .txt, .csv or .toml are read; name it s.txt, or write https://s.list for a host"),
        ("my s.list", "-a sites=: my s.list is a file"),
        ("example.org,s.list", "-a sites=: s.list is a file"),
        ("https://bob:hunter2@example.org,s.list", "-a sites=: s.list is a file"),
        ("s.txt,https://example.org", "-a sites=: s.txt is a file, and a file is given alone: sites=s.txt"),
        ("https://example.org/,s.txt", "-a sites=: s.txt is a file, and a file is given alone: sites=s.txt"),
    ],
)
def test_a_file_is_taken_for_no_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, told: str) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("s.list", "my s.list", "s.txt"):
        Path(name).write_text("https://example.net/\n", encoding="utf-8")
    with pytest.raises(BadConfiguration) as caught:
        Arguments.read({"sites": value})
    assert told in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_what_is_named_like_a_file_may_be_a_host_or_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("example.org").mkdir()
    for name in ("example.net", "7.html"):
        Path(name).touch()
    urls = ("https://example.net", "https://example.org/a,7.html")
    assert Arguments.read({"urls": ",".join(urls)}).urls == urls
    assert Arguments.read({"sites": "example.org,example.com"}).sites == ("https://example.org", "https://example.com")
    with pytest.raises(BadConfiguration, match="no URL of the web"):
        Arguments.read({"sites": f"{'x' * 300}.example.org"})


def test_ages_and_dates() -> None:
    before = datetime.now(timezone.utc) - timedelta(days=2)
    since = Arguments.read({"since": "2d"}).since
    assert since is not None
    assert timedelta(0) <= since - before < timedelta(seconds=5)
    assert Arguments.read({"since": "2026-11-01"}).since == datetime(2026, 11, 1, tzinfo=timezone.utc)
    until = Arguments.read({"until": "2026-11-01T10:00:00+02:00"}).until
    assert until == datetime(2026, 11, 1, 8, tzinfo=timezone.utc)


def test_since_may_be_the_date_of_today_everywhere() -> None:
    today = datetime.now(timezone(timedelta(hours=14))).date()
    since = Arguments.read({"since": today.isoformat()}).since
    assert since is not None
    assert since.date() == today


def test_what_can_bring_nothing_is_refused() -> None:
    with pytest.raises(BadConfiguration, match="since=2100-01-01 is still to come"):
        Arguments.read({"since": "2100-01-01"})
    with pytest.raises(BadConfiguration, match="is still to come"):
        Arguments.read({"since": f"{datetime.now(timezone.utc) + timedelta(days=2):%Y-%m-%d}"})
    for name in ("sites.json", "sites.txt", "sites.toml", "sites.csv"):
        with pytest.raises(BadConfiguration, match=name):
            Arguments.read({"sites": name})


def test_what_is_wanted() -> None:
    arguments = Arguments.read(
        {"include": "/news/", "exclude": r"\.amp$", "lang": "en, de-at", "since": "2026-01-01", "until": "2026-02-01"}
    )
    assert not refuser_of_url(arguments, "https://example.com/news/1")
    assert refuser_of_url(arguments, "https://example.com/news/1.amp") == "exclude"
    assert refuser_of_url(arguments, "https://example.com/sport/1") == "include"
    assert [arguments.wants_language(x) for x in ("en", "en-GB", "de", "de-AT", "eng", None)] == [
        True, True, False, True, False, False,
    ]  # fmt: skip
    at = [datetime(2025, 12, 31, tzinfo=timezone.utc), datetime(2026, 1, 5, tzinfo=timezone.utc), None]
    assert [arguments.is_too_old(x) for x in at] == [True, False, False]
    assert not any(arguments.is_too_new(x) for x in at)


def test_days_count_from_their_first_hour_to_their_last() -> None:
    first = datetime(2025, 11, 20, tzinfo=timezone.utc)
    hours = [first + timedelta(minutes=minutes) for minutes in (-1, 0, 1439, 1440)]
    day = Arguments.read({"since": "2025-11-20", "until": "2025-11-20"})
    assert [day.is_too_old(hour) for hour in hours] == [True, False, False, False]
    assert [day.is_too_new(hour) for hour in hours] == [False, False, False, True]
    begun = Arguments.read({"until": "2025-11-20T00:00"})
    assert [begun.is_too_new(hour) for hour in hours] == [False, False, True, True]


@pytest.mark.parametrize("nothing", ["", "  "])
def test_what_is_left_empty_filters_nothing(nothing: str) -> None:
    arguments = Arguments.read({"include": nothing, "exclude": nothing, "lang": nothing})
    assert not refuser_of_url(arguments, "https://example.com/news/1")
    assert arguments.wants_language("de")
    assert arguments == Arguments()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"site": "https://example.com"}, ("site=", "did you mean sites=?")),
        ({"xyzzy": "1"}, ("xyzzy=", "known:", "max_articles=")),
        *(
            ({"shard": wrong}, (f"shard={wrong}", "such as 1/4"))
            for wrong in ("4", "0/4", "5/4", "1/0", "a/b", "1/4/2")
        ),
        ({"sites": ""}, ("sites=", "no URL")),
        ({"sites": "ftp://example.com/"}, ("ftp://example.com/", "https://example.com/")),
        ({"sites": "http://["}, ("http://[",)),
        ({"sites": "hello"}, ("hello",)),
        ({"sites": "/nowhere/sites.txt"}, ("/nowhere/sites.txt", "cannot be read")),
        ({"sites": "nowhere.toml"}, ("nowhere.toml", "cannot be read")),
        ({"urls": "sites.toml"}, ("urls=sites.toml", "give it as sites=sites.toml")),
        ({"time_per_site": "soon"}, ("time_per_site=soon", "30m, 2h")),
        ({"discover": "all"}, ("discover=all", "auto, feeds, sitemaps, links, none")),
        ({"sites": "https://example.com/", "discover": "none"}, ("discover=none", "feeds=, sitemaps= or urls=")),
        ({"discover": "none"}, ("discover=none", "feeds=, sitemaps= or urls=")),
        ({"since": "yesterday"}, ("since=yesterday", "2d")),
        ({"since": "999999w"}, ("since=999999w",)),
        ({"since": "2d", "until": "3d"}, ("since=2d", "until=3d")),
        ({"lang": "en,german"}, ("lang=en,german", "en,de")),
        ({"include": "("}, ("include=(", "regular expression")),
        ({"include": "(" * 3_000 + ")" * 3_000}, ("include=((((", "a simpler regular expression is needed")),
        ({"exclude": "a{9999999999}"}, ("exclude=a{9999999999}: ", "a simpler regular expression is needed")),
        ({"depth": "-1"}, ("depth=-1", "whole number")),
        ({"depth": "²"}, ("depth=²", "whole number")),
        ({"max_articles": "9" * 5_000}, ("max_articles=9", "18 digits at most")),
        ({"fresh": "maybe"}, ("fresh=maybe", "1 or 0")),
    ],
)
def test_what_is_wrong_is_said_in_one_line(given: dict[str, str], words: tuple[str, ...]) -> None:
    with pytest.raises(BadConfiguration) as caught:
        Arguments.read(given)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_fresh_hides_no_mistake_in_the_setting_that_it_stands_for() -> None:
    crawler = Crawler(Spider, {"BOILERSPIDER_DEDUP_SCOPE": "sight"})
    with pytest.raises(SystemExit, match="DEDUP_SCOPE = 'sight': one of 'run', 'site', 'all' is needed"):
        set_up_feeds(crawler, (), fresh=True)


def test_a_bad_line_of_a_file_is_named(tmp_path: Path) -> None:
    listed = tmp_path / "sites.txt"
    listed.write_text("https://example.com/\nnot a site\n", encoding="utf-8")
    with pytest.raises(BadConfiguration, match=r"sites\.txt, line 2: not a site"):
        Arguments.read({"sites": str(listed)})


def test_discover_names_every_way() -> None:
    named = {"urls": "https://example.com/2026/a-story"}
    assert [Arguments.read({"discover": way.value, **named}).discover for way in Discover] == list(Discover)


def test_a_day_without_an_hour_is_too_old_when_it_is_over() -> None:
    """Many sitemaps and addresses tell no hour; what was published this morning must not fall out of `since=6h`."""
    arguments = Arguments.read({"since": "2026-11-20T16:00"})
    day = datetime(2026, 11, 20, tzinfo=timezone.utc)
    assert not arguments.is_too_old(day)
    assert arguments.is_too_old(day - timedelta(days=1))
    assert arguments.is_too_old(day + timedelta(hours=9))
