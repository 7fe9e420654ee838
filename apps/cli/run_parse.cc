#include "run_parse.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "document_writer.h"
#include "inputs.h"
#include "naming.h"
#include "progress.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool is_set(const CancelFlag* flag) { return flag != nullptr && flag->is_set(); }

// Past stdio, whose lock the thread that was given up may hold, and not into a pipe that nobody
// reads.
void say_at_the_end(std::string_view line) {
  pollfd stream{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&stream, 1, 0) != 1 || (stream.revents & POLLOUT) == 0) return;
  line = line.substr(0, PIPE_BUF);
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;
}

// Would the result take the place of what it is made from?
bool overwrites_input(const InputList& list, const Target& target) {
  if (target.kind != Target::Kind::kFile) return false;
  return std::any_of(list.inputs.begin(), list.inputs.end(), [&](const Input& input) {
    std::error_code failure;
    return !input.is_stdin() && std::filesystem::equivalent(input.path, target.path, failure);
  });
}

// One run over all inputs.
class Runner {
 public:
  Runner(const ParsePlan& plan, const ParseRun& run, const Target& target, Engine& engine,
         Progress& progress)
      : plan_(plan), run_(run), target_(target), engine_(engine), progress_(progress) {}

  // False: stop, the reader of standard output has gone.
  bool read(const Input& input) {
    const auto start = Clock::now();
    progress_.begin(input.path);
    run_.log->begin(input.path);
    InputResult result{.input = input.path};
    std::vector<Diagnostic> diagnostics;
    if (input.error)
      fail(result, *input.error);
    else
      read_document(input, result, diagnostics);
    result.seconds = seconds_since(start);
    const bool broken = result.error && is_broken_pipe(*result.error);
    if (!broken) progress_.end(result, diagnostics);
    run_.log->add(std::move(result));
    return !broken;
  }

 private:
  static void fail(InputResult& result, Error error) {
    result.outcome = error.code == Code::kCancelled ? Outcome::kCancelled : Outcome::kFailed;
    if (error.place.file.empty()) error.place.file = result.input == "-" ? "stdin" : result.input;
    result.error = std::move(error);
  }

  void read_document(const Input& input, InputResult& result,
                     std::vector<Diagnostic>& diagnostics) {
    auto writer = DocumentWriter::create(plan_, target_, stems_.take(input.path));
    if (!writer.ok()) return fail(result, std::move(writer).error());
    run_.log->set_unfinished(writer->unfinished());
    ParseOptions options;
    options.pages = plan_.pages;
    options.password = plan_.password;
    options.tier = plan_.tier;
    options.effort = plan_.effort;
    options.ocr = plan_.ocr;
    options.language = plan_.language;
    options.page_timeout = plan_.page_timeout;
    options.keep_pictures = writer->wants_pictures();
    options.picture_sink = writer->picture_sink();
    options.on_page = [&](const PageProgress& page) { progress_.page_done(page); };
    options.cancel = run_.cancel;
    auto document = engine_.parse(input, options);
    if (!document.ok()) return fail(result, std::move(document).error());

    result.pages = count_pages(*document);
    result.warnings = static_cast<int>(
        std::count_if(document->diagnostics.begin(), document->diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::kWarning; }));
    result.outcome = judge(*document, result.error, result.page_errors);
    diagnostics = document->diagnostics;
    if (document->tier != Tier::kBasic) {
      progress_.blocks(*document);
      result.model_use = sum_model_use(*document);
    }
    if (result.outcome == Outcome::kFailed) return;
    auto outputs = writer->finish(*document, input, engine_,
                                  {.password = plan_.password, .cancel = run_.cancel});
    if (!outputs.ok()) return fail(result, std::move(outputs).error());
    result.outputs = std::move(outputs).value();
  }

  const ParsePlan& plan_;
  const ParseRun& run_;
  const Target& target_;
  Engine& engine_;
  Progress& progress_;
  StemNames stems_;
};

}  // namespace

void RunLog::add(InputResult result) {
  const std::lock_guard lock(mutex_);
  results_.push_back(std::move(result));
  current_.clear();
  unfinished_.clear();
}

std::vector<InputResult> RunLog::results() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

void RunLog::begin(std::string input) {
  const std::lock_guard lock(mutex_);
  current_ = std::move(input);
}

std::vector<InputResult> RunLog::abandoned_results() const {
  const std::lock_guard lock(mutex_);
  std::vector<InputResult> results = results_;
  if (!current_.empty())
    results.push_back(
        {.input = current_,
         .outcome = Outcome::kCancelled,
         .error = Error{Code::kCancelled, "stopped on request", "", {.file = current_}}});
  return results;
}

void RunLog::set_unfinished(std::string folder) {
  const std::lock_guard lock(mutex_);
  unfinished_ = std::move(folder);
}

std::string RunLog::unfinished() const {
  const std::lock_guard lock(mutex_);
  return unfinished_;
}

int run_parse(const ParsePlan& plan, const ParseRun& run) {
  const auto start = Clock::now();
  const auto chosen = choose_target(plan);
  if (const auto* error = std::get_if<UsageError>(&chosen)) return report_error(*error, plan.json);
  const Target& target = std::get<Target>(chosen);
  if (auto usable = check_target(target); !usable.ok())
    return report_error(usable.error(), plan.json, kExitFailed);

  const InputList list = expand_inputs(plan.inputs, target.path);
  if (list.inputs.size() > 1 && target.kind != Target::Kind::kFolder)
    return report_error(UsageError{"-o " + plan.output + " takes one document, and " +
                                       std::to_string(list.inputs.size()) + " are named",
                                   "--output", "name a folder with -o"},
                        plan.json);
  if (overwrites_input(list, target))
    return report_error(UsageError{"-o " + plan.output + " is one of the documents to read",
                                   "--output", "give the result another name"},
                        plan.json);
  VlmOptions vlm = plan.vlm;
  if (plan.tier != Tier::kBasic && (!vlm.any() || !plan.model.empty()) && run.find_model) {
    auto model = run.find_model(plan);
    if (!model.ok()) return report_error(model.error(), plan.json, kExitFailed);
    vlm.model_path = std::move(model).value();
  }
  auto engine =
      run.make_engine({.resources = run.resources, .threads = plan.threads, .vlm = std::move(vlm)});
  if (!engine.ok()) return report_error(engine.error(), plan.json, kExitFailed);

  bool broken_pipe = false;
  {
    Progress progress(stderr, run.terminal, plan.verbosity, static_cast<int>(list.inputs.size()));
    if (plan.verbosity != Verbosity::kQuiet)
      for (const std::string& note : plan.notes) progress.error("octavo: " + note);
    if (plan.verbosity == Verbosity::kVerbose && list.passed_over > 0)
      progress.error("octavo: " + std::to_string(list.passed_over) +
                     " other files in the folders were passed over");
    Runner runner(plan, run, target, **engine, progress);
    for (const Input& input : list.inputs) {
      if (broken_pipe || is_set(run.cancel)) break;
      broken_pipe = !runner.read(input);
    }
  }
  const bool cancelled = is_set(run.cancel);
  const std::vector<InputResult> results = run.log->results();
  if (plan.json) {
    const auto written = write_stdout(run_json(results, cancelled, seconds_since(start)));
    broken_pipe = !written.ok() && is_broken_pipe(written.error());
  }
  if (broken_pipe) return kExitBrokenPipe;
  return exit_code(judge_run(results, cancelled), plan.strict);
}

void abandon(const RunLog& log, bool json) {
  const std::vector<InputResult> results = log.abandoned_results();
  if (json)
    static_cast<void>(write_stdout(run_json(results, true, 0)));
  else if (!results.empty() && results.back().error)
    say_at_the_end(error_line(*results.back().error) + "\n");
  std::error_code ignored;
  if (const std::string folder = log.unfinished(); !folder.empty())
    std::filesystem::remove_all(folder, ignored);
}

}  // namespace octavo::cli
