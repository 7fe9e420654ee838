// The model's answer about an image or a chart: fields <|class_start|>..<|class_end|>, sub_class,
// caption, content.
#pragma once

#include <string>
#include <string_view>

namespace octavo::document::protocol {

struct PictureAnswer {
  std::string kind;  // of the field "class", lower case: "chart", "natural_image", "pure_table" ...
  std::string sub_kind;  // lower case
  std::string caption;
  std::string
      content;  // repaired: of a flow chart, a Mermaid fence; of a chart, a legal table or ""
};

// The first of each field, trimmed; "" for one that is missing. Content that never ends counts all
// the same. Thread-safe, linear.
PictureAnswer read_picture_answer(std::string_view answer);

}  // namespace octavo::document::protocol
