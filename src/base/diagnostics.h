// Collects what was tolerated. Bounded: beyond kMaxDiagnostics only a count is kept, so a hostile
// file cannot fill memory with complaints. One object a page or document; not thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "octavo/document.h"

namespace octavo {

class Diagnostics {
 public:
  static constexpr size_t kMaxDiagnostics = 200;

  explicit Diagnostics(int page = -1) : page_(page) {}

  void add(Severity severity, std::string id, std::string text) {
    if (list_.size() < kMaxDiagnostics)
      list_.push_back({severity, std::move(id), std::move(text), page_});
    else
      ++dropped_;
  }
  void info(std::string id, std::string text) {
    add(Severity::kInfo, std::move(id), std::move(text));
  }
  void warn(std::string id, std::string text) {
    add(Severity::kWarning, std::move(id), std::move(text));
  }

  const std::vector<Diagnostic>& list() const { return list_; }
  std::vector<Diagnostic> take() {
    if (dropped_ > 0)
      list_.push_back({Severity::kInfo, "diagnostics_dropped",
                       std::to_string(dropped_) + " further diagnostics were not kept", page_});
    dropped_ = 0;
    return std::exchange(list_, {});
  }

 private:
  int page_;
  size_t dropped_ = 0;
  std::vector<Diagnostic> list_;
};

}  // namespace octavo
