#include "engine/ops/linear.h"

#include <array>

#include "base/check.h"
#include "engine/checkpoint/dequantize.h"
#include "engine/ops/int8_linear.h"

namespace octavo::engine {
namespace {

// How one product is cut: blocks of rows that share a packing of the weights, and panels of
// columns.
struct Cut {
  int64_t blocks;  // of rows
  int64_t cols;    // of one item
  int64_t across, items;
};

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Items a lane: enough to even out lanes that are slowed down by something else.
constexpr int64_t kItemsPerLane = 4;
// Columns an item at least, when rows are packed: copying a row of A once per item must not count.
constexpr int64_t kFewestPackedCols = 4 * kMatmulPanel;

Cut cut(int64_t rows, int64_t cols, int lanes) {
  const int64_t blocks = parts_for_lanes(divide_up(rows, kMatmulRowBlock), lanes);
  const int64_t fewest = rows <= kMatmulFewRows ? kMatmulPanel : kFewestPackedCols;
  const int64_t wanted = divide_up(lanes * kItemsPerLane, blocks);
  const int64_t width =
      std::max(fewest, divide_up(divide_up(cols, wanted), kMatmulPanel) * kMatmulPanel);
  const int64_t across = divide_up(cols, width);
  return {blocks, width, across, across * blocks};
}

struct Part {
  int64_t row, rows, col, cols;
};

Part part_of(const Cut& cut, int64_t rows, int64_t cols, int64_t item) {
  // All columns of one block of rows first: the rows stay in the cache.
  const int64_t block = item / cut.across, col = item % cut.across * cut.cols;
  // Multiples of the largest register tile, as the kernel would cut it.
  const auto begin = [&](int64_t number) {
    return std::min(rows,
                    even_part(divide_up(rows, kMatmulTile), number, cut.blocks) * kMatmulTile);
  };
  return {begin(block), begin(block + 1) - begin(block), col, std::min(cut.cols, cols - col)};
}

void multiply(const Compute& compute, int lane, MatView<const float> x, const WeightView& weights,
              ActivationFunction activation, const Part& part, MatView<float> out) {
  compute.kernels.matmul({.a = x.row(part.row),
                          .a_stride = x.stride,
                          .rows = part.rows,
                          .dtype = weights.dtype,
                          .weights = weights.data + part.col * weights.stride,
                          .weight_stride = weights.stride,
                          .cols = part.cols,
                          .depth = weights.depth,
                          .bias = weights.bias == nullptr ? nullptr : weights.bias + part.col,
                          .activation = activation,
                          .c = out.row(part.row) + part.col,
                          .c_stride = out.stride,
                          .scratch = compute.scratch.of(lane)});
}

void check_shapes(MatView<const float> x, const WeightView& weights, MatView<float> out) {
  OCTAVO_CHECK(x.cols == weights.depth);
  OCTAVO_CHECK(out.rows == x.rows && out.cols == weights.cols);
}

void work_item(const Compute& compute, int lane, const LinearCall& call, const Part& part) {
  multiply(compute, lane, call.x, call.weights, call.activation, part, call.out);
  if (call.add_to.data == nullptr) return;
  for (int64_t i = part.row; i < part.row + part.rows; ++i) {
    const float* from = call.out.row(i) + part.col;
    float* to = call.add_to.row(i) + part.col;
    for (int64_t j = 0; j < part.cols; ++j) to[j] += from[j];
  }
}

}  // namespace

void linear(const Compute& compute, std::span<const LinearCall> calls) {
  constexpr size_t kMostCalls = 4;
  OCTAVO_CHECK(calls.size() <= kMostCalls);
  std::array<Cut, kMostCalls> cuts{};
  int64_t items = 0;
  for (const LinearCall& call : calls) check_shapes(call.x, call.weights, call.out);
  if (!calls.empty() && calls.front().weights.int8.is_there())
    return int8_linear(compute, {calls.front().x}, calls);
  for (size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].x.rows == 0) continue;
    cuts[i] = cut(calls[i].x.rows, calls[i].weights.cols, compute.scratch.lanes());
    items += cuts[i].items;
  }
  for_items(compute, items, [&](int lane, int64_t item) {
    size_t i = 0;
    for (; item >= cuts[i].items; ++i) item -= cuts[i].items;
    work_item(compute, lane, calls[i],
              part_of(cuts[i], calls[i].x.rows, calls[i].weights.cols, item));
  });
}

void linear(const Compute& compute, const LinearCall& call) {
  linear(compute, std::span<const LinearCall>(&call, 1));
}

void gated_linear(const Compute& compute, const GatedCall& call) {
  const auto& [x, gate, up, gate_out, up_out] = call;
  check_shapes(x, gate, gate_out);
  check_shapes(x, up, up_out);
  OCTAVO_CHECK(gate.cols == up.cols);
  if (gate.int8.is_there()) return int8_gated_linear(compute, call);
  if (x.rows == 0) return;
  const Cut pieces = cut(x.rows, gate.cols, compute.scratch.lanes());
  for_items(compute, pieces.items, [&](int lane, int64_t item) {
    const Part part = part_of(pieces, call.x.rows, call.gate.cols, item);
    multiply(compute, lane, call.x, call.gate, nullptr, part, call.out);
    multiply(compute, lane, call.x, call.up, nullptr, part, call.up_out);
    for (int64_t i = part.row; i < part.row + part.rows; ++i)
      compute.kernels.activation.silu_gate(call.out.row(i) + part.col,
                                           call.up_out.row(i) + part.col, part.cols);
  });
}

bool makes_input(const WeightView& weights, int64_t rows) {
  return weights.int8.is_there() && int8_makes_input(rows);
}

void linear(const Compute& compute, const InputRows& rows, std::span<const LinearCall> calls) {
  for (const LinearCall& call : calls) {
    OCTAVO_CHECK(makes_input(call.weights, rows.x.rows));
    check_shapes(call.x, call.weights, call.out);
  }
  int8_linear(compute, rows, calls);
}

void expect(const Compute& compute, std::initializer_list<const WeightView*> weights) {
  if (compute.lane != nullptr && (*weights.begin())->int8.is_there())
    int8_expect(compute, {weights.begin(), weights.size()});
}

void take_rows(const WeightView& matrix, std::span<const int32_t> rows, MatView<float> out) {
  OCTAVO_CHECK(out.rows == static_cast<int64_t>(rows.size()) && out.cols == matrix.depth);
  for (int64_t i = 0; i < out.rows; ++i) {
    const int64_t row = rows[static_cast<size_t>(i)];
    OCTAVO_CHECK(row >= 0 && row < matrix.cols);
    dequantize(matrix.dtype, matrix.data + row * matrix.stride, matrix.depth, out.row(i));
  }
}

}  // namespace octavo::engine
