#include "store_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "store_settings.h"

namespace octavo::cli {
namespace {

struct ModelsTexts {
  Arguments names;
  std::string store, manifest, source, attempts;
  bool help = false, offline = false;
};

using Action = ModelsPlan::Action;

const std::vector<std::pair<std::string, Action>> kActions{{"list", Action::kList},
                                                           {"pull", Action::kPull},
                                                           {"verify", Action::kVerify},
                                                           {"path", Action::kPath},
                                                           {"rm", Action::kRemove}};

void declare(CLI::App& app, ModelsTexts& texts, ModelsPlan& plan) {
  app.add_option("NAME", texts.names);
  add_text(app, "--store", texts.store);
  add_text(app, "--manifest", texts.manifest);
  app.add_flag("-h,--help", texts.help);
  if (plan.action != Action::kPath) app.add_flag("--json", plan.json);
  if (plan.action == Action::kList) app.add_flag("--installed", plan.installed);
  if (plan.action == Action::kPull || plan.action == Action::kVerify)
    app.add_flag("-q,--quiet", plan.quiet);
  if (plan.action != Action::kPull) return;
  add_text(app, "--source", texts.source);
  add_text(app, "--attempts", texts.attempts);
  app.add_flag("--offline", texts.offline);
  app.add_flag("--force", plan.force);
}

std::optional<UsageError> fill(const ModelsTexts& texts, const Environment& environment,
                               ModelsPlan& plan) {
  plan.names = texts.names;
  plan.store = find_model_store(environment);
  plan.network = find_model_network(environment);
  plan.source = find_model_source(environment);
  if (!texts.store.empty()) plan.store.directory = texts.store;
  if (!texts.manifest.empty()) plan.store.manifest = texts.manifest;
  if (texts.offline) plan.network.offline = true;
  int64_t attempts = plan.network.attempts;
  constexpr int64_t kMostAttempts = 1000;
  if (auto error = read_whole("--attempts", texts.attempts, 1, kMostAttempts, attempts))
    return error;
  plan.network.attempts = static_cast<int>(attempts);
  if (auto error = choose<std::string>("--source", texts.source,
                                       {{"auto", ""},
                                        {"huggingface", "huggingface"},
                                        {"modelscope", "modelscope"},
                                        {"python", "python"}},
                                       plan.source))
    return error;
  const bool one = plan.action == Action::kPath;
  const bool needed = one || plan.action == Action::kPull || plan.action == Action::kRemove;
  if (plan.names.empty() && needed)
    return UsageError{"no model is named", "NAME", "octavo models list shows those there are"};
  if (plan.names.size() > 1 && one) return UsageError{"path takes one model", "NAME", ""};
  if (!plan.names.empty() && plan.action == Action::kList)
    return UsageError{"nothing is expected at '" + plan.names.front() + "'", "NAME",
                      "octavo models list takes options alone"};
  return std::nullopt;
}

}  // namespace

Read<Plan> read_models(const Arguments& arguments, const Environment& environment) {
  ModelsPlan plan;
  Arguments rest = arguments;
  if (!rest.empty() && !rest.front().starts_with("-")) {
    if (auto error = choose("octavo models", rest.front(), kActions, plan.action)) return *error;
    rest.erase(rest.begin());
  }
  CLI::App app;
  app.set_help_flag();
  ModelsTexts texts;
  declare(app, texts, plan);
  if (auto error = run_parser(app, rest, "models")) return *error;
  if (texts.help) return HelpPlan{"models"};
  if (auto error = fill(texts, environment, plan)) return *error;
  return plan;
}

}  // namespace octavo::cli
