"""The classes of answers and their parts, by name: help(carom.reports.StrikeReport)."""

from __future__ import annotations

from ._arrays import Column, Table
from ._reports import Page, Record, Report, classes

globals().update(classes)

__all__ = ["Column", "Page", "Record", "Report", "Table", *classes]
