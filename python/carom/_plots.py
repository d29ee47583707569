"""What there is to see, by matplotlib, where it is installed."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ._needed import needed


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    return needed("matplotlib.pyplot").subplots()[1]


def _label(column: Any) -> str:
    return column.name if column.unit in ("", "1") else f"{column.name} [{column.unit}]"


def _curves(axes: Any, x: Any, column: Any) -> None:
    values = column.values.reshape(len(x), -1)
    labels = [""]
    for _, names in column.extents:
        labels = [f"{before}.{name}" for before in labels for name in names]
    for i in range(values.shape[1]):
        axes.plot(x, values[:, i], label=column.name + labels[i])


def plot_table(table: Any, names: Sequence[str], axes: Any = None) -> Any:
    axes = _axes(axes)
    if not names:
        losses = [n for n in table.columns if n.endswith("energy_loss")]
        names = losses or ["positions" if "positions" in table.columns else next(iter(table.columns))]
    columns = [table.columns[name] for name in names]
    if len(table.dimensions) > 1:
        return _map(table, columns[0], axes)
    if table.dimensions:
        what, x = next(iter(table.dimensions[0].items()))
    else:
        what, x = "time [s]", table["time"]
    for column in columns:
        _curves(axes, x, column)
    axes.set_xlabel(what)
    axes.set_ylabel(_label(columns[0]) if len(columns) == 1 else "")
    axes.legend()
    return axes


def _map(table: Any, column: Any, axes: Any) -> Any:
    (down, y), (across, x) = (next(iter(each.items())) for each in table.dimensions[:2])
    values = np.asarray(column.values, dtype=float)
    values = values.reshape(len(y), len(x), -1)[:, :, 0]
    drawn = axes.pcolormesh(x, y, values, shading="nearest")
    axes.figure.colorbar(drawn, ax=axes, label=_label(column))
    axes.set_xlabel(across)
    axes.set_ylabel(down)
    return axes


def plot_report(report: Any, names: Sequence[str], axes: Any = None) -> Any:
    if report.table is not None:
        return plot_table(report.table, names, axes)
    if "results" not in report:
        raise TypeError(f"{type(report).__name__} has nothing to plot; svg() may draw it")
    axes = _axes(axes)
    answered = [each for each in report.results if "energy_loss" in each]
    axes.bar([each.law for each in answered], [each.energy_loss for each in answered])
    axes.set_ylabel("energy_loss [J]")
    axes.axhline(0, linewidth=0.8, color="black")
    return axes


def plot_batch(batch: Any, axes: Any = None) -> Any:
    axes = _axes(axes)
    losses = batch.energy_loss
    axes.hist(losses[np.isfinite(losses)], bins=50)
    axes.set_xlabel("energy_loss [J]")
    axes.set_ylabel("impacts")
    return axes
