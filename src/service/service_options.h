// How a service is set up.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/model.h"
#include "octavo/options.h"

namespace octavo::service {

// Bytes of a file's name, its media type or its page range.
constexpr size_t kLongestText = 4096;

struct ServiceLimits {
  int max_waiting_jobs = 1000;
  int max_stored_jobs = 2000;  // finished ones included
  int max_files_per_job = 100;
  int64_t max_file_bytes = int64_t(200) << 20;
  int64_t max_disk_bytes = int64_t(20) << 30;   // of inputs, pages and outputs
  int64_t min_free_bytes = int64_t(256) << 20;  // left to others on that file system
  int max_waiting_pictures = 256;
  int max_chats = 256;  // waiting and running
  int max_chat_pictures = 32;
  int64_t max_chat_bytes = int64_t(128) << 20;  // texts and pictures of one chat
  Limits document;
};

struct LogLine {
  Severity severity = Severity::kInfo;
  std::string_view event;  // stable: "worker_started", "worker_died", "job_unreadable" ...
  std::string_view job;    // id; empty: none
  std::string_view text;   // one sentence; never a password or a document's text
};

struct ServiceOptions {
  std::string data_folder;  // made if it is not there
  Resources resources;
  VlmOptions vlm;  // for reading documents; none: the basic tier alone

  // The model of chat(): what Model::load opens; empty: there is none.
  std::string chat_model;
  ModelOptions chat;

  int document_workers = 1;
  int threads = 0;                  // shared by the document workers; 0: what the machine allows
  int64_t worker_memory_bytes = 0;  // a worker that wants more dies; 0: no bound
  std::chrono::milliseconds worker_patience{0};  // with no word of its task; 0: by page_timeout
  std::chrono::milliseconds page_timeout{0};     // as in ParseOptions
  std::chrono::seconds retention{24 * 3600};     // of finished jobs, from their end
  std::chrono::seconds idle_unload{0};  // the chat model after so long without use; 0: never
  int page_picture_side = 1400;
  ServiceLimits limits;

  // The program and arguments of a worker; empty: this program with "worker".
  std::vector<std::string> worker_command;
  // Called from service threads, one call at a time.
  std::function<void(const LogLine&)> log;
};

}  // namespace octavo::service
