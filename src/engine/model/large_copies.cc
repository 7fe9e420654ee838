#include "engine/model/large_copies.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include "engine/model/mapped_pages.h"
#include "engine/model/visit_weights.h"
#include "engine/ops/int8_matrix.h"

namespace octavo::engine {
namespace {

struct Matrix8 {
  WeightView* view;
  Int8Layout layout;
  const uint8_t* from;
};

// Lists the matrices of the language half.
class Lister {
 public:
  void vector(const std::string&, const float*, int64_t) {}
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string&, const InputName&, WeightView& view, int64_t cols, int64_t depth) {
    const bool codes = view.int8.codes != nullptr;
    const Int8Layout layout(cols, depth, view.int8.bias != nullptr,
                            codes ? WeightBits::k4 : WeightBits::k8);
    found_.push_back(
        {&view, layout,
         codes ? view.int8.codes : reinterpret_cast<const uint8_t*>(view.int8.panels)});
    bytes_ += layout.bytes;
  }
  const std::vector<Matrix8>& found() const { return found_; }
  int64_t bytes() const { return bytes_; }

 private:
  std::vector<Matrix8> found_;
  int64_t bytes_ = 0;
};

// Free memory in small pieces has to be put together to large pages first, which can take ten times
// as long as the copy. A model that is ready at once is worth more than a faster one.
class Budget {
 public:
  bool allows(int64_t bytes) const {
    constexpr std::chrono::milliseconds kMost{250};
    const auto passed = Clock::now() - start_;
    const double rest = done_ > 0 ? double(bytes) / double(done_) : 0;
    return passed + std::chrono::duration_cast<Clock::duration>(passed * rest) < kMost;
  }
  void add(int64_t bytes) { done_ += bytes; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  int64_t done_ = 0;
};

// False when the budget was used up on the way.
bool copy(const uint8_t* from, int64_t bytes, ThreadPool& pool, Budget& budget, uint8_t* to) {
  constexpr int64_t kPiece = int64_t{1} << 20, kPieces = 8;
  for (int64_t begin = 0; begin < bytes; begin += kPiece * kPieces) {
    const int64_t end = std::min(begin + kPiece * kPieces, bytes);
    if (!budget.allows(end - begin)) return false;
    pool.parallel_for(static_cast<size_t>((end - begin + kPiece - 1) / kPiece), [&](size_t piece) {
      const int64_t first = begin + static_cast<int64_t>(piece) * kPiece;
      std::memcpy(to + first, from + first, static_cast<size_t>(std::min(kPiece, end - first)));
    });
    budget.add(end - begin);
  }
  return true;
}

}  // namespace

int64_t copy_to_large_pages(const ModelConfig& config, std::span<const uint8_t> file,
                            ThreadPool& pool, ModelWeights& weights) {
  Lister lister;
  visit_language(config.language, weights.language, lister);
  if (!has_large_pages() || lister.bytes() > available_memory() / 2) return 0;
  Budget budget;
  int64_t copied = 0;
  for (const Matrix8& matrix : lister.found()) {
    const int64_t bytes = matrix.layout.bytes;
    uint8_t* memory = budget.allows(bytes) ? weights.own_bytes(bytes) : nullptr;
    if (memory == nullptr) break;
    if (!copy(matrix.from, bytes, pool, budget, memory)) {
      weights.forget_bytes(memory, bytes);
      break;
    }
    const float* smooth = matrix.view->int8.smooth;
    matrix.view->int8 = view_int8(memory, matrix.layout);
    matrix.view->int8.smooth = smooth;
    matrix.view->bias = matrix.view->int8.bias;
    MappedPages pages;
    pages.add({&file, 1}, matrix.from, bytes);
    pages.release();
    copied += bytes;
  }
  return copied;
}

}  // namespace octavo::engine
