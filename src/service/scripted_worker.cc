// A worker for tests: its documents are scripts that say how many pages there are and what goes
// wrong on them, and its model says back what it is told. Everything else of it is the real worker.
//
//   pages 5        blank pages
//   slow 50        milliseconds a page
//   kill 3         page 3 (counted from 0) ends the process, each time
//   kill_once 3    the first time only
//   hang 3         page 3 never ends, and is not to be cancelled
//   kill_open      opening the document ends the process
//   full           the disk is full when the document is put together
//   secret x       needs the password x
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "networks/networks.h"
#include "pipeline/parse_document.h"
#include "service/worker.h"

namespace octavo::service {
namespace {

struct Script {
  std::string path;
  int pages = 0, slow = 0;
  std::map<int, std::string> bad;
  bool kill_open = false, full = false;
  std::string secret;
};

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
}

Script read_script(const std::string& path) {
  Script script;
  script.path = path;
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    int page = 0;
    if (word == "pages") file >> script.pages;
    if (word == "slow") file >> script.slow;
    if (word == "kill_open") script.kill_open = true;
    if (word == "full") script.full = true;
    if (word == "secret") file >> script.secret;
    if (word == "kill" || word == "kill_once" || word == "hang") {
      file >> page;
      script.bad[page] = word;
    }
  }
  return script;
}

class ScriptSource : public document::PageSource {
 public:
  explicit ScriptSource(Script script) : script_(std::move(script)) {}
  int page_count() const override { return script_.pages; }
  document::SourceFacts facts() const override { return {.title = "Scripted"}; }
  Result<document::PageContent> content(int index, Diagnostics&) const override {
    std::this_thread::sleep_for(std::chrono::milliseconds(script_.slow));
    const auto bad = script_.bad.find(index);
    if (bad != script_.bad.end()) go_wrong(index, bad->second);
    document::PageContent content;
    content.width = 100;
    content.height = 200;
    return content;
  }
  Result<document::Raster> render(int, const document::RenderRequest&,
                                  Diagnostics&) const override {
    return document::Raster{Image(100, 200, 3), {0, 0, 100, 200}, 1, 1};
  }

 private:
  void go_wrong(int index, const std::string& how) const {
    const std::string mark = script_.path + ".killed-" + std::to_string(index);
    if (how == "kill_once" && std::filesystem::exists(mark)) return;
    std::ofstream(mark) << "once";
    if (how != "hang") die();
    while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
  }

  Script script_;
};

class ScriptReader : public DocumentReader {
 public:
  Result<Document> parse_file(const std::string& path, const ParseOptions& options) override {
    const Script script = read_script(path);
    if (script.kill_open) die();
    if (script.pages == 0) return Error{Code::kFileTypeUnsupported, "is no script", "", {}};
    if (script.secret != options.password)
      return Error{Code::kFileEncrypted, "needs a password", "", {}};
    auto document = parse_document(ScriptSource(script), path, options,
                                   {.networks = networks_, .pool = pool_, .vlm = {}});
    if (script.full) return Error{Code::kStorageFull, "no space left to write", "", {}};
    return document;
  }
  Result<std::vector<uint8_t>> draw_page_file(const std::string& path,
                                              const PagePictureOptions& options) override {
    const Script script = read_script(path);
    if (options.page >= script.pages) return Error{Code::kPageRangeInvalid, "no such page", "", {}};
    if (script.bad.contains(options.page)) die();
    const std::string text = "picture of page " + std::to_string(options.page);
    return std::vector<uint8_t>(text.begin(), text.end());
  }

 private:
  ThreadPool pool_{1};
  Networks networks_{{}, 1};
};

// Says each word of the last message, one a step for all that run; "die" ends the process, and one
// that begins with "think" comes to its first word after a minute.
class EchoModel : public ChatModel {
 public:
  void serve(GenerateFeed& feed, const CancelFlag* cancel) override {
    std::vector<Running> running;
    while (!cancel->is_set()) {
      while (const GenerateRequest* request = feed.next()) running.push_back(begin(*request));
      if (running.empty()) return;
      for (Running& one : running) step(one);
      for (Running& one : running)
        if (one.over) feed.done(one.request, std::move(one.result));
      std::erase_if(running, [](const Running& one) { return one.over; });
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  struct Running {
    const GenerateRequest* request = nullptr;
    std::istringstream words;
    Generation result;
    bool over = false;
    std::chrono::steady_clock::time_point ready;  // its prompt is read
  };

  static Running begin(const GenerateRequest& request) {
    Running one;
    one.request = &request;
    one.words.str(request.messages.back().parts.back().text);
    one.ready = std::chrono::steady_clock::now();
    if (one.words.str().starts_with("think")) one.ready += std::chrono::minutes(1);
    one.result.prompt_tokens = static_cast<int64_t>(request.messages.size());
    for (const PromptPicture& picture : request.pictures)
      one.result.image_tokens += static_cast<int64_t>(picture.bytes.size());
    return one;
  }

  static void step(Running& one) {
    std::string word;
    if (std::chrono::steady_clock::now() < one.ready) {
      one.over = one.request->cancel->is_set();
      return;
    }
    one.over = !(one.words >> word);
    if (one.over) return;
    if (word == "die") die();
    one.result.token_ids.push_back(1);
    one.over = !one.request->on_text(word + " ");
  }
};

WorkerParts scripted_parts() {
  return {.make_reader = [](const ParserOptions&) -> Result<std::unique_ptr<DocumentReader>> {
            return std::unique_ptr<DocumentReader>(std::make_unique<ScriptReader>());
          },
          .load_model = [](const std::string& path,
                           const ModelOptions&) -> Result<std::unique_ptr<ChatModel>> {
            if (path != "echo") return Error{Code::kModelInvalid, "is no model", "", {}};
            return std::unique_ptr<ChatModel>(std::make_unique<EchoModel>());
          }};
}

}  // namespace
}  // namespace octavo::service

int main() { ::_exit(octavo::service::run_worker(3, octavo::service::scripted_parts())); }
