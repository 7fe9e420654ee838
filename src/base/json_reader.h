// Reads untrusted JSON (RFC 8259, strictly) value by value, without a tree: memory is one buffer
// for strings with escapes and one byte a level of nesting, and no call recurses. Text of 100 MB or
// with a million keys takes linear time. Does not own the text, and does not check that it is valid
// UTF-8.
//
// After the first error every call does nothing and gives an empty value, and ok() is false: a loop
// over next_key() or next_element() ends, and the caller asks ok() once behind it.
//
//   reader.enter_object();
//   while (auto key = reader.next_key()) {
//     if (*key == "size") size = reader.unsigned_integer(); else reader.skip();
//   }
//   reader.finish();
//   if (!reader.ok()) return ... reader.error() ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace octavo {

class JsonReader {
 public:
  enum class Kind : uint8_t { kNone, kObject, kArray, kString, kNumber, kBool, kNull };

  // More than `max_depth` containers in each other are an error.
  explicit JsonReader(std::string_view text, int max_depth = 64)
      : text_(text), max_depth_(static_cast<size_t>(max_depth)) {}

  bool ok() const { return error_.empty(); }
  // "byte 17: expected ':' after a key"; empty while ok().
  std::string error() const;
  size_t offset() const { return at_; }

  // What the next value is by its first byte; kNone at the end and after an error.
  Kind peek();

  void enter_object();
  // The next key of the object, or nullopt when it has ended. Valid until the next key or string.
  std::optional<std::string_view> next_key();
  void enter_array();
  // True when there is a next element to read.
  bool next_element();

  // Decoded; valid until the next key or string. A surrogate without its other half is an error.
  std::string_view string();
  bool boolean();
  void null();
  double number();
  // nullopt when the number is fine as JSON but is no such integer: "1.0", "1e3", "-0", too large.
  std::optional<uint64_t> unsigned_integer();
  std::optional<int64_t> integer();
  // Passes over one value of any kind; what is inside is checked all the same.
  void skip();
  // Nothing but white space may follow.
  void finish();

 private:
  enum class Level : uint8_t { kObject, kObjectFirst, kArray, kArrayFirst };

  void fail(std::string_view what);
  void skip_space();
  bool consume(char wanted);
  bool enter(char opening, Level level);
  bool next_member(char closing, Level first, Level rest);
  void word(std::string_view wanted);
  std::string_view scan_string();
  bool decode_escape();
  int hex4();
  std::string_view scan_number();
  template <class T>
  std::optional<T> whole_number();

  std::string_view text_;
  size_t at_ = 0;
  size_t max_depth_;
  std::vector<Level> levels_;
  std::string buffer_;
  std::string_view error_;
  size_t error_at_ = 0;
};

}  // namespace octavo
