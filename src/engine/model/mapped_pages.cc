#include "engine/model/mapped_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "engine/model/visit_weights.h"
#include "engine/ops/int8_matrix.h"

namespace octavo::engine {
namespace {

// Lists the matrices of the blocks, by block.
class BlockPages {
 public:
  BlockPages(int blocks, std::span<const std::span<const uint8_t>> files)
      : pages_(static_cast<size_t>(blocks)), files_(files) {}

  void vector(const std::string& name, const float*, int64_t) {
    if (name.ends_with(".norm1")) ++block_;  // each block begins with it
  }
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string&, const InputName&, const WeightView& view, int64_t cols,
              int64_t depth) {
    MappedPages& pages = pages_[static_cast<size_t>(block_)];
    const Int8View& packed = view.int8;
    if (!packed.is_there()) return pages.add(files_, view.data, cols * view.stride);
    const WeightBits bits = packed.codes == nullptr ? WeightBits::k8 : WeightBits::k4;
    const void* begin = packed.codes;
    if (bits == WeightBits::k8) begin = packed.panels;
    pages.add(files_, begin, Int8Layout(cols, depth, packed.bias != nullptr, bits).bytes);
  }
  std::vector<MappedPages> take() { return std::move(pages_); }

 private:
  std::vector<MappedPages> pages_;
  std::span<const std::span<const uint8_t>> files_;
  int block_ = -1;
};

}  // namespace

void MappedPages::add(std::span<const std::span<const uint8_t>> files, const void* data,
                      int64_t bytes) {
  const auto at = reinterpret_cast<uintptr_t>(data);
  for (const std::span<const uint8_t> file : files) {
    const auto begin = reinterpret_cast<uintptr_t>(file.data()), end = begin + file.size();
    if (at < begin || at >= end) continue;
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    // A file's last page is wholly its mapping's.
    const Stretch stretch{
        at / page * page,
        (std::min(at + static_cast<uintptr_t>(bytes), end) + page - 1) / page * page};
    // Neighbours share a call, and a page.
    if (!stretches_.empty() && stretch.first >= stretches_.back().first &&
        stretch.first <= stretches_.back().end + page)
      stretches_.back().end = std::max(stretches_.back().end, stretch.end);
    else
      stretches_.push_back(stretch);
    return;
  }
}

void MappedPages::release() const {
  // A hint: that it could not be taken changes nothing.
  for (const Stretch& stretch : stretches_)
    static_cast<void>(::madvise(reinterpret_cast<void*>(stretch.first), stretch.end - stretch.first,
                                MADV_DONTNEED));
}

std::vector<MappedPages> vision_pages(const ModelConfig& config, const ModelWeights& weights,
                                      std::span<const std::span<const uint8_t>> files) {
  BlockPages pages(config.vision.depth, files);
  visit_vision(config.vision, config.language.hidden, weights.vision, pages);
  return pages.take();
}

}  // namespace octavo::engine
