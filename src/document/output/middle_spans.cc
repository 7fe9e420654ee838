#include "document/output/middle_spans.h"

#include "document/output/inline_runs.h"

namespace octavo::document {

Json middle_line(const Inlines& inlines, const Json& bbox) {
  Json spans = Json::array();
  Inlines text;
  const auto flush = [&] {
    if (const std::string content = running_text(text); !content.empty())
      spans.push_back({{"bbox", bbox}, {"type", "text"}, {"content", content}});
    text.clear();
  };
  for (const Inline& run : tidy_inlines(inlines)) {
    if (run.kind == InlineKind::kText) {
      text.push_back(run);
      continue;
    }
    flush();
    spans.push_back({{"bbox", bbox}, {"type", "inline_equation"}, {"content", run.text}});
  }
  flush();
  return {{"bbox", bbox}, {"spans", std::move(spans)}};
}

Json middle_line_of(const char* type, const Json& content, const Json& bbox) {
  Json span = {{"bbox", bbox}, {"type", type}};
  span.update(content);
  return {{"bbox", bbox}, {"spans", Json::array({std::move(span)})}};
}

size_t box_of_line(const Block& block, const Line& line) {
  size_t best = 0;
  float most = -1;
  for (size_t i = 0; i < block.boxes.size(); ++i) {
    if (block.boxes[i].page != line.box.page) continue;
    const float overlap = overlap_area(block.boxes[i].box, line.box.box);
    if (overlap > most) {
      most = overlap;
      best = i;
    }
  }
  return best;
}

}  // namespace octavo::document
