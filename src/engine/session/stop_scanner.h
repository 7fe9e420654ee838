// Looks for stop strings in text that comes in pieces, and holds back what may become one.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace octavo::engine {

// Not thread-safe. Cost of a piece: its length and that of the longest stop string.
class StopScanner {
 public:
  explicit StopScanner(std::vector<std::string> stops) : stops_(std::move(stops)) {}  // none empty
  void reserve(size_t bytes) { text_.reserve(bytes); }

  // The text that can be shown now that `piece` is there: valid until the next call. When a stop
  // string is complete, the text ends before its earliest place and stopped() is true.
  std::string_view append(std::string_view piece);
  // What was held back; nothing more comes.
  std::string_view finish();

  bool stopped() const { return stopped_; }
  const std::string& text() const { return text_; }  // all, held back or not
  std::string take_text() { return std::move(text_); }

 private:
  std::string_view release(size_t end);
  size_t held() const;

  std::vector<std::string> stops_;
  std::string text_;
  size_t released_ = 0;
  bool stopped_ = false;
};

}  // namespace octavo::engine
