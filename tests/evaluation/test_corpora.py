from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation.corpora import Corpus, Gold, Selection

RECORDS = [
    {"id": "one", "text": "First.", "url": "https://a.example/1", "split": "train", "authors": ["Ann"]},
    {"id": "two", "text": None, "split": "val", "with": ["kept"], "without": ["menu"]},
    {"id": "lost", "text": "Not in the zip.", "split": "val"},
    {"id": "three", "text": "", "page_type": "article", "split": "val"},
]


def make(folder: Path, records: list[object] = RECORDS, pages: tuple[str, ...] = ("one", "two", "three")) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "gold.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with zipfile.ZipFile(folder / "pages.zip", "w") as zipped:
        for page in pages:
            zipped.writestr(f"{page}.html", f"<p>{page}</p>")
    return folder


def test_pages_come_in_the_order_of_the_gold_with_their_bytes(tmp_path):
    corpus = Corpus(make(tmp_path / "news"))
    assert corpus.name == "news"
    assert len(corpus) == 3
    assert [(page.gold.id, page.html) for page in corpus] == [
        ("one", b"<p>one</p>"),
        ("two", b"<p>two</p>"),
        ("three", b"<p>three</p>"),
    ]
    assert [page.gold.id for page in corpus] == ["one", "two", "three"], "a corpus can be read again"


def test_gold_keeps_what_the_record_says(tmp_path):
    one, two, three = Corpus(make(tmp_path)).golds
    assert one == Gold("one", "First.", url="https://a.example/1", split="train", authors=("Ann",))
    assert (two.text, two.with_, two.without) == (None, ("kept",), ("menu",))
    assert (three.text, three.page_type) == ("", "article")


def test_pages_missing_from_the_zip_are_left_out_and_counted(tmp_path):
    assert Corpus(make(tmp_path)).missing == ("lost",)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), ["one", "two", "three"]),
        (Selection(limit=2), ["one", "two"]),
        (Selection(limit=9), ["one", "two", "three"]),
        (Selection(split="val"), ["two", "three"]),
        (Selection(limit=1, split="val"), ["two"]),
        (Selection(page_type="article"), ["three"]),
    ],
)
def test_selection(tmp_path, selection, expected):
    assert [page.gold.id for page in Corpus(make(tmp_path), selection)] == expected


def test_digest_follows_ids_pages_and_gold_texts(tmp_path):
    digest = Corpus(make(tmp_path)).digest
    assert Corpus(make(tmp_path)).digest == digest
    assert Corpus(make(tmp_path), Selection(limit=2)).digest != digest
    assert Corpus(make(tmp_path, [{**RECORDS[0], "text": "Other."}, *RECORDS[1:]])).digest != digest


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "gold.jsonl, line 3: Expecting property name"),
        (b"[]", "gold.jsonl, line 3: not an object but list"),
        (b"\xff\xfe", "gold.jsonl, line 3: "),
        (b"[" * 100_000, "gold.jsonl, line 3: "),
        (b'{"text": "no id"}', 'gold.jsonl, line 3: no "id"'),
        (b'{"id": 3, "text": "a number"}', 'gold.jsonl, line 3: no "id"'),
        (b'{"id": "x"}', 'gold.jsonl, line 3: no "text"'),
        (b'{"id": "x", "text": ["a"]}', 'gold.jsonl, line 3: no "text"'),
        *(
            (f'{{"id": "x", "text": "t", "{name}": {value}}}'.encode(), f'gold.jsonl, line 3: "{name}" {told}')
            for name, value, told in [
                ("url", "5", "is no string"),
                ("title", "5", "is no string"),
                ("date", "[]", "is no string"),
                ("page_type", "{}", "is no string"),
                ("split", "true", "is no string"),
                ("authors", "5", "is no list of strings"),
                ("authors", '"Ann"', "is no list of strings"),
                ("with", "5", "is no list of strings"),
                ("with", "[5]", "is no list of strings"),
                ("without", '{"a": 1}', "is no list of strings"),
                ("suspect", '"no"', "is neither true nor false"),
                ("title", '"\\ud800"', "holds half of a surrogate pair"),
                ("with", '["a", "\\udfff"]', "holds half of a surrogate pair"),
            ]
        ),
        (b'{"id": "x", "text": "\\ud800"}', 'gold.jsonl, line 3: "text" holds half of a surrogate pair'),
        (b'{"id": "\\ud800", "text": "t"}', 'gold.jsonl, line 3: "id" holds half of a surrogate pair'),
    ],
)
def test_a_broken_line_is_named(tmp_path, line, told):
    folder = make(tmp_path)
    with (folder / "gold.jsonl").open("wb") as gold:
        gold.write(json.dumps(RECORDS[0]).encode() + b"\n\n" + line + b"\n")
    with pytest.raises(BadConfiguration) as raised:
        Corpus(folder)
    assert told in str(raised.value)


def test_what_is_not_known_may_be_null_and_other_fields_anything(tmp_path):
    unknown = dict.fromkeys(("url", "title", "authors", "date", "page_type", "split", "with", "without", "suspect"))
    (gold,) = Corpus(make(tmp_path, [{"id": "one", "text": "😀", **unknown, "note": [5, "\ud800"]}])).golds
    assert gold == Gold("one", "😀")


def test_a_broken_line_is_named_even_after_the_last_page_wanted(tmp_path):
    folder = make(tmp_path)
    with (folder / "gold.jsonl").open("ab") as gold:
        gold.write(b"oops\n")
    with pytest.raises(BadConfiguration, match="line 5"):
        Corpus(folder, Selection(limit=1))


def test_no_folder(tmp_path):
    with pytest.raises(BadConfiguration, match="nowhere: no such folder; name one with pages"):
        Corpus(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["pages.zip", "gold.jsonl"])
def test_a_file_is_missing(tmp_path, name):
    folder = make(tmp_path)
    (folder / name).unlink()
    with pytest.raises(BadConfiguration, match=f"no {name} in it"):
        Corpus(folder)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "page.html").touch()
    with pytest.raises(BadConfiguration, match=r"page\.html: that is no folder; name one with pages\.zip"):
        Corpus(tmp_path / "page.html")


def test_a_zip_that_is_none(tmp_path):
    (make(tmp_path) / "pages.zip").write_bytes(b"not a zip file")
    with pytest.raises(BadConfiguration, match="not a readable zip file"):
        Corpus(tmp_path)


def test_a_page_that_cannot_be_unpacked_is_named(tmp_path):
    path = make(tmp_path) / "pages.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as pages:
        for name in ("one", "two"):
            pages.writestr(f"{name}.html", "".join(f"<p>{name} {n * n}</p>" for n in range(400)))
        start = pages.getinfo("two.html").header_offset + 60
    whole = path.read_bytes()
    path.write_bytes(whole[:start] + b"\xff" * 40 + whole[start + 40 :])
    pages = iter(Corpus(tmp_path))
    assert next(pages).gold.id == "one"
    with pytest.raises(BadConfiguration, match="page two cannot be read"):
        next(pages)


def test_a_damaged_page_is_named(tmp_path):
    path = make(tmp_path) / "pages.zip"
    path.write_bytes(path.read_bytes().replace(b"<p>two</p>", b"<p>TWO</p>"))
    pages = iter(Corpus(tmp_path))
    assert next(pages).gold.id == "one"
    with pytest.raises(BadConfiguration, match="page two cannot be read"):
        next(pages)


@pytest.mark.parametrize(
    ("selection", "told"),
    [
        (Selection(split="test"), "no page of split 'test' to measure"),
        (Selection(split="val", page_type="forum"), "no page of split 'val' and type 'forum' to measure"),
    ],
)
def test_nothing_selected(tmp_path, selection, told):
    with pytest.raises(BadConfiguration, match=told):
        Corpus(make(tmp_path), selection)


def test_every_page_missing(tmp_path):
    with pytest.raises(BadConfiguration, match=r"no page to measure; 4 named in gold\.jsonl but not in pages\.zip"):
        Corpus(make(tmp_path, pages=()))


def test_a_page_that_is_cut_short_is_named(tmp_path, monkeypatch):
    def end(pages, member):
        raise EOFError

    corpus = Corpus(make(tmp_path))
    monkeypatch.setattr(zipfile.ZipFile, "read", end)
    with pytest.raises(BadConfiguration, match="page one cannot be read \\(it ends too soon\\)"):
        list(corpus)
