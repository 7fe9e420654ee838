#include "document/order/hangul.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/utf8.h"
#include "document/block/inline_text.h"

namespace octavo::document {
namespace {

constexpr size_t kMostSyllables = 8;   // of a word that is remembered
constexpr size_t kMaxWords = 400'000;  // bounds memory on a hostile document

// Words, and the beginnings of words, as the document shows them away from line breaks.
struct Words {
  std::unordered_set<std::u32string> whole, beginnings;

  void add(std::u32string_view word) {
    if (word.empty() || word.size() > kMostSyllables || beginnings.size() >= kMaxWords) return;
    whole.emplace(word);
    for (size_t n = 2; n <= word.size(); ++n) beginnings.emplace(word.substr(0, n));
  }
};

enum class Verdict : uint8_t { kUnknown, kSpace, kNothing };

std::u32string_view hangul_before(std::u32string_view text, size_t at) {
  size_t start = at;
  while (start > 0 && is_hangul(text[start - 1])) --start;
  return text.substr(start, at - start);
}

std::u32string_view hangul_after(std::u32string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_hangul(text[end])) ++end;
  return text.substr(at, end - at);
}

void collect(std::u32string_view text, Words& words) {
  for (size_t at = 0; at < text.size();) {
    const std::u32string_view word = hangul_after(text, at);
    const size_t end = at + word.size();
    const bool half =
        (at > 0 && text[at - 1] == kOpenBreak) || (end < text.size() && text[end] == kOpenBreak);
    if (!half) words.add(word);
    at = word.empty() ? at + 1 : end;
  }
}

// Particles close a word: what follows one begins another, and one that stands alone belongs to the
// word before.
Verdict judge_by_particles(std::u32string_view before, std::u32string_view after) {
  constexpr std::u32string_view kParticles = U"을를은는의에이가와과도로";
  if (after.size() == 1 && kParticles.find(after[0]) != std::u32string_view::npos)
    return Verdict::kNothing;
  constexpr std::u32string_view kSure = U"을를은는의에", kLikely = U"이가한할된고로며서";
  if (before.size() >= 2 && kSure.find(before.back()) != std::u32string_view::npos)
    return Verdict::kSpace;
  if (before.size() >= 3 && kLikely.find(before.back()) != std::u32string_view::npos)
    return Verdict::kSpace;
  return Verdict::kUnknown;
}

Verdict judge(std::u32string_view before, std::u32string_view after, const Words& words) {
  if (before.empty() || after.empty() || before.size() > kMostSyllables) return Verdict::kUnknown;
  // Both parts together, as far as a word of the document begins so.
  std::u32string joined(before);
  joined += after.substr(0, std::min<size_t>(after.size(), before.size() == 1 ? 1 : 2));
  const bool together = words.beginnings.count(joined) > 0;
  const bool alone = words.whole.count(std::u32string(before)) > 0;
  if (together == alone) return judge_by_particles(before, after);
  return together ? Verdict::kNothing : Verdict::kSpace;
}

template <class Visit>
void for_each_text(Flow& flow, const Visit& visit) {
  for (FlowBlock& item : flow) {
    if (item.gone) continue;
    Block& block = item.block();
    visit(block.content);
    for (ListItem& entry : block.items) visit(entry.content);
    for (Caption& caption : block.captions) visit(caption.content);
    for (Caption& footnote : block.footnotes) visit(footnote.content);
  }
}

// `fallback`: for breaks that nothing is known of.
void settle(Inlines& text, const Words& words, Verdict fallback) {
  const std::u32string all = to_utf32(plain_text(text));
  size_t position = 0;  // characters of `all`
  for (Inline& run : text) {
    std::string out;
    for (const char32_t c : to_utf32(run.text)) {
      if (c == kOpenBreak) {
        Verdict verdict =
            judge(hangul_before(all, position), hangul_after(all, position + 1), words);
        if (verdict == Verdict::kUnknown) verdict = fallback;
        if (verdict != Verdict::kNothing) out += ' ';
      } else {
        append_utf8(out, c);
      }
      ++position;
    }
    run.text = std::move(out);
  }
}

bool has_break(const Inlines& text) {
  return std::any_of(text.begin(), text.end(), [](const Inline& run) {
    return run.text.find(kOpenBreakUtf8) != std::string::npos;
  });
}

}  // namespace

void settle_hangul(Flow& flow) {
  bool any = false;
  for_each_text(flow, [&](const Inlines& text) { any = any || has_break(text); });
  if (!any) return;
  Words words;
  for_each_text(flow, [&](const Inlines& text) { collect(to_utf32(plain_text(text)), words); });
  size_t spaces = 0, joints = 0;
  for_each_text(flow, [&](const Inlines& text) {
    if (!has_break(text)) return;
    const std::u32string all = to_utf32(plain_text(text));
    for (size_t at = 0; at < all.size(); ++at) {
      if (all[at] != kOpenBreak) continue;
      const Verdict verdict = judge(hangul_before(all, at), hangul_after(all, at + 1), words);
      spaces += verdict == Verdict::kSpace;
      joints += verdict == Verdict::kNothing;
    }
  });
  const Verdict fallback = joints > spaces ? Verdict::kNothing : Verdict::kSpace;
  for_each_text(flow, [&](Inlines& text) {
    if (has_break(text)) settle(text, words, fallback);
  });
}

}  // namespace octavo::document
