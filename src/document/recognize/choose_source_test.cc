#include "document/recognize/choose_source.h"

#include <gtest/gtest.h>

#include <array>

namespace octavo::document {
namespace {

constexpr auto kText = RegionKind::kText;
constexpr auto kTable = RegionKind::kTable;
constexpr auto kLayer = Source::kTextLayer;
constexpr auto kOcr = Source::kOcr;
constexpr auto kNet = Source::kNetwork;
constexpr auto kVlm = Source::kVlm;
constexpr auto kSound = TextTrust::kTrusted;
constexpr auto kNone = TextTrust::kAbsent;
constexpr auto kWrong = TextTrust::kContradicted;

// What was known, and who reads at fast, balanced and best.
struct Case {
  const char* what;
  RegionFacts facts;
  std::array<Source, 3> expected;
};

const Case kCases[] = {
    {"sound text layer", {kText, kSound, kLayer, true, 1}, {kLayer, kLayer, kLayer}},
    {"title of a sound layer",
     {RegionKind::kTitle, kSound, kLayer, true, 1},
     {kLayer, kLayer, kLayer}},
    {"code of a sound layer",
     {RegionKind::kCode, kSound, kLayer, true, 1},
     {kLayer, kLayer, kLayer}},
    {"picture in a page with a sound layer", {kText, kSound, kOcr, true, 0.9F}, {kOcr, kOcr, kVlm}},
    {"clear scan", {kText, kNone, kOcr, true, 0.97F}, {kOcr, kOcr, kOcr}},
    {"at the bound of balanced", {kText, kNone, kOcr, true, 0.85F}, {kOcr, kOcr, kVlm}},
    {"just below it", {kText, kNone, kOcr, true, 0.84F}, {kOcr, kVlm, kVlm}},
    {"handwriting", {kText, kNone, kOcr, true, 0.42F}, {kVlm, kVlm, kVlm}},
    {"nothing read", {kText, kNone, kOcr, false, 0}, {kOcr, kVlm, kVlm}},
    {"codes without meaning",
     {kText, TextTrust::kUnreadable, kOcr, true, 0.97F},
     {kOcr, kOcr, kOcr}},
    {"disagreement, sure OCR", {kText, kWrong, kOcr, true, 0.96F}, {kOcr, kOcr, kVlm}},
    {"disagreement", {kText, kWrong, kOcr, true, 0.9F}, {kOcr, kVlm, kVlm}},
    {"disagreement, very sure OCR", {kText, kWrong, kOcr, true, 0.995F}, {kOcr, kOcr, kOcr}},
    {"header", {RegionKind::kHeader, kNone, kOcr, true, 0.3F}, {kOcr, kOcr, kVlm}},
    {"page number unread", {RegionKind::kPageNumber, kNone, kOcr, false, 0}, {kOcr, kOcr, kOcr}},
    {"formula", {RegionKind::kEquation, kSound, kLayer, true, 1}, {kVlm, kVlm, kVlm}},
    {"formula in a scan", {RegionKind::kEquation, kNone, kOcr, false, 0}, {kVlm, kVlm, kVlm}},
    {"ruled table of a sound layer",
     {kTable, kSound, kLayer, true, 0.95F, true},
     {kLayer, kLayer, kVlm}},
    {"table without rules", {kTable, kSound, kLayer, true, 0.6F, true}, {kLayer, kVlm, kVlm}},
    {"odd table", {kTable, kSound, kLayer, true, 0.4F, true}, {kVlm, kVlm, kVlm}},
    {"table without structure", {kTable, kSound, kLayer, true, 1, false}, {kVlm, kVlm, kVlm}},
    {"table in a scan", {kTable, kNone, kOcr, true, 0.9F, true}, {kOcr, kVlm, kVlm}},
    {"chart", {RegionKind::kChart, kSound, kLayer, true, 1}, {kLayer, kVlm, kVlm}},
    {"figure", {RegionKind::kFigure, kNone, kNet, false, 0.8F}, {kNet, kNet, kVlm}},
};

TEST(ChooseSource, FollowsTheTable) {
  for (const Case& row : kCases)
    for (size_t i = 0; i < row.expected.size(); ++i) {
      RegionFacts facts = row.facts;
      facts.effort = static_cast<Effort>(i);
      const SourceChoice choice = choose_source(facts);
      EXPECT_EQ(source_name(choice.source), source_name(row.expected[i]))
          << row.what << " at " << effort_name(facts.effort);
      EXPECT_FALSE(choice.reason.empty()) << row.what;
    }
}

TEST(ChooseSource, SaysWhy) {
  EXPECT_EQ(choose_source({kText, kNone, kOcr, true, 0.61F}).reason, "OCR is not sure (0.61)");
  EXPECT_EQ(choose_source({kText, kSound, kLayer, true, 1}).reason, "the text layer is sound");
  EXPECT_EQ(choose_source({kTable, kNone, kOcr, true, 0.9F, true}).reason, "a table in a picture");
}

// More effort never takes a region away from the model; more confidence never gives it one.
TEST(ChooseSource, IsMonotone) {
  for (int kind = 0; kind <= static_cast<int>(RegionKind::kFormField); ++kind)
    for (const TextTrust trust : {kSound, kNone, kWrong, TextTrust::kUnreadable})
      for (const bool text : {false, true})
        for (const bool structure : {false, true})
          for (int step = 0; step < 100; ++step) {
            const float confidence = static_cast<float>(step) / 100;
            const RegionFacts facts{
                static_cast<RegionKind>(kind), trust, kOcr, text, confidence, structure};
            const auto asks = [&](Effort effort, float sure) {
              RegionFacts changed = facts;
              changed.effort = effort;
              changed.confidence = sure;
              return choose_source(changed).source == kVlm;
            };
            EXPECT_LE(asks(Effort::kFast, confidence), asks(Effort::kBalanced, confidence));
            EXPECT_LE(asks(Effort::kBalanced, confidence), asks(Effort::kBest, confidence));
            EXPECT_GE(asks(Effort::kBalanced, confidence),
                      asks(Effort::kBalanced, confidence + 0.01F));
          }
}

}  // namespace
}  // namespace octavo::document
