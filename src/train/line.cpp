#include "train/line.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace carom {
namespace {

const TrainPair& pair_of(const Train& train, std::size_t contact) {
  const std::string& left = train.bodies[contact].name;
  const std::string& right = train.bodies[contact + 1].name;
  const auto found = std::find_if(train.pairs.begin(), train.pairs.end(), [&](const auto& pair) {
    return pair.left == left && pair.right == right;
  });
  assert(found != train.pairs.end());
  return *found;
}

/// The compliant law of the contacts; none for rigid ones.
const CompliantLaw* law_of(ContactModel model) {
  switch (model) {
    case ContactModel::rigid:
      return nullptr;
    case ContactModel::bilinear:
      return find_compliant_law("bilinear");
    case ContactModel::hertz:
      return find_compliant_law("hertz");
  }
  return nullptr;
}

const double& contact_stiffness(const Train& train, std::size_t body) {
  const TrainBody& one = train.bodies[body];
  return one.contact_stiffness ? *one.contact_stiffness : one.stiffness;
}

/// The smaller one. Of equal ones with slopes the one that is smaller further on.
double smaller(double a, double b) {
  return std::min(a, b);
}
Sloped smaller(const Sloped& a, const Sloped& b) {
  if (a.value != b.value) return std::min(a, b);
  Sloped least = a;
  for (std::size_t d = 0; d < least.slope.size(); ++d)
    least.slope[d] = std::min(a.slope[d], b.slope[d]);
  return least;
}

/// The interior of a body dissipates like the contact that it takes part in; of two, like the one
/// that loses more.
template <class T>
T interior_restitution(const LineOf<T>& line, std::size_t body) {
  const std::size_t left = body > 0 ? body - 1 : body;
  const std::size_t right = std::min(body, line.contacts.size() - 1);
  return smaller(line.contacts[left].law.restitution, line.contacts[right].law.restitution);
}

/// About how long the fastest thing in the train takes: 1/ω of an interior spring between two
/// segments, or of a contact at the deepest indentation that this energy can cause.
template <class T>
double shortest_time(const LineOf<T>& line, double velocity) {
  double fastest = 0;
  for (const LineBodyOf<T>& body : line.bodies)
    if (body.count > 1)
      fastest = std::max(fastest, 2 * std::sqrt(plain(body.stiffness) / plain(body.mass)));
  if (line.model != ContactModel::rigid) {
    for (std::size_t c = 0; c < line.contacts.size(); ++c) {
      const Bimodal law = plain(line.contacts[c].law);
      const LineBodyOf<T>&left = line.bodies[c], &right = line.bodies[c + 1];
      const double whole = 1 / (1 / (plain(left.mass) * static_cast<double>(left.count)) +
                                1 / (plain(right.mass) * static_cast<double>(right.count)));
      const double light = 1 / (1 / plain(left.mass) + 1 / plain(right.mass));
      const double n = law.exponent;
      const double deepest =
          std::pow((n + 1) * 0.5 * whole * velocity * velocity / law.stiffness, 1 / (n + 1));
      fastest = std::max(fastest, std::sqrt(law.stiffness * n * std::pow(deepest, n - 1) / light));
    }
  }
  return fastest > 0 ? 1 / fastest : 0;
}

/// Units in which the train's numbers are near one.
template <class T>
LineUnits units_of(const Train& train, const LineOf<T>& line) {
  LineUnits units;
  double total = 0, momentum = 0;
  for (const TrainBody& body : train.bodies) {
    total += body.mass;
    momentum += body.mass * body.velocity;
  }
  units.frame = momentum / total;
  double fastest = 0, largest = 0;
  for (const TrainBody& body : train.bodies) {
    fastest = std::max(fastest, std::abs(body.velocity - units.frame));
    largest = std::max(largest, body.mass);
  }
  units.mass = largest;
  units.velocity = fastest > 0 ? fastest : 1;
  const double time = shortest_time(line, units.velocity);
  double gap = 0;
  for (const LineContactOf<T>& contact : line.contacts) gap = std::max(gap, plain(contact.gap));
  // Whole rigid bodies have no time of their own: their flight through the gaps takes its place.
  units.time = time > 0 ? time : gap > 0 ? gap / units.velocity : 1;
  return units;
}

/// `numbers` gives a number of the train its slopes, if T has any.
template <class T, class Numbers>
LineOf<T> compiled_line(const Train& train, const Numbers& numbers) {
  LineOf<T> line;
  line.model = train.model;
  line.dissipating = train.interior == Interior::dissipating;
  line.tolerance = train.tolerance;
  std::size_t next = 0;
  for (const TrainBody& body : train.bodies) {
    const auto j = static_cast<int>(body.segments);
    line.bodies.push_back({next, static_cast<std::size_t>(j), numbers(body.mass) / j,
                           j > 1 ? numbers(body.stiffness) * (j + 1) : T(0),
                           numbers(body.velocity)});
    next += static_cast<std::size_t>(j);
  }
  const CompliantLaw* const law = law_of(train.model);
  const double exponent = law != nullptr ? law->power({}).exponent : 1.0;
  for (std::size_t c = 0; c + 1 < line.bodies.size(); ++c) {
    const TrainPair& pair = pair_of(train, c);
    LineContactOf<T> contact;
    contact.interface = line.bodies[c + 1].first;
    contact.gap = numbers(pair.gap);
    contact.ratio = numbers(pair.stiffness);
    contact.law.exponent = exponent;
    contact.law.restitution = numbers(pair.restitution);
    contact.law.history = train.history;
    contact.law.stiffness = 0;
    if (law != nullptr)
      contact.law.stiffness = 1 / (1 / numbers(contact_stiffness(train, c)) +
                                   1 / numbers(contact_stiffness(train, c + 1)));
    line.contacts.push_back(contact);
  }

  line.units = units_of(train, line);
  const LineUnits& units = line.units;
  for (LineBodyOf<T>& body : line.bodies) {
    body.velocity = (body.velocity - units.frame) / units.velocity;
    body.mass /= units.mass;
    body.stiffness *= units.time * units.time / units.mass;
  }
  for (LineContactOf<T>& contact : line.contacts) {
    contact.gap /= units.length();
    contact.law.stiffness *=
        std::pow(units.length(), exponent - 1) * units.time * units.time / units.mass;
  }
  for (std::size_t b = 0; b < line.bodies.size(); ++b)
    line.springs.push_back(
        {line.bodies[b].stiffness, 1.0, interior_restitution(line, b), History::remembered, true});
  return line;
}

}  // namespace

Line line_of(const Train& train) {
  return compiled_line<double>(train, [](const double& number) { return number; });
}

SlopedLine sloped_line_of(const Train& train, const TrainNumbers& numbers) {
  return compiled_line<Sloped>(train, numbers);
}

double whole_contact_time(const Line& line, std::size_t c) {
  const LineBody& left = line.bodies[c];
  const LineBody& right = line.bodies[c + 1];
  const Bimodal& law = line.contacts[c].law;
  const double n = law.exponent;
  const double reduced = 1 / (1 / (left.mass * static_cast<double>(left.count)) +
                              1 / (right.mass * static_cast<double>(right.count)));
  const double depth = std::pow(0.5 * (n + 1) * reduced / law.stiffness, 1 / (n + 1));
  return 2.94 * depth;
}

}  // namespace carom
