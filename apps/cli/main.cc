#include <unistd.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "arguments.h"
#include "engine.h"
#include "environment.h"
#include "help.h"
#include "interrupt.h"
#include "octavo/system.h"
#include "report_error.h"
#include "run_ask_document.h"
#include "run_ask_each.h"
#include "run_bench.h"
#include "run_bench_cases.h"
#include "run_generate.h"
#include "run_info.h"
#include "run_model_info.h"
#include "run_models.h"
#include "run_parse.h"
#include "run_peak.h"
#include "run_quantize.h"
#include "run_server.h"
#include "run_tokenize.h"
#include "service/worker.h"
#include "store_settings.h"

namespace octavo::cli {
namespace {

// What --model says: a path, or the name of a model of the store.
Result<std::string> resolve_model_name(const std::string& name) {
  return resolve_named_model(name, process_environment());
}

int run_command(const ParsePlan& plan, const Resources& resources, const Environment& environment) {
  RunLog log;
  InterruptWatch watch([&] { abandon(log, plan.json); });
  const ParseRun run{
      .make_engine = make_parser_engine,
      .find_model = [&](const ParsePlan& asked) { return find_parse_model(asked, environment); },
      .resources = resources,
      .terminal = inspect_terminal(environment),
      .cancel = &watch.flag(),
      .log = &log};
  const int code = run_parse(plan, run);
  watch.finish();
  return code;
}

int run_command(const GeneratePlan& plan, const Environment& environment) {
  AnswerLog log;
  InterruptWatch watch([&] { abandon_generate(plan, log); });
  const GenerateRun run{
      .load = load_text_model,
      .resolve = [&](const std::string& name) { return find_picture_model(name, environment); },
      .cancel = &watch.flag(),
      .log = &log};
  const int code = plan.each ? run_ask_each(plan, run) : run_generate(plan, run);
  watch.finish();
  return code;
}

int run_command(const AskPlan& plan, const Resources& resources, const Environment& environment) {
  InterruptWatch watch({});
  const AskRun run{
      .make_engine = make_parser_engine,
      .find_model = [&](const AskPlan& asked) { return find_ask_model(asked, environment); },
      .load = load_text_model,
      .load_tokenizer = load_token_counter,
      .resources = resources,
      .cancel = &watch.flag()};
  const int code = run_ask_document(plan, run);
  watch.finish();
  return code;
}

int run_command(const BenchPlan& plan) {
  if (plan.peak) return run_peak(plan, measure_peak);
  InterruptWatch watch({});
  const auto run = plan.cases.empty() ? run_bench : run_bench_cases;
  const int code = run(plan, load_text_model, resolve_model_name, &watch.flag());
  watch.finish();
  return code;
}

int run_command(const ModelsPlan& plan, const Environment& environment) {
  InterruptWatch watch({});
  const int code = run_models(plan, inspect_terminal(environment), &watch.flag());
  watch.finish();
  return code;
}

int run_command(const InfoPlan& plan, const Resources& resources) {
  return plan.model.name.empty() ? run_info(plan, resources)
                                 : run_model_info(plan, resolve_model_name);
}

// What octavo serve starts its children with: no command for people. The descriptor is its promise
// to them (Service); work under way is not waited for.
constexpr int kWorkerDescriptor = 3;
[[noreturn]] void run_as_worker() {
  ::_exit(service::run_worker(kWorkerDescriptor, service::real_worker_parts()));
}

int run(const std::vector<std::string>& arguments) {
  if (arguments == std::vector<std::string>{"worker"}) run_as_worker();
  const Environment environment = process_environment();
  const auto read = read_arguments(arguments, environment);
  if (const auto* error = std::get_if<UsageError>(&read))
    return report_error(*error, asks_for_json(arguments));
  const Plan& plan = std::get<Plan>(read);
  if (const auto* help = std::get_if<HelpPlan>(&plan))
    return print_or_report(help_text(help->topic), false);
  if (std::holds_alternative<VersionPlan>(plan))
    return print_or_report("octavo " + std::string(version()) + "\n", false);
  if (const auto* generate = std::get_if<GeneratePlan>(&plan))
    return run_command(*generate, environment);
  if (const auto* tokenize = std::get_if<TokenizePlan>(&plan))
    return run_tokenize(*tokenize, resolve_model_name);
  if (const auto* bench = std::get_if<BenchPlan>(&plan)) return run_command(*bench);
  if (const auto* quantize = std::get_if<QuantizePlan>(&plan))
    return run_quantize(*quantize, resolve_model_name);
  if (const auto* models = std::get_if<ModelsPlan>(&plan)) return run_command(*models, environment);
  Resources resources = find_resources(environment, executable_path(), OCTAVO_BUILD_DIRECTORY);
  resources.cache_directory = find_cache_directory(environment);
  if (const auto* ask = std::get_if<AskPlan>(&plan))
    return run_command(*ask, resources, environment);
  if (const auto* serve = std::get_if<ServePlan>(&plan))
    return run_server(*serve, resources, environment);
  if (const auto* info = std::get_if<InfoPlan>(&plan)) return run_command(*info, resources);
  return run_command(std::get<ParsePlan>(plan), resources, environment);
}

}  // namespace
}  // namespace octavo::cli

int main(int argc, char** argv) {
  return octavo::cli::run({argv + std::min(argc, 1), argv + argc});
}
