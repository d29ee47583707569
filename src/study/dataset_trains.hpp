#pragma once

/// study/dataset_trains.hpp
///
/// Trains made of the bodies of a data file.

#include <string>
#include <vector>

#include "carom/train.hpp"
#include "data/dataset.hpp"

namespace carom {

/// An embedded data file by its name, or one of the user's by its path; throws InputError.
Dataset dataset_named(const std::string& name_or_path);

/// The bodies in a row, the first of them moving; restitutions by their materials. Bodies are named
/// by their place and name ("1 S2b"), so that one may occur twice. Throws InputError where a
/// stiffness or a restitution is missing.
Train train_of(const Dataset& dataset, const std::vector<std::string>& bodies, double velocity,
               ContactModel model, Interior interior);

}  // namespace carom
