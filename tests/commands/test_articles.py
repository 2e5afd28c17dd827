"""`scrapy articles`: what is told of a store, and what is forgotten."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path

import pytest
from loopback import page

from boilerspider.crawl.options import Options
from boilerspider.crawl.pipelines import candidate_of
from boilerspider.reading import extract
from boilerspider.stores import UrlOutcome, Visit, open_store

A, B = "https://news.example/2026/bridge", "https://other.example/2026/ferry"
COPIES = [f"https://wire.example/2026/ferry-{number}" for number in range(1, 6)]
VERSIONS = ((A, "bridge"), (B, "ferry"), (A, "pitch"))
STORE = ".scrapy/boilerspider.sqlite"


async def fill(path: Path, versions: Sequence[tuple[str, str]] = VERSIONS) -> None:
    store = open_store(f"sqlite:{path}")
    await store.open()
    for url, topic in versions:
        candidate = candidate_of(extract(page(topic), url).text, url, Options())
        assert candidate is not None
        verdict = await store.admit(candidate)
        assert verdict.claim is not None
        await store.confirm([verdict.claim])
    checked = datetime(2026, 11, 20, 8, 30, tzinfo=timezone.utc)
    copies = [Visit(url, UrlOutcome.DUPLICATE, checked, copy_of=B) for url in COPIES]
    await store.note(Visit(A, UrlOutcome.ARTICLE, checked, '"1"'), *copies)
    await store.close()


@pytest.fixture
def filled(project: Path) -> Path:
    """A store with two stories, one revised and one with five copies, where the default setting looks for it."""
    with ThreadPoolExecutor(1) as thread:  # the tests' own thread may have a loop that runs
        thread.submit(asyncio.run, fill(project / STORE)).result()
    return project / STORE


def test_the_newest_are_listed(command, filled):
    done = command("articles", "list")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["first", "seen", "site", "story"]
    assert lines[1].endswith(B)
    assert "other.example" in lines[1]
    assert [line.strip() for line in lines[2:6]] == [*(f"copy: {url}" for url in COPIES[:3]), "and 2 more"]
    assert lines[6].endswith(A)
    assert "rev. 1" in lines[6]
    newest = command("articles", "list", "--limit", "1", "--format", "json").stdout
    assert json.loads(newest)["copies"] == COPIES
    one = command("articles", "list", "--site", "news.example", "--format", "json", "--since", "1h", "--limit", "5")
    (line,) = one.stdout.splitlines()
    assert (json.loads(line)["url"], json.loads(line)["revision"]) == (A, 1)
    assert command("articles", "list", "--limit", "1").stdout.count("2026/ferry\n") == 1


def test_all_are_exported_the_oldest_first(command, filled):
    done = command("articles", "export")
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(story["url"], story["revision"]) for story in told] == [(A, 1), (B, 0)]
    assert json.loads(command("articles", "export", "--site", "other.example").stdout)["url"] == B
    assert command("articles", "export", "stories.jsonl").returncode == 2


def test_figures(command, filled):
    told = json.loads(command("articles", "stats", "--format", "json").stdout)
    assert (told["stories"], told["revised"], told["sites"], told["first_seen_in_24_hours"]) == (2, 1, 2, 2)
    assert told["copies"] == len(COPIES)
    assert told["stories_by_site"] == {"news.example": 1, "other.example": 1}
    table = command("articles", "stats").stdout
    assert "stories" in table
    assert "  news.example" in table


def test_which_story_an_address_or_a_page_is(command, filled, project):
    known = json.loads(command("articles", "check", A + "?utm_source=x", "--format", "json").stdout)
    assert (known["visited"], known["story"]["url"]) == ("article", A)
    assert "not known" in command("articles", "check", "https://news.example/else").stdout
    copied = json.loads(command("articles", "check", COPIES[0], "--format", "json").stdout)
    assert (copied["visited"], copied["story"]["url"]) == ("duplicate", B)
    table = command("articles", "check", COPIES[0]).stdout.splitlines()
    assert table[0].split() == ["url", COPIES[0]]
    assert ["story", "url", B] in [line.split() for line in table]
    assert [line.split()[-1] for line in table[1:] if "wire.example" in line] == COPIES
    assert "story url" not in command("articles", "check", A).stdout
    (project / "copy.html").write_text(page("ferry"), encoding="utf-8")
    (project / "new.html").write_text(page("school"), encoding="utf-8")
    copy = json.loads(command("articles", "check", "copy.html", "--format", "json").stdout)
    assert (copy["verdict"], copy["similarity"], copy["story"]["url"]) == ("duplicate", 1.0, B)
    assert json.loads(command("articles", "check", "new.html", "--format", "json").stdout)["story"] is None
    assert json.loads(command("articles", "stats", "--format", "json").stdout)["stories"] == 2  # asking adds nothing


def test_forgetting(command, filled):
    refused = command("articles", "forget", B, "https://news.example/else")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "no story is known under this address; nothing is forgotten" in refused.stderr
    assert command("articles", "forget", A).stdout.startswith("1 story is forgotten")
    assert json.loads(command("articles", "stats", "--format", "json").stdout)["stories_by_site"] == {
        "other.example": 1
    }
    assert command("articles", "forget", "--all").stdout.startswith("1 story is")
    assert "oldest" not in command("articles", "stats").stdout
    with closing(sqlite3.connect(filled)) as connection:
        assert connection.execute("SELECT count(*) FROM urls").fetchone() == (0,)


def test_a_story_is_checked_and_forgotten_by_the_address_that_is_listed(command, project):
    unclean = "https://news.example/story?id=5&cat=2"
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, fill(project / STORE, ((unclean, "bridge"),))).result()
    (listed,) = command("articles", "list", "--format", "json").stdout.splitlines()
    assert json.loads(listed)["url"] == unclean
    told = json.loads(command("articles", "check", unclean, "--format", "json").stdout)
    assert (told["url"], told["story"]["url"]) == (unclean, unclean)
    assert command("articles", "forget", unclean).stdout.startswith("1 story is forgotten")
    assert command("articles", "list", "--format", "json").stdout == ""


def test_forgetting_finds_a_story_by_its_copy_as_checking_does(command, filled):
    assert command("articles", "forget", COPIES[0]).stdout.startswith("1 story is forgotten")
    stats = json.loads(command("articles", "stats", "--format", "json").stdout)
    assert stats["stories_by_site"] == {"news.example": 1}


def test_pruning(command, filled):
    assert command("articles", "prune", "--older", "1d").stdout == "0 stories are forgotten\n"
    assert command("articles", "prune", "--older", "2100-01-01").stdout == "2 stories are forgotten\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "one of stats, list, check, forget, prune, export is wanted"),
        (["show"], "one of stats, list"),
        (["forget"], "forget takes URLs, --site SITE or --all"),
        (["forget", "--all", "--site", "news.example"], "forget --all takes neither URLs nor --site"),
        (["list", "--site", ""], "argument --site: '': a site is needed, such as example.com"),
        (["list", "--site", "http://["], "argument --site: 'http://[': a site is needed, such as example.com"),
        (
            ["list", "--limit", "9" * 23],
            "argument --limit: 999999999999999999…: a number of 18 digits at most is needed; 0: all",
        ),
        (["prune"], "prune takes --older AGE"),
        (["check"], "check takes one URL or file"),
        (["list", "what"], "'what' is not understood here"),
    ],
)
def test_what_is_not_understood_is_refused(command, filled, args, told):
    done = command("articles", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["list", "--since", "soon"], "--since=soon: an age (6h, 2d) or a date (2026-11-01) is needed"),
        (["check", "nowhere.html"], "no such file: nowhere.html (a URL begins with https://)"),
        (["check", "news.example/2026/bridge"], "no such file: news.example/2026/bridge (a URL begins with https://)"),
        (["check", "."], "cannot read .: "),
        (["check", "http://["], "http://[: that is no web address"),
        (["check", "gopher://news.example/"], "gopher://news.example/: that is no web address"),
    ],
)
def test_what_cannot_be_had_is_one_line(command, filled, args, told):
    done = command("articles", *args)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("scrapy articles: ")
    assert told in done.stderr


def test_a_page_is_read_within_the_project_s_limits(command, filled, project):
    (project / "copy.html").write_text(page("ferry"), encoding="utf-8")
    done = command("articles", "check", "copy.html", "-s", "BOILERSPIDER_MAX_BYTES=100")
    assert (done.returncode, done.stdout) == (1, "")
    assert "over the limit of 100 (raise BOILERSPIDER_MAX_BYTES; " in done.stderr


def test_a_store_that_is_not_there_is_not_made(command, project):
    done = command("articles", "list")
    assert done.stderr.startswith("scrapy articles: nothing is remembered yet: there is no .scrapy/boilerspider.sqlite")
    assert not (project / STORE).exists()


@pytest.mark.parametrize("limit", ["-3", "some", "1.5"])
def test_a_limit_is_a_number_of_stories(command, filled, limit):
    done = command("articles", "list", "--limit", limit)
    assert done.returncode == 2
    assert f"argument --limit: '{limit}': a whole number is needed, 0 or more" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("act", ["forget", "list", "export"])
def test_a_site_of_which_nothing_is_known_is_an_error(command, filled, act):
    done = command("articles", act, "--site", "strange.example")
    assert done.returncode == 1
    assert done.stderr == "scrapy articles: --site strange.example: no story of this site is known\n"
    assert done.stdout == ""
    assert json.loads(command("articles", "stats", "--format", "json").stdout)["stories"] == 2


def test_a_site_without_a_story_since_then_is_none(command, filled):
    assert command("articles", "list", "--site", "news.example", "--since", "2100-01-01").returncode == 0


@pytest.mark.parametrize(
    "args",
    ["list --older 3d", "stats --site news.example", "prune --since 2d --older 3d", "list --all", "export --limit 1"],
)
def test_an_option_that_an_act_does_not_heed_is_refused(command, filled, args):
    done = command("articles", *args.split())
    assert done.returncode == 2
    assert f"and not for {args.split()[0]}" in done.stderr


@pytest.mark.parametrize("site", ["news.example", "https://news.example/sport"])
def test_a_site_is_named_by_any_address_of_it(command, filled, site):
    assert command("articles", "list", "--site", site).stdout.count("https://news.example") == 1
    assert command("articles", "forget", "--site", site).stdout.startswith("1 story is forgotten")
