from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from boilerspider.urls import clean_url, is_web_url, plain_addresses, same_site, site_of, story_url

PIECES = st.sampled_from(
    [
        "http://",
        "https://",
        "HTTP://",
        "//",
        "/",
        ":",
        "@",
        "?",
        "&",
        "=",
        "#",
        ";",
        "%",
        "%2f",
        "%C3%A9",
        "%zz",
        "..",
        ".",
        "[",
        "]",
        "[::1]",
        "é",
        "ü",
        "中",
        "www.",
        "m.",
        "amp.",
        "example.com",
        "Example.COM.",
        "127.0.0.1",
        "localhost",
        ":80",
        ":443",
        ":99999",
        ";jsessionid=1",
        "/(S(abcdefghijklmnopqrstuvwx))",
        "utm_source=x",
        "sid=",
        "phpsessid=2",
        "amp",
        "print",
        "index.html",
        ".amp",
        ".html",
        "a",
        "b",
        "1",
        "\t",
        "\x00",
        "�",
        "xn--",
        "+",
        "*",
    ]
)
ADDRESSES = st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join).map("http://example.com/".__add__))
ANYTHING = st.one_of(ADDRESSES, st.lists(PIECES, max_size=12).map("".join))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("http://Example.COM:80/a#top", "http://example.com/a"),
        ("https://example.com:443", "https://example.com/"),
        ("https://example.com:8443/", "https://example.com:8443/"),
        ("http://user:secret@example.com/a", "http://example.com/a"),
        ("http://example.com./a", "http://example.com/a"),
        ("http://example.com/a/../b/./c", "http://example.com/b/c"),
        (" http://example.com/a\n", "http://example.com/a"),
        ("http://example.com/?utm_source=x&UTM_Medium=y&fbclid=1&gclid=2", "http://example.com/"),
        ("http://example.com/?page=2&id=5", "http://example.com/?id=5&page=2"),
        ("http://example.com/?tag=b&tag=a", "http://example.com/?tag=b&tag=a"),
        ("http://example.com/?12345", "http://example.com/?12345"),
        ("http://example.com/index.php?articles/slug.7/", "http://example.com/index.php?articles/slug.7/"),
        ("http://example.com/a?ref=rss", "http://example.com/a"),
        ("http://example.com/a?ref=5", "http://example.com/a?ref=5"),
        ("http://example.com/a;jsessionid=0A1B?x=1", "http://example.com/a?x=1"),
        ("http://example.com/a?PHPSESSID=1f", "http://example.com/a"),
        ("http://example.com/a?sid=0123456789abcdef0123456789abcdef", "http://example.com/a"),
        ("http://example.com/a?sid=17", "http://example.com/a?sid=17"),
        ("http://example.com/(S(abcdefghijklmnopqrstuvwx))/a", "http://example.com/a"),
        ("http://bücher.example/ü?q=ü", "http://xn--bcher-kva.example/%C3%BC?q=%C3%BC"),
        ("http://example.com/%e9?x=%2f", "http://example.com/%E9?x=%2F"),
        ("http://[0:0::1]:80/", "http://[::1]/"),
    ],
)
def test_one_form_is_fetched_once(raw: str, clean: str) -> None:
    assert clean_url(raw) == clean


@pytest.mark.parametrize(
    "text",
    ["", "http://[", "http://", "mailto:desk@example.com", "javascript:void(0)", "ftp://example.com/", "/a", "example.com",
     "http://exa mple.com/", "http://example.com:99999/", "http://..", "data:text/html,x", "http://example.com/" + "a" * 8192],
)  # fmt: skip
def test_what_is_no_web_address_gives_nothing(text: str) -> None:
    assert (clean_url(text), site_of(text), story_url(text), is_web_url(text)) == ("", "", "", False)
    assert not same_site(text, text)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.news.example.co.uk/a", "example.co.uk"),
        ("http://example.com:8080/", "example.com"),
        ("http://anna.blogspot.com/", "anna.blogspot.com"),
        ("http://127.0.0.1:8900/x", "127.0.0.1:8900"),
        ("http://127.0.0.1/x", "127.0.0.1"),
        ("http://localhost:1/", "localhost:1"),
        ("http://[::1]:8/", "[::1]:8"),
        ("http://co.uk/", "co.uk"),
    ],
)
def test_the_site_is_the_registered_domain_or_host_and_port(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://www.example.com/", "http://sport.example.com/a", True),
        ("http://127.0.0.1:1/", "http://127.0.0.2:1/", False),
        ("http://anna.blogspot.com/", "http://bert.blogspot.com/", False),
        ("http://example.com/", "http://example.org/", False),
    ],
)
def test_same_site(one: str, other: str, same: bool) -> None:
    assert same_site(one, other) is same


@pytest.mark.parametrize(
    "variant",
    [
        "http://example.co.uk/news/a-story.html",
        "https://www.example.co.uk/news/a-story.html#comments",
        "https://m.example.co.uk/news/a-story.html?utm_source=x",
        "https://amp.example.co.uk/news/a-story.amp.html",
        "https://www.m.example.co.uk/amp/news/a-story.html/",
        "https://example.co.uk/news/a-story.html/amp/",
        "https://example.co.uk/news/a-story.html?outputType=amp",
        "https://example.co.uk/news/a-story.html/comment-page-2#c7",
        "https://example.co.uk/print/news/a-story.html?print=1",
    ],
)
def test_variants_of_a_story_share_a_key(variant: str) -> None:
    assert story_url(variant) == "https://example.co.uk/news/a-story.html"


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://example.com/amp", "https://example.com/amp"),
        ("http://example.com/mobile/a", "https://example.com/mobile/a"),
        ("http://example.com/index.html", "https://example.com/"),
        ("http://example.com/a/index.php", "https://example.com/a"),
        ("http://www.com/a", "https://www.com/a"),
        ("http://www.amp.dev/a", "https://amp.dev/a"),
        ("http://example.com/a?id=5", "https://example.com/a?id=5"),
        ("http://www.127.0.0.1/a", "https://www.127.0.0.1/a"),
    ],
)
def test_what_is_no_variant_keeps_its_own_key(url: str, key: str) -> None:
    assert story_url(url) == key


@given(ANYTHING)
@example("http://[")
@example("http://example.com/(S(a")
@example("http://example.com/?%2F&%2e")
@example("http://a/;sid=1/(s(abcdefghijklmnopqrstuvwx));sid=2/")
def test_cleaning_is_idempotent_and_never_raises(text: str) -> None:
    once = clean_url(text)
    assert clean_url(once) == once
    assert bool(once) == is_web_url(text)


@given(ANYTHING)
@example("http://0/..amp")
@example("http://0/a.amp.html.amp")
def test_story_keys_are_idempotent_and_never_raise(text: str) -> None:
    once = story_url(text)
    assert story_url(once) == once
    assert story_url(clean_url(text)) == once


@given(ANYTHING, ANYTHING)
def test_sites_never_raise_and_are_symmetric(one: str, other: str) -> None:
    assert same_site(one, other) == same_site(other, one)
    assert site_of(clean_url(one)) == site_of(one)


@given(
    st.from_regex(r"([a-z0-9_-]{1,8}\.){0,2}[a-z0-9_-]{1,8}", fullmatch=True),
    st.lists(st.from_regex(r"[A-Za-z0-9_~.-]{0,6}", fullmatch=True), max_size=5),
)
@example("xn--", [])
@example("a" * 64, ["x"])
def test_the_short_way_for_plain_addresses_gives_what_the_long_way_gives(host: str, segments: list[str]) -> None:
    url = f"http://{host}/{'/'.join(segments)}"
    assert clean_url(url) == clean_url(url + "#x")


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("https://example.com/2026/a-story/amp/", "https://example.com/2026/a-story"),
        ("https://example.com/a-story?amp=1", "https://example.com/a-story"),
        ("https://amp.example.com/a-story", "https://www.example.com/a-story"),
        ("https://www.example.com/amp/1.html", "https://www.example.com/article/1.html"),
        ("http://127.0.0.1:8000/print/1.html", "http://127.0.0.1:8000/article/1.html"),
    ],
)
def test_a_variant_has_plain_addresses(url: str, plain: str) -> None:
    assert plain in plain_addresses(url, ["article", "news"])


@pytest.mark.parametrize("url", ["https://www.example.com/a/1.html", "https://example.com/amp", "mailto:a@b.c", ""])
def test_what_is_no_variant_has_none(url: str) -> None:
    assert plain_addresses(url, ["article"]) == ()
