#include "pipeline/parse_document.h"

#include <chrono>
#include <utility>
#include <vector>

#include "base/try.h"
#include "document/order/assemble_document.h"
#include "pipeline/ask_pages.h"
#include "pipeline/cell_questions.h"
#include "pipeline/collect_pages.h"
#include "pipeline/hybrid_page.h"
#include "pipeline/keep_pages.h"
#include "pipeline/page_ranges.h"
#include "pipeline/read_page.h"
#include "pipeline/vlm_page.h"

namespace octavo {
namespace {

// Small networks need seconds a page; a model of a milliard weights on two cores needs minutes.
constexpr std::chrono::minutes kBasicTimeout{2}, kVlmTimeout{30};

Tier tier_of(const ParseOptions& options, const Readers& readers) {
  if (options.tier != Tier::kAuto) return options.tier;
  return readers.has_vlm ? Tier::kHybrid : Tier::kBasic;
}

ParseOptions with_defaults(const ParseOptions& given, Tier tier) {
  ParseOptions options = given;
  if (options.page_timeout.count() <= 0)
    options.page_timeout = tier == Tier::kBasic ? kBasicTimeout : kVlmTimeout;
  return options;
}

// The whole work on one document's pages.
struct Work {
  const document::PageSource& source;
  const std::vector<int>& pages;  // selected
  Tier tier;
  const ParseOptions& options;
  const Readers& readers;
  CollectPages& collected;

  int begin(size_t position) const {
    if (options.keeper != nullptr) options.keeper->started(pages[position]);
    return pages[position];
  }
};

void read_basic(const Work& work, const std::vector<size_t>& positions) {
  work.readers.pool.parallel_for(positions.size(), [&](size_t i) {
    if (work.collected.stopped()) return;
    work.collected.add(positions[i], read_page(work.source, work.begin(positions[i]), work.options,
                                               work.readers.networks));
  });
}

Status read_asking(const Work& work, const std::vector<size_t>& positions) {
  const AskWork asking{.pages = positions.size(),
                       .make = [&](size_t i, const Deadline& deadline) -> std::unique_ptr<PageJob> {
                         const int page = work.begin(positions[i]);
                         if (work.tier == Tier::kVlm)
                           return make_vlm_page(work.source, page, work.options, deadline);
                         return make_hybrid_page(work.source, page, work.options,
                                                 work.readers.networks, deadline);
                       },
                       .vlm = work.readers.vlm,
                       .done =
                           [&](size_t i, Result<document::PageBlocks> page) {
                             work.collected.add(positions[i], std::move(page));
                           },
                       .stopped = [&] { return work.collected.stopped(); }};
  return ask_pages(asking, work.options, {}, work.readers.pool);
}

Status read_pages(const Work& work, const std::vector<size_t>& positions) {
  if (positions.empty() || work.collected.stopped()) return success();
  if (work.tier != Tier::kBasic) return read_asking(work, positions);
  read_basic(work, positions);
  return success();
}

}  // namespace

Result<Document> parse_document(const document::PageSource& source, const std::string& name,
                                const ParseOptions& given, const Readers& readers) {
  const int page_count = source.page_count();
  const std::vector<int> selected = OCTAVO_TRY(select_pages(given.pages, page_count));
  if (selected.size() > static_cast<size_t>(given.limits.max_pages))
    return Error{Code::kLimitExceeded,
                 std::to_string(selected.size()) + " pages are over the limit of " +
                     std::to_string(given.limits.max_pages),
                 "select fewer with --pages",
                 {.file = name}};

  const Tier tier = tier_of(given, readers);
  const ParseOptions options = with_defaults(given, tier);
  CollectPages collected(options, selected);
  const Work work{source, selected, tier, options, readers, collected};
  const PagesToRead to_read = recall_pages(options.keeper, selected, collected);
  OCTAVO_TRY_STATUS(read_pages(work, to_read.together));
  for (const size_t position : to_read.alone) OCTAVO_TRY_STATUS(read_pages(work, {position}));

  auto pages = OCTAVO_TRY(collected.take());
  CellQuestions cells(options, readers.vlm);
  document::AskCells ask;
  if (tier != Tier::kBasic)
    ask = [&](const auto& above, const auto& below) { return cells.ask(above, below); };
  Document document = document::assemble_document(source.facts(), std::move(pages), ask);
  cells.report(document.diagnostics);
  document.name = name;
  document.page_count = page_count;
  document.tier = tier;
  return document;
}

}  // namespace octavo
