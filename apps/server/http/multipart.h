// multipart/form-data (RFC 7578, RFC 2046 5.1) as it arrives: files go to disk, fields stay in
// memory. Needs a few kilobytes beside the fields, however long the body is, and time in proportion
// to it. One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/header_value.h"
#include "server/http/limits.h"
#include "server/http/problem.h"
#include "server/http/request.h"

namespace octavo::server {

// The boundary of a content type; nothing when there is none, or one that RFC 2046 does not allow.
std::optional<std::string> multipart_boundary(const HeaderValue& content_type);

class MultipartReader {
 public:
  // `limits` must outlive the reader. `directory`: where files go.
  MultipartReader(std::string_view boundary, const HttpLimits& limits, std::string directory);

  // The next piece of the body, cut anywhere. After a problem no more is taken. Problems: 400
  // "invalid_multipart", 413 "file_too_large" "request_too_large" "too_many_files", 507.
  std::optional<Problem> feed(std::string_view data);
  // The body is over: a problem when the last delimiter has not come.
  std::optional<Problem> finish();
  std::vector<FormPart> take_parts() { return std::move(parts_); }

 private:
  enum class State { kPreamble, kDelimited, kHead, kContent, kEpilogue };

  // One step on `rest_`; false when it needs more.
  bool step();
  bool skip_preamble();
  bool after_delimiter();
  bool read_head();
  bool read_content();
  void begin_part(std::string_view head);
  std::optional<Problem> read_part_field(std::string_view line, FormPart& part, bool& is_file);
  void keep(std::string_view content);
  void end_part();
  void fail(Problem problem);

  const std::string delimiter_;  // with CRLF and dashes in front
  const HttpLimits& limits_;
  const std::string directory_;
  State state_ = State::kPreamble;
  std::string rest_;  // arrived and not yet understood
  std::vector<FormPart> parts_;
  size_t files_ = 0;
  uint64_t file_bytes_ = 0;
  size_t form_bytes_ = 0;
  std::optional<Problem> problem_;
};

}  // namespace octavo::server
