#include "ask/prompt.h"

#include <algorithm>
#include <string_view>

#include "base/utf8.h"

namespace octavo::ask {
namespace {

constexpr std::string_view kSystem =
    "You answer questions about a document. Use only the passages. Answer in one short sentence, "
    "in the language of the question and in the words of the passages, and put the label of the "
    "passage behind it.";
constexpr std::string_view kRefusal =
    "\nIf the passages do not contain the answer, reply: not in the document.";
// The chat form's own tokens around the two texts.
constexpr int64_t kFormTokens = 16;

using Count = std::function<int64_t(std::string_view)>;

bool several(const std::vector<Passage>& passages) {
  return !passages.empty() && passages.back().document > 0;
}

std::string line_of(const Passage& passage, bool several) {
  return label_of(passage, several) + " " + passage.text + "\n";
}

std::string heading_line(const Passage& passage) {
  return passage.heading.empty() ? "" : "# " + passage.heading + "\n";
}

// Passages in reading order, a heading where it changes.
std::string body_of(const std::vector<size_t>& shown, const std::vector<Passage>& passages) {
  std::string body;
  std::string_view heading;
  for (const size_t index : shown) {
    const Passage& passage = passages[index];
    if (passage.heading != heading && !passage.title) body += heading_line(passage);
    if (!passage.title) heading = passage.heading;
    body += line_of(passage, several(passages));
  }
  return body;
}

// All of them when they fit into `room`; empty when not.
std::vector<size_t> whole(const std::vector<Passage>& passages, int64_t room, const Count& count) {
  std::vector<size_t> all;
  std::string_view heading;
  for (size_t i = 0; i < passages.size(); ++i) {
    room -= count(line_of(passages[i], several(passages)));
    if (passages[i].heading != heading) room -= count(heading_line(passages[i]));
    heading = passages[i].heading;
    if (room < 0) return {};
    all.push_back(i);
  }
  return all;
}

std::vector<size_t> best(const std::vector<Hit>& hits, const std::vector<Passage>& passages,
                         int64_t room, const Count& count) {
  std::vector<size_t> shown;
  for (const Hit& hit : hits) {
    const Passage& passage = passages[hit.passage];
    const int64_t tokens =
        count(line_of(passage, several(passages))) + count(heading_line(passage));
    if (tokens > room) continue;
    room -= tokens;
    shown.push_back(hit.passage);
  }
  std::sort(shown.begin(), shown.end());
  return shown;
}

std::string cut_to(const std::string& question, int64_t tokens, const Count& count, bool& cut) {
  std::string_view kept = question;
  while (count(kept) > tokens && !kept.empty()) {
    // Tokens are spread evenly enough: a few rounds find the length.
    const auto share = static_cast<double>(tokens) / static_cast<double>(count(kept));
    const auto bytes = static_cast<size_t>(static_cast<double>(kept.size()) * share * 0.95);
    kept = utf8_prefix(kept, std::min(bytes, kept.size() - 1));
    cut = true;
  }
  return std::string(kept);
}

}  // namespace

Prompt compose_prompt(const Question& question, const std::vector<Hit>& hits,
                      const std::vector<Passage>& passages, const PromptLimits& limits,
                      const Count& count) {
  Prompt prompt;
  prompt.system = kSystem;
  const std::string_view refusal = limits.may_refuse ? kRefusal : "";
  int64_t room = limits.tokens - kFormTokens - count(kSystem) - count(kRefusal);
  const std::string asked =
      cut_to(question.text, std::max<int64_t>(room / 2, 1), count, prompt.question_cut);
  const std::string tail = "\nQuestion: " + asked + std::string(refusal);
  room -= count(tail);
  prompt.shown = whole(passages, room, count);
  if (prompt.shown.empty()) prompt.shown = best(hits, passages, room, count);
  prompt.text = body_of(prompt.shown, passages) + tail;
  prompt.tokens = kFormTokens + count(prompt.system) + count(prompt.text);
  return prompt;
}

}  // namespace octavo::ask
