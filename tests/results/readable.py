"""readable.py FOLDER: reads a result folder as somebody would who has h5py and pandas but no Carom.

Everything is taken from the folder: which quantities there are, their units, shapes, labels and
what their codes mean. The table in results.h5 and the one in results.csv must tell the same.
"""

import json
import os
import sys

import h5py
import numpy as np
import pandas as pd

CSV_NAMES_OF_PANDAS = dict(keep_default_na=False, na_values=[""], float_precision="round_trip")


def words(dataset, texts):
    """A quantity as numbers, or as words where it has codes; None where there is no value."""
    values = dataset[()]
    if "categories" in dataset.attrs:
        meanings = list(dataset.attrs["categories"])
    elif dataset.dtype == np.uint16:
        meanings = list(texts)
    else:
        assert dataset.dtype == np.float64
        assert np.isnan(dataset.attrs["_FillValue"])
        return values
    missing = dataset.attrs["missing"]
    assert missing == dataset.fillvalue
    table = np.empty(65536, dtype=object)
    table[: len(meanings)] = meanings
    assert np.all((values < len(meanings)) | (values == missing))
    return table[values]


def flat(values, points):
    """One row a point, one column a component."""
    return values.reshape((points, -1))


def headings(dataset, grid_rank):
    """The names that the components of a quantity have in results.csv."""
    names = [dataset.name.split("/")[-1]]
    for dimension in dataset.attrs["dimensions"][grid_rank:]:
        names = [f"{name}.{label}" for name in names
                 for label in dataset.attrs["labels_" + dimension]]
    return names


def check_file(file):
    attributes = file.attrs
    assert attributes["format"] == 1
    assert isinstance(attributes["carom"], str) and attributes["carom"]
    for name in ("title", "verb", "method", "missing", "fingerprint"):
        assert isinstance(attributes[name], str), name
    for name in ("laws", "overrides", "parameters", "dimensions", "seeds", "columns"):
        assert isinstance(attributes[name], np.ndarray), name
    shape = tuple(file["axes"][name].shape[0] for name in attributes["dimensions"])
    assert attributes["points"] == np.prod(shape, dtype=int)
    asked = json.loads(file["question"].asstr()[()])
    assert asked["carom"] == attributes["carom"]
    assert asked["fingerprint"] == attributes["fingerprint"]
    question = asked["question"]
    assert question["scenario"] == file["scenario"].asstr()[()]
    for axis in question["axes"]:
        described = file["axes"][axis["parameter"]].attrs
        assert described["parameter"] == axis["parameter"]
        assert ("distribution" in described) == ("distribution" in axis)
        assert described.get("seed") == axis.get("seed")
        if "seed" in axis:
            assert f"{axis['parameter']}={axis['seed']}" in attributes["seeds"]
    for path in attributes["columns"]:
        dataset = file[path]
        assert isinstance(dataset.attrs["units"], str)
        assert dataset.attrs["description"]
        assert dataset.chunks is None and dataset.compression is None
        assert dataset.shape[: len(shape)] == shape
        assert len(dataset.attrs["dimensions"]) == dataset.ndim
        for i, dimension in enumerate(dataset.attrs["dimensions"]):
            scale = dataset.dims[i][0]
            assert dataset.dims[i].label == scale.name.split("/")[-1]
            assert scale.shape == (dataset.shape[i],)
            if i < len(shape):
                assert scale == file["axes"][dimension]
            else:
                assert list(scale.asstr()[()]) == list(dataset.attrs["labels_" + dimension])
    return shape


def check_tables_agree(file, csv, shape):
    points = int(file.attrs["points"])
    laws = [law for law in file.attrs["laws"] if law in file]
    assert len(csv) == points * max(1, len(laws))
    texts = file["texts"].asstr()[()]
    grid = np.unravel_index(np.arange(points), shape) if shape else ()
    dimensions = list(file.attrs["dimensions"])
    rows_of = {law: csv[csv["law"] == law].reset_index(drop=True) for law in laws}
    compared = 0
    for law, rows in rows_of.items():
        assert np.array_equal(rows["index"], np.arange(points))
        for name in file.attrs["parameters"]:
            axis = file["axes"][name]
            along = dimensions.index(axis.attrs.get("with", name))
            assert np.array_equal(rows[name], axis[()][grid[along]]), name
        for path in file.attrs["columns"]:
            group = path.split("/")[0]
            if group not in ("common", law):
                continue
            dataset = file[path]
            values = flat(words(dataset, texts), points)
            for k, heading in enumerate(headings(dataset, len(shape))):
                found = rows[heading]
                if dataset.dtype == np.float64:
                    assert np.array_equal(found.to_numpy(float), values[:, k], equal_nan=True), path
                else:
                    assert list(found.where(found.notna(), None)) == list(values[:, k]), path
                compared += points
    return compared


def check_boundaries(folder, file):
    path = os.path.join(folder, "boundaries.csv")
    assert os.path.exists(path) == ("boundaries" in file)
    if "boundaries" not in file:
        return 0
    group = file["boundaries"]
    table = pd.DataFrame({name: data.asstr()[()] if h5py.check_string_dtype(data.dtype) else data[()]
                          for name, data in group.items()}).set_index("boundary")
    csv = pd.read_csv(path, keep_default_na=False, float_precision="round_trip")
    assert len(csv) == len(table)
    for name in csv.columns:
        assert list(csv[name]) == list(table[name]), name
    return len(table)


def main(folder):
    with h5py.File(os.path.join(folder, "results.h5"), "r") as file:
        shape = check_file(file)
        with open(os.path.join(folder, "scenario.toml"), encoding="utf-8", newline="") as text:
            assert text.read() == file["scenario"].asstr()[()]
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as text:
            summary = json.load(text)
        assert summary["fingerprint"] == file.attrs["fingerprint"]
        assert summary["points"] == file.attrs["points"]
        assert summary["holes"] == file.attrs["holes"]
        status = file["common/point"]
        assert summary["holes"] == np.count_nonzero(status[()] != 0)
        compared = 0
        if os.path.exists(os.path.join(folder, "results.csv")):
            csv = pd.read_csv(os.path.join(folder, "results.csv"), **CSV_NAMES_OF_PANDAS)
            compared = check_tables_agree(file, csv, shape)
            assert compared > 0
        boundaries = check_boundaries(folder, file)
    print(f"{int(summary['points'])} points, {compared} values compared, {boundaries} boundaries")


if __name__ == "__main__":
    main(sys.argv[1])
