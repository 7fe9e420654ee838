// Takes a request's body as it arrives and puts it where the route wants it. One call at a time;
// where it says so, from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/http/limits.h"
#include "server/http/multipart.h"
#include "server/http/request_head.h"
#include "server/http/router.h"

namespace octavo::server {

// Memory for bodies that all connections share.
struct BodyBudget {
  uint64_t used = 0;
};

class BodyReader {
 public:
  // `directory`: where files go. `limits` and `budget` outlive the reader.
  BodyReader(const HttpLimits& limits, BodyBudget& budget, std::string directory)
      : limits_(limits), budget_(budget), directory_(std::move(directory)) {}
  ~BodyReader() { release(); }
  BodyReader(const BodyReader&) = delete;
  BodyReader& operator=(const BodyReader&) = delete;

  // Before the first byte: what the head says of the body against what the route takes. Problems:
  // 400, 413 by the length that is announced, 415.
  std::optional<Problem> begin(const RequestHead& head, BodyKind kind);
  // After begin(): the two below write files. They, and forget_files(), are for a thread that may
  // wait for a disk then, else for the one that has the budget.
  bool on_disk() const { return form_ == Form::kFile || form_ == Form::kMultipart; }
  // 413 by what has arrived, 503 when all bodies together are too large, 400 of a form.
  std::optional<Problem> feed(std::string_view data);
  // The body is complete: moves it into the request.
  std::optional<Problem> finish(Request& request);
  // Deletes what has come of files and was not moved into a request.
  void forget_files();
  // The memory of the body is somebody else's matter from here on.
  void release() { budget_.used -= std::exchange(buffered_, 0); }

 private:
  enum class Form { kNothing, kMemory, kMultipart, kFile };

  std::optional<Problem> open_file();

  const HttpLimits& limits_;
  BodyBudget& budget_;
  const std::string directory_;
  Form form_ = Form::kNothing;
  uint64_t most_ = 0;
  uint64_t arrived_ = 0;
  uint64_t buffered_ = 0;
  std::string text_;
  std::unique_ptr<MultipartReader> multipart_;
  FormPart whole_;
};

}  // namespace octavo::server
