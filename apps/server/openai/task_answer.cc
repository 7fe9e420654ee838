#include "server/openai/task_answer.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "server/http/json.h"

namespace octavo::server {
namespace {

// Names that differ from those of the model's own vocabulary.
std::string_view model_type(const std::string& type) {
  if (type == "aside") return "aside_text";
  if (type == "footnote") return "page_footnote";
  return type;
}

std::string thousandths(const Json& box) {
  std::string out;
  for (const Json& side : box) {
    const double value = side.is_number() ? side.get<double>() : 0;
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%03d",
                  static_cast<int>(std::lround(std::fmin(std::fmax(value, 0), 1) * 1000)));
    out += (out.empty() ? "" : " ") + std::string(text.data());
  }
  return out;
}

std::string_view rotation(const Json& block) {
  switch (block.value("angle", Json()).is_number() ? block["angle"].get<int>() : 0) {
    case 90:
      return "<|rotate_right|>";
    case 180:
      return "<|rotate_down|>";
    case 270:
      return "<|rotate_left|>";
    default:
      return "<|rotate_up|>";
  }
}

std::string layout_line(const Json& block, const std::string& type, bool marks) {
  const std::string box = thousandths(block.value("bbox", Json::array()));
  if (!marks) return box + std::string(model_type(type));
  std::string line = "<|box_start|>" + box + "<|box_end|><|ref_start|>";
  line += model_type(type);
  line += "<|ref_end|>";
  line += rotation(block);
  return line;
}

std::string text_of(const Json& block) {
  const Json content = block.value("content", Json());
  return content.is_string() ? content.get<std::string>() : "";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

// The first block of that type; nothing when there is none.
std::string first_of(const Json& blocks, std::string_view type) {
  for (const Json& block : blocks)
    if (block.value("type", "") == type)
      if (std::string text = text_of(block); !text.empty()) return text;
  return "";
}

std::string all_text(const Json& blocks) {
  std::string out;
  for (const Json& block : blocks)
    if (const std::string text = text_of(block); !text.empty())
      out += (out.empty() ? "" : "\n") + text;
  return out;
}

std::string all_lines(const Json& blocks, bool marks) {
  std::string out;
  for (const Json& block : blocks)
    if (const std::string type = block.value("type", ""); !type.empty())
      out += (out.empty() ? "" : "\n") + layout_line(block, type, marks);
  return out;
}

std::string answer(DocumentTask task, const Json& blocks, bool keep_special) {
  const std::string text = all_text(blocks);
  switch (task) {
    case DocumentTask::kLayout:
      return all_lines(blocks, keep_special);
    case DocumentTask::kText:
      return text;
    case DocumentTask::kTable:
      if (std::string table = first_of(blocks, "table"); !table.empty()) return table;
      return text.empty() ? "" : "<table><tr><td>" + escaped(text) + "</td></tr></table>";
    case DocumentTask::kFormula:
      if (const std::string latex = first_of(blocks, "equation"); !latex.empty())
        return "\\[\n" + latex + "\n\\]";
      return text;
    case DocumentTask::kImage:
      break;
  }
  return "";
}

}  // namespace

std::string task_answer(DocumentTask task, std::string_view model_json, bool keep_special) {
  const Json pages = Json::parse(model_json, nullptr, false);
  if (!pages.is_array() || pages.empty() || !pages[0].is_array()) return "";
  for (const Json& block : pages[0])
    if (!block.is_object()) return "";
  return answer(task, pages[0], keep_special);
}

}  // namespace octavo::server
