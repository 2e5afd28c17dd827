"""Values that an index of PostgreSQL's does not take: rows have their addresses cut, and nothing else costs more than itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import forked
import pytest
from loopback import Site, page

from boilerspider.crawl.outputs.postgresql import PostgresStorage
from boilerspider.crawl.outputs.rows import ADDRESS_BYTES, COLUMNS, address_in, rows
from tests.crawl.outputs.own import own_spider
from tests.crawl.outputs.tables import ask
from tests.stores.servers import program

QUERY = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=7_000))
"""No server can make it shorter."""

SPIDER = own_spider(f"""
query, words = {QUERY!r}, " ".join(str(number) for number in range(300_000))
yield {{"url": response.url, "title": "plain"}}
yield {{"url": f"{{response.url}}?{{query}}", "title": "long"}}
yield {{"url": f"{{response.url}}?{{query}}.", "title": "longer", "text": "a"}}
yield {{"url": response.url, "title": "words", "text": words}}
yield {{"url": response.url, "title": "canonical", "canonical_url": f"{{response.url}}?{{query}}"}}
yield {{"url": response.url, "title": "plain too"}}
""")


@pytest.mark.parametrize("url", ["", "https://a.org/?q=" + "ü" * 1_000, "https://a.org/" + "x" * (ADDRESS_BYTES - 14)])
def test_an_address_that_has_room_stays_as_it_is(url: str) -> None:
    assert address_in(url) == url


@pytest.mark.parametrize("letter", ["x", "ü", "€", "😀", "\ud83d"])
def test_an_address_that_has_none_is_cut_and_told_from_others(letter: str) -> None:
    long, longer = ("https://a.org/" + letter * number for number in (3_000, 3_001))
    cut = address_in(long)
    assert len(cut.encode()) <= ADDRESS_BYTES
    assert long.startswith(cut.partition("#")[0])
    assert cut == address_in(long) == address_in(cut) != address_in(longer)


def test_a_copy_names_the_row_of_its_original() -> None:
    url = f"https://a.org/?{QUERY}"
    original, copy = rows(json.dumps(["", said]).encode() for said in ({"url": url}, {"url": "u", "duplicate_of": url}))
    assert copy["duplicate_of"] == original["url"] == address_in(url) != url


@pytest.mark.slow
@pytest.mark.skipif(program("postgres") is None, reason="no PostgreSQL here (Debian: apt-get install postgresql)")
@pytest.mark.parametrize("is_former", [False, True])
def test_what_no_index_takes_costs_no_other_row(
    is_former: bool, uri: str, site: Callable[..., Site], tmp_path: Path
) -> None:
    post = site({"/": page("bridge"), "/2": page("bridge")})
    (tmp_path / "own.py").write_text(SPIDER, encoding="utf-8")
    if is_former:
        columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
        ask(uri, f"CREATE TABLE articles ({columns}, PRIMARY KEY (url, revision))")
    else:
        PostgresStorage(uri, feed_options={"format": "jsonlines"})
        ask(uri, "CREATE INDEX ON articles USING gin (to_tsvector('simple', text))")
        ask(uri, "CREATE INDEX ON articles (canonical_url)")
    command = ["runspider", "own.py", "-a", f"urls={post.url('/')}", "-s", "BOILERSPIDER_STORE=memory:"]
    command += ["-s", f"FEEDS={json.dumps({uri: {'format': 'jsonlines'}})}"]
    for _ in range(2):
        done = forked.run(*command, cwd=tmp_path)
        assert done.returncode == 1, done.stderr
        found = dict(ask(uri, "SELECT title, url FROM articles"))
        assert set(found) == ({"plain", "long", "longer"} if is_former else {"plain", "plain too", "long", "longer"})
        assert found["long"][:2_000] == found["longer"][:2_000] == f"{post.url('/')}?{QUERY}"[:2_000]
        assert done.stderr.count("Addresses of more than 2600 bytes are cut in the table articles") == 1
        assert ("string is too long for tsvector" in done.stderr) is not is_former
