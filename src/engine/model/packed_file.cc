#include "engine/model/packed_file.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "base/try.h"
#include "engine/checkpoint/model_file.h"
#include "engine/model/config_json_text.h"
#include "engine/model/large_pages.h"
#include "engine/model/packed_format.h"
#include "engine/model/visit_weights.h"
#include "engine/ops/int8_matrix.h"

namespace octavo::engine {
namespace {

constexpr int64_t kFloat = sizeof(float);

template <class T>
T number_at(std::span<const uint8_t> bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string hex_of(std::span<const uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const uint8_t byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 0xF];
  }
  return out;
}

// The header's text, once everything before it holds.
Result<std::string_view> header_of(std::span<const uint8_t> bytes, const std::string& path) {
  constexpr uint64_t kMostHeader = uint64_t{16} << 20;
  if (bytes.size() < static_cast<size_t>(kPackedPreamble))
    return broken_model(path, "the file ends within its first 64 bytes");
  if (const auto version = number_at<uint32_t>(bytes, 8);
      version < kPackedVersion || version > kPackedCodesVersion)
    return broken_model(path, "expected version " + std::to_string(kPackedVersion) + " or " +
                                  std::to_string(kPackedCodesVersion) +
                                  " of the prepacked format, found " + std::to_string(version));
  if (number_at<uint32_t>(bytes, 12) != kPackedAlignment)
    return broken_model(path, "expected parts at multiples of 64 bytes");
  const auto header = number_at<uint64_t>(bytes, 16), all = number_at<uint64_t>(bytes, 24);
  if (all != bytes.size())
    return broken_model(path, "expected " + std::to_string(all) +
                                  " bytes as the file says, found " + std::to_string(bytes.size()));
  if (header > kMostHeader || header > bytes.size() - kPackedPreamble)
    return broken_model(path, "the header's size is " + std::to_string(header) + " bytes");
  const auto text = bytes.subspan(kPackedPreamble, header);
  if (sha256_hex(text) != hex_of(bytes.subspan(32, kPackedHash)))
    return broken_model(path, "the header does not have the SHA-256 that the file says");
  return std::string_view(reinterpret_cast<const char*>(text.data()), text.size());
}

std::optional<DType> dtype_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(DType::kQ6_K); ++i)
    if (facts_of(static_cast<DType>(i)).name == name) return static_cast<DType>(i);
  return std::nullopt;
}

// Fills weights with views of the parts; remembers the first thing that is wrong.
class Binder {
 public:
  Binder(const ConfigKeys& keys, std::span<const uint8_t> parts, uint32_t version)
      : keys_(keys), parts_(parts), version_(version) {}

  void vector(const std::string& name, const float*& values, int64_t size) {
    const auto bytes = part(name);
    if (!has_size(name, bytes, size * kFloat)) return;
    values = floats(bytes);
    check_finite(name, values, size);
  }
  void rows(const std::string& name, WeightView& view, int64_t cols, int64_t depth) {
    const auto said = keys_.text({"dtypes." + name});
    const auto dtype = said.ok() ? dtype_named(*said) : std::nullopt;
    if (!dtype || depth % facts_of(*dtype).block_elements != 0)
      return note(name, "has no element type that can be used");
    const int64_t row = bytes_for(*dtype, depth);
    const auto bytes = part(name);
    if (!has_size(name, bytes, cols * row)) return;
    view = {.dtype = *dtype, .data = bytes.data(), .stride = row, .cols = cols, .depth = depth};
  }
  void matrix(const std::string& name, const InputName& input, WeightView& view, int64_t cols,
              int64_t depth) {
    if (!fits_int8(cols, depth)) return note(name, "is too large for 8-bit products");
    const auto bytes = part(name);
    WeightBits bits = WeightBits::k8;
    if (keys_.has({"dtypes." + name})) {
      const auto said = keys_.text({"dtypes." + name});
      if (!said.ok() || *said != kPackedCodes)
        return note(name, "has no element type that can be used");
      if (version_ < kPackedCodesVersion)
        return note(name, "has 4 bits in a file of version " + std::to_string(version_));
      bits = WeightBits::k4;
    }
    const Int8Layout with_bias(cols, depth, true, bits), without(cols, depth, false, bits);
    const bool has_bias = static_cast<int64_t>(bytes.size()) == with_bias.bytes;
    if (!has_size(name, bytes, has_bias ? with_bias.bytes : without.bytes)) return;
    // Nothing but the 8-bit part: the head must not pass for the embedding.
    view = {.cols = cols, .depth = depth};
    view.int8 = view_int8(bytes.data(), has_bias ? with_bias : without);
    view.bias = view.int8.bias;
    check_finite(name, view.int8.scales, cols);
    if (has_bias) check_finite(name, view.bias, cols);
    const std::string smooth = smooth_part(input);
    if (!keys_.has({"parts." + smooth})) return;
    vector(smooth, view.int8.smooth, depth);
  }

  std::span<const uint8_t> part(const std::string& name) {
    const auto place = keys_.integers({"parts." + name});
    if (!place.ok() || place->size() != 2) {
      note(name, "is missing");
      return {};
    }
    const int64_t offset = (*place)[0], bytes = (*place)[1];
    const auto all = static_cast<int64_t>(parts_.size());
    if (offset < 0 || bytes < 0 || offset % kPackedAlignment != 0 || offset > all ||
        bytes > all - offset) {
      note(name, "lies outside of the file");
      return {};
    }
    return parts_.subspan(static_cast<size_t>(offset), static_cast<size_t>(bytes));
  }
  const std::string& problem() const { return problem_; }

 private:
  static const float* floats(std::span<const uint8_t> bytes) {
    return reinterpret_cast<const float*>(bytes.data());
  }
  void check_finite(const std::string& name, const float* values, int64_t size) {
    for (int64_t i = 0; i < size; ++i)
      if (!std::isfinite(values[i])) return note(name, "has a value that is no finite number");
  }
  bool has_size(const std::string& name, std::span<const uint8_t> bytes, int64_t expected) {
    if (static_cast<int64_t>(bytes.size()) == expected) return true;
    note(name,
         "expected " + std::to_string(expected) + " bytes, found " + std::to_string(bytes.size()));
    return false;
  }
  void note(const std::string& name, const std::string& what) {
    if (problem_.empty()) problem_ = "part " + quote_name(name) + " " + what;
  }

  const ConfigKeys& keys_;
  std::span<const uint8_t> parts_;
  uint32_t version_;
  std::string problem_;
};

// Lists the bytes of matrices, neighbours together.
class MatrixBytes {
 public:
  void vector(const std::string&, const float*, int64_t) {}
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string&, const InputName&, const WeightView& view, int64_t cols,
              int64_t depth) {
    const bool codes = view.int8.codes != nullptr;
    const Int8Layout layout(cols, depth, view.int8.bias != nullptr,
                            codes ? WeightBits::k4 : WeightBits::k8);
    const uint8_t* data =
        codes ? view.int8.codes : reinterpret_cast<const uint8_t*>(view.int8.panels);
    // Norms and the like may be between them.
    constexpr int64_t kGap = 64 * 1024;
    if (!found_.empty()) {
      std::span<const uint8_t>& last = found_.back();
      const int64_t behind = data - (last.data() + last.size());
      if (behind >= 0 && behind <= kGap) {
        last = {last.data(), data + layout.bytes};
        return;
      }
    }
    found_.push_back({data, static_cast<size_t>(layout.bytes)});
  }
  const std::vector<std::span<const uint8_t>>& stretches() const { return found_; }
  int64_t total() const {
    int64_t bytes = 0;
    for (const auto& stretch : found_) bytes += static_cast<int64_t>(stretch.size());
    return bytes;
  }

 private:
  std::vector<std::span<const uint8_t>> found_;
};

}  // namespace

struct PackedFile::Impl {
  MappedFile map;
  ModelConfig config;
  ModelWeights weights;
  std::string_view tokenizer;
  std::string chat_template;
  LargePages pages{};
};

bool is_packed_file(const std::string& path) {
  std::error_code failure;
  // Opening a FIFO would wait for somebody to write.
  if (!std::filesystem::is_regular_file(path, failure)) return false;
  std::array<char, kPackedMagic.size()> magic{};
  std::ifstream file(path, std::ios::binary);
  return file.read(magic.data(), magic.size()) && magic == kPackedMagic;
}

Result<std::unique_ptr<PackedFile>> PackedFile::open(const std::string& path) {
  MappedFile map = OCTAVO_TRY(MappedFile::open(path, std::numeric_limits<int64_t>::max()));
  const auto bytes = map.bytes();
  const std::string_view text = OCTAVO_TRY(header_of(bytes, path));
  const Metadata values = OCTAVO_TRY(parse_json_settings(text, path));
  const ConfigKeys keys(path, values);
  ModelConfig config = OCTAVO_TRY(read_config(keys));
  ModelWeights weights;
  weights.language.layers.resize(static_cast<size_t>(config.language.layers));
  weights.vision.blocks.resize(static_cast<size_t>(config.vision.depth));
  const auto begin =
      static_cast<size_t>(packed_aligned(kPackedPreamble + static_cast<int64_t>(text.size())));
  if (begin > bytes.size()) return broken_model(path, "there is nothing behind the header");
  Binder binder(keys, bytes.subspan(begin), number_at<uint32_t>(bytes, 8));
  visit_weights(config, weights, binder);
  const auto tokenizer = binder.part(kTokenizerPart);
  if (!binder.problem().empty()) return broken_model(path, binder.problem());
  const std::string_view json(reinterpret_cast<const char*>(tokenizer.data()), tokenizer.size());
  std::string chat_template = OCTAVO_TRY(keys.text({"chat_template"}, std::string()));
  return std::unique_ptr<PackedFile>(new PackedFile(std::unique_ptr<Impl>(new Impl{
      std::move(map), std::move(config), std::move(weights), json, std::move(chat_template)})));
}

void PackedFile::move_language(ThreadPool& pool) {
  MatrixBytes all;
  visit_language(impl_->config.language, impl_->weights.language, all);
  if (!has_large_pages() || all.total() > available_memory() / 2) return;
  for (const std::span<const uint8_t> stretch : all.stretches())
    impl_->pages.add(stretch.data(), static_cast<int64_t>(stretch.size()));
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kMost{250};
  const auto start = Clock::now();
  // As many as before take as long as before.
  for (int done = 1; impl_->pages.move_some(pool); ++done)
    if ((Clock::now() - start) / done * (done + 1) > kMost) return;
}

PackedFile::PackedFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PackedFile::~PackedFile() = default;
const ModelConfig& PackedFile::config() const { return impl_->config; }
const ModelWeights& PackedFile::weights() const { return impl_->weights; }
LargePages& PackedFile::pages() const { return impl_->pages; }
std::string_view PackedFile::tokenizer_json() const { return impl_->tokenizer; }
const std::string& PackedFile::chat_template() const { return impl_->chat_template; }
std::span<const uint8_t> PackedFile::bytes() const { return impl_->map.bytes(); }

}  // namespace octavo::engine
