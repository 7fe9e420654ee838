// octavo bench --peak: what the machine can do at most.
#pragma once

#include <functional>
#include <string>

#include "octavo/machine_peak.h"
#include "plan.h"

namespace octavo::cli {

std::string peak_text(const MachinePeak& peak);
std::string peak_json(const MachinePeak& peak);

using PeakMeasurer = std::function<Result<MachinePeak>(int threads)>;

// Writes to standard output; returns the exit code.
int run_peak(const BenchPlan& plan, const PeakMeasurer& measure);

}  // namespace octavo::cli
