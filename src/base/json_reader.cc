#include "base/json_reader.h"

#include <charconv>
#include <system_error>

#include "base/utf8.h"

namespace octavo {
namespace {

bool is_digit_char(char c) { return c >= '0' && c <= '9'; }

// Whether a number that a double cannot hold is too large (rather than too small): the power of ten
// of its first significant digit decides.
bool overflows(std::string_view number) {
  int64_t power = 0;
  bool point = false, significant = false;
  size_t at = number.front() == '-' ? 1 : 0;
  for (; at < number.size() && (is_digit_char(number[at]) || number[at] == '.'); ++at) {
    if (number[at] == '.') {
      point = true;
      continue;
    }
    if (significant && !point) ++power;
    if (!significant && point) --power;
    significant = significant || number[at] != '0';
  }
  if (!significant || at == number.size()) return significant && power > 0;
  ++at;  // the e
  const bool negative = number[at] == '-';
  if (number[at] == '-' || number[at] == '+') ++at;
  int64_t exponent = 0;
  constexpr int64_t kEnough = int64_t(1) << 40;  // beyond any text we read
  for (; at < number.size() && exponent < kEnough; ++at)
    exponent = exponent * 10 + (number[at] - '0');
  return power + (negative ? -exponent : exponent) > 0;
}

}  // namespace

std::string JsonReader::error() const {
  return ok() ? "" : "byte " + std::to_string(error_at_) + ": " + std::string(error_);
}

void JsonReader::fail(std::string_view what) {
  if (!ok()) return;
  error_ = what;
  error_at_ = at_;
  at_ = text_.size();
}

void JsonReader::skip_space() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
    ++at_;
}

bool JsonReader::consume(char wanted) {
  if (at_ >= text_.size() || text_[at_] != wanted) return false;
  ++at_;
  return true;
}

JsonReader::Kind JsonReader::peek() {
  skip_space();
  if (at_ >= text_.size()) return Kind::kNone;
  const char c = text_[at_];
  if (c == '{') return Kind::kObject;
  if (c == '[') return Kind::kArray;
  if (c == '"') return Kind::kString;
  if (c == '-' || is_digit_char(c)) return Kind::kNumber;
  if (c == 't' || c == 'f') return Kind::kBool;
  if (c == 'n') return Kind::kNull;
  return Kind::kNone;
}

bool JsonReader::enter(char opening, Level level) {
  skip_space();
  if (!consume(opening)) {
    fail(opening == '{' ? "expected an object" : "expected an array");
    return false;
  }
  if (levels_.size() >= max_depth_) {
    fail("values are nested too deep");
    return false;
  }
  levels_.push_back(level);
  return true;
}

void JsonReader::enter_object() { enter('{', Level::kObjectFirst); }
void JsonReader::enter_array() { enter('[', Level::kArrayFirst); }

// The comma between members, or the end of the container.
bool JsonReader::next_member(char closing, Level first, Level rest) {
  if (!ok()) return false;
  skip_space();
  if (levels_.empty() || (levels_.back() != first && levels_.back() != rest)) {
    fail("not inside such a container");
    return false;
  }
  if (consume(closing)) {
    levels_.pop_back();
    return false;
  }
  if (levels_.back() == rest && !consume(',')) {
    fail(closing == '}' ? "expected ',' or '}' in an object" : "expected ',' or ']' in an array");
    return false;
  }
  levels_.back() = rest;
  skip_space();
  return true;
}

std::optional<std::string_view> JsonReader::next_key() {
  if (!next_member('}', Level::kObjectFirst, Level::kObject)) return std::nullopt;
  if (at_ >= text_.size() || text_[at_] != '"') {
    fail("expected a key");
    return std::nullopt;
  }
  const std::string_view key = scan_string();
  skip_space();
  if (!consume(':')) fail("expected ':' after a key");
  if (!ok()) return std::nullopt;
  return key;
}

bool JsonReader::next_element() { return next_member(']', Level::kArrayFirst, Level::kArray); }

std::string_view JsonReader::string() {
  skip_space();
  if (at_ >= text_.size() || text_[at_] != '"') {
    fail("expected a string");
    return {};
  }
  return scan_string();
}

// At the opening quote. A view into the text when there is no escape, else into the buffer.
std::string_view JsonReader::scan_string() {
  const size_t begin = ++at_;
  bool buffered = false;
  while (true) {
    const size_t run = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<uint8_t>(text_[at_]) >= 0x20)
      ++at_;
    if (at_ >= text_.size()) {
      fail("the text ends inside a string");
      return {};
    }
    if (text_[at_] == '"' && !buffered) return text_.substr(begin, at_++ - begin);
    if (!buffered) buffer_.clear();
    buffered = true;
    buffer_.append(text_.substr(run, at_ - run));
    if (text_[at_] == '"') {
      ++at_;
      return buffer_;
    }
    if (text_[at_] != '\\') {
      fail("a control character inside a string");
      return {};
    }
    if (!decode_escape()) return {};
  }
}

// At the backslash; appends to the buffer.
bool JsonReader::decode_escape() {
  constexpr std::string_view kNames = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
  ++at_;
  const char name = at_ < text_.size() ? text_[at_] : '\0';
  if (const size_t which = kNames.find(name); which != std::string_view::npos && name != '\0') {
    buffer_.push_back(kMeanings[which]);
    ++at_;
    return true;
  }
  if (name != 'u') {
    fail("an unknown escape in a string");
    return false;
  }
  ++at_;
  int code = hex4();
  if (code >= 0xD800 && code <= 0xDBFF) {
    const int low = consume('\\') && consume('u') ? hex4() : -1;
    code = low >= 0xDC00 && low <= 0xDFFF ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
  }
  if (code < 0 || (code >= 0xDC00 && code <= 0xDFFF)) {
    fail("a broken \\u escape in a string");
    return false;
  }
  append_utf8(buffer_, static_cast<char32_t>(code));
  return true;
}

// Four hexadecimal digits, or -1.
int JsonReader::hex4() {
  if (text_.size() - at_ < 4) return -1;
  int value = 0;
  const char* const begin = text_.data() + at_;
  for (int i = 0; i < 4; ++i) {
    const char c = begin[i];
    const int digit = is_digit_char(c)       ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  at_ += 4;
  return value;
}

void JsonReader::word(std::string_view wanted) {
  if (text_.substr(at_, wanted.size()) != wanted) return fail("not a JSON value");
  at_ += wanted.size();
}

bool JsonReader::boolean() {
  skip_space();
  const bool value = at_ < text_.size() && text_[at_] == 't';
  word(value ? "true" : "false");
  return value && ok();
}

void JsonReader::null() {
  skip_space();
  word("null");
}

// The grammar of a number: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
std::string_view JsonReader::scan_number() {
  skip_space();
  const size_t begin = at_;
  const auto digits = [&] {
    const size_t first = at_;
    while (at_ < text_.size() && is_digit_char(text_[at_])) ++at_;
    return at_ > first;
  };
  consume('-');
  bool good = consume('0') || digits();
  if (good && consume('.')) good = digits();
  if (good && at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    if (!consume('+')) consume('-');
    good = digits();
  }
  if (!good) {
    fail("not a number");
    return {};
  }
  return text_.substr(begin, at_ - begin);
}

double JsonReader::number() {
  const std::string_view text = scan_number();
  if (!ok()) return 0;
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc())
    return value;
  if (overflows(text)) fail("a number is too large");
  return 0;
}

template <class T>
std::optional<T> JsonReader::whole_number() {
  const std::string_view text = scan_number();
  if (!ok()) return std::nullopt;
  T value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc() && stop == end && text != "-0") return value;
  // No integer, but still a number like any other: its range is checked.
  at_ -= text.size();
  number();
  return std::nullopt;
}

std::optional<uint64_t> JsonReader::unsigned_integer() { return whole_number<uint64_t>(); }
std::optional<int64_t> JsonReader::integer() { return whole_number<int64_t>(); }

void JsonReader::skip() {
  const size_t outside = levels_.size();
  do {
    if (levels_.size() > outside) {
      const bool object = levels_.back() == Level::kObject || levels_.back() == Level::kObjectFirst;
      // The end of a container may be the end of what is skipped.
      if (object ? !next_key().has_value() : !next_element()) continue;
    }
    switch (peek()) {
      case Kind::kObject:
        enter_object();
        break;
      case Kind::kArray:
        enter_array();
        break;
      case Kind::kString:
        string();
        break;
      case Kind::kNumber:
        number();
        break;
      case Kind::kBool:
        boolean();
        break;
      case Kind::kNull:
        null();
        break;
      case Kind::kNone:
        fail("expected a value");
        break;
    }
  } while (ok() && levels_.size() > outside);
}

void JsonReader::finish() {
  skip_space();
  if (at_ < text_.size()) fail("unexpected text after the value");
  if (!levels_.empty()) fail("the text ends inside a value");
}

}  // namespace octavo
