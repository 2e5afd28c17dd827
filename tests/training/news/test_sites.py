"""Which site a page of a corpus stands on: folds go by it."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from boilerspider.evaluation import Corpus
from boilerspider.training.news.sites import site_of_page


def corpus(folder: Path, html: str, url: str | None) -> Corpus:
    with ZipFile(folder / "pages.zip", "w") as pages:
        pages.writestr("1.html", html)
    (folder / "gold.jsonl").write_text(json.dumps({"id": "1", "url": url, "text": "All of it."}), encoding="utf-8")
    return Corpus(folder)


OTHERS = '<a href="https://ads.example/1">1</a><a class="x" href="http://www.quay-post.org/2">2</a><a href="http://news.quay-post.org/3">3</a>'


@pytest.mark.parametrize(
    ("html", "url", "site"),
    [
        (OTHERS, "https://www.harbour-post.org/a", "harbour-post.org"),
        (f'<link rel="canonical" href="https://news.harbour-post.org/a">{OTHERS}', None, "harbour-post.org"),
        (f"<link href='https://news.harbour-post.org/a' rel='x canonical'>{OTHERS}", None, "harbour-post.org"),
        (f'<link rel="canonical-x" href="https://news.harbour-post.org/a">{OTHERS}', None, "quay-post.org"),
        (f'<base href="http://harbour-post.org/">{OTHERS}', None, "harbour-post.org"),
        (OTHERS + '<A HREF = "https://ads.example/2">4</A>', None, "quay-post.org"),
        ('<a href="/1">1</a>', None, ""),
    ],
    ids=["its address", "canonical", "canonical last", "not canonical", "base", "most links", "none"],
)
def test_a_page_stands_on_the_site_of_its_address_or_where_it_says(
    html: str, url: str | None, site: str, tmp_path: Path
) -> None:
    pages = corpus(tmp_path, f"<html><head></head><body>{html}</body></html>", url)
    (page,) = pages
    assert site_of_page(pages, page) == (site or f"{pages.name}/1")
