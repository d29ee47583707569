#include "carom/fault.hpp"

#include <utility>

namespace carom {
namespace {

std::string listing(const std::string& source, const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += '\n';
    if (!source.empty()) text += source + ':';
    if (fault.place.line > 0)
      text += std::to_string(fault.place.line) + ':' + std::to_string(fault.place.column) + ':';
    if (!text.empty() && text.back() == ':') text += ' ';
    text += fault.message;
  }
  return text;
}

}  // namespace

InputError::InputError(std::string source, std::vector<Fault> faults)
    : std::runtime_error(listing(source, faults)),
      source_(std::move(source)),
      faults_(std::move(faults)) {}

}  // namespace carom
