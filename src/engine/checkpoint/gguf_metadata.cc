#include "engine/checkpoint/gguf_metadata.h"

#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include "base/try.h"

namespace octavo::engine {
namespace {

// Values as the format numbers them.
enum class Type : uint32_t {
  kU8,
  kI8,
  kU16,
  kI16,
  kU32,
  kI32,
  kF32,
  kBool,
  kString,
  kArray,
  kU64,
  kI64,
  kF64
};
constexpr uint32_t kTypes = 13;

// What the metadata may take in memory beyond the size of the file: stored values are wider than
// those in the file, eight times in the worst case.
constexpr uint64_t kExtraMemory = uint64_t(64) << 20;

bool is_integer(Type type) {
  return type != Type::kF32 && type != Type::kF64 && type != Type::kString && type != Type::kArray;
}

// Bytes of a value in the file; of a string, the least.
uint64_t width_of(Type type) {
  switch (type) {
    case Type::kU8:
    case Type::kI8:
    case Type::kBool:
      return 1;
    case Type::kU16:
    case Type::kI16:
      return 2;
    case Type::kU32:
    case Type::kI32:
    case Type::kF32:
      return 4;
    case Type::kString:
    case Type::kArray:
    case Type::kU64:
    case Type::kI64:
    case Type::kF64:
      return 8;
  }
  return 8;
}

class PairReader {
 public:
  PairReader(ByteReader& reader, const std::string& path, const CheckpointLimits& limits)
      : reader_(reader), path_(path), limits_(limits), memory_left_(reader.size() + kExtraMemory) {}

  Status read_pair(Metadata& metadata);

 private:
  Error broken(const std::string& what) const {
    return broken_model(path_, "metadata " + quote_name(key_) + " " + what);
  }
  // At most what the file and kExtraMemory allow; false when there is no more.
  bool take_memory(uint64_t bytes) {
    if (bytes > memory_left_) return false;
    memory_left_ -= bytes;
    return true;
  }
  Result<Type> read_type();
  Result<MetadataValue> read_value(Type type);
  Result<MetadataArray> read_array();
  Result<int64_t> read_integer(Type type);
  double read_float(Type type) {
    return type == Type::kF32 ? std::bit_cast<float>(reader_.u32_le())
                              : std::bit_cast<double>(reader_.u64_le());
  }
  Result<std::string> read_string();

  ByteReader& reader_;
  const std::string& path_;
  const CheckpointLimits& limits_;
  uint64_t memory_left_;
  std::string key_;
};

Result<Type> PairReader::read_type() {
  const uint32_t type = reader_.u32_le();
  if (type >= kTypes) return broken("has the unknown value type " + std::to_string(type));
  return static_cast<Type>(type);
}

Result<int64_t> PairReader::read_integer(Type type) {
  switch (type) {
    case Type::kU8:
      return reader_.u8();
    case Type::kI8:
      return static_cast<int8_t>(reader_.u8());
    case Type::kU16:
      return reader_.u16_le();
    case Type::kI16:
      return static_cast<int16_t>(reader_.u16_le());
    case Type::kU32:
      return reader_.u32_le();
    case Type::kI32:
      return reader_.i32_le();
    case Type::kI64:
      return static_cast<int64_t>(reader_.u64_le());
    default:
      break;
  }
  const uint64_t value = type == Type::kBool ? reader_.u8() : reader_.u64_le();
  if (type == Type::kBool && value > 1)
    return broken("is a bool of value " + std::to_string(value));
  if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return broken("is " + std::to_string(value) + ", above 2^63 - 1");
  return static_cast<int64_t>(value);
}

Result<std::string> PairReader::read_string() {
  const auto text = read_gguf_string(reader_, limits_);
  if (!text) return broken("has a string that is too long for the file or the limit");
  // Short strings live inside the object.
  if (!take_memory(sizeof(std::string) + (text->size() > 15 ? text->size() + 1 : 0)))
    return broken("takes more memory than a file of this size may");
  return std::string(*text);
}

Result<MetadataArray> PairReader::read_array() {
  const Type type = OCTAVO_TRY(read_type());
  if (type == Type::kArray) return broken("is an array of arrays");
  const uint64_t count = reader_.u64_le();
  if (count > static_cast<uint64_t>(limits_.max_array_elements))
    return broken("has " + std::to_string(count) + " elements, more than the limit of " +
                  std::to_string(limits_.max_array_elements));
  if (count > reader_.remaining() / width_of(type))
    return broken("has " + std::to_string(count) +
                  " elements, more than the rest of the file can hold");
  if (type == Type::kString) {
    std::vector<std::string> strings;
    if (count * sizeof(std::string) > memory_left_)
      return broken("takes more memory than a file of this size may");
    strings.reserve(count);
    for (uint64_t i = 0; i < count; ++i) strings.push_back(OCTAVO_TRY(read_string()));
    return MetadataArray(std::move(strings));
  }
  if (!take_memory(count * sizeof(int64_t)))
    return broken("takes more memory than a file of this size may");
  if (!is_integer(type)) {
    std::vector<double> floats(count);
    for (double& value : floats) value = read_float(type);
    return MetadataArray(std::move(floats));
  }
  std::vector<int64_t> integers(count);
  for (int64_t& value : integers) value = OCTAVO_TRY(read_integer(type));
  return MetadataArray(std::move(integers));
}

Result<MetadataValue> PairReader::read_value(Type type) {
  if (type == Type::kArray) return MetadataValue(OCTAVO_TRY(read_array()));
  if (type == Type::kString) return MetadataValue(OCTAVO_TRY(read_string()));
  if (!is_integer(type)) return MetadataValue(read_float(type));
  const int64_t value = OCTAVO_TRY(read_integer(type));
  return type == Type::kBool ? MetadataValue(value == 1) : MetadataValue(value);
}

Status PairReader::read_pair(Metadata& metadata) {
  const auto key = read_gguf_string(reader_, limits_);
  if (!key)
    return broken_model(path_, "metadata key number " + std::to_string(metadata.size()) +
                                   " is too long for the file or the limit");
  key_ = *key;
  if (!take_memory(sizeof(Metadata::value_type) + key_.size()))
    return broken("takes more memory than a file of this size may");
  const Type type = OCTAVO_TRY(read_type());
  MetadataValue value = OCTAVO_TRY(read_value(type));
  if (!reader_.ok()) return broken("runs over the end of the file");
  if (!metadata.emplace(key_, std::move(value)).second) return broken("occurs twice");
  return success();
}

}  // namespace

std::optional<std::string_view> read_gguf_string(ByteReader& reader,
                                                 const CheckpointLimits& limits) {
  const uint64_t length = reader.u64_le();
  if (length > static_cast<uint64_t>(limits.max_string_bytes)) return std::nullopt;
  const auto bytes = reader.take(length);
  if (!reader.ok()) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<Metadata> read_gguf_metadata(ByteReader& reader, uint64_t count, const std::string& path,
                                    const CheckpointLimits& limits) {
  if (count > static_cast<uint64_t>(limits.max_metadata_keys))
    return broken_model(path, std::to_string(count) + " metadata keys, more than the limit of " +
                                  std::to_string(limits.max_metadata_keys));
  Metadata metadata;
  PairReader pairs(reader, path, limits);
  for (uint64_t i = 0; i < count; ++i) OCTAVO_TRY_STATUS(pairs.read_pair(metadata));
  return metadata;
}

}  // namespace octavo::engine
