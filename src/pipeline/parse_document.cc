#include "pipeline/parse_document.h"

#include <mutex>
#include <optional>
#include <utility>

#include "base/try.h"
#include "document/order/assemble_document.h"
#include "pipeline/page_ranges.h"
#include "pipeline/read_page.h"

namespace octavo {
namespace {

using document::PageBlocks;

// What the workers share. Pages finish in any order and are reported in page order.
class Progress {
 public:
  Progress(const ParseOptions& options, size_t total) : options_(options), pages_(total) {}

  // Takes a finished page. Serialised, so the callbacks of the caller need no lock of their own.
  void finish(size_t position, PageBlocks page) {
    const std::lock_guard lock(mutex_);
    hand_over_pictures(page);
    pages_[position] = std::move(page);
    for (; reported_ < pages_.size() && pages_[reported_]; ++reported_)
      if (options_.on_page)
        options_.on_page({&pages_[reported_]->info, static_cast<int>(reported_) + 1,
                          static_cast<int>(pages_.size())});
  }

  void fail(Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }

  bool stopped() {
    const std::lock_guard lock(mutex_);
    return error_.has_value();
  }

  Result<std::vector<PageBlocks>> take() {
    if (error_) return *std::move(error_);
    std::vector<PageBlocks> pages;
    pages.reserve(pages_.size());
    for (auto& page : pages_) pages.push_back(*std::move(page));
    return pages;
  }

 private:
  void hand_over_pictures(PageBlocks& page) {
    if (!options_.picture_sink) return;
    for (auto& page_block : page.blocks) {
      Picture& picture = page_block.block.picture;
      if (picture.bytes.empty()) continue;
      if (auto status = options_.picture_sink(picture); !status.ok() && !error_)
        error_ = std::move(status).error();
      picture.bytes = {};
    }
  }

  const ParseOptions& options_;
  std::mutex mutex_;
  std::vector<std::optional<PageBlocks>> pages_;
  size_t reported_ = 0;
  std::optional<Error> error_;
};

PageBlocks failed_page(int index, const Error& error) {
  PageBlocks page;
  page.info.index = index;
  page.info.status = PageStatus::kFailed;
  page.info.source_reason = std::string(code_name(error.code));
  Diagnostics diagnostics(index);
  diagnostics.add(Severity::kError, std::string(code_name(error.code)), error.what);
  page.diagnostics = diagnostics.take();
  return page;
}

}  // namespace

Result<Document> parse_document(const document::PageSource& source, const std::string& name,
                                const ParseOptions& options, Networks& networks, ThreadPool& pool) {
  const int page_count = source.page_count();
  const std::vector<int> selected = OCTAVO_TRY(select_pages(options.pages, page_count));
  if (selected.size() > static_cast<size_t>(options.limits.max_pages))
    return Error{Code::kLimitExceeded,
                 std::to_string(selected.size()) + " pages are over the limit of " +
                     std::to_string(options.limits.max_pages),
                 "select fewer with --pages",
                 {.file = name}};

  Progress progress(options, selected.size());
  pool.parallel_for(selected.size(), [&](size_t position) {
    if (progress.stopped()) return;
    const int index = selected[position];
    auto page = read_page(source, index, options, networks);
    if (page.ok())
      progress.finish(position, std::move(page).value());
    else if (page.error().code == Code::kCancelled)
      progress.fail(std::move(page).error());
    else
      progress.finish(position, failed_page(index, page.error()));
  });

  auto pages = OCTAVO_TRY(progress.take());
  Document document = document::assemble_document(source.facts(), std::move(pages));
  document.name = name;
  document.page_count = page_count;
  return document;
}

}  // namespace octavo
