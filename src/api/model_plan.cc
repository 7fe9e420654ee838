#include "api/model_plan.h"

#include "base/cpu.h"
#include "vlm/session_options.h"

namespace octavo {

Result<int> planned_threads(const ModelOptions& options) {
  constexpr int kMost = 1024;
  if (options.threads < 0 || options.threads > kMost)
    return Error{Code::kInvalidArgument, "threads must be between 0 and 1024", "", {}};
  return options.threads > 0 ? options.threads : usable_processors();
}

engine::LoadOptions load_options(const ModelOptions& options) {
  engine::LoadOptions load;
  load.kernels =
      options.reference_kernels ? engine::KernelChoice::kReference : engine::KernelChoice::kFast;
  load.instruction_set = options.instructions;
  load.vision_path = options.vision_path;
  load.check_tensors = options.check_weights;
  load.precision = engine_precision(options.precision);
  load.threads = options.threads > 0 ? options.threads : usable_processors();
  return load;
}

}  // namespace octavo
