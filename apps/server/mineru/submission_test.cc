#include "server/mineru/submission.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "server/http/json.h"

namespace octavo::server {
namespace {

using service::OutputFormat;

class MineruSubmission : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "octavo-mineru-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    parts_.clear();
    std::filesystem::remove_all(folder_);
  }

  void add(const std::string& name, const std::string& value) {
    FormPart part;
    part.name = name;
    part.value = value;
    parts_.push_back(std::move(part));
  }
  void add_file(const std::string& name, const std::string& file_name) {
    FormPart part;
    part.name = name;
    part.file_name = file_name;
    auto file = StagedFile::create(folder_);
    ASSERT_TRUE(file);
    part.file = std::move(*file);
    parts_.push_back(std::move(part));
  }

  service::JobRequest good() {
    auto read = mineru_job(parts_, policy_);
    const auto* problem = std::get_if<Problem>(&read);
    EXPECT_EQ(problem, nullptr) << problem->message;
    return problem != nullptr ? service::JobRequest{}
                              : std::move(std::get<service::JobRequest>(read));
  }
  std::string refused() {
    const auto read = mineru_job(parts_, policy_);
    const auto* problem = std::get_if<Problem>(&read);
    return problem == nullptr ? "" : problem->message;
  }

  std::string folder_;
  std::vector<FormPart> parts_;
  MineruPolicy policy_;
};

TEST_F(MineruSubmission, FilesBecomeTheJobs) {
  add("start_page_id", "1");
  add("end_page_id", "2");
  add_file("files", "a b.pdf");
  add_file("other", "not mine.pdf");
  add_file("files", "");
  const service::JobRequest job = good();
  ASSERT_EQ(job.files.size(), 2U);
  EXPECT_EQ(job.files[0].name, "a b.pdf");
  EXPECT_EQ(job.files[0].staged_path, parts_[2].file.path());
  EXPECT_EQ(job.files[0].page_range, "2-3");
  EXPECT_EQ(job.files[1].name, "upload");
  EXPECT_EQ(job.client, "mineru3");
  EXPECT_TRUE(job.pictures) << "Markdown names them, whether or not they are returned";
}

TEST_F(MineruSubmission, NeedsAFile) {
  add("files", "no file, a text");
  EXPECT_NE(refused().find("files"), std::string::npos);
}

TEST_F(MineruSubmission, PasswordsAreOneForAllOrOneForEach) {
  add_file("files", "a.pdf");
  add_file("files", "b.pdf");
  add_file("files", "c.pdf");
  add("password", "first");
  EXPECT_EQ(good().files[2].password, "first");
  add("password", "");
  EXPECT_NE(refused().find("password"), std::string::npos);
  add("password", "third");
  const service::JobRequest job = good();
  EXPECT_EQ(job.files[0].password, "first");
  EXPECT_EQ(job.files[1].password, "");
  EXPECT_EQ(job.files[2].password, "third");
  EXPECT_EQ(job.client_facts.find("first"), std::string::npos) << "never written down";
}

TEST_F(MineruSubmission, AsksForWhatIsReturned) {
  add_file("files", "a.pdf");
  EXPECT_EQ(good().formats, (std::vector{OutputFormat::kMarkdown}));
  add("return_content_list", "true");
  add("return_middle_json", "true");
  add("return_md", "false");
  EXPECT_EQ(good().formats, (std::vector{OutputFormat::kMiddleJson, OutputFormat::kContentList,
                                         OutputFormat::kContentListV2}));
}

TEST_F(MineruSubmission, WithNothingToReturnDoesNotAskForAll) {
  add_file("files", "a.pdf");
  add("return_md", "false");
  EXPECT_EQ(good().formats, (std::vector{OutputFormat::kReport}));
}

TEST_F(MineruSubmission, BackendsBecomeTiers) {
  add_file("files", "a.pdf");
  policy_.has_model = true;
  EXPECT_EQ(good().tier, Tier::kHybrid);
  add("backend", "vlm-engine");
  EXPECT_EQ(good().tier, Tier::kVlm);
  add("backend", "pipeline");
  EXPECT_EQ(good().tier, Tier::kBasic);
}

TEST_F(MineruSubmission, WithoutAModelTheDefaultIsReadAndSaysSo) {
  add_file("files", "a.pdf");
  const service::JobRequest job = good();
  EXPECT_EQ(job.tier, Tier::kBasic);
  service::JobSnapshot snapshot;
  snapshot.client = job.client;
  snapshot.client_facts = job.client_facts;
  const MineruFacts facts = mineru_facts(snapshot);
  EXPECT_EQ(facts.backend.name(), "hybrid-engine");
  ASSERT_EQ(facts.notes.size(), 1U);
  add("backend", "vlm-auto-engine");
  EXPECT_NE(refused().find("vision-language model"), std::string::npos);
}

TEST_F(MineruSubmission, ServersAreThoseOfTheOperator) {
  add_file("files", "a.pdf");
  add("backend", "vlm-http-client");
  EXPECT_NE(refused().find("--vlm-url"), std::string::npos) << "there is none";
  add("server_url", "http://169.254.169.254/latest");
  EXPECT_FALSE(refused().empty());
  policy_ = {.has_model = true, .model_server = "http://gpubox:30000"};
  EXPECT_FALSE(refused().empty());
  add("server_url", "http://gpubox:30000/");
  EXPECT_EQ(good().tier, Tier::kVlm);
  policy_.public_bind = true;
  EXPECT_EQ(good().tier, Tier::kVlm) << "no other machine is reached by it";
  add("server_url", "http://localhost:1");
  EXPECT_NE(refused().find("Publicly exposed API disables"), std::string::npos);
}

TEST_F(MineruSubmission, AServerOfAnotherBackendIsPassedOverAtHomeAndRefusedInPublic) {
  add_file("files", "a.pdf");
  add("backend", "pipeline");
  add("server_url", "http://localhost:1");
  EXPECT_EQ(good().tier, Tier::kBasic);
  policy_.public_bind = true;
  EXPECT_NE(refused().find("Publicly exposed API disables"), std::string::npos);
}

TEST_F(MineruSubmission, FactsComeBackAsTheyWere) {
  add_file("files", "a.pdf");
  add("backend", "pipeline");
  add("return_md", "no");
  add("return_model_output", "yes");
  add("return_images", "on");
  add("response_format_zip", "1");
  add("return_original_file", "true");
  service::JobSnapshot snapshot;
  snapshot.client = "mineru3";
  snapshot.client_facts = good().client_facts;
  const MineruFacts facts = mineru_facts(snapshot);
  EXPECT_EQ(facts.backend.name(), "pipeline");
  EXPECT_FALSE(facts.md || facts.middle_json || facts.content_list);
  EXPECT_TRUE(facts.model_output && facts.images && facts.zip && facts.original_file);
  EXPECT_TRUE(facts.notes.empty());
}

TEST_F(MineruSubmission, JobsOfOtherDialectsHaveDefaults) {
  service::JobSnapshot snapshot;
  snapshot.client = "mineru4";
  snapshot.client_facts = R"({"tier":"flash","md":false})";
  snapshot.tier = Tier::kBasic;
  EXPECT_TRUE(mineru_facts(snapshot).md);
  EXPECT_EQ(mineru_facts(snapshot).backend.name(), "pipeline");
  snapshot.client = "mineru3";
  snapshot.client_facts = "damaged";
  EXPECT_TRUE(mineru_facts(snapshot).md);
}

}  // namespace
}  // namespace octavo::server
