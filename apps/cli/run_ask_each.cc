#include "run_ask_each.h"

#include <chrono>
#include <cstdio>
#include <utility>

#include "document_writer.h"
#include "generation_report.h"
#include "ordered_answers.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<GenerateRequest> requests_of(const GeneratePlan& plan, const GenerateRequest& question,
                                         OrderedAnswers& answers) {
  std::vector<GenerateRequest> requests;
  for (size_t i = 0; i < plan.pictures.size(); ++i) {
    GenerateRequest request = question;
    request.pictures = {{plan.pictures[i], {}}};
    request.on_text = [&answers, i](std::string_view text) { return answers.add(i, text); };
    request.on_end = [&answers, i](const Error* error) { answers.end(i, error != nullptr); };
    requests.push_back(std::move(request));
  }
  return requests;
}

// Of a JSON object nothing is left to tell; else the errors, and what it took.
void tell(const GeneratePlan& plan, const std::vector<Result<Generation>>& results,
          const AnswersFacts& facts) {
  if (plan.json) return;
  for (const Result<Generation>& result : results)
    if (!result.ok()) report_error(result.error(), false);
  if (!plan.quiet) std::fputs(answers_summary(results, facts).c_str(), stderr);
}

int exit_code(const std::vector<Result<Generation>>& results) {
  int code = kExitOk;
  for (const Result<Generation>& result : results) {
    if (!result.ok()) code = kExitFailed;
    if (result.ok() && result->end == GenerateEnd::kCancelled) return kExitInterrupted;
  }
  return code;
}

}  // namespace

int run_ask_each(const GeneratePlan& plan, const GenerateRun& run) {
  auto question = generate_request(plan);
  if (!question.ok()) return report_error(question.error(), plan.json);
  const auto path = run.resolve(plan.model.name);
  if (!path.ok()) return report_error(path.error(), plan.json);
  auto model = run.load(*path, plan.model.options);
  if (!model.ok()) return report_error(model.error(), plan.json);

  Status written = success();
  OrderedAnswers answers(plan.pictures, [&](std::string_view text) {
    run.log->add(text);
    if (plan.stream && written.ok()) written = write_stdout(text);
    return written.ok();
  });
  const auto start = Clock::now();
  const auto results = (*model)->generate_all(requests_of(plan, *question, answers), run.cancel);
  const AnswersFacts facts{
      {plan.model.name, (*model)->precision(), (*model)->load_seconds(), memory_use()},
      plan.pictures,
      std::chrono::duration<double>(Clock::now() - start).count()};
  if (plan.json)
    written = write_stdout(answers_json(results, facts));
  else if (!plan.stream)
    written = write_stdout(run.log->text());
  if (!written.ok())
    return is_broken_pipe(written.error()) ? kExitBrokenPipe
                                           : report_error(written.error(), plan.json);
  tell(plan, results, facts);
  return exit_code(results);
}

}  // namespace octavo::cli
