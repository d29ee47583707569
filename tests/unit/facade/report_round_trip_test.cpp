/// Reports that are written and read back are the same reports: what a page takes from a folder is
/// what the verb said.

#include <gmock/gmock.h>

#include <filesystem>

#include "reports/report_out.hpp"
#include "study/simulate.hpp"
#include "study/train_study.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

std::string example(const char* name) {
  return places::examples + "/" + name + ".toml";
}

TEST(ReportRoundTrip, OfMotions) {
  for (const char* name : {"bouncing_disc", "disc_backspin", "rocking_block", "switched_bar"}) {
    const Study study = study_from_file(example(name));
    const std::string told = json(simulate(study));
    SimulationReport back = named_simulation(study.scenario);
    read_answer(told, back);
    EXPECT_EQ(json(back), told) << name;
    EXPECT_EQ(text(back), text(simulate(study))) << name;
  }
}

TEST(ReportRoundTrip, OfStrikes) {
  int told_by_several = 0;
  for (const auto& entry : std::filesystem::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml") continue;
    std::string told;
    try {
      told =
          json(strike(study_from_file(entry.path().string()), {{"all"}, Method::consistent, true}));
    } catch (const InputError&) {
      continue;  // a train, or nothing that strikes
    }
    StrikeReport back;
    read_answer(told, back);
    EXPECT_EQ(json(back), told) << entry.path();
    told_by_several += back.results.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(told_by_several, 5);
}

TEST(ReportRoundTrip, OfCollisionsAndCriticalConfigurations) {
  int trains = 0, configurations = 0;
  for (const auto& entry : std::filesystem::directory_iterator(places::examples)) {
    if (entry.path().extension() != ".toml") continue;
    const std::string path = entry.path().string();
    try {
      const TrainStudy study = train_study_from_file(path);
      const std::string told = json(collide(study, {}));
      CollideReport back;
      back.train = *study.scenario.train;
      read_answer(told, back);
      EXPECT_EQ(json(back), told) << path;
      ++trains;
    } catch (const InputError&) {  // no train
    }
    try {
      const std::string told = json(critical(study_from_file(path)));
      CriticalReport back;
      read_answer(told, back);
      EXPECT_EQ(json(back), told) << path;
      ++configurations;
    } catch (const InputError&) {  // no axes
    }
  }
  EXPECT_GT(trains, 1);
  EXPECT_GT(configurations, 1);
}

}  // namespace
}  // namespace carom
