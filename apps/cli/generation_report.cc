#include "generation_report.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "dump_json.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string plural(int64_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

double rounded(double value) {
  constexpr double kSteps = 1e6;
  return std::round(value * kSteps) / kSteps;
}

Json picture_object(const UsedPicture& picture) {
  return {{"name", picture.name},
          {"width", picture.width},
          {"height", picture.height},
          {"used_width", picture.used_width},
          {"used_height", picture.used_height},
          {"tokens", picture.tokens},
          {"capped", picture.capped}};
}

Json chance_object(const TokenChance& chance) {
  return {{"id", chance.id}, {"text", chance.text}, {"logprob", rounded(chance.logprob)}};
}

Json chances_array(const std::vector<TokenChances>& steps) {
  Json out = Json::array();
  for (const TokenChances& step : steps) {
    Json object = chance_object(step.chosen);
    object["likeliest"] = Json::array();
    for (const TokenChance& chance : step.likeliest)
      object["likeliest"].push_back(chance_object(chance));
    out.push_back(std::move(object));
  }
  return out;
}

Json generation_object(const Generation& generation) {
  Json pictures = Json::array(), diagnostics = Json::array();
  for (const UsedPicture& picture : generation.pictures)
    pictures.push_back(picture_object(picture));
  for (const Diagnostic& diagnostic : generation.diagnostics)
    diagnostics.push_back({{"id", diagnostic.id}, {"text", diagnostic.text}});
  Json out = {{"text", generation.text},
              {"token_ids", generation.token_ids},
              {"finish_reason", generate_end_name(generation.end)},
              {"usage",
               {{"prompt_tokens", generation.prompt_tokens},
                {"image_tokens", generation.image_tokens},
                {"generated_tokens", generation.token_ids.size()},
                {"drafted_tokens", generation.drafted_tokens},
                {"accepted_tokens", generation.accepted_tokens},
                {"reused_tokens", generation.reused_tokens}}},
              {"pictures", std::move(pictures)},
              {"diagnostics", std::move(diagnostics)},
              {"timings",
               {{"image_seconds", rounded(generation.image_seconds)},
                {"prefill_seconds", rounded(generation.prefill_seconds)},
                {"first_token_seconds", rounded(generation.first_token_seconds)},
                {"decode_seconds", rounded(generation.decode_seconds)},
                {"prefill_tokens_per_second", rounded(generation.prefill_tokens_per_second())},
                {"decode_tokens_per_second", rounded(generation.decode_tokens_per_second())}}}};
  if (!generation.logprobs.empty()) out["logprobs"] = chances_array(generation.logprobs);
  return out;
}

Json memory_object(const GenerationFacts& facts) {
  return {{"peak_bytes", facts.memory.peak},
          {"anonymous_bytes", facts.memory.anonymous},
          {"mapped_bytes", facts.memory.mapped}};
}

// Lines about what was tolerated or made smaller.
std::string notices(const Generation& generation) {
  std::string out;
  for (const Diagnostic& diagnostic : generation.diagnostics)
    out += "octavo: " + diagnostic.text + "\n";
  for (const UsedPicture& picture : generation.pictures)
    if (picture.capped)
      out += "octavo: " + picture.name + ": " + std::to_string(picture.width) + " x " +
             std::to_string(picture.height) + " pixels were read as " +
             std::to_string(picture.used_width) + " x " + std::to_string(picture.used_height) +
             " (allow more with --max-side)\n";
  return out;
}

std::string memory_text(const GenerationFacts& facts) {
  return ", peak memory " + bytes_text(facts.memory.peak) + " (now " +
         bytes_text(facts.memory.anonymous) + " own, " + bytes_text(facts.memory.mapped) +
         " mapped)\n";
}

}  // namespace

std::string number_text(const char* pattern, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, pattern, value);
  return buffer;
}

std::string bytes_text(int64_t bytes) {
  constexpr std::array<const char*, 4> kUnits{"B", "kB", "MB", "GB"};
  constexpr double kStep = 1000, kTwoPlaces = 10;
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; unit + 1 < kUnits.size() && value >= kStep; ++unit) value /= kStep;
  return number_text(unit == 0            ? "%.0f "
                     : value < kTwoPlaces ? "%.2f "
                                          : "%.1f ",
                     value) +
         kUnits[unit];
}

std::string seconds_text(double seconds) {
  constexpr double kThreePlaces = 0.1, kTwoPlaces = 10;
  return number_text(seconds < kThreePlaces ? "%.3f s"
                     : seconds < kTwoPlaces ? "%.2f s"
                                            : "%.1f s",
                     seconds);
}

std::string generation_summary(const Generation& generation, const GenerationFacts& facts) {
  std::string out = notices(generation);
  if (!facts.precision.empty()) out += "octavo: computed in " + facts.precision + "\n";
  out += "octavo: load " + seconds_text(facts.load_seconds);
  if (!generation.pictures.empty())
    out += ", " + plural(static_cast<int64_t>(generation.pictures.size()), "picture") + " in " +
           seconds_text(generation.image_seconds);
  out += ", " + plural(generation.prompt_tokens, "prompt token");
  if (generation.image_tokens > 0)
    out += " (" + std::to_string(generation.image_tokens) + " of pictures)";
  out += " in " + seconds_text(generation.prefill_seconds);
  if (!generation.token_ids.empty())
    out += ", first token after " + seconds_text(generation.first_token_seconds);
  out += ", " + plural(static_cast<int64_t>(generation.token_ids.size()), "token");
  if (const double rate = generation.decode_tokens_per_second(); rate > 0)
    out += number_text(" at %.1f tokens/s", rate);
  if (generation.accepted_tokens > 0)
    out += " (" + std::to_string(generation.accepted_tokens) + " foreseen)";
  if (generation.end != GenerateEnd::kStop)
    out +=
        generation.end == GenerateEnd::kLength ? ", cut off at the limit" : ", stopped on request";
  return out + memory_text(facts);
}

std::string answers_summary(const std::vector<Result<Generation>>& answers,
                            const AnswersFacts& facts) {
  std::string out;
  int64_t tokens = 0, failed = 0;
  double image_seconds = 0;
  for (const Result<Generation>& answer : answers) {
    if (!answer.ok()) {
      ++failed;
      continue;
    }
    out += notices(*answer);
    tokens += static_cast<int64_t>(answer->token_ids.size());
    image_seconds += answer->image_seconds;
  }
  if (!facts.precision.empty()) out += "octavo: computed in " + facts.precision + "\n";
  out += "octavo: load " + seconds_text(facts.load_seconds) + ", " +
         plural(static_cast<int64_t>(answers.size()), "picture") + " in " +
         seconds_text(image_seconds) + ", " + plural(tokens, "token") + ", all in " +
         seconds_text(facts.seconds);
  if (failed > 0) out += ", " + std::to_string(failed) + " failed";
  return out + memory_text(facts);
}

std::string generation_json(const Generation& generation, const GenerationFacts& facts) {
  Json out = {{"model", facts.model}, {"precision", facts.precision}};
  out.update(generation_object(generation));
  out["timings"]["load_seconds"] = rounded(facts.load_seconds);
  out["memory"] = memory_object(facts);
  return dump_json(out);
}

std::string answers_json(const std::vector<Result<Generation>>& answers,
                         const AnswersFacts& facts) {
  Json list = Json::array();
  for (size_t i = 0; i < answers.size(); ++i) {
    Json answer = {{"picture", facts.pictures[i]}};
    if (answers[i].ok())
      answer.update(generation_object(*answers[i]));
    else
      answer.update(Json::parse(error_object(answers[i].error())));
    list.push_back(std::move(answer));
  }
  const Json out = {
      {"model", facts.model},
      {"precision", facts.precision},
      {"answers", std::move(list)},
      {"timings",
       {{"load_seconds", rounded(facts.load_seconds)}, {"seconds", rounded(facts.seconds)}}},
      {"memory", memory_object(facts)}};
  return dump_json(out);
}

}  // namespace octavo::cli
