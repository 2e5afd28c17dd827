"""A story as a page of some design, with all that real pages put between its paragraphs."""

from __future__ import annotations

from datetime import timedelta
from html import escape
from random import Random

from boilerspider.demo.ads import GAP
from boilerspider.demo.frame import Frame, open_frame, to_json
from boilerspider.demo.site import Site, link_to
from boilerspider.demo.stories import Kind, Passage, Story, cells, marked_up

RELATED_AFTER, NEWSLETTER_AFTER, READ_ALSO_AFTER = 2, 4, 6
"""After which passage of the body each box stands."""

COMMENT_EVERY_MINUTES = 4


def article_page(site: Site, story: Story, chance: Random) -> str:
    """The page of a story in the site's own design."""
    amp_link = f'<link rel="amphtml" href="{site.base}{site.amp_path(story)}">' if story.amp else ""
    return _page(open_frame(site, chance, story.language), story, amp_link)


def amp_page(site: Site, story: Story, chance: Random) -> str:
    """The slim variant of a story's page, whose canonical link names the other one."""
    return _page(open_frame(site, chance, story.language, "amp"), story, "")


def _page(frame: Frame, story: Story, amp_link: str) -> str:
    facts = _facts(frame, story)
    head = frame.render("head", amp_link=amp_link, **facts)
    return frame.page(story.title, head, _main(frame, story, facts))


def _facts(frame: Frame, story: Story) -> dict[str, str]:
    site = frame.site
    pictures = [f"{site.base}/media/{picture.file}" for picture in story.pictures]
    return frame.dates(story) | {
        "url": site.url(story),
        "number": str(site.number(story.id)),
        "headline": escape(story.title),
        "description": escape(story.description),
        "names": escape(", ".join(story.authors)),
        "section": escape(story.section),
        "section_path": f"/section/{site.section_slug(story)}",
        "keywords": escape(", ".join(story.tags)),
        "picture_url": pictures[0] if pictures else f"{site.base}/media/logo.jpg",
        "headline_json": to_json(story.title),
        "description_json": to_json(story.description),
        "section_json": to_json(story.section),
        "tags_json": to_json(story.tags),
        "people_json": to_json([{"@type": "Person", "name": name} for name in story.authors]),
        "images_json": to_json(pictures),
    }


def _main(frame: Frame, story: Story, facts: dict[str, str]) -> str:
    comments = _comments(frame, story)
    others = [other for other in frame.site.stories if other.id != story.id]
    return frame.render(
        "article",
        **facts,
        authors=_byline(frame, story),
        modified_line=frame.render("modified", **facts) if story.modified > story.published else "",
        body=_body(frame, story, others),
        tags=" ".join(frame.render("tag", link=link_to("tag", tag), text=escape(tag)) for tag in story.tags),
        cards=frame.cards(others[:3]),
        comment_list="".join(comments),
        comment_count=len(comments),
    )


def _byline(frame: Frame, story: Story) -> str:
    names = [frame.render("author", link=link_to("author", name), text=escape(name)) for name in story.authors]
    *first, last = names
    return f"{', '.join(first)} {frame.common['and']} {last}" if first else last


def _body(frame: Frame, story: Story, others: list[Story]) -> str:
    near = others[len(story.title) % 5 :]
    boxes = {
        RELATED_AFTER: frame.render("inline", teasers=frame.teasers(near[:2])),
        NEWSLETTER_AFTER: frame.render("newsletter"),
        READ_ALSO_AFTER: frame.render("readalso", link=escape(frame.link(near[2])), headline=escape(near[2].title)),
    }
    pieces = (
        _passage(frame, passage) + boxes.get(place, "") + GAP for place, passage in enumerate(story.passages, start=1)
    )
    return "\n".join(pieces)


def _passage(frame: Frame, passage: Passage) -> str:
    if passage.kind is Kind.PICTURE:
        picture = passage.picture
        caption, credit = escape(picture.caption), escape(picture.credit)
        return frame.render("image", source=f"/media/{picture.file}", caption=caption, credit=credit)
    if passage.kind is Kind.LIST:
        items = "".join(frame.render("item", text=_inline(line)) for line in passage.lines)
        return frame.render("list", items=items)
    if passage.kind is Kind.TABLE:
        head, *rest = passage.lines
        rows = [_row(frame, "headcell", head), *(_row(frame, "cell", line) for line in rest)]
        return frame.render("table", rows="".join(rows))
    return frame.render(passage.kind.name.lower(), text=_inline(passage.lines[0]))


def _row(frame: Frame, fragment: str, line: str) -> str:
    return frame.render("row", cells="".join(frame.render(fragment, text=_inline(cell)) for cell in cells(line)))


def _inline(text: str) -> str:
    return marked_up(escape(text, quote=False))


def _comments(frame: Frame, story: Story) -> list[str]:
    offered = frame.words.comments
    shown = [offered[(len(story.title) + place) % len(offered)] for place in range(2 + len(story.id) % 3)]
    return [_comment(frame, story, place, comment) for place, comment in enumerate(shown, start=1)]


def _comment(frame: Frame, story: Story, place: int, comment: tuple[str, str]) -> str:
    when = (story.published + timedelta(minutes=COMMENT_EVERY_MINUTES * place)).astimezone(frame.site.paper.zone)
    return frame.render(
        "comment",
        name=escape(comment[0]),
        text=escape(comment[1]),
        when_iso=when.isoformat(),
        when_text=frame.words.date_text(when),
        when_digits=f"{when:%d.%m.%Y %H:%M}",
    )
