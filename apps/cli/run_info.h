// octavo info: what this build is and whether everything it needs is there.
#pragma once

#include <string>
#include <vector>

#include "octavo/system.h"
#include "plan.h"

namespace octavo::cli {

struct InfoFacts {
  std::string version;
  int processors = 1;
  std::vector<std::string> features;
  std::vector<ResourceFile> files;
  std::string cache_directory;  // empty: none
};

std::string info_text(const InfoFacts& facts);
std::string info_json(const InfoFacts& facts);

// Writes to standard output; returns the exit code: failed when a file is missing or damaged.
int run_info(const InfoPlan& plan, const Resources& resources);

}  // namespace octavo::cli
