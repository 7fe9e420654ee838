#include "server/mineru/form.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "server/http/header_value.h"

namespace octavo::server {
namespace {

// MinerU's own default: "all pages". Its clients send it.
constexpr int kNoEnd = 99999;

// What 3.4.4 lists, what it and earlier ones take besides, and what they all are here: one network
// reads Chinese, English, Japanese and Latin letters.
constexpr auto kChinese =
    std::to_array<std::string_view>({"ch", "ch_server", "ch_lite", "chinese_cht"});
constexpr auto kOther = std::to_array<std::string_view>(
    {"latin",  "japan",       "korean",   "ta",         "te", "ka", "th", "el",
     "arabic", "east_slavic", "cyrillic", "devanagari", "ar", "hi", "ru", "uk",
     "be",     "mr",          "ne",       "fa",         "ur", "de", "fr", "es"});

Problem bad(std::string_view field, std::string message) {
  return {.status = 400,
          .code = "invalid_field",
          .message = std::move(message),
          .parameter = std::string(field)};
}

class Reader {
 public:
  explicit Reader(const std::vector<FormPart>& parts) : parts_(parts) {}

  const std::optional<Problem>& problem() const { return problem_; }

  // The last one counts; an empty one, or none, is the default.
  std::string text(std::string_view field) const {
    std::string value;
    for (const FormPart& part : parts_)
      if (part.name == field && !part.file) value = trim_blanks(part.value);
    return value;
  }

  void read(std::string_view field, bool& out) {
    const std::string word = lower_case(text(field));
    const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (is_one_of({"1", "true", "t", "yes", "y", "on"}))
      out = true;
    else if (is_one_of({"0", "false", "f", "no", "n", "off"}))
      out = false;
    else if (!word.empty())
      refuse(field, "true or false");
  }

  void read(std::string_view field, int& out) {
    const std::string word = text(field);
    if (word.empty()) return;
    const char* begin = word.data() + (word[0] == '+' ? 1 : 0);
    const char* end = word.data() + word.size();
    const auto [stop, failure] = std::from_chars(begin, end, out);
    if (failure == std::errc::result_out_of_range)  // Python's have no end
      out = *begin == '-' ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
    else if (failure != std::errc())
      return refuse(field, "a whole number");
    if (stop != end) refuse(field, "a whole number");
  }

  template <class Value>
  void read(std::string_view field,
            std::initializer_list<std::pair<std::string_view, Value>> choices, Value& out) {
    const std::string word = text(field);
    if (word.empty()) return;
    std::string allowed;
    for (const auto& [name, value] : choices) {
      if (name == word) {
        out = value;
        return;
      }
      allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    refuse(field, allowed);
  }

  void read_backend(MineruBackend& out) {
    const std::string word = text("backend");
    if (word.empty()) return;
    if (const auto backend = mineru_backend(word))
      out = *backend;
    else
      refuse("backend", mineru_backend_names());
  }

  // One for all documents, or one for each; the first decides. Lists joined by commas are taken,
  // too.
  void read_languages(Language& out) {
    bool first = true;
    for (const FormPart& part : parts_) {
      if (part.name != "lang_list" || part.file) continue;
      std::string_view rest = part.value;
      while (!rest.empty()) {
        const size_t comma = std::min(rest.find(','), rest.size());
        read_language(trim_blanks(rest.substr(0, comma)), first, out);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
      }
    }
  }

  void refuse(std::string_view field, std::string_view allowed) {
    if (!problem_)
      problem_ =
          bad(field, "Invalid " + std::string(field) + ". Allowed values: " + std::string(allowed));
  }
  void refuse_with(std::string_view field, std::string message) {
    if (!problem_) problem_ = bad(field, std::move(message));
  }

 private:
  void read_language(std::string_view word, bool& first, Language& out) {
    if (word.empty()) return;
    const auto is_in = [&](const auto& words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    std::optional<Language> language;
    if (word == "en")
      language = Language::kEnglish;
    else if (is_in(kChinese))
      language = Language::kChinese;
    else if (is_in(kOther))
      language = Language::kAuto;
    else
      return refuse("lang_list", "ch, ch_server, en, latin, japan, korean, arabic, cyrillic ...");
    if (first) out = *language;
    first = false;
  }

  const std::vector<FormPart>& parts_;
  std::optional<Problem> problem_;
};

void read_returns(Reader& reader, MineruForm& form) {
  bool client_side = false;
  reader.read("return_md", form.md);
  reader.read("return_middle_json", form.middle_json);
  reader.read("return_model_output", form.model_output);
  reader.read("return_content_list", form.content_list);
  reader.read("return_images", form.images);
  reader.read("response_format_zip", form.zip);
  reader.read("return_original_file", form.original_file);
  reader.read("client_side_output_generation", client_side);
  form.original_file = form.original_file && form.zip;
  if (!client_side) return;
  form.md = form.content_list = false;
  form.middle_json = form.model_output = form.images = true;
}

void read_pages(Reader& reader, MineruForm& form) {
  reader.read("start_page_id", form.start_page);
  reader.read("end_page_id", form.end_page);
  if (form.start_page < 0)
    reader.refuse_with("start_page_id", "Invalid start_page_id: pages are counted from 0");
  if (form.end_page >= 0 && form.start_page > form.end_page)
    reader.refuse_with("start_page_id", "start_page_id " + std::to_string(form.start_page) +
                                            " lies behind end_page_id " +
                                            std::to_string(form.end_page));
}

}  // namespace

std::string MineruForm::page_range() const {
  const bool to_end = end_page < 0 || end_page >= kNoEnd;
  if (to_end && start_page == 0) return "";
  // Counted from 1 there.
  std::string text = std::to_string(int64_t{start_page} + 1) + "-";
  return to_end ? text : text + std::to_string(int64_t{end_page} + 1);
}

std::variant<MineruForm, Problem> read_mineru_form(const std::vector<FormPart>& parts,
                                                   Effort effort) {
  Reader reader(parts);
  MineruForm form{.effort = effort};
  reader.read_backend(form.backend);
  reader.read<Effort>("effort", {{"medium", Effort::kBalanced}, {"high", Effort::kBest}},
                      form.effort);
  reader.read<OcrMode>(
      "parse_method",
      {{"auto", OcrMode::kAuto}, {"ocr", OcrMode::kAlways}, {"txt", OcrMode::kNever}}, form.ocr);
  reader.read_languages(form.language);
  for (const auto& [field, what] :
       {std::pair{"formula_enable", "formulas are always read"},
        std::pair{"table_enable", "tables are always read"},
        std::pair{"image_analysis", "a model that sees says what it sees"}}) {
    bool wanted = true;
    reader.read(field, wanted);
    if (!wanted) form.notes.push_back(std::string(field) + "=false is ignored: " + what);
  }
  read_returns(reader, form);
  read_pages(reader, form);
  form.server_url = reader.text("server_url");
  if (reader.problem()) return *reader.problem();
  return form;
}

}  // namespace octavo::server
