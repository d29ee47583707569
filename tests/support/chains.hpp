#pragma once

/// Scenario files of particle trees, for tests of the verbs.

#include <fmt/format.h>

#include <string>
#include <vector>

namespace carom::testing {

struct TextContact {
  int mass = 0;
  std::string angle = "0";  ///< rad
  double friction = 0;
};

/// Mass i > 0 hangs on mass parents[i] by rod R<i> of length 1 at angles[i] (formulas). The last of
/// `contacts` is called "hit" and strikes, the others C0, C1, …; every surface is where its mass
/// is.
struct TextTree {
  std::vector<double> masses;
  std::vector<int> parents;
  std::vector<std::string> angles;
  std::vector<TextContact> contacts;
  std::string parameters;  ///< lines
  std::string rest;        ///< lines after everything, such as sweeps
  double rod_mass = 0;
};

inline std::string text_of(const TextTree& tree) {
  std::string out = "[parameters]\n" + tree.parameters + "\n";
  for (std::size_t i = 1; i < tree.masses.size(); ++i) {
    out += fmt::format("[[link]]\nname = \"R{}\"\nlength = 1.0\nmass = {}\nparent = \"{}\"\n", i,
                       tree.rod_mass,
                       tree.parents[i] == 0 ? "base" : fmt::format("R{}", tree.parents[i]));
  }
  for (std::size_t i = 0; i < tree.masses.size(); ++i)
    out += fmt::format("[[mass]]\nlink = \"R{}\"\nat = {}\nmass = {:.17g}\n", i == 0 ? 1 : i,
                       i == 0 ? "0.0" : "1.0", tree.masses[i]);
  for (std::size_t j = 0; j < tree.contacts.size(); ++j) {
    const TextContact& contact = tree.contacts[j];
    const std::string name = j + 1 == tree.contacts.size() ? "hit" : fmt::format("C{}", j);
    std::string x = "0", y = "0";
    for (int i = contact.mass; i > 0; i = tree.parents[i]) {
      x += fmt::format(" + cos({})", tree.angles[i]);
      y += fmt::format(" + sin({})", tree.angles[i]);
    }
    out += fmt::format("[[surface]]\nname = \"S{}\"\nangle = \"{}\"\npoint = [\"{}\", \"{}\"]\n",
                       name, contact.angle, x, y);
    out += fmt::format(
        "[[contact]]\nname = \"{}\"\nlink = \"R{}\"\nat = {}\nsurface = \"S{}\"\nfriction = {}\n"
        "restitution = 0.5\n",
        name, contact.mass == 0 ? 1 : contact.mass, contact.mass == 0 ? "0.0" : "1.0", name,
        contact.friction);
  }
  std::string angles;
  for (std::size_t i = 1; i < tree.angles.size(); ++i)
    angles += fmt::format("{}\"{}\"", i > 1 ? ", " : "", tree.angles[i]);
  return out + "[state]\nangles = [" + angles + "]\n[impact]\ncolliding = \"hit\"\n" + tree.rest;
}

inline std::string sweep(const std::string& parameter, double from, double to) {
  return fmt::format("[[sweep]]\nparameter = \"{}\"\nfrom = {:.17g}\nto = {:.17g}\ncount = 31\n",
                     parameter, from, to);
}

}  // namespace carom::testing
