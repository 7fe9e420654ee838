#include "server/jobs/job_settings.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

using service::JobRequest;
using service::OutputFormat;

JobRequest read(const Fields& options, const JobDefaults& defaults = {},
                std::string* page_range = nullptr) {
  JobRequest job;
  std::string range;
  const auto problem = read_job_options(options, defaults, job, range);
  EXPECT_FALSE(problem.has_value()) << problem->message;
  if (page_range != nullptr) *page_range = range;
  return job;
}

Problem refused(const Fields& options) {
  JobRequest job;
  std::string range;
  const auto problem = read_job_options(options, {}, job, range);
  EXPECT_TRUE(problem.has_value());
  return problem.value_or(Problem{});
}

TEST(JobSettings, WhatAJobIsThatSaysNothing) {
  const JobRequest job = read({});
  EXPECT_EQ(job.tier, Tier::kAuto);
  EXPECT_EQ(job.effort, Effort::kBalanced);
  EXPECT_EQ(job.ocr, OcrMode::kAuto);
  EXPECT_TRUE(job.pictures);
  EXPECT_EQ(job.formats, std::vector{OutputFormat::kMarkdown});
  EXPECT_EQ(job.client, "mineru4");
  EXPECT_EQ(job.client_facts, R"({"tier":"auto"})");
}

TEST(JobSettings, TheServersOwnCountWhereTheJobIsSilent) {
  const JobDefaults defaults{.tier = Tier::kBasic, .effort = Effort::kBest};
  EXPECT_EQ(read({}, defaults).tier, Tier::kBasic);
  EXPECT_EQ(read({}, defaults).effort, Effort::kBest);
  const JobRequest job = read({{"tier", "advanced"}, {"effort", "fast"}}, defaults);
  EXPECT_EQ(job.tier, Tier::kVlm);
  EXPECT_EQ(job.effort, Effort::kFast);
  EXPECT_EQ(job.client_facts, R"({"tier":"advanced"})");  // as it was asked for
}

TEST(JobSettings, NamesOfMineruAndOurs) {
  const std::pair<const char*, Tier> tiers[] = {
      {"flash", Tier::kBasic},   {"basic", Tier::kBasic},  {"standard", Tier::kHybrid},
      {"hybrid", Tier::kHybrid}, {"advanced", Tier::kVlm}, {"vlm", Tier::kVlm},
      {"auto", Tier::kAuto}};
  for (const auto& [name, tier] : tiers) EXPECT_EQ(read({{"tier", name}}).tier, tier) << name;
  EXPECT_EQ(read({{"ocr_mode", "txt"}}).ocr, OcrMode::kNever);
  EXPECT_EQ(read({{"ocr_mode", "ocr"}}).ocr, OcrMode::kAlways);
  EXPECT_EQ(read({{"effort", "high"}}).effort, Effort::kBest);
  EXPECT_EQ(read({{"lang", "ch"}}).language, Language::kChinese);
  EXPECT_FALSE(read({{"pictures", "0"}}).pictures);
}

TEST(JobSettings, FormatsRepeatedOrWithCommasEachOnce) {
  const JobRequest job =
      read({{"output_formats", "middle_json,markdown"}, {"output_formats", "markdown,zip,report"}});
  EXPECT_EQ(job.formats, (std::vector{OutputFormat::kMiddleJson, OutputFormat::kMarkdown,
                                      OutputFormat::kReport}));
}

TEST(JobSettings, WhatIsNoOptionAndNoValue) {
  EXPECT_EQ(refused({{"colour", "red"}}).code, "unknown_parameter");
  EXPECT_EQ(refused({{"colour", "red"}}).parameter, "colour");
  for (const char* name : {"tier", "ocr_mode", "effort", "lang", "pictures", "output_formats"}) {
    const Problem problem = refused({{name, "nonsense"}});
    EXPECT_EQ(problem.status, 400) << name;
    EXPECT_EQ(problem.code, "invalid_parameter") << name;
    EXPECT_EQ(problem.parameter, name);
  }
}

TEST(JobSettings, PageRangesOfMineruInOurWords) {
  EXPECT_EQ(page_range_of("all"), "");
  EXPECT_EQ(page_range_of("1-5,8"), "1-5,8");
  EXPECT_EQ(page_range_of("r1"), "-1");
  EXPECT_EQ(page_range_of("r3-r1"), "-3~-1");
  EXPECT_EQ(page_range_of("2-r1"), "2~-1");
  std::string range;
  read({{"page_range", "r2"}}, {}, &range);
  EXPECT_EQ(range, "-2");
}

}  // namespace
}  // namespace octavo::server
