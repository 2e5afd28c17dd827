"""`python -m boilerspider.demo`: the embedded newspaper for people with a browser."""

from __future__ import annotations

import argparse
import signal
import threading

from boilerspider.demo.newspaper import Newspaper


def main() -> None:
    """Serve the newspaper until Ctrl-C or a request to terminate."""
    parser = argparse.ArgumentParser(prog="python -m boilerspider.demo", description=main.__doc__)
    parser.add_argument("--seed", type=int, help="the same advertisements in every run")
    seed = parser.parse_args().seed
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Said explicitly: a shell starts its background jobs with Ctrl-C ignored.
        signal.signal(number, lambda *_: stopped.set())
    with Newspaper(seed) as newspaper:
        for site in newspaper.sites:
            print(site, flush=True)  # noqa: T201 - what the command is for
        stopped.wait()


if __name__ == "__main__":
    main()
