from __future__ import annotations

from pathlib import Path

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.sitesfile import by_site, read_sites
from boilerspider.spiders.wanted import refuser_of_url

ROOT = Path(__file__).resolve().parents[2]

SITES = """\
# two papers
[defaults]
delay = 2.5
language = "en"

[[site]]
start = "https://example.com/"

[[site]]
feeds = ["https://feeds.example.net/org.xml"]
sitemaps = "https://example.org/sitemap.xml"
include = '/20\\d\\d/'
language = ["de", "fr"]
delay = 0
max_per_site = 10
"""


def read(tmp_path: Path, text: str) -> str:
    """The message with which a file is refused."""
    path = tmp_path / "sites.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadConfiguration) as caught:
        read_sites(path)
    return str(caught.value).removeprefix(f"{path}, ")


def test_the_example_is_read() -> None:
    plain, full = read_sites(ROOT / "sites.example.toml")
    assert (plain.site, plain.delay, plain.max_per_site) == ("example.com", 1.0, 2000)
    assert (full.site, full.delay, full.language) == ("example.org", 5.0, ("en", "cy"))
    assert (full.extractor, full.similarity, plain.similarity) == ("boilerpipe-article", 0.8, None)
    arguments = Arguments(rules=by_site([full]))
    assert not refuser_of_url(arguments, "https://example.org/2026/11/a-story")
    assert refuser_of_url(arguments, "https://example.org/2026/11/quiz/a-story")


def test_rules_are_for_their_site_alone(tmp_path: Path) -> None:
    path = tmp_path / "sites.toml"
    path.write_text(SITES, encoding="utf-8")
    arguments = Arguments.read({"sites": str(path), "exclude": "quiz", "max_per_site": "99"})
    assert arguments.sites == ("https://example.com/",)
    assert not arguments.is_demonstration
    assert not refuser_of_url(arguments, "https://www.example.com/news/1")
    assert refuser_of_url(arguments, "https://www.example.com/quiz/1")
    assert refuser_of_url(arguments, "https://example.org/news/1")
    assert arguments.wants_language("de", "https://example.org/2026/1")
    assert not arguments.wants_language("en", "https://example.org/2026/1")
    assert arguments.wants_language("en-GB", "https://example.com/2026/1")
    assert arguments.budget_of("https://example.org/").pages == 10
    assert arguments.budget_of("https://example.com/").pages == 99
    assert {one.delay for one in arguments.rules.values()} == {2.5, 0}
    names = {arguments.filters_of(url) for url in ("https://example.com/", "https://example.org/", "https://a.org/")}
    assert len(names) == 3


def test_an_empty_filter_of_a_site_switches_off_that_of_all(tmp_path: Path) -> None:
    path = tmp_path / "sites.toml"
    sites = """
        [defaults]
        exclude = "/live/"
        [[site]]
        start = "https://example.com/"
        exclude = ""
        [[site]]
        start = "https://example.org/"
    """
    path.write_text(sites, encoding="utf-8")
    of_its_own, as_all = read_sites(path)
    arguments = Arguments(rules=by_site([of_its_own, as_all]))
    assert not refuser_of_url(arguments, "https://example.com/live/1")
    assert not of_its_own.filters
    assert refuser_of_url(arguments, "https://example.org/live/1")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: there is no site in it; begin each with [[site]]"),
        ('[[site]]\nstart = "https://example.com/', "line 2: "),
        ('[[site]]\nstart = "https://a.org/"\ntime_per_site = "soon"\n',
         "line 3: time_per_site = 'soon': a time is needed: a number of seconds, or \"30m\", \"2h\""),
        ('[[site]]\nstart = "https://a.org/"\ntime_per_site = -1\n', "line 3: time_per_site = -1: a time is needed: "),
        ("[[site]]\nstart = [\n", "line 3: "),
        ('[[site]]\nstart = "example"\n', "line 2: start = 'example': an address like"),
        ("[[site]]\ndelay = 1\n", "line 1: this site has no start"),
        ('[[site]]\nstart = "https://a.org/"\n\n[[site]]\n# x\nstart = "https://b.org/"\nfeed = 1\n',
         "line 7: feed is not understood; did you mean feeds?"),
        ('[[site]]\nstart = "https://a.org/"\nexclude = "("\n', "line 3: exclude = '(': this is no regular expression"),
        ('[[site]]\nstart = "https://a.org/"\ndelay = -1\n', "line 3: delay = -1: a number of seconds from 0 to 3600 is needed"),
        ('[[site]]\nstart = "https://a.org/"\ndelay = true\n', "line 3: delay = True: a number"),
        ('[[site]]\nstart = "https://a.org/"\nmax_per_site = 1.5\n', "line 3: max_per_site = 1.5: a whole number"),
        ('[[site]]\nstart = "https://a.org/"\nextractor = "jusText2"\n', "line 3: extractor = 'jusText2': unknown extractor"),
        *((f'[[site]]\nstart = "https://a.org/"\nsimilarity = {value}\n',
           f"line 3: similarity = {shown}: a number above 0 and at most 1 is needed")
          for value, shown in (("0", 0), ("1.1", 1.1), ("nan", "nan"), ("true", True), ("'0.8'", "'0.8'"))),
        ('[[site]]\nstart = "https://a.org/"\nlanguage = 3\n', 'line 3: language = 3: a language like "en"'),
        ('[[site]]\nstart = "https://a.org/"\nlanguage = "english"\n', "line 3: language = 'english': a language like"),
        ('[[site]]\nmax_per_site = 3\nstart = ["https://a.org/", "https://www.a.org/news/", "https://b.org/"]\n',
         "line 3: start names a.org and b.org; give each site a [[site]] of its own"),
        ('[[site]]\nstart = "https://a.org/"\n\n[[site]]\nfeeds = "https://www.a.org/rss"\n',
         "line 4: a.org stands in line 1 already"),
        ('[defaults]\nstart = "https://a.org/"\n[[site]]\nstart = "https://a.org/"\n', "line 2: start belongs to a site"),
        ('sites = 3\n[[site]]\nstart = "https://a.org/"\n', "line 1: sites is not understood; begin each site with [[site]]"),
        ('[[site]]\nstart = "https://me:secret@a.org:99999/"\n', "line 2: start = 'https://a.org:99999/'"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_line(text: str, told: str, tmp_path: Path) -> None:
    message = read(tmp_path, text)
    assert message.startswith(told), message
    assert "\n" not in message
    assert "secret" not in message


def test_a_backslash_between_double_quotation_marks_is_told_with_the_fix(tmp_path: Path) -> None:
    message = read(tmp_path, '[[site]]\nstart = "https://a.org/"\ninclude = "a\\d"\n')
    assert message.startswith("line 3: Unescaped '\\' in a string: write a regular expression between single quotation")


def test_what_is_no_toml_is_told_with_the_fix(tmp_path: Path) -> None:
    told = read(tmp_path, '[[site]]\nstart = "https://a.org/\ndelay = 1\n')
    assert told.startswith("line 2: ")
    assert told.endswith('a text between two quotation marks, as in start = "https://example.com/"')


@pytest.mark.parametrize(("written", "seconds"), [('"1h"', 3600), ("90", 90), ("1.5", 1.5), ('"90"', 90), ("0", 0)])
def test_a_time_is_written_as_on_the_command_line(written: str, seconds: float, tmp_path: Path) -> None:
    path = tmp_path / "sites.toml"
    path.write_text(f'[[site]]\nstart = "https://a.org/"\ntime_per_site = {written}\n', encoding="utf-8")
    assert read_sites(path)[0].time_per_site == seconds


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="the file cannot be read"):
        read_sites(tmp_path / "nowhere.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfiguration, match="it is not UTF-8"):
        read_sites(tmp_path / "binary.toml")


def test_what_lies_too_deep_is_told(tmp_path: Path) -> None:
    start = '[[site]]\nstart = "https://a.org/"\n'
    message = read(tmp_path, f"{start}include = '{'(' * 3_000}{')' * 3_000}'\n")
    assert message.startswith("line 3: include = '((((")
    assert "a simpler regular expression is needed" in message
    path = tmp_path / "sites.toml"
    path.write_text(f"{start}language = {'[' * 5_000}{']' * 5_000}\n", encoding="utf-8")
    with pytest.raises(BadConfiguration, match="lie too deep in each other"):
        read_sites(path)


def test_hundreds_of_sites(tmp_path: Path) -> None:
    path = tmp_path / "sites.toml"
    path.write_text("".join(f'[[site]]\nstart = "https://paper{n}.org/"\ndelay = {n / 100}\n' for n in range(500)))
    arguments = Arguments.read({"sites": str(path)})
    assert len(arguments.rules) == len(arguments.sites) == 500
    assert arguments.of("https://www.paper123.org/a").delay == 1.23


def test_what_a_file_names_is_read_though_nothing_is_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "sites.toml"
    given = {"sites": str(path), "discover": "none"}
    path.write_text(
        '[[site]]\nstart = "https://example.com/"\nfeeds = "https://example.com/rss.xml"\n', encoding="utf-8"
    )
    assert Arguments.read(given).sites == ("https://example.com/",)
    path.write_text('[[site]]\nstart = "https://example.com/"\n', encoding="utf-8")
    with pytest.raises(BadConfiguration, match="discover=none leaves nothing to read"):
        Arguments.read(given)
