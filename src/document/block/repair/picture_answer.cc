#include "document/block/repair/picture_answer.h"

#include "document/block/repair/chart_repetition.h"
#include "document/block/repair/mermaid.h"
#include "document/block/repair/pipe_table.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr std::string_view kContentStart = "<|content_start|>", kContentEnd = "<|content_end|>";

std::string_view read_field(std::string_view answer, std::string_view name) {
  const std::string open = "<|" + std::string(name) + "_start|>";
  const std::string close = "<|" + std::string(name) + "_end|>";
  const size_t at = answer.find(open);
  if (at == std::string_view::npos) return {};
  const size_t begin = at + open.size(), end = answer.find(close, begin);
  if (end == std::string_view::npos) return {};
  return strip(answer.substr(begin, end - begin));
}

}  // namespace

PictureAnswer read_picture_answer(std::string_view answer) {
  PictureAnswer picture;
  picture.kind = to_lower(read_field(answer, "class"));
  picture.sub_kind = to_lower(read_field(answer, "sub_class"));
  picture.caption = read_field(answer, "caption");
  picture.content = read_field(answer, "content");
  if (picture.content.empty() && count_of(answer, kContentStart) == 1 &&
      !contains(answer, kContentEnd))
    picture.content = answer.substr(answer.find(kContentStart) + kContentStart.size());

  if (picture.kind == "chemical") {
    picture.content.clear();  // what the model writes for formulas of molecules is no use
  } else if (picture.kind == "flowchart") {
    picture.content = repair_mermaid(picture.content);
  } else if (picture.kind == "chart") {
    picture.content = repair_chart(picture.content);
    if (has_broken_pipe_table(picture.content)) picture.content.clear();
  }
  return picture;
}

}  // namespace octavo::document::protocol
