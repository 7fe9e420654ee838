#include "tier_arguments.h"

#include <CLI/CLI.hpp>

namespace octavo::cli {

void declare_tier(CLI::App& app, TierTexts& texts, ParsePlan& plan) {
  add_text(app, "--tier", texts.tier);
  add_text(app, "--effort", texts.effort);
  add_text(app, "--model", plan.model);
  add_text(app, "--vision", plan.vlm.vision_path);
  add_text(app, "--kv-memory", texts.kv_memory);
  add_text(app, "--kv", texts.kv);
  add_text(app, "--precision", texts.precision);
  add_text(app, "--vlm-replay", plan.vlm.replay_file);
  add_text(app, "--vlm-record", plan.vlm.record_file);
}

std::optional<UsageError> fill_tier(const TierTexts& texts, ParsePlan& plan) {
  constexpr int64_t kMegabyte = 1'000'000, kMostMegabytes = 1 << 20;
  int64_t megabytes = 0;
  std::optional<UsageError> error;
  if ((error = choose<Tier>("--tier", texts.tier,
                            {{"auto", Tier::kAuto},
                             {"basic", Tier::kBasic},
                             {"vlm", Tier::kVlm},
                             {"hybrid", Tier::kHybrid}},
                            plan.tier)) ||
      (error = choose<Effort>("--effort", texts.effort,
                              {{"fast", Effort::kFast},
                               {"balanced", Effort::kBalanced},
                               {"best", Effort::kBest},
                               // MinerU's names.
                               {"medium", Effort::kBalanced},
                               {"high", Effort::kBest}},
                              plan.effort)) ||
      (error = read_whole("--kv-memory", texts.kv_memory, 1, kMostMegabytes, megabytes)) ||
      (error = read_precisions(texts.kv, texts.precision, plan.vlm.kv, plan.vlm.precision)))
    return error;
  if (megabytes > 0) plan.vlm.kv_bytes = megabytes * kMegabyte;
  const bool about_model = !plan.model.empty() || plan.vlm.any() || megabytes > 0 ||
                           !texts.kv.empty() || !texts.precision.empty() ||
                           !plan.vlm.vision_path.empty() || !plan.vlm.record_file.empty();
  if (plan.tier == Tier::kBasic && about_model)
    return UsageError{"--tier basic asks no model", "--tier",
                      "leave out --tier, or the model and its options"};
  if (!plan.vlm.replay_file.empty() && !plan.vlm.server.url.empty())
    return UsageError{"--vlm-replay and --vlm-url contradict each other", "--vlm-replay",
                      "leave one out"};
  if (!plan.model.empty() && !plan.vlm.server.url.empty())
    return UsageError{"--model is on this machine, --vlm-url on another", "--model",
                      "leave one out; a model of the server is named with --vlm-model"};
  const bool elsewhere =
      !plan.vlm.server.url.empty() || (!plan.vlm.replay_file.empty() && plan.model.empty());
  if (elsewhere && !(texts.precision.empty() && texts.kv.empty()))
    return UsageError{"--precision and --kv are for a model on this machine",
                      texts.precision.empty() ? "--kv" : "--precision",
                      "leave them out, or name a model with --model"};
  return std::nullopt;
}

}  // namespace octavo::cli
