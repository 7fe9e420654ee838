#include <algorithm>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "arguments.h"
#include "document_writer.h"
#include "engine.h"
#include "environment.h"
#include "help.h"
#include "interrupt.h"
#include "octavo/system.h"
#include "run_info.h"
#include "run_parse.h"

namespace octavo::cli {
namespace {

int print(std::string_view text) {
  const auto written = write_stdout(text);
  if (written.ok()) return kExitOk;
  return is_broken_pipe(written.error()) ? kExitBrokenPipe : kExitFailed;
}

int run_command(const ParsePlan& plan, const Resources& resources, const Environment& environment) {
  RunLog log;
  InterruptWatch watch([&] { abandon(log, plan.json); });
  const ParseRun run{.make_engine = make_parser_engine,
                     .resources = resources,
                     .terminal = inspect_terminal(environment),
                     .cancel = &watch.flag(),
                     .log = &log};
  const int code = run_parse(plan, run);
  watch.finish();
  return code;
}

int run(const std::vector<std::string>& arguments) {
  const Environment environment = process_environment();
  const auto read = read_arguments(arguments, environment);
  if (const auto* error = std::get_if<UsageError>(&read)) {
    if (asks_for_json(arguments))
      static_cast<void>(write_stdout(usage_json(*error)));
    else
      std::fprintf(stderr, "%s\n", usage_line(*error).c_str());
    return kExitUsage;
  }
  const Plan& plan = std::get<Plan>(read);
  if (const auto* help = std::get_if<HelpPlan>(&plan)) return print(help_text(help->topic));
  if (std::holds_alternative<VersionPlan>(plan))
    return print("octavo " + std::string(version()) + "\n");
  Resources resources = find_resources(environment, executable_path(), OCTAVO_BUILD_DIRECTORY);
  resources.cache_directory = find_cache_directory(environment);
  if (const auto* info = std::get_if<InfoPlan>(&plan)) return run_info(*info, resources);
  return run_command(std::get<ParsePlan>(plan), resources, environment);
}

}  // namespace
}  // namespace octavo::cli

int main(int argc, char** argv) {
  return octavo::cli::run({argv + std::min(argc, 1), argv + argc});
}
