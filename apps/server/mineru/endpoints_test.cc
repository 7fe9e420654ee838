#include "server/mineru/endpoints.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/http/json.h"
#include "tests/server/made_service.h"

namespace octavo::server {
namespace {

using service::JobState;
using service::OutputFormat;

class MineruEndpoints : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "octavo-mineru-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    made_.staging = pattern;
    service_ = MadeService::start(made_);
    errands_ = std::make_unique<Errands>();
    intake_ = std::make_unique<Intake>(*service_);
    add_mineru_routes(router_, *service_, *intake_, *errands_, {});
  }
  void TearDown() override {
    errands_.reset();
    std::filesystem::remove_all(made_.staging);
  }

  Reply ask(Method method, const std::string& path, const std::string& extra_field = "") {
    Match match = router_.find(method, path);
    EXPECT_NE(match.route, nullptr) << path;
    Request request{.method = method, .path = path};
    request.headers = {{"host", "here:1"}};
    request.parameters = match.parameters;
    if (method == Method::kPost) add_parts(request, extra_field);
    return match.route->handler(request);
  }
  void add_parts(Request& request, const std::string& extra_field) {
    FormPart document, field;
    document.name = "files";
    document.file_name = "a.pdf";
    auto file = StagedFile::create(made_.staging);
    ASSERT_TRUE(file.ok());
    document.file = std::move(*file);
    request.parts.push_back(std::move(document));
    if (extra_field.empty()) return;
    field.name = extra_field;
    field.value = "true";
    request.parts.push_back(std::move(field));
  }
  Response get(const std::string& path) { return std::get<Response>(ask(Method::kGet, path)); }
  static Json read(const Response& response) {
    if (response.file.empty()) return Json::parse(response.body);
    std::ifstream file(response.file);
    std::ostringstream text;
    text << file.rdbuf();
    return Json::parse(text.str());
  }
  void put(const std::string& name, const std::string& content) {
    std::ofstream(made_.staging + "/" + name) << content;
  }

  MadeService made_;
  std::unique_ptr<service::Service> service_;
  std::unique_ptr<Intake> intake_;
  std::unique_ptr<Errands> errands_;
  Router router_;
};

TEST_F(MineruEndpoints, ATaskIsAccepted) {
  const Reply reply = ask(Method::kPost, "/tasks");
  const Response& response = std::get<Response>(reply);
  EXPECT_EQ(response.status, 202);
  EXPECT_EQ(read(response)["task_id"], "job0");
  EXPECT_EQ(read(response)["status_url"], "http://here:1/tasks/job0");
  EXPECT_EQ(read(response)["message"], "Task submitted successfully");
  ASSERT_EQ(made_.submitted.size(), 1U);
  EXPECT_EQ(made_.submitted[0].files[0].name, "a.pdf");
}

TEST_F(MineruEndpoints, AFullQueueIs503AndSaysWhenToComeAgain) {
  made_.refuses = true;
  made_.refusal = Code::kServerFailed;
  for (const char* path : {"/tasks", "/file_parse"}) {
    const Reply reply = ask(Method::kPost, path);
    const Response& response = std::get<Response>(reply);
    EXPECT_EQ(response.status, 503);
    EXPECT_TRUE(read(response)["detail"].is_string());
    ASSERT_FALSE(response.headers.empty());
    EXPECT_EQ(response.headers[0].first, "Retry-After");
  }
}

TEST_F(MineruEndpoints, ResultsHaveTheStatusOfTheTask) {
  made_.add("q", JobState::kQueued);
  made_.add("r", JobState::kRunning);
  made_.add("f", JobState::kFailed).files[0].error_message = "it is damaged";
  made_.add("c", JobState::kCanceled);
  EXPECT_EQ(get("/tasks/q/result").status, 202);
  EXPECT_EQ(read(get("/tasks/r/result"))["message"], "Task result is not ready yet");
  EXPECT_EQ(get("/tasks/f/result").status, 409);
  EXPECT_EQ(read(get("/tasks/f/result"))["error"], "a.pdf: it is damaged");
  EXPECT_EQ(get("/tasks/c/result").status, 409);
  EXPECT_EQ(get("/tasks/no/result").status, 404);
  EXPECT_EQ(read(get("/tasks/no"))["detail"], "Task not found");
}

TEST_F(MineruEndpoints, FilesComeBackAsStrings) {
  service::JobSnapshot& job = made_.add("j", JobState::kPartial);
  job.client = kMineruClient;
  job.client_facts =
      R"({"backend":"pipeline","md":true,"content_list":true,"model_output":true,"images":true})";
  job.files.push_back(job.files[0]);
  job.files[1].stem = "b\"";
  job.files[1].name = "b.pdf";
  job.files[1].error_message = "it is damaged";
  job.files[0].picture_folder = made_.staging + "/pictures";
  std::filesystem::create_directory(job.files[0].picture_folder);
  put("md", "# \"Title\"\n\x01");
  put("list", "[{\"type\": \"text\"}]");
  put("pictures/b.jpg", "\xff\xd8");
  put("pictures/a.png", "abc");
  put("pictures/notes.txt", "no picture");
  using enum service::OutputFormat;
  job.files[0].outputs = {{kMarkdown, made_.staging + "/md", 11},
                          {kContentList, made_.staging + "/list", 18}};
  const Json result = read(get("/tasks/j/result"));
  EXPECT_EQ(result.size(), 3U);
  EXPECT_EQ(result["backend"], "pipeline");
  EXPECT_TRUE(result["version"].is_string());
  const Json& a = result["results"]["a"];
  EXPECT_EQ(a["md_content"], "# \"Title\"\n\x01");
  EXPECT_EQ(a["content_list"], "[{\"type\": \"text\"}]");
  EXPECT_TRUE(a["model_output"].is_null()) << "was asked for, is not there";
  EXPECT_FALSE(a.contains("middle_json"));
  EXPECT_FALSE(a.contains("error"));
  EXPECT_EQ(a["images"].size(), 2U);
  EXPECT_EQ(a["images"]["a.png"], "data:image/png;base64,YWJj");
  EXPECT_EQ(a["images"]["b.jpg"], "data:image/jpeg;base64,/9g=");
  EXPECT_EQ(result["results"]["b\""]["error"], "b.pdf: it is damaged");
  EXPECT_TRUE(result["results"]["b\""]["md_content"].is_null());
}

TEST_F(MineruEndpoints, AZipIsCalledAfterTheTaskAndItsFoldersAfterTheBackend) {
  service::JobSnapshot& job = made_.add("j", JobState::kCompleted);
  job.client = kMineruClient;
  job.client_facts = R"({"backend":"hybrid-engine","zip":true,"content_list":true})";
  const Response response = get("/tasks/j/result");
  EXPECT_EQ(response.content_type, "application/zip");
  EXPECT_TRUE(response.delete_file);
  ASSERT_EQ(made_.zipped.size(), 1U);
  EXPECT_EQ(made_.zipped[0].folder, "hybrid_auto");
  EXPECT_FALSE(made_.zipped[0].pictures);
  EXPECT_FALSE(made_.zipped[0].originals);
  EXPECT_EQ(made_.zipped[0].formats,
            (std::vector{OutputFormat::kMarkdown, OutputFormat::kContentList,
                         OutputFormat::kContentListV2}));
  job.client_facts = R"({"backend":"pipeline","zip":true,"md":false,"images":true})";
  get("/tasks/j/result");
  EXPECT_FALSE(made_.zipped[1].outputs) << "an empty list of formats would mean all";
  EXPECT_TRUE(made_.zipped[1].pictures);
}

TEST_F(MineruEndpoints, FileParseWaitsForItsJob) {
  Reply reply = ask(Method::kPost, "/file_parse", "response_format_zip");
  Pending& pending = *std::get<std::unique_ptr<Pending>>(reply);
  int woken = 0;
  pending.start([&woken] { ++woken; });
  EXPECT_FALSE(pending.ready(false));
  made_.jobs["job0"].state = JobState::kCompleted;
  made_.wakes.at(0)();
  EXPECT_EQ(woken, 1);
  ASSERT_TRUE(pending.ready(false));
  const Response response = pending.take();
  const std::map<std::string, std::string> headers(response.headers.begin(),
                                                   response.headers.end());
  EXPECT_EQ(headers.at("X-MinerU-Task-Id"), "job0");
  EXPECT_EQ(headers.at("X-MinerU-Task-Status"), "completed");
  EXPECT_EQ(headers.at("X-MinerU-Task-Status-Url"), "http://here:1/tasks/job0");
  EXPECT_EQ(headers.at("X-MinerU-Task-Result-Url"), "http://here:1/tasks/job0/result");
  std::get<std::unique_ptr<Pending>>(reply).reset();
  errands_.reset();
  EXPECT_TRUE(made_.removed.empty()) << "its client knows the id and may ask again";
  EXPECT_EQ(made_.wakes.at(0), nullptr);
}

TEST_F(MineruEndpoints, FileParseOfAFailedJobIs409AndOfOneThatIsGone503) {
  for (const bool gone : {false, true}) {
    Reply reply = ask(Method::kPost, "/file_parse");
    Pending& pending = *std::get<std::unique_ptr<Pending>>(reply);
    pending.start([] {});
    const std::string id = "job" + std::to_string(made_.submitted.size() - 1);
    if (gone)
      made_.jobs.erase(id);
    else
      made_.jobs[id].state = JobState::kFailed;
    ASSERT_TRUE(pending.ready(false));
    const Response response = pending.take();
    EXPECT_EQ(response.status, gone ? 503 : 409);
    EXPECT_EQ(read(response)["task_id"], id);
  }
}

TEST_F(MineruEndpoints, AJobOfWhichNobodyKnowsIsRemoved) {
  {
    Reply reply = ask(Method::kPost, "/file_parse");
  }
  errands_.reset();
  EXPECT_EQ(made_.removed, std::vector<std::string>{"job0"});
}

TEST_F(MineruEndpoints, AServerThatEndsKeepsItForTheNext) {
  made_.status.draining = true;
  {
    Reply reply = ask(Method::kPost, "/file_parse");
  }
  errands_.reset();
  EXPECT_TRUE(made_.removed.empty());
}

}  // namespace
}  // namespace octavo::server
