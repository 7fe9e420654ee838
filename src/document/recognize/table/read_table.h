// A table region -> its grid with text: chooses between the ruling lines, the alignment of the text
// and the structure network by what fits the words best.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "document/layout/layout.h"
#include "document/page/page_source.h"
#include "networks/table_structure.h"
#include "octavo/document.h"

namespace octavo::document {

struct TableReading {
  Table table;                         // rows == 0: not a table after all, the lines hold the text
  Source source = Source::kTextLayer;  // kNetwork when the structure came from the network
  float confidence = 0;                // 0..1, of the structure
  std::string reason;                  // for a person
};

struct TableSources {
  const Raster* pixels = nullptr;  // the region upright; null: drawings and text layer tell all
  // Reads `pixels` with the structure network; called at most once, when it is needed. Empty: no
  // network.
  std::function<Result<StructureTable>()> structure;
};

// `lines`: the region's lines with words. Bounded by kMaxTableWords and kMaxTablePlaces; reaching
// them goes to `diagnostics`. Errors of the network only.
Result<TableReading> read_table(const Page& page, const Region& region,
                                const std::vector<TextLine>& lines, const TableSources& sources,
                                Diagnostics& diagnostics);

}  // namespace octavo::document
