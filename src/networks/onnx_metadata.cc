#include "networks/onnx_metadata.h"

#include "base/byte_reader.h"

namespace octavo {
namespace {

constexpr uint64_t kMetadataField = 14;  // ModelProto.metadata_props
constexpr uint64_t kKeyField = 1, kValueField = 2;
constexpr int kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5;  // protobuf wire types

// Base-128 varint, at most ten bytes.
std::optional<uint64_t> read_varint(ByteReader& reader) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t byte = reader.u8();
    if (!reader.ok()) return std::nullopt;
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

struct Field {
  uint64_t number = 0;
  std::span<const uint8_t> bytes;  // of a length-delimited field, empty otherwise
};

std::optional<Field> read_field(ByteReader& reader) {
  const auto tag = read_varint(reader);
  if (!tag) return std::nullopt;
  Field field{*tag >> 3, {}};
  switch (static_cast<int>(*tag & 7)) {
    case kVarint:
      if (!read_varint(reader)) return std::nullopt;
      break;
    case kFixed64:
      reader.skip(8);
      break;
    case kFixed32:
      reader.skip(4);
      break;
    case kBytes: {
      const auto length = read_varint(reader);
      if (!length) return std::nullopt;
      field.bytes = reader.take(*length);
      break;
    }
    default:
      return std::nullopt;
  }
  if (!reader.ok()) return std::nullopt;
  return field;
}

std::string_view as_text(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::optional<std::string> onnx_metadata(std::span<const uint8_t> model, std::string_view key) {
  ByteReader reader(model);
  while (reader.remaining() > 0) {
    const auto field = read_field(reader);
    if (!field) return std::nullopt;
    if (field->number != kMetadataField) continue;
    ByteReader entry(field->bytes);
    std::string_view entry_key, value;
    while (entry.remaining() > 0) {
      const auto part = read_field(entry);
      if (!part) return std::nullopt;
      if (part->number == kKeyField) entry_key = as_text(part->bytes);
      if (part->number == kValueField) value = as_text(part->bytes);
    }
    if (entry_key == key) return std::string(value);
  }
  return std::nullopt;
}

}  // namespace octavo
