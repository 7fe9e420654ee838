#include "document_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "octavo/files.h"
#include "octavo/output.h"

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

std::string DocumentWriter::text_of(const Document& document, Format format) const {
  switch (format) {
    case Format::kJson:
      return to_content_list_json(document);
    case Format::kHtml:
      return to_html(document, {.headers = plan_->headers});
    case Format::kChunks:
      return to_chunks_jsonl(document);
    case Format::kStructured:
      return to_structured_content_json(document);
    case Format::kMarkdown:
    case Format::kOverlay:
      break;
  }
  return to_markdown(document, {.tables = plan_->tables, .headers = plan_->headers});
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
  // The Markdown comes first in the list and last onto the disk: where it is, all is.
  Status status = success();
  const std::string markdown_name = stem_ + ".md";
  if (wanted(Format::kMarkdown))
    status = add("md", markdown_name, text_of(document, Format::kMarkdown));
  const auto add_json = [&](const char* what, const std::string& text) {
    if (status.ok()) status = add(what, stem_ + "_" + what + ".json", text);
  };
  if (wanted(Format::kJson)) {
    add_json("content_list", text_of(document, Format::kJson));
    add_json("content_list_v2", to_content_list_v2_json(document));
    add_json("middle", to_middle_json(document));
    add_json("model", to_model_json(document));
  }
  if (wanted(Format::kStructured))
    add_json("structured_content", text_of(document, Format::kStructured));
  if (status.ok() && wanted(Format::kHtml))
    status = add("html", stem_ + ".html", text_of(document, Format::kHtml));
  if (status.ok() && wanted(Format::kChunks))
    status = add("chunks", stem_ + "_chunks.jsonl", text_of(document, Format::kChunks));
  if (status.ok() && wanted(Format::kOverlay)) {
    auto drawn = engine.draw_overlay(input, document, overlay);
    if (!drawn.ok()) return std::move(drawn).error();
    status = add("overlay", stem_ + "_layout.pdf", as_text(*drawn));
  }
  if (status.ok()) status = add("report", stem_ + "_report.json", to_report_json(document));
  if (!status.ok()) return std::move(status).error();
  if (auto done = staging_->commit(folder, wanted(Format::kMarkdown) ? markdown_name : last);
      !done.ok())
    return std::move(done).error();
  return outputs;
}

Result<Outputs> DocumentWriter::finish_single(const Document& document, const Input& input,
                                              Engine& engine, const OverlayOptions& overlay) {
  static constexpr const char* kNames[] = {"md",     "content_list", "html",
                                           "chunks", "overlay",      "structured_content"};
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
    text = text_of(document, format);
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
