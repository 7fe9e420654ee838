#include "pull_view.h"

#include <algorithm>
#include <cmath>

#include "progress.h"

namespace octavo::cli {
namespace {

constexpr std::chrono::milliseconds kRedrawEvery{100};
constexpr std::chrono::seconds kPrintEvery{30};
constexpr std::chrono::seconds kRateOver{8};  // long enough to be steady, short enough to be true

const char* stage_text(PullStage stage) {
  switch (stage) {
    case PullStage::kWaiting:
      return "waiting for another pull";
    case PullStage::kListing:
      return "asking what there is";
    case PullStage::kFetching:
      return "";
    case PullStage::kChecking:
      break;
  }
  return "checking";
}

std::string bar(double share, int width) {
  const int inside = width - 2;
  const int filled = std::clamp(static_cast<int>(share * inside), 0, inside);
  std::string text = "[" + std::string(static_cast<size_t>(filled), '=');
  if (filled < inside) text += ">" + std::string(static_cast<size_t>(inside - filled - 1), ' ');
  return text + "]";
}

std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return text;
}

}  // namespace

std::string pull_line(const PullProgress& progress, double rate, int columns) {
  const std::string stage = stage_text(progress.stage);
  std::string tail = stage;
  if (progress.stage == PullStage::kFetching ||
      (progress.stage == PullStage::kChecking && progress.total > 0)) {
    tail += (stage.empty() ? "" : "  ") + size_text(progress.done);
    if (progress.total > 0) tail += " of " + size_text(progress.total);
    if (rate > 0) tail += "  " + size_text(static_cast<uint64_t>(rate)) + "/s";
    if (rate > 0 && progress.total > progress.done)
      tail += "  ETA " +
              duration_text(std::ceil(static_cast<double>(progress.total - progress.done) / rate));
  }
  constexpr int kGap = 2, kLongestBar = 30, kShortestBar = 8;
  // The last column stays free: writing it makes some terminals begin a new line.
  const int room = columns - 1 - display_width(tail);
  std::string name = printable(progress.file);
  if (name.empty() || display_width(name) + kGap > room)
    return tail.substr(0, static_cast<size_t>(std::max(columns - 1, 0)));
  const int bar_room = std::min(room - display_width(name) - 2 * kGap, kLongestBar);
  name += "  ";
  if (progress.total > 0 && bar_room >= kShortestBar)
    name +=
        bar(static_cast<double>(progress.done) / static_cast<double>(progress.total), bar_room) +
        "  ";
  return name + tail;
}

void PullView::begin(const std::string& model) {
  model_ = model;
  seen_.clear();
}

double PullView::rate(const PullProgress& progress) {
  const auto now = Clock::now();
  const uint64_t bytes = progress.stage == PullStage::kChecking ? progress.done : progress.fetched;
  if (!seen_.empty() && bytes < seen_.back().second) seen_.clear();
  seen_.emplace_back(now, bytes);
  while (seen_.size() > 2 && now - seen_[1].first > kRateOver) seen_.pop_front();
  const double seconds = std::chrono::duration<double>(now - seen_.front().first).count();
  constexpr double kSoonest = 0.5;
  if (seconds < kSoonest) return 0;
  return static_cast<double>(bytes - seen_.front().second) / seconds;
}

void PullView::show(const PullProgress& progress) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (now - drawn_ < kRedrawEvery) return;
  drawn_ = now;
  const double bytes_a_second = rate(progress);
  if (terminal_.interactive) {
    std::fprintf(stream_, "\r%s\x1b[K",
                 pull_line(progress, bytes_a_second, terminal_.columns).c_str());
    std::fflush(stream_);
    visible_ = true;
  } else if (now - printed_ >= kPrintEvery) {
    printed_ = now;
    constexpr int kWide = 200;
    print(model_ + ": " + pull_line(progress, bytes_a_second, kWide));
  }
}

void PullView::note(const std::string& text) {
  if (!quiet_) print(model_ + ": " + text);
}

void PullView::error(const std::string& line) { print(line); }

void PullView::clear() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stream_);
  std::fflush(stream_);
  visible_ = false;
}

void PullView::print(const std::string& line) {
  clear();
  std::fprintf(stream_, "%s\n", printable(line).c_str());
  std::fflush(stream_);
}

}  // namespace octavo::cli
