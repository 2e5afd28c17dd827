"""Pages that show no story, and whose scripts hold texts that are none of theirs: nothing of them is believed."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from loopback import sentences

from boilerspider.markup.hidden import hidden_story
from boilerspider.markup.tree import parse

OTHER = sentences("swimming pool", 12)
MARKED_UP = "".join(f"<p>{text}</p>" for text in OTHER)
LINES = "\n\n".join(OTHER)
MARKDOWN = f"## The pool\n\n{LINES}\n\n- One\n- Two\n\n[More](/pool)"
ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE, RUSSIAN = (
    "Video: the wall of the harbour at dawn",
    "Video: Die Hafenmauer im Morgengrauen",
    "En images : le mur du port au lever du jour",
    "Vídeo: el muro del puerto al amanecer",
    "動画：夜明けの港の防波堤を空から見る",
    "Видео: стена гавани на рассвете",
)
KOMMENTARE = [f"Das sehe ich ganz anders, Herr Nachbar, und zwar seit {n} Jahren schon." for n in range(2, 14)]
AVIS = [f"Je ne suis pas du tout d'accord avec ce qui est dit ici depuis {n} jours." for n in range(2, 14)]
KANSO = [
    f"この防波堤は{n}年前から何も変わっていないと思いますが、皆さんはどうでしょうか。もっと早く直すべきでした。"
    for n in range(2, 14)
]


def said(texts: list[str], key: str = "text", **more: Any) -> list[dict[str, Any]]:
    return [{"id": number, key: text, **more} for number, text in enumerate(texts)]


def story(number: int, **more: Any) -> dict[str, Any]:
    return {"title": f"A pool for swimmers, part {number}", "body": MARKED_UP, **more}


MARKUPS = {
    "version": "0.3.1",
    "atoms": [],
    "cards": [],
    "markups": [],
    "sections": [[1, "p", [[0, [], 0, text]]] for text in OTHER],
}
DELTA = {"ops": [{"insert": f"{text}\n"} for text in OTHER]}

STRANGERS: dict[str, tuple[str, Any]] = {
    "a video, comments in parts": (
        ENGLISH,
        {"title": ENGLISH, "components": [{"type": "video"}, {"type": "comments", "props": {"items": said(OTHER)}}]},
    ),
    "a video, teasers as components": (
        ENGLISH,
        {
            "title": ENGLISH,
            "components": [
                {"props": {"title": text[:30], "text": text, "url": f"/{n}"}} for n, text in enumerate(OTHER)
            ],
        },
    ),
    "a video, comments among components": (
        ENGLISH,
        {"title": ENGLISH, "components": [{"user": {"name": "x"}, "content": {"text": text}} for text in OTHER]},
    ),
    "a video, other stories as components": (
        ENGLISH,
        {"title": ENGLISH, "components": [{"content": story(n)} for n in range(4)]},
    ),
    "a video, a transcript in parts": (ENGLISH, {"title": ENGLISH, "transcript": {"parts": said(OTHER)}}),
    "a video, modules of other pages": (
        ENGLISH,
        {
            "page": {
                "title": ENGLISH,
                "modules": [{"headline": "A pool", "items": [story(n, url=f"/{n}") for n in range(3)]}] * 3,
            }
        },
    ),
    "a video, stories told by slices": (
        ENGLISH,
        {
            "title": ENGLISH,
            "slices": [{"primary": {"headline": f"Pool {n}", "link": "/pool", "text": MARKED_UP}} for n in range(3)],
        },
    ),
    "a video, its channel in Markdown": (ENGLISH, {"video": {"title": ENGLISH, "channel": {"content": MARKDOWN}}}),
    "a video, a story in Markdown beside it": (
        ENGLISH,
        {"video": {"title": ENGLISH}, "post": {"title": "A pool", "content": MARKDOWN}},
    ),
    "a video, terms in Markdown": (ENGLISH, {"title": ENGLISH, "terms": {"body": MARKDOWN}}),
    "a video, stories in Markdown": (
        ENGLISH,
        {"title": ENGLISH, "posts": [{"slug": f"p{n}", "content": MARKDOWN} for n in range(3)]},
    ),
    "a video, other stories as mobiledoc": (
        ENGLISH,
        {"video": {"title": ENGLISH}, "next": {"title": "A pool", "body": MARKUPS}},
    ),
    "a video, comments as mobiledoc": (ENGLISH, {"title": ENGLISH, "comments": [{"body": MARKUPS}] * 3}),
    "a video, a newsletter as a delta": (ENGLISH, {"title": ENGLISH, "newsletter": {"content": DELTA}}),
    "a video, replies as deltas": (ENGLISH, {"title": ENGLISH, "replies": [{"user": "a", "body": DELTA}] * 3}),
    "ein Video, Kommentare": (GERMAN, {"titel": GERMAN, "kommentare": said(KOMMENTARE, user="x")}),
    "ein Video, Leserbriefe": (GERMAN, {"headline": GERMAN, "posts": said(KOMMENTARE, "body", author="x")}),
    "ein Video, Datenschutz": (
        GERMAN,
        {"headline": GERMAN, "datenschutz": {"text": "".join(f"<p>{k}</p>" for k in KOMMENTARE)}},
    ),
    "ein Video, weitere Artikel": (GERMAN, {"headline": GERMAN, "weitere": [{"titel": "Bad", "text": MARKED_UP}] * 3}),
    "une galerie, avis": (FRENCH, {"titre": FRENCH, "avis": said(AVIS, "texte", auteur="x", slug="a")}),
    "une galerie, légendes": (FRENCH, {"titre": FRENCH, "images": said(AVIS, "legende")}),
    "une galerie, à lire aussi": (
        FRENCH,
        {"page": {"titre": FRENCH}, "suite": [{"titre": "Piscine", "contenu": MARKED_UP}] * 2},
    ),
    "un vídeo, otras noticias": (
        SPANISH,
        {"titulo": SPANISH, "noticias": [{"titulo": f"Piscina {n}", "body": MARKED_UP} for n in range(3)]},
    ),
    "un vídeo, términos": (
        SPANISH,
        {"titulo": SPANISH, "legal": {"sections": [{"title": "Uso", "content": MARKED_UP}] * 3}},
    ),
    "動画と感想": (JAPANESE, {"title": JAPANESE, "comments": said(KANSO)}),
    "動画と感想、別の名前": (JAPANESE, {"title": JAPANESE, "kanso": said(KANSO, "body", user="x")}),
    "видео, другие новости": (
        RUSSIAN,
        {"title": RUSSIAN, "news": [{"title": f"Бассейн {n}", "body": MARKED_UP} for n in range(3)]},
    ),
    "a sign-in, terms in sections": (
        "Sign in to the Evening Paper",
        {
            "page": {"title": "Sign in to the Evening Paper"},
            "terms": {"sections": [{"title": "Use", "content": MARKED_UP}] * 4},
        },
    ),
    "an error, latest stories": (
        "This page could not be found",
        {"title": "This page could not be found", "latest": {"pages": [{"body": MARKED_UP}] * 3}},
    ),
    "an error, a cache of stories": (
        "This page could not be found",
        {
            "error": {"title": "This page could not be found"},
            "ROOT_QUERY": {"p": {"__ref": "P:1"}},
            "P:1": {"title": "A pool", "body": {"__ref": "B:1"}},
            "B:1": {"html": MARKED_UP},
        },
    ),
    "a video and a story in one cache": (
        ENGLISH,
        {
            "ROOT_QUERY": {"v": {"type": "id", "id": "V:1"}},
            "V:1": {"title": ENGLISH, "next": {"type": "id", "id": "P:1"}},
            "P:1": {"title": "A pool", "content": {"type": "id", "id": "$P:1.content"}},
            "$P:1.content": {"html": MARKED_UP},
        },
    ),
    "a shop, products as parts": (
        "Rubber boots for the harbour",
        {
            "name": "Rubber boots for the harbour",
            "parts": [{"price": 7, "sku": "a", "body": MARKED_UP, "rating": 3, "url": "/a"}] * 3,
        },
    ),
    "a shop, reviews": (
        "Rubber boots for the harbour",
        {"product": {"name": "Rubber boots for the harbour", "reviews": said(OTHER, "body", stars=3)}},
    ),
    "a shop, what customers say": (
        "Rubber boots for the harbour",
        {"product": {"name": "Rubber boots for the harbour", "pages": [said(OTHER, "body", stars=3, author="x")] * 2}},
    ),
    "a section, its stories in parts": (
        "News from the harbour and the quay",
        {
            "title": "News from the harbour and the quay",
            "sections": [{"title": f"Pool {n}", "content": MARKED_UP, "url": f"/{n}"} for n in range(5)],
        },
    ),
    "a section, its stories as chapters": (
        "News from the harbour and the quay",
        {
            "title": "News from the harbour and the quay",
            "chapters": [
                {"title": f"Pool {n}", "author": "x", "date": "2026-01-02", "content": MARKED_UP} for n in range(5)
            ],
        },
    ),
    "a section, its stories in pages": (
        "News from the harbour and the quay",
        {
            "title": "News from the harbour and the quay",
            "pages": [{"title": f"Pool {n}", "body": MARKED_UP} for n in range(5)],
        },
    ),
    "a front page, stories in its sections": (
        "News from the harbour and the quay",
        {
            "title": "News from the harbour and the quay",
            "sections": [
                {"title": f"Sport {n}", "slug": f"sport-{n}", "articles": [story(m, url=f"/{m}") for m in range(3)]}
                for n in range(4)
            ],
        },
    ),
    "a front page, stories without addresses in its sections": (
        "News from the harbour and the quay",
        {
            "title": "News from the harbour and the quay",
            "sections": [{"title": f"Sport {n}", "stories": [story(m) for m in range(3)]} for n in range(4)],
        },
    ),
    "a front page, one story in each of its sections": (
        "News from the harbour and the quay",
        {
            "title": "News from the harbour and the quay",
            "sections": [{"slug": f"sport-{n}", "lead": story(n), "teasers": [story(9)]} for n in range(4)],
        },
    ),
    "a gallery, what is said of its pictures": (
        ENGLISH,
        {"title": ENGLISH, "slides": [{"image": {"url": "/a.jpg", "text": text}} for text in OTHER]},
    ),
    "a video, an appeal in two pieces": (
        ENGLISH,
        {"title": ENGLISH, "text1": OTHER[0], "text2": f"<p>{OTHER[1]}", "introText": OTHER[2][:70]},
    ),
    "a video, teasers of it and of others": (
        ENGLISH,
        {
            "video": {"name": "x"},
            "rows": [
                {"title": title, "abstract": text}
                for title, text in zip([ENGLISH, "Pool", "Pier"] * 4, OTHER, strict=True)
            ],
        },
    ),
    "a gallery, pictures as components": (
        ENGLISH,
        {
            "title": ENGLISH,
            "components": [{"type": "image", "props": {"text": text, "src": "/a.jpg"}} for text in OTHER],
        },
    ),
    "a video, help in chapters": (
        ENGLISH,
        {
            "video": {"title": ENGLISH},
            "help": {"chapters": [{"title": "How to watch", "slug": "a", "body": MARKED_UP}] * 3},
        },
    ),
    "a video, what viewers say in parts": (
        ENGLISH,
        {"title": ENGLISH, "parts": [{"username": "a", "slug": "b", "title": "So", "body": MARKED_UP}] * 3},
    ),
    "a video, ends of a newsletter and a notice": (
        ENGLISH,
        {"title": ENGLISH, "bodyNewsletter": MARKED_UP, "bodyNotes": MARKED_UP, "newsletterBody": LINES},
    ),
    "bodies in other languages under other titles": (
        ENGLISH,
        {"v": {"title": ENGLISH}, "p": {"title": "Pool", "body1": MARKED_UP, "body2": MARKED_UP[::-1]}},
    ),
    "parts of a site's description": (
        ENGLISH,
        {"seo": {"title": ENGLISH}, "site": {"body1": MARKED_UP, "body2": LINES}},
    ),
    "a description of the paper in JSON-LD": (
        ENGLISH,
        {"@type": "NewsMediaOrganization", "headline": ENGLISH, "description": LINES},
    ),
    "a description of a video in JSON-LD": (
        ENGLISH,
        {"@type": "VideoObject", "headline": ENGLISH, "description": LINES},
    ),
    "a description of another story in JSON-LD": (
        ENGLISH,
        {"@type": "NewsArticle", "headline": "A pool for swimmers", "description": LINES},
    ),
    "a product in JSON-LD": (ENGLISH, {"@type": "Product", "headline": ENGLISH, "name": ENGLISH, "description": LINES}),
}


OTHER_NAMES = """next upNext readNext mostRead topStories linkedStory parent discussion thread opinions kommentare reactions disqus agb cgu
    nutzungsbedingungen mentionsLegales privacidad netiquette houseRules guidelines rules notice copyright banner popup modal aside rightColumn
    help fallback shipping returnPolicy seller photographer publisher organization series topic ticker tweets newsletters autosave trash""".split()  # noqa: SIM905 - names read best as words
for name in OTHER_NAMES:
    STRANGERS[f"beside the title: {name}"] = (ENGLISH, {"title": ENGLISH, name: {"body": MARKED_UP, "content": LINES}})
    STRANGERS[f"a title amid others: {name}"] = (ENGLISH, {"data": {name: {"lines": [ENGLISH, *OTHER]}}})
    STRANGERS[f"a headline amid others: {name}"] = (
        ENGLISH,
        {"data": {name: {"html": f"<h1>{ENGLISH}</h1>{MARKED_UP}"}}},
    )


def flat(value: Any) -> list[Any]:
    """A value as Nuxt 3 writes it, each of its values in one list."""
    found: list[Any] = []

    def put(part: Any) -> int:
        place = len(found)
        found.append(None)
        if isinstance(part, dict):
            found[place] = {key: put(below) for key, below in part.items()}
        elif isinstance(part, list):
            found[place] = [put(below) for below in part]
        else:
            found[place] = part
        return place

    put(value)
    return found


def scripts(state: Any) -> dict[str, str]:
    """A state in all ways in which pages write one."""
    written = json.dumps(state).replace("<", "\\u003c")
    flattened = json.dumps(flat(state)).replace("<", "\\u003c")
    kind = "application/ld+json" if "@type" in state else "application/json"
    return {
        "JSON": f'<script id="data" type="{kind}">{written}</script>',
        "assigned": f"<script>window.__STATE__ = {written};</script>",
        "a program": f'<script>window.__NUXT__=(function(a,b){{return {{data:[{written}],error:a}}}}(null,""));</script>',
        "handed on": f"<script>start({{state: {written}}});</script>",
        "in one list": f'<script id="__NUXT_DATA__" type="application/json">{flattened}</script>',
        "in an attribute": f"<div id=app data-page='{escape(json.dumps(state))}'></div>",
    }


@pytest.mark.parametrize("name", STRANGERS)
def test_nothing_is_believed(name: str) -> None:
    title, state = STRANGERS[name]
    for way, script in scripts(state).items():
        html = f"<html><head><title>{escape(title)} | Evening Paper</title></head><body><h1>{escape(title)}</h1>{script}</body></html>"
        for shown in (title, f"{title}\n\nSubscribe to our newsletter, and never miss a story again."):
            assert hidden_story(parse(html, "https://paper.example/a"), shown) is None, way
