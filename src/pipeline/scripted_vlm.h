// A Vlm for tests that answers by the prompt, and remembers how it was asked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "vlm/vlm.h"

namespace octavo::test {

struct Script {
  std::string text, finish = "stop";
};

class ScriptedVlm : public Vlm {
 public:
  std::map<std::string, Script> script;
  bool streams = true;
  std::vector<size_t> batches;
  std::vector<VlmRequest> asked;  // without pictures

  std::string name() const override { return "scripted"; }
  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    batches.push_back(requests.size());
    std::vector<VlmAnswer> answers;
    for (const VlmRequest& request : requests) {
      asked.push_back(request);
      asked.back().images.clear();
      const Script& line = script[request.prompt];
      VlmAnswer& answer = answers.emplace_back();
      if (request.wanted && !request.wanted()) {
        answer.finish = "cancelled";
        continue;
      }
      answer.text = line.text;
      answer.finish = deadline.cancelled() ? "cancelled" : line.finish;
      answer.generated_tokens = static_cast<int64_t>(line.text.size()) / 4;
      if (on_text && streams && !on_text(answers.size() - 1, line.text))
        answer.finish = "cancelled";
    }
    return answers;
  }
};

inline constexpr const char* kLayout = "\nLayout Detection:";

// A block of a layout answer.
inline std::string found(const std::string& box, const std::string& name,
                         const std::string& tail = "") {
  return "<|box_start|>" + box + "<|box_end|><|ref_start|>" + name + "<|ref_end|><|rotate_up|>" +
         tail + "\n";
}

}  // namespace octavo::test
