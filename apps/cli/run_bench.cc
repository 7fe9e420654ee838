#include "run_bench.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "dump_json.h"
#include "generation_report.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class Field>
std::vector<double> column(const BenchFacts& facts, Field field) {
  std::vector<double> values;
  for (const BenchRun& run : facts.runs) values.push_back(run.*field);
  return values;
}

// "12.3 (11.9 to 12.8)".
std::string spread(const std::vector<double>& values, const char* pattern) {
  char text[96];
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string all = std::string(pattern) + " (" + pattern + " to " + pattern + ")";
  std::snprintf(text, sizeof text, all.c_str(), median(values), *least, *most);
  return text;
}

Json spread_object(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {{"median", median(values)}, {"least", *least}, {"most", *most}};
}

GenerateRequest request_of(const BenchPlan& plan, const TextModel& model,
                           const CancelFlag* cancel) {
  GenerateRequest request;
  request.prompt = bench_prompt(plan.prompt_tokens);
  request.max_new_tokens = plan.new_tokens;
  request.ignore_end = true;
  // What is measured is the work, not how well it is avoided.
  request.look_back = request.reuse = false;
  request.cancel = cancel;
  if (!plan.picture.empty())
    request.pictures.push_back({plan.picture, {}});
  else if (model.has_vision() && plan.width > 0)
    request.pictures.push_back({"made picture", bench_picture(plan.width, plan.height)});
  return request;
}

void put_number(std::vector<uint8_t>& out, uint32_t value, int bytes) {
  constexpr int kBits = 8;
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<uint8_t>(value >> (kBits * i)));
}

}  // namespace

std::string bench_prompt(int tokens) {
  static constexpr const char* kWords[] = {"the", "paper", "shows", "a",     "result",
                                           "for", "each",  "of",    "these", "tables"};
  std::string prompt;
  for (int i = 0; i < tokens; ++i) {
    if (i > 0) prompt += ' ';
    prompt += kWords[static_cast<size_t>(i) % std::size(kWords)];
  }
  return prompt;
}

int64_t BenchFacts::growth() const {
  constexpr size_t kSettled = 2;
  return runs.size() <= kSettled ? 0 : runs.back().anonymous - runs[kSettled].anonymous;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<uint8_t> bench_picture(int width, int height, uint32_t seed) {
  constexpr uint32_t kHeader = 54, kInfo = 40, kAlign = 4;
  constexpr int kChannels = 3, kLine = 24, kInk = 14, kStroke = 3;
  const uint32_t row = (static_cast<uint32_t>(width) * kChannels + kAlign - 1) / kAlign * kAlign;
  const uint32_t pixels = row * static_cast<uint32_t>(height);
  std::vector<uint8_t> out{'B', 'M'};
  out.reserve(kHeader + pixels);
  for (const uint32_t value : {kHeader + pixels, 0U, kHeader, kInfo, static_cast<uint32_t>(width),
                               static_cast<uint32_t>(height)})
    put_number(out, value, 4);
  put_number(out, 1, 2);
  put_number(out, kChannels * 8, 2);
  for (const uint32_t value : {0U, pixels, 0U, 0U, 0U, 0U}) put_number(out, value, 4);
  uint32_t state = seed;
  for (int y = 0; y < height; ++y) {
    uint8_t ink = 0xFF;
    for (int x = 0; x < width; ++x) {
      if (x % kStroke == 0) {
        state = state * 1664525U + 1013904223U;  // Numerical Recipes' generator
        ink = y % kLine < kInk && (state >> 31) != 0 ? 0x20 : 0xFF;
      }
      out.insert(out.end(), kChannels, ink);
    }
    out.resize(kHeader + row * static_cast<uint32_t>(y + 1), 0);
  }
  return out;
}

std::string bench_text(const BenchFacts& facts) {
  const auto line = [](std::string name, const std::string& value) {
    constexpr size_t kWidth = 13;
    name.resize(kWidth, ' ');
    return name + value + "\n";
  };
  std::string out = line("model", facts.model);
  out += line("precision", facts.precision);
  out += line("load", spread(facts.load_seconds, "%.3f") + " s");
  if (facts.image_tokens > 0)
    out += line("picture", std::to_string(facts.image_tokens) + " tokens in " +
                               spread(column(facts, &BenchRun::image_seconds), "%.3f") + " s");
  out += line("prefill", std::to_string(facts.prompt_tokens) + " tokens at " +
                             spread(column(facts, &BenchRun::prefill_rate), "%.1f") + " tokens/s");
  out += line("first token", spread(column(facts, &BenchRun::first_token_seconds), "%.3f") + " s");
  out += line("decode", std::to_string(facts.new_tokens) + " tokens at " +
                            spread(column(facts, &BenchRun::decode_rate), "%.2f") + " tokens/s");
  out += line("memory", "peak " + bytes_text(facts.memory.peak) + "; now " +
                            bytes_text(facts.memory.anonymous) + " own, " +
                            bytes_text(facts.memory.mapped) + " mapped");
  char growth[64];
  std::snprintf(growth, sizeof growth, "%+.1f MB over %zu runs",
                static_cast<double>(facts.growth()) / 1e6, facts.runs.size());
  return out + line("growth", growth);
}

std::string bench_json(const BenchFacts& facts) {
  Json runs = Json::array();
  for (const BenchRun& run : facts.runs)
    runs.push_back({{"image_seconds", run.image_seconds},
                    {"first_token_seconds", run.first_token_seconds},
                    {"prefill_tokens_per_second", run.prefill_rate},
                    {"decode_tokens_per_second", run.decode_rate},
                    {"anonymous_bytes", run.anonymous}});
  const Json out = {
      {"model", facts.model},
      {"precision", facts.precision},
      {"load_seconds", spread_object(facts.load_seconds)},
      {"prompt_tokens", facts.prompt_tokens},
      {"image_tokens", facts.image_tokens},
      {"new_tokens", facts.new_tokens},
      {"image_seconds", spread_object(column(facts, &BenchRun::image_seconds))},
      {"first_token_seconds", spread_object(column(facts, &BenchRun::first_token_seconds))},
      {"prefill_tokens_per_second", spread_object(column(facts, &BenchRun::prefill_rate))},
      {"decode_tokens_per_second", spread_object(column(facts, &BenchRun::decode_rate))},
      {"memory",
       {{"peak_bytes", facts.memory.peak},
        {"anonymous_bytes", facts.memory.anonymous},
        {"mapped_bytes", facts.memory.mapped},
        {"growth_bytes", facts.growth()}}},
      {"runs", std::move(runs)}};
  return dump_json(out);
}

int run_bench(const BenchPlan& plan, const ModelLoader& load, const ModelResolver& resolve,
              const CancelFlag* cancel) {
  const auto path = resolve(plan.model.name);
  if (!path.ok()) return report_error(path.error(), plan.json);
  BenchFacts facts;
  facts.model = plan.model.name;
  std::unique_ptr<TextModel> model;
  constexpr int kMostLoads = 5;
  for (int i = 0; i < std::min(plan.runs, kMostLoads); ++i) {
    model.reset();  // two at once would count twice in the memory
    auto loaded = load(*path, plan.model.options);
    if (!loaded.ok()) return report_error(loaded.error(), plan.json);
    model = std::move(loaded).value();
    facts.load_seconds.push_back(model->load_seconds());
    facts.precision = model->precision();
  }
  const GenerateRequest request = request_of(plan, *model, cancel);
  for (int i = 0; i < plan.runs; ++i) {
    const auto done = model->generate(request);
    if (!done.ok()) return report_error(done.error(), plan.json);
    if (done->end == GenerateEnd::kCancelled) break;
    facts.prompt_tokens = done->prompt_tokens;
    facts.image_tokens = done->image_tokens;
    facts.new_tokens = static_cast<int64_t>(done->token_ids.size());
    facts.runs.push_back({.image_seconds = done->image_seconds,
                          .first_token_seconds = done->first_token_seconds,
                          .prefill_rate = done->prefill_tokens_per_second(),
                          .decode_rate = done->decode_tokens_per_second(),
                          .anonymous = memory_use().anonymous});
  }
  facts.memory = memory_use();
  const bool cancelled = cancel != nullptr && cancel->is_set();
  if (facts.runs.empty())
    return report_error(Error{Code::kCancelled, "stopped before the first run was done", "", {}},
                        plan.json, kExitInterrupted);
  const int code = print_or_report(plan.json ? bench_json(facts) : bench_text(facts), plan.json);
  return code == kExitOk && cancelled ? kExitInterrupted : code;
}

}  // namespace octavo::cli
