"""What the tests of the module share. CAROM_PROGRAM is the program that it is compared with."""

import os
import subprocess
from pathlib import Path

import carom
import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))


def program(*arguments):
    """Runs the command line in the project's folder."""
    return subprocess.run(
        [os.environ["CAROM_PROGRAM"], *map(str, arguments)], cwd=ROOT, capture_output=True, text=True
    )


@pytest.fixture
def three_link():
    return carom.load(ROOT / "examples" / "three_link.toml")


@pytest.fixture(autouse=True)
def in_root(monkeypatch):
    """Paths in messages are those of the command line."""
    monkeypatch.chdir(ROOT)
