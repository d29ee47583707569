/// One hash over the numbers of a mixed study: strikes by every rigid law over random mechanisms,
/// random motions, trains of every model, and sweeps of all three on 1, 2 and 4 threads. Any bit
/// that changes anywhere changes it, whatever the build (dev, asan, release: -ffp-contract=off).
///
/// Where numbers are meant to change, run the test, see in its message which part did, say so in
/// the commit, and put the new hash in place of `golden`. Nothing else may change it: no new law
/// (they are named below), no text, no version.
///
/// Carom's arithmetic is IEEE's and the same on every x86-64 machine. sin, cos, pow and their like
/// are not: they come from the C library, which chooses among its versions by what the processor
/// can do. The hash holds for glibc 2.36 (Debian 12) on a processor with fused multiply-add, as all
/// since 2013 have it. Where a hash over the library's own values says that it is another one, the
/// test says so and skips.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "carom/simulate.hpp"
#include "carom/strike.hpp"
#include "stores/checksum.hpp"
#include "study/train_study.hpp"
#include "support/everything.hpp"
#include "support/random_motions.hpp"
#include "support/scratch_folder.hpp"
#include "support/swept.hpp"
#include "support/touching.hpp"

namespace carom {
namespace {

constexpr std::uint64_t golden = 0xf0bb3e5375b464e7;
constexpr std::uint64_t golden_library = 0x2d0776a8dc1badf8;

constexpr const char* law_names[] = {"kinematic", "kinetic", "energetic",
                                     "whittaker", "brach",   "moreau"};

/// Numbers as bytes. There is one NaN: whose sign it has is the compiler's choice.
class Numbers {
 public:
  void add(double number) {
    const auto bits =
        std::isnan(number) ? 0x7ff8000000000000U : std::bit_cast<std::uint64_t>(number);
    add_bits(bits);
  }
  template <class List>
  requires requires(const List& list) { list.begin(); }
  void add(const List& list) {
    add_bits(list.size());
    for (const auto& each : list) add(each);
  }
  void add_bits(std::uint64_t bits) {
    const auto* first = reinterpret_cast<const std::byte*>(&bits);
    bytes_.insert(bytes_.end(), first, first + sizeof bits);
  }
  std::uint64_t hash() const { return checksum(bytes_); }
  std::size_t size() const { return bytes_.size() / 8; }

 private:
  std::vector<std::byte> bytes_;
};

Numbers strikes() {
  Numbers numbers;
  testing::Random random(20260715);
  for (int trial = 0; trial < 150; ++trial) {
    const testing::RandomOptions options{.links = 1 + random.below(6),
                                         .contacts = 1 + random.below(4),
                                         .massless = 0.2,
                                         .branching = 0.3,
                                         .special_surfaces = true,
                                         .inputs = true};
    const auto collision = testing::random_collision(random, options, random.chance(0.5));
    if (!collision) continue;
    const Model model(collision->mechanism);
    Workspace workspace(model);
    for (const char* law : law_names) {
      const Impact impact = strike(model, collision->state,
                                   {.law = law, .colliding = collision->colliding}, workspace);
      numbers.add_bits(static_cast<std::uint64_t>(impact.error));
      numbers.add_bits(static_cast<std::uint64_t>(impact.verdict));
      numbers.add(impact.velocities);
      if (impact.velocities.empty()) continue;
      numbers.add(impact.kinetic_energy_before);
      numbers.add(impact.kinetic_energy_after);
      for (const ContactImpact& contact : impact.contacts) {
        numbers.add(contact.velocity_before);
        numbers.add(contact.velocity_after);
        numbers.add(contact.impulse);
        numbers.add(contact.work);
        numbers.add_bits(static_cast<std::uint64_t>(contact.outcome));
      }
    }
  }
  return numbers;
}

void add(Numbers& numbers, const MotionEnergy& energy) {
  for (const double part : {energy.kinetic, energy.gravity, energy.springs, energy.dampers,
                            energy.friction, energy.impacts, energy.inputs, energy.surfaces})
    numbers.add(part);
}

/// What a trajectory and a list of events have.
class Recorder : public MotionSink {
 public:
  explicit Recorder(Numbers& numbers) : numbers_(numbers) {}
  void sample(const MotionSample& sample) override {
    numbers_.add(sample.time);
    numbers_.add(sample.positions);
    numbers_.add(sample.velocities);
    for (const ContactMotion& contact : sample.contacts) {
      numbers_.add_bits(static_cast<std::uint64_t>(contact.mode));
      numbers_.add(contact.gap);
      numbers_.add(contact.force);
    }
    add(numbers_, sample.energy);
  }
  void event(const MotionEvent& event) override {
    numbers_.add(event.time);
    numbers_.add_bits(static_cast<std::uint64_t>(event.kind));
    numbers_.add(event.velocities_before);
    numbers_.add(event.velocities_after);
    for (const auto& impulse : event.impulses) numbers_.add(impulse);
  }

 private:
  Numbers& numbers_;
};

Numbers motions() {
  Numbers numbers;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const testing::RandomMotion random = testing::random_motion(seed);
    const Model model(random.mechanism);
    Recorder recorder(numbers);
    const Motion motion =
        simulate(model, random.state,
                 {.duration = random.duration,
                  .every = random.duration / 20,
                  .tolerance = 1e-9,
                  .law = law_names[seed % std::size(law_names)],
                  .on_ambiguous = seed % 2 == 0 ? OnAmbiguous::first : OnAmbiguous::stop,
                  .event_limit = 500,
                  .step_limit = 5000},
                 recorder);
    numbers.add_bits(static_cast<std::uint64_t>(motion.end));
    numbers.add(motion.final.positions);
    numbers.add(motion.final.velocities);
    add(numbers, motion.energy);
  }
  return numbers;
}

std::string train_text(const std::string& model, const std::string& history) {
  return fmt::format(
      "[parameters]\nv = 1.0\n[train]\nmodel = \"{}\"\nhistory = \"{}\"\n"
      "[[body]]\nname = \"a\"\nmass = 0.07\nstiffness = 2.8e7\ncontact_stiffness = 3.3e9\n"
      "segments = 3\nvelocity = \"v\"\n"
      "[[body]]\nname = \"b\"\nmass = 0.2\nstiffness = 4.0e7\ncontact_stiffness = 4.1e9\n"
      "segments = 2\n"
      "[[body]]\nname = \"c\"\nkind = \"cylinder\"\nmass = 0.3\nstiffness = 4.0e7\n"
      "contact_stiffness = 4.1e9\nsegments = 4\nvelocity = -0.2\n"
      "[[pair]]\nbetween = [\"a\", \"b\"]\nrestitution = 0.9\ngap = 0.001\n"
      "[[pair]]\nbetween = [\"b\", \"c\"]\nrestitution = 0.6\n",
      model, history);
}

Numbers trains() {
  Numbers numbers;
  for (const std::string model : {"rigid", "bilinear", "hertz"})
    for (const std::string history : {"remembered", "reset", "latched"}) {
      const TrainStudy study = train_study_from_text(train_text(model, history), "train");
      const TrainResult result = collide(study).result;
      numbers.add_bits(static_cast<std::uint64_t>(result.verdict));
      numbers.add(result.lost);
      numbers.add(result.vibration);
      numbers.add(result.time);
      for (const TrainBodyResult& body : result.bodies) numbers.add(body.velocity_after);
      for (const TrainContactResult& contact : result.contacts)
        for (const double number : {contact.peak_force, contact.largest, contact.permanent,
                                    contact.duration, contact.impulse, contact.lost})
          numbers.add(number);
    }
  return numbers;
}

/// The table that `-o` leaves.
template <class AnyStudy>
void add_table(Numbers& numbers, const AnyStudy& study, SweepRequest request, int threads) {
  const ScratchFolder scratch(ScratchFolder::in_memory());
  request.folder = scratch / "results";
  request.chunk = 7;
  swept(study, request, threads);
  const SweepTable table(request.folder);
  const auto& columns = table.question().columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].type == ColumnType::real) numbers.add(table.reals(i, {}));
    if (columns[i].type == ColumnType::category)
      for (const std::uint8_t code : table.categories(i, {})) numbers.add_bits(code);
  }
  for (const Boundary& boundary : table.boundaries(0, table.boundary_count()))
    numbers.add(boundary.at);
}

Numbers sweeps(int threads) {
  Numbers numbers;
  const std::string chain =
      "[parameters]\nphi = -0.5\nmu = 0.5\n[[link]]\nname = \"left\"\nlength = 1.0\nmass = 1.0\n"
      "[[link]]\nname = \"middle\"\nlength = 1.0\nmass = 1.0\n"
      "[[link]]\nname = \"right\"\nlength = 1.0\nmass = 1.0\n"
      "[[mass]]\nlink = \"left\"\nat = 0.0\nmass = 0.544\n[[surface]]\nname = \"floor\"\n"
      "[[contact]]\nname = \"A0\"\nlink = \"left\"\nat = 0.0\nsurface = \"floor\"\n"
      "friction = \"mu\"\nrestitution = 0.9\n"
      "[[contact]]\nname = \"Ac\"\nlink = \"right\"\nat = 1.0\nsurface = \"floor\"\n"
      "friction = \"mu\"\nrestitution = 0.9\n"
      "[state]\nangles = [\"pi/2 - phi\", 0.0, \"-pi/2 + phi\"]\nrates = [-0.1, -0.2, -0.3]\n" +
      axis_text("phi", -1.2, 1.2, 25) + axis_text("mu", 0.0, 1.0, 5);
  SweepRequest strikes = request_of("strike", true);
  strikes.laws = {std::begin(law_names), std::end(law_names)};
  add_table(numbers, study_from_text(chain, "chain"), strikes, threads);

  const std::string ball =
      "[parameters]\ne = 0.5\n[world]\ngravity = [0.0, -9.81]\n[base]\nposition = [0.0, 0.4]\n"
      "[[link]]\nname = \"ball\"\nlength = 0.0\nmass = 1.0\ncom = 0.0\ninertia = 0.005\n"
      "[[surface]]\nname = \"floor\"\nangle_deg = 3.0\n[[contact]]\nname = \"rim\"\n"
      "link = \"ball\"\nat = 0.0\nsurface = \"floor\"\nfriction = 0.3\nrestitution = \"e\"\n"
      "outline = { kind = \"disc\", radius = 0.1 }\n[state]\nangles = [0.0]\nrates = [-30.0]\n"
      "velocity = [0.5, 0.0]\n[simulate]\nduration = 1.5\n" +
      axis_text("e", 0.0, 0.9, 10);
  SweepRequest simulations = request_of("simulate");
  simulations.laws = {"energetic", "kinematic"};
  add_table(numbers, study_from_text(ball, "ball"), simulations, threads);
  add_table(numbers,
            train_study_from_text(train_text("hertz", "remembered") + axis_text("v", 0.2, 2, 10),
                                  "train"),
            request_of("collide"), threads);
  return numbers;
}

/// What the C library says, of the functions that formulas and outlines use.
std::uint64_t library_hash() {
  Numbers numbers;
  for (int i = 1; i <= 4000; ++i) {
    const double x = 0.003 * i + 1e-5 * i * i;
    for (const double value :
         {std::sin(x), std::cos(x), std::tan(x), std::atan(x), std::atan2(x, 1.3), std::exp(-x),
          std::log(x), std::pow(x, 1.5), std::hypot(x, 0.7), std::asin(1 / (1 + x)),
          std::acos(1 / (1 + x)), std::sinh(0.1 * x), std::cosh(0.1 * x), std::tanh(x),
          std::cbrt(x), std::log10(x)})
      numbers.add(value);
  }
  return numbers.hash();
}

TEST(GoldenHash, EveryBitOfAMixedStudy) {
  if (library_hash() != golden_library)
    GTEST_SKIP() << fmt::format(
        "the C library's sin, cos, … have the hash {:#018x}, not {:#018x}: this is not glibc 2.36 "
        "on a processor with fused multiply-add, and the last bits of results may differ",
        library_hash(), golden_library);
  const std::pair<const char*, Numbers> parts[] = {
      {"strikes", strikes()}, {"motions", motions()}, {"trains", trains()}, {"sweeps", sweeps(1)}};
  Numbers all;
  std::string told;
  for (const auto& [name, numbers] : parts) {
    all.add_bits(numbers.hash());
    told += fmt::format("{}: {} numbers, {:#018x}\n", name, numbers.size(), numbers.hash());
    EXPECT_GT(numbers.size(), 50U) << name << " has hardly anything";
  }
  EXPECT_EQ(all.hash(), golden) << fmt::format("the hash is {:#018x}; its parts:\n{}", all.hash(),
                                               told);
}

TEST(GoldenHash, AsManyThreadsAsOneLikes) {
  const std::uint64_t one = sweeps(1).hash();
  for (const int threads : {2, 4}) EXPECT_EQ(sweeps(threads).hash(), one) << threads;
}

}  // namespace
}  // namespace carom
