// Documents read by processes that may die, jobs that outlive them and this one, and a model to
// talk to. No HTTP here: apps/server turns requests into these calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"
#include "service/chat.h"
#include "service/job.h"
#include "service/service_options.h"
#include "service/service_status.h"

namespace octavo::service {

// One for a data folder. Thread-safe: any call from any thread. No call waits for a page, a model
// or another job; those marked "disk" write and flush files (milliseconds, more on a slow disk), so
// a thread that serves connections hands them to another. Callbacks come from threads of the
// service, one at a time for each subscription, chat and picture, never with a lock held: they may
// call the service, should be short (post to a loop), and must not throw. After the destructor no
// callback comes.
class Service {
 public:
  // Disk. Takes the data folder (a second service on it is refused), reads every job back, and goes
  // on with those that are not finished; jobs that cannot be read are reported to `log`, left where
  // they are, and the rest is served. Errors: kInvalidArgument, kOutputUnwritable, kStorageFull.
  static Result<std::unique_ptr<Service>> start(ServiceOptions options);
  // Ends the workers at once. Unfinished jobs stay on disk: the next start continues them.
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // A folder on the file system of the jobs: the front writes uploads here, under names of its own,
  // and names them in JobFile::staged_path. Emptied at start.
  const std::string& staging_folder() const;

  // Disk. Once it returns an id (32 hexadecimal digits) the job survives anything. Staged files are
  // moved into it; when it fails they stay. Errors: kInvalidArgument (settings, no files, names or
  // ranges that are no UTF-8), kPageRangeInvalid, kFileEmpty, kLimitExceeded (a file or their
  // number is too large), kModelMissing (a tier that needs a model), kStorageFull (the disk, or the
  // share of it that jobs may fill), kServerFailed (too many jobs wait, or draining: try again
  // later).
  Result<std::string> submit(JobRequest request);

  // Disk, but little: jobs that ended a while ago are not in memory. None: unknown, or removed.
  // Without page states (they may be thousands) unless `with_pages`.
  std::optional<JobSnapshot> job(const std::string& id, bool with_pages = true) const;
  // Is there such a job? Without a look at the disk.
  bool knows(const std::string& id) const;
  // Disk. All, or the newest `most` of them, newest first, without page states.
  std::vector<JobSnapshot> jobs(size_t most = SIZE_MAX) const;

  // Disk. The job is kCanceled when this returns; its worker stops within a second or is killed.
  // Pages that are done stay readable. False: unknown. A finished job stays as it is.
  bool cancel(const std::string& id);
  // Disk. Cancels, then forgets the job and deletes its files. False: unknown.
  bool remove(const std::string& id);

  // Disk, as job(). Everything that happened in a job after `since` (0: from its beginning),
  // ascending. Sequence numbers go on rising over restarts; after one, and a while after the job's
  // end to whoever has not heard of that, what had happened before is told again as one event a
  // page and one for the job. The last event of a finished job is of kind kJob.
  std::vector<JobEvent> events(const std::string& id, uint64_t since) const;
  // `wake` is called after each new event until unsubscribe(), which waits for a call that is under
  // way (unless it is made from inside it). 0: unknown job.
  uint64_t subscribe(const std::string& id, std::function<void()> wake);
  void unsubscribe(uint64_t subscription);

  // Disk, but little. The JSON of a page that is done:
  // {"file","page","width","height","status","seconds",
  // "sources":{..},"blocks":[{"id","kind","box","source","confidence","markdown","html"?}]}.
  // Errors: kFileNotFound (unknown, not done, or failed), kFileUnreadable (it was done, and is
  // lost).
  Result<std::string> page(const std::string& id, int file, int page) const;
  // Path of a PNG of the displayed page, its longer side ServiceOptions::page_picture_side. Drawn
  // by a worker of its own when first asked for, whether or not the page has been read. `done` is
  // called once, perhaps before this returns. Errors: kFileNotFound (unknown job, file or page),
  // kFileEncrypted (the password is gone after a restart), those of drawing, kServerFailed (too
  // many wait).
  void page_image(const std::string& id, int file, int page,
                  std::function<void(Result<std::string>)> done);
  // Disk, as job(). Path of a finished output; `format` is an output_format_name. None: unknown,
  // not there, or lost.
  std::optional<std::string> output(const std::string& id, int file, std::string_view format) const;
  // Disk. A new ZIP file in staging_folder(), which the caller deletes, of what the job's files
  // have so far: "<stem>/<folder>/<name>", with pictures. Errors: kFileNotFound (unknown job, or
  // nothing to put in), kFileUnreadable (something of it is lost), kStorageFull, kOutputUnwritable.
  Result<std::string> zip(const std::string& id, const ZipContent& content) const;

  // Queues a chat with the model; concurrent ones are answered together. A handle, or an error at
  // once: kModelMissing (none is configured), kInvalidArgument, kLimitExceeded (pictures, bytes),
  // kServerFailed (too many wait, or draining). Everything else arrives as events; the last is kEnd
  // or kError, exactly one.
  Result<uint64_t> chat(ChatRequest request, std::function<void(const ChatEvent&)> on_event);
  // It ends with kEnd, "cancelled", after the token under way. Unknown handles are fine.
  void cancel_chat(uint64_t handle);

  ServiceStatus status() const;

  // No new jobs and chats are taken and no files of jobs begin; chats that wait are still answered.
  // Waits until what runs is finished or the time is up, then stops the workers. False: something
  // was cut off (jobs continue at the next start).
  bool drain(std::chrono::milliseconds patience);

 private:
  struct Impl;
  explicit Service(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::service
