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

void read_basic(const document::PageSource& source, const std::vector<int>& pages,
                const ParseOptions& options, const Readers& readers, CollectPages& collected) {
  readers.pool.parallel_for(pages.size(), [&](size_t position) {
    if (collected.stopped()) return;
    collected.add(position, read_page(source, pages[position], options, readers.networks));
  });
}

Status read_asking(const document::PageSource& source, const std::vector<int>& pages, Tier tier,
                   const ParseOptions& options, const Readers& readers, CollectPages& collected) {
  const AskWork work{
      .pages = pages.size(),
      .make = [&](size_t position, const Deadline& deadline) -> std::unique_ptr<PageJob> {
        if (tier == Tier::kVlm) return make_vlm_page(source, pages[position], options, deadline);
        return make_hybrid_page(source, pages[position], options, readers.networks, deadline);
      },
      .vlm = readers.vlm,
      .done = [&](size_t position,
                  Result<document::PageBlocks> page) { collected.add(position, std::move(page)); },
      .stopped = [&] { return collected.stopped(); }};
  return ask_pages(work, options, {}, readers.pool);
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
  if (tier == Tier::kBasic)
    read_basic(source, selected, options, readers, collected);
  else
    OCTAVO_TRY_STATUS(read_asking(source, selected, tier, options, readers, collected));

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
