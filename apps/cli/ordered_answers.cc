#include "ordered_answers.h"

#include <utility>

namespace octavo::cli {

OrderedAnswers::OrderedAnswers(std::vector<std::string> names, Write write)
    : write_(std::move(write)) {
  for (std::string& name : names) answers_.push_back({std::move(name), ""});
}

void OrderedAnswers::show(std::string_view text) { good_ = good_ && write_(text); }

// As head and tail put names over the parts of what they show.
void OrderedAnswers::begin(const Answer& answer) {
  if (begun_) return;
  show((any_ ? "\n==> " : "==> ") + answer.name + " <==\n");
  begun_ = any_ = true;
}

bool OrderedAnswers::add(size_t answer, std::string_view text) {
  answers_[answer].waiting += text;
  if (answer == turn_) go_on();
  return good_;
}

void OrderedAnswers::end(size_t answer, bool failed) {
  answers_[answer].ended = true;
  answers_[answer].failed = failed;
  if (answer == turn_) go_on();
}

void OrderedAnswers::go_on() {
  for (; turn_ < answers_.size(); ++turn_, begun_ = false) {
    Answer& now = answers_[turn_];
    if (!now.waiting.empty()) {
      begin(now);
      show(std::exchange(now.waiting, ""));
    }
    if (!now.ended) return;
    if (!now.failed) begin(now);
    if (begun_) show("\n");
  }
}

}  // namespace octavo::cli
