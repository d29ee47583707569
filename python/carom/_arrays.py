"""Tables of motions and sweeps: arrays by their names, with units and labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Mapping

import numpy as np

from ._needed import needed


@dataclass(frozen=True)
class Column:
    """What a table's column is."""

    name: str  #: 'energetic.energy_loss', 'contacts.gap', 'time'
    unit: str  #: 'J'; '1' of pure numbers; '' where components differ
    description: str
    values: Any  #: an array: a row a point or sample, then one extent each of `labels`
    extents: tuple[tuple[str, tuple[str, ...]], ...]  #: what there are several of, with names
    words: tuple[str, ...]  #: of codes, from 0; none of numbers

    @property
    def in_words(self) -> Any:
        """Codes as words; '' where there is none."""
        if not self.words:
            return self.values
        table = np.array(self.words + ("",), dtype=object)
        return table[np.minimum(self.values, len(self.words))]


class Table(Mapping[str, Any]):
    """Arrays by their names: table['energetic.energy_loss']. `columns` tells units and labels."""

    def __init__(self, told: Mapping[str, Any]):
        #: The grid's dimensions: for each the parameters that advance along it, with their values.
        self.dimensions: tuple[dict[str, Any], ...] = tuple(told["dimensions"])
        self.columns: dict[str, Column] = {}
        #: Which rows are there, as a mask; None: all are.
        self.done: Any = told["done"]
        for each in told["columns"]:
            name = ".".join(part for part in (each["group"], each["name"]) if part)
            extents = tuple((what, tuple(labels)) for what, labels in each["extents"])
            self.columns[name] = Column(
                name,
                each["unit"],
                each["description"],
                each["values"],
                extents,
                tuple(each["words"]),
            )
        self.rows: int = told["rows"]

    def __getitem__(self, name: str) -> Any:
        if name in self.columns:
            return self.columns[name].values
        for dimension in self.dimensions:
            if name in dimension:
                return dimension[name]
        from ._carom import did_you_mean

        raise KeyError(f'there is no column "{name}"{did_you_mean(name, list(self))}')

    def __iter__(self) -> Iterator[str]:
        for dimension in self.dimensions:
            yield from dimension
        yield from self.columns

    def __len__(self) -> int:
        return sum(len(each) for each in self.dimensions) + len(self.columns)

    def __repr__(self) -> str:
        shape = tuple(len(next(iter(each.values()))) for each in self.dimensions) or (self.rows,)
        lines = [f"table of {' x '.join(map(str, shape))} rows"]
        for dimension in self.dimensions:
            lines.append("  along " + ", ".join(dimension))
        for column in self.columns.values():
            unit = f" {column.unit}" if column.unit not in ("", "1") else ""
            several = "".join(f" [{what}: {', '.join(labels)}]" for what, labels in column.extents)
            lines.append(f"  {column.name}{unit}{several}: {column.description}")
        return "\n".join(lines)

    def to_pandas(self) -> Any:
        """A DataFrame: a row a point or sample, a column a number ('contacts.gap.A0')."""
        pandas = needed("pandas")

        columns: dict[str, Any] = {}
        if self.dimensions:
            firsts = [next(iter(each.values())) for each in self.dimensions]
            places = np.meshgrid(*[np.arange(len(each)) for each in firsts], indexing="ij")
            for dimension, place in zip(self.dimensions, places):
                for name, values in dimension.items():
                    columns[name] = values[place.ravel()]
        for column in self.columns.values():
            values = column.in_words.reshape(self.rows, -1)
            labels = [""]
            for _, names in column.extents:
                labels = [f"{before}.{name}" for before in labels for name in names]
            for i in range(values.shape[1]):
                columns[column.name + labels[i]] = values[:, i]
        return pandas.DataFrame(columns)

    def to_xarray(self) -> Any:
        """A Dataset: dimensions are the grid's, or time; contacts and components are labelled."""
        xarray = needed("xarray")

        coordinates: dict[str, Any] = {}
        if self.dimensions:
            rows = tuple(next(iter(each)) for each in self.dimensions)
            for row, dimension in zip(rows, self.dimensions):
                coordinates.update({k: (row, v) for k, v in dimension.items()})
        else:
            rows = ("time",)
            if "time" in self.columns:
                coordinates["time"] = self.columns["time"].values
        variables: dict[str, Any] = {}
        for column in self.columns.values():
            if column.name == "time" and not self.dimensions:
                continue
            names = []
            for what, labels in column.extents:
                # Each set of labels is a dimension of its own.
                name = what
                while name in coordinates and tuple(coordinates[name]) != labels:
                    name += "_"
                coordinates[name] = list(labels)
                names.append(name)
            variables[column.name] = (
                rows + tuple(names),
                column.in_words,
                {"units": column.unit, "description": column.description},
            )
        return xarray.Dataset(variables, coordinates)

    def plot(self, *names: str, axes: Any = None) -> Any:
        """Numbers over the first dimension, or over time; a map over two. Needs matplotlib."""
        from ._plots import plot_table

        return plot_table(self, names, axes)
