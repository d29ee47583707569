#include <gtest/gtest.h>

#include "facade/rendering.hpp"
#include "laws/registry.hpp"
#include "study/study.hpp"

namespace carom {
namespace {

TEST(Laws, TheListIsReadBackAsItWasWritten) {
  const std::string written = json(laws());
  LawList read;
  read_answer(written, read);
  EXPECT_EQ(json(read), written);
  EXPECT_EQ(text(read), text(laws()));
  ASSERT_EQ(read.rigid.size(), all_laws().size());
  for (std::size_t i = 0; i < read.rigid.size(); ++i) {
    EXPECT_EQ(read.rigid[i].name, all_laws()[i]->name);
    EXPECT_EQ(read.rigid[i].parameters.size(), all_laws()[i]->parameters.size());
  }
}

}  // namespace
}  // namespace carom
