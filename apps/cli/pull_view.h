// What a person sees on stderr while a model is pulled or checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>

#include "environment.h"
#include "octavo/models.h"

namespace octavo::cli {

// One line of at most `columns` cells, without a line end:
// "model.safetensors  [=====>     ]  1.20 GB of 2.31 GB  45.2 MB/s  ETA 25 s". `rate` in bytes a
// second; 0: not known yet. Parts go when room is short, the bar first.
std::string pull_line(const PullProgress& progress, double rate, int columns);

// On a terminal one line is redrawn; elsewhere a line comes every half minute. Not thread-safe.
class PullView {
 public:
  PullView(std::FILE* stream, const Terminal& terminal, bool quiet)
      : stream_(stream), terminal_(terminal), quiet_(quiet) {}
  ~PullView() { clear(); }
  PullView(const PullView&) = delete;
  PullView& operator=(const PullView&) = delete;

  void begin(const std::string& model);
  void show(const PullProgress& progress);
  void note(const std::string& text);  // not when quiet
  void error(const std::string& line);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  double rate(const PullProgress& progress);
  void print(const std::string& line);

  std::FILE* stream_;
  Terminal terminal_;
  bool quiet_;
  std::string model_;
  Clock::time_point drawn_, printed_ = Clock::now();
  std::deque<std::pair<Clock::time_point, uint64_t>> seen_;  // bytes at times; the last seconds
  bool visible_ = false;
};

}  // namespace octavo::cli
