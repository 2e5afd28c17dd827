"""Code that the networks leave out of a story."""

from __future__ import annotations

import numpy as np
import pytest

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.code import unkept_code
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
