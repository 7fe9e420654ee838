#include "vlm/recording_vlm.h"

#include <cerrno>
#include <cstdio>
#include <mutex>
#include <utility>

#include "base/descriptor.h"
#include "vlm/recorded_vlm.h"

namespace octavo {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool is_nothing(const VlmAnswer& answer) {
  return answer.finish == "cancelled" && answer.text.empty();
}

// Replayed, an answer that was stopped is one that ends there.
VlmAnswer as_cut(VlmAnswer answer) {
  if (answer.finish == "cancelled") answer.finish = "length";
  return answer;
}

class RecordingVlm : public Vlm {
 public:
  RecordingVlm(std::unique_ptr<Vlm> inner, std::string path, File file)
      : inner_(std::move(inner)), path_(std::move(path)), file_(std::move(file)) {}

  std::string name() const override { return inner_->name(); }

  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    auto answers = inner_->answer(requests, deadline, on_text);
    const std::lock_guard lock(mutex_);
    for (size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].finish == "error" || is_nothing(answers[i])) continue;
      const std::string line = recorded_line(requests[i], as_cut(answers[i]));
      if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size()) continue;
      answers[i].finish = "error";
      answers[i].error = write_error(path_, errno);
    }
    if (std::fflush(file_.get()) != 0 && !answers.empty()) {
      answers.back().finish = "error";
      answers.back().error = write_error(path_, errno);
    }
    return answers;
  }

 private:
  std::unique_ptr<Vlm> inner_;
  std::string path_;
  std::mutex mutex_;
  File file_;
};

}  // namespace

Result<std::unique_ptr<Vlm>> make_recording_vlm(std::unique_ptr<Vlm> inner,
                                                const std::string& path) {
  File file(std::fopen(path.c_str(), "wb"));
  if (file == nullptr) return write_error(path, errno);
  return std::unique_ptr<Vlm>(
      std::make_unique<RecordingVlm>(std::move(inner), path, std::move(file)));
}

}  // namespace octavo
