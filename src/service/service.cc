#include "service/service.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include "base/random_id.h"
#include "base/try.h"
#include "octavo/files.h"
#include "octavo/system.h"
#include "service/chats.h"
#include "service/jobs.h"
#include "service/page_log.h"
#include "service/pictures.h"
#include "service/supervisor.h"
#include "service/tasks.h"
#include "service/zip.h"

namespace octavo::service {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// A page has two minutes, or half an hour where a model reads and up to eight pages share it; the
// worker sees to that itself, and these see to the worker.
constexpr std::chrono::minutes kBasicPatience{4}, kModelPatience{5 * 60};
constexpr milliseconds kCancelPatience{1000};
constexpr std::chrono::minutes kDrawPatience{2};
constexpr size_t kChatsAtOnce = 64;  // known to the engine, which runs as many as its memory holds
constexpr milliseconds kDrainRound{50};

milliseconds patience_of(const ServiceOptions& options) {
  if (options.worker_patience.count() > 0) return options.worker_patience;
  if (options.page_timeout.count() > 0) return 2 * options.page_timeout + std::chrono::minutes(1);
  return options.vlm.any() ? kModelPatience : kBasicPatience;
}

Status check(const ServiceOptions& options) {
  const auto wrong = [](const char* what) { return Error{Code::kInvalidArgument, what, "", {}}; };
  if (options.data_folder.empty()) return wrong("there is no data folder");
  if (options.document_workers < 1 || options.document_workers > 256)
    return wrong("there must be 1 to 256 document workers");
  if (options.page_picture_side < 16 || options.page_picture_side > 10000)
    return wrong("the side of page pictures must be 16 to 10,000 pixels");
  return success();
}

std::string own_program() {
  std::error_code failure;
  return fs::read_symlink("/proc/self/exe", failure).string();
}

}  // namespace

struct Service::Impl {
  Impl(ServiceOptions given, std::unique_ptr<JobStore> opened)
      : options(std::move(given)),
        store(std::move(opened)),
        jobs(
            *store, options, [this] { wake(); }, [this](const LogLine& line) { log(line); }),
        pictures(*store, jobs, options, [this] { wake(); }),
        chats(options, [this] { wake(); }) {}

  void start_workers();
  std::vector<WorkerGroup> groups();
  void wake() {
    const std::lock_guard lock(supervisor_mutex);
    if (supervisor) supervisor->wake();
  }
  void log(const LogLine& line) {
    const std::lock_guard lock(log_mutex);
    if (options.log) options.log(line);
  }
  void stop_workers() {
    std::unique_ptr<Supervisor> ending;
    {
      const std::lock_guard lock(supervisor_mutex);
      ending = std::move(supervisor);
    }
  }
  bool is_idle() const { return jobs.is_idle() && chats.is_idle() && pictures.is_idle(); }

  const ServiceOptions options;
  std::mutex log_mutex, supervisor_mutex;
  const std::unique_ptr<JobStore> store;
  Jobs jobs;
  Pictures pictures;
  Chats chats;
  std::unique_ptr<Supervisor> supervisor;
};

std::vector<WorkerGroup> Service::Impl::groups() {
  const int threads = options.threads > 0 ? options.threads : usable_processors();
  WorkerSetup reading{.kind = WorkerKind::kDocument,
                      .parser = {.resources = options.resources,
                                 .threads = std::max(1, threads / options.document_workers),
                                 .vlm = options.vlm},
                      .page_timeout = options.page_timeout,
                      .limits = options.limits.document};
  reading.limits.max_file_bytes =
      std::max(reading.limits.max_file_bytes, options.limits.max_file_bytes);
  WorkerSetup drawing = reading;
  drawing.kind = WorkerKind::kPicture;
  drawing.parser.threads = 1;
  drawing.parser.vlm = {};
  std::vector<WorkerGroup> groups{{.desk = &jobs,
                                   .setup = reading,
                                   .count = options.document_workers,
                                   .at_start = true,
                                   .patience = patience_of(options),
                                   .cancel_patience = kCancelPatience},
                                  {.desk = &pictures, .setup = drawing, .patience = kDrawPatience}};
  if (options.chat_model.empty()) return groups;
  WorkerGroup& chatting = groups.emplace_back();
  chatting.desk = &chats;
  chatting.setup.kind = WorkerKind::kEngine;
  chatting.setup.chat_model = options.chat_model;
  chatting.setup.chat = options.chat;
  chatting.setup.idle_unload = options.idle_unload;
  chatting.tasks_at_once = kChatsAtOnce;
  return groups;
}

void Service::Impl::start_workers() {
  std::vector<std::string> command = options.worker_command;
  if (command.empty()) command = {own_program(), "worker"};
  const std::lock_guard lock(supervisor_mutex);
  supervisor =
      std::make_unique<Supervisor>(groups(), std::move(command), options.worker_memory_bytes,
                                   [this](const LogLine& line) { log(line); });
}

Service::Service(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Service::~Service() { impl_->stop_workers(); }

Result<std::unique_ptr<Service>> Service::start(ServiceOptions options) {
  OCTAVO_TRY_STATUS(check(options));
  // Workers have a working folder of their own mind: paths are whole.
  std::error_code failure;
  options.data_folder = fs::absolute(options.data_folder, failure).lexically_normal().string();
  auto store = OCTAVO_TRY(JobStore::open(options.data_folder));
  std::unique_ptr<Service> service(
      new Service(std::make_unique<Impl>(std::move(options), std::move(store))));
  service->impl_->start_workers();
  return service;
}

const std::string& Service::staging_folder() const { return impl_->store->staging_folder(); }

Result<std::string> Service::submit(JobRequest request) {
  return impl_->jobs.submit(std::move(request));
}
std::optional<JobSnapshot> Service::job(const std::string& id, bool with_pages) const {
  return impl_->jobs.job(id, with_pages);
}
bool Service::knows(const std::string& id) const { return impl_->jobs.is_there(id); }
std::vector<JobSnapshot> Service::jobs(size_t most) const { return impl_->jobs.jobs(most); }
bool Service::cancel(const std::string& id) { return impl_->jobs.cancel(id); }
bool Service::remove(const std::string& id) { return impl_->jobs.remove(id); }
std::vector<JobEvent> Service::events(const std::string& id, uint64_t since) const {
  return impl_->jobs.events(id, since);
}
uint64_t Service::subscribe(const std::string& id, std::function<void()> wake) {
  return impl_->jobs.subscribe(id, std::move(wake));
}
void Service::unsubscribe(uint64_t subscription) { impl_->jobs.unsubscribe(subscription); }

Result<std::string> Service::page(const std::string& id, int file, int page) const {
  if (!impl_->jobs.is_page_done(id, file, page))
    return Error{Code::kFileNotFound, "there is no such page, or not yet", "", {}};
  auto json = read_logged_json(impl_->store->page_log(id, file), page);
  if (json.ok()) return json;
  return Error{Code::kFileUnreadable, "the page was read, and is lost", "send it again", {}};
}

void Service::page_image(const std::string& id, int file, int page,
                         std::function<void(Result<std::string>)> done) {
  impl_->pictures.ask(id, file, page, std::move(done));
}

std::optional<std::string> Service::output(const std::string& id, int file,
                                           std::string_view format) const {
  const auto job = impl_->jobs.job(id, false);
  std::error_code failure;
  if (!job || file < 0 || static_cast<size_t>(file) >= job->files.size()) return std::nullopt;
  for (const JobOutput& output : job->files[static_cast<size_t>(file)].outputs)
    if (output_format_name(output.format) == format && fs::exists(output.path, failure))
      return output.path;
  return std::nullopt;
}

namespace {

template <class T>
bool contains(const std::vector<T>& list, const T& value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

void add_pictures(const FileSnapshot& file, const std::string& folder,
                  std::vector<ZipEntry>& entries) {
  std::vector<ZipEntry> pictures;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(file.picture_folder, failure)) {
    const std::string name = entry.path().filename().string();
    // Else what a process was writing when it was killed.
    if (!name.starts_with('.'))
      pictures.push_back({folder + "images/" + name, entry.path().string()});
  }
  std::sort(pictures.begin(), pictures.end(),
            [](const ZipEntry& a, const ZipEntry& b) { return a.name < b.name; });
  entries.insert(entries.end(), pictures.begin(), pictures.end());
}

}  // namespace

Result<std::string> Service::zip(const std::string& id, const ZipContent& content) const {
  const auto job = impl_->jobs.job(id, false);
  std::vector<ZipEntry> entries;
  for (size_t n = 0; job && n < job->files.size(); ++n) {
    const FileSnapshot& file = job->files[n];
    if (!contains(content.files, static_cast<int>(n)) || file.outputs.empty()) continue;
    const std::string folder =
        file.stem + "/" + (content.folder.empty() ? file.folder : content.folder) + "/";
    for (const JobOutput& output : file.outputs)
      if (content.outputs && contains(content.formats, output.format))
        entries.push_back({folder + output_file_name(file.stem, output.format), output.path});
    if (content.pictures) add_pictures(file, folder, entries);
    if (content.originals)
      entries.push_back(
          {folder + safe_file_stem(file.stem + "_origin" + fs::path(file.name).extension().string(),
                                   250),
           impl_->store->input(id, static_cast<int>(n))});
  }
  if (entries.empty())
    return Error{Code::kFileNotFound, "there is nothing to put into an archive", "", {}};
  int64_t bytes = 0;
  for (const ZipEntry& entry : entries) {
    std::error_code failure;
    bytes += static_cast<int64_t>(fs::file_size(entry.path, failure));
    if (failure) return Error{Code::kFileUnreadable, "an output is lost", "send it again", {}};
  }
  OCTAVO_TRY_STATUS(impl_->jobs.check_room(bytes));
  std::string path = impl_->store->staging_folder() + "/" + random_id() + ".zip";
  OCTAVO_TRY_STATUS(write_zip(path, entries));
  return path;
}

Result<uint64_t> Service::chat(ChatRequest request,
                               std::function<void(const ChatEvent&)> on_event) {
  return impl_->chats.chat(std::move(request), std::move(on_event));
}
void Service::cancel_chat(uint64_t handle) { impl_->chats.cancel(handle); }

ServiceStatus Service::status() const {
  ServiceStatus status;
  impl_->jobs.add_to(status);
  impl_->chats.add_to(status);
  const std::lock_guard lock(impl_->supervisor_mutex);
  if (impl_->supervisor) status.workers = impl_->supervisor->workers();
  return status;
}

bool Service::drain(milliseconds patience) {
  impl_->jobs.drain();
  impl_->chats.drain();
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!impl_->is_idle() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(kDrainRound);
  const bool whole = impl_->is_idle();
  impl_->stop_workers();
  impl_->chats.give_up();
  return whole;
}

}  // namespace octavo::service
