#include "document/layout/vlm/answer_text.h"

#include "base/utf8.h"

namespace octavo::document::protocol {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 28 && c <= 31); }

// U+1680, U+2000 .. U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 by their three bytes.
bool is_wide_space(std::string_view three) {
  if (three == "\xE1\x9A\x80" || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80") return true;
  if (three.size() != 3 || three[0] != '\xE2' || three[1] != '\x80') return false;
  const auto last = static_cast<unsigned char>(three[2]);
  return (last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF;
}

// Bytes of the line end at `at`; 0 when there is none.
size_t line_end_at(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '\r') return has_at(text, at + 1, "\n") ? 2 : 1;
  if ((c >= '\n' && c <= '\f') || (c >= 28 && c <= 30)) return 1;
  if (c == '\xC2') return has_at(text, at, "\xC2\x85") ? 2 : 0;
  if (c != '\xE2') return 0;
  return has_at(text, at, "\xE2\x80\xA8") || has_at(text, at, "\xE2\x80\xA9") ? 3 : 0;
}

}  // namespace

size_t space_at(std::string_view text, size_t at) {
  if (at >= text.size()) return 0;
  const char c = text[at];
  if (static_cast<unsigned char>(c) < 0x80) return is_ascii_space(c) ? 1 : 0;
  if (c == '\xC2') return has_at(text, at, "\xC2\x85") || has_at(text, at, "\xC2\xA0") ? 2 : 0;
  return is_wide_space(text.substr(at, 3)) ? 3 : 0;
}

size_t space_before(std::string_view text, size_t at) {
  for (size_t size = 1; size <= 3 && size <= at; ++size)
    if (!is_continuation(text[at - size])) return space_at(text, at - size) == size ? size : 0;
  return 0;
}

size_t skip_spaces(std::string_view text, size_t at) {
  while (const size_t size = space_at(text, at)) at += size;
  return at;
}

std::string_view strip_end(std::string_view text) {
  while (const size_t size = space_before(text, text.size())) text.remove_suffix(size);
  return text;
}

std::string_view strip(std::string_view text) {
  return strip_end(text.substr(skip_spaces(text, 0)));
}

bool is_blank(std::string_view text) { return skip_spaces(text, 0) == text.size(); }

std::string squeeze_spaces(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t next = skip_spaces(text, at);
    if (next > at) {
      out += ' ';
      at = next;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t size = line_end_at(text, at);
    if (size == 0) {
      ++at;
      continue;
    }
    lines.push_back(text.substr(begin, at - begin));
    at += size;
    begin = at;
  }
  if (begin < text.size()) lines.push_back(text.substr(begin));
  return lines;
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  for (size_t at; (at = text.find(separator, begin)) != kNone; begin = at + separator.size())
    parts.push_back(text.substr(begin, at - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

size_t count_characters(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += !is_continuation(c);
  return count;
}

size_t character_size(std::string_view text, size_t at) {
  size_t end = at + 1;
  while (end < text.size() && is_continuation(text[end])) ++end;
  return end - at;
}

bool word_character_at(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  if (static_cast<unsigned char>(text[at]) < 0x80)
    return is_ascii_alnum(text[at]) || text[at] == '_';
  const char32_t c = first_char(text.substr(at, character_size(text, at)));
  if (is_letter(c) || is_digit(c)) return true;
  // What is left are numbers that are no digits: U+00B2, U+00BD, U+2167.
  return !is_punctuation(c) && !is_symbol(c) && !is_space(c) && !is_combining(c) &&
         !is_control(c) && !is_private_use(c);
}

std::string to_lower(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t size = character_size(text, at);
    if (is_ascii_upper(text[at]))
      out += static_cast<char>(text[at] - 'A' + 'a');
    else if (size == 1)
      out += text[at];
    else
      append_utf8(out, octavo::to_lower(first_char(text.substr(at, size))));
    at += size;
  }
  return out;
}

size_t count_of(std::string_view text, std::string_view piece) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(piece, at)) != kNone; at += piece.size()) ++count;
  return count;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  out.reserve(text.size());
  size_t begin = 0;
  for (size_t at; (at = text.find(from, begin)) != kNone; begin = at + from.size()) {
    out += text.substr(begin, at - begin);
    out += to;
  }
  return out += text.substr(begin);
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#x27;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace octavo::document::protocol
