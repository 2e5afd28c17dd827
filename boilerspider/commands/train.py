"""`scrapy train`: weights of the extractors that learn, from corpora of labelled pages."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.utils.log import configure_logging
from tqdm import tqdm

from boilerspider.commands import say
from boilerspider.errors import BadConfiguration, BoilerspiderError
from boilerspider.evaluation import Corpus, Selection, parse_params
from boilerspider.training import TRAINERS, trainer


class Command(ScrapyCommand):
    """Trains one of the extractors that learn."""

    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "TRAINER --corpus DIR [DIR ...] --output DIR [options]"

    def short_desc(self) -> str:
        return "Train an extractor on corpora of labelled pages"

    def long_desc(self) -> str:
        return (
            f"Train an extractor ({', '.join(TRAINERS.rows)}) on corpora (folders with pages.zip and gold.jsonl), and write "
            "its weights and their card to a folder. A training that was stopped goes on when the command is given again."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--corpus", metavar="DIR", nargs="+", action="extend", type=Path, help="corpora to read")
        parser.add_argument("--output", metavar="DIR", type=Path, help="where weights and card are written")
        parser.add_argument("--limit", metavar="N", type=int, help="the first N pages of each corpus")
        parser.add_argument(
            "-p", dest="params", metavar="NAME=VALUE", action="append", default=[], help="a parameter of the trainer"
        )

    def run(self, args: list[str], opts: Namespace) -> None:
        """Prints what was reached; exit code 1 and one line on standard error where nothing can be trained, 130 where it was stopped."""
        configure_logging(self.settings)
        _check(args, opts)
        try:
            plug = trainer(args[0], parse_params(opts.params))
            corpora = [Corpus(folder, Selection(opts.limit)) for folder in opts.corpus]
            _prepare(opts.output)
            with closing(Bar(args[0])) as bar:
                reached = plug.train(corpora, opts.output, bar.tell)
            say(reached)
        except (BoilerspiderError, OSError) as error:
            print(f"scrapy train: {error}", file=sys.stderr)
            self.exitcode = 1
        except KeyboardInterrupt:
            print("scrapy train: stopped; the same command goes on from what it has", file=sys.stderr)
            self.exitcode = 128 + signal.SIGINT


def _prepare(output: Path) -> None:
    """Makes the folder; BadConfiguration where nothing can be written, told before hours of training instead of after."""
    try:
        output.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=output):
            pass
    except OSError as error:
        raise BadConfiguration(
            f"nothing can be written to {output} ({error.strerror}): name another folder with --output"
        ) from error


class Bar:
    """Progress bars on a terminal, one after the other; beside each other what a name and a colon before it tell apart. Silent where standard error is none."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bars: dict[str, tuple[str, tqdm[None]]] = {}

    def tell(self, what: str, done: int, total: int) -> None:
        """Shows how far it is."""
        name, colon, _ = what.partition(": ")
        among = name if colon else ""
        if self._bars.get(among, ("",))[0] != what:
            self._end(among)
            self._bars[among] = what, tqdm(desc=f"{self._name}: {what}", total=total, leave=False, disable=None)
        bar = self._bars[among][1]
        bar.update(done - bar.n)
        if done >= total:
            self._end(among)

    def close(self) -> None:
        """Leaves the line to what is said next."""
        for among in tuple(self._bars):
            self._end(among)

    def _end(self, among: str) -> None:
        if among in self._bars:
            self._bars.pop(among)[1].close()


def _check(args: Sequence[str], opts: Namespace) -> None:
    unknown = [arg for arg in args if arg.startswith("-")]
    if unknown:
        raise UsageError(f"unknown option {unknown[0]}")
    if len(args) != 1:
        raise UsageError(f"one trainer is wanted: {', '.join(TRAINERS.rows)}")
    if not opts.corpus:
        raise UsageError("--corpus DIR is missing: a folder with pages.zip and gold.jsonl")
    if opts.output is None:
        raise UsageError("--output DIR is missing: where weights and card are written")
    if opts.limit is not None and opts.limit < 1:
        raise UsageError("--limit takes a number of pages, 1 or more")
