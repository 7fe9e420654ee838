#include "run_models.h"

#include <algorithm>
#include <cstdio>

#include "models_text.h"
#include "pull_view.h"
#include "report_error.h"
#include "suggest.h"

namespace octavo::cli {
namespace {

using Action = ModelsPlan::Action;

class ModelsRun {
 public:
  ModelsRun(const ModelsPlan& plan, const Terminal& terminal, const CancelFlag* cancel)
      : plan_(plan), cancel_(cancel), view_(stderr, terminal, plan.quiet) {}

  int list() {
    auto models = list_models(plan_.store);
    if (!models.ok()) return fail(models.error());
    if (plan_.installed)
      std::erase_if(models.value(), [](const ModelInfo& model) { return model.path.empty(); });
    return print_or_report(plan_.json ? models_json(models.value(), plan_.store.directory)
                                      : models_text(models.value(), plan_.store.directory),
                           plan_.json);
  }

  int pull() {
    std::vector<PulledModel> all;
    for (const std::string& name : plan_.names) {
      view_.begin(name);
      const PullOptions options{
          .network = plan_.network,
          .source = plan_.source,
          .force = plan_.force,
          .on_progress = [this](const PullProgress& progress) { view_.show(progress); },
          .on_note = [this](const std::string& text) { view_.note(text); },
          .cancel = cancel_};
      auto pulled = pull_model(plan_.store, name, options);
      view_.clear();
      if (!pulled.ok()) return fail(with_name(pulled.error(), name));
      // The line is for a person; what a script wants is behind --json and models path.
      if (!plan_.quiet && !plan_.json) std::fputs(pulled_text(pulled.value()).c_str(), stderr);
      all.push_back(std::move(pulled).value());
    }
    return plan_.json ? print_or_report(pulled_json(all), true) : kExitOk;
  }

  int verify() {
    std::vector<CheckedModel> all;
    std::string text;
    const auto names = names_to_check();
    if (!names.ok()) return fail(names.error());
    for (const std::string& name : names.value()) {
      view_.begin(name);
      auto checked = check_model(plan_.store, name, cancel_,
                                 [this](const PullProgress& progress) { view_.show(progress); });
      view_.clear();
      if (!checked.ok()) return fail(with_name(checked.error(), name));
      text += checked_text(checked.value());
      all.push_back(std::move(checked).value());
    }
    if (names.value().empty()) text = "no model is here\n";
    const bool good =
        std::all_of(all.begin(), all.end(), [](const CheckedModel& each) { return each.good(); });
    if (plan_.quiet && good) text.clear();
    const int code = print_or_report(plan_.json ? checked_json(all) : text, plan_.json);
    return code != kExitOk ? code : good ? kExitOk : kExitFailed;
  }

  int path() {
    const auto model = find_model(plan_.store, plan_.names.front());
    if (!model.ok()) return fail(with_name(model.error(), plan_.names.front()));
    if (model.value().path.empty())
      return fail({Code::kModelMissing,
                   "model " + model.value().name + " is not here",
                   "octavo models pull " + model.value().name,
                   {}});
    return print_or_report(model.value().path + "\n", false);
  }

  int remove() {
    std::vector<std::pair<std::string, RemovedModel>> all;
    for (const std::string& name : plan_.names) {
      auto removed = remove_model(plan_.store, name, cancel_);
      if (!removed.ok()) return fail(with_name(removed.error(), name));
      if (!plan_.json) std::fputs(removed_text(name, removed.value()).c_str(), stderr);
      all.emplace_back(name, std::move(removed).value());
    }
    return plan_.json ? print_or_report(removed_json(all), true) : kExitOk;
  }

 private:
  int fail(const Error& error) {
    view_.clear();
    return report_error(error, plan_.json,
                        error.code == Code::kCancelled ? kExitInterrupted : kExitFailed);
  }

  // For a name that is no model's: the closest one.
  Error with_name(Error error, const std::string& name) const {
    if (error.code != Code::kModelMissing) return error;
    const auto models = list_models(plan_.store);
    if (!models.ok()) return error;
    std::vector<std::string> known;
    for (const ModelInfo& model : models.value()) known.push_back(model.name);
    if (std::find(known.begin(), known.end(), name) != known.end()) return error;
    if (const std::string similar = closest(name, known); !similar.empty())
      error.hint = "did you mean " + similar + "?";
    return error;
  }

  Result<std::vector<std::string>> names_to_check() const {
    if (!plan_.names.empty()) return plan_.names;
    const auto models = list_models(plan_.store);
    if (!models.ok()) return models.error();
    std::vector<std::string> names;
    for (const ModelInfo& model : models.value())
      if (!model.path.empty()) names.push_back(model.name);
    return names;
  }

  const ModelsPlan& plan_;
  const CancelFlag* cancel_;
  PullView view_;
};

}  // namespace

int run_models(const ModelsPlan& plan, const Terminal& terminal, const CancelFlag* cancel) {
  ModelsRun run(plan, terminal, cancel);
  switch (plan.action) {
    case Action::kList:
      return run.list();
    case Action::kPull:
      return run.pull();
    case Action::kVerify:
      return run.verify();
    case Action::kPath:
      return run.path();
    case Action::kRemove:
      break;
  }
  return run.remove();
}

}  // namespace octavo::cli
