#include "vlm/recorded_vlm.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/json_reader.h"
#include "base/json_text.h"
#include "base/sha256.h"
#include "base/try.h"
#include "base/utf8.h"

namespace octavo {
namespace {

struct Entry {
  std::optional<std::string> prompt;
  std::optional<std::vector<std::string>> pictures;
  std::string answer, finish = "stop";
  int64_t tokens = 0;
  bool taken = false;
};

Result<Entry> read_entry(std::string_view line) {
  const auto broken = [](std::string what) {
    return Error{Code::kFileCorrupted, std::move(what), "", {}};
  };
  Entry entry;
  bool has_answer = false;
  JsonReader reader(line);
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key == "prompt") {
      entry.prompt = reader.string();
    } else if (*key == "pictures") {
      entry.pictures.emplace();
      reader.enter_array();
      while (reader.next_element()) entry.pictures->emplace_back(reader.string());
    } else if (*key == "answer") {
      entry.answer = reader.string();
      has_answer = true;
    } else if (*key == "finish") {
      entry.finish = reader.string();
    } else if (*key == "tokens") {
      entry.tokens = reader.integer().value_or(-1);
    } else {
      return broken("there is no key '" + std::string(*key) + "' in an answer");
    }
  }
  reader.finish();
  if (!reader.ok()) return broken(reader.error());
  if (!has_answer) return broken("the key 'answer' is missing");
  if (entry.finish != "stop" && entry.finish != "length")
    return broken("'finish' must be stop or length");
  if (entry.tokens < 0) return broken("'tokens' must be a count");
  return entry;
}

std::vector<std::string> keys_of(const VlmRequest& request) {
  std::vector<std::string> keys;
  for (const ImageView picture : request.images) keys.push_back(picture_key(picture));
  return keys;
}

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string list_of(const std::vector<std::string>& keys) {
  std::string out = "[";
  for (size_t i = 0; i < keys.size(); ++i) out += (i > 0 ? ", " : "") + quoted(keys[i]);
  return out + "]";
}

class RecordedVlm : public Vlm {
 public:
  RecordedVlm(std::string path, std::vector<Entry> entries)
      : path_(std::move(path)), entries_(std::move(entries)) {}

  // Without its folders: the name reaches outputs, which are the same wherever the file lies.
  std::string name() const override { return path_.substr(path_.rfind('/') + 1); }

  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    std::vector<VlmAnswer> answers;
    for (const VlmRequest& request : requests) {
      answers.push_back(replay(request, deadline));
      VlmAnswer& answer = answers.back();
      if (on_text && !answer.text.empty() && !on_text(answers.size() - 1, answer.text))
        answer.finish = "cancelled";
    }
    return answers;
  }

 private:
  VlmAnswer replay(const VlmRequest& request, const Deadline& deadline) {
    VlmAnswer answer;
    for (const Deadline& bound : {deadline, request.deadline})
      if (const Status status = bound.check(); !status.ok()) {
        answer.finish = "cancelled";
        answer.error = status.error();
        return answer;
      }
    if (request.wanted && !request.wanted()) {
      answer.finish = "cancelled";
      return answer;
    }
    const std::vector<std::string> keys = keys_of(request);
    const std::lock_guard lock(mutex_);
    while (first_ < entries_.size() && entries_[first_].taken) ++first_;
    for (size_t i = first_; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (entry.taken || (entry.prompt && *entry.prompt != request.prompt) ||
          (entry.pictures && *entry.pictures != keys))
        continue;
      entry.taken = true;
      answer.text = entry.answer;
      answer.finish = entry.finish;
      answer.generated_tokens = entry.tokens;
      return answer;
    }
    answer.finish = "error";
    answer.error = Error{Code::kInvalidArgument,
                         "no answer is recorded for the prompt " + quoted(request.prompt) +
                             " with pictures " + list_of(keys),
                         "",
                         {.file = path_}};
    return answer;
  }

  std::string path_;
  std::mutex mutex_;
  std::vector<Entry> entries_;
  size_t first_ = 0;  // the entries before it are taken
};

}  // namespace

Result<std::unique_ptr<Vlm>> make_recorded_vlm(std::string_view lines, const std::string& name) {
  std::vector<Entry> entries;
  int number = 0;
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = trim(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    ++number;
    if (line.empty() || line.starts_with("#")) continue;
    auto entry = read_entry(line);
    if (!entry.ok()) {
      Error error = std::move(entry).error();
      error.what = "line " + std::to_string(number) + ": " + error.what;
      error.place.file = name;
      return error;
    }
    entries.push_back(std::move(entry).value());
  }
  return std::unique_ptr<Vlm>(std::make_unique<RecordedVlm>(name, std::move(entries)));
}

std::string picture_key(ImageView picture) {
  constexpr size_t kDigits = 16;
  Sha256 hash;
  const size_t row_bytes =
      static_cast<size_t>(picture.width) * static_cast<size_t>(picture.channels);
  for (int y = 0; y < picture.height; ++y) hash.add({picture.row(y), row_bytes});
  return std::to_string(picture.width) + "x" + std::to_string(picture.height) + ":" +
         hash.finish().substr(0, kDigits);
}

std::string recorded_line(const VlmRequest& request, const VlmAnswer& answer) {
  return "{\"prompt\": " + quoted(request.prompt) + ", \"pictures\": " + list_of(keys_of(request)) +
         ", \"answer\": " + quoted(answer.text) +
         (answer.finish == "length" ? ", \"finish\": \"length\"" : "") +
         (answer.generated_tokens > 0 ? ", \"tokens\": " + std::to_string(answer.generated_tokens)
                                      : "") +
         "}\n";
}

}  // namespace octavo
