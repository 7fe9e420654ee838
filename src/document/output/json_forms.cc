#include "document/output/json_forms.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "document/output/body_parts.h"
#include "document/output/inline_runs.h"

namespace octavo::document {
namespace {

constexpr int kThousand = 1000;

int whole(float value, int limit) {
  if (!(value > 0)) return 0;  // NaN too
  return value < static_cast<float>(limit) ? static_cast<int>(value) : limit;
}

double rounded(float value, double steps) {
  return std::isfinite(value) ? std::round(static_cast<double>(value) * steps) / steps : 0.0;
}

// A page of no size would divide by zero.
int side(float length) { return std::max(1, whole(length, 1'000'000)); }

Json box_json(const PointBox& box, int width, int height) {
  return Json::array(
      {whole(box.x0, width), whole(box.y0, height), whole(box.x1, width), whole(box.y1, height)});
}

}  // namespace

std::string dump_json(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

void JsonArrayText::add(const Json& element) {
  const std::string margin(static_cast<size_t>(base_ + indent_), ' ');
  text_ += text_.empty() ? "[\n" : ",\n";
  text_ += margin;
  // Line ends inside strings are escaped, so these are all of the layout.
  for (const char c : dump_json(element, indent_)) {
    text_.push_back(c);
    if (c == '\n') text_ += margin;
  }
}

std::string JsonArrayText::take() {
  if (text_.empty()) return "[]";
  text_ += "\n" + std::string(static_cast<size_t>(base_), ' ') + "]";
  return std::move(text_);
}

double short_fraction(float value) { return rounded(std::clamp(value, 0.0F, 1.0F), 1000); }
double short_length(float value) { return rounded(value, 10); }

Json fractions(const NormBox& box) {
  return Json::array({short_fraction(box.x0), short_fraction(box.y0), short_fraction(box.x1),
                      short_fraction(box.y1)});
}

Json fractions(const PointBox& box, const PageInfo& page) {
  const float width = std::max(page.width, 1.0F), height = std::max(page.height, 1.0F);
  return fractions(NormBox{box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height});
}

const PageInfo* PageLookup::find(int page) const {
  const auto found =
      std::lower_bound(pages_.begin(), pages_.end(), page,
                       [](const PageInfo& info, int index) { return info.index < index; });
  return found != pages_.end() && found->index == page ? &*found : nullptr;
}

Json PageLookup::points(const PageBox& box) const {
  const PageInfo* page = find(box.page);
  return page == nullptr ? Json::array({0, 0, 0, 0})
                         : box_json(box.box, side(page->width), side(page->height));
}

Json PageLookup::thousandths(const PageBox& box) const {
  const PageInfo* page = find(box.page);
  if (page == nullptr) return Json::array({0, 0, 0, 0});
  const float x = kThousand / std::max(page->width, 1.0F),
              y = kThousand / std::max(page->height, 1.0F);
  return box_json({box.box.x0 * x, box.box.y0 * y, box.box.x1 * x, box.box.y1 * y}, kThousand,
                  kThousand);
}

std::vector<PageOfBlocks> blocks_by_page(const Document& document) {
  std::vector<PageOfBlocks> pages;
  pages.reserve(document.pages.size());
  for (const PageInfo& page : document.pages) pages.push_back({.page = &page});
  if (pages.empty()) return pages;
  for (const Block& block : document.blocks) {
    const auto found = std::lower_bound(
        pages.begin(), pages.end(), first_page(block),
        [](const PageOfBlocks& page, int index) { return page.page->index < index; });
    const bool known = found != pages.end() && found->page->index == first_page(block);
    (known ? *found : pages.front()).blocks.push_back(&block);
  }
  return pages;
}

bool is_discarded_kind(BlockKind kind) {
  return is_page_furniture(kind) || kind == BlockKind::kPageFootnote;
}

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace octavo::document
