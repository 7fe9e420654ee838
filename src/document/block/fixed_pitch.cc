#include "document/block/fixed_pitch.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace octavo::document {
namespace {

struct Pitch {
  float least = 0, most = 0;  // advance over size
  uint32_t narrow = 0,
           wide = 0;  // how many of "ijlt.,'" and of "mwMW@" were seen: only both together prove
  uint32_t letters = 0;
};

constexpr float kSamePitch = 0.015f;  // of the size

bool is_fixed(const Pitch& pitch) {
  constexpr uint32_t kEnough = 12;
  const bool both =
      pitch.narrow > 0 && pitch.letters > kEnough && (pitch.wide > 0 || pitch.narrow > 2);
  return both && pitch.least > 0.3f && pitch.most - pitch.least < kSamePitch;
}

}  // namespace

void mark_fixed_pitch(const Page& page, std::vector<Answer>& answers) {
  std::vector<Pitch> pitches(page.content.fonts.size());
  for (const Glyph& glyph : page.content.glyphs) {
    if (glyph.font >= pitches.size() || !(glyph.advance > 0) || !(glyph.size > 0)) continue;
    if (is_space(glyph.code) || glyph.code >= 0x250 || glyph.code == 0) continue;
    Pitch& pitch = pitches[glyph.font];
    const float advance = glyph.advance / glyph.size;
    if (pitch.letters == 0) pitch.least = pitch.most = advance;
    pitch.least = std::min(pitch.least, advance);
    pitch.most = std::max(pitch.most, advance);
    ++pitch.letters;
    pitch.narrow += std::u32string_view(U"ijlI.,':;").find(glyph.code) != std::u32string_view::npos;
    pitch.wide += std::u32string_view(U"mwMWOQ@").find(glyph.code) != std::u32string_view::npos;
  }
  std::vector<bool> fixed(pitches.size());
  std::transform(pitches.begin(), pitches.end(), fixed.begin(), is_fixed);
  if (std::find(fixed.begin(), fixed.end(), true) == fixed.end()) return;
  for (Answer& answer : answers)
    for (TextLine& line : answer.lines) {
      if (line.source != Source::kTextLayer) continue;
      for (Word& word : line.words)
        if (word.font < fixed.size() && fixed[word.font]) word.style |= kMonospace;
    }
}

}  // namespace octavo::document
