#include "document/page/text_trust.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/utf8.h"
#include "document/page/code_sense.h"
#include "document/page/letter_model.h"
#include "document/page/word_text.h"

namespace octavo::document {
namespace {

// Share of codes without meaning from which a page is read by OCR as a whole. Below it single lines
// are (see is_unreadable_line): formulas in old fonts have a few unknown symbols on an otherwise
// good page.
constexpr float kUnknownShare = 0.2f;
constexpr int kLeastUnknown = 5;
// A font whose codes make no sense spoils the page when it sets this much of it.
constexpr float kSenselessShare = 0.3f;
// Random Han characters are common ones once in a hundred; names and lists have one in five.
constexpr int kLeastHan = 60;
constexpr float kCommonHanShare = 0.06f;
// Script changes between neighbouring letters.
constexpr int kLeastPairs = 60;
constexpr float kScriptNoise = 0.15f;
constexpr float kUnreadableLine = 0.4f;

bool is_unknown(char32_t code, std::string_view font) {
  if (code == 0 || code == 0xFFFD) return true;
  if (is_private_use(code)) return resolve_symbol(code, font) == 0;
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

std::string percent(float share) {
  return std::to_string(static_cast<int>(std::lround(100 * share))) + " %";
}

enum class Script : uint8_t {
  kNone,
  kLatin,
  kGreek,
  kCyrillic,
  kHan,
  kHangul,
  kRightToLeft,
  kOther
};

Script script_of(char32_t c) {
  if (!is_letter(c)) return Script::kNone;
  if (c < 0x250 || (c >= 0x1E00 && c <= 0x1EFF)) return Script::kLatin;
  // Letters of formulas: mathematical alphabets and letter-like symbols.
  if ((c >= 0x1D400 && c <= 0x1D7FF) || (c >= 0x2100 && c <= 0x214F)) return Script::kLatin;
  if (c >= 0x370 && c <= 0x3FF) return Script::kGreek;
  if (c >= 0x400 && c <= 0x52F) return Script::kCyrillic;
  if (is_cjk(c)) return Script::kHan;
  if (is_hangul(c)) return Script::kHangul;
  if (is_right_to_left(c)) return Script::kRightToLeft;
  return Script::kOther;
}

// Latin beside Han and Hangul, and Greek beside anything (formulas), is ordinary.
bool ordinary_neighbours(Script a, Script b) {
  const auto plain = [](Script s) {
    return s == Script::kLatin || s == Script::kHan || s == Script::kHangul || s == Script::kGreek;
  };
  return a == b || (plain(a) && plain(b));
}

class Judge {
 public:
  Judge(const PageContent& content, const GlyphSelection& selection)
      : content_(content), selection_(selection) {}

  TrustVerdict judge() {
    count();
    if (printing_ == 0) return {TextTrust::kAbsent, "no text layer"};
    const float unknown = share(unknown_);
    if (unknown_ >= kLeastUnknown && unknown >= kUnknownShare)
      return {TextTrust::kUnreadable, percent(unknown) + " of the codes have no Unicode"};
    if (TrustVerdict fonts = judge_fonts(); fonts.trust == TextTrust::kUnreadable) return fonts;
    if (han_ >= kLeastHan &&
        static_cast<float>(common_han_) < kCommonHanShare * static_cast<float>(han_))
      return {TextTrust::kUnreadable, "the Chinese characters make no text"};
    if (pairs_ >= kLeastPairs &&
        static_cast<float>(noise_) >= kScriptNoise * static_cast<float>(pairs_))
      return {TextTrust::kUnreadable, "scripts change inside words"};
    return {TextTrust::kTrusted, selection_.ocr_layer ? "OCR layer of a scan" : std::string{}};
  }

 private:
  float share(int part) const {
    return printing_ > 0 ? static_cast<float>(part) / static_cast<float>(printing_) : 0;
  }

  void count() {
    Script previous = Script::kNone;
    for (const uint32_t index : selection_.glyphs) {
      const Glyph& glyph = content_.glyphs[index];
      if (glyph.code != 0 && is_space(glyph.code)) {
        previous = Script::kNone;
        count_unknown(false);
        sense_of(glyph).end_word();
        continue;
      }
      ++printing_;
      const std::string_view font = glyph.font < content_.fonts.size()
                                        ? std::string_view(content_.fonts[glyph.font].name)
                                        : std::string_view{};
      count_unknown(is_unknown(glyph.code, font));
      sense_of(glyph).add(glyph.code, glyph.box.empty());
      const Script script = script_of(glyph.code);
      if (script == Script::kHan && glyph.code >= 0x3400) {
        ++han_;
        common_han_ += is_common_han(glyph.code);
      }
      if (script == Script::kHan && glyph.code < 0x3400) --han_;  // kana: Japanese needs fewer Han
      if (script != Script::kNone && previous != Script::kNone) {
        ++pairs_;
        noise_ += !ordinary_neighbours(previous, script);
      }
      previous = script;
    }
    count_unknown(false);
  }

  // Single unknown codes are bullets and ornaments; from two in a row on they are words.
  void count_unknown(bool unknown) {
    if (unknown) {
      ++unknown_run_;
      return;
    }
    if (unknown_run_ > 1) unknown_ += unknown_run_;
    unknown_run_ = 0;
  }

  CodeSense& sense_of(const Glyph& glyph) {
    // A word does not go on in another font.
    if (glyph.font != last_font_) by_font_[last_font_].end_word();
    last_font_ = glyph.font;
    return by_font_[glyph.font];
  }

  // Capitals and small letters of one font are mapped alike, so a font is judged as a whole.
  TrustVerdict judge_fonts() {
    int senseless = 0, most = 0;
    std::string reason;
    for (auto& [font, sense] : by_font_) {
      sense.end_word();
      const std::string fault = sense.fault();
      if (fault.empty()) continue;
      senseless += sense.glyphs();
      if (sense.glyphs() > most) reason = fault;
      most = std::max(most, sense.glyphs());
    }
    if (share(senseless) < kSenselessShare) return {TextTrust::kTrusted, {}};
    return {TextTrust::kUnreadable,
            "the codes of " + percent(share(senseless)) + " of the text make no sense: " + reason};
  }

  const PageContent& content_;
  const GlyphSelection& selection_;
  int printing_ = 0, unknown_ = 0, han_ = 0, common_han_ = 0, pairs_ = 0, noise_ = 0;
  int unknown_run_ = 0;
  uint16_t last_font_ = 0;
  std::map<uint16_t, CodeSense> by_font_;
};

}  // namespace

TrustVerdict judge_text(const PageContent& content, const GlyphSelection& selection) {
  return Judge(content, selection).judge();
}

bool is_unreadable_line(std::u32string_view codes) {
  int unknown = 0, printing = 0;
  for (const char32_t code : codes) {
    if (code != 0 && is_space(code)) continue;
    ++printing;
    unknown += is_unknown(code, "symbol");
  }
  return unknown >= kLeastUnknown &&
         static_cast<float>(unknown) >= kUnreadableLine * static_cast<float>(printing);
}

}  // namespace octavo::document
