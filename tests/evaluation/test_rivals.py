from __future__ import annotations

import subprocess
import sys

import pytest

from boilerspider.evaluation.rivals import RIVALS, decode, lines, rival

PARAGRAPHS = [
    (
        "The harbour master said on Monday that the new ferry would not sail before the spring, because the quay on the "
        "northern shore has to be rebuilt before a ship of that size can lie there in a storm."
    ),
    (
        "Nobody in the village believed him. They have heard it for three years, and in each of them there was another "
        "reason why the boat that they had paid for was still in the yard."
    ),
    (
        "It was not the weather this time, he told them, and it was not the money either, but the old piles under the "
        "bridge that had been found to be rotten when the divers went down to look at them in the autumn."
    ),
    (
        "The mayor, who had come with two of her councillors, asked him for a date. He gave her none, and so she said that "
        "she would come again in a month and that she would bring the whole of the council with her."
    ),
]
PAGE = (
    "<html><head><title>The harbour</title></head><body><nav><a href='/'>Home</a> <a href='/news'>News</a></nav><article>"
    + "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS * 2)
    + "</article><footer>About us</footer></body></html>"
).encode()

# The scorer's names for what is called otherwise here.
THEIR_NAMES = {name: name.replace("-", "_") for name in RIVALS} | {"justext-package": "justext"}

SLOW = {"newspaper4k", "goose3"}
"""A tenth of a second a page."""


def installed(name: str) -> str:
    if not RIVALS[name].installed:
        pytest.skip(f"the package {RIVALS[name].distribution} is not installed")
    return name


@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.filterwarnings("ignore:::")
def test_a_rival_finds_the_article(name):
    text = rival(installed(name))(PAGE, None)
    assert all(paragraph in text for paragraph in PARAGRAPHS)


@pytest.mark.slow
@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.filterwarnings("ignore:::")
def test_a_rival_reads_as_the_independent_scorer_lets_it_read(name, scorer, corpus):
    ours, theirs = rival(installed(name)), scorer.make(THEIR_NAMES[name])
    pages = 3 if name in SLOW else 10
    for gold, page in [*corpus("aed", pages), *corpus("l3s_gn1", pages)]:
        assert ours(page, gold.get("url")) == theirs(page, gold.get("url")), gold["id"]


def test_rivals_are_imported_only_when_named():
    code = "import sys, boilerspider.evaluation as e; print([m for m in %r if m in sys.modules])"
    modules = sorted({row.module for row in RIVALS.values()})
    done = subprocess.run([sys.executable, "-c", code % modules], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Käse".encode(), "Käse"),
        ("Käse".encode("latin-1"), "Käse"),
        ('<meta charset="iso-8859-2">ł'.encode("iso-8859-2"), '<meta charset="iso-8859-2">ł'),
        (b'<meta charset="no-such-thing">\xe4', '<meta charset="no-such-thing">ä'),
        (b"", ""),
    ],
)
def test_decode(page, expected, scorer):
    assert decode(page) == expected == scorer.decode(page)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div>a <b>bold</b> word<p>next</p>tail</div>", "a bold word\nnext\ntail"),
        ("<div>one<br>two<br/>three</div>", "one\ntwo\nthree"),
        ("<div>a<!-- not this -->b &amp; &eacute;</div>", "ab & é"),
        ("<ul><li>x  \n\n </li><li> y</li></ul>", "x\ny"),
        ("<div>" * 20_000 + "deep", "deep"),
    ],
)
def test_lines(html, expected):
    assert lines(html) == expected
