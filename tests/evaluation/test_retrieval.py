from __future__ import annotations

import json
import sys
import zipfile
from math import log2

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation.contenders import Contender, contender
from boilerspider.evaluation.corpora import Corpus
from boilerspider.evaluation.queries import Query
from boilerspider.evaluation.retrieval import Collection, Found, Retrieval, retrieve, search
from boilerspider.evaluation.tables import retrieval_to_json, retrieval_to_markdown, retrieval_to_table

DOCUMENTS = [
    ["ferry", "winter", "harbour"],
    ["ferry", "summer"],
    [],
    ["bridge", "winter", "winter", "county", "school"],
]


@pytest.fixture
def library():
    return pytest.importorskip("bm25s")


@pytest.mark.parametrize(
    ("words", "document", "rank"),
    [
        (["bridge"], 3, 1),
        (["ferry"], 1, 1),  # both have it once, the shorter is the better
        (["ferry"], 0, 2),
        (["ferry"], 3, 0),  # among the first ten, but shares no word
        (["glacier"], 0, 0),
        (["ferry"], 2, 0),
    ],
)
def test_rank_of_the_right_document(library, words, document, rank):
    assert search(library, DOCUMENTS, [Query("title", tuple(words), document)]) == [rank]


def test_an_index_of_nothing_finds_nothing(library):
    assert search(library, [[], []], [Query("title", ("ferry",), 0)]) == [0]


def test_measures_of_ranks():
    found = Found("title", (1, 2, 0, 10))
    assert found.mrr == pytest.approx((1 + 1 / 2 + 0 + 1 / 10) / 4)
    assert found.ndcg == pytest.approx((1 + 1 / log2(3) + 0 + 1 / log2(11)) / 4)


def test_a_difference_is_tested_pair_by_pair():
    better, worse = (
        Retrieval(n, 3, 9, 0, (Found("title", ranks),)) for n, ranks in (("a", (1,) * 40), ("b", (2,) * 40))
    )
    assert better.p_against(worse)[0] == worse.p_against(better)[0] < 0.001
    assert better.p_against(better) == [1.0]


def folder(path, pages):
    path.mkdir()
    (path / "gold.jsonl").write_text("\n".join(json.dumps({"id": i, **gold}) for i, (gold, _) in pages.items()))
    with zipfile.ZipFile(path / "pages.zip", "w") as zipped:
        for number, (_, html) in pages.items():
            zipped.writestr(f"{number}.html", html)
    return Corpus(path)


@pytest.fixture
def collection(tmp_path):
    sentence = "In spring the {} was painted in three colours by all."
    pages = {
        thing: (
            {"text": f"The {thing} is old. {sentence.format(thing)}", "title": f"All about {thing}s"},
            f"<body><p>The {thing} is old. {sentence.format(thing)}</p></body>",
        )
        for thing in ("ferry", "bridge", "mill")
    }
    empty = folder(tmp_path / "b", {"empty": ({"text": None}, "%PDF-1.4 \x00\x01\x02")})
    return Collection((folder(tmp_path / "a", pages), empty))


def test_all_corpora_are_one_collection_and_the_held_out_sentence_is_in_no_index(library, collection):
    told: list[str] = []

    def watch(pages, name):
        told.append(name)
        return pages

    (baseline,) = retrieve([contender("everything")], collection, 1, watch)
    assert told == ["everything"], "the baseline is measured once, asked for or not"
    assert (baseline.documents, baseline.failures) == (4, 1)
    assert baseline.words == 3 * 4
    assert [found.kind for found in baseline.found] == ["title", "sentence"]
    assert baseline.found[1].ranks == (1, 1, 1), "by the thing's name in the sentence that is left"


def test_the_baseline_comes_first(library, collection):
    found = retrieve([contender("justext")], collection, 1, lambda pages, name: pages)
    assert [retrieval.contender for retrieval in found] == ["everything", "justext"]


def test_without_the_library_one_line_tells_what_to_install(collection, monkeypatch):
    monkeypatch.setitem(sys.modules, "bm25s", None)
    with pytest.raises(BadConfiguration, match=r"--retrieval needs .*: pip install 'boilerspider\[retrieval\]'"):
        retrieve([], collection, 1, lambda pages, name: pages)


def test_nothing_to_ask_for(library, tmp_path):
    nothing = Collection((folder(tmp_path / "c", {"1": ({"text": None}, "<p>x")}),))
    with pytest.raises(BadConfiguration, match="no gold texts"):
        retrieve([Contender("x", lambda html, url: "")], nothing, 1, lambda pages, name: pages)


FOUND = (
    Retrieval("everything", 1200, 3_000, 0, (Found("title", (1, 2)), Found("sentence", (0, 1, 1)))),
    Retrieval("bte", 1200, 1_000, 4, (Found("title", (1, 1)), Found("sentence", (1, 1, 1)))),
)


def test_tables():
    title, heading, everything, bte = retrieval_to_table(FOUND).splitlines()
    assert title == "1200 pages, 2 titles and 3 sentences searched for"
    assert heading.split() == [
        "index",
        "title",
        "MRR@10",
        "nDCG@10",
        "p",
        "sentence",
        "MRR@10",
        "nDCG@10",
        "p",
        "words",
        "failures",
    ]
    assert everything.split() == ["everything", "0.7500", "0.8155", "–", "0.6667", "0.6667", "–", "3,000", "0"]
    assert bte.split()[:3] == ["bte", "1.0000", "1.0000"]
    assert bte.split()[-2:] == ["1,000", "4"]
    assert retrieval_to_markdown(FOUND).splitlines()[2].startswith("| index | title MRR@10 |")


def test_json():
    everything, bte = json.loads(retrieval_to_json(FOUND))
    assert everything["title"] == {"queries": 2, "mrr": 0.75, "ndcg": pytest.approx((1 + 1 / log2(3)) / 2), "p": 1.0}
    assert (bte["failures"], bte["sentence"]["mrr"]) == (4, 1.0)
