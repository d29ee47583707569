/// What a trajectory's files hold, number by number.

#include "stores/trajectory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "stores/hdf5.hpp"
#include "support/scratch_folder.hpp"

namespace carom {
namespace {

Mechanism arm() {
  Mechanism m;
  m.base.kind = BaseKind::pinned;
  m.links = {{.name = "upper", .length = 1, .mass = 1}, {.name = "lower", .length = 1, .mass = 1}};
  m.surfaces = {{.name = "floor"}};
  m.contacts = {{.name = "hand", .link = "lower", .at = {1, 0}, .surface = "floor"}};
  m.drives = {{.link = "upper"}, {.link = "lower", .against = "upper"}};
  return m;
}

std::vector<std::string> cells(const std::string& csv, int line) {
  std::istringstream lines(csv);
  std::string text, cell;
  for (int i = 0; i <= line; ++i) std::getline(lines, text);
  std::vector<std::string> all;
  std::istringstream row(text);
  while (std::getline(row, cell, ',')) all.push_back(cell);
  return all;
}

TEST(TrajectoryFiles, HoldPlacesInTheWorldAndCouplesAfterWhatWasThere) {
  const ScratchFolder scratch;
  const Mechanism m = arm();
  {
    VerbFolder folder(scratch / "out", {"simulate", "", "", {}}, false);
    TrajectoryFiles files(folder, m);
    const std::vector<double> q{0.5, -0.5}, v{1, 2}, couples{7, -8};
    const std::vector<Vec2> joints{{0, 0}, {1, 2}}, ends{{1, 2}, {3, 4}}, points{{5, 6}};
    const std::vector<std::uint8_t> determined{1, 0};
    std::vector<ContactMotion> contacts(1);
    contacts[0].gap = 0.25;
    contacts[0].mode = Mode::separates;
    for (const double time : {0.0, 0.5})
      files.sample({time,
                    q,
                    v,
                    contacts,
                    {.kinetic = 3},
                    joints,
                    ends,
                    points,
                    {9, 10},
                    couples,
                    determined});
    SimulationReport report;
    report.base = m.base.kind;
    report.links = {"upper", "lower"};
    report.contacts = {"hand"};
    report.motion.final = {0.5, q, v};
    report.motion.contacts = contacts;
    files.complete(report);
  }
  const std::string csv = content(scratch / "out/trajectory.csv");
  EXPECT_THAT(
      cells(csv, 0),
      ::testing::ElementsAre(
          "time", "upper", "lower", "upper.rate", "lower.rate", "hand.mode", "hand.gap",
          "hand.velocity.t", "hand.velocity.n", "hand.force.t", "hand.force.n", "hand.determined.t",
          "hand.determined.n", "energy.kinetic", "energy.gravity", "energy.springs",
          "energy.dampers", "energy.friction", "energy.impacts", "energy.inputs", "energy.surfaces",
          "upper.joint.x", "upper.joint.y", "lower.joint.x", "lower.joint.y", "upper.end.x",
          "upper.end.y", "lower.end.x", "lower.end.y", "hand.position.x", "hand.position.y",
          "mass_centre.x", "mass_centre.y", "upper.couple.ground", "lower.couple.upper",
          "upper.couple.ground.determined", "lower.couple.upper.determined"));
  EXPECT_THAT(
      cells(csv, 2),
      ::testing::ElementsAre("0.5", "0.5", "-0.5", "1", "2", "touches", "0.25", "0", "0", "0", "0",
                             "1", "1", "3", "0", "0", "0", "0", "0", "0", "0", "0", "0", "1", "2",
                             "1", "2", "3", "4", "5", "6", "9", "10", "7", "-8", "1", "0"));
  const hdf5::Handle file = hdf5::opened_file(scratch / "out/trajectory.h5");
  const auto numbers = [&](const char* name, const hdf5::Shape& shape) {
    const hdf5::Handle dataset = hdf5::opened_dataset(file, name);
    EXPECT_EQ(hdf5::shape_of(dataset), shape) << name;
    std::size_t size = 1;
    for (const hsize_t extent : shape) size *= extent;
    std::vector<double> values(size);
    hdf5::read(dataset, H5T_NATIVE_DOUBLE, {hdf5::Shape(shape.size(), 0), shape, {}},
               values.data());
    for (const char* attribute : {"description", "units"})
      EXPECT_TRUE(hdf5::has_attribute(dataset, attribute)) << name;
    return std::vector(values.begin() + static_cast<std::ptrdiff_t>(size / 2), values.end());
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(numbers("joints", {2, 2, 2}), ElementsAre(0, 0, 1, 2));
  EXPECT_THAT(numbers("ends", {2, 2, 2}), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(numbers("contacts/position", {2, 1, 2}), ElementsAre(5, 6));
  EXPECT_THAT(numbers("mass_centre", {2, 2}), ElementsAre(9, 10));
  EXPECT_THAT(numbers("couples", {2, 2}), ElementsAre(7, -8));
  EXPECT_THAT(numbers("couples_determined", {2, 2}), ElementsAre(1, 0));
  EXPECT_THAT(numbers("positions", {2, 2}), ElementsAre(0.5, -0.5));
}

}  // namespace
}  // namespace carom
