#include "support/places.hpp"

namespace carom::places {

const std::string test_data = CAROM_ROOT "/tests/data";
const std::string examples = CAROM_ROOT "/examples";
const std::string docs = CAROM_ROOT "/docs";

}  // namespace carom::places
