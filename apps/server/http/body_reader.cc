#include "server/http/body_reader.h"

namespace octavo::server {
namespace {

// Delimiters and heads of a form, beside what is in its files.
constexpr uint64_t kFormOverhead = 4 << 20;

Problem too_large(const std::string& code, uint64_t most) {
  return {.status = 413,
          .code = code,
          .message = "a body here has at most " + std::to_string(most) + " bytes"};
}

}  // namespace

std::optional<Problem> BodyReader::begin(const RequestHead& head, BodyKind kind) {
  const bool has_body = head.chunked || head.content_length.value_or(0) > 0;
  const auto type = read_header_value(head.request.header("content-type").value_or(""));
  const std::string media = type ? type->value : "";
  if (kind == BodyKind::kNone) {
    if (has_body)
      return Problem{.status = 400, .code = "unexpected_body", .message = "no body is taken here"};
    return std::nullopt;
  }
  const bool text = media == "application/json" || media == "application/x-www-form-urlencoded";
  const bool file = media == "application/octet-stream" || media == "application/pdf" ||
                    media.starts_with("image/");
  // An empty file is a file: whoever takes it says that it is empty.
  if (kind == BodyKind::kBuffered || text || !(has_body || file)) {
    form_ = Form::kMemory;
    most_ = limits_.json_bytes;
  } else if (media == "multipart/form-data") {
    const auto boundary = multipart_boundary(*type);
    if (!boundary)
      return Problem{.status = 400,
                     .code = "invalid_multipart",
                     .message = "the content type names no boundary",
                     .parameter = "Content-Type"};
    form_ = Form::kMultipart;
    most_ = limits_.upload_bytes + kFormOverhead;
    multipart_ = std::make_unique<MultipartReader>(*boundary, limits_, directory_);
  } else if (file || media.empty()) {
    form_ = Form::kFile;
    most_ = limits_.file_bytes;
  } else {
    return Problem{.status = 415,
                   .code = "content_type_unsupported",
                   .message = "a body here is multipart/form-data, JSON, or the bytes of a file",
                   .parameter = "Content-Type"};
  }
  if (head.content_length.value_or(0) > most_)
    return too_large(form_ == Form::kFile ? "file_too_large" : "request_too_large", most_);
  if (form_ == Form::kFile) whole_.content_type = media;
  return std::nullopt;
}

std::optional<Problem> BodyReader::open_file() {
  if (whole_.file) return std::nullopt;
  auto file = StagedFile::create(directory_);
  if (!file.ok()) return problem_of(file.error());
  whole_.file = std::move(file).value();
  return std::nullopt;
}

std::optional<Problem> BodyReader::feed(std::string_view data) {
  arrived_ += data.size();
  if (arrived_ > most_)
    return too_large(form_ == Form::kFile ? "file_too_large" : "request_too_large", most_);
  if (form_ == Form::kMultipart) return multipart_->feed(data);
  if (form_ == Form::kFile) {
    if (auto problem = open_file()) return problem;
    auto written = whole_.file.append(data);
    if (!written.ok()) return problem_of(written.error());
    return std::nullopt;
  }
  if (budget_.used + data.size() > limits_.buffered_bytes)
    return Problem{.status = 503,
                   .code = "server_busy",
                   .message = "too much is arriving at once",
                   .retry_after = 2};
  budget_.used += data.size();
  buffered_ += data.size();
  text_ += data;
  return std::nullopt;
}

std::optional<Problem> BodyReader::finish(Request& request) {
  if (form_ == Form::kMemory) request.body = std::move(text_);
  if (form_ == Form::kMultipart) {
    if (auto problem = multipart_->finish()) return problem;
    request.parts = multipart_->take_parts();
  }
  if (form_ == Form::kFile) {
    if (auto problem = open_file()) return problem;
    auto finished = whole_.file.finish();
    if (!finished.ok()) return problem_of(finished.error());
    request.parts.push_back(std::move(whole_));
  }
  return std::nullopt;
}

void BodyReader::forget_files() {
  multipart_.reset();
  whole_.file = {};
}

}  // namespace octavo::server
