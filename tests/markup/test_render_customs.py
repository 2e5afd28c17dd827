"""Custom elements side by side: which are paragraphs, and which are words of one."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.markup.render import Rendered, render, to_markdown
from boilerspider.markup.render.customs import MIN_CHARS, custom_paragraphs
from boilerspider.markup.tree import parse

ONE = "The ferry to the island was two hours late on Monday, as the tide ran against it."
TWO = "Nobody on board complained, since the band of the island's school had come along."
THREE = "It played until the lamps of the harbour were in sight, and then once more."
AND = "\n\n"

PARAGRAPHS = [
    ("side by side", f"<div><x-text>{ONE}</x-text><x-text>{TWO}</x-text><x-text>{THREE}</x-text></div>"),
    ("lines of the source", f"<div>\n<x-text>{ONE}</x-text>\n<x-text>{TWO}</x-text>\n<x-text>{THREE}</x-text>\n</div>"),
    (
        "each in another",
        f"<x-part><x-text>{ONE}</x-text></x-part><x-part><x-text>{TWO}</x-text></x-part><x-part>{THREE}</x-part>",
    ),
    ("several in one", f"<x-body><x-text>{ONE}</x-text><x-text>{TWO}</x-text><x-text>{THREE}</x-text></x-body>"),
    ("one among them", f"<div><x-text>{ONE}</x-text><x-quote>{TWO}</x-quote><x-text>{THREE}</x-text></div>"),
    ("a script between", f"<div><x-text>{ONE}</x-text>{TWO.join(('<script>', '</script>'))}<x-text>{TWO}</x-text><x-text>{THREE}</x-text></div>"),
    ("empty ones", f"<div><x-text>{ONE}</x-text>{'<x-text></x-text>' * 9}<x-text>{TWO}</x-text><x-text>{THREE}</x-text></div>"),
    ("with emphasis", f"<div><x-text>{ONE}</x-text><x-text><x-b>{TWO[:6]}</x-b>{TWO[6:]}</x-text><x-text>{THREE}</x-text></div>"),
    ("beside a block", f"<div><x-text>{ONE}</x-text><x-text>{TWO}</x-text><p>{THREE}</p></div>"),
]  # fmt: skip

WORDS = [
    ("a line around", f"<p><x-say>{ONE}</x-say> <x-say>{TWO}</x-say></p>", f"{ONE} {TWO}"),
    ("further out", f"<p><x-all><x-say>{ONE}</x-say> <x-say>{TWO}</x-say></x-all></p>", f"{ONE} {TWO}"),
    ("a heading", f"<h2><x-say>{ONE}</x-say> <x-say>{TWO}</x-say></h2>", f"{ONE} {TWO}"),
    ("text between", f"<div><x-say>{ONE}</x-say> And: <x-say>{TWO}</x-say></div>", f"{ONE} And: {TWO}"),
    ("a link between", f"<div><x-say>{ONE}</x-say> <a href=/x>And</a> <x-say>{TWO}</x-say></div>", f"{ONE} And {TWO}"),
    ("short ones", "<div><x-day>Monday</x-day> <x-day>Tuesday</x-day></div>", "Monday Tuesday"),
    ("short but for code", f"<div>{'<x-day>Monday<style>b{}</style></x-day> '.replace('b{}', ONE) * 2}</div>", "Monday Monday"),
    ("one with its initial", f"<div><x-big>{ONE[0]}</x-big><x-rest>{ONE[1:]}</x-rest></div>", ONE),
    ("two names", f"<div><x-one>{ONE}</x-one> <x-two>{TWO}</x-two></div>", f"{ONE} {TWO}"),
    ("no hyphen", f"<div><say>{ONE}</say> <say>{TWO}</say></div>", f"{ONE} {TWO}"),
    ("code", f"<pre><x-row>{ONE}\n</x-row><x-row>{TWO}\n</x-row></pre>", f"{ONE}\n{TWO}"),
    ("a cell", f"<table><tr><td>a<td><x-say>{ONE}</x-say><x-say>{TWO}</x-say></table>", f"a\t{ONE} {TWO}"),
]  # fmt: skip


def render_all(page: str, but: str = "") -> Rendered:
    """A page of which everything is kept but the text nodes that are this string."""
    document = parse(page, "https://example.org/news/story.html")
    strings = [event for event in document.transcript.events if isinstance(event, str)]
    return render(document, [number for number, string in enumerate(strings) if string != but])


@pytest.mark.parametrize("page", [page for _, page in PARAGRAPHS], ids=[name for name, _ in PARAGRAPHS])
def test_paragraphs(page: str) -> None:
    rendered = render_all(page)
    assert rendered.text == AND.join((ONE, TWO, THREE))
    assert rendered.html.count("<p>") == 3
    assert to_markdown(rendered.html).split(AND) == [ONE, TWO, THREE]


@pytest.mark.parametrize(("page", "text"), [case for _, *case in WORDS], ids=[name for name, *_ in WORDS])
def test_words_of_one_paragraph(page: str, text: str) -> None:
    assert render_all(page).text == text


def test_what_of_them_is_kept_does_not_matter() -> None:
    page = f"<div><x-text>{ONE}</x-text><x-text>{TWO}</x-text><x-text>{THREE}</x-text></div>"
    assert render_all(page, but=TWO).text == ONE + AND + THREE


@pytest.mark.parametrize(("chars", "paragraphs"), [(MIN_CHARS - 1, 1), (MIN_CHARS, 2)])
def test_the_length_is_that_of_a_line(chars: int, paragraphs: int) -> None:
    one = "w" * chars
    page = f"<div><x-text>{one}</x-text> <x-text>{one}</x-text></div>"
    assert len(render_all(page).text.split(AND)) == paragraphs


@pytest.mark.parametrize(
    "page",
    [
        "<x-a>w</x-a><x-a>" * 100 + "<x-a>w</x-a>" * 20_000,
        "<div>" + "".join(f"<x-{name}>w</x-{name}>" * 2 for name in range(5_000)),
        "<x-a><x-b>w</x-b><x-b>v " * 400 + "<b>w " * 20_000,
    ],
    ids=["many", "many names", "deep"],
)
def test_they_take_linear_time(page: str) -> None:
    transcript = parse(page).transcript
    start = time.process_time()
    custom_paragraphs(transcript, ())
    assert is_quick(time.process_time() - start, 0.5)
