// Jobs: what is asked for, how far they are, and what happens in them. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/options.h"
#include "octavo/output_files.h"

namespace octavo::service {

// kPartial: everything was tried, and some pages or files failed.
enum class JobState : uint8_t { kQueued, kRunning, kCompleted, kPartial, kFailed, kCanceled };
std::string_view job_state_name(JobState state);  // "queued" "running" "completed" ...
bool is_final(JobState state);

enum class PageState : uint8_t { kWaiting, kStarted, kDone, kFailed };
std::string_view page_state_name(PageState state);  // "waiting" "started" "done" "failed"

// What a job can be asked to write, and its names in requests and outputs: "markdown"
// "content_list" "content_list_v2" "middle_json" "model_output" "structured_content" "html"
// "chunks" "report" (which is always written).
using OutputFormat = OutputFile;
constexpr int kOutputFormats = 9;
std::string_view output_format_name(OutputFormat format);
std::optional<OutputFormat> output_format_of(std::string_view name);

struct JobFile {
  std::string name;            // as given: data, never a path
  std::string page_range;      // text of --pages: "1-10,-1"; empty: all
  std::vector<uint8_t> bytes;  // the content, when there is no staged path
  std::string sha256;          // of the content, hexadecimal, for who submits; kept nowhere
  std::string staged_path;     // a file in Service::staging_folder(); moved away by submit
  std::string password;        // never written anywhere; a restart loses it
};

// How documents are read, and what is made of them.
struct Settings {
  Tier tier = Tier::kAuto;
  Effort effort = Effort::kBalanced;
  OcrMode ocr = OcrMode::kAuto;
  Language language = Language::kAuto;
  std::vector<OutputFormat> formats;  // empty: all
  bool pictures = true;               // cut figures out
};

struct JobRequest : Settings {
  std::vector<JobFile> files;
  std::string client;        // "mineru3", "mineru4": kept and given back
  std::string client_facts;  // whatever the front wants to know of the request later; kept, too
};

// How many blocks of a page each source gave.
struct SourceCounts {
  int text_layer = 0, ocr = 0, network = 0, vlm = 0;
};

struct PageSnapshot {
  int page = 0;  // 0-based in the file
  PageState state = PageState::kWaiting;
  double seconds = 0;
  SourceCounts sources;
  std::string error_code, error_message;  // kFailed
};
bool has_ended(const PageSnapshot& page);  // done or failed

struct JobOutput {
  OutputFormat format = OutputFormat::kMarkdown;
  std::string path;
  int64_t bytes = 0;
};

struct FileSnapshot {
  std::string name, page_range;  // as given
  std::string stem;              // safe, and no two of a job the same: names of outputs
  std::string folder;            // MinerU's name for how it was read: "auto", "hybrid_auto" ...
  int64_t bytes = 0;
  JobState state = JobState::kQueued;
  int pages_total = 0;  // 0: not known yet
  int pages_done = 0, pages_failed = 0;
  std::string error_code, error_message;  // code_name, and one sentence
  std::string tier;                       // what read it; empty until it is finished
  double seconds = 0;                     // spent on it, over all attempts
  std::vector<PageSnapshot> pages;        // ascending; only when asked for
  std::vector<JobOutput> outputs;
  bool had_password = false;   // it came with one
  std::string picture_folder;  // holds the cut-out pictures; empty: none
};

// Times are seconds since 1970, UTC; 0: not yet.
struct JobSnapshot : Settings {
  std::string id;
  JobState state = JobState::kQueued;
  double created = 0, started = 0, finished = 0, expires = 0;
  std::string client, client_facts;
  std::vector<FileSnapshot> files;
  int pages_total = 0, pages_done = 0, pages_failed = 0;  // of all files that were opened
  int queued_ahead = 0;                                   // jobs that begin before this one
  std::optional<double> eta_seconds;                      // none: nothing to go by yet
};

struct JobEvent {
  enum class Kind : uint8_t {
    kPage,      // {"file","page","status","seconds","sources":{..},"error":{"code","message"}?}
    kProgress,  // {"completed","failed","total","eta_seconds"}
    kJob,       // {"job_id","status"}: the job's state has changed; ask job() for all of it
  };
  uint64_t sequence = 0;
  Kind kind = Kind::kPage;
  std::string json;
};
std::string_view event_name(JobEvent::Kind kind);  // "page" "progress" "job"

// What goes into a ZIP file.
struct ZipContent {
  std::vector<int> files;             // 0-based; empty: all
  std::vector<OutputFormat> formats;  // empty: all there are
  bool outputs = true;                // false: none of them, whatever `formats` says
  bool pictures = true;
  bool originals = false;  // the inputs, as "<stem>_origin.<ending>"
  std::string folder;      // below each stem; empty: FileSnapshot::folder
};

}  // namespace octavo::service
