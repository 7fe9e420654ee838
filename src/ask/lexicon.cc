#include "ask/lexicon.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace octavo::ask {
namespace {

const std::set<std::string_view>& stop_words() {
  static const std::set<std::string_view> kWords = {
      "a",    "an",    "the",   "of",     "in",   "on",     "at",    "to",    "for",  "by",
      "with", "from",  "into",  "is",     "are",  "was",    "were",  "be",    "been", "being",
      "am",   "it",    "its",   "this",   "that", "these",  "those", "and",   "or",   "but",
      "as",   "if",    "than",  "then",   "so",   "no",     "not",   "do",    "does", "did",
      "done", "doing", "has",   "have",   "had",  "having", "will",  "would", "can",  "could",
      "may",  "might", "shall", "should", "must", "i",      "me",    "my",    "we",   "us",
      "our",  "you",   "your",  "he",     "him",  "his",    "she",   "her",   "hers", "they",
      "them", "their", "there", "here",   "s",    "t",      "any",   "some",  "all",  "each",
      "such", "also",  "very",  "just",   "per",  "about",  "own"};
  return kWords;
}

const std::set<std::string_view>& frame_words() {
  static const std::set<std::string_view> kWords = {
      "what",      "which",     "who",       "whom",      "whose",   "when",     "where",
      "why",       "how",       "many",      "much",      "long",    "often",    "far",
      "name",      "named",     "names",     "called",    "call",    "kind",     "kinds",
      "type",      "sort",      "tell",      "say",       "says",    "said",     "give",
      "given",     "show",      "shows",     "mean",      "means",   "meaning",  "stand",
      "stands",    "happen",    "happens",   "number",    "numbers", "please",   "document",
      "documents", "text",      "paper",     "page",      "file",    "mention",  "mentioned",
      "mentions",  "described", "according", "exactly",   "value",   "there",    "work",
      "works",     "get",       "gets",      "got",       "take",    "takes",    "use",
      "used",      "uses",      "using",     "find",      "list",    "define",   "defined",
      "explain",   "describe",  "summarise", "summarize", "summary", "overview", "main",
      "based",     "passage",   "passages",  "one",       "ones",    "does"};
  return kWords;
}

// Forms that no rule finds, and words that documents use for one another. Values are final.
constexpr std::pair<std::string_view, std::string_view> kForms[] = {
    {"used", "use"},
    {"using", "use"},
    {"paid", "pay"},
    {"pays", "pay"},
    {"payment", "pay"},
    {"payments", "pay"},
    {"payable", "pay"},
    {"grew", "grow"},
    {"grown", "grow"},
    {"growth", "grow"},
    {"began", "begin"},
    {"begun", "begin"},
    {"start", "begin"},
    {"started", "begin"},
    {"starts", "begin"},
    {"spoke", "speak"},
    {"spoken", "speak"},
    {"wrote", "write"},
    {"written", "write"},
    {"made", "make"},
    {"bought", "buy"},
    {"sold", "sell"},
    {"held", "hold"},
    {"kept", "keep"},
    {"sent", "send"},
    {"lost", "lose"},
    {"built", "build"},
    {"found", "find"},
    {"led", "lead"},
    {"won", "win"},
    {"chose", "choose"},
    {"chosen", "choose"},
    {"rose", "rise"},
    {"risen", "rise"},
    {"fell", "fall"},
    {"fallen", "fall"},
    {"ran", "run"},
    {"gave", "give"},
    {"took", "take"},
    {"taken", "take"},
    {"went", "go"},
    {"gone", "go"},
    {"left", "leave"},
    {"taught", "teach"},
    {"people", "person"},
    {"persons", "person"},
    {"men", "man"},
    {"women", "woman"},
    {"children", "child"},
    {"mice", "mouse"},
    {"died", "die"},
    {"dead", "die"},
    {"death", "die"},
    {"dies", "die"},
    {"born", "birth"},
    {"buried", "buri"},
    {"burial", "buri"},
    {"bury", "buri"},
    {"price", "cost"},
    {"prices", "cost"},
    {"costs", "cost"},
    {"fee", "cost"},
    {"fees", "cost"},
    {"charge", "cost"},
    {"charged", "cost"},
    {"charges", "cost"},
    {"tel", "phone"},
    {"telephone", "phone"},
    {"mobile", "phone"},
    {"email", "mail"},
    {"e-mail", "mail"},
    {"mails", "mail"},
    {"emails", "mail"},
    {"website", "web"},
    {"homepage", "web"},
    {"url", "web"},
    {"authors", "author"},
    {"writer", "author"},
    {"length", "long"},
    {"duration", "long"},
    {"study", "studi"},
    {"studies", "studi"},
    {"studied", "studi"},
    {"employer", "employ"},
    {"employee", "employ"},
    {"employees", "employ"},
    {"staff", "employ"},
    {"personnel", "employ"},
    {"resolution", "dpi"},
    {"dots", "dpi"},
    {"weight", "mass"},
    {"weighs", "mass"},
    {"law", "law"},
    {"laws", "law"},
    {"lawyer", "lawyer"},
    {"signed", "sign"},
    {"signature", "sign"},
    {"signatory", "sign"},
    {"signs", "sign"},
    {"insurance", "insur"},
    {"insure", "insur"},
    {"insured", "insur"},
    {"insures", "insur"},
    {"insurer", "insurer"},
    {"percent", "percentage"},
    {"proportion", "share"},
    {"succeeded", "success"},
    {"successor", "success"},
    {"successors", "success"},
    {"spouses", "wife"},
    {"spouse", "wife"},
    {"wives", "wife"},
    {"husband", "wife"},
    {"married", "wife"},
    {"licence", "license"},
    {"licences", "license"},
    {"organisation", "organization"},
    {"colour", "color"},
    {"total", "total"},
    {"sum", "total"},
    {"kg", "mass"},
    {"degrees", "degree"},
    {"°c", "degree"},
    {"species", "species"},
    {"series", "series"},
    {"news", "news"}};

const std::map<std::string_view, std::string_view>& forms() {
  static const std::map<std::string_view, std::string_view> kMap(std::begin(kForms),
                                                                 std::end(kForms));
  return kMap;
}

bool has_vowel(std::string_view word) {
  return word.find_first_of("aeiouy") != std::string_view::npos;
}

bool drop(std::string& word, std::string_view ending, size_t least) {
  if (word.size() < ending.size() + least || !word.ends_with(ending)) return false;
  const std::string_view rest = std::string_view(word).substr(0, word.size() - ending.size());
  if (!has_vowel(rest)) return false;
  word.resize(rest.size());
  return true;
}

void drop_plural(std::string& word) {
  if (word.size() < 4 || !word.ends_with('s')) return;
  for (const std::string_view kept : {"ss", "us", "is"})
    if (word.ends_with(kept)) return;
  for (const std::string_view sibilant : {"sses", "xes", "ches", "shes"})
    if (word.ends_with(sibilant)) return word.resize(word.size() - 2);
  if (word.ends_with("ies")) {
    word.resize(word.size() - 2);  // "studi", as "study" becomes
    return;
  }
  word.pop_back();
}

// "cancell" -> "cancel", "stopp" -> "stop"; "miss" stays.
void undouble(std::string& word) {
  const size_t n = word.size();
  if (n >= 4 && word[n - 1] == word[n - 2] &&
      std::string_view("bdglmnprt").find(word[n - 1]) != std::string_view::npos)
    word.pop_back();
}

void drop_derivation(std::string& word) {
  constexpr size_t kLeast = 4;  // of what is left: "station" keeps its end
  for (const std::string_view ending : {"ation", "ment", "ance", "ence", "ness", "ity", "ly"})
    if (drop(word, ending, kLeast)) return undouble(word);
}

struct ChineseFrame {
  std::u32string_view text;
};
// Longest first where one begins another.
constexpr std::array kChineseFrames = {
    ChineseFrame{U"叫什么名字"}, ChineseFrame{U"是什么时候"}, ChineseFrame{U"什么时候"},
    ChineseFrame{U"为什么"},     ChineseFrame{U"多少钱"},     ChineseFrame{U"联系电话"},
    ChineseFrame{U"电话号码"},   ChineseFrame{U"是多少"},     ChineseFrame{U"有多少"},
    ChineseFrame{U"有哪些"},     ChineseFrame{U"哪一年"},     ChineseFrame{U"哪些"},
    ChineseFrame{U"哪个"},       ChineseFrame{U"哪里"},       ChineseFrame{U"哪儿"},
    ChineseFrame{U"哪年"},       ChineseFrame{U"何时"},       ChineseFrame{U"何处"},
    ChineseFrame{U"什么"},       ChineseFrame{U"多少"},       ChineseFrame{U"如何"},
    ChineseFrame{U"怎么"},       ChineseFrame{U"怎样"},       ChineseFrame{U"请问"},
    ChineseFrame{U"这个"},       ChineseFrame{U"那个"},       ChineseFrame{U"这份"},
    ChineseFrame{U"多大"},       ChineseFrame{U"多长"},       ChineseFrame{U"电话"},
    ChineseFrame{U"邮箱"},       ChineseFrame{U"网址"},       ChineseFrame{U"的"},
    ChineseFrame{U"了"},         ChineseFrame{U"是"},         ChineseFrame{U"在"},
    ChineseFrame{U"和"},         ChineseFrame{U"与"},         ChineseFrame{U"吗"},
    ChineseFrame{U"呢"},         ChineseFrame{U"谁"},         ChineseFrame{U"几"},
    ChineseFrame{U"对"},         ChineseFrame{U"把"},         ChineseFrame{U"被"},
    ChineseFrame{U"为"}};
constexpr std::u32string_view kMeasures = U"个套处座株条家次人名位元年月日天项台件张页本公吨";
constexpr std::u32string_view kCounting = U"几";

}  // namespace

bool is_stop_word(std::string_view lower_word) { return stop_words().contains(lower_word); }

bool is_frame_word(std::string_view lower_word) { return frame_words().contains(lower_word); }

std::string stem_of(std::string_view lower_word) {
  const auto known = forms().find(lower_word);
  if (known != forms().end()) return std::string(known->second);
  std::string word(lower_word);
  drop_plural(word);
  constexpr size_t kLeast = 3;
  if (drop(word, "ing", kLeast) || drop(word, "ed", kLeast)) {
    undouble(word);
  } else {
    drop_derivation(word);
  }
  if (word.size() > 3 && word.ends_with('e')) word.pop_back();
  if (word.size() > 3 && word.ends_with('y')) word.back() = 'i';
  const auto mapped = forms().find(word);
  return mapped == forms().end() ? word : std::string(mapped->second);
}

bool is_measure(char32_t c) { return kMeasures.find(c) != kMeasures.npos; }

size_t chinese_frame_length(std::u32string_view text) {
  for (const ChineseFrame& frame : kChineseFrames) {
    if (!text.starts_with(frame.text)) continue;
    const size_t length = frame.text.size();
    const bool counts = frame.text.ends_with(U"多少") || frame.text == kCounting;
    const bool measured = counts && text.size() > length && is_measure(text[length]);
    return length + (measured ? 1 : 0);
  }
  return 0;
}

}  // namespace octavo::ask
