"""A real headless Chromium that opens a page of a test's site. Nothing leaves this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from loopback import Site

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-dev-shm-usage --disable-popup-blocking --remote-debugging-port=0""".split()  # noqa: SIM905
PATIENCE = 180  # seconds for all that a page does


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def drive(chromium: str, site: Site, profile: Path, *flags: str) -> dict[str, Any]:
    """Open the site's page /driver; what it tells, as JSON, by asking for /done?…"""
    command = [chromium, *FLAGS, *flags, f"--user-data-dir={profile}", site.url("/driver")]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return _told(site, browser)
    finally:
        browser.terminate()
        browser.wait(30)


def _told(site: Site, browser: subprocess.Popen[bytes]) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and browser.poll() is None:
        for path in site.paths():
            if path.startswith("/done?"):
                return json.loads(unquote(path.partition("?")[2]))  # type: ignore[no-any-return]
        time.sleep(0.1)
    raise AssertionError(f"Chromium did not come to the end (exit code {browser.poll()})")
