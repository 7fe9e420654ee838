#include "run_generate.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "document_writer.h"
#include "generation_report.h"
#include "octavo/files.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

constexpr int64_t kMostPromptBytes = 64'000'000;

Result<std::string> prompt_of(const GeneratePlan& plan) {
  return plan.prompt_file.empty() ? plan.prompt : read_prompt(plan.prompt_file);
}

// Where text goes that comes in pieces.
class Stream {
 public:
  Stream(bool wanted, AnswerLog& log) : wanted_(wanted), log_(log) {}

  bool add(std::string_view text) {
    if (wanted_ && failure_.ok()) failure_ = write_stdout(text);
    log_.add(text);
    return failure_.ok();
  }
  const Status& failure() const { return failure_; }

 private:
  bool wanted_;
  AnswerLog& log_;
  Status failure_ = success();
};

int finish(const GeneratePlan& plan, const Generation& generation, const TextModel& model) {
  const GenerationFacts facts{plan.model.name, model.precision(), model.load_seconds(),
                              memory_use()};
  if (!plan.json && !plan.quiet) std::fputs(generation_summary(generation, facts).c_str(), stderr);
  const int code = print_or_report(plan.json     ? generation_json(generation, facts)
                                   : plan.stream ? std::string("\n")
                                                 : generation.text + "\n",
                                   plan.json);
  if (code != kExitOk) return code;
  return generation.end == GenerateEnd::kCancelled ? kExitInterrupted : kExitOk;
}

}  // namespace

void AnswerLog::add(std::string_view text) {
  const std::lock_guard lock(mutex_);
  text_ += text;
}

std::string AnswerLog::text() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

Result<std::string> read_prompt(const std::string& path) {
  int descriptor = STDIN_FILENO;
  const bool own = path != "-";
  const std::string name = own ? path : "stdin";
  if (own) descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return Error{errno == ENOENT ? Code::kFileNotFound : Code::kFileUnreadable,
                 std::string("cannot be opened: ") + std::strerror(errno),
                 "",
                 {.file = name}};
  auto bytes = read_descriptor(descriptor, name, kMostPromptBytes);
  if (own) ::close(descriptor);
  if (!bytes.ok()) return std::move(bytes).error();
  return std::string(bytes->begin(), bytes->end());
}

Result<GenerateRequest> generate_request(const GeneratePlan& plan) {
  auto prompt = prompt_of(plan);
  if (!prompt.ok()) return std::move(prompt).error();
  GenerateRequest request;
  request.prompt = std::move(prompt).value();
  if (!plan.draft_file.empty()) {
    auto draft = read_prompt(plan.draft_file);
    if (!draft.ok()) return std::move(draft).error();
    request.draft = std::move(draft).value();
  }
  request.raw = plan.raw;
  request.system = plan.system;
  for (const std::string& picture : plan.pictures) request.pictures.push_back({picture, {}});
  request.max_side = plan.max_side;
  request.max_pixels = plan.max_pixels;
  request.sampling = plan.sampling;
  request.max_new_tokens = plan.max_new_tokens;
  request.stop = plan.stop;
  request.keep_special = plan.keep_special;
  request.logprobs = plan.logprobs;
  return request;
}

int run_generate(const GeneratePlan& plan, const GenerateRun& run) {
  auto asked = generate_request(plan);
  if (!asked.ok()) return report_error(asked.error(), plan.json);
  const auto path = run.resolve(plan.model.name);
  if (!path.ok()) return report_error(path.error(), plan.json);
  auto model = run.load(*path, plan.model.options);
  if (!model.ok()) return report_error(model.error(), plan.json);

  Stream stream(plan.stream, *run.log);
  GenerateRequest request = std::move(asked).value();
  request.cancel = run.cancel;
  request.on_text = [&](std::string_view text) { return stream.add(text); };
  const auto generation = (*model)->generate(request);
  if (!stream.failure().ok()) {
    const Error& error = stream.failure().error();
    return is_broken_pipe(error) ? kExitBrokenPipe : report_error(error, plan.json);
  }
  if (!generation.ok()) {
    if (plan.stream && !run.log->text().empty()) static_cast<void>(write_stdout("\n"));
    return report_error(generation.error(), plan.json);
  }
  return finish(plan, *generation, **model);
}

void abandon_generate(const GeneratePlan& plan, const AnswerLog& log) {
  Generation so_far;
  so_far.text = log.text();
  so_far.end = GenerateEnd::kCancelled;
  const GenerationFacts facts{.model = plan.model.name, .memory = memory_use()};
  if (plan.json)
    static_cast<void>(
        write_stdout(plan.each ? answers_json({}, {facts}) : generation_json(so_far, facts)));
  else if (plan.stream)
    static_cast<void>(write_stdout("\n"));
  else if (!so_far.text.empty())
    static_cast<void>(write_stdout(so_far.text + "\n"));
}

}  // namespace octavo::cli
