#include "run_info.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "document_writer.h"
#include "dump_json.h"
#include "run_result.h"

namespace octavo::cli {
namespace {

const char* state_name(FileState state) {
  switch (state) {
    case FileState::kMissing:
      return "missing";
    case FileState::kPresent:
      return "present";
    case FileState::kGood:
      return "good";
    case FileState::kDamaged:
      break;
  }
  return "damaged";
}

bool is_bad(const ResourceFile& file) {
  return file.state == FileState::kMissing || file.state == FileState::kDamaged;
}

std::string size_text(uint64_t bytes) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f MB", static_cast<double>(bytes) / 1e6);
  return buffer;
}

}  // namespace

std::string info_text(const InfoFacts& facts) {
  std::string features;
  for (const std::string& feature : facts.features) features += ", " + feature;
  std::string out = "octavo " + facts.version + "\n";
  out += "processors  " + std::to_string(facts.processors) + " usable" + features + "\n";
  out += "cache       " + (facts.cache_directory.empty() ? "none" : facts.cache_directory) + "\n";
  for (const ResourceFile& file : facts.files) {
    std::string state = state_name(file.state);
    state.resize(std::max<size_t>(state.size(), 12), ' ');
    out += state + (file.path.empty() ? file.name : file.path);
    if (file.state != FileState::kMissing) out += " (" + size_text(file.bytes) + ")";
    out += "\n";
  }
  const auto bad = std::count_if(facts.files.begin(), facts.files.end(), is_bad);
  if (bad > 0)
    out += "\n" + std::to_string(bad) + (bad == 1 ? " file is" : " files are") +
           " missing or damaged: run ./dev setup, or let OCTAVO_HOME name the folder that holds "
           "them\n";
  return out;
}

std::string info_json(const InfoFacts& facts) {
  using Json = nlohmann::ordered_json;
  Json files = Json::array();
  for (const ResourceFile& file : facts.files)
    files.push_back({{"name", file.name},
                     {"path", file.path},
                     {"bytes", file.bytes},
                     {"state", state_name(file.state)}});
  const Json out = {
      {"version", facts.version},
      {"processors", {{"usable", facts.processors}, {"features", facts.features}}},
      {"cache_directory", facts.cache_directory.empty() ? Json() : Json(facts.cache_directory)},
      {"complete", std::none_of(facts.files.begin(), facts.files.end(), is_bad)},
      {"files", std::move(files)}};
  return dump_json(out);
}

int run_info(const InfoPlan& plan, const Resources& resources) {
  const InfoFacts facts{.version = std::string(version()),
                        .processors = usable_processors(),
                        .features = cpu_features(),
                        .files = inspect_resources(resources, plan.verify),
                        .cache_directory = resources.cache_directory};
  const auto written = write_stdout(plan.json ? info_json(facts) : info_text(facts));
  if (!written.ok()) return is_broken_pipe(written.error()) ? kExitBrokenPipe : kExitFailed;
  return std::any_of(facts.files.begin(), facts.files.end(), is_bad) ? kExitFailed : kExitOk;
}

}  // namespace octavo::cli
