// A form with its files as a job, and what of the form its answers need later.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/http/problem.h"
#include "server/http/request.h"
#include "server/mineru/form.h"
#include "service/job.h"

namespace octavo::server {

inline constexpr const char* kMineruClient = "mineru3";  // JobRequest::client

// What this server lets MinerU's clients have.
struct MineruPolicy {
  bool has_model = false;    // a vision-language model, here or on a server
  std::string model_server;  // its address, when it is on one
  bool public_bind = false;
  Effort effort = Effort::kBalanced;  // of forms that do not say
};

// JobRequest::client_facts of such a job.
struct MineruFacts {
  MineruBackend backend;
  bool md = true, middle_json = false, model_output = false, content_list = false, images = false;
  bool zip = false, original_file = false;
  std::vector<std::string> notes;
};
std::string to_text(const MineruFacts& facts);
// Of a job of another dialect: as if the form had had nothing but the files.
MineruFacts mineru_facts(const service::JobSnapshot& job);

// Takes the parts' files, which must outlive submit(). A hybrid backend is the basic tier where
// there is no model: it is what MinerU's clients ask for when nobody chose anything. Problems: 400
// "invalid_field", with MinerU's reasons where it has them; vlm-* without a model; a server_url
// that is not the one this server was started with: whoever may name it may reach into its network.
std::variant<service::JobRequest, Problem> mineru_job(const std::vector<FormPart>& parts,
                                                      const MineruPolicy& policy);

}  // namespace octavo::server
