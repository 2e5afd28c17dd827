"""`python -m boilerspider.demo`: the embedded newspaper for people with a browser."""

from __future__ import annotations

import argparse
import threading
from contextlib import suppress

from boilerspider.demo.newspaper import Newspaper


def main() -> None:
    """Serve the newspaper until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m boilerspider.demo", description=main.__doc__)
    parser.add_argument("--seed", type=int, help="the same advertisements in every run")
    with Newspaper(parser.parse_args().seed) as newspaper, suppress(KeyboardInterrupt):
        for site in newspaper.sites:
            print(site, flush=True)  # noqa: T201 - what the command is for
        threading.Event().wait()


if __name__ == "__main__":
    main()
