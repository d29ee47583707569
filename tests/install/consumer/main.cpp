#include <cstdio>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "carom/model.hpp"

int main() {
  carom::Mechanism mechanism;
  for (const char* name : {"left", "middle", "right"}) {
    carom::Link link;
    link.name = name;
    link.length = 1;
    link.mass = 1;
    mechanism.links.push_back(link);
  }
  try {
    const carom::Model model(mechanism);
    std::printf("degrees of freedom: %d\n", model.degrees_of_freedom());
  } catch (const carom::InputError& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
