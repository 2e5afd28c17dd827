"""Writes what the original makes of the tests' pages: `python benchmarks/unfluff_expectations.py NODE_MODULES`.

NODE_MODULES is a folder in which `npm install unfluff@3.2.0` was run. The tests read what is written and need no Node.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from lxml import etree

from boilerspider.markup.tree import parse

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tests.extractors.unfluff.pages import pages  # noqa: E402 - the path comes first

TARGET = ROOT / "tests" / "extractors" / "unfluff" / "expectations.json"
SCRIPT = """
const unfluff = require("unfluff");
const pages = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(pages.map(page => ({...page, text: unfluff(page.html).text || ""}))));
"""


def main(node_modules: str) -> None:
    """Serialises each page as lxml has read it, so that both sides see the same tree."""
    asked = [
        {"name": name, "html": etree.tostring(parse(page).root, method="html", encoding="unicode")}
        for name, page in pages()
    ]
    done = subprocess.run(
        ["node", "-e", SCRIPT], cwd=node_modules, input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    answers = json.loads(done.stdout.splitlines()[-1])
    TARGET.write_text(json.dumps(answers, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(answers)} pages, {sum(not page['text'] for page in answers)} without text")


if __name__ == "__main__":
    main(sys.argv[1])
