#include "engine/session/stop_scanner.h"

#include <algorithm>

namespace octavo::engine {

std::string_view StopScanner::release(size_t end) {
  const std::string_view shown = std::string_view(text_).substr(released_, end - released_);
  released_ = end;
  return shown;
}

// The longest end of the text that a stop string begins with.
size_t StopScanner::held() const {
  const std::string_view rest = std::string_view(text_).substr(released_);
  size_t most = 0;
  for (const std::string& stop : stops_)
    for (size_t length = std::min(stop.size() - 1, rest.size()); length > most; --length)
      if (rest.ends_with(std::string_view(stop).substr(0, length))) most = length;
  return most;
}

std::string_view StopScanner::append(std::string_view piece) {
  if (stopped_) return {};
  text_ += piece;
  size_t first = std::string::npos;
  // What is shown already can be no part of a stop string: it was not held back.
  for (const std::string& stop : stops_) first = std::min(first, text_.find(stop, released_));
  if (first == std::string::npos) return release(text_.size() - held());
  stopped_ = true;
  text_.resize(first);
  return release(first);
}

std::string_view StopScanner::finish() { return release(text_.size()); }

}  // namespace octavo::engine
