#include "service/document_work.h"

#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/try.h"
#include "octavo/files.h"
#include "octavo/output_files.h"
#include "service/durable.h"
#include "service/folder_keeper.h"

namespace octavo::service {
namespace {

Json ended(int64_t task, Result<Json> result) {
  Json json = {{"is", result.ok() ? "ended" : "failed"}, {"task", task}};
  json.update(result.ok() ? *result : error_json(result.error()));
  return json;
}

std::vector<OutputFormat> formats_to_write(std::vector<OutputFormat> asked) {
  std::vector<OutputFormat> formats;
  const auto wanted = [&](OutputFormat format) {
    return asked.empty() || format == OutputFormat::kReport ||
           std::find(asked.begin(), asked.end(), format) != asked.end();
  };
  for (int i = 0; i < kOutputFormats; ++i)
    if (wanted(static_cast<OutputFormat>(i))) formats.push_back(static_cast<OutputFormat>(i));
  return formats;
}

Result<Json> write_outputs(const ReadTask& task, const Document& document,
                           const CancelFlag& cancel) {
  Json outputs = Json::array();
  std::vector<FileContent> files;
  for (const OutputFormat format : formats_to_write(task.settings.formats)) {
    if (cancel.is_set()) return Error{Code::kCancelled, "stopped on request", "", {}};
    files.push_back({.path = task.output_folder + "/" + output_file_name(task.stem, format),
                     .bytes = output_file_text(document, format)});
    outputs.push_back(
        {{"format", output_format_name(format)}, {"bytes", files.back().bytes.size()}});
  }
  OCTAVO_TRY_STATUS(write_together(files));
  std::error_code failure;
  return Json{{"tier", tier_name(document.tier)},
              {"folder", method_folder(document.tier, task.settings.ocr)},
              {"pictures", std::filesystem::exists(task.output_folder + "/images", failure)},
              {"outputs", std::move(outputs)}};
}

}  // namespace

DocumentWork::DocumentWork(WorkerSetup setup, const WorkerParts& parts, WorkerLink& link)
    : setup_(std::move(setup)), parts_(parts), link_(link) {}

DocumentWork::~DocumentWork() {
  if (thread_.joinable()) thread_.join();
}

void DocumentWork::begin(int64_t task, std::function<Json(const CancelFlag&)> work) {
  if (thread_.joinable()) thread_.join();
  cancel_ = std::make_unique<CancelFlag>();
  task_ = task;
  thread_ = std::thread([this, work = std::move(work), flag = cancel_.get()] {
    const Json end = work(*flag);
    // What the task used goes back to the system before the next, which may be hours away.
    ::malloc_trim(0);
    link_.send(end);
  });
}

void DocumentWork::read(ReadTask task) {
  begin(task.id,
        [this, task](const CancelFlag& flag) { return ended(task.id, do_read(task, flag)); });
}

void DocumentWork::draw(DrawTask task) {
  begin(task.id,
        [this, task](const CancelFlag& flag) { return ended(task.id, do_draw(task, flag)); });
}

void DocumentWork::cancel(int64_t task) {
  if (cancel_ && task == task_) cancel_->set();
}

Result<DocumentReader*> DocumentWork::reader() {
  if (!reader_) reader_ = OCTAVO_TRY(parts_.make_reader(setup_.parser));
  return reader_.get();
}

Result<Json> DocumentWork::do_read(const ReadTask& task, const CancelFlag& cancel) {
  DocumentReader* const reader = OCTAVO_TRY(this->reader());
  FolderKeeper keeper(task, OCTAVO_TRY(PageLog::open(task.page_log)), link_);
  ParseOptions options;
  if (!task.page_range.empty()) options.pages = OCTAVO_TRY(parse_page_ranges(task.page_range));
  options.password = task.password;
  options.tier = task.settings.tier;
  options.effort = task.settings.effort;
  options.ocr = task.settings.ocr;
  options.language = task.settings.language;
  options.page_timeout = setup_.page_timeout;
  options.limits = setup_.limits;
  options.keep_pictures = task.settings.pictures;
  options.picture_sink = [&](const Picture& picture) { return keeper.add_picture(picture); };
  options.cancel = &cancel;
  options.keeper = &keeper;
  Document document = OCTAVO_TRY(reader->parse_file(task.input, options));
  document.name = task.name;
  Json outputs = OCTAVO_TRY(write_outputs(task, document, cancel));
  OCTAVO_TRY_STATUS(keeper.flush());
  return outputs;
}

Result<Json> DocumentWork::do_draw(const DrawTask& task, const CancelFlag& cancel) {
  DocumentReader* const reader = OCTAVO_TRY(this->reader());
  const PagePictureOptions options{.page = task.page,
                                   .side = task.side,
                                   .password = task.password,
                                   .limits = setup_.limits,
                                   .cancel = &cancel};
  const auto png = OCTAVO_TRY(reader->draw_page_file(task.input, options));
  // It can be drawn again: no need to flush it.
  OCTAVO_TRY_STATUS(write_file_atomically(task.output, png));
  return Json::object();
}

}  // namespace octavo::service
