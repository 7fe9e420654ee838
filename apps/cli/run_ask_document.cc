#include "run_ask_document.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ask_report.h"
#include "document_writer.h"
#include "octavo/files.h"
#include "report_error.h"
#include "run_generate.h"

namespace octavo::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Loaded by whoever needs it first.
class LazyModel {
 public:
  LazyModel(const AskPlan& plan, const AskRun& run, std::string path)
      : plan_(plan), run_(run), path_(std::move(path)) {}

  Result<Generation> generate(const GenerateRequest& request) {
    if (auto loaded = load(); !loaded.ok()) return std::move(loaded).error();
    return model_->generate(request);
  }
  // The vocabulary was there when the model was: an error comes up with the model itself.
  int64_t count(std::string_view text) {
    if (!count_) {
      auto counter = run_.load_tokenizer(path_);
      if (!counter.ok()) failure_ = std::move(counter).error();
      count_ = counter.ok() ? std::move(counter).value() : TokenCounter([](std::string_view bytes) {
        return static_cast<int64_t>(bytes.size());
      });
    }
    return count_(text);
  }
  AskModel as_model() {
    return {.generate = [this](const GenerateRequest& request) { return generate(request); },
            .count_tokens = [this](std::string_view text) { return count(text); }};
  }
  void tell(AskFacts& facts) const {
    facts.model = path_;
    if (model_ == nullptr) return;
    facts.precision = model_->precision();
    facts.load_seconds = model_->load_seconds();
  }

 private:
  Status load() {
    if (failure_) return *failure_;
    if (model_ != nullptr) return success();
    auto model = run_.load(path_, plan_.options);
    if (!model.ok()) {
      failure_ = std::move(model).error();
      return *failure_;
    }
    model_ = std::move(model).value();
    return success();
  }

  const AskPlan& plan_;
  const AskRun& run_;
  std::string path_;
  std::unique_ptr<TextModel> model_;
  TokenCounter count_;
  std::optional<Error> failure_;
};

// Questions one by one: those of the command line, else lines of a file or of standard input, each
// answered before the next is read.
class QuestionSource {
 public:
  static Result<QuestionSource> open(const AskPlan& plan) {
    QuestionSource source;
    source.listed_ = plan.questions;
    source.stdin_ = plan.questions_file == "-";
    if (source.stdin_ || plan.questions_file.empty()) return source;
    auto text = read_prompt(plan.questions_file);
    if (!text.ok()) return std::move(text).error();
    for (size_t from = 0; from < text->size();) {
      const size_t end = std::min(text->find('\n', from), text->size());
      source.listed_.push_back(text->substr(from, end - from));
      from = end + 1;
    }
    return source;
  }

  std::optional<std::string> next() {
    std::string line;
    while (true) {
      if (at_ < listed_.size())
        line = listed_[at_++];
      else if (!stdin_ || !std::getline(std::cin, line))
        return std::nullopt;
      if (line.find_first_not_of(" \t\r") != std::string::npos) return line;
    }
  }

 private:
  std::vector<std::string> listed_;
  size_t at_ = 0;
  bool stdin_ = false;
};

class Runner {
 public:
  Runner(const AskPlan& plan, const AskRun& run, Engine& engine, LazyModel& model)
      : plan_(plan), run_(run), engine_(engine), model_(model) {}

  int work(QuestionSource& source) {
    const auto start = Clock::now();
    if (auto read = read_documents(); !read.ok()) return report_error(read.error(), plan_.json);
    facts_.parse_seconds = seconds_since(start);
    auto questions = DocumentQuestions::create(documents_);
    if (!questions.ok()) return report_error(questions.error(), plan_.json);
    while (const auto question = source.next()) {
      if (!ask(*questions, *question)) break;
    }
    return finish();
  }

 private:
  Status read_documents() {
    ParseOptions options;
    options.tier = Tier::kBasic;
    options.pages = plan_.pages;
    options.password = plan_.password;
    options.ocr = plan_.ocr;
    options.keep_pictures = false;
    options.cancel = run_.cancel;
    const InputList list = expand_inputs(plan_.inputs, "");
    for (const Input& input : list.inputs) {
      if (input.error) return *input.error;
      auto document = engine_.parse(input, options);
      if (!document.ok()) return std::move(document).error();
      facts_.documents.push_back(input.is_stdin() ? "stdin" : input.path);
      for (const PageInfo& page : document->pages) {
        ++facts_.pages;
        if (page.status == PageStatus::kFailed) ++facts_.failed_pages;
      }
      inputs_.push_back(input);
      documents_.push_back(std::move(document).value());
    }
    if (facts_.failed_pages > 0 && !plan_.quiet)
      std::fprintf(stderr, "octavo: %d of %d pages could not be read\n", facts_.failed_pages,
                   facts_.pages);
    return success();
  }

  // False: no more of them.
  bool ask(const DocumentQuestions& questions, const std::string& question) {
    AskOptions options{.prompt_tokens = plan_.prompt_tokens,
                       .max_new_tokens = plan_.max_new_tokens,
                       .cancel = run_.cancel};
    if (plan_.stream) options.on_text = [this](std::string_view text) { return write(text); };
    auto answer = questions.ask(question, model_.as_model(), options);
    asked_.push_back({question, std::move(answer)});
    const Result<DocumentAnswer>& given = asked_.back().answer;
    if (!given.ok()) {
      if (!plan_.json) report_error(given.error(), false);
      return given.error().code == Code::kInvalidArgument;
    }
    if (!plan_.json) tell(*given);
    return written_.ok();
  }

  void tell(const DocumentAnswer& answer) {
    const bool streamed = plan_.stream && answer.origin != AnswerOrigin::kNone;
    write(streamed ? citations_text(answer, facts_.documents)
                   : answer_text(answer, facts_.documents));
    if (!plan_.quiet) std::fputs(ask_summary(answer).c_str(), stderr);
  }

  bool write(std::string_view text) {
    if (written_.ok()) written_ = write_stdout(text);
    return written_.ok();
  }

  int finish() {
    if (auto drawn = draw(); !drawn.ok()) return report_error(drawn.error(), plan_.json);
    model_.tell(facts_);
    if (plan_.json) write(ask_json(asked_, facts_));
    if (!written_.ok())
      return is_broken_pipe(written_.error()) ? kExitBrokenPipe
                                              : report_error(written_.error(), plan_.json);
    for (const AskedQuestion& question : asked_) {
      if (question.answer.ok()) continue;
      return question.answer.error().code == Code::kCancelled ? kExitInterrupted : kExitFailed;
    }
    return facts_.failed_pages > 0 ? kExitPartial : kExitOk;
  }

  Status draw() {
    if (plan_.overlay.empty()) return success();
    std::vector<AnswerCitation> citations;
    for (const AskedQuestion& question : asked_)
      if (question.answer.ok())
        citations.insert(citations.end(), question.answer->citations.begin(),
                         question.answer->citations.end());
    if (citations.empty()) {
      if (!plan_.quiet)
        std::fprintf(stderr, "octavo: nothing is cited, and %s is not written\n",
                     plan_.overlay.c_str());
      return success();
    }
    OverlayOptions options{
        .format = plan_.overlay.ends_with(".png") ? OverlayFormat::kPng : OverlayFormat::kPdf,
        .password = plan_.password,
        .cancel = run_.cancel};
    auto drawn =
        engine_.draw_overlay(inputs_.front(), only_cited(documents_.front(), citations), options);
    if (!drawn.ok()) return std::move(drawn).error();
    facts_.overlay = plan_.overlay;
    return write_file_atomically(plan_.overlay, *drawn);
  }

  const AskPlan& plan_;
  const AskRun& run_;
  Engine& engine_;
  LazyModel& model_;
  AskFacts facts_;
  std::vector<Input> inputs_;
  std::vector<Document> documents_;
  std::vector<AskedQuestion> asked_;
  Status written_ = success();
};

}  // namespace

Document only_cited(const Document& document, const std::vector<AnswerCitation>& citations) {
  Document shown = document;
  std::map<size_t, std::vector<PageBox>> cited;
  std::set<int> pages;
  for (const AnswerCitation& citation : citations) {
    std::vector<PageBox>& boxes = cited[citation.block];
    for (const PageBox& box : citation.boxes) {
      pages.insert(box.page);
      boxes.push_back(box);
    }
  }
  for (size_t i = 0; i < shown.blocks.size(); ++i) {
    Block& block = shown.blocks[i];
    block.table.cells.clear();
    // A block without a size is counted, and not drawn.
    for (PageBox& box : block.boxes) box.box = {};
    if (const auto found = cited.find(i); found != cited.end())
      block.boxes.insert(block.boxes.end(), found->second.begin(), found->second.end());
  }
  std::erase_if(shown.pages, [&](const PageInfo& page) { return !pages.contains(page.index); });
  return shown;
}

int run_ask_document(const AskPlan& plan, const AskRun& run) {
  auto source = QuestionSource::open(plan);
  if (!source.ok()) return report_error(source.error(), plan.json);
  auto path = run.find_model(plan);
  if (!path.ok()) return report_error(path.error(), plan.json);
  auto engine = run.make_engine({.resources = run.resources, .threads = plan.options.threads});
  if (!engine.ok()) return report_error(engine.error(), plan.json);
  LazyModel model(plan, run, std::move(path).value());
  return Runner(plan, run, **engine, model).work(*source);
}

}  // namespace octavo::cli
