#include "pipeline/keep_pages.h"

#include <utility>

#include "pipeline/page_bytes.h"

namespace octavo {

PagesToRead recall_pages(PageKeeper* keeper, const std::vector<int>& pages,
                         CollectPages& collected) {
  PagesToRead result;
  if (keeper != nullptr) keeper->opened(pages);
  for (size_t position = 0; position < pages.size(); ++position) {
    PagePlan plan = keeper != nullptr ? keeper->plan(pages[position]) : PagePlan();
    if (plan.what == PagePlan::What::kGivenUp) {
      collected.add(position, std::move(plan.error));
      continue;
    }
    if (plan.what == PagePlan::What::kKept) {
      if (auto page = page_from_bytes(plan.bytes, pages[position])) {
        collected.add_kept(position, *std::move(page));
        continue;
      }
    }
    const bool alone = plan.what == PagePlan::What::kReadAlone;
    (alone ? result.alone : result.together).push_back(position);
  }
  return result;
}

}  // namespace octavo
