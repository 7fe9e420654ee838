#include "server/openai/chat_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "server/openai/chat_problem.h"

namespace octavo::server {
namespace {

constexpr size_t kMostStops = 16, kMostStopBytes = 256;  // as the engine has them
constexpr double kLargestExact = 9007199254740992;       // 2^53: integers that a double holds
constexpr double kAny64 = 9.3e18;                        // beyond every int64_t

struct Number {
  double real = 0;
  int64_t whole = 0;
};

// Where a field stands: at the top, or in an object of extras that a client's library fills in.
constexpr std::string_view kTop, kXargs = "vllm_xargs", kPictures = "mm_processor_kwargs";

struct NumberField {
  std::string_view within, name;
  bool whole;
  double least, most;
  void (*put)(ChatSettings&, const Number&);
};

// The ranges are OpenAI's where it has the field, else what vLLM takes, cut to what the engine
// computes with.
constexpr std::array kNumbers{
    NumberField{kTop, "temperature", false, 0, 2,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.temperature = static_cast<float>(value.real);
                }},
    // 0 is OpenAI's way to say "the likeliest alone".
    NumberField{kTop, "top_p", false, 0, 1,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.top_p = std::max(static_cast<float>(value.real), 1e-6F);
                }},
    NumberField{kTop, "min_p", false, 0, 1,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.min_p = static_cast<float>(value.real);
                }},
    // -1 and 0: all, in vLLM.
    NumberField{kTop, "top_k", true, -1, 1 << 24,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.top_k = static_cast<int>(std::max<int64_t>(value.whole, 0));
                }},
    NumberField{kTop, "presence_penalty", false, -2, 2,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.presence_penalty = static_cast<float>(value.real);
                }},
    NumberField{kTop, "frequency_penalty", false, -2, 2,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.frequency_penalty = static_cast<float>(value.real);
                }},
    NumberField{kTop, "repetition_penalty", false, 0.01, 10,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.repetition_penalty = static_cast<float>(value.real);
                }},
    NumberField{kTop, "no_repeat_ngram_size", true, 0, 1 << 24,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.no_repeat_ngram = static_cast<int>(value.whole);
                }},
    NumberField{kXargs, "no_repeat_ngram_size", true, 0, 1 << 24,
                [](ChatSettings& out, const Number& value) {
                  out.sampling.no_repeat_ngram = static_cast<int>(value.whole);
                }},
    NumberField{kTop, "seed", true, -kAny64, kAny64,
                [](ChatSettings& out, const Number& value) { out.seed = value.whole; }},
    NumberField{kTop, "max_tokens", true, 1, 1 << 30,
                [](ChatSettings& out, const Number& value) { out.max_tokens = value.whole; }},
    NumberField{
        kTop, "max_completion_tokens", true, 1, 1 << 30,
        [](ChatSettings& out, const Number& value) { out.max_completion_tokens = value.whole; }},
    NumberField{kPictures, "max_pixels", true, 28 * 28, 1 << 30,
                [](ChatSettings& out, const Number& value) { out.max_pixels = value.whole; }},
    NumberField{kTop, "n", true, 1, 1, [](ChatSettings&, const Number&) {}},
    NumberField{kTop, "best_of", true, 1, 1, [](ChatSettings&, const Number&) {}},
};

struct RefusedField {
  std::string_view name;
  std::string_view harmless;  // JSON that asks for nothing, beside null, false, 0, "", [] and {}
};

constexpr std::array kRefused{
    // Answers of another form than can be had.
    RefusedField{"tools", ""},
    RefusedField{"functions", ""},
    RefusedField{"logprobs", ""},
    RefusedField{"top_logprobs", ""},
    RefusedField{"prompt_logprobs", ""},
    RefusedField{"modalities", R"(["text"])"},
    RefusedField{"audio", ""},
    RefusedField{"echo", ""},
    RefusedField{"continue_final_message", ""},
    RefusedField{"add_generation_prompt", "true"},
    // Other ways to pick tokens.
    RefusedField{"logit_bias", ""},
    RefusedField{"bad_words", ""},
    RefusedField{"allowed_token_ids", ""},
    RefusedField{"min_tokens", ""},
    RefusedField{"ignore_eos", ""},
    RefusedField{"stop_token_ids", ""},
    RefusedField{"include_stop_str_in_output", ""},
    RefusedField{"use_beam_search", ""},
    RefusedField{"structured_outputs", ""},
    RefusedField{"grammar", ""},
    RefusedField{"json_schema", ""},
    RefusedField{"guided_json", ""},
    RefusedField{"guided_regex", ""},
    RefusedField{"guided_choice", ""},
    RefusedField{"guided_grammar", ""},
    // Code, templates, files and addresses that a client would choose.
    RefusedField{"chat_template", ""},
    RefusedField{"logits_processors", ""},
    RefusedField{"server_url", ""},
    RefusedField{"lora", ""},
    RefusedField{"documents", ""},
};

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string range_text(const NumberField& field) {
  if (field.least == field.most) return "must be " + number_text(field.least);
  const std::string kind = field.whole ? "a whole number" : "a number";
  if (field.most == kAny64) return "must be " + kind + " of 64 bits";
  return "must be " + kind + " from " + number_text(field.least) + " to " + number_text(field.most);
}

// 3.0 is as whole as 3.
bool read_number(const Json& value, bool whole, Number& number) {
  if (!value.is_number()) return false;
  number.real = value.get<double>();
  if (!std::isfinite(number.real)) return false;
  if (!whole) return true;
  if (value.is_number_unsigned()) {
    const auto large = value.get<uint64_t>();
    if (large > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return false;
    number.whole = static_cast<int64_t>(large);
  } else if (value.is_number_integer()) {
    number.whole = value.get<int64_t>();
  } else {
    if (std::fabs(number.real) > kLargestExact || number.real != std::floor(number.real))
      return false;
    number.whole = static_cast<int64_t>(number.real);
  }
  return true;
}

const Json* member(const Json& object, std::string_view name) {
  const auto found = object.find(std::string(name));
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<Problem> read_numbers(const Json& body, ChatSettings& settings) {
  for (const NumberField& field : kNumbers) {
    const Json* place = field.within.empty() ? &body : member(body, field.within);
    if (place == nullptr) continue;
    std::string name(field.within);
    if (!place->is_object()) return bad_parameter(name, name + " must be an object");
    const Json* value = member(*place, field.name);
    if (value == nullptr) continue;
    if (!name.empty()) name += '.';
    name += field.name;
    Number number;
    if (!read_number(*value, field.whole, number) || number.real < field.least ||
        number.real > field.most)
      return bad_parameter(name, name + " " + range_text(field));
    field.put(settings, number);
  }
  return std::nullopt;
}

bool asks_for_nothing(const Json& value, std::string_view harmless) {
  if (value.is_boolean()) return !value.get<bool>() || harmless == "true";
  if (value.is_number()) return value.get<double>() == 0;
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  if (value.empty()) return true;
  // Short by far; a large value is not written out to be compared.
  return !harmless.empty() && value.size() == 1 && json_text(value) == harmless;
}

std::optional<Problem> refuse_fields(const Json& body) {
  for (const RefusedField& field : kRefused) {
    const Json* value = member(body, field.name);
    if (value == nullptr || asks_for_nothing(*value, field.harmless)) continue;
    return Problem{.status = 400,
                   .code = "unsupported_parameter",
                   .message = std::string(field.name) + " is not supported here",
                   .parameter = std::string(field.name)};
  }
  return std::nullopt;
}

std::optional<Problem> read_flag(const Json& body, std::string_view name, bool& flag,
                                 const std::string& shown) {
  const Json* value = member(body, name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) return bad_parameter(shown, shown + " must be true or false");
  flag = value->get<bool>();
  return std::nullopt;
}

std::optional<Problem> read_stream(const Json& body, ChatSettings& settings) {
  if (auto problem = read_flag(body, "stream", settings.stream, "stream")) return problem;
  const Json* options = member(body, "stream_options");
  if (options == nullptr) return std::nullopt;
  if (!options->is_object())
    return bad_parameter("stream_options", "stream_options must be an object");
  if (!settings.stream)
    return bad_parameter("stream_options", "stream_options goes with \"stream\": true alone");
  return read_flag(*options, "include_usage", settings.include_usage,
                   "stream_options.include_usage");
}

// Other forms need the model to be led token by token, which is not done yet: a client that was not
// told so would take any text for JSON.
std::optional<Problem> read_response_format(const Json& body) {
  const std::string name = "response_format";
  const Json* value = member(body, name);
  if (value == nullptr) return std::nullopt;
  const Json* type = value->is_object() ? member(*value, "type") : nullptr;
  if (type == nullptr || !type->is_string())
    return bad_parameter(name, "response_format is an object with a type");
  if (*type == "text") return std::nullopt;
  return Problem{.status = 400,
                 .code = "response_format_unsupported",
                 .message =
                     "answers here are free text: response_format is {\"type\": \"text\"} "
                     "alone, not json_object or json_schema",
                 .parameter = name};
}

std::optional<Problem> read_stop(const Json& body, ChatSettings& settings) {
  const Json* value = member(body, "stop");
  if (value == nullptr) return std::nullopt;
  const auto wrong = [] {
    return bad_parameter("stop", "stop must be a text, or at most " + std::to_string(kMostStops) +
                                     " of them, with 1 to " + std::to_string(kMostStopBytes) +
                                     " bytes each");
  };
  const auto take = [&](const Json& text) {
    if (!text.is_string()) return false;
    const auto& stop = text.get_ref<const std::string&>();
    if (stop.empty() || stop.size() > kMostStopBytes) return false;
    settings.stop.push_back(stop);
    return true;
  };
  if (!value->is_array()) return take(*value) ? std::optional<Problem>() : wrong();
  if (value->size() > kMostStops) return wrong();
  for (const Json& text : *value)
    if (!take(text)) return wrong();
  return std::nullopt;
}

}  // namespace

std::optional<Problem> read_chat_fields(const Json& body, ChatSettings& settings) {
  if (auto problem = read_numbers(body, settings)) return problem;
  if (auto problem = refuse_fields(body)) return problem;
  if (auto problem = read_response_format(body)) return problem;
  if (auto problem = read_stop(body, settings)) return problem;
  if (auto problem = read_stream(body, settings)) return problem;
  if (auto problem = read_flag(body, "timings_per_token", settings.timings, "timings_per_token"))
    return problem;
  bool skip_special = true;
  if (auto problem = read_flag(body, "skip_special_tokens", skip_special, "skip_special_tokens"))
    return problem;
  settings.keep_special = !skip_special;
  return std::nullopt;
}

}  // namespace octavo::server
