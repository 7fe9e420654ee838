#include "progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace octavo::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kRedrawEvery{100};

// Decodes UTF-8 loosely: a terminal line is no place to fail.
char32_t next_character(const std::string& text, size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  const int extra = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  char32_t value = extra == 0 ? lead : lead & (0x3Fu >> extra);
  for (int i = 0;
       i < extra && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; ++i)
    value = value << 6 | (static_cast<unsigned char>(text[at++]) & 0x3Fu);
  return value;
}

int cells(char32_t c) {
  struct Range {
    char32_t first, last;
    int cells;
  };
  static constexpr std::array kRanges{
      Range{0x0300, 0x036F, 0}, Range{0x200B, 0x200F, 0},   Range{0xFE00, 0xFE0F, 0},
      Range{0x1100, 0x115F, 2}, Range{0x2E80, 0xA4CF, 2},   Range{0xAC00, 0xD7A3, 2},
      Range{0xF900, 0xFAFF, 2}, Range{0xFE30, 0xFE6F, 2},   Range{0xFF00, 0xFF60, 2},
      Range{0xFFE0, 0xFFE6, 2}, Range{0x1F300, 0x1FAFF, 2}, Range{0x20000, 0x3FFFD, 2}};
  for (const Range& range : kRanges)
    if (c >= range.first && c <= range.last) return range.cells;
  return 1;
}

std::string shorten(const std::string& text, int width) {
  if (display_width(text) <= width) return text;
  std::string out;
  int used = 1;  // the ellipsis
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    used += cells(next_character(text, at));
    if (used > width) break;
    out += text.substr(begin, at - begin);
  }
  return out + "…";
}

std::string bar(double share, int width) {
  const int filled = static_cast<int>(std::lround(share * width));
  std::string out = "[";
  for (int i = 0; i < width; ++i)
    out += i < filled ? (i + 1 == filled && filled < width ? '>' : '=') : ' ';
  return out + "]";
}

std::string rate_text(double rate) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, rate < 10 ? "%.1f pages/s" : "%.0f pages/s", rate);
  return buffer;
}

// Seconds until all documents are done; negative when that cannot be told yet.
double remaining_seconds(const ProgressView& view) {
  const int done = view.pages_before + view.done;
  // The first pages carry the loading of networks: an estimate from them would only jump.
  constexpr int kFewest = 2;
  constexpr double kSoonest = 1;
  if (view.total == 0 || done < kFewest || view.seconds < kSoonest) return -1;
  const double pages_a_file = static_cast<double>(view.pages_before + view.total) / view.file;
  const double left = view.total - view.done + pages_a_file * (view.files - view.file);
  return left * view.seconds / done;
}

}  // namespace

std::string duration_text(double seconds) {
  char buffer[64];
  const auto whole = static_cast<long>(std::lround(std::min(seconds, 1e9)));
  constexpr long kMinute = 60, kHour = 3600;
  if (seconds > 0 && seconds < 0.1)
    std::snprintf(buffer, sizeof buffer, "%.2f s", seconds);
  else if (seconds < 10 && seconds >= 0 && std::lround(seconds * 10) % 10 != 0)
    std::snprintf(buffer, sizeof buffer, "%.1f s", seconds);
  else if (whole < kMinute)
    std::snprintf(buffer, sizeof buffer, "%ld s", whole);
  else if (whole < kHour)
    std::snprintf(buffer, sizeof buffer, "%ld min %ld s", whole / kMinute, whole % kMinute);
  else
    std::snprintf(buffer, sizeof buffer, "%ld h %ld min", whole / kHour, whole % kHour / kMinute);
  return buffer;
}

int display_width(const std::string& text) {
  int width = 0;
  for (size_t at = 0; at < text.size();) width += cells(next_character(text, at));
  return width;
}

std::string progress_line(const ProgressView& view, int columns, bool color) {
  std::string tail;
  if (view.total > 0) {
    tail = std::to_string(view.done) + "/" + std::to_string(view.total) + " pages";
    const int done = view.pages_before + view.done;
    if (done > 0 && view.seconds > 0) tail += "  " + rate_text(done / view.seconds);
    if (const double left = remaining_seconds(view); left > 0)
      tail += "  ETA " + duration_text(std::round(left));
  } else {
    tail = "opening";
  }
  if (view.files > 1)
    tail += "  (" + std::to_string(view.file) + " of " + std::to_string(view.files) + ")";

  constexpr int kGap = 2, kLongestName = 32, kShortestName = 8, kLongestBar = 30, kShortestBar = 8;
  // The last column stays free: writing it makes some terminals begin a new line.
  const int room = columns - 1 - display_width(tail) - kGap;
  const std::string name = shorten(view.name, std::clamp(room, kShortestName, kLongestName));
  const int bar_room = room - display_width(name) - kGap - 2;
  std::string line = name + "  ";
  if (view.total > 0 && bar_room >= kShortestBar) {
    const std::string drawn =
        bar(static_cast<double>(view.done) / view.total, std::min(bar_room, kLongestBar));
    line += color ? "\x1b[36m" + drawn + "\x1b[0m  " : drawn + "  ";
    return line + tail;
  }
  return shorten(line + tail, columns - 1);
}

Progress::Progress(std::FILE* stream, const Terminal& terminal, Verbosity verbosity, int files)
    : stream_(stream), terminal_(terminal), verbosity_(verbosity) {
  view_.file = 0;
  view_.files = files;
}

Progress::~Progress() { clear(); }

void Progress::begin(const std::string& name) {
  const std::lock_guard lock(mutex_);
  view_.pages_before += view_.total;
  view_.done = view_.total = 0;
  ++view_.file;
  view_.name = std::filesystem::path(name == "-" ? "stdin" : name).filename().string();
  for (char& c : view_.name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  redraw(true);
}

void Progress::page_done(const PageProgress& progress) {
  const std::lock_guard lock(mutex_);
  view_.done = progress.done;
  view_.total = progress.total;
  if (verbosity_ == Verbosity::kVerbose && progress.page != nullptr) {
    const PageInfo& page = *progress.page;
    std::string line = view_.name + ": page " + std::to_string(page.index + 1) + " (" +
                       std::to_string(progress.done) + "/" + std::to_string(progress.total) +
                       "): " + (page.blank ? "blank" : std::string(page_status_name(page.status)));
    if (!page.blank && page.status != PageStatus::kFailed)
      line += ", " + std::string(source_name(page.source));
    print(line + ", " + duration_text(static_cast<double>(page.seconds)));
  }
  redraw(progress.done == progress.total);
}

void Progress::end(const InputResult& result, const std::vector<Diagnostic>& diagnostics) {
  const std::lock_guard lock(mutex_);
  clear();
  if (verbosity_ == Verbosity::kVerbose)
    for (const Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity == Severity::kInfo) continue;
      const std::string place =
          diagnostic.page < 0 ? "" : "page " + std::to_string(diagnostic.page + 1) + ": ";
      print(view_.name + ": " + place + diagnostic.id + ": " + diagnostic.text);
    }
  if (result.error) print(error_line(*result.error));
  if (result.outcome == Outcome::kPartial)
    for (const Error& error : result.page_errors) print(error_line(error));
  // A document on standard output is its own message.
  const bool told = verbosity_ == Verbosity::kQuiet ||
                    (result.outputs.empty() && verbosity_ != Verbosity::kVerbose);
  if (told || result.outcome == Outcome::kFailed || result.outcome == Outcome::kCancelled) return;
  const PageCounts& pages = result.pages;
  std::string line =
      view_.name + ": " + std::to_string(pages.total) + (pages.total == 1 ? " page" : " pages");
  if (pages.failed > 0) line += ", " + std::to_string(pages.failed) + " failed";
  line += ", " + duration_text(result.seconds);
  if (result.warnings > 0)
    line +=
        ", " + std::to_string(result.warnings) + (result.warnings == 1 ? " warning" : " warnings");
  if (!result.outputs.empty()) line += " -> " + result.outputs.front().second;
  print(line);
}

void Progress::blocks(const Document& document) {
  const std::lock_guard lock(mutex_);
  if (verbosity_ != Verbosity::kVerbose) return;
  clear();
  for (const Block& block : document.blocks) {
    const int page = block.boxes.empty() ? 0 : block.boxes.front().page;
    print(view_.name + ": page " + std::to_string(page + 1) + ": " +
          std::string(block_kind_name(block.kind)) + " from " +
          std::string(source_name(block.source)) + ": " + block.source_reason);
  }
}

void Progress::error(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear();
  print(line);
}

void Progress::redraw(bool now) {
  if (!terminal_.interactive || verbosity_ == Verbosity::kQuiet) return;
  const auto time = Clock::now();
  if (!now && time - drawn_ < kRedrawEvery) return;
  drawn_ = time;
  view_.seconds = std::chrono::duration<double>(time - start_).count();
  // Back to the line start, write, erase what an older line left.
  std::fprintf(stream_, "\r%s\x1b[K",
               progress_line(view_, terminal_.columns, terminal_.color).c_str());
  std::fflush(stream_);
  visible_ = true;
}

void Progress::clear() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stream_);
  std::fflush(stream_);
  visible_ = false;
}

void Progress::print(const std::string& line) {
  clear();
  std::string safe = line;
  for (char& c : safe)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  std::fprintf(stream_, "%s\n", safe.c_str());
  std::fflush(stream_);
}

}  // namespace octavo::cli
