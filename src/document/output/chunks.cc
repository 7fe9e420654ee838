#include <algorithm>
#include <set>

#include "document/output/chunk.h"
#include "document/output/json_forms.h"
#include "octavo/output.h"

namespace octavo {

std::string to_chunks_jsonl(const Document& document, int max_characters) {
  using document::Json;
  constexpr int kLeast = 100;
  const auto most = static_cast<size_t>(std::max(max_characters, kLeast));
  std::string out;
  int id = 0;
  for (const document::Chunk& chunk : document::make_chunks(document, most)) {
    std::set<int> pages;
    Json boxes = Json::array();
    for (const PageBox& box : chunk.boxes) {
      pages.insert(box.page + 1);
      Json corners = Json::array();
      for (const float value : {box.box.x0, box.box.y0, box.box.x1, box.box.y1})
        corners.push_back(document::short_length(value));
      boxes.push_back({{"page", box.page + 1}, {"bbox", std::move(corners)}});
    }
    Json sources = Json::array();
    for (const Source source : chunk.sources) sources.push_back(source_name(source));
    Json line = {{"id", id++},
                 {"kind", block_kind_name(chunk.kind)},
                 {"headings", chunk.headings},
                 {"text", chunk.text},
                 {"pages", pages},
                 {"boxes", std::move(boxes)},
                 {"sources", std::move(sources)},
                 {"confidence", document::short_fraction(chunk.confidence)}};
    if (!chunk.picture.empty()) line["image"] = chunk.picture;
    out += document::dump_json(line, -1) + "\n";
  }
  return out;
}

}  // namespace octavo
