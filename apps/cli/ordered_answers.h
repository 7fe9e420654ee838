// Texts that come at the same time, shown one after the other.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace octavo::cli {

// Not thread-safe.
class OrderedAnswers {
 public:
  // Gets all that is shown, in order; false: no more of it.
  using Write = std::function<bool(std::string_view)>;
  OrderedAnswers(std::vector<std::string> names, Write write);

  // Shows the text at once if its turn has come, else keeps it. False: nothing is shown any more.
  bool add(size_t answer, std::string_view text);
  // Nothing more comes for this one. One that `failed` is not shown, unless its text began already.
  void end(size_t answer, bool failed);

 private:
  struct Answer {
    std::string name, waiting;
    bool ended = false, failed = false;
  };
  void show(std::string_view text);
  void begin(const Answer& answer);
  void go_on();

  std::vector<Answer> answers_;
  Write write_;
  size_t turn_ = 0;
  bool begun_ = false;  // the one whose turn it is
  bool any_ = false, good_ = true;
};

}  // namespace octavo::cli
