#include "document/page/letter_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace octavo::document {
namespace {

// Letters of English text (Norvig, Google Books counts), per cent. Other languages in Latin script
// are far nearer to this than to any shifted alphabet.
constexpr std::array kLetters{8.04, 1.48, 3.34, 3.82, 12.49, 2.40, 1.87, 5.05, 7.57,
                              0.16, 0.54, 4.07, 2.51, 7.23,  7.64, 2.14, 0.12, 6.28,
                              6.51, 9.28, 2.73, 1.05, 1.68,  0.23, 1.66, 0.09};
// A text is mostly letters; what is left goes to digits, common marks and the rest of ASCII.
constexpr double kLetterShare = 0.86, kDigit = 0.006, kMark = 0.01, kRare = 0.0005;
constexpr double kImpossible = 1e-5;
constexpr std::string_view kMarks = " .,;:!?'\"()-/%&";
constexpr uint32_t kLeastCodes = 60;
// The shifted text must be this much likelier a character (nats), and plausible in itself.
constexpr double kMargin = 0.55, kPlausible = -3.6;

double log_probability(int code) {
  static const std::array<double, 128> table = [] {
    std::array<double, 128> t{};
    for (int c = 0; c < 128; ++c) {
      const int lower = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
      double p = c > 32 && c < 127 ? kRare : kImpossible;
      if (lower >= 'a' && lower <= 'z')
        p = kLetterShare * kLetters[static_cast<size_t>(lower - 'a')] / 100;
      else if (c >= '0' && c <= '9')
        p = kDigit;
      else if (kMarks.find(static_cast<char>(c)) != kMarks.npos)
        p = kMark;
      t[static_cast<size_t>(c)] = std::log(p);
    }
    return t;
  }();
  return code >= 0 && code < 128 ? table[static_cast<size_t>(code)] : std::log(kImpossible);
}

// The characters that come first in every frequency list of modern Chinese (simplified, then the
// traditional and Japanese forms of the same words).
constexpr std::u32string_view kCommonHan =
    U"的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过"
    U"发后作里"
    U"用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因"
    U"只从想实"
    U"日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向"
    U"头文体政美"
    U"相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立"
    U"及比员解水"
    U"名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必"
    U"场件计管期"
    U"市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王"
    U"象完设式色"
    U"路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运图片价目录"
    U"编号说明表"
    U"这個們來為國說時會對過發後裡種經學現當沒動還進樣開從實無與長機關點業將兩間問並應戰頭體見產給"
    U"門東聲員論"
    U"處義幾認條氣題爾變總電數報結務場計資許統區隊決馬書則聽達強難權設記類據邊張該規萬覺術領確傳師"
    U"觀讓識帶導"
    U"爭運圖價編號一人大年日本語的会社者所用方法第図表章節";

}  // namespace

double language_likelihood(std::span<const uint32_t, 256> counts, int shift) {
  double sum = 0;
  uint64_t total = 0;
  for (int code = 0; code < 256; ++code) {
    const uint32_t count = counts[static_cast<size_t>(code)];
    if (count == 0) continue;
    total += count;
    sum += count * log_probability(code + shift);
  }
  return total > 0 ? sum / static_cast<double>(total) : 0;
}

int find_shift(std::span<const uint32_t, 256> counts) {
  uint32_t total = 0;
  for (const uint32_t count : counts) total += count;
  if (total < kLeastCodes) return 0;
  const double own = language_likelihood(counts, 0);
  int best = 0;
  double most = own;
  for (int shift = -95; shift <= 95; ++shift) {
    const double likelihood = language_likelihood(counts, shift);
    if (likelihood > most) {
      most = likelihood;
      best = shift;
    }
  }
  return most > own + kMargin && most > kPlausible ? best : 0;
}

bool is_common_han(char32_t c) { return kCommonHan.find(c) != kCommonHan.npos; }

}  // namespace octavo::document
