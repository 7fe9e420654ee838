#include "model.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/store_settings.h"
#include "in_its_process.h"
#include "interrupt.h"
#include "octavo/model.h"
#include "octavo/system.h"
#include "settings.h"

namespace octavo::python {
namespace {

namespace nb = nanobind;

nb::dict generation_tree(const Generation& generation) {
  nb::list pictures;
  for (const UsedPicture& picture : generation.pictures) {
    nb::dict used;
    used["name"] = picture.name;
    used["width"] = picture.width;
    used["height"] = picture.height;
    used["used_width"] = picture.used_width;
    used["used_height"] = picture.used_height;
    used["tokens"] = picture.tokens;
    used["capped"] = picture.capped;
    pictures.append(used);
  }
  nb::dict out;
  out["text"] = generation.text;
  out["token_ids"] = generation.token_ids;
  out["end"] = generate_end_name(generation.end);
  out["prompt_tokens"] = generation.prompt_tokens;
  out["image_tokens"] = generation.image_tokens;
  out["first_token_seconds"] = generation.first_token_seconds;
  out["decode_seconds"] = generation.decode_seconds;
  out["pictures"] = pictures;
  return out;
}

class LoadedModel {
 public:
  LoadedModel(const std::string& name, const nb::dict& options) {
    const Settings settings(options);
    options_ = model_options(settings);
    path_ = unwrap(cli::resolve_named_model(name, cli::process_environment()));
    std::optional<Result<Model>> loaded;
    {
      const nb::gil_scoped_release released;  // maps files: it is short
      loaded = Model::load(path_, options_);
    }
    model_.reset(new Model(unwrap(*std::move(loaded))));
  }

  // One answer or exception a request, in order. `on_text`, unless None, gets the number of the
  // request and the text as it comes; False ends that request.
  nb::list generate(nb::object self, const std::vector<nb::dict>& asked, nb::object cancel,
                    nb::object on_text) {
    const auto call = std::make_shared<Call>();
    call->model = std::move(self);
    call->cancel_flag = cancel;
    call->cancel = &nb::cast<CancelFlag&>(cancel);
    call->on_text = std::move(on_text);
    for (const nb::dict& options : asked) {
      call->requests.push_back(generate_request(Settings(options)));
      if (!call->on_text.is_none())
        call->requests.back().on_text = text_call(*call, call->requests.size() - 1);
    }
    run_interruptibly(*call->cancel, [this, call] {
      call->results = model_->generate_all(call->requests, call->cancel);
    });
    if (call->failure) std::rethrow_exception(call->failure);
    nb::list out;
    for (const Result<Generation>& result : call->results)
      out.append(result.ok() ? nb::object(generation_tree(*result)) : exception_of(result.error()));
    return out;
  }

  nb::dict memory() const {
    const ModelFacts facts = unwrap(inspect_model(path_, options_));
    const MemoryUse use = memory_use();
    nb::dict out;
    out["weights"] = facts.file_bytes;
    out["keys_and_values_per_token"] = facts.kv_bytes_per_token;
    out["keys_and_values_limit"] = facts.kv_bytes;
    out["tokens_limit"] = facts.kv_tokens;
    out["process_peak"] = use.peak;
    out["process_own"] = use.anonymous;
    out["process_mapped"] = use.mapped;
    return out;
  }

  nb::dict facts() const {
    const ModelFacts facts = unwrap(inspect_model(path_, options_));
    nb::dict out;
    out["path"] = facts.path;
    out["format"] = facts.format;
    out["description"] = facts.description;
    out["parameters"] = facts.parameters;
    out["context_tokens"] = facts.context_tokens;
    out["has_vision"] = model_->has_vision();
    out["precision"] = model_->precision();
    out["kernels"] = facts.kernels;
    out["threads"] = facts.threads;
    return out;
  }

 private:
  // On its own: it may be left behind by the thread that made it.
  struct Call {
    nb::object model, cancel_flag, on_text;
    CancelFlag* cancel = nullptr;
    std::vector<GenerateRequest> requests;
    std::vector<Result<Generation>> results;
    std::exception_ptr failure;  // of on_text
  };

  static std::function<bool(std::string_view)> text_call(Call& call, size_t index) {
    return [&call, index](std::string_view text) {
      if (call.cancel->is_set()) return false;
      const nb::gil_scoped_acquire held;
      try {
        return !call.on_text(index, text).is(Py_False);
      } catch (...) {
        call.failure = std::current_exception();
        call.cancel->set();
        return false;
      }
    };
  }

  std::string path_;
  ModelOptions options_;
  std::unique_ptr<Model, InItsProcess> model_;
};

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<LoadedModel>(module, "Model")
      .def(nb::init<const std::string&, const nb::dict&>(), nb::arg("path"), nb::arg("options"))
      .def(
          "generate",
          [](nb::object model, const std::vector<nb::dict>& requests, nb::object cancel,
             nb::object on_text) {
            return nb::cast<LoadedModel&>(model).generate(model, requests, cancel, on_text);
          },
          nb::arg("requests"), nb::arg("cancel"), nb::arg("on_text").none())
      .def("memory", &LoadedModel::memory)
      .def("facts", &LoadedModel::facts);
}

}  // namespace octavo::python
