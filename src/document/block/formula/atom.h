// Atom: one piece of a set formula, with the LaTeX that it is written as.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "octavo/geometry.h"

namespace octavo::document {

enum class AtomKind : uint8_t {
  kOrdinary,     // a letter, a digit, a sign that takes no space
  kLetters,      // upright letters that belong together: "sin", "if"
  kBinary,       // + - and the like
  kRelation,     // = < and the like
  kLarge,        // a sum, an integral, a union
  kOpen,         // ( [ {
  kClose,        // ) ] }
  kFence,        // | and its like: opens and closes
  kPunctuation,  // , ;
  kAccent,       // stands over a letter
  kRoot,         // the sign without what is under its bar
  kPart,         // put together: a fraction, a root, a matrix
};

enum class Alphabet : uint8_t { kItalic, kUpright, kBold, kScript, kBlackboard, kFraktur };

struct Atom {
  AtomKind kind = AtomKind::kOrdinary;
  Alphabet alphabet = Alphabet::kItalic;  // of letters
  std::string latex;                      // without its alphabet
  PointBox box;                           // ink
  float baseline = 0;                     // points, y down
  float size = 0;                         // of its font; of a part: of the largest in it
};
using Atoms = std::vector<Atom>;

}  // namespace octavo::document
