// octavo quantize: a prepacked file of a model, and what it costs in accuracy.
#pragma once

#include "octavo/quantize.h"
#include "plan.h"
#include "text_model.h"

namespace octavo::cli {

std::string quantize_text(const QuantizePlan& plan, const QuantizeReport& report);
std::string quantize_json(const QuantizePlan& plan, const QuantizeReport& report);

// Writes to standard output, progress to standard error; returns the exit code.
int run_quantize(const QuantizePlan& plan, const ModelResolver& resolve);

}  // namespace octavo::cli
