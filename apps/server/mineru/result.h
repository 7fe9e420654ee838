// What was read, as MinerU 3.x gives it back: JSON whose documents are strings, or a ZIP file.
#pragma once

#include <string_view>

#include "server/http/json.h"
#include "server/http/response.h"
#include "server/mineru/submission.h"
#include "service/service.h"

namespace octavo::server {

// Reads and writes files: for a thread for work. `head`: what comes before "backend", "version" and
// "results"; {} when nothing does. Results are named by stem: "md_content", "middle_json",
// "model_output", "content_list" (the text of that file, null where it is not there) and "images"
// {name: data URI}, each where it was asked for; "error" where something of a document failed or is
// lost. The body lies in a file of the staging folder: it may be larger than what memory should
// hold.
Response mineru_json_result(const service::Service& service, const service::JobSnapshot& job,
                            const MineruFacts& facts, Json head, std::string_view request_id);

// The same as application/zip: "<stem>/<folder>/<file>", the folder called after the backend that
// was asked for, where MinerU's clients look. Documents that failed have no entries.
Response mineru_zip_result(const service::Service& service, const service::JobSnapshot& job,
                           const MineruFacts& facts, std::string_view request_id);

}  // namespace octavo::server
