// Stricter than the package, on purpose: a name that occurs twice (a tensor's or one in
// __metadata__; the package keeps the last), a tensor described by an array instead of an object,
// an element type written as an object, and more tensors or metadata keys than the limits allow are
// refused.
#include "engine/checkpoint/safetensors.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_reader.h"
#include "base/checked.h"
#include "base/json_reader.h"
#include "base/try.h"
#include "base/utf8.h"

namespace octavo::engine {
namespace {

constexpr uint64_t kLengthBytes = 8;
constexpr int kMaxDepth = 127;  // what the package's JSON reader allows
constexpr std::string_view kMetadataKey = "__metadata__";

struct ElementType {
  std::string_view name;
  uint64_t bits;
  std::optional<DType> dtype;  // nullopt: may be in the file, but we cannot compute with it
};
constexpr std::array<ElementType, 22> kElementTypes = {
    {{"F32", 32, DType::kF32},         {"BF16", 16, DType::kBF16},
     {"F16", 16, DType::kF16},         {"BOOL", 8, std::nullopt},
     {"F4", 4, std::nullopt},          {"F6_E2M3", 6, std::nullopt},
     {"F6_E3M2", 6, std::nullopt},     {"U8", 8, std::nullopt},
     {"I8", 8, std::nullopt},          {"F8_E5M2", 8, std::nullopt},
     {"F8_E4M3", 8, std::nullopt},     {"F8_E8M0", 8, std::nullopt},
     {"F8_E4M3FNUZ", 8, std::nullopt}, {"F8_E5M2FNUZ", 8, std::nullopt},
     {"I16", 16, std::nullopt},        {"U16", 16, std::nullopt},
     {"I32", 32, std::nullopt},        {"U32", 32, std::nullopt},
     {"C64", 64, std::nullopt},        {"F64", 64, std::nullopt},
     {"I64", 64, std::nullopt},        {"U64", 64, std::nullopt}}};

// What the header says of one tensor.
struct Info {
  const ElementType* type = nullptr;
  std::array<int64_t, 5> shape{};
  int rank = -1;     // -1: no shape seen; more than 5 dimensions are counted, not kept
  bool fits = true;  // every dimension fits in int64
  std::optional<uint64_t> elements = 1;  // nullopt: overflow
  std::optional<uint64_t> begin, end;
};

// Where a tensor's data lies, and which of the two lists of the ModelFile it went to.
struct Extent {
  uint64_t begin, end;
  uint32_t index;
  bool usable;
};

class HeaderReader {
 public:
  HeaderReader(std::string_view header, const std::string& path, const CheckpointLimits& limits)
      : reader_(header, kMaxDepth), path_(path), limits_(limits) {}

  Status read(size_t tensors);
  // Every extent begins where the one before ends, the first at 0, and the last ends at
  // data.size().
  Status place(std::span<const uint8_t> data);

  ModelFile file;

 private:
  Error broken(std::string_view name, const std::string& what) const {
    return broken_model(path_, "tensor " + quote_name(name) + " " + what);
  }
  Error broken_header() const { return broken_model(path_, "header: " + reader_.error()); }
  Status read_metadata();
  Status read_tensor(std::string name);
  Status read_field(std::string_view key, std::string_view name, Info& info);
  Status read_shape(std::string_view name, Info& info);
  Status read_offsets(std::string_view name, Info& info);
  Status add(std::string name, const Info& info);

  JsonReader reader_;
  const std::string& path_;
  const CheckpointLimits& limits_;
  std::vector<Extent> extents_;
};

Status HeaderReader::read_metadata() {
  if (reader_.peek() == JsonReader::Kind::kNull) {
    reader_.null();
    return success();
  }
  reader_.enter_object();
  while (const auto key = reader_.next_key()) {
    if (static_cast<int64_t>(file.metadata.size()) >= limits_.max_metadata_keys)
      return broken_model(path_, "__metadata__ has more than " +
                                     std::to_string(limits_.max_metadata_keys) + " keys");
    std::string name(*key);
    if (reader_.peek() != JsonReader::Kind::kString && reader_.ok())
      return broken_model(path_, "__metadata__ " + quote_name(name) + " is no string");
    const auto [at, is_new] = file.metadata.emplace(std::move(name), std::string(reader_.string()));
    if (!is_new)
      return broken_model(path_, "__metadata__ " + quote_name(at->first) + " occurs twice");
  }
  return success();
}

Status HeaderReader::read_shape(std::string_view name, Info& info) {
  if (info.rank >= 0) return broken(name, "has two shapes");
  info.rank = 0;
  reader_.enter_array();
  while (reader_.next_element()) {
    const auto dimension = reader_.unsigned_integer();
    if (!reader_.ok()) break;
    if (!dimension) return broken(name, "has a dimension that is no size");
    if (info.rank < static_cast<int>(info.shape.size())) {
      const auto kept = checked_narrow<int64_t>(*dimension);
      info.fits = info.fits && kept.has_value();
      info.shape[static_cast<size_t>(info.rank)] = kept.value_or(0);
    }
    if (info.rank < static_cast<int>(info.shape.size()) + 1) ++info.rank;
    if (info.elements) info.elements = checked_mul(*info.elements, *dimension);
  }
  return success();
}

Status HeaderReader::read_offsets(std::string_view name, Info& info) {
  if (info.begin) return broken(name, "has data_offsets twice");
  std::array<std::optional<uint64_t>, 2> pair;
  size_t count = 0;
  reader_.enter_array();
  while (reader_.next_element()) {
    const auto offset = reader_.unsigned_integer();
    if (!reader_.ok()) break;
    if (count == pair.size() || !offset)
      return broken(name, "has data_offsets that are no two offsets");
    pair[count++] = offset;
  }
  if (reader_.ok() && count != pair.size())
    return broken(name, "has data_offsets that are no two offsets");
  info.begin = pair[0];
  info.end = pair[1];
  return success();
}

Status HeaderReader::read_field(std::string_view key, std::string_view name, Info& info) {
  if (key == "shape") return read_shape(name, info);
  if (key == "data_offsets") return read_offsets(name, info);
  if (key != "dtype") {
    reader_.skip();
    return success();
  }
  if (info.type != nullptr) return broken(name, "has two element types");
  const std::string_view wanted = reader_.string();
  const auto* const type = std::find_if(kElementTypes.begin(), kElementTypes.end(),
                                        [&](const ElementType& t) { return t.name == wanted; });
  if (reader_.ok() && type == kElementTypes.end())
    return broken(name, "has the unknown element type " + quote_name(wanted));
  info.type = type;
  return success();
}

Status HeaderReader::read_tensor(std::string name) {
  Info info;
  reader_.enter_object();
  while (const auto key = reader_.next_key()) OCTAVO_TRY_STATUS(read_field(*key, name, info));
  if (!reader_.ok()) return broken_header();
  if (info.type == nullptr || info.rank < 0 || !info.begin)
    return broken(name, "lacks one of dtype, shape, data_offsets");
  return add(std::move(name), info);
}

Status HeaderReader::add(std::string name, const Info& info) {
  const uint64_t begin = *info.begin, end = *info.end;
  if (end < begin)
    return broken(
        name, "ends at " + std::to_string(end) + ", before it begins at " + std::to_string(begin));
  const auto bits = info.elements ? checked_mul(*info.elements, info.type->bits) : std::nullopt;
  if (!bits) return broken(name, "has more elements than can be counted");
  if (*bits % 8 != 0 || *bits / 8 != end - begin)
    return broken(name, "takes " + std::to_string(end - begin) +
                            " bytes, but its shape and type need " + std::to_string(*bits) +
                            " bits");
  std::string why;
  if (!info.type->dtype) why = "has the element type " + std::string(info.type->name);
  if (info.rank > static_cast<int>(info.shape.size())) why = "has more than 5 dimensions";
  if (!info.fits) why = "has a dimension above 2^63 - 1";
  const bool usable = why.empty();
  extents_.push_back({begin, end,
                      static_cast<uint32_t>(usable ? file.tensors.size() : file.unusable.size()),
                      usable});
  if (usable)
    file.tensors.push_back({std::move(name), *info.type->dtype, info.rank, info.shape, nullptr,
                            static_cast<int64_t>(end - begin)});
  else
    file.unusable.push_back({std::move(name), std::move(why)});
  return success();
}

Status HeaderReader::read(size_t tensors) {
  extents_.reserve(tensors);
  file.tensors.reserve(tensors);
  bool metadata_seen = false;
  reader_.enter_object();
  while (const auto key = reader_.next_key()) {
    if (*key != kMetadataKey) {
      OCTAVO_TRY_STATUS(read_tensor(std::string(*key)));
    } else {
      if (std::exchange(metadata_seen, true))
        return broken_model(path_, "__metadata__ occurs twice");
      OCTAVO_TRY_STATUS(read_metadata());
    }
  }
  reader_.finish();
  if (!reader_.ok()) return broken_header();
  return success();
}

Status HeaderReader::place(std::span<const uint8_t> data) {
  std::sort(extents_.begin(), extents_.end(), [](const Extent& a, const Extent& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  uint64_t expected = 0;
  for (const Extent& extent : extents_) {
    if (extent.begin != expected || extent.end > data.size())
      return broken(
          extent.usable ? file.tensors[extent.index].name : file.unusable[extent.index].name,
          "lies at " + std::to_string(extent.begin) + " to " + std::to_string(extent.end) +
              ", expected from " + std::to_string(expected) + " within " +
              std::to_string(data.size()) + " bytes of data");
    expected = extent.end;
    if (extent.usable) file.tensors[extent.index].data = data.data() + extent.begin;
  }
  if (expected != data.size())
    return broken_model(path_, "tensors take " + std::to_string(expected) +
                                   " bytes, but the file has " + std::to_string(data.size()) +
                                   " bytes of data");
  return success();
}

bool misaligned(const TensorRef& tensor) {
  const auto alignment = static_cast<uintptr_t>(facts_of(tensor.dtype).block_bytes);
  return reinterpret_cast<uintptr_t>(tensor.data) % alignment != 0;
}

// Old writers did not pad the header: the data of such a file cannot be used in place.
void set_misaligned_apart(ModelFile& file) {
  for (const TensorRef& tensor : file.tensors)
    if (misaligned(tensor))
      file.unusable.push_back({tensor.name, "does not lie on a multiple of its element's size"});
  std::erase_if(file.tensors, misaligned);
}

// How many keys the header has: one pass before anything is stored, so that memory is taken once,
// and only for what is well-formed JSON.
Result<size_t> count_tensors(std::string_view header, const std::string& path,
                             const CheckpointLimits& limits) {
  JsonReader reader(header, kMaxDepth);
  size_t count = 0;
  reader.enter_object();
  while (const auto key = reader.next_key()) {
    if (*key != kMetadataKey) ++count;
    reader.skip();
  }
  reader.finish();
  if (!reader.ok()) return broken_model(path, "header: " + reader.error());
  if (count > static_cast<size_t>(limits.max_tensors))
    return broken_model(path, std::to_string(count) + " tensors, more than the limit of " +
                                  std::to_string(limits.max_tensors));
  return count;
}

}  // namespace

Result<ModelFile> read_safetensors(std::span<const uint8_t> bytes, const std::string& path,
                                   const CheckpointLimits& limits) {
  ByteReader reader(bytes);
  const uint64_t length = reader.u64_le();
  if (!reader.ok())
    return broken_model(path, "file of " + std::to_string(bytes.size()) +
                                  " bytes is too short for a safetensors header length");
  if (length > static_cast<uint64_t>(limits.max_header_bytes))
    return broken_model(
        path, "header of " + std::to_string(length) + " bytes, more than the limit of " +
                  std::to_string(limits.max_header_bytes) + " (or this is no safetensors file)");
  const auto header = reader.take(length);
  if (!reader.ok())
    return broken_model(path, "header of " + std::to_string(length) +
                                  " bytes does not fit in a file of " +
                                  std::to_string(bytes.size()) + " bytes");
  const std::string_view text(reinterpret_cast<const char*>(header.data()), header.size());
  if (!is_valid_utf8(text)) return broken_model(path, "header is not valid UTF-8");
  const size_t tensors = OCTAVO_TRY(count_tensors(text, path, limits));
  HeaderReader parsed(text, path, limits);
  OCTAVO_TRY_STATUS(parsed.read(tensors));
  OCTAVO_TRY_STATUS(parsed.place(bytes.subspan(kLengthBytes + length)));
  set_misaligned_apart(parsed.file);
  OCTAVO_TRY_STATUS(sort_by_name(parsed.file, path));
  return std::move(parsed.file);
}

}  // namespace octavo::engine
