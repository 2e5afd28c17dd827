"""Code that the networks leave out of a story."""

from __future__ import annotations

import numpy as np
import pytest

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.code import line_numbers, unkept_code
from boilerspider.markup.tree import parse

CODE = "def tide(level):"
BEFORE, AFTER = "The gates of the harbour close by themselves.", "So they did on Tuesday night."


def added(body: str, *kept: str) -> list[str]:
    """The blocks that are added where these are kept."""
    seen = view(parse(f"<body>{body}</body>"))
    assert seen is not None
    keep = np.array([text in kept for text in seen.texts])
    return [seen.texts[number] for number in unkept_code(seen, keep)]


CASES = [
    ("between paragraphs", f"<p>{BEFORE}</p><pre>{CODE}</pre><p>{AFTER}</p>", [CODE]),
    ("in lines", f"<p>{BEFORE}</p><pre><code><div>{CODE}</div><div>return 1</div></code></pre><p>{AFTER}</p>", [CODE, "return 1"]),
    ("beside what is left out", f"<p>{BEFORE}</p><p>Listing 1</p><pre>{CODE}</pre><p>{AFTER}</p>", [CODE]),
    ("not a link", f"<p>{BEFORE}</p><pre><a href=/x>{CODE}</a></pre><p>{AFTER}</p>", []),
    ("not above the story", f"<pre>{CODE}</pre><p>{BEFORE}</p><p>{AFTER}</p>", []),
    ("not below it", f"<p>{BEFORE}</p><p>{AFTER}</p><pre>{CODE}</pre>", []),
    ("not the numbers of its lines", f"<p>{BEFORE}</p><table><tr><td><pre>1<br>2<br>3</pre><td><pre>{CODE}</pre></table><p>{AFTER}</p>", [CODE]),
    ("nor those in elements of their own", f"<p>{BEFORE}</p><pre><div>1</div><div>2</div></pre><pre>{CODE}</pre><p>{AFTER}</p>", [CODE]),
    ("but what it prints", f"<p>{BEFORE}</p><pre>{CODE}</pre><pre>7</pre><p>{AFTER}</p>", [CODE, "7"]),
    ("nor what nobody sees", f"<p>{BEFORE}</p><div style='display:none'><pre>{CODE}</pre></div><p>{AFTER}</p>", []),
    ("nor an advertisement", f"<p>{BEFORE}</p><div class=advert><pre>{CODE}</pre></div><p>{AFTER}</p>", []),
    ("nothing else", f"<p>{BEFORE}</p><div>{CODE}</div><p>{AFTER}</p>", []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_code_amid_a_story_is_added(body: str, expected: list[str]) -> None:
    assert added(body, BEFORE, AFTER) == expected
    assert added(body) == []


LINES = "import tide<br>tide.print()"
NUMBERED = [
    ("before their lines", f"<table><tr><td><pre>1\n2</pre><td><pre>{LINES}</pre></table>", ["1 2"]),
    ("each in an element", f"<table><tr><td><pre><div>9</div><div>10</div></pre><td><pre>{LINES}</pre></table>", ["9", "10"]),
    ("below a name", f"<table><tr><th colspan=2>tide.py<tr><td><pre>1\n2</pre><td><pre>{LINES}</pre></table>", ["1 2"]),
    ("but examples in rows", "<table><tr><td><pre>1 2 3</pre><td><pre>high tide</pre><tr><td><pre>4 5</pre><td><pre>low tide</pre></table>", []),
    ("nor what stands in the same cell", f"<table><tr><td><pre>{CODE}</pre><pre>1\n2</pre><pre>{LINES}</pre><td>x</table>", []),
    ("nor what it prints", f"<pre>{LINES}</pre><pre>1\n2</pre><pre>{CODE}</pre>", []),
    ("nor numbers in a table", f"<table><tr><td>1<br>2<td>{LINES}</table>", []),
    ("nor those that do not count up", f"<table><tr><td><pre>1\n3</pre><td><pre>{LINES}</pre></table>", []),
    ("nor the number of a row", f"<table><tr><td><pre>1</pre><td><pre>{CODE}</pre><tr><td><pre>2</pre><td><pre>x</pre></table>", []),
    ("nor the last", f"<table><tr><td><pre>{LINES}</pre><td><pre>1\n2</pre></table>", []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [case[1:] for case in NUMBERED], ids=[case[0] for case in NUMBERED])
def test_the_numbers_of_lines_are_none_of_a_listing(body: str, expected: list[str]) -> None:
    seen = view(parse(f"<body><p>{BEFORE}</p>{body}<p>{AFTER}</p></body>"))
    assert seen is not None
    keep = np.ones(len(seen.texts), dtype=np.bool_)
    assert [seen.texts[number] for number in line_numbers(seen, keep)] == expected
