"""Pages for the comparison with the original: written by hand for its rules and slips, invented, and of the embedded newspaper."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fuzz.mutations import seeds

LONG = (
    "The mayor said that the bridge would be closed for most of the winter, because it was no longer what it had been when she "
    "came to the town, and that there was not much that could be done about it before the spring. "
)
MIDDLE = "It was the first time that they had been to the island, and they would not have gone there if it had not been for her. "
SHORT = "Nobody went home. "
TINY = "Tiny. "
LINKS = "<ul><li><a href=/a>All of the news of the day</a></li><li><a href=/b>What is on in the town this week</a></li></ul>"

BY_HAND = {
    "example 1": f"<title>The bridge</title><div id=wrap><div class=nav><a>Home</a> <a>News</a></div><div id=main><h1>The bridge</h1><p>{LONG}</p>"
    f"<p>{MIDDLE}</p><p>Tiny.</p><div class=comments><p>{LONG}</p></div></div></div>",
    "example 2": f"<div>Intro text <a>link</a> more of the text that is here for all of us at all.</div><table><tr><td>{MIDDLE}</td></tr></table>",
    "articles keep their names' content": f"<article class=comment id=date><p>{LONG}<p>{MIDDLE}</article>",
    "body with a bad class": f"<body class=comments><p>{LONG}<p>{MIDDLE}",
    "body with a bad id": f"<body id=comments><p>{LONG}<p>{MIDDLE}",
    "em": f"<div><p>{LONG}<em class=date>{MIDDLE}</em> and <em>one <em>in the other</em></em></p><p>{MIDDLE}</p></div>",
    "em around a picture": f"<div><p>{LONG}<em class=date>{MIDDLE}</em></p><p><em><img src=x></em>{MIDDLE}</p></div>",
    "pre and code": f"<div><p>{LONG}</p><pre>{MIDDLE}<b>of it</b></pre><p>{LONG}<code>for x in the</code>{MIDDLE}</p></div>",
    "markup in pre": f"<div><p>{LONG}</p><pre>&lt;p&gt;{MIDDLE}&lt;/p&gt; a &lt; b &amp;amp; c</pre><p>{MIDDLE}</p></div>",
    "drop cap": f"<p><span class='x dropcap'>T</span>{LONG}</p><p><span class=drop_cap>I</span>{MIDDLE}</p>",
    "script, style and comment": f"<p>{LONG}<script>if (a < b) {{}}</script>{MIDDLE}<!-- the -->{MIDDLE}<style>p {{}}</style></p>",
    "bad names": "".join(
        f"<p {name}>{LONG}{name}</p>"
        for name in ("id=side", "class=aside", "id=sides", "class=update", "class=metadata", "class=pagemeta", "name=Print", "class=imprint", "id=fn",
                     "class=FOOT", "class=xtools", "id=vcards", "name=links", "title=comment", "class='a b date'")
    ),
    "bad divs": "".join(
        f"<div {name}><p>{LONG}{name}</p></div>"
        for name in ("id=caption", "class=captions", "class='a google b'", "class=google", "id=xmore1", "class=nmore", "class=xmore", "id=xfacebook",
                     "class=-facebook", "class=facebook", "id=facebook-broadcasting", "class=xtwitter", "class=Xtwitter", "id=-twitter")
    ),
    "spans in paragraphs": f"<p>{LONG}<span>{MIDDLE}<span>of the</span></span></p><p><u>{MIDDLE}</u></p>",
    "lines in paragraphs": f"<div><p>{LONG}\nof\nit\n\nall\na\nb\nc</p><p><b>{MIDDLE}\nof it</b></p></div>",
    "div of text alone": f"<div>{LONG}</div><div>{MIDDLE}</div>",
    "div with links": f"<div>{LONG}<a>of the one</a><a>and the other</a>{MIDDLE}<a>that is it</a></div><p>{MIDDLE}</p>",
    "links before text": f"<div><a>of the one</a> <a>and the other</a> {LONG} <a>that is it</a> <a>and this is too</a> {MIDDLE}</div>",
    "text between paragraphs": f"<div>{MIDDLE}<p>{LONG}</p>{LONG}<p>{MIDDLE}</p>and of the end\tit\n was</div>",
    "divs three deep": f"<div><div><div><p>{LONG}</p><p>{MIDDLE}</p></div></div></div><div><p>{MIDDLE}</p></div>",
    "spans with blocks": f"<span>{LONG}<img src=x>{MIDDLE}</span><span><p>{LONG}</p>{MIDDLE}</span>",
    "boosted": "".join(f"<div><p>{TINY}</p><p>{LONG}</p><p>{MIDDLE}</p><p>{LONG}</p></div>" for _ in range(2)),
    "no boost beyond three": f"<section><p>{LONG}</p>{'<p>a</p>' * 3}<p>{MIDDLE}</p></section><section><p>{LONG}</p>{'<p>a</p>' * 2}<p>{MIDDLE}</p></section>",
    "a long page's end": f"<section>{f'<p>{MIDDLE}</p>' * 10}</section><section>{f'<p>{LONG}</p>' * 10}</section>",
    "a very long page": f"<section>{f'<p>{MIDDLE}</p>' * 30}</section><section>{f'<p>{LONG}</p>' * 9}</section>",
    "links outweigh": f"<section><p>{LONG}</p><p><a>{MIDDLE}</a></p><p><a>the</a> of <a>it</a></p></section>",
    "siblings before": f"<section><p>{LONG}</p></section><p>{MIDDLE}</p><blockquote><p>{LONG}</p><p>{TINY}</p></blockquote><section><p>{LONG}</p><p>{LONG}</p><p>{LONG}</p></section>",
    "siblings behind a seam": f"<p>{MIDDLE}</p><em>of it</em><section><p>{LONG}</p><p>{LONG}</p><p>{LONG}</p></section>",
    "out of place": f"<section><p>{LONG}</p>{LINKS}<table><tr><td>{MIDDLE}</td></tr></table><h2>{SHORT}</h2><blockquote><p>{MIDDLE}</p></blockquote>"
    f"<section><p>{MIDDLE}</p><p>of the and</p></section><ul><li>{MIDDLE}</li><li>{TINY}</li></ul><p>{LONG}</p><p>{LONG}</p></section>",
    "line breaks and emphasis": f"<section><p>{LONG}<br>of <b>it <br>all</b> and<sup>the</sup></p><b>{MIDDLE}</b><i>{SHORT}</i><p>{LONG}</p></section>",
    "few words and parentheses": f"<section><p>{LONG}</p><p>({MIDDLE.strip()})</p><p>{SHORT}</p><p>It <span>was</span> of the</p><p>{LONG}</p></section>",
    "glued sentences": f"<section><p>{LONG.strip()}And{MIDDLE.strip()}Of it.ALL that is.</p><p>{LONG}</p></section>",
    "lists": f"<section><p>{LONG}</p>{MIDDLE}<ul><li>It was of the one</li>{MIDDLE}<li>Nothing</li><li>and <b>to</b> the</li></ul>{MIDDLE}<p>{LONG}</p></section>",
    "object": f"<section><p>{LONG}</p><p>{TINY}<object></object></p><p>{LONG}</p></section>",
    "paragraphs in paragraphs": f"<p>{LONG}<b><p>{MIDDLE}</b></p>{MIDDLE}<h2>{MIDDLE}</h2><p>{LONG}",
    "angle brackets": f"<div>{LONG} a &lt; b and c &lt;d {MIDDLE}<p>{LONG} &lt;10% of the</p></div><p>{LONG} 3 &lt;b&gt;of it&lt;/b&gt; {MIDDLE}</p>",
    "spaces": f"<p>{LONG.replace(' ', '  ')}</p><p>{LONG.replace(' ', chr(160))}</p><p>{MIDDLE}\ufeff</p>",
    "german": "<html lang=de><p>Die Stadt will die alte Brücke noch in diesem Jahr abreißen, weil sie nicht mehr sicher ist und es auch nicht mehr werden kann.</p>"
    "<p>Das sagte der Bürgermeister, als er am Abend vor dem Rat sprach, und er war nicht der einzige.</p>",
    "meta names the language": "<meta name=lang content=fr><p>Le maire a dit que le pont serait fermé pendant tout l'hiver et que ce ne serait pas pour la ville une "
    "bonne nouvelle, mais il n'y a pas d'autre moyen.</p><p>Il est de ceux qui ont été là dès le début.</p>",
    "a language without a list": f"<html lang=xx><p>{LONG}</p><p>{MIDDLE}</p>",
    "a language in one letter": f"<html lang=d><p>{LONG}</p><p>{MIDDLE}</p>",
    "nothing": "<p>One two three.</p>",
}  # fmt: skip

SENTENCES = (
    LONG, MIDDLE, SHORT, "Read more", "Home", "(This is what it was all about, and that was it.)", "By Jane Roe", "Some\nlines of the text\nthat are in a row",
    "a", "x &lt; y and y &gt; z", "AT&amp;T is what it is", "The end of it.Then there was more of the same.",
)  # fmt: skip
TAGS = (
    "p", "p", "div", "div", "span", "a", "em", "b", "strong", "u", "i", "td", "li", "h2", "section", "blockquote", "pre", "code", "br", "img", "sup", "article",
    "center", "table", "ul", "tr",
)  # fmt: skip
NAMES = (*[""] * 8, "class=comment", "class=date", "id=side", "class=dropcap", "class=xtwitter", "class=highlight-a", "class=task-list", "name=tags")  # fmt: skip

INVENTED = 60


def pages() -> Iterator[tuple[str, str]]:
    """(name, HTML) of all."""
    yield from BY_HAND.items()
    dice = random.Random(2014)
    for number in range(INVENTED):
        yield (
            f"invented {number}",
            "<body>" + "".join(_invented(dice, dice.randint(1, 4)) for _ in range(dice.randint(2, 7))),
        )
    for number, page in enumerate(seeds()[:7]):
        yield f"newspaper {number}", page


def _invented(dice: random.Random, depth: int) -> str:
    if depth == 0 or dice.random() < 0.35:
        return dice.choice(SENTENCES) + dice.choice((" ", "", "\n"))
    tag = dice.choice(TAGS)
    inner = "".join(_invented(dice, depth - 1) for _ in range(dice.randint(0, 4)))
    if tag == "table":
        inner = f"<tr><td>{inner}</td><td>{_invented(dice, depth - 1)}</td></tr>"
    if tag == "ul":
        inner = f"<li>{inner}<li>{_invented(dice, depth - 1)}"
    return f"<{tag} {dice.choice(NAMES)}>{inner}</{tag}>"
