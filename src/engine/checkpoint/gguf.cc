#include "engine/checkpoint/gguf.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/byte_reader.h"
#include "base/checked.h"
#include "base/try.h"
#include "engine/checkpoint/gguf_metadata.h"

namespace octavo::engine {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr uint32_t kMaxDimensions = 4;  // of ggml
// Kernels load 32 bytes at a time; the upper bound keeps padding within a page or so.
constexpr uint64_t kDefaultAlignment = 32, kMaxAlignment = 65536;
// The least a tensor's info takes: name length, number of dimensions, type, offset.
constexpr uint64_t kLeastInfoBytes = 8 + 4 + 4 + 8;

struct BlockType {
  uint32_t id;
  std::string_view name;
  uint64_t elements, bytes;  // of a block
  std::optional<DType> dtype;
};
constexpr std::array<BlockType, 33> kBlockTypes = {{
    {0, "F32", 1, 4, DType::kF32},          {1, "F16", 1, 2, DType::kF16},
    {2, "Q4_0", 32, 18, DType::kQ4_0},      {3, "Q4_1", 32, 20, DType::kQ4_1},
    {6, "Q5_0", 32, 22, DType::kQ5_0},      {7, "Q5_1", 32, 24, DType::kQ5_1},
    {8, "Q8_0", 32, 34, DType::kQ8_0},      {9, "Q8_1", 32, 40, std::nullopt},
    {10, "Q2_K", 256, 84, std::nullopt},    {11, "Q3_K", 256, 110, std::nullopt},
    {12, "Q4_K", 256, 144, DType::kQ4_K},   {13, "Q5_K", 256, 176, DType::kQ5_K},
    {14, "Q6_K", 256, 210, DType::kQ6_K},   {15, "Q8_K", 256, 292, std::nullopt},
    {16, "IQ2_XXS", 256, 66, std::nullopt}, {17, "IQ2_XS", 256, 74, std::nullopt},
    {18, "IQ3_XXS", 256, 98, std::nullopt}, {19, "IQ1_S", 256, 50, std::nullopt},
    {20, "IQ4_NL", 32, 18, std::nullopt},   {21, "IQ3_S", 256, 110, std::nullopt},
    {22, "IQ2_S", 256, 82, std::nullopt},   {23, "IQ4_XS", 256, 136, std::nullopt},
    {24, "I8", 1, 1, std::nullopt},         {25, "I16", 1, 2, std::nullopt},
    {26, "I32", 1, 4, std::nullopt},        {27, "I64", 1, 8, std::nullopt},
    {28, "F64", 1, 8, std::nullopt},        {29, "IQ1_M", 256, 56, std::nullopt},
    {30, "BF16", 1, 2, DType::kBF16},       {34, "TQ1_0", 256, 54, std::nullopt},
    {35, "TQ2_0", 256, 66, std::nullopt},   {39, "MXFP4", 32, 17, std::nullopt},
    {40, "NVFP4", 64, 36, std::nullopt},
}};

const BlockType* block_type(uint32_t id) {
  const auto* const at = std::find_if(kBlockTypes.begin(), kBlockTypes.end(),
                                      [&](const BlockType& type) { return type.id == id; });
  return at == kBlockTypes.end() ? nullptr : at;
}

uint64_t rounded_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// Reads the tensor infos into a ModelFile. A tensor's place is checked against the one before it;
// where the data begins is known only behind the last info, so data points `offset` bytes into the
// file until place().
class InfoReader {
 public:
  InfoReader(ByteReader& reader, std::span<const uint8_t> bytes, uint64_t alignment,
             const std::string& path)
      : reader_(reader), bytes_(bytes), alignment_(alignment), path_(path) {}
  Status read(const CheckpointLimits& limits, ModelFile& file);
  Status place(ModelFile& file) const;

 private:
  Error broken(const TensorRef& tensor, const std::string& what) const {
    return broken_model(path_, "tensor " + quote_name(tensor.name) + " " + what);
  }
  Status read_shape(TensorRef& tensor) const;
  Status check_place(const TensorRef& tensor, uint64_t offset, std::optional<uint64_t> bytes);

  ByteReader& reader_;
  std::span<const uint8_t> bytes_;
  uint64_t alignment_;
  const std::string& path_;
  uint64_t expected_offset_ = 0, end_ = 0;  // of the next tensor, of the last one
};

// Innermost first in the file.
Status InfoReader::read_shape(TensorRef& tensor) const {
  const uint32_t rank = reader_.u32_le();
  if (rank > kMaxDimensions)
    return broken(tensor, "has " + std::to_string(rank) + " dimensions, more than " +
                              std::to_string(kMaxDimensions));
  tensor.rank = static_cast<int>(rank);
  std::optional<int64_t> product = 1;
  for (size_t i = rank; i-- > 0;) {
    const auto size = checked_narrow<int64_t>(reader_.u64_le());
    tensor.shape[i] = size.value_or(0);
    product = size && product ? checked_mul(*product, *size) : std::nullopt;
  }
  if (!product) return broken(tensor, "has more elements than can be counted");
  return success();
}

Status InfoReader::check_place(const TensorRef& tensor, uint64_t offset,
                               std::optional<uint64_t> bytes) {
  if (!bytes) return broken(tensor, "has more elements than can be counted");
  if (offset != expected_offset_)
    return broken(tensor, "begins at " + std::to_string(offset) + ", expected " +
                              std::to_string(expected_offset_));
  if (offset > bytes_.size() || *bytes > bytes_.size() - offset)
    return broken(tensor, "takes " + std::to_string(*bytes) + " bytes from " +
                              std::to_string(offset) + " on, but the file has " +
                              std::to_string(bytes_.size()) + " bytes");
  end_ = offset + *bytes;
  expected_offset_ = rounded_up(end_, alignment_);
  return success();
}

Status InfoReader::read(const CheckpointLimits& limits, ModelFile& file) {
  TensorRef tensor;
  const auto name = read_gguf_string(reader_, limits);
  if (!name)
    return broken_model(path_, "the name of a tensor, behind " +
                                   std::to_string(file.tensors.size()) +
                                   " others, is too long for the file or the limit");
  tensor.name = *name;
  OCTAVO_TRY_STATUS(read_shape(tensor));
  const uint32_t id = reader_.u32_le();
  const uint64_t offset = reader_.u64_le();
  if (!reader_.ok()) return broken(tensor, "runs over the end of the file");
  const BlockType* const type = block_type(id);
  if (type == nullptr) return broken(tensor, "has the unknown type " + std::to_string(id));
  const int64_t row = tensor.rank > 0 ? tensor.shape[static_cast<size_t>(tensor.rank) - 1] : 1;
  if (static_cast<uint64_t>(row) % type->elements != 0)
    return broken(tensor, "has rows of " + std::to_string(row) +
                              " elements, expected a multiple of " +
                              std::to_string(type->elements) + " for " + std::string(type->name));
  const auto bytes =
      checked_mul(static_cast<uint64_t>(tensor.elements()) / type->elements, type->bytes);
  OCTAVO_TRY_STATUS(check_place(tensor, offset, bytes));
  if (!type->dtype) {
    file.unusable.push_back({std::move(tensor.name), "has the type " + std::string(type->name)});
    return success();
  }
  tensor.dtype = *type->dtype;
  tensor.bytes = static_cast<int64_t>(*bytes);
  tensor.data = bytes_.data() + offset;
  file.tensors.push_back(std::move(tensor));
  return success();
}

Status InfoReader::place(ModelFile& file) const {
  const uint64_t begin =
      std::min<uint64_t>(rounded_up(reader_.offset(), alignment_), bytes_.size());
  if (end_ > bytes_.size() - begin)
    return broken_model(path_, "tensors take " + std::to_string(end_) +
                                   " bytes, but the file has " +
                                   std::to_string(bytes_.size() - begin) + " bytes of data");
  for (TensorRef& tensor : file.tensors) tensor.data += begin;
  return success();
}

Result<uint64_t> alignment_of(const Metadata& metadata, const std::string& path) {
  const auto at = metadata.find("general.alignment");
  if (at == metadata.end()) return kDefaultAlignment;
  const auto* const value = std::get_if<int64_t>(&at->second);
  if (value == nullptr) return broken_model(path, "metadata 'general.alignment' is no integer");
  const auto alignment = static_cast<uint64_t>(*value);
  if (alignment < kDefaultAlignment || alignment > kMaxAlignment ||
      (alignment & (alignment - 1)) != 0)
    return broken_model(path, "metadata 'general.alignment' is " + std::to_string(*value) +
                                  ", expected a power of two from 32 to 65536");
  return alignment;
}

Status check_version(uint32_t version, const std::string& path) {
  if (version == 2 || version == 3) return success();
  const bool big_endian = version == uint32_t(2) << 24 || version == uint32_t(3) << 24;
  return broken_model(path, big_endian
                                ? "a big-endian GGUF file is not supported"
                                : "GGUF version " + std::to_string(version) + ", expected 2 or 3");
}

}  // namespace

bool is_gguf(std::span<const uint8_t> bytes) {
  return bytes.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), bytes.begin());
}

Result<ModelFile> read_gguf(std::span<const uint8_t> bytes, const std::string& path,
                            const CheckpointLimits& limits) {
  if (!is_gguf(bytes)) return broken_model(path, "does not begin with GGUF");
  ByteReader reader(bytes);
  reader.skip(kMagic.size());
  const uint32_t version = reader.u32_le();
  const uint64_t tensors = reader.u64_le(), pairs = reader.u64_le();
  if (!reader.ok()) return broken_model(path, "file ends inside the GGUF header");
  OCTAVO_TRY_STATUS(check_version(version, path));
  if (tensors > static_cast<uint64_t>(limits.max_tensors))
    return broken_model(path, std::to_string(tensors) + " tensors, more than the limit of " +
                                  std::to_string(limits.max_tensors));
  ModelFile file;
  file.metadata = OCTAVO_TRY(read_gguf_metadata(reader, pairs, path, limits));
  const uint64_t alignment = OCTAVO_TRY(alignment_of(file.metadata, path));
  if (tensors > reader.remaining() / kLeastInfoBytes)
    return broken_model(
        path, std::to_string(tensors) + " tensors, more than the rest of the file can describe");
  file.tensors.reserve(tensors);
  InfoReader infos(reader, bytes, alignment, path);
  for (uint64_t i = 0; i < tensors; ++i) OCTAVO_TRY_STATUS(infos.read(limits, file));
  OCTAVO_TRY_STATUS(infos.place(file));
  OCTAVO_TRY_STATUS(sort_by_name(file, path));
  return file;
}

}  // namespace octavo::engine
