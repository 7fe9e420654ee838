#include "document/output/markdown_list.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/utf8.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_inline.h"

namespace octavo::document {
namespace {

// Deeper nesting than this is an error of reading, and each level costs indentation on every line.
constexpr size_t kDeepest = 12;

// "12." or "12)" with at most nine digits: what Markdown itself counts with.
struct Number {
  long value = 0;
  char delimiter = '.';
};
std::optional<Number> read_number(std::string_view marker) {
  constexpr size_t kMostDigits = 9;
  if (marker.size() < 2 || marker.size() > kMostDigits + 1) return std::nullopt;
  Number number{.delimiter = marker.back()};
  if (number.delimiter != '.' && number.delimiter != ')') return std::nullopt;
  const char* const end = marker.data() + marker.size() - 1;
  const auto [stopped, failure] = std::from_chars(marker.data(), end, number.value);
  if (failure != std::errc() || stopped != end || number.value < 0) return std::nullopt;
  return number;
}

// One level of the nesting that is open while items are written.
struct Level {
  size_t indent = 0;           // spaces before the marker
  size_t content = 2;          // spaces before continuation lines and nested items
  std::optional<Number> last;  // number of the last item; none for a bullet
};

class ListWriter {
 public:
  void add(const ListItem& item) {
    const std::string marker = clean_text(trim(item.marker));
    const auto number = read_number(marker);
    const bool bullet = !number && is_bullet(marker);
    std::string text = markdown_paragraph_of(item, number || bullet ? "" : marker);
    if (text.empty() && !number) return;

    const size_t open_before = levels_.size();
    open_level(item.level);
    Level& level = levels_.back();
    // A nested list that does not count from 1 needs a blank line, or it is read as more of the
    // item.
    if (number && number->value != 1 && levels_.size() > open_before && open_before > 0)
      out_ += '\n';
    const std::string shown = number ? marker : "-";
    if (number && level.last && level.last->delimiter == number->delimiter &&
        level.last->value + 1 != number->value)
      out_ += "\n" + std::string(level.indent, ' ') + kListBreak + "\n\n";
    level.last = number;
    level.content = level.indent + shown.size() + 1;
    out_ += std::string(level.indent, ' ') + shown;
    if (!text.empty()) out_ += " " + indent_rest(std::move(text), level.content);
    out_ += '\n';
  }

  std::string take() {
    if (out_.ends_with('\n')) out_.pop_back();
    return std::move(out_);
  }

 private:
  // The printed marker goes in front of the text, so that both are escaped together.
  static std::string markdown_paragraph_of(const ListItem& item, const std::string& marker) {
    Inlines content = item.content;
    if (!marker.empty()) {
      const bool wide = is_cjk(last_char(marker));
      content.insert(content.begin(), {.text = wide ? marker : marker + " "});
    }
    return markdown_paragraph(content);
  }

  void open_level(int wanted) {
    const auto depth = static_cast<size_t>(std::clamp(wanted, 0, static_cast<int>(kDeepest)));
    if (levels_.size() > depth + 1) levels_.resize(depth + 1);
    // One step down at a time: a level that was skipped has nothing to hang on.
    if (levels_.empty())
      levels_.push_back({});
    else if (levels_.size() <= depth)
      levels_.push_back({.indent = levels_.back().content});
  }

  static std::string indent_rest(std::string text, size_t indent) {
    std::string out;
    for (const char c : text) {
      out.push_back(c);
      if (c == '\n') out.append(indent, ' ');
    }
    return out;
  }

  std::vector<Level> levels_;
  std::string out_;
};

std::optional<Number> outer_number(const ListItem& item) { return read_number(trim(item.marker)); }

}  // namespace

bool is_bullet(std::string_view marker) {
  static constexpr std::u32string_view kBullets = U"•‣⁃∙◦●○■□▪▫◆◇▶►▸➢➤·-–—*+»>o";
  const std::u32string wide = to_utf32(marker);
  if (wide.size() > 1) return false;
  return wide.empty() || is_private_use(wide[0]) ||
         kBullets.find(wide[0]) != std::u32string_view::npos;
}

std::string item_text(const ListItem& item) {
  const std::string marker = clean_text(trim(item.marker)), text = running_text(item.content);
  if (marker.empty() || text.empty()) return marker + text;
  return is_cjk(last_char(marker)) ? marker + text : marker + " " + text;
}

std::string markdown_list(const std::vector<ListItem>& items) {
  ListWriter writer;
  for (const ListItem& item : items) writer.add(item);
  return writer.take();
}

bool numbering_would_run_on(const std::vector<ListItem>& previous,
                            const std::vector<ListItem>& next) {
  const auto last = std::find_if(previous.rbegin(), previous.rend(),
                                 [](const ListItem& item) { return item.level <= 0; });
  if (last == previous.rend() || next.empty()) return false;
  const auto before = outer_number(*last), after = outer_number(next.front());
  return before && after && before->delimiter == after->delimiter &&
         before->value + 1 != after->value;
}

}  // namespace octavo::document
