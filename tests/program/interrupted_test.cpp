/// Ctrl-C ends every verb with a status and a word, wherever it is.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "program/started.hpp"

namespace carom {
namespace {

using namespace testing;

/// Each waits for a scenario that never comes, so that it is surely interrupted at work.
TEST(Interrupted, EveryVerbSaysSo) {
  for (const char* const verb : {"describe", "strike", "critical", "transmit", "verdict", "collide",
                                 "segment", "fit", "simulate"})
    for (const int signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE(verb);
      const std::string pipe = fresh("pipe.toml");
      ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
      Started run(CAROM_PROGRAM " " + std::string(verb) + " " + pipe);
      int held = -1;  // opens as soon as the program reads
      ASSERT_TRUE(
          waited_for([&] { return (held = open(pipe.c_str(), O_WRONLY | O_NONBLOCK)) >= 0; }));
      run.send(signal);
      const Started::End end = run.end();
      close(held);
      EXPECT_EQ(end.signal, 0);
      EXPECT_EQ(end.ran.status, 128 + signal);
      EXPECT_EQ(end.ran.err, "carom: interrupted\n");
      EXPECT_EQ(end.ran.out, "");
    }
}

}  // namespace
}  // namespace carom
