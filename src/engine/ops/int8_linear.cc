#include "engine/ops/int8_linear.h"

#include "base/check.h"

namespace octavo::engine {
namespace {

// Rows of one piece at most, and their bytes: half of the level 2 cache of the CPUs we care about.
constexpr int64_t kMostRows = 480, kRowBytes = 512 * 1024;
static_assert(kRowBytes >= kInt8Tile * int8_row_stride(kInt8MostDepth));
// Below, turning rows into bytes is cheap beside reading the weights, and reading them again is
// not.
constexpr int64_t kFewestRows = 48;
// Up to here codes become bytes in registers, once a tile; beyond, in memory, once for all rows.
constexpr int64_t kRowsOfCodes = kInt8Tile;
// Pieces a lane: enough to even out lanes that are slowed down by something else.
constexpr int64_t kPiecesPerLane = 4;

// A lane's memory.
struct Int8Lane {
  alignas(64) uint8_t scratch[kInt8Scratch];
  int64_t first;  // of the rows that are bytes here; -1: none are
  float scale[kMostRows];
  int32_t zero[kMostRows];
  alignas(64) uint8_t rows[kRowBytes];
  // A panel of codes as bytes. Nothing is resident of what a model's depth leaves out.
  alignas(64) int8_t panel[kInt8MostDepth * kInt8Panel];
};

Int8Lane& lane_of(const Compute& compute, int number) {
  return *reinterpret_cast<Int8Lane*>(compute.scratch.of(number));
}

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t whole_tiles(int64_t rows) { return divide_up(rows, kInt8Tile) * kInt8Tile; }

// Blocks of rows; with few of them, each is worked off in `slices` parts of the columns.
struct Cut {
  int64_t rows, block, slices;
  int64_t items() const { return divide_up(rows, block) * slices; }
};

Cut cut_rows(int64_t rows, int64_t depth, int64_t lanes) {
  const int64_t wanted = lanes * kPiecesPerLane;
  const int64_t most =
      std::min(kMostRows, kRowBytes / int8_row_stride(depth)) / kInt8Tile * kInt8Tile;
  const int64_t block =
      std::clamp(whole_tiles(divide_up(rows, wanted)), std::min(kFewestRows, most), most);
  const int64_t blocks = divide_up(rows, block);
  return {rows, whole_tiles(divide_up(rows, blocks)), divide_up(wanted, blocks)};
}

struct Columns {
  int64_t first, count;
};

Columns slice_of(int64_t cols, int64_t slice, int64_t slices) {
  const int64_t panels = divide_up(cols, kInt8Panel);
  const int64_t first = panels * slice / slices * kInt8Panel;
  const int64_t end = panels * (slice + 1) / slices * kInt8Panel;
  return {first, std::min(end, cols) - first};
}

// Where one result goes.
struct Target {
  const WeightView& weights;
  MatView<float> out;
  ActivationFunction activation = nullptr;
  bool add = false;
};

Int8Task task_of(const Int8Lane& lane, const Target& to, const RowChunk& rows,
                 const Columns& columns) {
  const Int8View& packed = to.weights.int8;
  const int64_t first = columns.first;
  return {.a = lane.rows,
          .a_stride = int8_row_stride(to.weights.depth),
          .a_scale = lane.scale,
          .a_zero = lane.zero,
          .rows = rows.count,
          .scales = packed.scales + first,
          .sums = packed.sums + first,
          .bias = packed.bias == nullptr ? nullptr : packed.bias + first,
          .cols = columns.count,
          .depth = to.weights.depth,
          .activation = to.activation,
          .c = to.out.row(rows.first) + first,
          .c_stride = to.out.stride,
          .add = to.add};
}

void multiply(const Compute& compute, Int8Lane& lane, const Target& to, const RowChunk& rows,
              const Columns& columns) {
  if (columns.count <= 0) return;
  const Int8View& packed = to.weights.int8;
  const int64_t depth = to.weights.depth, panel = columns.first / kInt8Panel;
  if (packed.codes == nullptr) {
    Int8Task task = task_of(lane, to, rows, columns);
    task.panels = packed.panels + columns.first * int8_padded_depth(depth);
    task.scratch = lane.scratch;
    return compute.kernels.int8.multiply(task);
  }
  const uint8_t* codes = packed.codes + panel * int4_panel_bytes(depth);
  if (rows.count <= kRowsOfCodes)
    return compute.kernels.int4.multiply({task_of(lane, to, rows, columns), codes});
  for (int64_t at = 0; at < columns.count; at += kInt8Panel, codes += int4_panel_bytes(depth)) {
    compute.kernels.int4.unpack(codes, depth, lane.panel);
    const Columns part{columns.first + at, std::min(kInt8Panel, columns.count - at)};
    Int8Task task = task_of(lane, to, rows, part);
    task.panels = lane.panel;
    task.scratch = lane.scratch;
    compute.kernels.int8.multiply(task);
  }
}

// Calls body(lane, rows, slice, slices) for each piece, its rows being bytes in the lane's memory.
template <class Body>
void for_pieces(const Compute& compute, MatView<const float> x, const float* smooth,
                const Body& body) {
  if (x.rows == 0) return;
  const Cut cut = cut_rows(x.rows, x.cols, compute.scratch.lanes());
  for (int number = 0; number < compute.scratch.lanes(); ++number)
    lane_of(compute, number).first = -1;
  for_items(compute, cut.items(), [&](int number, int64_t item) {
    Int8Lane& lane = lane_of(compute, number);
    const int64_t first = item / cut.slices * cut.block;
    const RowChunk rows{first, std::min(cut.block, x.rows - first)};
    // The next slice of the same rows finds them there.
    if (lane.first != first)
      compute.kernels.int8.quantize({.x = x.row(first),
                                     .x_stride = x.stride,
                                     .rows = rows.count,
                                     .depth = x.cols,
                                     .smooth = smooth,
                                     .q = lane.rows,
                                     .q_stride = int8_row_stride(x.cols),
                                     .scale = lane.scale,
                                     .zero = lane.zero});
    lane.first = first;
    body(lane, rows, item % cut.slices, cut.slices);
  });
}

}  // namespace

int64_t int8_lane_bytes() { return sizeof(Int8Lane); }

void int8_linear(const Compute& compute, std::span<const LinearCall> calls) {
  const LinearCall& leader = calls.front();
  for (const LinearCall& call : calls)
    OCTAVO_CHECK(call.x.data == leader.x.data && call.x.rows == leader.x.rows &&
                 call.weights.int8.is_there() &&
                 call.weights.int8.smooth == leader.weights.int8.smooth);
  for_pieces(compute, leader.x, leader.weights.int8.smooth,
             [&](Int8Lane& lane, const RowChunk& rows, int64_t slice, int64_t slices) {
               for (const LinearCall& call : calls) {
                 const bool add = call.add_to.data != nullptr;
                 OCTAVO_CHECK(!add || call.activation == nullptr);
                 multiply(compute, lane,
                          {call.weights, add ? call.add_to : call.out, call.activation, add}, rows,
                          slice_of(call.weights.cols, slice, slices));
               }
             });
}

void int8_gated_linear(const Compute& compute, MatView<const float> x, const WeightView& gate,
                       const WeightView& up, MatView<float> gate_out, MatView<float> up_out) {
  OCTAVO_CHECK(up.int8.is_there() && gate.int8.smooth == up.int8.smooth);
  for_pieces(compute, x, gate.int8.smooth,
             [&](Int8Lane& lane, const RowChunk& rows, int64_t slice, int64_t slices) {
               const Columns columns = slice_of(gate.cols, slice, slices);
               multiply(compute, lane, {gate, gate_out}, rows, columns);
               multiply(compute, lane, {up, up_out}, rows, columns);
               for (int64_t i = rows.first; i < rows.first + rows.count && columns.count > 0; ++i)
                 compute.kernels.activation.silu_gate(gate_out.row(i) + columns.first,
                                                      up_out.row(i) + columns.first, columns.count);
             });
}

}  // namespace octavo::engine
