#include "vlm/http/answer_body.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/json_reader.h"
#include "base/utf8.h"
#include "net/response_head.h"

namespace octavo {
namespace {

using Kind = JsonReader::Kind;

constexpr std::string_view kEndToken = "<|im_end|>";
constexpr size_t kLongestWords = 300;
constexpr size_t kMostModels = 10'000;

Error incompatible(std::string what) {
  return {Code::kServerIncompatible,
          std::move(what),
          "the server must speak OpenAI's chat completions",
          {}};
}

// A text where one is; anything else is passed over.
std::optional<std::string> text_or_skip(JsonReader& reader) {
  if (reader.peek() == Kind::kString) return std::string(reader.string());
  reader.skip();
  return std::nullopt;
}

int64_t count_or_skip(JsonReader& reader) {
  if (reader.peek() == Kind::kNumber) return std::max<int64_t>(reader.integer().value_or(0), 0);
  reader.skip();
  return 0;
}

struct Choice {
  std::optional<std::string> finish, content;
  bool has_message = false, has_content = false, content_is_odd = false;
};

void read_message(JsonReader& reader, Choice& choice) {
  if (reader.peek() != Kind::kObject) return reader.skip();
  choice.has_message = true;
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key != "content") {
      reader.skip();
      continue;
    }
    choice.has_content = true;
    const Kind kind = reader.peek();
    choice.content_is_odd = kind != Kind::kString && kind != Kind::kNull;
    choice.content = text_or_skip(reader);
  }
}

std::optional<Choice> read_choices(JsonReader& reader) {
  if (reader.peek() != Kind::kArray) {
    reader.skip();
    return std::nullopt;
  }
  std::optional<Choice> first;
  reader.enter_array();
  while (reader.next_element()) {
    if (first || reader.peek() != Kind::kObject) {
      if (!first) first.emplace();
      reader.skip();
      continue;
    }
    first.emplace();
    reader.enter_object();
    while (const auto key = reader.next_key()) {
      if (*key == "finish_reason")
        first->finish = text_or_skip(reader);
      else if (*key == "message")
        read_message(reader, *first);
      else
        reader.skip();
    }
  }
  return first;
}

void read_usage(JsonReader& reader, VlmAnswer& answer) {
  if (reader.peek() != Kind::kObject) return reader.skip();
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key == "prompt_tokens")
      answer.prompt_tokens = count_or_skip(reader);
    else if (*key == "completion_tokens")
      answer.generated_tokens = count_or_skip(reader);
    else
      reader.skip();
  }
}

const char* fault_of(const std::optional<Choice>& choice) {
  if (!choice) return "the server's answer has no choices";
  if (!choice->finish) return "the server's answer has no finish reason";
  if (!choice->has_message) return "the server's answer has no message";
  if (!choice->has_content) return "the server's answer has no content";
  if (choice->content_is_odd) return "the content of the server's answer is no text";
  return nullptr;
}

}  // namespace

Result<VlmAnswer> read_completion(std::string_view body) {
  VlmAnswer answer;
  std::optional<Choice> choice;
  bool is_error = false;
  JsonReader reader(body);
  if (reader.peek() != Kind::kObject) return incompatible("the server's answer is no JSON object");
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key == "choices") {
      choice = read_choices(reader);
    } else if (*key == "usage") {
      read_usage(reader, answer);
    } else if (*key == "object") {
      is_error |= text_or_skip(reader) == "error";
    } else if (*key == "error") {
      is_error |= reader.peek() != Kind::kNull;
      reader.skip();
    } else {
      reader.skip();
    }
  }
  reader.finish();
  if (!reader.ok()) return incompatible("the server's answer is no JSON: " + reader.error());
  if (is_error)
    return Error{Code::kServerFailed, "the server reports: " + read_complaint(body).words, "", {}};
  if (const char* fault = fault_of(choice)) return incompatible(fault);
  if (*choice->finish != "stop" && *choice->finish != "length")
    return incompatible("the server ended its answer with '" +
                        net::printable(*choice->finish, kLongestWords) + "'");
  answer.finish = *choice->finish;
  answer.text = choice->content.value_or("");
  if (answer.text.ends_with(kEndToken)) answer.text.resize(answer.text.size() - kEndToken.size());
  if (!is_valid_utf8(answer.text)) answer.text = to_utf8(to_utf32(answer.text));
  return answer;
}

Result<std::vector<std::string>> read_model_names(std::string_view body) {
  std::vector<std::string> names;
  bool has_data = false;
  JsonReader reader(body);
  const auto read_model = [&] {
    if (reader.peek() != Kind::kObject) return reader.skip();
    reader.enter_object();
    while (const auto key = reader.next_key()) {
      if (*key != "id") {
        reader.skip();
      } else if (auto id = text_or_skip(reader); id && !id->empty()) {
        names.push_back(*std::move(id));
      }
    }
  };
  if (reader.peek() != Kind::kObject)
    return incompatible("the server's list of models is no JSON object");
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key != "data" || reader.peek() != Kind::kArray) {
      reader.skip();
      continue;
    }
    has_data = true;
    reader.enter_array();
    while (reader.next_element() && names.size() < kMostModels) read_model();
    if (names.size() >= kMostModels) return incompatible("the server lists too many models");
  }
  reader.finish();
  if (!reader.ok())
    return incompatible("the server's list of models is no JSON: " + reader.error());
  if (!has_data) return incompatible("the server's list of models has no data");
  return names;
}

Complaint read_complaint(std::string_view body) {
  Complaint complaint;
  JsonReader reader(body);
  if (reader.peek() != Kind::kObject) return complaint;
  std::string words;
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    const bool is_error = *key == "error", is_detail = *key == "detail";
    if (is_error && reader.peek() == Kind::kObject) {
      complaint.from_api = true;
      reader.enter_object();
      while (const auto inner = reader.next_key()) {
        auto text = *inner == "message" ? text_or_skip(reader) : (reader.skip(), std::nullopt);
        if (text) words = *std::move(text);
      }
    } else if (is_error || is_detail || *key == "message") {
      const auto text = text_or_skip(reader);
      complaint.from_api |= text && !is_detail;
      if (text && words.empty()) words = *text;
    } else {
      reader.skip();
    }
  }
  reader.finish();
  if (!reader.ok()) return {};
  complaint.words = net::printable(words, kLongestWords);
  return complaint;
}

}  // namespace octavo
