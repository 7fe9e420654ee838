#include "server/mineru/form.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::variant<MineruForm, Problem> read(const Pairs& pairs) {
  std::vector<FormPart> parts;
  for (const auto& [name, value] : pairs) {
    FormPart part;
    part.name = name;
    part.value = value;
    parts.push_back(std::move(part));
  }
  return read_mineru_form(parts);
}

MineruForm good(const Pairs& pairs) {
  const auto read_form = read(pairs);
  const auto* problem = std::get_if<Problem>(&read_form);
  EXPECT_EQ(problem, nullptr) << problem->message;
  return problem != nullptr ? MineruForm{} : std::get<MineruForm>(read_form);
}

// The message of a refusal; "" when it was taken.
std::string refused(const Pairs& pairs, const std::string& field) {
  const auto read_form = read(pairs);
  const auto* problem = std::get_if<Problem>(&read_form);
  if (problem == nullptr) return "";
  EXPECT_EQ(problem->status, 400);
  EXPECT_EQ(problem->code, "invalid_field");
  EXPECT_EQ(problem->parameter, field);
  return problem->message;
}

TEST(MineruForm, HasTheDefaultsOfMineru344) {
  const MineruForm form = good({});
  EXPECT_EQ(form.backend.name(), "hybrid-engine");
  EXPECT_EQ(form.effort, Effort::kBalanced);
  EXPECT_EQ(form.ocr, OcrMode::kAuto);
  EXPECT_EQ(form.start_page, 0);
  EXPECT_EQ(form.end_page, 99999);
  EXPECT_EQ(form.page_range(), "");
  EXPECT_TRUE(form.md);
  EXPECT_FALSE(form.middle_json || form.model_output || form.content_list || form.images);
  EXPECT_FALSE(form.zip || form.original_file);
  EXPECT_TRUE(form.server_url.empty());
  EXPECT_TRUE(form.notes.empty());
}

// What build_parse_request_form_data of its api_client.py makes for `mineru --api-url`.
TEST(MineruForm, TakesWhatItsOwnClientSends) {
  const MineruForm form = good({{"lang_list", "ch"},
                                {"backend", "pipeline"},
                                {"effort", "medium"},
                                {"parse_method", "auto"},
                                {"formula_enable", "true"},
                                {"table_enable", "true"},
                                {"image_analysis", "true"},
                                {"return_md", "true"},
                                {"return_middle_json", "true"},
                                {"return_model_output", "true"},
                                {"return_content_list", "true"},
                                {"return_images", "true"},
                                {"response_format_zip", "true"},
                                {"return_original_file", "true"},
                                {"client_side_output_generation", "false"},
                                {"start_page_id", "2"},
                                {"end_page_id", "99999"}});
  EXPECT_EQ(form.backend.name(), "pipeline");
  EXPECT_EQ(form.language, Language::kChinese);
  EXPECT_TRUE(form.md && form.middle_json && form.model_output && form.content_list);
  EXPECT_TRUE(form.images && form.zip && form.original_file);
  EXPECT_EQ(form.page_range(), "3-");
  EXPECT_TRUE(form.notes.empty());
}

TEST(MineruForm, SwitchesArePythons) {
  for (const char* word : {"1", "true", "True", "TRUE", "t", "yes", "Y", "on", " true "})
    EXPECT_TRUE(good({{"return_images", word}}).images) << word;
  for (const char* word : {"0", "false", "False", "f", "no", "N", "off", "OFF"})
    EXPECT_FALSE(good({{"return_md", word}}).md) << word;
  EXPECT_TRUE(good({{"return_md", ""}}).md) << "an empty text is the default";
  EXPECT_FALSE(refused({{"return_md", "maybe"}}, "return_md").empty());
  EXPECT_FALSE(refused({{"table_enable", "2"}}, "table_enable").empty());
}

TEST(MineruForm, TheLastOfSeveralCounts) {
  EXPECT_FALSE(good({{"return_md", "true"}, {"return_md", "false"}}).md);
}

TEST(MineruForm, UnknownNamesArePassedOver) {
  EXPECT_TRUE(good({{"return_everything", "please"}, {"output_dir", "/etc"}}).md);
}

TEST(MineruForm, BackendsHaveOneNameEach) {
  const auto name = [](const char* word) { return good({{"backend", word}}).backend.name(); };
  EXPECT_EQ(name("vlm-auto-engine"), "vlm-engine");
  EXPECT_EQ(name("vlm-transformers"), "vlm-engine");
  EXPECT_EQ(name("vlm-sglang-client"), "vlm-http-client");
  EXPECT_EQ(name("hybrid-auto-engine"), "hybrid-engine");
  EXPECT_EQ(name("hybrid-http-client"), "hybrid-http-client");
  EXPECT_EQ(refused({{"backend", "banana"}}, "backend"),
            "Invalid backend. Allowed values: pipeline, vlm-engine, hybrid-engine, "
            "vlm-http-client, hybrid-http-client");
}

TEST(MineruForm, FoldersAreCalledAfterBackendAndMethod) {
  const auto folder = [](const char* backend, OcrMode ocr) {
    return mineru_backend(backend)->folder(ocr);
  };
  EXPECT_EQ(folder("pipeline", OcrMode::kAuto), "auto");
  EXPECT_EQ(folder("pipeline", OcrMode::kNever), "txt");
  EXPECT_EQ(folder("pipeline", OcrMode::kAlways), "ocr");
  EXPECT_EQ(folder("vlm-engine", OcrMode::kAlways), "vlm");
  EXPECT_EQ(folder("hybrid-engine", OcrMode::kAuto), "hybrid_auto");
  EXPECT_EQ(folder("hybrid-http-client", OcrMode::kNever), "hybrid_txt");
}

TEST(MineruForm, MethodsAndEfforts) {
  EXPECT_EQ(good({{"parse_method", "txt"}}).ocr, OcrMode::kNever);
  EXPECT_EQ(good({{"parse_method", "ocr"}}).ocr, OcrMode::kAlways);
  EXPECT_EQ(good({{"effort", "high"}}).effort, Effort::kBest);
  EXPECT_EQ(refused({{"parse_method", "magic"}}, "parse_method"),
            "Invalid parse_method. Allowed values: auto, ocr, txt");
  EXPECT_EQ(refused({{"effort", "extreme"}}, "effort"),
            "Invalid effort. Allowed values: medium, high");
}

TEST(MineruForm, LanguagesComeOnceOrForEachDocument) {
  EXPECT_EQ(good({{"lang_list", "en"}}).language, Language::kEnglish);
  EXPECT_EQ(good({{"lang_list", "ch_server"}}).language, Language::kChinese);
  EXPECT_EQ(good({{"lang_list", "arabic"}, {"lang_list", "en"}}).language, Language::kAuto);
  EXPECT_EQ(good({{"lang_list", "en,ch"}}).language, Language::kEnglish);
  EXPECT_FALSE(refused({{"lang_list", "en"}, {"lang_list", "klingon"}}, "lang_list").empty());
}

TEST(MineruForm, PagesAreCountedFromZeroAndTheLastIsIncluded) {
  const auto range = [](const char* start, const char* end) {
    return good({{"start_page_id", start}, {"end_page_id", end}}).page_range();
  };
  EXPECT_EQ(range("0", "0"), "1-1");
  EXPECT_EQ(range("0", "4"), "1-5");
  EXPECT_EQ(range("3", "3"), "4-4");
  EXPECT_EQ(range("1", "-1"), "2-") << "a negative end is the last page";
  EXPECT_EQ(range("0", "999999999999"), "");
  EXPECT_FALSE(refused({{"start_page_id", "5"}, {"end_page_id", "4"}}, "start_page_id").empty());
  EXPECT_FALSE(refused({{"start_page_id", "-1"}}, "start_page_id").empty());
  EXPECT_FALSE(refused({{"end_page_id", "1.5"}}, "end_page_id").empty());
  EXPECT_FALSE(refused({{"end_page_id", "NaN"}}, "end_page_id").empty());
  EXPECT_FALSE(refused({{"start_page_id", "+"}}, "start_page_id").empty());
}

TEST(MineruForm, ClientSideGenerationDecidesWhatIsReturned) {
  const MineruForm form = good({{"client_side_output_generation", "true"},
                                {"return_md", "true"},
                                {"return_content_list", "true"}});
  EXPECT_FALSE(form.md || form.content_list);
  EXPECT_TRUE(form.middle_json && form.model_output && form.images);
}

TEST(MineruForm, OriginalsComeInZipFilesAlone) {
  EXPECT_FALSE(good({{"return_original_file", "true"}}).original_file);
  EXPECT_TRUE(good({{"return_original_file", "true"}, {"response_format_zip", "1"}}).original_file);
}

TEST(MineruForm, SaysWhatHasNoEffect) {
  const MineruForm form = good({{"formula_enable", "false"}, {"image_analysis", "0"}});
  ASSERT_EQ(form.notes.size(), 2U);
  EXPECT_EQ(form.notes[0], "formula_enable=false is ignored: formulas are always read");
}

}  // namespace
}  // namespace octavo::server
