// Models sometimes fall into writing the same again and again. The guard looks at the end of an
// answer while it grows. Texts may repeat by nature (dotted leaders, columns of zeros): only a long
// end that is nothing but repetition counts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace octavo {

class LoopGuard {
 public:
  // False once the text so far ends in a loop: its last kLongest bytes or more are three or more
  // repetitions. About 500 tokens of plain text; periods up to kLongest bytes are seen.
  bool add(std::string_view piece);

  bool looped() const { return looped_; }
  // The text up to the end of the loop's first round; all of it when it does not loop.
  std::string text() const;

  static constexpr size_t kLongest = 2048;

 private:
  void look();
  bool look_at_tail(size_t bytes);

  std::string text_;
  size_t next_look_ = kLongest;
  bool looped_ = false;
  size_t period_ = 0;
};

}  // namespace octavo
