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
// Up to here rows are few: each lane makes bytes of all of them, and codes of weights become bytes
// in registers, once a tile; beyond, in memory, once for all rows.
constexpr int64_t kFewRows = kInt8Tile;
// Bytes of weights that a lane takes at once when rows are few: about a microsecond of its share of
// the memory, so that lanes end together.
constexpr int64_t kUnitBytes = 64 * 1024;
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
  int64_t rows, blocks, slices;
  int64_t items() const { return blocks * slices; }
  RowChunk block(int64_t number) const {
    const int64_t first = begin(number);
    return {first, begin(number + 1) - first};
  }

 private:
  int64_t begin(int64_t number) const {
    return std::min(rows, even_part(divide_up(rows, kInt8Tile), number, blocks) * kInt8Tile);
  }
};

Cut cut_rows(int64_t rows, int64_t depth, int64_t lanes) {
  const int64_t wanted = lanes * kPiecesPerLane;
  const int64_t most =
      std::min(kMostRows, kRowBytes / int8_row_stride(depth)) / kInt8Tile * kInt8Tile;
  const int64_t block =
      std::clamp(whole_tiles(divide_up(rows, wanted)), std::min(kFewestRows, most), most);
  const int64_t blocks = parts_for_lanes(divide_up(rows, block), lanes);
  return {rows, blocks, divide_up(wanted, blocks)};
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
  const void* next = nullptr;  // weights that are read behind these
};

Target target_of(const LinearCall& call) {
  const bool add = call.add_to.data != nullptr;
  OCTAVO_CHECK(!add || call.activation == nullptr);
  return {call.weights, add ? call.add_to : call.out, call.activation, add};
}

int64_t panel_bytes(const WeightView& weights) {
  return weights.int8.codes != nullptr ? int4_panel_bytes(weights.depth)
                                       : int8_padded_depth(weights.depth) * kInt8Panel;
}

const uint8_t* panel_at(const WeightView& weights, int64_t panel) {
  const Int8View& packed = weights.int8;
  const auto* begin =
      packed.codes != nullptr ? packed.codes : reinterpret_cast<const uint8_t*>(packed.panels);
  return begin + panel * panel_bytes(weights);
}

Int8Task task_of(const Int8Lane& lane, const Target& to, const RowChunk& rows,
                 const Columns& columns) {
  const Int8View& packed = to.weights.int8;
  const int64_t first = columns.first;
  return {.a = lane.rows,
          .a_stride = int8_row_stride(to.weights.depth),
          .a_scale = lane.scale,
          .a_zero = lane.zero,
          .rows = rows.count,
          .next = to.next,
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
  const int64_t depth = to.weights.depth;
  const uint8_t* codes = panel_at(to.weights, columns.first / kInt8Panel);
  if (to.weights.int8.codes == nullptr) {
    Int8Task task = task_of(lane, to, rows, columns);
    task.panels = reinterpret_cast<const int8_t*>(codes);
    task.scratch = lane.scratch;
    return compute.kernels.int8.multiply(task);
  }
  if (rows.count <= kFewRows)
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

// Before an op: bytes in lanes' memory are not those of its rows. A team's lane looks to itself.
void forget_rows(const Compute& compute) {
  if (compute.lane != nullptr) {
    lane_of(compute, compute.lane->number()).first = -1;
    return;
  }
  for (int number = 0; number < compute.scratch.lanes(); ++number)
    lane_of(compute, number).first = -1;
}

// Rows of x to bytes that are row `first` of the lane's and those behind it.
void quantize(const Compute& compute, Int8Lane& lane, MatView<const float> x, const float* smooth,
              int64_t first = 0) {
  const int64_t stride = int8_row_stride(x.cols);
  compute.kernels.int8.quantize({.x = x.data,
                                 .x_stride = x.stride,
                                 .rows = x.rows,
                                 .depth = x.cols,
                                 .smooth = smooth,
                                 .q = lane.rows + first * stride,
                                 .q_stride = stride,
                                 .scale = lane.scale + first,
                                 .zero = lane.zero + first});
}

// Calls body(lane, rows, slice, slices) for each piece, its rows being bytes in the lane's memory.
template <class Body>
void for_pieces(const Compute& compute, MatView<const float> x, const float* smooth,
                const Body& body) {
  if (x.rows == 0) return;
  const Cut cut = cut_rows(x.rows, x.cols, compute.scratch.lanes());
  forget_rows(compute);
  for_items(compute, cut.items(), [&](int number, int64_t item) {
    Int8Lane& lane = lane_of(compute, number);
    const RowChunk rows = cut.block(item / cut.slices);
    const int64_t first = rows.first;
    // The next slice of the same rows finds them there.
    if (lane.first != first) quantize(compute, lane, x.rows_from(first, rows.count), smooth);
    lane.first = first;
    body(lane, rows, item % cut.slices, cut.slices);
  });
}

// ---- Few rows: weights are read once, as fast as memory gives them.

// A matrix in units of whole panels.
struct Units {
  explicit Units(const WeightView& of)
      : panels(int8_padded_cols(of.cols) / kInt8Panel),
        each(std::max(int64_t{1}, kUnitBytes / panel_bytes(of))) {}
  int64_t count() const { return divide_up(panels, each); }
  Columns columns(int64_t unit, int64_t cols) const {
    const int64_t first = unit * each * kInt8Panel;
    return {first, std::min(each * kInt8Panel, cols - first)};
  }
  int64_t panels, each;
};

static_assert(kInt8MostDepth * int64_t{sizeof(float)} <= kInt8Scratch);

// All rows of the input as bytes in a lane's memory.
void take_in(const Compute& compute, Int8Lane& lane, const InputRows& input, const float* smooth) {
  if (lane.first == 0) return;
  lane.first = 0;
  const MatView<const float> x = input.x;
  if (input.norm == nullptr && input.up.data == nullptr) return quantize(compute, lane, x, smooth);
  // Kernels have no use for it before the first product.
  auto* made = reinterpret_cast<float*>(lane.scratch);
  for (int64_t i = 0; i < x.rows; ++i) {
    if (input.norm != nullptr) {
      compute.kernels.norm.rms({.x = x.row(i),
                                .x_stride = x.stride,
                                .rows = 1,
                                .cols = x.cols,
                                .weight = input.norm,
                                .epsilon = input.epsilon,
                                .y = made,
                                .y_stride = x.cols});
    } else {
      std::copy_n(x.row(i), x.cols, made);
      compute.kernels.activation.silu_gate(made, input.up.row(i), x.cols);
    }
    quantize(compute, lane, {made, 1, x.cols, x.cols}, smooth, i);
  }
}

void few_rows(const Compute& compute, const InputRows& input, std::span<const LinearCall> calls) {
  int64_t items = 0;
  for (const LinearCall& call : calls) items += Units(call.weights).count();
  const RowChunk rows{0, input.x.rows};
  forget_rows(compute);
  for_items(compute, items, [&](int number, int64_t item) {
    Int8Lane& lane = lane_of(compute, number);
    take_in(compute, lane, input, calls.front().weights.int8.smooth);
    const LinearCall* call = calls.data();
    for (int64_t count; item >= (count = Units(call->weights).count()); ++call) item -= count;
    const Units units(call->weights);
    Target to = target_of(*call);
    if (item + 1 < units.count())
      to.next = panel_at(call->weights, (item + 1) * units.each);
    else if (call != &calls.back())
      to.next = panel_at(call[1].weights, 0);
    multiply(compute, lane, to, rows, units.columns(item, call->weights.cols));
  });
}

void check_calls(MatView<const float> x, std::span<const LinearCall> calls) {
  for (const LinearCall& call : calls)
    OCTAVO_CHECK(call.x.data == calls.front().x.data && call.x.rows == x.rows &&
                 call.weights.int8.is_there() &&
                 call.weights.int8.smooth == calls.front().weights.int8.smooth);
}

}  // namespace

int64_t int8_lane_bytes() { return sizeof(Int8Lane); }

bool int8_makes_input(int64_t rows) { return rows <= kFewRows; }

void int8_linear(const Compute& compute, const InputRows& input,
                 std::span<const LinearCall> calls) {
  check_calls(input.x, calls);
  if (input.x.rows == 0) return;
  if (int8_makes_input(input.x.rows)) return few_rows(compute, input, calls);
  OCTAVO_CHECK(input.norm == nullptr && input.up.data == nullptr);
  for_pieces(compute, input.x, calls.front().weights.int8.smooth,
             [&](Int8Lane& lane, const RowChunk& rows, int64_t slice, int64_t slices) {
               for (const LinearCall& call : calls)
                 multiply(compute, lane, target_of(call), rows,
                          slice_of(call.weights.cols, slice, slices));
             });
}

void int8_gated_linear(const Compute& compute, const GatedCall& call) {
  OCTAVO_CHECK(call.up.int8.is_there() && call.gate.int8.smooth == call.up.int8.smooth);
  for_pieces(compute, call.x, call.gate.int8.smooth,
             [&](Int8Lane& lane, const RowChunk& rows, int64_t slice, int64_t slices) {
               const Columns columns = slice_of(call.gate.cols, slice, slices);
               multiply(compute, lane, {call.gate, call.out}, rows, columns);
               multiply(compute, lane, {call.up, call.up_out}, rows, columns);
               for (int64_t i = rows.first; i < rows.first + rows.count && columns.count > 0; ++i)
                 compute.kernels.activation.silu_gate(call.out.row(i) + columns.first,
                                                      call.up_out.row(i) + columns.first,
                                                      columns.count);
             });
}

void int8_expect(const Compute& compute, std::span<const WeightView* const> weights) {
  int64_t items = 0;
  for (const WeightView* one : weights) items += Units(*one).count();
  int64_t first = compute.lane->first_of(items);
  for (const WeightView* one : weights) {
    const Units units(*one);
    if (first < units.count()) {
      const int64_t panel = first * units.each;
      return compute.lane->expect(panel_at(*one, panel),
                                  (units.panels - panel) * panel_bytes(*one));
    }
    first -= units.count();
  }
}

}  // namespace octavo::engine
