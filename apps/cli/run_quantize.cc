#include "run_quantize.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "dump_json.h"
#include "generation_report.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

// Files as they are named; of a folder all in it, by name.
std::vector<PromptPicture> pictures_of(const std::vector<std::string>& names) {
  std::vector<PromptPicture> pictures;
  for (const std::string& name : names) {
    std::error_code failure;
    if (!std::filesystem::is_directory(name, failure)) {
      pictures.push_back({name, {}});
      continue;
    }
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(name, failure))
      if (entry.is_regular_file(failure)) files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    for (std::string& file : files) pictures.push_back({std::move(file), {}});
  }
  return pictures;
}

}  // namespace

std::string quantize_text(const QuantizePlan& plan, const QuantizeReport& report) {
  std::string out = plan.output + ": " + bytes_text(report.file_bytes) + ", from " +
                    bytes_text(report.source_bytes) + "\n";
  if (report.places == 0) return out;
  out += "\nerror behind each layer against f32 (root mean square, relative)\n";
  for (const LayerError& layer : report.layers)
    out += "  " + layer.name + std::string(24 - std::min<size_t>(layer.name.size(), 23), ' ') +
           number_text("%.4f", layer.error) + "\n";
  out += "\nnext token over " + std::to_string(report.places) + " places of text: divergence " +
         number_text("%.5f", report.divergence) + " nats, the likeliest is the same in " +
         number_text("%.1f", 100 * report.top_agreement) + " %\n";
  return out + "greedy tokens: " + number_text("%.1f", 100 * report.token_agreement) + " % of " +
         std::to_string(report.steps) + " are the same\n";
}

std::string quantize_json(const QuantizePlan& plan, const QuantizeReport& report) {
  Json out = {{"model", plan.model.name},
              {"output", plan.output},
              {"source_bytes", report.source_bytes},
              {"file_bytes", report.file_bytes}};
  if (!report.unread_pictures.empty()) {
    Json unread = Json::array();
    for (const Error& error : report.unread_pictures) unread.push_back(error.message());
    out["unread_pictures"] = std::move(unread);
  }
  if (report.places > 0) {
    Json layers = Json::array();
    for (const LayerError& layer : report.layers)
      layers.push_back({{"name", layer.name}, {"relative_error", layer.error}});
    out["layers"] = std::move(layers);
    out["logits"] = {{"places", report.places},
                     {"divergence", report.divergence},
                     {"top_agreement", report.top_agreement}};
    out["greedy"] = {{"steps", report.steps}, {"token_agreement", report.token_agreement}};
  }
  return dump_json(out);
}

int run_quantize(const QuantizePlan& plan, const ModelResolver& resolve) {
  const auto path = resolve(plan.model.name);
  if (!path.ok()) return report_error(path.error(), plan.json);
  QuantizeOptions options{.to = plan.to,
                          .model = plan.model.options,
                          .pictures = pictures_of(plan.pictures),
                          .steps = plan.steps,
                          .on_step = {}};
  if (options.pictures.empty() && !plan.pictures.empty())
    return report_error(Error{Code::kFileNotFound,
                              "there is no file in what --calibrate names",
                              "name pictures, or a folder with some",
                              {.file = plan.pictures.front()}},
                        plan.json);
  if (!plan.json && !plan.quiet)
    options.on_step = [](std::string_view step) {
      std::fprintf(stderr, "octavo: %.*s\n", static_cast<int>(step.size()), step.data());
    };
  const auto report = quantize_model(*path, plan.output, options);
  if (!report.ok()) return report_error(report.error(), plan.json);
  if (!plan.json)
    for (const Error& error : report->unread_pictures)
      std::fprintf(stderr, "%s; passed over\n", error_line(error).c_str());
  return print_or_report(plan.json ? quantize_json(plan, *report) : quantize_text(plan, *report),
                         plan.json);
}

}  // namespace octavo::cli
