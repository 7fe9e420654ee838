#include "run_peak.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "dump_json.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

std::string rate_text(double rate, const char* unit) {
  if (rate == 0) return "not known";
  char text[64];
  std::snprintf(text, sizeof text, "%.1f %s", rate / 1e9, unit);
  return text;
}

}  // namespace

std::string peak_text(const MachinePeak& peak) {
  return "instructions " + peak.instructions + "\nf32          " +
         rate_text(peak.f32_operations, "billion operations/s") + "\nbf16         " +
         rate_text(peak.bf16_operations, "billion operations/s") + "\nint8         " +
         rate_text(peak.int8_operations, "billion operations/s") + "\nread         " +
         rate_text(peak.read_bytes, "GB/s") + "\n";
}

std::string peak_json(const MachinePeak& peak) {
  const auto known = [](double rate) {
    return rate > 0 ? nlohmann::ordered_json(rate) : nlohmann::ordered_json();
  };
  return dump_json(nlohmann::ordered_json{{"instructions", peak.instructions},
                                          {"f32_operations", known(peak.f32_operations)},
                                          {"bf16_operations", known(peak.bf16_operations)},
                                          {"int8_operations", known(peak.int8_operations)},
                                          {"read_bytes", known(peak.read_bytes)}});
}

int run_peak(const BenchPlan& plan, const PeakMeasurer& measure) {
  const auto peak = measure(plan.model.options.threads);
  if (!peak.ok()) return report_error(peak.error(), plan.json);
  return print_or_report(plan.json ? peak_json(*peak) : peak_text(*peak), plan.json);
}

}  // namespace octavo::cli
