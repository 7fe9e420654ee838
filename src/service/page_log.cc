#include "service/page_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/sha256.h"
#include "base/try.h"
#include "service/durable.h"

namespace octavo::service {
namespace {

constexpr std::string_view kMark = "OPL1 ";
constexpr size_t kDigits = 8, kDigest = 64;
constexpr size_t kLine = kMark.size() + 3 * (kDigits + 1) + kDigest + 1;
// Far above a page of 5,000 blocks.
constexpr int64_t kMostPageBytes = int64_t(256) << 20;

// Where a page is, and what its line says.
struct Place {
  int page = 0;
  int64_t at = 0;  // of its line
  int64_t kept = 0, json = 0;
  std::string line;
  int64_t end() const { return at + static_cast<int64_t>(kLine) + kept + json; }
};

std::string line_of(const LoggedPage& page) {
  char numbers[3 * (kDigits + 1) + 1];
  std::snprintf(numbers, sizeof numbers, "%08x %08x %08x ", static_cast<unsigned>(page.page),
                static_cast<unsigned>(page.kept.size()), static_cast<unsigned>(page.json.size()));
  const std::string_view text(numbers);
  Sha256 digest;
  for (const std::string_view part :
       {text, std::string_view(page.kept), std::string_view(page.json)})
    digest.add({reinterpret_cast<const uint8_t*>(part.data()), part.size()});
  return std::string(kMark) + std::string(text) + digest.finish() + "\n";
}

// Fewer bytes only at the end of the file, or where it cannot be read.
std::string read_at(int file, int64_t at, int64_t count) {
  std::string bytes(static_cast<size_t>(count), '\0');
  size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t got = ::pread(file, bytes.data() + used, bytes.size() - used,
                                static_cast<off_t>(at) + static_cast<off_t>(used));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += static_cast<size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

std::optional<int64_t> number_at(const std::string& line, size_t index) {
  const char* const first = line.data() + kMark.size() + index * (kDigits + 1);
  uint32_t value = 0;
  const auto read = std::from_chars(first, first + kDigits, value, 16);
  if (read.ec != std::errc() || read.ptr != first + kDigits) return std::nullopt;
  return value;
}

// Goes from line to line of a file of `size` bytes. None: the end, or no line of ours.
std::optional<Place> place_at(int file, int64_t at, int64_t size) {
  if (at + static_cast<int64_t>(kLine) > size) return std::nullopt;
  Place place{.at = at, .line = read_at(file, at, kLine)};
  if (place.line.size() != kLine || !place.line.starts_with(kMark)) return std::nullopt;
  const auto page = number_at(place.line, 0), kept = number_at(place.line, 1),
             json = number_at(place.line, 2);
  if (!page || !kept || !json || *page > INT32_MAX || *kept > kMostPageBytes ||
      *json > kMostPageBytes)
    return std::nullopt;
  place.page = static_cast<int>(*page);
  place.kept = *kept;
  place.json = *json;
  if (place.end() > size) return std::nullopt;
  return place;
}

// None: what is there is not what was appended.
std::optional<LoggedPage> page_at(int file, const Place& place) {
  const auto begin = place.at + static_cast<int64_t>(kLine);
  LoggedPage page{.page = place.page,
                  .kept = read_at(file, begin, place.kept),
                  .json = read_at(file, begin + place.kept, place.json)};
  if (line_of(page) != place.line) return std::nullopt;
  return page;
}

int64_t size_of(int file) {
  struct stat facts{};
  return ::fstat(file, &facts) == 0 ? static_cast<int64_t>(facts.st_size) : 0;
}

// The last one of that number. What is behind a damaged line is not found either: lines lead there.
std::optional<Place> find_page(int file, int page) {
  std::optional<Place> found;
  const int64_t size = size_of(file);
  for (auto place = place_at(file, 0, size); place; place = place_at(file, place->end(), size))
    if (place->page == page) found = place;
  return found;
}

}  // namespace

Result<PageLog> PageLog::open(const std::string& path) {
  Descriptor opened(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (opened.get() < 0) return write_error(path, errno);
  const int file = opened.get();
  while (::flock(file, LOCK_EX) != 0)
    if (errno != EINTR) return write_error(path, errno);
  PageLog log(path, std::move(opened));
  const int64_t size = size_of(file);
  for (auto place = place_at(file, 0, size); place && page_at(file, *place);
       place = place_at(file, log.end_, size)) {
    log.found_[place->page] = place->at;
    log.end_ = place->end();
  }
  if (log.end_ < size && ::ftruncate(file, log.end_) != 0) return write_error(path, errno);
  if (log.end_ == 0) return log;
  // Whoever wrote it may have ended before its flush; from here on its pages are told done.
  OCTAVO_TRY_STATUS(make_durable(path));
  log.name_is_durable_ = true;
  return log;
}

std::optional<LoggedPage> PageLog::find(int page) const {
  const auto found = found_.find(page);
  if (found == found_.end()) return std::nullopt;
  const auto place = place_at(file_.get(), found->second, size_of(file_.get()));
  return place ? page_at(file_.get(), *place) : std::nullopt;
}

Status PageLog::append(std::span<const LoggedPage> pages) {
  auto written = write(pages);
  // Should that fail as well, the digests tell what is whole.
  if (!written.ok()) [[maybe_unused]]
    const int cut = ::ftruncate(file_.get(), end_);
  return written;
}

Status PageLog::write(std::span<const LoggedPage> pages) {
  std::string bytes;
  for (const LoggedPage& page : pages) bytes += line_of(page) + page.kept + page.json;
  if (::lseek(file_.get(), end_, SEEK_SET) < 0) return write_error(path_, errno);
  const std::span view(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  if (const int number = write_all(file_.get(), view); number != 0)
    return write_error(path_, number);
  if (::fdatasync(file_.get()) != 0) return write_error(path_, errno);
  if (!name_is_durable_)
    OCTAVO_TRY_STATUS(make_folder_durable(std::filesystem::path(path_).parent_path().string()));
  name_is_durable_ = true;
  end_ += static_cast<int64_t>(bytes.size());
  return success();
}

void read_page_log(const std::string& path, const std::function<void(const LoggedPage&)>& take) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (file.get() < 0) return;
  const int64_t size = size_of(file.get());
  for (auto place = place_at(file.get(), 0, size); place;
       place = place_at(file.get(), place->end(), size)) {
    const auto page = page_at(file.get(), *place);
    if (!page) return;
    take(*page);
  }
}

Result<std::string> read_logged_json(const std::string& path, int page) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  const auto place = file.get() < 0 ? std::nullopt : find_page(file.get(), page);
  if (!place)
    return Error{Code::kFileNotFound, "the page is not there any more", "", {.file = path}};
  auto found = page_at(file.get(), *place);
  if (!found) return Error{Code::kFileCorrupted, "the page is damaged", "", {.file = path}};
  return std::move(found->json);
}

}  // namespace octavo::service
