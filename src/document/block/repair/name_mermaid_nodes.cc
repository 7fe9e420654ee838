#include <cctype>
#include <map>

#include "document/block/repair/mermaid.h"
#include "document/block/repair/mermaid_text.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;

char to_upper(char c) { return is_ascii_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// Words run together, each but the first in its usual case: "Top LAYER-2" -> "TopLayer2".
std::string make_name(std::string_view text) {
  std::string name, underscores;
  bool in_word = false, first_word = true;
  for (const char c : text) {
    if (c == '_') underscores += c;
    if (!is_ascii_alnum(c)) {
      first_word = first_word && !in_word;
      in_word = false;
      continue;
    }
    const std::string lower = to_lower(std::string_view(&c, 1));
    name += first_word ? c : in_word ? lower[0] : to_upper(c);
    in_word = true;
  }
  if (name.empty()) name = underscores;
  if (name.empty()) name = "node";
  if (is_ascii_digit(name[0])) name.insert(0, 1, 'n');
  return name;
}

// Where a statement or an edge ends: outside quotes, brackets and |labels|.
class TopLevel {
 public:
  explicit TopLevel(std::string_view text) : text_(text) {}

  // The next `separator` at top level from the last one on; kNone when there is none.
  size_t next(std::string_view separator) {
    while (at_ < text_.size()) {
      if (is_open() && has_at(text_, at_, separator)) {
        at_ += separator.size();
        return at_ - separator.size();
      }
      pass(text_[at_++]);
    }
    return kNone;
  }

 private:
  bool is_open() const { return !escaped_ && !quoted_ && depth_ == 0 && !in_label_; }
  void pass(char c) {
    if (escaped_) {
      escaped_ = false;
    } else if (quoted_) {
      escaped_ = c == '\\';
      quoted_ = c != '"';
    } else if (c == '"') {
      quoted_ = true;
    } else if (c == '[' || c == '(' || c == '{') {
      ++depth_;
    } else if (c == ']' || c == ')' || c == '}') {
      if (depth_ > 0) --depth_;
    } else if (c == '|' && depth_ == 0) {
      in_label_ = !in_label_;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  bool escaped_ = false, quoted_ = false, in_label_ = false;
};

std::vector<std::string_view> split_top_level(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  TopLevel scan(text);
  size_t begin = 0;
  for (size_t at; (at = scan.next(separator)) != kNone; begin = at + separator.size())
    parts.push_back(text.substr(begin, at - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

std::string clean_label(std::string_view raw) {
  std::string label;
  for (const char c : raw) {
    if (c == '(' || c == ')') continue;
    if (c == ' ' && label.ends_with(' ')) continue;
    label += c;
  }
  return std::string(strip(label));
}

class NodeNamer {
 public:
  // Names that a line's node declares stay what they are.
  void declare(std::string_view line) {
    line = strip(line);
    const size_t end = identifier_end(line, 0);
    const size_t next = skip_spaces(line, end);
    if (end == 0 || next >= line.size() || !contains("[({", line.substr(next, 1))) return;
    declared_.insert(std::string(line.substr(0, end)));
    names_.take(std::string(line.substr(0, end)));
  }

  std::string fix_statement(std::string_view statement) {
    statement = strip(statement);
    if (!contains(statement, kArrow) || statement.starts_with("%%")) return std::string(statement);
    const auto parts = split_top_level(statement, kArrow);
    if (parts.size() < 2) return std::string(statement);
    std::string fixed = fix_end(strip(parts[0]));
    for (size_t i = 1; i < parts.size(); ++i) {
      const std::string target = fix_target(strip(parts[i]));
      fixed += target.starts_with('|') ? " -->" : " --> ";
      fixed += target;
    }
    return fixed;
  }

 private:
  // "|label| B" or "B".
  std::string fix_target(std::string_view part) {
    const size_t close = part.starts_with('|') ? part.find('|', 1) : kNone;
    if (close == kNone || close + 1 == part.size()) return fix_end(part);
    const std::string_view target = part.substr(skip_spaces(part, close + 1));
    return "|" + clean_label(part.substr(1, close - 1)) + "| " + fix_end(target);
  }

  // A plain text that is no name becomes one, with the text as its label where it comes first.
  std::string fix_end(std::string_view text) {
    std::string raw(text);
    if (raw.empty() || raw.find_first_of("[](){}\"|") != kNone || is_identifier(raw)) return raw;
    auto known = names_of_.find(raw);
    if (known == names_of_.end())
      known = names_of_.emplace(raw, names_.take_new(make_name(raw))).first;
    const std::string& name = known->second;
    if (!declared_.insert(name).second) return name;
    return name + "[\"" + raw + "\"]";
  }

  UniqueNames names_{""};
  std::unordered_set<std::string> declared_;
  std::map<std::string, std::string> names_of_;
};

bool has_two_way_arrow(std::string_view line) {
  for (size_t at = line.find('<'); at != kNone; at = line.find('<', at + 1))
    if (two_way_arrow_end(line, at) > 0) return true;
  return false;
}

}  // namespace

std::string name_mermaid_nodes(std::string_view text) {
  NodeNamer namer;
  for (const std::string_view line : split_lines(text)) namer.declare(line);
  return change_lines(text, [&](std::string_view line) {
    if (has_two_way_arrow(line) || !contains(line, kArrow) || strip(line).starts_with("%%"))
      return std::string(line);
    auto statements = split_top_level(line, ";");
    const bool ended = statements.size() > 1 && is_blank(statements.back());
    if (ended) statements.pop_back();
    std::vector<std::string> fixed;
    for (const std::string_view statement : statements)
      if (!is_blank(statement)) fixed.push_back(namer.fix_statement(statement));
    if (fixed.empty()) return std::string(line);
    return "  " + join(fixed, "; ") + (ended ? ";" : "");
  });
}

}  // namespace octavo::document::protocol
