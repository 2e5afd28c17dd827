from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import Settings

from boilerspider.crawl.options import Dedup, OnDuplicate, Options
from boilerspider.errors import BadConfiguration
from boilerspider.model import Scope


def read(**settings: object) -> Options:
    return Options.read(Settings({f"BOILERSPIDER_{name}": value for name, value in settings.items()}))


def test_defaults_are_the_documented_ones() -> None:
    options = read()
    assert options == Options()
    assert (options.workers, options.page_timeout) == (0, 10)
    assert (options.dedup, options.similarity, options.ttl_days) == (Dedup.NEAR, 0.6, 0)
    assert (options.extractor, options.min_words, options.max_bytes) == ("news", 40, 10_000_000)


def test_values_come_as_settings_files_and_as_the_command_line_write_them() -> None:
    options = read(
        EXTRACTOR="justext",
        EXTRACTOR_PARAMS='{"length_low": 50}',
        FIELDS={"body": "text"},
        MIN_WORDS="7",
        DEDUP_SCOPE="site",
        ON_DUPLICATE="tag",
        STORE_DURABLE="true",
        DEDUP="off",
        WORKERS="2",
        PAGE_TIMEOUT="2.5",
        SIMILARITY="0.8",
        TTL_DAYS="90",
    )
    assert (options.similarity, options.ttl_days) == (0.8, 90)
    assert options.extractor_params == {"length_low": 50}
    assert options.fields == {"body": "text"}
    assert (options.workers, options.page_timeout) == (2, 2.5)
    assert (options.min_words, options.dedup_scope) == (7, Scope.SITE)
    assert (options.on_duplicate, options.store_durable, options.dedup) == (OnDuplicate.TAG, True, Dedup.OFF)


def test_paths_may_be_paths() -> None:
    options = read(REPORT=Path("out") / "report.html", WARC_DIR=Path("kept"))
    assert (options.report, options.warc_dir) == (str(Path("out/report.html")), "kept")


def test_a_path_may_begin_at_the_user_s_home(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    options = read(REPORT="~/report.html", WARC_DIR="~nobody-of-this-name/warc")
    assert (options.report, options.warc_dir) == ("/home/ann/report.html", "~nobody-of-this-name/warc")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"EXTRACTOR": "trafilatura"}, ("trafilatura", "justext", "tree-filter")),
        ({"EXTRACTOR": ""}, ("BOILERSPIDER_EXTRACTOR", "non-empty")),
        ({"EXTRACTOR": "nowhere.to:Be"}, ("cannot be imported", "nowhere")),
        ({"EXTRACTOR": "tree-filter", "EXTRACTOR_PARAMS": {"deepness": 3}}, ("deepness", "depth")),
        ({"EXTRACTOR": "tree-filter", "EXTRACTOR_PARAMS": {"depth": 0}}, ("depth",)),
        ({"EXTRACTOR_PARAMS": "depth=3"}, ("BOILERSPIDER_EXTRACTOR_PARAMS", "dictionary")),
        ({"FIELDS": {"body": "fulltext"}}, ("fulltext", "text, html")),
        ({"MIN_WORDS": -1}, ("BOILERSPIDER_MIN_WORDS", "-1", "at least 0")),
        ({"MAX_BYTES": "lots"}, ("BOILERSPIDER_MAX_BYTES", "lots")),
        ({"DEDUP": "fuzzy"}, ("BOILERSPIDER_DEDUP", "'off', 'exact', 'near'")),
        ({"SIMILARITY": 0}, ("BOILERSPIDER_SIMILARITY", "0", "above 0 and at most 1")),
        ({"SIMILARITY": "1.1"}, ("BOILERSPIDER_SIMILARITY", "'1.1'", "at most 1")),
        ({"SIMILARITY": "nan"}, ("BOILERSPIDER_SIMILARITY", "'nan'")),
        ({"TTL_DAYS": -1}, ("BOILERSPIDER_TTL_DAYS", "-1", "0 for never")),
        ({"TTL_DAYS": "inf"}, ("BOILERSPIDER_TTL_DAYS", "'inf'")),
        ({"DEDUP_SCOPE": "world"}, ("'run', 'site', 'all'",)),
        ({"STORE_DURABLE": "perhaps"}, ("BOILERSPIDER_STORE_DURABLE", "True or False")),
        ({"WORKERS": -1}, ("BOILERSPIDER_WORKERS", "-1", "at least 0")),
        ({"WORKERS": "many"}, ("BOILERSPIDER_WORKERS", "'many'", "whole number")),
        ({"WORKERS": 1.5}, ("BOILERSPIDER_WORKERS", "1.5", "whole number")),
        ({"MAX_BYTES": float("inf")}, ("BOILERSPIDER_MAX_BYTES", "inf", "whole number")),
        ({"EXTRACTOR": "..:x"}, ("BOILERSPIDER_EXTRACTOR", "'..:x'")),
        ({"PAGE_TIMEOUT": 0}, ("BOILERSPIDER_PAGE_TIMEOUT", "0", "above 0")),
        ({"PAGE_TIMEOUT": -2}, ("BOILERSPIDER_PAGE_TIMEOUT", "-2", "above 0")),
        ({"PAGE_TIMEOUT": "long"}, ("BOILERSPIDER_PAGE_TIMEOUT", "'long'", "seconds")),
        ({"PAGE_TIMEOUT": "inf"}, ("BOILERSPIDER_PAGE_TIMEOUT", "'inf'")),
        ({"PAGE_TIMEOUT": None}, ("BOILERSPIDER_PAGE_TIMEOUT", "None")),
        ({"RECHECK": "1h"}, ("BOILERSPIDER_RECHECK = '1h'", "ages in seconds", "0 alone for always")),
        ({"RECHECK": [0, 60]}, ("BOILERSPIDER_RECHECK", "0 alone for always")),
        ({"RECHECK": -1}, ("BOILERSPIDER_RECHECK = -1", "ages in seconds")),
        ({"RECHECK": None}, ("BOILERSPIDER_RECHECK = None", "or an empty string or list for never")),
        ({"RECHECK": True}, ("BOILERSPIDER_RECHECK = True", "ages in seconds")),
        *(({name: True}, (f"BOILERSPIDER_{name} = True: a ",)) for name in ("MIN_WORDS", "WORKERS", "SIMILARITY")),
        *(
            ({name: ""}, (f"_{name} = ''", "a path is needed; leave it out, or set None"))
            for name in ("REPORT", "WARC_DIR")
        ),
        ({"WARC_DIR": False}, ("_WARC_DIR = False", "a path is needed; leave it out, or set None, for none")),
        ({"HTML_FIELD": ["html"]}, ("_HTML_FIELD = ['html']", "leave it out, or set None, for none")),
        ({"STORE": Path("a.sqlite")}, ("BOILERSPIDER_STORE", "the URI of a store is needed, such as 'sqlite:")),
        ({"FIELDS": {1: "text"}}, ("BOILERSPIDER_FIELDS: 1 is no name of an item's field", "as in {'body': 'text'}")),
        *(({name: 10**400}, (f"BOILERSPIDER_{name} = 1000",)) for name in ("PAGE_TIMEOUT", "TTL_DAYS", "RECHECK")),
        ({"EXTRACTER": "justext"}, ("BOILERSPIDER_EXTRACTER", "did you mean BOILERSPIDER_EXTRACTOR?")),
        ({"XYZZY": 1}, ("BOILERSPIDER_XYZZY", "known:")),
    ],
)
def test_bad_configuration_says_what_and_how_to_mend_it(settings: dict[str, object], words: tuple[str, ...]) -> None:
    with pytest.raises(BadConfiguration) as caught:
        read(**settings)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message
