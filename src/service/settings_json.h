// How a job's documents are read, as JSON. Heavy: for .cc files.
#pragma once

#include <vector>

#include "service/job.h"
#include "service/json.h"

namespace octavo::service {

struct Settings {
  Tier tier = Tier::kAuto;
  Effort effort = Effort::kBalanced;
  OcrMode ocr = OcrMode::kAuto;
  Language language = Language::kAuto;
  std::vector<OutputFormat> formats;
  bool pictures = true;
};

Json settings_json(const Settings& settings);
// Unknown names are the defaults.
Settings settings_of(const Json& json);

}  // namespace octavo::service
