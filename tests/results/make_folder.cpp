/// make_folder FOLDER: a result folder with made-up numbers, for tests that read one without Carom.

#include <filesystem>
#include <iostream>

#include "carom/fault.hpp"
#include "support/made_sweep.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "make_folder FOLDER\n";
    return 2;
  }
  try {
    std::filesystem::remove_all(arguments[1]);
    carom::made_folder(arguments[1], carom::made_question());
  } catch (const carom::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
