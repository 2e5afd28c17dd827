"""Cells of tables that the networks left out: which of them are text all the same."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.kinds import Traits, kinds
from boilerspider.extractors.news.rules.tables import WIDEST_GAP, unkept_cells
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
HEADER = ["Stretch of the wall", "Metres"]
BODY = [["The northern stretch", "120"], ["Beside the old lighthouse", "98"], ["The new ferry pier", "20"]]


def table(rows: list[list[str]]) -> str:
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def added(tables: str, *kept: str, likely: float = 0.0) -> list[str]:
    """The cells that are added where these and the story are kept, and all are as likely as this."""
    body = [f"<p>{text}</p>" for text in STORY]
    seen = view(
        parse(f"<html><body><main><h1>Harbour</h1>{''.join((*body[:2], tables, *body[2:]))}</main></body></html>")
    )
    assert seen is not None
    keep = np.array([text in (*STORY, *kept) for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    likelihoods = np.full(len(keep), likely, np.float32)
    return [seen.texts[number] for number in unkept_cells(seen, types, keep, likelihoods)]


def test_the_header_and_the_numbers_of_a_table_are_added_whose_other_cells_are_kept() -> None:
    assert added(table([HEADER, *BODY]), *[row[0] for row in BODY]) == [*HEADER, *[row[1] for row in BODY]]


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ([], []),
        ([BODY[0][0]], [BODY[0][1]]),
        ([BODY[0][1]], []),
        ([HEADER[0], *[cell for row in BODY for cell in row]], [HEADER[1]]),
    ],
    ids=["nothing kept", "a row", "a small part of a row", "all but a cell"],
)
def test_less_of_a_table_brings_its_rows_alone(kept: list[str], expected: list[str]) -> None:
    assert added(table([HEADER, *BODY]), *kept) == expected


def test_each_table_is_one_of_its_own() -> None:
    other = [["Opening hours of the office", "9"], ["Telephone number of the office", "1"]]
    cells = [cell for row in BODY for cell in row]
    assert added(table([HEADER, *BODY]) + table(other), *cells) == HEADER
    nested = f"<table><tr><td>{table([HEADER, *BODY])}</td></tr><tr><td>{other[0][0]}</td></tr></table>"
    assert added(nested, *cells) == HEADER


def test_nothing_is_added_to_a_page_that_is_laid_out_in_tables() -> None:
    rows = [[STORY[0], "Sport"], [STORY[1], "Weather"]]
    page = f"<html><body><table>{''.join(f'<tr><td>{a}</td><td>{b}</td></tr>' for a, b in rows)}</table></body></html>"
    seen = view(parse(page))
    assert seen is not None
    keep = np.array([text in STORY for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    assert keep.any()
    assert unkept_cells(seen, types, keep, np.ones(len(keep), np.float32)) == []


GRID = [["Quarter", "Tonnes"], ["First", "1,204"], ["Second", "998"]]
CELLS = [cell for row in GRID for cell in row]


@pytest.mark.parametrize(
    "tables",
    [
        table(GRID),
        f"<figure><div>{table(GRID)}</div></figure>",
        f"<h2>What was landed</h2>{table(GRID)}<p>Source: harbour</p>",
        "<div><ul><li>a</li></ul></div>" * WIDEST_GAP + table(GRID),
    ],
    ids=["between paragraphs", "in a figure", "with a heading and a source", "behind a few others"],
)
def test_a_table_of_numbers_amid_the_story_is_added(tables: str) -> None:
    assert added(tables, likely=0.3) == CELLS


@pytest.mark.parametrize(
    ("tables", "likely"),
    [
        (table(GRID), 0.1),
        (table([CELLS]), 0.3),
        (table([[f"<a href=/{cell}>{cell}</a>" for cell in row] for row in GRID]), 0.3),
        (table([[sentences(cell, 2)[0] + cell for cell in row] * 2 for row in GRID]), 0.3),
        ("<div>a</div>" * (WIDEST_GAP + 1) + table(GRID), 0.3),
        (f"<div>{' '.join(sentences('nothing', 20))}</div>" + table(GRID), 0.3),
        (table([["Mail", "<input name=mail>"], ["Send", ""]]), 0.3),
    ],
    ids=["unlikely", "one row", "links", "long", "far from it", "amid what is left out", "few cells"],
)
def test_what_is_no_such_table_is_not(tables: str, likely: float) -> None:
    assert added(tables, likely=likely) == []


def added_to(html: str) -> list[str]:
    """The cells that are added to the story on a page where each cell is likely."""
    seen = view(parse(f"<html><body>{html}</body></html>"))
    assert seen is not None
    keep = np.array([text in STORY for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    return [seen.texts[number] for number in unkept_cells(seen, types, keep, np.ones(len(keep), np.float32))]


PARAGRAPHS = "".join(f"<p>{text}</p>" for text in STORY)


def test_a_table_of_numbers_that_ends_the_story_is_added() -> None:
    assert added_to(f"<main>{PARAGRAPHS}{table(GRID)}</main>") == CELLS
    assert added_to(f"<main>{PARAGRAPHS}<figure><div class=wp-block-table>{table(GRID)}</div></figure></main>") == CELLS
    bare = f"<main>{'<br>'.join(STORY)}<div class=Table-wrap>{table(GRID)}</div></main>"
    assert added_to(bare) == CELLS
    half = f"<div>{PARAGRAPHS}{table(GRID)}</div>"
    assert added_to(f"<main>{half}<aside>{table([['Sun', '1'], ['Rain', '2']])}</aside></main>") == CELLS


def test_a_page_of_tables_by_name_alone_comes_to_an_end() -> None:
    seen = view(
        parse(f"<html class=table><body class=table><main class=table>{PARAGRAPHS}</main>{table(GRID)}</body></html>")
    )
    assert seen is not None
    keep = np.array([text in STORY for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    assert unkept_cells(seen, types, keep, np.ones(len(keep), np.float32)) == []


def test_the_rest_of_a_table_amid_the_story_is_added_where_a_row_is_kept() -> None:
    assert added(table(GRID), *GRID[1], likely=0.3) == [cell for cell in CELLS if cell not in GRID[1]]


@pytest.mark.parametrize(
    "html",
    [
        f"<main>{table(GRID)}{PARAGRAPHS}</main>",
        f"<main>{PARAGRAPHS}</main>{table(GRID)}",
        f"<main>{PARAGRAPHS}</main><aside>{table(GRID)}</aside>",
        f"<main>{PARAGRAPHS}<div class=markets>{table(GRID)}</div></main>",
        f"<main>{PARAGRAPHS}<div class='tablet col-stable'>{table(GRID)}</div></main>",
        table(GRID),
    ],
    ids=["above", "below", "in a box below", "in a box at its end", "in one for tablets", "nothing kept"],
)
def test_nothing_is_added_above_or_below_the_story_or_where_nothing_is_kept(html: str) -> None:
    assert added_to(html) == []
