#include "server/http/multipart.h"

#include <algorithm>

namespace octavo::server {
namespace {

constexpr size_t kLongestBoundary = 70;  // RFC 2046 5.1.1

Problem malformed(const std::string& message) {
  return {.status = 400, .code = "invalid_multipart", .message = message};
}

Problem too_large(const std::string& code, const std::string& message) {
  return {.status = 413, .code = code, .message = message};
}

}  // namespace

std::optional<std::string> multipart_boundary(const HeaderValue& content_type) {
  const auto boundary = find_field(content_type.parameters, "boundary");
  if (!boundary || boundary->empty() || boundary->size() > kLongestBoundary ||
      boundary->back() == ' ')
    return std::nullopt;
  for (const char c : *boundary) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && std::string_view("'()+_,-./:=? ").find(c) == std::string_view::npos)
      return std::nullopt;
  }
  return std::string(*boundary);
}

MultipartReader::MultipartReader(std::string_view boundary, const HttpLimits& limits,
                                 std::string directory)
    : delimiter_("\r\n--" + std::string(boundary)),
      limits_(limits),
      directory_(std::move(directory)),
      rest_("\r\n") {}  // the first delimiter has no line before it

std::optional<Problem> MultipartReader::feed(std::string_view data) {
  if (!problem_ && state_ != State::kEpilogue) {
    rest_ += data;
    while (step()) {
    }
  }
  return problem_;
}

std::optional<Problem> MultipartReader::finish() {
  if (!problem_ && state_ != State::kEpilogue) fail(malformed("the form ends in the middle"));
  return problem_;
}

bool MultipartReader::step() {
  if (problem_) return false;
  switch (state_) {
    case State::kPreamble:
      return skip_preamble();
    case State::kDelimited:
      return after_delimiter();
    case State::kHead:
      return read_head();
    case State::kContent:
      return read_content();
    case State::kEpilogue:
      rest_.clear();
      break;
  }
  return false;
}

bool MultipartReader::skip_preamble() {
  const size_t found = rest_.find(delimiter_);
  if (found == std::string::npos) {
    rest_.erase(0, rest_.size() - std::min(rest_.size(), delimiter_.size() - 1));
    return false;
  }
  rest_.erase(0, found + delimiter_.size());
  state_ = State::kDelimited;
  return true;
}

bool MultipartReader::after_delimiter() {
  if (rest_.starts_with("--")) {
    state_ = State::kEpilogue;
    return true;
  }
  const size_t blanks = std::min(rest_.find_first_not_of(" \t"), rest_.size());
  if (blanks > limits_.part_head_bytes) fail(malformed("a delimiter of the form is too long"));
  if (rest_.size() < blanks + 2) return false;
  if (rest_.compare(blanks, 2, "\r\n") != 0) {
    fail(malformed("a delimiter of the form is not alone on its line"));
    return false;
  }
  // The line's end stays: a part without a head begins with an empty line.
  rest_.erase(0, blanks);
  state_ = State::kHead;
  return true;
}

bool MultipartReader::read_head() {
  const size_t end = rest_.find("\r\n\r\n");
  if (std::min(end, rest_.size()) > limits_.part_head_bytes)
    fail(too_large("request_too_large", "the head of a part of the form is too long"));
  if (end == std::string::npos || problem_) return false;
  begin_part(std::string_view(rest_).substr(0, end + 2));
  rest_.erase(0, end + 4);
  state_ = State::kContent;
  return !problem_;
}

bool MultipartReader::read_content() {
  const size_t found = rest_.find(delimiter_);
  if (found != std::string::npos) {
    keep(std::string_view(rest_).substr(0, found));
    rest_.erase(0, found + delimiter_.size());
    end_part();
    state_ = State::kDelimited;
    return !problem_;
  }
  const size_t sure = rest_.size() - std::min(rest_.size(), delimiter_.size() - 1);
  keep(std::string_view(rest_).substr(0, sure));
  rest_.erase(0, sure);
  return false;
}

void MultipartReader::begin_part(std::string_view head) {
  if (parts_.size() == limits_.parts)
    return fail(too_large("too_many_parts",
                          "the form has more than " + std::to_string(limits_.parts) + " parts"));
  FormPart part;
  bool is_file = false, has_name = false;
  head.remove_prefix(2);  // the end of the delimiter's line
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find("\r\n"));
    head.remove_prefix(line.size() + 2);
    if (auto problem = read_part_field(line, part, is_file)) return fail(std::move(*problem));
    has_name |= !part.name.empty();
  }
  if (!has_name) return fail(malformed("a part of the form has no name"));
  form_bytes_ += part.name.size() + part.file_name.size() + part.content_type.size();
  if (is_file) {
    if (++files_ > limits_.files)
      return fail(too_large("too_many_files",
                            "there are more than " + std::to_string(limits_.files) + " files"));
    auto file = StagedFile::create(directory_);
    if (!file.ok()) return fail(problem_of(file.error()));
    part.file = std::move(file).value();
  }
  parts_.push_back(std::move(part));
}

std::optional<Problem> MultipartReader::read_part_field(std::string_view line, FormPart& part,
                                                        bool& is_file) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return malformed("a part of the form has a damaged head");
  const std::string name = lower_case(line.substr(0, colon));
  const std::string_view text = trim_blanks(line.substr(colon + 1));
  if (name == "content-disposition") {
    const auto value = read_header_value(text);
    if (!value || value->value != "form-data")
      return malformed("a part of the form is no form-data");
    part.name = std::string(find_field(value->parameters, "name").value_or(""));
    const auto file_name = upload_name(*value);
    is_file = file_name.has_value();
    part.file_name = file_name.value_or("");
  } else if (name == "content-type") {
    part.content_type = std::string(text);
  } else if (name == "content-transfer-encoding") {
    const std::string coding = lower_case(text);
    if (coding != "binary" && coding != "8bit" && coding != "7bit")
      return malformed("parts of a form are taken without a transfer encoding");
  }
  return std::nullopt;
}

void MultipartReader::keep(std::string_view content) {
  if (content.empty() || problem_) return;
  FormPart& part = parts_.back();
  if (!part.file) {
    form_bytes_ += content.size();
    if (form_bytes_ > limits_.form_bytes)
      return fail(too_large("request_too_large", "the fields of the form are too long"));
    part.value += content;
    return;
  }
  file_bytes_ += content.size();
  if (part.file.bytes() + content.size() > limits_.file_bytes)
    return fail(too_large("file_too_large",
                          "a file has more than " + std::to_string(limits_.file_bytes) + " bytes"));
  if (file_bytes_ > limits_.upload_bytes)
    return fail(too_large(
        "request_too_large",
        "the files have more than " + std::to_string(limits_.upload_bytes) + " bytes together"));
  if (auto written = part.file.append(content); !written.ok()) fail(problem_of(written.error()));
}

void MultipartReader::end_part() {
  if (problem_ || !parts_.back().file) return;
  if (auto finished = parts_.back().file.finish(); !finished.ok())
    fail(problem_of(finished.error()));
}

void MultipartReader::fail(Problem problem) {
  problem_ = std::move(problem);
  rest_.clear();
}

}  // namespace octavo::server
