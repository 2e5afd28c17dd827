"""What stands in the places that the writer reserves: pictures, and the names of tables, which are known when all is read."""

from __future__ import annotations

from html import escape

from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.tables import Table


def fill_picture(html: list[str], picture: Picture, url: str, caption: str) -> None:
    """Write a picture into its place, its kept caption inside the figure, else this one."""
    if picture.place is None:
        return
    html[picture.place] = f'<figure><img src="{escape(url)}" alt="{escape(picture.alt)}">'
    if picture.caption_start is None or picture.caption_end is None or not picture.is_captioned_below:
        html[picture.place] += f"{_figcaption(caption)}</figure>\n"
    else:
        _unwrap_single_paragraph(html, picture.caption_start + 1, picture.caption_end)
        html[picture.caption_start] = "<figcaption>"
        html[picture.caption_end] = "</figcaption></figure>\n"


def fill_table(html: list[str], table: Table, caption: str, figcaption: str) -> None:
    """Write into its places what a table's own caption says, and that of its figure; each may be nothing."""
    if table.before is None or table.inside is None or table.behind is None:
        return
    html[table.inside] = f"<caption>{escape(caption, quote=False)}</caption>" if caption else ""
    if figcaption:
        above, below = (figcaption, "") if table.is_below_caption else ("", figcaption)
        html[table.before] = f"<figure>{_figcaption(above)}"
        html[table.behind] = f"{_figcaption(below)}</figure>{html[table.behind]}"


def _figcaption(words: str) -> str:
    return f"<figcaption>{escape(words, quote=False)}</figcaption>" if words else ""


def _unwrap_single_paragraph(html: list[str], start: int, end: int) -> None:
    inside = html[start:end]
    if inside[0] == "<p>" and inside[-1] == "</p>" and inside.count("<p>") == 1:
        html[start] = html[end - 1] = ""
