#include "server/mineru/submission.h"

#include "server/http/json.h"
#include "server/jobs/submit.h"

namespace octavo::server {
namespace {

using service::OutputFormat;

// The words of MinerU 3.4.4, up to what to do.
constexpr const char* kPublicBind =
    "Publicly exposed API disables *-http-client backends and server_url by default. Rebind to "
    "127.0.0.1, or start this server with --vlm-url and leave server_url out.";

Problem bad(std::string field, std::string message) {
  return {.status = 400,
          .code = "invalid_field",
          .message = std::move(message),
          .parameter = std::move(field)};
}

std::string without_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

std::optional<Problem> check_server(const MineruForm& form, const MineruPolicy& policy) {
  const bool named = !form.server_url.empty();
  const bool same = named && !policy.model_server.empty() &&
                    without_slash(form.server_url) == without_slash(policy.model_server);
  if (same) return std::nullopt;
  if (policy.public_bind && (named || (form.backend.http_client && policy.model_server.empty())))
    return bad("server_url", kPublicBind);
  if (!form.backend.http_client) return std::nullopt;
  if (named)
    return bad("server_url",
               "server_url is not the model server of this service; start it with --vlm-url " +
                   std::string("and that address to allow it"));
  if (policy.model_server.empty())
    return bad("backend", form.backend.name() +
                              " needs a model server; start this service with --vlm-url ADDRESS");
  return std::nullopt;
}

std::variant<Tier, Problem> choose_tier(MineruForm& form, const MineruPolicy& policy) {
  if (auto problem = check_server(form, policy)) return *problem;
  if (!form.server_url.empty() && !form.backend.http_client)
    form.notes.push_back("server_url is ignored: the backend is not one for a server");
  switch (form.backend.kind) {
    case BackendKind::kVlm:
      if (policy.has_model) return Tier::kVlm;
      return bad("backend", form.backend.name() +
                                " needs a vision-language model, and this server has none; "
                                "backend=pipeline reads without one");
    case BackendKind::kHybrid:
      if (policy.has_model) return Tier::kHybrid;
      form.notes.push_back(form.backend.name() +
                           ": this server has no vision-language model; read as pipeline");
      break;
    case BackendKind::kPipeline:
      break;
  }
  return Tier::kBasic;
}

std::vector<OutputFormat> formats_of(const MineruForm& form) {
  std::vector<OutputFormat> formats;
  if (form.md) formats.push_back(OutputFormat::kMarkdown);
  if (form.middle_json) formats.push_back(OutputFormat::kMiddleJson);
  if (form.model_output) formats.push_back(OutputFormat::kModelOutput);
  if (form.content_list) {
    formats.push_back(OutputFormat::kContentList);
    formats.push_back(OutputFormat::kContentListV2);
  }
  if (formats.empty()) formats.push_back(OutputFormat::kReport);  // an empty list means all
  return formats;
}

// With passwords, which MinerU's form does not have: one for all, or one for each.
std::optional<Problem> add_files(const std::vector<FormPart>& parts, const std::string& page_range,
                                 service::JobRequest& job) {
  std::vector<std::string> passwords;
  for (const FormPart& part : parts) {
    if (part.name == "password" && !part.file) passwords.push_back(part.value);
    if (part.name != "files" || !part.file) continue;
    job.files.push_back({.name = part.file_name.empty() ? "upload" : part.file_name,
                         .page_range = page_range,
                         .sha256 = part.file.sha256(),
                         .staged_path = part.file.path()});
  }
  if (job.files.empty())
    return bad("files", "files: Field required; send each document as a part named files");
  if (!give_passwords(passwords, job.files))
    return bad("password", "password: give one, or one for each document");
  return std::nullopt;
}

}  // namespace

std::string to_text(const MineruFacts& facts) {
  return json_text({{"backend", facts.backend.name()},
                    {"md", facts.md},
                    {"middle_json", facts.middle_json},
                    {"model_output", facts.model_output},
                    {"content_list", facts.content_list},
                    {"images", facts.images},
                    {"zip", facts.zip},
                    {"original_file", facts.original_file},
                    {"notes", facts.notes}});
}

MineruFacts mineru_facts(const service::JobSnapshot& job) {
  MineruFacts facts;
  facts.backend.kind = job.tier == Tier::kVlm     ? BackendKind::kVlm
                       : job.tier == Tier::kBasic ? BackendKind::kPipeline
                                                  : BackendKind::kHybrid;
  if (job.client != kMineruClient) return facts;
  const auto read = read_json(job.client_facts);
  const Json* json = std::get_if<Json>(&read);
  if (json == nullptr || !json->is_object()) return facts;
  const auto flag = [&](const char* name, bool& out) {
    const auto found = json->find(name);
    if (found != json->end() && found->is_boolean()) out = found->get<bool>();
  };
  flag("md", facts.md);
  flag("middle_json", facts.middle_json);
  flag("model_output", facts.model_output);
  flag("content_list", facts.content_list);
  flag("images", facts.images);
  flag("zip", facts.zip);
  flag("original_file", facts.original_file);
  if (const auto name = json->find("backend"); name != json->end() && name->is_string())
    facts.backend = mineru_backend(name->get_ref<const std::string&>()).value_or(facts.backend);
  if (const auto notes = json->find("notes"); notes != json->end() && notes->is_array())
    for (const Json& note : *notes)
      if (note.is_string()) facts.notes.push_back(note.get<std::string>());
  return facts;
}

std::variant<service::JobRequest, Problem> mineru_job(const std::vector<FormPart>& parts,
                                                      const MineruPolicy& policy) {
  auto read = read_mineru_form(parts, policy.effort);
  if (const auto* problem = std::get_if<Problem>(&read)) return *problem;
  MineruForm& form = std::get<MineruForm>(read);
  service::JobRequest job;
  if (auto problem = add_files(parts, form.page_range(), job)) return *problem;
  const auto tier = choose_tier(form, policy);
  if (const auto* problem = std::get_if<Problem>(&tier)) return *problem;
  job.tier = std::get<Tier>(tier);
  job.effort = form.effort;
  job.ocr = form.ocr;
  job.language = form.language;
  job.formats = formats_of(form);
  job.client = kMineruClient;
  job.client_facts = to_text({.backend = form.backend,
                              .md = form.md,
                              .middle_json = form.middle_json,
                              .model_output = form.model_output,
                              .content_list = form.content_list,
                              .images = form.images,
                              .zip = form.zip,
                              .original_file = form.original_file,
                              .notes = form.notes});
  return job;
}

}  // namespace octavo::server
