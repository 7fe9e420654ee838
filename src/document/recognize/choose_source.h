// Who reads a region of a page in the hybrid tier: the text layer, OCR and the small networks, or
// the vision-language model. All of the decision is here; it looks at nothing but these facts.
#pragma once

#include <string>

#include "document/layout/layout.h"
#include "document/recognize/answer.h"
#include "octavo/options.h"

namespace octavo::document {

// What is known of a region once text layer, OCR and networks have said what they can.
struct RegionFacts {
  RegionKind kind = RegionKind::kText;
  TextTrust trust = TextTrust::kAbsent;  // of the page's text layer
  Source source = Source::kTextLayer;    // what was read without the model came from here
  bool has_text = false;                 // and there was something
  float confidence = 1;                  // of that, 0..1; for a table with its structure's
  bool has_structure = false;            // kTable: rows and columns were found
  Effort effort = Effort::kBalanced;
};

struct SourceChoice {
  Source source = Source::kTextLayer;  // kVlm: ask the model; else keep what there is
  std::string reason;                  // for a person: "OCR is not sure (0.61)"
};

// Pure; thread-safe.
//
//                 fast                   balanced                best
//   text          sound text layer, OCR from a bound on, else the model (page furniture: OCR)
//   OCR bound     0.50                   0.85                    0.95
//     in a layer that contradicts the picture: 0.10 more, because two readings disagree
//   equation      model                  model                   model
//   table         structure found        sound text layer and    model
//                 with 0.50              structure with 0.80
//   chart         kept as a picture      model                   model
//   figure        kept as a picture      kept as a picture       model
SourceChoice choose_source(const RegionFacts& facts);

// The facts of a region that recognition has answered.
RegionFacts region_facts(const Page& page, const Region& region, const Answer& answer,
                         Effort effort);

}  // namespace octavo::document
