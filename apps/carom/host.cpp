#include "host.hpp"

#include <cassert>

namespace carom {
namespace {

thread_local Host* hosting = nullptr;

}  // namespace

Host& host() {
  assert(hosting != nullptr);
  return *hosting;
}

HostedHere::HostedHere(Host& host) : before_(hosting) {
  hosting = &host;
}
HostedHere::~HostedHere() {
  hosting = before_;
}

}  // namespace carom
