#include "run_model_info.h"

#include "model_info_text.h"
#include "octavo/system.h"
#include "report_error.h"

namespace octavo::cli {

int run_model_info(const InfoPlan& plan, const ModelResolver& resolve) {
  const auto path = resolve(plan.model.name);
  if (!path.ok()) return report_error(path.error(), plan.json);
  const auto facts = inspect_model(*path, plan.model.options);
  if (!facts.ok()) return report_error(facts.error(), plan.json);
  const auto features = cpu_features();
  const int code = print_or_report(plan.json ? model_info_json(*facts, features, plan.tensors)
                                             : model_info_text(*facts, features, plan.tensors),
                                   plan.json);
  return code == kExitOk && !facts->runnable ? kExitFailed : code;
}

}  // namespace octavo::cli
