from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from importlib.metadata import entry_points
from types import GenericAlias

import pytest
from scrapy.commands import ScrapyCommand
from scrapy.utils.misc import load_object

import boilerspider.commands

pytestmark = pytest.mark.slow

NAMES = [module.name for module in pkgutil.iter_modules(boilerspider.commands.__path__)]


@pytest.mark.parametrize("name", NAMES)
def test_every_module_of_the_folder_is_a_command(name):
    command = load_object(f"boilerspider.commands.{name}.Command")
    assert issubclass(command, ScrapyCommand)
    assert not command.requires_project
    assert command().short_desc()


@pytest.mark.parametrize("name", NAMES)
def test_no_alias_is_taken_for_a_class(name):
    # Scrapy asks of all in a command's module whether it is a command, and until Python 3.11 an alias is a class to `inspect`.
    things = vars(importlib.import_module(f"boilerspider.commands.{name}")).items()
    assert [called for called, thing in things if isinstance(thing, GenericAlias)] == []


def test_the_commands_are_reachable_where_boilerspider_is_installed(tmp_path):
    installed = {point.name for point in entry_points(group="scrapy.commands")}
    if not {"extract", "evaluate"} <= installed:
        pytest.skip("boilerspider is not installed here, it is run from its checkout")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "scrapy"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=True
    )
    for name in NAMES:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_help(scrapy, name):
    done = scrapy(name, "--help")
    assert done.returncode == 0
    assert f"scrapy {name} " in done.stdout
