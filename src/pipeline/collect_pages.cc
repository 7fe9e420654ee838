#include "pipeline/collect_pages.h"

#include <string>
#include <utility>

#include "base/diagnostics.h"
#include "octavo/page_keeper.h"
#include "pipeline/page_bytes.h"

namespace octavo {
namespace {

using document::PageBlocks;

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

CollectPages::CollectPages(const ParseOptions& options, std::vector<int> pages)
    : options_(options), indices_(std::move(pages)), pages_(indices_.size()) {}

void CollectPages::add(size_t position, Result<PageBlocks> page) {
  if (!page.ok() && page.error().code == Code::kCancelled) return fail(std::move(page).error());
  PageBlocks blocks =
      page.ok() ? std::move(page).value() : failed_page(indices_[position], page.error());
  hand_over_pictures(blocks);
  keep(blocks);
  const std::lock_guard lock(mutex_);
  place(position, std::move(blocks));
}

void CollectPages::add_kept(size_t position, PageBlocks page) {
  const std::lock_guard lock(mutex_);
  place(position, std::move(page));
}

// The first error counts.
void CollectPages::fail(Error error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::move(error);
}

// With the lock.
void CollectPages::place(size_t position, PageBlocks page) {
  pages_[position] = std::move(page);
  for (; reported_ < pages_.size() && pages_[reported_]; ++reported_)
    if (options_.on_page)
      options_.on_page({&pages_[reported_]->info, static_cast<int>(reported_) + 1,
                        static_cast<int>(pages_.size())});
}

void CollectPages::keep(const PageBlocks& page) {
  if (options_.keeper == nullptr || stopped()) return;
  Document alone = document::assemble_document({}, {page});
  alone.page_count = 1;
  const std::string bytes = page_to_bytes(page);
  const std::lock_guard lock(takers_);
  auto kept = options_.keeper->finished(alone, bytes);
  if (!kept.ok()) fail(std::move(kept).error());
}

bool CollectPages::stopped() const {
  const std::lock_guard lock(mutex_);
  return error_.has_value();
}

Result<std::vector<PageBlocks>> CollectPages::take() {
  if (error_) return *std::move(error_);
  std::vector<PageBlocks> pages;
  pages.reserve(pages_.size());
  for (auto& page : pages_) pages.push_back(*std::move(page));
  return pages;
}

void CollectPages::hand_over_pictures(PageBlocks& page) {
  if (!options_.picture_sink) return;
  const std::lock_guard lock(takers_);
  for (auto& page_block : page.blocks) {
    Picture& picture = page_block.block.picture;
    if (picture.bytes.empty()) continue;
    if (auto status = options_.picture_sink(picture); !status.ok()) fail(std::move(status).error());
    picture.bytes = {};
  }
}

}  // namespace octavo
