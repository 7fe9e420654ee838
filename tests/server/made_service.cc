#include "tests/server/made_service.h"

#include <utility>

namespace octavo::service {

struct Service::Impl {
  server::MadeService* made = nullptr;
};

namespace {
server::MadeService* next_made = nullptr;
}  // namespace

Service::Service(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Service::~Service() = default;

Result<std::unique_ptr<Service>> Service::start(ServiceOptions) {
  auto impl = std::make_unique<Impl>();
  impl->made = std::exchange(next_made, nullptr);
  return std::unique_ptr<Service>(new Service(std::move(impl)));
}

const std::string& Service::staging_folder() const { return impl_->made->staging; }

Result<std::string> Service::submit(JobRequest request) {
  if (impl_->made->refuses) return Error{impl_->made->refusal, "not now", "", {}};
  const std::string id = "job" + std::to_string(impl_->made->submitted.size());
  JobSnapshot& job = impl_->made->add(id, JobState::kQueued);
  job.tier = request.tier;
  job.ocr = request.ocr;
  job.client = request.client;
  job.client_facts = request.client_facts;
  impl_->made->submitted.push_back(std::move(request));
  return id;
}

std::optional<JobSnapshot> Service::job(const std::string& id, bool) const {
  const auto found = impl_->made->jobs.find(id);
  if (found == impl_->made->jobs.end()) return std::nullopt;
  return found->second;
}

bool Service::knows(const std::string& id) const { return impl_->made->jobs.contains(id); }

std::vector<JobSnapshot> Service::jobs(size_t most) const {
  std::vector<JobSnapshot> all;
  for (const auto& [id, job] : impl_->made->jobs)
    if (all.size() < most) all.push_back(job);
  return all;
}

bool Service::cancel(const std::string& id) {
  const auto found = impl_->made->jobs.find(id);
  if (found == impl_->made->jobs.end()) return false;
  if (!is_final(found->second.state)) found->second.state = JobState::kCanceled;
  return true;
}

bool Service::remove(const std::string& id) {
  impl_->made->removed.push_back(id);
  return impl_->made->jobs.erase(id) > 0;
}

std::vector<JobEvent> Service::events(const std::string&, uint64_t) const { return {}; }
uint64_t Service::subscribe(const std::string&, std::function<void()> wake) {
  impl_->made->wakes.push_back(std::move(wake));
  return impl_->made->wakes.size();
}
void Service::unsubscribe(uint64_t subscription) {
  if (subscription > 0) impl_->made->wakes[subscription - 1] = nullptr;
}

Result<std::string> Service::page(const std::string&, int, int) const {
  return Error{Code::kFileNotFound, "no pages here", "", {}};
}
void Service::page_image(const std::string&, int, int,
                         std::function<void(Result<std::string>)> done) {
  done(Error{Code::kFileNotFound, "no pages here", "", {}});
}
std::optional<std::string> Service::output(const std::string&, int, std::string_view) const {
  return std::nullopt;
}
Result<std::string> Service::zip(const std::string&, const ZipContent& content) const {
  impl_->made->zipped.push_back(content);
  return impl_->made->staging + "/made.zip";
}

Result<uint64_t> Service::chat(ChatRequest, std::function<void(const ChatEvent&)>) {
  return Error{Code::kModelMissing, "no model here", "", {}};
}
void Service::cancel_chat(uint64_t) {}
ServiceStatus Service::status() const { return impl_->made->status; }
bool Service::drain(std::chrono::milliseconds) { return true; }

}  // namespace octavo::service

namespace octavo::server {

service::JobSnapshot& MadeService::add(const std::string& id, service::JobState state) {
  service::JobSnapshot& job = jobs[id];
  job.id = id;
  job.state = state;
  job.tier = Tier::kBasic;
  job.created = 1;
  job.files.resize(1);
  job.files[0].name = "a.pdf";
  job.files[0].stem = "a";
  job.files[0].state = state;
  return job;
}

std::unique_ptr<service::Service> MadeService::start(MadeService& made) {
  service::next_made = &made;
  return service::Service::start({}).value();
}

}  // namespace octavo::server
