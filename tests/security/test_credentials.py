"""Credentials in URLs: the user's own authenticate where they are for, and nobody's reach items, logs or the store."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from scrapy.settings import Settings

import boilerspider
from boilerspider.crawl.credentials import authorizations
from boilerspider.crawl.outputs import add_outputs
from boilerspider.errors import BadConfiguration
from boilerspider.redaction import redacted, unescaped
from boilerspider.spiders.arguments import Arguments
from boilerspider.stores import open_store
from boilerspider.urls import origin_of, without_credentials

ROOT = Path(__file__).resolve().parents[2]
SECRET = "s3cr3t"
DECLARED = "<meta property=og:type content=article>"
USERS = f"reader:{SECRET}-of-the-user"
PAGES = f"editor:{SECRET}-of-the-page"
STORY = "/2026/11/neighbours-want-their-bridge-back"
FERRY = "/2026/11/neighbours-want-their-ferry-back"
PITCH = "/2026/11/neighbours-want-their-pitch-back"


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        ("https://user:pass@example.com/x?y#z", "https://example.com/x?y#z"),
        ("HTTP://user@example.com", "HTTP://example.com"),
        ("http://:pass@example.com:8000/", "http://example.com:8000/"),
        ("http://us%40er:p@ss@example.com/", "http://example.com/"),
        ("http://user:pass@[::1]:8000/", "http://[::1]:8000/"),
        ("http://@example.com/", "http://example.com/"),
        ("https://example.com/@author", "https://example.com/@author"),
        ("https://example.com?to=a@b.c", "https://example.com?to=a@b.c"),
        ("mailto:user@example.com", "mailto:user@example.com"),
        ("", ""),
    ],
)
def test_a_url_without_its_credentials(url: str, bare: str) -> None:
    assert without_credentials(url) == bare
    assert without_credentials(bare) == bare


def test_a_text_without_the_credentials_of_its_urls() -> None:
    line = f"Redirecting (302) to <GET http://{USERS}@a.example/x> from <GET ftp://{PAGES}@b.example>, mail a@c.example"
    assert (
        redacted(line) == "Redirecting (302) to <GET http://a.example/x> from <GET ftp://b.example>, mail a@c.example"
    )
    assert redacted("://" * 100_000 + "@") == "://" * 99_999 + "://"
    assert redacted("://" + "a" * 1_000_000) == "://" + "a" * 1_000_000


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("in: postgresql://h/d?user=a&password=s3cret", "in: postgresql://h/d?user=a&password=…"),
        (
            "postgresql://u:p@h/d?sslpassword=s%20'x&table=a was not stored",
            "postgresql://h/d?sslpassword=…&table=a was not stored",
        ),
        ("redis://h/0?PASSWORD=a:b&x=1&passwd=c#d", "redis://h/0?PASSWORD=…&x=1&passwd=…"),
        (
            "<PUT https://s3.example/k?X-Amz-Signature=ab12&X-Amz-Security-Token=c&part=1>",
            "<PUT https://s3.example/k?X-Amz-Signature=…&X-Amz-Security-Token=…&part=1>",
        ),
        ("in: postgresql://h/d?user=a&pass=b&table=c", "in: postgresql://h/d?user=a&pass=…&table=c"),
        ('postgresql://h/d?password=p>w1&db_pwd=p"x&table=a', "postgresql://h/d?password=…&db_pwd=…&table=a"),
        ("{'https://a.blob.example/c?sv=1&sig=ab%3D': {}}", "{'https://a.blob.example/c?sv=1&sig=…': {}}"),
        (
            "<GET https://a.example/x?apikey=ab>, <GET https://a.example/y?api_key=c&auth=d&secret_key=e>",
            "<GET https://a.example/x?apikey=…>, <GET https://a.example/y?api_key=…&auth=…&secret_key=…>",
        ),
        ("https://a.example/?key=abcdefgh12345678&x=1", "https://a.example/?key=…&x=1"),
        (
            "https://a.example/?key=2026112712345678&design=1&bypass=1&key=story-12",
            "https://a.example/?key=2026112712345678&design=1&bypass=1&key=story-12",
        ),
        ("https://a.example/?password=&q=token", "https://a.example/?password=&q=token"),
        ("https://a.example/reset-password?id=1&tokens=2", "https://a.example/reset-password?id=1&tokens=2"),
    ],
)
def test_a_text_without_the_secrets_among_arguments(line: str, shown: str) -> None:
    assert redacted(line) == shown
    assert redacted(shown) == shown


def test_the_secrets_of_a_long_text_are_looked_for_in_time() -> None:
    for part in ("?", "&password=", "&a", "://a", "?a-.", "&key=", "&pass_"):
        assert redacted(f"{part * 20_000}=@")


@pytest.mark.parametrize(
    ("uri", "sign"),
    [
        (f"postgresql://u:{SECRET}%zz@h/d", "%"),
        (f"postgresql://u:{SECRET}#x@h/d?table=a", "#"),
        (f"postgresql://u:{SECRET}/x@h/d", "/"),
        (f"postgresql://u:{SECRET}?x@h/d", "?"),
        ("postgresql://u:12/x@h/d", "/"),
        (f"postgresql://u:{SECRET} x@h/d", " "),
        (f"postgresql://h/d?user=u&password={SECRET} x", " "),
        (f"postgresql://h/d?user=u&password={SECRET}#x", "#"),
        (f"redis://:/{SECRET}@h:6379/0", "/"),
        (f"ftp://u:{SECRET}#x@h/x.jsonl", "#"),
        (f"s3://AKIA:{SECRET}/x@bucket/x.jsonl", "/"),
        ("postgresql://u:a%23b%2F@h:5432/d?table=a&batch=1", ""),
        ("postgresql://u:a:b@c@h/d", ""),
        ("postgresql://h:5432,g:5433/d?user=a@b&password=c%%d", ""),
        ("postgresql://[::1]:5432/d?user=a@b", ""),
        ("redis://:a%b@h:6379/0", ""),
        ("ftp://h:21/a@b #1.jsonl", ""),
        ("s3://bucket/a b.jsonl", ""),
        ("file:///home/a b/x@y.jsonl", ""),
        ("articles @ #1.jsonl", ""),
        ("sqlite:/home/a b/x@y.sqlite", ""),
        ("", ""),
    ],
)
def test_a_sign_that_hides_where_a_password_ends(uri: str, sign: str) -> None:
    assert unescaped(uri) == sign


@pytest.mark.parametrize(
    ("uri", "fix"),
    [
        (f"postgresql://u:{SECRET}%%zz@127.0.0.1:9/d", "write %%25 for %"),
        (f"postgresql://u:{SECRET}#x@127.0.0.1:9/d?batch=%(batch_id)d", "write %%23 for #"),
        (f"ftp://u:{SECRET}#x@127.0.0.1:9/%(time)s.jsonl", "write %%23 for #"),
    ],
)
def test_a_feed_whose_password_has_such_a_sign_is_refused_and_not_shown(uri: str, fix: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        add_outputs(Settings({"FEEDS": {uri: {"format": "jsonlines"}}}))
    assert fix in str(caught.value)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("uri", [f"postgresql://u:{SECRET}/x@127.0.0.1:9/d", f"redis://:{SECRET}#x@127.0.0.1:9/0"])
def test_a_store_whose_password_has_such_a_sign_is_refused_and_not_shown(uri: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        open_store(uri)
    assert "write %2" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_the_header_of_an_origin() -> None:
    given = authorizations(["https://user:p%40ss@Example.com:443/x", "http://user@example.com/", "http://example.org/"])
    assert given == {
        "https://example.com": "Basic " + base64.b64encode(b"user:p@ss").decode(),
        "http://example.com": "Basic " + base64.b64encode(b"user:").decode(),
    }
    assert origin_of("https://user:p@Example.com:443/x") == "https://example.com"


def test_arguments_keep_them_apart_and_show_them_nowhere() -> None:
    arguments = Arguments.read({"sites": f"{USERS}@example.com", "urls": f"http://{USERS}@example.org:8000/x"})
    assert arguments.sites == ("https://example.com",)
    assert arguments.urls == ("http://example.org:8000/x",)
    assert set(arguments.authorizations) == {"https://example.com", "http://example.org:8000"}
    assert SECRET not in repr(arguments)


@pytest.mark.parametrize("url", [f"ftp://{USERS}@nowhere/", f"https://user:a/{SECRET}@example.com:x", f"{USERS}@-"])
def test_a_url_that_is_refused_is_shown_without_them(url: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        Arguments.read({"sites": url})
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("extractor", ["everything", "tree-filter"])
def test_no_field_of_an_article_holds_them(extractor: str) -> None:
    base = f"https://{PAGES}@example.com"
    head = f"""<base href="{base}/base/"><link rel=canonical href="{base}/canonical"><meta property=og:url content="{base}/og">
        <meta property=og:image content="{base}/lead.jpg"><link rel=amphtml href="{base}/amp">
        <script type=application/ld+json>{{"@type": "NewsArticle", "headline": "The bridge", "url": "{base}/ld",
        "mainEntityOfPage": "{base}/main", "image": ["{base}/ld.jpg"], "author": {{"name": "{base}/author", "url": "{base}/a"}},
        "publisher": {{"name": "Post", "url": "{base}/", "logo": "{base}/logo.png"}}}}</script>"""
    body = f"""<p>Words <a href="{base}/link">with a link</a>, <a href="//{PAGES}@example.org/x">another</a>, <a href=relative>a third</a>
        and a few more, so that the paragraph is one that is kept by whoever reads it, even by those that look at the links.</p>
        <figure><img src="{base}/a.jpg"><figcaption>A caption</figcaption></figure><img src=b.jpg data-src="{base}/c.jpg">
        <img srcset="{base}/d.jpg 2x, {base}/e.jpg 3x">"""
    text = page("bridge", head=head).replace("<p>", body + "<p>", 1)
    article = boilerspider.extract(text, f"http://{USERS}@example.com/story", extractor=extractor)
    assert article.url == "http://example.com/story"
    assert 'href="https://example.com/link"' in article.html
    assert len(article.images) > 1
    assert SECRET not in repr(article)


@pytest.mark.slow
def test_one_page_is_fetched_with_them_and_they_are_not_shown(site: Callable[..., Site]) -> None:
    post = site({"/": page("bridge")})
    given = post.base.replace("//", f"//{USERS}@")
    for path in ("/", "/gone"):
        done = forked.run("extract", given + path, "--format", "json", "-L", "DEBUG", cwd=ROOT)
        assert SECRET not in done.stdout + done.stderr
    seen = {path: headers.get("Authorization") for path, headers in zip(post.paths(), post.headers, strict=True)}
    expected = "Basic " + base64.b64encode(USERS.encode()).decode()
    assert (seen["/"], seen["/gone"]) == (expected, expected)


@pytest.mark.slow
def test_a_crawl_authenticates_and_keeps_the_secret(site: Callable[..., Site], news: Any, tmp_path: Path) -> None:
    other = site({"/": page("market hall")}, "127.0.0.2")
    post = site({})
    elsewhere = other.url("/").replace("//", f"//{PAGES}@")
    mine = post.base.replace("//", f"//{PAGES}@")
    links = "".join(f"<article><h3><a href='{mine}{path}'>Neighbours want it back, as before the war {n}</a></h3></article>" for n, path in enumerate((STORY, FERRY, PITCH)))  # fmt: skip
    post.pages.update(
        {
            "/": f"<html lang=en><head><title>Post</title></head><body>{links}</body></html>",
            "/robots.txt": (200, {"Content-Type": "text/plain"}, f"Sitemap: {mine}/map.xml\n".encode()),
            STORY: page("bridge", head=f"<link rel=canonical href='{mine}{STORY}'>"),
            FERRY: (302, {"Location": f"{mine}/2026/11/ferry"}, b""),
            "/2026/11/ferry": page("ferry", head=DECLARED),
            PITCH: page("pitch", head=f"<meta http-equiv=refresh content='0;url={mine}/2026/11/pitch'>"),
            "/2026/11/pitch": page("pitch", head=DECLARED),
            "/away": (302, {"Location": elsewhere}, b""),
        }
    )
    given = post.base.replace("//", f"//{USERS}@")
    done = news(
        *("-a", f"sites={given}/,{other.base}/", "-a", f"urls={given}/away,{given}/gone"),
        *("-s", f"LOG_FILE={tmp_path / 'log'}", "-s", "BOILERSPIDER_PRIVATE_ADDRESSES=True"),
    )
    expected = "Basic " + base64.b64encode(USERS.encode()).decode()
    assert {headers.get("Authorization") for headers in post.headers} == {expected}
    assert {headers.get("Authorization") for headers in other.headers} == {None}
    assert {STORY, "/2026/11/ferry", "/2026/11/pitch", "/map.xml", "/robots.txt"} <= set(post.paths())
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"out.jsonl", "memory.sqlite", "log"} <= {path.name for path in written}
    for path in written:
        assert SECRET.encode() not in path.read_bytes(), path.name
        assert expected.partition(" ")[2].encode() not in path.read_bytes(), path.name
    assert SECRET not in done.stdout + done.stderr
    assert "Redirecting (302) to <GET http://127.0.0.1" in (tmp_path / "log").read_text()
    urls = {json.loads(line)["url"] for line in (tmp_path / "out.jsonl").read_text().splitlines()}
    assert {post.url(STORY), post.url("/2026/11/ferry"), post.url("/2026/11/pitch")} <= urls
