#include "run_result.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "dump_json.h"
#include "octavo/system.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostPageErrors = 20;

const char* error_type(Code code) {
  switch (code) {
    case Code::kInvalidArgument:
    case Code::kPageRangeInvalid:
      return "usage";
    case Code::kFileNotFound:
    case Code::kFileUnreadable:
    case Code::kFileEmpty:
    case Code::kFileTypeUnsupported:
    case Code::kFileCorrupted:
    case Code::kFileEncrypted:
    case Code::kPageFailed:
    case Code::kPageTimeout:
    case Code::kLimitExceeded:
      return "input";
    case Code::kOutputUnwritable:
    case Code::kStorageFull:
      return "output";
    case Code::kModelMissing:
    case Code::kModelInvalid:
      return "setup";
    case Code::kServerUnreachable:
    case Code::kServerTlsFailed:
    case Code::kServerDenied:
    case Code::kServerModelMissing:
    case Code::kServerIncompatible:
    case Code::kServerFailed:
      return "server";
    case Code::kCancelled:
      return "cancelled";
    case Code::kInternal:
      break;
  }
  return "internal";
}

Json error_object(const Error& error) {
  Json out = {{"type", error_type(error.code)},
              {"code", code_name(error.code)},
              {"message", error.what},
              {"param", nullptr},
              {"retryable", code_is_retryable(error.code)},
              {"user_action", error.hint.empty() ? Json() : Json(error.hint)}};
  if (error.place.page) out["page"] = *error.place.page + 1;
  return out;
}

Json usage_object(const UsageError& error) {
  return {
      {"type", "usage"},       {"code", code_name(error.code)},
      {"message", error.what}, {"param", error.parameter.empty() ? Json() : Json(error.parameter)},
      {"retryable", false},    {"user_action", error.hint.empty() ? Json() : Json(error.hint)}};
}

// The id of a failed page's diagnostic is the name of an error code.
std::optional<Code> code_of(const std::string& name) {
  for (int code = 0; code <= static_cast<int>(Code::kInternal); ++code)
    if (code_name(static_cast<Code>(code)) == name) return static_cast<Code>(code);
  return std::nullopt;
}

double milliseconds(double seconds) { return std::round(seconds * 1000) / 1000; }

Json result_object(const InputResult& result) {
  Json outputs = Json::object();
  for (const auto& [what, path] : result.outputs) outputs[what] = path;
  Json out = {{"input", result.input},
              {"status", outcome_name(result.outcome)},
              {"outputs", std::move(outputs)},
              {"pages",
               {{"total", result.pages.total},
                {"ok", result.pages.ok},
                {"degraded", result.pages.degraded},
                {"failed", result.pages.failed},
                {"blank", result.pages.blank}}},
              {"warnings", result.warnings},
              {"seconds", milliseconds(result.seconds)},
              {"error", result.error ? error_object(*result.error) : Json()}};
  if (result.model_use)
    out["model_use"] = {{"questions", result.model_use->questions},
                        {"tokens", result.model_use->tokens},
                        {"image_seconds", milliseconds(result.model_use->image_seconds)},
                        {"writing_seconds", milliseconds(result.model_use->writing_seconds)}};
  Json page_errors = Json::array();
  for (const Error& error : result.page_errors) page_errors.push_back(error_object(error));
  out["page_errors"] = std::move(page_errors);
  return out;
}

// A file name may hold anything; a terminal must not obey it.
std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return text;
}

}  // namespace

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return "ok";
    case Outcome::kPartial:
      return "partial";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kCancelled:
      break;
  }
  return "cancelled";
}

PageCounts count_pages(const Document& document) {
  PageCounts counts;
  for (const PageInfo& page : document.pages) {
    ++counts.total;
    counts.ok += page.status == PageStatus::kOk;
    counts.degraded += page.status == PageStatus::kDegraded;
    counts.failed += page.status == PageStatus::kFailed;
    counts.blank += page.blank;
  }
  return counts;
}

ModelUse sum_model_use(const Document& document) {
  ModelUse sum;
  for (const PageInfo& page : document.pages) {
    sum.questions += page.model_use.questions;
    sum.tokens += page.model_use.tokens;
    sum.image_seconds += page.model_use.image_seconds;
    sum.writing_seconds += page.model_use.writing_seconds;
  }
  return sum;
}

Outcome judge(const Document& document, std::optional<Error>& error,
              std::vector<Error>& page_errors) {
  const PageCounts counts = count_pages(document);
  for (const PageInfo& page : document.pages) {
    if (page.status != PageStatus::kFailed || page_errors.size() >= kMostPageErrors) continue;
    Error failed{Code::kPageFailed,
                 "the page could not be read",
                 "",
                 {.file = document.name, .page = page.index}};
    for (const Diagnostic& diagnostic : document.diagnostics)
      if (diagnostic.page == page.index && diagnostic.severity == Severity::kError) {
        failed.code = code_of(diagnostic.id).value_or(Code::kPageFailed);
        failed.what = diagnostic.text;
        break;
      }
    page_errors.push_back(std::move(failed));
  }
  if (counts.failed == 0) return Outcome::kOk;
  if (counts.failed < counts.total) return Outcome::kPartial;
  error = page_errors.front();
  return Outcome::kFailed;
}

Outcome judge_run(const std::vector<InputResult>& results, bool cancelled) {
  if (cancelled) return Outcome::kCancelled;
  const auto count = [&](Outcome outcome) {
    return static_cast<size_t>(
        std::count_if(results.begin(), results.end(),
                      [&](const InputResult& result) { return result.outcome == outcome; }));
  };
  if (count(Outcome::kOk) == results.size()) return Outcome::kOk;
  return count(Outcome::kFailed) == results.size() ? Outcome::kFailed : Outcome::kPartial;
}

int exit_code(Outcome outcome, bool strict) {
  switch (outcome) {
    case Outcome::kOk:
      return kExitOk;
    case Outcome::kPartial:
      return strict ? kExitFailed : kExitPartial;
    case Outcome::kFailed:
      return kExitFailed;
    case Outcome::kCancelled:
      break;
  }
  return kExitInterrupted;
}

std::string run_json(const std::vector<InputResult>& results, bool cancelled, double seconds) {
  Json inputs = Json::array();
  const Error* first = nullptr;
  for (const InputResult& result : results) {
    inputs.push_back(result_object(result));
    if (first == nullptr && result.error) first = &*result.error;
  }
  const Json run = {{"status", outcome_name(judge_run(results, cancelled))},
                    {"version", version()},
                    {"seconds", milliseconds(seconds)},
                    {"error", first == nullptr ? Json() : error_object(*first)},
                    {"inputs", std::move(inputs)}};
  return dump_json(run);
}

std::string usage_json(const UsageError& error) {
  Json out = Json::object();
  out["error"] = usage_object(error);
  return dump_json(out);
}

std::string error_json(const Error& error) {
  Json out = Json::object();
  out["error"] = error_object(error);
  return dump_json(out);
}

std::string error_line(const Error& error) { return printable("octavo: " + error.message()); }

std::string usage_line(const UsageError& error) {
  const std::string hint = error.hint.empty() ? "" : " (" + error.hint + ")";
  return printable("octavo: " + std::string(code_name(error.code)) + ": " + error.what + hint);
}

}  // namespace octavo::cli
