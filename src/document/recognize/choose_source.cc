#include "document/recognize/choose_source.h"

#include <algorithm>
#include <cstdio>

namespace octavo::document {
namespace {

constexpr float kMostSure = 0.99F;

struct Bounds {
  float ocr;    // OCR is believed from here on
  float table;  // and the structure of a table
};

Bounds bounds_of(Effort effort) {
  switch (effort) {
    case Effort::kFast:
      return {0.5F, 0.5F};
    case Effort::kBalanced:
      return {0.85F, 0.8F};
    case Effort::kBest:
      break;
  }
  return {0.95F, 1.0F};
}

// Two readings of the same ink that disagree: one of them is wrong.
constexpr float kDisagreement = 0.1F;

std::string with_number(const char* text, float number) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, "%s (%.2f)", text, static_cast<double>(number));
  return buffer;
}

bool is_furniture(RegionKind kind) {
  return kind == RegionKind::kHeader || kind == RegionKind::kFooter ||
         kind == RegionKind::kPageNumber || kind == RegionKind::kAside;
}

bool has_sound_layer(const RegionFacts& facts) {
  return facts.has_text && facts.source == Source::kTextLayer && facts.trust == TextTrust::kTrusted;
}

SourceChoice choose_text(const RegionFacts& facts) {
  if (has_sound_layer(facts)) return {Source::kTextLayer, "the text layer is sound"};
  if (!facts.has_text) {
    if (facts.effort == Effort::kFast || is_furniture(facts.kind))
      return {facts.source, "nothing was read, and effort is saved"};
    return {Source::kVlm, "neither text layer nor OCR has anything here"};
  }
  const bool disagree = facts.trust == TextTrust::kContradicted;
  const float bound =
      std::min(bounds_of(facts.effort).ocr + (disagree ? kDisagreement : 0), kMostSure);
  if (facts.confidence >= bound)
    return {facts.source, with_number("OCR is sure", facts.confidence)};
  if (is_furniture(facts.kind) && facts.effort != Effort::kBest)
    return {facts.source, with_number("OCR of page furniture is good enough", facts.confidence)};
  return {Source::kVlm,
          with_number(
              disagree ? "text layer and picture disagree, and OCR is not sure" : "OCR is not sure",
              facts.confidence)};
}

SourceChoice choose_table(const RegionFacts& facts) {
  if (!facts.has_structure) return {Source::kVlm, "a table whose structure was not found"};
  if (facts.effort == Effort::kBest) return {Source::kVlm, "a table"};
  if (facts.confidence < bounds_of(facts.effort).table)
    return {Source::kVlm, with_number("the table's structure is not sure", facts.confidence)};
  if (has_sound_layer(facts))
    return {Source::kTextLayer, "the text layer is sound, and the table's structure is sure"};
  if (facts.effort == Effort::kFast)
    return {facts.source, with_number("the table's structure is sure enough", facts.confidence)};
  return {Source::kVlm, "a table in a picture"};
}

}  // namespace

SourceChoice choose_source(const RegionFacts& facts) {
  switch (facts.kind) {
    case RegionKind::kEquation:
      return {Source::kVlm, "a formula"};
    case RegionKind::kTable:
      return choose_table(facts);
    case RegionKind::kChart:
      if (facts.effort == Effort::kFast) return {facts.source, "a chart is kept as a picture"};
      return {Source::kVlm, "a chart"};
    case RegionKind::kFigure:
      if (facts.effort != Effort::kBest) return {facts.source, "a figure is kept as a picture"};
      return {Source::kVlm, "a figure"};
    default:
      return choose_text(facts);
  }
}

RegionFacts region_facts(const Page& page, const Region& region, const Answer& answer,
                         Effort effort) {
  return {.kind = region.kind,
          .trust = page.trust,
          .source = answer.source,
          .has_text = !answer.lines.empty(),
          .confidence = answer.confidence,
          .has_structure = answer.table.rows > 0,
          .effort = effort};
}

}  // namespace octavo::document
