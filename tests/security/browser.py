"""Pages opened in a real headless Chromium, to see which of them run a script. Nothing leaves this machine."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from chromium import drive
from loopback import serve

from boilerspider.markup.render.sanitise import ATTRIBUTES, TAGS

SCRIPT = {"Content-Type": "text/javascript"}

# Whatever a page's script does first, it calls one of these.
CANARY = """<script>for (const name of ["alert", "confirm", "prompt", "print"]) window[name] = () => { parent.ran(%d); return true };
document.currentScript.remove()</script>"""

DRIVER = """<!DOCTYPE html><meta charset="utf-8"><title>driver</title><script>
const COUNT = %d, TAGS = new Set(%s), ATTRIBUTES = %s, seen = {ran: new Set(), odd: {}, moved: []};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
window.ran = (number) => seen.ran.add(number);

function poke(frame) {  // all that a reader, or a keyboard, can do to a page
  const page = frame.contentDocument;
  page.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a, area");
    if (link && /^(https?|mailto|file|data|blob):/.test(link.href)) event.preventDefault();
  }, true);
  for (const element of page.querySelectorAll("*")) {
    if (element.focus) element.focus();
    for (const name of ["mouseover", "pointerenter", "focus", "load", "error", "toggle", "click"])
      element.dispatchEvent(new MouseEvent(name, {bubbles: false, cancelable: true}));
    if (element.click) element.click();
  }
}

function inspect(number, frame) {  // what the browser's parser made of the page
  for (const element of frame.contentDocument.body.querySelectorAll("*")) {
    const tag = element.localName, strange = [...element.attributes].filter((a) => !(ATTRIBUTES[tag] || []).includes(a.name));
    const foreign = element.namespaceURI !== "http://www.w3.org/1999/xhtml";
    const scheme = element.protocol || (element.src && new URL(element.src).protocol) || "https:";
    if (!TAGS.has(tag) || strange.length || foreign || !["http:", "https:", "mailto:"].includes(scheme))
      seen.odd[number] = element.outerHTML.slice(0, 200);
  }
}

async function open(number) {
  const frame = document.createElement("iframe"), address = new URL("/case/" + number, location).href;
  const loaded = new Promise((done) => { frame.onload = done });
  frame.sandbox = "allow-scripts allow-same-origin allow-forms";  // no modal window stops the others
  frame.src = address;
  document.body.append(frame);
  await Promise.race([loaded, pause(1500)]);
  try {
    inspect(number, frame);
    poke(frame);
    await pause(60);
    const body = frame.contentDocument.body;
    for (let round = 0; round < 2; round++) body.innerHTML = body.innerHTML;  // what an editor does: mutation
    inspect(number, frame);
    poke(frame);
    await pause(60);
    if (frame.contentDocument.URL !== address || frame.contentDocument.title) seen.moved.push(number);
  } catch (error) { seen.moved.push(number) }
  frame.remove();
}

window.onload = async () => {
  for (let next = 0; next < COUNT; next += 16)
    await Promise.all(Array.from({length: Math.min(16, COUNT - next)}, (_, i) => open(next + i)));
  for (const [number, element] of Object.entries(seen.odd).slice(0, 20)) await fetch("/odd?" + encodeURIComponent(number + " " + element));
  fetch("/done?" + encodeURIComponent(JSON.stringify({ran: [...seen.ran], moved: seen.moved, odd: Object.keys(seen.odd).map(Number)})));
};
</script><body></body>"""


@dataclass(frozen=True, slots=True)
class Seen:
    """Numbers of the pages that ran a script, that went elsewhere or changed their title, and that hold more than articles may."""

    ran: frozenset[int]
    moved: frozenset[int]
    odd: frozenset[int]
    elements: tuple[str, ...] = field(default=())


def watch(chromium: str, fragments: list[str | bytes], folder: Path) -> Seen:
    """Open each fragment as a page of its own, do to it what a reader can, and tell what happened."""
    pages: dict[str, Any] = {"/x.js": (200, SCRIPT, b"alert(1)")}
    for number, fragment in enumerate(fragments):
        body = fragment if isinstance(fragment, bytes) else fragment.encode("utf-8", "surrogatepass")
        head = b'<!DOCTYPE html><meta charset="utf-8">' if isinstance(fragment, str) else b""
        html = head + (CANARY % number).encode() + b"<body>" + body
        pages[f"/case/{number}"] = (200, {"Content-Type": "text/html"}, html)
    tables = json.dumps(sorted(TAGS)), json.dumps({tag: sorted(names) for tag, names in ATTRIBUTES.items()})
    pages["/driver"] = DRIVER % (len(fragments), *tables)
    site, stop = serve(pages)
    # Every host of every page is this server.
    everywhere = f"--host-resolver-rules=MAP * {site.base.removeprefix('http://')}"
    try:
        told = drive(chromium, site, folder / "profile", everywhere)
    finally:
        stop()
    odd = tuple(unquote(path.partition("?")[2]) for path in site.paths() if path.startswith("/odd?"))
    return Seen(frozenset(told["ran"]), frozenset(told["moved"]), frozenset(told["odd"]), odd)
