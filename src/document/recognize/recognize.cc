#include "document/recognize/recognize.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "document/recognize/make_picture.h"
#include "document/recognize/table/read_table.h"
#include "networks/networks.h"

namespace octavo::document {
namespace {

size_t characters_of(const TextLine& line) {
  size_t count = 0;
  for (const Word& word : line.words) count += to_utf32(word.text).size();
  return count;
}

// Fills in where the answer's text comes from: what most of its characters were read from, and how
// sure that reading was.
void describe_source(const Page& page, const Region& region, Answer& answer) {
  std::array<size_t, 4> characters{};
  double sure = 0;
  size_t all = 0;
  for (const TextLine& line : answer.lines) {
    const size_t count = characters_of(line);
    characters[static_cast<size_t>(line.source)] += count;
    sure += static_cast<double>(count) * static_cast<double>(line.confidence);
    all += count;
  }
  if (all == 0) {
    // Nothing was read: the page says where text would have come from.
    answer.source = region.from_network ? Source::kNetwork : page.source;
    answer.reason = region.from_network ? "found by the layout network" : "found by its drawings";
    answer.confidence = region.score;
    return;
  }
  const auto most = std::max_element(characters.begin(), characters.end());
  answer.source = static_cast<Source>(most - characters.begin());
  answer.confidence = static_cast<float>(sure / static_cast<double>(all));
  if (answer.source == Source::kTextLayer) {
    answer.reason = "text layer";
  } else if (page.trust == TextTrust::kTrusted) {
    answer.reason = "text in a picture";
  } else {
    answer.reason = page.trust_reason.empty() ? "no text layer" : page.trust_reason;
  }
}

Status add_table(const Page& page, const Region& region, const Raster* pixels, PageView& view,
                 Networks& networks, Answer& answer) {
  TableSources sources{.pixels = pixels, .structure = {}};
  if (pixels != nullptr)
    sources.structure = [&]() -> Result<StructureTable> {
      const TableStructure* network = OCTAVO_TRY(networks.table_structure());
      return network->read(pixels->image);
    };
  TableReading reading =
      OCTAVO_TRY(read_table(page, region, answer.lines, sources, view.diagnostics()));
  answer.reason += answer.reason.empty() ? reading.reason : "; " + reading.reason;
  if (reading.table.rows == 0) return success();
  answer.table = std::move(reading.table);
  answer.confidence *= reading.confidence;
  return success();
}

}  // namespace

Result<std::vector<Answer>> recognize(const Page& page, const Layout& layout,
                                      std::vector<Crop> crops, const LineReading& reading,
                                      PageView& view, Networks& networks) {
  const std::vector<TextLine>& lines = reading.lines;
  if (reading.unsure > 0)
    view.diagnostics().info("ocr_unsure",
                            std::to_string(reading.unsure) +
                                " lines could not be read with confidence and were left out");
  std::vector<const Crop*> crop_of(layout.regions.size(), nullptr);
  for (const Crop& crop : crops)
    if (crop.region < crop_of.size()) crop_of[crop.region] = &crop;

  std::vector<Answer> answers(layout.regions.size());
  for (size_t i = 0; i < answers.size(); ++i) {
    OCTAVO_TRY_STATUS(view.deadline().check());
    const Region& region = layout.regions[i];
    Answer& answer = answers[i];
    for (const uint32_t line : region.lines)
      if (line < lines.size() && !lines[line].words.empty()) answer.lines.push_back(lines[line]);
    describe_source(page, region, answer);
    const Crop* crop = crop_of[i];
    if (crop != nullptr && crop->task == Task::kKeepPicture)
      answer.picture = OCTAVO_TRY(
          make_picture(crop->raster.image, static_cast<int>(std::max(0.0f, crop->raster.dpi()))));
    if (region.kind == RegionKind::kTable)
      OCTAVO_TRY_STATUS(add_table(page, region, crop != nullptr ? &crop->raster : nullptr, view,
                                  networks, answer));
  }
  return answers;
}

}  // namespace octavo::document
