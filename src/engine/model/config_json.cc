#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/try.h"
#include "base/utf8.h"
#include "engine/checkpoint/model_file.h"
#include "engine/model/config_keys.h"

namespace octavo::engine {
namespace {

// Real files of this kind have a few kilobytes and at most three levels.
constexpr int64_t kMaxBytes = int64_t(16) << 20;
constexpr int kMaxDepth = 8;
constexpr double kExactIntegers = 9007199254740992;  // 2^53

bool is_whole(double value) {
  return value == std::floor(value) && std::abs(value) <= kExactIntegers;
}

MetadataArray to_array(const std::vector<double>& numbers) {
  std::vector<int64_t> whole;
  for (const double value : numbers) {
    if (!is_whole(value)) return numbers;
    whole.push_back(static_cast<int64_t>(value));
  }
  return whole;
}

class Settings {
 public:
  explicit Settings(std::string_view text) : reader_(text) {}

  Result<Metadata> read(const std::string& path) {
    if (reader_.peek() != JsonReader::Kind::kObject)
      return broken_model(path, "expected a JSON object");
    object("", 0);
    reader_.finish();
    if (!reader_.ok()) return broken_model(path, reader_.error());
    if (!twice_.empty()) return broken_model(path, "key " + quote_name(twice_) + " occurs twice");
    return std::move(values_);
  }

 private:
  void add(std::string name, MetadataValue value) {
    const auto [at, added] = values_.emplace(std::move(name), std::move(value));
    if (!added && twice_.empty()) twice_ = at->first;
  }

  void object(const std::string& prefix, int depth) {
    reader_.enter_object();
    while (const auto key = reader_.next_key()) member(prefix + std::string(*key), depth);
  }

  void member(std::string name, int depth) {
    switch (reader_.peek()) {
      case JsonReader::Kind::kObject:
        if (depth >= kMaxDepth) return reader_.skip();
        return object(name + ".", depth + 1);
      case JsonReader::Kind::kArray:
        return array(std::move(name));
      case JsonReader::Kind::kString:
        return add(std::move(name), std::string(reader_.string()));
      case JsonReader::Kind::kNumber: {
        const double value = reader_.number();
        if (is_whole(value)) return add(std::move(name), static_cast<int64_t>(value));
        return add(std::move(name), value);
      }
      case JsonReader::Kind::kBool:
        return add(std::move(name), reader_.boolean());
      case JsonReader::Kind::kNull:
      case JsonReader::Kind::kNone:
        return reader_.skip();
    }
  }

  void array(std::string name) {
    std::vector<double> numbers;
    std::vector<std::string> strings;
    size_t elements = 0;
    reader_.enter_array();
    while (reader_.next_element()) {
      ++elements;
      const JsonReader::Kind kind = reader_.peek();
      if (kind == JsonReader::Kind::kNumber)
        numbers.push_back(reader_.number());
      else if (kind == JsonReader::Kind::kString)
        strings.emplace_back(reader_.string());
      else
        reader_.skip();
    }
    if (numbers.size() == elements)
      add(std::move(name), to_array(numbers));
    else if (strings.size() == elements)
      add(std::move(name), MetadataArray(std::move(strings)));
  }

  JsonReader reader_;
  Metadata values_;
  std::string twice_;
};

}  // namespace

Result<Metadata> read_json_settings(const std::string& path) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, kMaxBytes));
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  return parse_json_settings(text, path);
}

Result<Metadata> parse_json_settings(std::string_view text, const std::string& path) {
  if (!is_valid_utf8(text)) return broken_model(path, "not valid UTF-8");
  return Settings(text).read(path);
}

}  // namespace octavo::engine
