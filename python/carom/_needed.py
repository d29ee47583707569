"""Modules that not every machine has."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str) -> Any:
    """The module; ModuleNotFoundError says what is to be installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.split(".")[0]
        if error.name != package:
            raise
        raise ModuleNotFoundError(
            f"{package} is not installed: Debian has it as python3-{package}", name=package
        ) from None
