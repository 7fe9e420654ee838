// Options of a job out of a query, a form or JSON: one table of names for all three.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http/json.h"
#include "server/http/problem.h"
#include "server/http/request.h"
#include "service/job.h"

namespace octavo::server {

// Of jobs that do not say.
struct JobDefaults {
  Tier tier = Tier::kAuto;
  Effort effort = Effort::kBalanced;
};

// tier (flash and basic are our basic, standard our hybrid, advanced our vlm; our own names, too),
// ocr_mode, output_formats (repeated, or with commas), page_range (of every file), effort, lang,
// pictures. Problems: 400 "invalid_parameter" or "unknown_parameter" with the name.
std::optional<Problem> read_job_options(const Fields& options, const JobDefaults& defaults,
                                        service::JobRequest& job, std::string& page_range);

// "1-5,8", "r3-r1", "all" into the text of --pages.
std::string page_range_of(std::string_view text);

}  // namespace octavo::server
