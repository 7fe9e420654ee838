// How a job's documents are read, as JSON. Heavy: for .cc files.
#pragma once

#include "service/job.h"
#include "service/json.h"

namespace octavo::service {

Json settings_json(const Settings& settings);
// Unknown names are the defaults.
Settings settings_of(const Json& json);

}  // namespace octavo::service
