#include "ask/citations.h"

#include <algorithm>
#include <cctype>

#include "base/utf8.h"

namespace octavo::ask {
namespace {

// "2:5" or "1:2:5" with blanks anywhere -> "[2:5]"; empty when it is something else.
std::string label_in(std::string_view part) {
  std::string label;
  size_t colons = 0;
  for (const char c : part) {
    if (c == ' ') continue;
    if (c == ':') {
      if (label.empty() || label.back() == ':') return "";
      ++colons;
    } else if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      return "";
    }
    label += c;
  }
  if (colons < 1 || colons > 2 || label.back() == ':') return "";
  return "[" + label + "]";
}

// The labels between two brackets, when there is nothing else.
std::vector<std::string> labels_in(std::string_view inside) {
  std::vector<std::string> labels;
  while (true) {
    const size_t comma = inside.find_first_of(",;");
    std::string label = label_in(inside.substr(0, comma));
    if (label.empty()) return {};
    labels.push_back(std::move(label));
    if (comma == std::string_view::npos) return labels;
    inside.remove_prefix(comma + 1);
  }
}

// Blanks before a full stop that a label left behind.
std::string tidied(std::string_view text) {
  std::string tidy = collapse_spaces(text);
  for (const std::string_view end : {" .", " ,", " ;", " 。", " ，"}) {
    for (size_t at = tidy.find(end); at != std::string::npos; at = tidy.find(end))
      tidy.erase(at, 1);
  }
  if (tidy.size() > 2 && tidy.front() == '"' && tidy.back() == '"' &&
      std::count(tidy.begin(), tidy.end(), '"') == 2)
    tidy = tidy.substr(1, tidy.size() - 2);
  return tidy;
}

}  // namespace

LabelledText read_labels(std::string_view text) {
  LabelledText read;
  std::string rest;
  while (!text.empty()) {
    const size_t open = text.find('[');
    rest += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const size_t close = text.find(']');
    const auto labels = close == std::string_view::npos ? std::vector<std::string>()
                                                        : labels_in(text.substr(1, close - 1));
    if (labels.empty()) {
      rest += '[';
      text.remove_prefix(1);
      continue;
    }
    for (const std::string& label : labels)
      if (std::find(read.labels.begin(), read.labels.end(), label) == read.labels.end())
        read.labels.push_back(label);
    text.remove_prefix(close + 1);
  }
  read.text = tidied(rest);
  return read;
}

bool says_nothing_found(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view sign : {"not in the document",
                                      "not in the passage",
                                      "not mentioned",
                                      "not provided",
                                      "not specified",
                                      "not stated",
                                      "not given",
                                      "no information",
                                      "does not contain",
                                      "do not contain",
                                      "does not mention",
                                      "do not mention",
                                      "cannot be answered",
                                      "can't be answered",
                                      "not enough information",
                                      "i'm sorry",
                                      "i am sorry",
                                      "unknown",
                                      "文档中没有",
                                      "没有提到",
                                      "未提及",
                                      "没有提供",
                                      "没有相关",
                                      "无法回答",
                                      "无法确定",
                                      "抱歉"})
    if (lower.find(sign) != std::string::npos) return true;
  return false;
}

}  // namespace octavo::ask
