#pragma once

/// Runs the program and keeps what it said. Tests of the program have `using namespace testing`.

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/places.hpp"

namespace carom::testing {

namespace fs = std::filesystem;
using nlohmann::json;

struct Ran {
  int status = -1;
  std::string out;
  std::string err;
};

/// A file of this test process alone: CTest runs tests side by side.
inline std::string scratch(const std::string& name) {
  const std::string folder = std::string(CAROM_SCRATCH) + "/" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  return folder + "/" + name;
}

/// The same, where nothing is yet.
inline std::string fresh(const std::string& name) {
  const std::string path = scratch(name);
  std::filesystem::remove_all(path);
  return path;
}

inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The data in a page.
inline json page_data(const std::string& path) {
  const std::string page = content(path), mark = "id=\"carom-data\">";
  const std::size_t first = page.find(mark) + mark.size();
  return json::parse(page.substr(first, page.find("</script>", first) - first));
}

inline std::string written(const std::string& name, const std::string& text) {
  const std::string path = scratch(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

inline Ran carom(const std::string& arguments) {
  const std::string out = scratch("stdout"), err = scratch("stderr");
  const std::string command =
      std::string(CAROM_PROGRAM) + " " + arguments + " >'" + out + "' 2>'" + err + "' </dev/null";
  const int result = std::system(command.c_str());
  return {WIFEXITED(result) ? WEXITSTATUS(result) : -1, content(out), content(err)};
}

/// Whether an example is a motion, to be simulated.
inline bool is_motion(const std::filesystem::path& example) {
  return content(example.string()).find("\n[simulate]") != std::string::npos;
}
/// Whether one is mapped.
inline bool is_map(const std::filesystem::path& example) {
  return content(example.string()).find("\n[map]") != std::string::npos;
}

inline std::string example(const std::string& name) {
  return places::examples + "/" + name + ".toml";
}

}  // namespace carom::testing
