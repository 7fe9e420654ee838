// The options of octavo parse that say what reads: tier, effort, and which model.
#pragma once

#include <optional>
#include <string>

#include "argument_values.h"
#include "plan.h"

namespace octavo::cli {

// Raw texts, checked by fill_tier.
struct TierTexts {
  std::string tier, effort, kv_memory, kv, precision;
};

// The rest goes into `plan` as it is.
void declare_tier(CLI::App& app, TierTexts& texts, ParsePlan& plan);
std::optional<UsageError> fill_tier(const TierTexts& texts, ParsePlan& plan);

}  // namespace octavo::cli
