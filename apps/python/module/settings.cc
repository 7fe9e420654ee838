#include "settings.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cmath>
#include <cstdint>

#include "cli/plan.h"
#include "cli/store_settings.h"

namespace octavo::python {
namespace {

namespace nb = nanobind;

void read_tier(const Settings& settings, Tier& tier) {
  settings.choose<Tier>("tier", tier,
                        {{"auto", Tier::kAuto},
                         {"basic", Tier::kBasic},
                         {"vlm", Tier::kVlm},
                         {"hybrid", Tier::kHybrid}});
}

// Of a page reader or of a model alone.
template <class Options>
void read_model(const Settings& settings, Options& options) {
  settings.read("memory", options.kv_bytes);
  settings.read("vision", options.vision_path);
  settings.choose<Precision>("precision", options.precision,
                             {{"auto", Precision::kAuto},
                              {"f32", Precision::kF32},
                              {"bf16", Precision::kBf16},
                              {"int8", Precision::kInt8},
                              {"int4", Precision::kInt4}});
  settings.choose<KvPrecision>(
      "kv", options.kv,
      {{"f32", KvPrecision::kF32}, {"f16", KvPrecision::kF16}, {"int8", KvPrecision::kInt8}});
}

void read_limits(const Settings& settings, Limits& limits) {
  settings.read("max_pages", limits.max_pages);
  settings.read("max_file_bytes", limits.max_file_bytes);
  settings.read("max_page_pixels", limits.max_page_pixels);
  settings.read("max_picture_pixels", limits.max_picture_pixels);
}

std::chrono::milliseconds read_seconds(const Settings& settings, const char* name) {
  constexpr double kMost = 1e6;
  double seconds = 0;
  settings.read(name, seconds);
  if (!(seconds >= 0 && seconds <= kMost))
    raise(Error{Code::kInvalidArgument,
                std::string(name) + " must be between 0 and a million seconds",
                "",
                {}});
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

Resources resources(const Settings& settings) {
  Resources found;
  settings.read("pdfium_library", found.pdfium_library);
  settings.read("model_directory", found.model_directory);
  settings.read("cache_directory", found.cache_directory);
  return found;
}

using NamedBytes = std::pair<std::string, nb::bytes>;

}  // namespace

bool Settings::find(const char* name, nb::object& value) const {
  if (!values_.contains(name)) return false;
  value = values_[name];
  return !value.is_none();
}

std::string Settings::shown(const nb::object& value) { return nb::repr(value).c_str(); }

ParseOptions parse_options(const Settings& settings) {
  ParseOptions options;
  std::string pages;
  settings.read("pages", pages);
  if (!pages.empty()) options.pages = unwrap(parse_page_ranges(pages));
  settings.read("password", options.password);
  read_tier(settings, options.tier);
  settings.choose<Effort>(
      "effort", options.effort,
      {{"fast", Effort::kFast}, {"balanced", Effort::kBalanced}, {"best", Effort::kBest}});
  settings.choose<OcrMode>(
      "ocr", options.ocr,
      {{"auto", OcrMode::kAuto}, {"always", OcrMode::kAlways}, {"never", OcrMode::kNever}});
  settings.choose<Language>(
      "language", options.language,
      {{"auto", Language::kAuto}, {"en", Language::kEnglish}, {"ch", Language::kChinese}});
  options.page_timeout = read_seconds(settings, "page_timeout");
  settings.read("pictures", options.keep_pictures);
  read_limits(settings, options.limits);
  return options;
}

ParserOptions parser_options(const Settings& settings) {
  ParserOptions options{.resources = resources(settings)};
  settings.read("threads", options.threads);
  VlmOptions& vlm = options.vlm;
  read_model(settings, vlm);
  settings.read("vlm_url", vlm.server.url);
  settings.read("vlm_model", vlm.server.model);
  settings.read("vlm_key", vlm.server.key);
  settings.read("vlm_replay", vlm.replay_file);
  if (!vlm.server.url.empty() || !vlm.replay_file.empty()) return options;
  cli::ParsePlan plan;
  read_tier(settings, plan.tier);
  settings.read("model", plan.model);
  if (plan.tier == Tier::kBasic) return options;
  vlm.model_path = unwrap(cli::find_parse_model(plan, cli::process_environment()));
  return options;
}

ModelOptions model_options(const Settings& settings) {
  ModelOptions options;
  settings.read("threads", options.threads);
  read_model(settings, options);
  return options;
}

GenerateRequest generate_request(const Settings& settings) {
  GenerateRequest request;
  settings.read("prompt", request.prompt);
  settings.read("raw", request.raw);
  settings.read("system", request.system);
  std::vector<NamedBytes> images;
  settings.read("images", images);
  for (const auto& [name, bytes] : images) {
    const auto* data = static_cast<const uint8_t*>(bytes.data());
    request.pictures.push_back({name, {data, data + bytes.size()}});
  }
  settings.read("max_side", request.max_side);
  settings.read("max_new_tokens", request.max_new_tokens);
  settings.read("stop", request.stop);
  settings.read("keep_special", request.keep_special);
  Sampling& sampling = request.sampling;
  settings.read("temperature", sampling.temperature);
  settings.read("top_p", sampling.top_p);
  settings.read("min_p", sampling.min_p);
  settings.read("top_k", sampling.top_k);
  settings.read("repetition_penalty", sampling.repetition_penalty);
  settings.read("presence_penalty", sampling.presence_penalty);
  settings.read("frequency_penalty", sampling.frequency_penalty);
  settings.read("no_repeat_ngram", sampling.no_repeat_ngram);
  settings.read("seed", sampling.seed);
  return request;
}

HeaderPolicy header_policy(const Settings& settings) {
  HeaderPolicy policy = HeaderPolicy::kNone;
  settings.choose<HeaderPolicy>("headers", policy,
                                {{"none", HeaderPolicy::kNone},
                                 {"first", HeaderPolicy::kFirst},
                                 {"all", HeaderPolicy::kAll}});
  return policy;
}

TableFormat table_format(const Settings& settings) {
  TableFormat format = TableFormat::kAuto;
  settings.choose<TableFormat>(
      "tables", format,
      {{"auto", TableFormat::kAuto}, {"html", TableFormat::kHtml}, {"pipe", TableFormat::kPipe}});
  return format;
}

}  // namespace octavo::python
