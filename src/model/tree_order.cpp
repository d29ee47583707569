#include "model/tree_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "keys/element.hpp"

namespace carom {
namespace {

/// `"a" -> "b" -> "a"`, from the link that stands first in the file, each pointing at its parent.
std::string cycle_listing(const Mechanism& mechanism, std::span<const int> cycle) {
  constexpr std::size_t most = 10;
  const auto name = [&](int link) {
    const std::string& given = mechanism.links[static_cast<std::size_t>(link)].name;
    return given.empty() ? fmt::format("link {}", link + 1) : fmt::format("\"{}\"", given);
  };
  std::string text;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (cycle.size() > most && i == most - 1) {
      text += fmt::format("({} more) -> ", cycle.size() - most);
      i = cycle.size() - 1;
    }
    text += name(cycle[i]) + " -> ";
  }
  return text + name(cycle.front());
}

void report_cycle(const Mechanism& mechanism, std::vector<int> cycle, std::vector<Fault>& faults) {
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  faults.push_back({{"link", cycle.front(), "parent", -1},
                    "links form a cycle: " + cycle_listing(mechanism, cycle),
                    {}});
}

}  // namespace

std::vector<int> parents(const Mechanism& mechanism, NameTable& links, std::vector<Fault>& faults) {
  std::vector<int> result;
  result.reserve(mechanism.links.size());
  for (const Link& link : mechanism.links) {
    const int index = static_cast<int>(result.size());
    const Element element(faults, "link", index, link.name);
    if (!link.parent)
      result.push_back(index - 1);  // the previous link; the first is on the base
    else if (*link.parent == "base")
      result.push_back(on_base);
    else
      result.push_back(
          links.found(element, "parent", *link.parent, {"base"}).value_or(unknown_parent));

    if (result.back() == on_base && link.at && *link.at != Vec2{})
      element.fault("at", fmt::format("at is {}; must be 0 on the base, which is a point",
                                      written(*link.at)));
  }
  return result;
}

std::vector<int> tree_order(const Mechanism& mechanism, std::span<const int> parents,
                            std::vector<Fault>& faults) {
  enum class Mark { unseen, climbed, placed, dropped };
  std::vector<Mark> marks(parents.size(), Mark::unseen);
  const auto mark = [&](int link) -> Mark& { return marks[static_cast<std::size_t>(link)]; };

  std::vector<int> order, path;
  order.reserve(parents.size());
  for (int start = 0; start < static_cast<int>(parents.size()); ++start) {
    // Climb to the base or to a link already decided upon.
    path.clear();
    int link = start;
    while (link >= 0 && mark(link) == Mark::unseen) {
      mark(link) = Mark::climbed;
      path.push_back(link);
      link = parents[static_cast<std::size_t>(link)];
    }
    if (link >= 0 && mark(link) == Mark::climbed)
      report_cycle(mechanism, {std::find(path.begin(), path.end(), link), path.end()}, faults);

    const bool placed = link == on_base || (link >= 0 && mark(link) == Mark::placed);
    for (const int climbed : path) mark(climbed) = placed ? Mark::placed : Mark::dropped;
    if (placed) order.insert(order.end(), path.rbegin(), path.rend());
  }
  return order;
}

}  // namespace carom
