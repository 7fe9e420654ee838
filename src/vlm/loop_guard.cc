#include "vlm/loop_guard.h"

#include <vector>

namespace octavo {
namespace {

constexpr size_t kRounds = 3;       // so many make a loop
constexpr size_t kLookEvery = 256;  // bytes: looking costs some 10 operations a byte of the tail

// The length of the shortest piece that `text` repeats, the last time perhaps not to its end
// (Knuth, Morris and Pratt's failure function).
size_t period_of(std::string_view text) {
  std::vector<size_t> border(text.size(), 0);
  for (size_t i = 1; i < text.size(); ++i) {
    size_t length = border[i - 1];
    while (length > 0 && text[i] != text[length]) length = border[length - 1];
    border[i] = length + (text[i] == text[length] ? 1 : 0);
  }
  return text.size() - border.back();
}

}  // namespace

bool LoopGuard::add(std::string_view piece) {
  if (looped_) return false;
  text_ += piece;
  if (text_.size() >= next_look_) look();
  return !looped_;
}

void LoopGuard::look() {
  next_look_ = text_.size() + kLookEvery;
  // The long tail finds long periods, the short one finds short ones early.
  looped_ = look_at_tail(kLongest) || look_at_tail(kLongest * kRounds);
}

bool LoopGuard::look_at_tail(size_t bytes) {
  if (text_.size() < bytes) return false;
  period_ = period_of(std::string_view(text_).substr(text_.size() - bytes));
  return period_ <= bytes / kRounds;
}

std::string LoopGuard::text() const {
  if (!looped_) return text_;
  size_t begin = text_.size() - period_;  // of the repetition
  while (begin > 0 && text_[begin - 1] == text_[begin - 1 + period_]) --begin;
  return text_.substr(0, begin + period_);
}

}  // namespace octavo
