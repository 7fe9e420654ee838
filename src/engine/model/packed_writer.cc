#include <sys/stat.h>

#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "base/descriptor.h"
#include "base/file.h"
#include "base/json_text.h"
#include "base/sha256.h"
#include "base/try.h"
#include "engine/model/config_json_text.h"
#include "engine/model/packed_file.h"
#include "engine/model/packed_format.h"
#include "engine/ops/int8_matrix.h"

namespace octavo::engine {
namespace {

struct Stretch {
  const uint8_t* data;
  int64_t bytes;
};

// A part, put together from stretches that lie `gap` bytes apart in memory (rows of a matrix).
struct Part {
  std::string name;
  int64_t bytes = 0;
  std::vector<Stretch> stretches;
};

// Lists the parts of all weights.
class Collector {
 public:
  void vector(const std::string& name, const float* values, int64_t size) {
    add(name, values, size * static_cast<int64_t>(sizeof(float)));
  }
  void rows(const std::string& name, const WeightView& view, int64_t cols, int64_t depth) {
    const int64_t row = bytes_for(view.dtype, depth);
    Part part{name, cols * row, {}};
    for (int64_t i = 0; i < cols; ++i) part.stretches.push_back({view.data + i * view.stride, row});
    parts_.push_back(std::move(part));
    dtypes_[name] = std::string(facts_of(view.dtype).name);
  }
  void matrix(const std::string& name, const InputName& input, const WeightView& view, int64_t cols,
              int64_t depth) {
    const Int8View& packed = view.int8;
    if (!packed.is_there()) {
      missing_ = name;
      return;
    }
    // Panels begin what pack_int8() wrote, in one piece.
    if (packed.codes == nullptr) {
      add(name, packed.panels, Int8Layout(cols, depth, packed.bias != nullptr).bytes);
    } else {
      add(name, packed.codes,
          Int8Layout(cols, depth, packed.bias != nullptr, WeightBits::k4).bytes);
      dtypes_[name] = kPackedCodes;
      has_codes_ = true;
    }
    if (packed.smooth != nullptr && smoothed_.insert(input).second)
      add(smooth_part(input), packed.smooth, depth * static_cast<int64_t>(sizeof(float)));
  }
  void add(const std::string& name, const void* data, int64_t bytes) {
    parts_.push_back({name, bytes, {{static_cast<const uint8_t*>(data), bytes}}});
  }

  const std::vector<Part>& parts() const { return parts_; }
  const std::map<std::string, std::string>& dtypes() const { return dtypes_; }
  const std::string& missing() const { return missing_; }
  uint32_t version() const { return has_codes_ ? kPackedCodesVersion : kPackedVersion; }

 private:
  std::vector<Part> parts_;
  std::map<std::string, std::string> dtypes_;
  std::set<InputName> smoothed_;
  std::string missing_;
  bool has_codes_ = false;
};

// Offsets count from where the parts begin: the header's size is not known yet.
std::string header_text(const ModelConfig& config, const std::string& chat_template,
                        const Collector& weights) {
  std::string out = "{" + config_members(config) + ",\"chat_template\":";
  append_json_string(out, chat_template);
  out += ",\"dtypes\":{";
  bool first = true;
  const auto key = [&](const std::string& name) {
    if (!first) out += ',';
    first = false;
    append_json_string(out, name);
    out += ':';
  };
  for (const auto& [name, dtype] : weights.dtypes()) {
    key(name);
    append_json_string(out, dtype);
  }
  out += "},\"parts\":{";
  first = true;
  int64_t offset = 0;
  for (const Part& part : weights.parts()) {
    key(part.name);
    out += "[" + std::to_string(offset) + "," + std::to_string(part.bytes) + "]";
    offset += packed_aligned(part.bytes);
  }
  return out + "}}";
}

void put(std::vector<uint8_t>& out, uint64_t value, int bytes) {
  constexpr int kBits = 8;
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<uint8_t>(value >> (kBits * i)));
}

std::vector<uint8_t> preamble(uint32_t version, const std::string& header, int64_t file_bytes) {
  std::vector<uint8_t> out(kPackedMagic.begin(), kPackedMagic.end());
  put(out, version, 4);
  put(out, kPackedAlignment, 4);
  put(out, header.size(), 8);
  put(out, static_cast<uint64_t>(file_bytes), 8);
  const std::string hex = sha256_hex(header);
  constexpr int kHex = 16;
  for (size_t i = 0; i < hex.size(); i += 2)
    out.push_back(static_cast<uint8_t>(std::stoi(hex.substr(i, 2), nullptr, kHex)));
  return out;
}

// Writes and counts; pads to the alignment.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  void write(const void* data, int64_t bytes) {
    if (error_ == 0)
      error_ =
          write_all(descriptor_, {static_cast<const uint8_t*>(data), static_cast<size_t>(bytes)});
    written_ += bytes;
  }
  void pad() {
    static constexpr std::array<uint8_t, kPackedAlignment> kZeros{};
    write(kZeros.data(), packed_aligned(written_) - written_);
  }
  int error() const { return error_; }

 private:
  int descriptor_, error_ = 0;
  int64_t written_ = 0;
};

void write_part(const Part& part, Output& out) {
  // Short rows are gathered: one call each would take longer than the disk.
  constexpr size_t kBuffer = size_t{1} << 20;
  std::vector<uint8_t> buffer;
  for (const Stretch& stretch : part.stretches) {
    if (static_cast<size_t>(stretch.bytes) >= kBuffer) {
      out.write(stretch.data, stretch.bytes);
      continue;
    }
    buffer.insert(buffer.end(), stretch.data, stretch.data + stretch.bytes);
    if (buffer.size() < kBuffer) continue;
    out.write(buffer.data(), static_cast<int64_t>(buffer.size()));
    buffer.clear();
  }
  out.write(buffer.data(), static_cast<int64_t>(buffer.size()));
  out.pad();
}

}  // namespace

Status write_packed_file(const std::string& path, const ModelConfig& config,
                         const ModelWeights& weights, const PackedTexts& texts) {
  Collector collector;
  collector.add(kTokenizerPart, texts.tokenizer.data(),
                static_cast<int64_t>(texts.tokenizer.size()));
  visit_weights(config, weights, collector);
  if (!collector.missing().empty())
    return Error{Code::kInvalidArgument,
                 "matrix " + collector.missing() + " is too large for 8-bit products",
                 "",
                 {}};
  const std::string header = header_text(config, texts.chat_template, collector);
  int64_t bytes = packed_aligned(kPackedPreamble + static_cast<int64_t>(header.size()));
  for (const Part& part : collector.parts()) bytes += packed_aligned(part.bytes);

  // The new file takes the old one's place: that must not be a device or a pipe.
  struct stat old{};
  if (::stat(path.c_str(), &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))
    return Error{Code::kOutputUnwritable, "is not a regular file", "", {.file = path}};
  return write_file_atomically(path, [&](int descriptor) {
    Output out(descriptor);
    const std::vector<uint8_t> start = preamble(collector.version(), header, bytes);
    out.write(start.data(), static_cast<int64_t>(start.size()));
    out.write(header.data(), static_cast<int64_t>(header.size()));
    out.pad();
    for (const Part& part : collector.parts()) write_part(part, out);
    return out.error();
  });
}

}  // namespace octavo::engine
