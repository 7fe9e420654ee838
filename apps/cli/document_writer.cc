#include "document_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "octavo/files.h"
#include "octavo/output_files.h"

namespace octavo::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBrokenPipe = "broken pipe";

std::string parent_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

bool includes(const std::vector<Format>& formats, Format format) {
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

std::string_view as_text(const std::vector<uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<DocumentWriter> DocumentWriter::create(const ParsePlan& plan, const Target& target,
                                              std::string stem) {
  DocumentWriter writer(plan, target, std::move(stem));
  if (target.kind == Target::Kind::kStdout) return writer;
  auto staging =
      Staging::create(target.kind == Target::Kind::kFolder ? target.path : parent_of(target.path));
  if (!staging.ok()) return std::move(staging).error();
  writer.staging_.emplace(std::move(staging).value());
  return writer;
}

bool DocumentWriter::wants_pictures() const {
  if (!plan_->pictures) return false;
  if (target_->kind == Target::Kind::kFolder) return true;
  // One file: HTML holds its pictures; on standard output nothing else has a place for them.
  const Format format = target_->formats.front();
  return format == Format::kHtml ||
         (format != Format::kOverlay && target_->kind == Target::Kind::kFile);
}

std::function<Status(const Picture&)> DocumentWriter::picture_sink() {
  const bool inside =
      target_->kind != Target::Kind::kFolder && target_->formats.front() == Format::kHtml;
  if (!wants_pictures() || inside) return nullptr;
  return [this](const Picture& picture) { return staging_->add(picture.file_name, picture.bytes); };
}

std::string DocumentWriter::text_of(const Document& document, OutputFile file) const {
  return output_file_text(document, file, {.tables = plan_->tables, .headers = plan_->headers});
}

Result<Outputs> DocumentWriter::finish(const Document& document, const Input& input, Engine& engine,
                                       const OverlayOptions& overlay) {
  return target_->kind == Target::Kind::kFolder ? finish_folder(document, input, engine, overlay)
                                                : finish_single(document, input, engine, overlay);
}

Result<Outputs> DocumentWriter::finish_folder(const Document& document, const Input& input,
                                              Engine& engine, const OverlayOptions& overlay) {
  const std::string folder =
      (fs::path(target_->path) / stem_ / method_folder(document.tier, plan_->ocr)).string();
  Outputs outputs;
  std::string last;
  const auto add = [&](const char* what, const std::string& name, std::string_view text) {
    outputs.emplace_back(what, (fs::path(folder) / name).string());
    last = name;
    return staging_->add(name, text);
  };
  const auto wanted = [&](Format format) { return includes(target_->formats, format); };
  Status status = success();
  const auto add_file = [&](const char* what, OutputFile file) {
    if (status.ok()) status = add(what, output_file_name(stem_, file), text_of(document, file));
  };
  // The Markdown comes first in the list and last onto the disk: where it is, all is.
  if (wanted(Format::kMarkdown)) add_file("md", OutputFile::kMarkdown);
  if (wanted(Format::kJson)) {
    add_file("content_list", OutputFile::kContentList);
    add_file("content_list_v2", OutputFile::kContentListV2);
    add_file("middle", OutputFile::kMiddleJson);
    add_file("model", OutputFile::kModelOutput);
  }
  if (wanted(Format::kStructured)) add_file("structured_content", OutputFile::kStructuredContent);
  if (wanted(Format::kHtml)) add_file("html", OutputFile::kHtml);
  if (wanted(Format::kChunks)) add_file("chunks", OutputFile::kChunks);
  if (status.ok() && wanted(Format::kOverlay)) {
    auto drawn = engine.draw_overlay(input, document, overlay);
    if (!drawn.ok()) return std::move(drawn).error();
    status = add("overlay", stem_ + "_layout.pdf", as_text(*drawn));
  }
  add_file("report", OutputFile::kReport);
  if (!status.ok()) return std::move(status).error();
  if (auto done = staging_->commit(folder, wanted(Format::kMarkdown)
                                               ? output_file_name(stem_, OutputFile::kMarkdown)
                                               : last);
      !done.ok())
    return std::move(done).error();
  return outputs;
}

Result<Outputs> DocumentWriter::finish_single(const Document& document, const Input& input,
                                              Engine& engine, const OverlayOptions& overlay) {
  static constexpr const char* kNames[] = {"md",     "content_list", "html",
                                           "chunks", "overlay",      "structured_content"};
  // An overlay is no such file: its place is never looked at.
  static constexpr OutputFile kFiles[] = {OutputFile::kMarkdown, OutputFile::kContentList,
                                          OutputFile::kHtml,     OutputFile::kChunks,
                                          OutputFile::kMarkdown, OutputFile::kStructuredContent};
  const Format format = target_->formats.front();
  std::vector<uint8_t> drawn;
  std::string text;
  if (format == Format::kOverlay) {
    OverlayOptions options = overlay;
    options.format = target_->png ? OverlayFormat::kPng : OverlayFormat::kPdf;
    auto result = engine.draw_overlay(input, document, options);
    if (!result.ok()) return std::move(result).error();
    drawn = std::move(result).value();
  } else {
    text = text_of(document, kFiles[static_cast<size_t>(format)]);
  }
  const std::string_view bytes =
      format == Format::kOverlay ? as_text(drawn) : std::string_view(text);
  if (target_->kind == Target::Kind::kStdout) {
    if (auto written = write_stdout(bytes); !written.ok()) return std::move(written).error();
    return Outputs{};
  }
  const std::string name = fs::path(target_->path).filename().string();
  if (auto added = staging_->add(name, bytes); !added.ok()) return std::move(added).error();
  if (auto done = staging_->commit(parent_of(target_->path), name); !done.ok())
    return std::move(done).error();
  return Outputs{{kNames[static_cast<size_t>(format)], target_->path}};
}

Status check_target(const Target& target) {
  if (target.kind == Target::Kind::kStdout) return success();
  const std::string folder =
      target.kind == Target::Kind::kFolder ? target.path : parent_of(target.path);
  if (auto made = make_directories(folder); !made.ok()) return made;
  // A full disk shows only when something is written; rights and read-only mounts show here.
  auto probe = Staging::create(folder);
  if (!probe.ok()) return std::move(probe).error();
  return success();
}

Status write_stdout(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const bool full = errno == ENOSPC;
      return Error{
          full ? Code::kStorageFull : Code::kOutputUnwritable,
          errno == EPIPE ? kBrokenPipe : std::string("cannot write: ") + std::strerror(errno),
          full ? "free some space and run again" : "",
          {.file = "standard output"}};
    }
    text.remove_prefix(static_cast<size_t>(count));
  }
  return success();
}

bool is_broken_pipe(const Error& error) {
  return error.code == Code::kOutputUnwritable && error.what == kBrokenPipe;
}

}  // namespace octavo::cli
