// Pixels of a table -> its grid. SLANet+ (PaddleOCR), which writes the table as HTML tokens and
// gives a box for each cell.
//
// Network: x [1, 3, 488, 488] f32 -> boxes [1, T, 8] (four corners, 0..1 of the padded square) and
// tokens [1, T, 50]. The long side is scaled to 488, the rest of the square is zero.
#pragma once

#include <memory>
#include <vector>

#include "image/image.h"
#include "octavo/geometry.h"
#include "octavo/result.h"

namespace octavo {

class Network;
class NetworkRuntime;

struct StructureCell {
  int row = 0, column = 0;
  int row_span = 1, column_span = 1;
  bool header = false;  // in the table's head
  NormBox
      box;  // 0..1 of the image that was given; empty where the network gave no cell (filled in)
};

// Cells are sorted by (row, column) and cover every place of the grid exactly once.
struct StructureTable {
  int rows = 0, columns = 0;  // 0: no table was seen
  std::vector<StructureCell> cells;
  float score = 0;  // mean probability of the tokens, 0..1
};

// Thread-safe.
class TableStructure {
 public:
  static Result<std::unique_ptr<TableStructure>> load(NetworkRuntime& runtime);
  ~TableStructure();

  // The table alone, upright, with a few pixels of margin.
  Result<StructureTable> read(ImageView table) const;

 private:
  explicit TableStructure(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace octavo
