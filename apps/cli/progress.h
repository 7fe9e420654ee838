// What a person sees on stderr while documents are read.
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

#include "environment.h"
#include "octavo/options.h"
#include "plan.h"
#include "run_result.h"

namespace octavo::cli {

struct ProgressView {
  std::string name;         // of the document
  int done = 0, total = 0;  // its pages; total 0: not known yet
  int file = 1, files = 1;  // which document of how many
  int pages_before = 0;     // pages of the documents before
  double seconds = 0;       // since the run began
};

// One line of at most `columns` cells, without a line end:
// "report.pdf  [=====>     ]  12/40 pages  3.2 pages/s  ETA 9 s  (2 of 5)". Parts go when room is
// short, the bar first. Documents still to come count with as many pages as those before had on
// average.
std::string progress_line(const ProgressView& view, int columns, bool color);

// "0.03 s", "0.8 s", "9 s", "2 min 5 s", "1 h 3 min".
std::string duration_text(double seconds);

// Cells that a terminal uses for a text: two for CJK and emoji, none for combining marks.
int display_width(const std::string& text);

// Writes to a stream, stderr in the program. Thread-safe.
class Progress {
 public:
  Progress(std::FILE* stream, const Terminal& terminal, Verbosity verbosity, int files);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(const std::string& name);
  void page_done(const PageProgress& progress);
  // A summary line (unless quiet), warnings (when verbose), errors (always).
  void end(const InputResult& result, const std::vector<Diagnostic>& diagnostics);
  // Who read each block and why, one line a block (when verbose).
  void blocks(const Document& document);
  // Always shown.
  void error(const std::string& line);

 private:
  void redraw(bool now);
  void clear();
  void print(const std::string& line);

  std::mutex mutex_;
  std::FILE* stream_;
  Terminal terminal_;
  Verbosity verbosity_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), drawn_;
  ProgressView view_;
  bool visible_ = false;  // a progress line is on the screen
};

}  // namespace octavo::cli
