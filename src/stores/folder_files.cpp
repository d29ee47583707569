#include "stores/folder_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>

#include "stores/chunk_file.hpp"
#include "stores/durable_file.hpp"
#include "stores/folder_lock.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view chunk_ending = ".chunk";

/// The names in a folder, sorted; none where there is no folder.
std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  if (error && error.value() != ENOENT && error.value() != ENOTDIR)
    refuse_file(path, "cannot be read", error.value());
  std::ranges::sort(names);
  return names;
}

bool is_part(std::string_view name) {
  return name.ends_with(part_of(""));
}

/// Number of a chunk file; −1: it is none.
std::int64_t chunk_number(std::string_view name) {
  if (!name.ends_with(chunk_ending)) return -1;
  name.remove_suffix(chunk_ending.size());
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() ? number : -1;
}

/// Whether a file in `chunks` is Carom's: NNNNNNNN.chunk, whole or in the making.
bool is_chunk_file(std::string_view name) {
  if (is_part(name)) name.remove_suffix(part_of("").size());
  return chunk_number(name) >= 0;
}

double size_of_file(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error ? 0 : static_cast<double>(size);
}

}  // namespace

std::string FolderFiles::chunk(std::int64_t index) const {
  return fmt::format("{}/{:08}{}", chunks(), index, chunk_ending);
}

std::string FolderFiles::content() const {
  for (const std::string& name : names_in(path))
    if (name != FolderLock::file_name && path + "/" + name != part_of(plan())) return name;
  return {};
}

bool FolderFiles::unfinished() const {
  std::vector<std::string> all{path + "/" + FolderLock::file_name, plan(), chunks()};
  for (const std::string& file : results()) all.push_back(part_of(file));
  return std::ranges::any_of(all, [](const std::string& file) {
    std::error_code ignored;
    return fs::exists(file, ignored);
  });
}

bool FolderFiles::are_ours() const {
  return plan_in(plan()) || plan_in(summary());
}

double FolderFiles::size() const {
  double size = chunks_size();
  for (const std::string& file : results())
    size += size_of_file(file) + size_of_file(part_of(file));
  return size;
}

double FolderFiles::chunks_size() const {
  double size = 0;
  for (const std::string& name : names_in(chunks())) size += size_of_file(chunks() + "/" + name);
  return size;
}

std::array<std::string, 6> FolderFiles::results() const {
  return {summary(), table(), csv(), boundaries(), scenario(), plan()};
}

void FolderFiles::remove_results() const {
  // Without a summary nobody takes what is left for complete.
  for (const std::string& file : {summary(), table(), csv(), boundaries()}) remove_file(file);
  remove_parts();
}

void FolderFiles::remove_parts() const {
  for (const std::string& file : results()) remove_file(part_of(file));
}

void FolderFiles::remove_chunks() const {
  const std::vector<std::string> names = names_in(chunks());
  for (const std::string& name : names)
    if (is_chunk_file(name)) remove_file(chunks() + "/" + name);
  // Something that is not Carom's keeps its place.
  if (std::ranges::all_of(names, is_chunk_file)) remove_file(chunks());
}

std::optional<SweepPlan> plan_in(const std::string& path) {
  const auto text = file_text(path);
  return text ? plan_from_json(*text) : std::nullopt;
}

std::optional<Chunk> chunk_in(const FolderFiles& files, const SweepQuestion& question,
                              std::uint64_t fingerprint, std::int64_t index) {
  const auto bytes = file_bytes(files.chunk(index));
  if (!bytes || index >= question.chunks()) return std::nullopt;
  auto chunk = unpacked(*bytes, fingerprint);
  if (!chunk) return std::nullopt;
  const std::int64_t first = index * question.chunk_points;
  const std::int64_t count = std::min(question.chunk_points, question.grid.points - first);
  const std::size_t size =
      static_cast<std::size_t>(count) * TableLayout(question.columns).bytes_a_point;
  const bool sound = chunk->index == index && chunk->first == first && chunk->count == count &&
                     chunk->table.size() == size;
  return sound ? std::move(chunk) : std::nullopt;
}

std::vector<std::int64_t> chunk_files_in(const FolderFiles& files) {
  std::vector<std::int64_t> numbers;
  for (const std::string& name : names_in(files.chunks())) {
    if (const std::int64_t number = chunk_number(name); number >= 0) numbers.push_back(number);
    if (is_part(name) && is_chunk_file(name)) remove_file(files.chunks() + "/" + name);
  }
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace carom
