#include "document/output/cut_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace octavo::document {
namespace {

constexpr char32_t kJoiner = 0x200D;

bool is_closer(char32_t c) {
  static constexpr std::u32string_view kClosers = U"\"')]}”’»）】』」";
  return kClosers.find(c) != std::u32string_view::npos;
}

// Does a sentence end before text[at]? Latin enders need white space after them, CJK ones do not.
bool ends_sentence(std::u32string_view text, size_t at) {
  static constexpr std::u32string_view kWide = U"。！？；…", kNarrow = U".!?";
  size_t i = at;
  while (i > 0 && is_closer(text[i - 1])) --i;
  if (i == 0) return false;
  if (kWide.find(text[i - 1]) != std::u32string_view::npos)
    return at >= text.size() || !is_closer(text[at]);
  return kNarrow.find(text[i - 1]) != std::u32string_view::npos && at < text.size() &&
         is_space(text[at]);
}

// May a hard cut fall before text[at]? Not inside an emoji sequence or before a combining mark.
bool may_split(std::u32string_view text, size_t at) {
  return at == 0 || (!is_combining(text[at]) && text[at] != kJoiner && text[at - 1] != kJoiner);
}

// Where the piece that starts at text[0] ends; between 1 and `most`.
size_t piece_end(std::u32string_view text, size_t most) {
  if (text.size() <= most) return text.size();
  for (size_t i = most; i > 0; --i)
    if (ends_sentence(text, i)) return i;
  for (size_t i = most; i > 0; --i)
    if (is_space(text[i])) return i;
  for (size_t i = most; i > 0; --i)
    if (may_split(text, i)) return i;
  return most;
}

class Packer {
 public:
  explicit Packer(const PackOptions& options) : options_(options) {}

  void add_head() {
    const std::string& head = options_.first_head;
    if (head.empty()) return;
    if (character_count(head) * 2 <= options_.most) {
      start(head);
      return;
    }
    for (std::string& piece : cut_text(head, options_.most))
      packs_.push_back({std::move(piece), 0, 0});
  }

  void add(const std::string& unit, size_t index) {
    const size_t length = character_count(unit);
    const size_t separator = character_count(options_.separator);
    if (open_ && used_ + separator + length <= options_.most) {
      append(unit, length, index);
      return;
    }
    // A head waits for its first unit, unless that one will not fit beside it.
    if (open_ && !only_head_) flush();
    const size_t later = character_count(options_.later_head);
    if (!open_ && later > 0 && later * 2 <= options_.most) start(options_.later_head);
    const size_t room =
        open_ ? options_.most - std::min(options_.most, used_ + separator) : options_.most;
    if (length <= room) {
      append(unit, length, index);
      return;
    }
    if (open_) flush();
    for (std::string& piece : cut_text(unit, options_.most))
      packs_.push_back({std::move(piece), index, index});
  }

  std::vector<Pack> take() {
    flush();
    return std::move(packs_);
  }

 private:
  void start(const std::string& head) {
    pack_ = {.text = head};
    used_ = character_count(head);
    open_ = only_head_ = true;
  }

  void append(const std::string& unit, size_t length, size_t index) {
    if (!open_) {
      pack_ = {};
      used_ = 0;
    } else {
      pack_.text += options_.separator;
      used_ += character_count(options_.separator);
    }
    if (!open_ || only_head_) pack_.first = index;
    pack_.last = index;
    pack_.text += unit;
    used_ += length;
    open_ = true;
    only_head_ = false;
  }

  void flush() {
    if (open_ && !pack_.text.empty()) packs_.push_back(std::move(pack_));
    open_ = only_head_ = false;
  }

  const PackOptions& options_;
  std::vector<Pack> packs_;
  Pack pack_;
  size_t used_ = 0;
  bool open_ = false, only_head_ = false;
};

}  // namespace

size_t character_count(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; }));
}

std::vector<std::string> cut_text(std::string_view text, size_t most) {
  most = std::max<size_t>(most, 1);
  const std::u32string wide = to_utf32(text);
  std::u32string_view rest = wide;
  std::vector<std::string> pieces;
  while (!rest.empty()) {
    if (is_space(rest.front())) {
      rest.remove_prefix(1);
      continue;
    }
    const size_t end = piece_end(rest, most);
    const std::string piece = to_utf8(rest.substr(0, end));
    pieces.emplace_back(trim(piece));
    rest.remove_prefix(end);
  }
  return pieces;
}

std::vector<Pack> pack_units(const std::vector<std::string>& units, const PackOptions& options) {
  Packer packer(options);
  packer.add_head();
  for (size_t i = 0; i < units.size(); ++i) packer.add(units[i], i);
  return packer.take();
}

}  // namespace octavo::document
