#include "tests/engine/tokenizer_strings.h"

#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/try.h"
#include "base/utf8.h"

namespace octavo::engine {

TokenizerStrings::Kind TokenizerStrings::read_kind(JsonReader& reader) {
  Kind kind;
  const auto number = [&] { return reader.unsigned_integer().value_or(0); };
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key == "name")
      kind.name = reader.string();
    else if (*key == "longest")
      kind.longest = number();
    else
      reader.enter_array();
    if (*key == "words")
      while (reader.next_element()) kind.words.emplace_back(reader.string());
    if (*key != "ranges") continue;
    while (reader.next_element()) {
      Range range{};
      reader.enter_array();
      if (reader.next_element()) range.first = number();
      if (reader.next_element()) range.last = number();
      reader.next_element();
      kind.ranges.push_back(range);
    }
  }
  return kind;
}

Result<TokenizerStrings> TokenizerStrings::load(const std::string& path) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, int64_t(1) << 20));
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  JsonReader reader(text);
  TokenizerStrings strings;
  reader.enter_object();
  reader.next_key();
  reader.enter_array();
  while (reader.next_element()) strings.kinds_.push_back(read_kind(reader));
  if (!reader.ok()) return Error{Code::kFileCorrupted, reader.error(), "", {.file = path}};
  return strings;
}

void TokenizerStrings::append_part(const Kind& kind, uint64_t block, StringRandom& random,
                                   std::string& out) {
  if (!kind.words.empty()) {
    out += kind.words[random.below(kind.words.size())];
  } else if (!kind.ranges.empty()) {
    const Range& range = kind.ranges[random.below(kind.ranges.size())];
    append_utf8(out,
                static_cast<char32_t>(range.first + random.below(range.last - range.first + 1)));
  } else if (kind.name == "bytes") {
    out.push_back(static_cast<char>(random.below(256)));
  } else {
    append_utf8(out, static_cast<char32_t>(block + random.below(128)));
  }
}

std::string TokenizerStrings::make(StringRandom& random) const {
  const Kind& kind = kinds_[random.below(kinds_.size())];
  const uint64_t block = 128 * random.below(0x110000 / 128);
  std::string out;
  for (uint64_t parts = 1 + random.below(kind.longest); parts > 0; --parts) {
    const Kind* chosen = &kind;
    while (chosen->name == "mixed") chosen = &kinds_[random.below(kinds_.size())];
    append_part(*chosen, block, random, out);
  }
  return out;
}

}  // namespace octavo::engine
