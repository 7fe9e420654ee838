// Options as Python hands them over: a dictionary of names. Unknown words for a choice, and numbers
// out of range, raise with kInvalidArgument. Needs the GIL.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "errors.h"
#include "octavo/model.h"
#include "octavo/options.h"
#include "octavo/output.h"

namespace octavo::python {

class Settings {
 public:
  explicit Settings(nanobind::dict values) : values_(std::move(values)) {}

  // Absent and None leave `target` as it is.
  template <class T>
  void read(const char* name, T& target) const {
    if (nanobind::object value; find(name, value)) {
      if (!nanobind::try_cast<T>(value, target))
        raise(Error{Code::kInvalidArgument,
                    std::string(name) + " is " + shown(value) + ", which does not fit",
                    "",
                    {}});
    }
  }

  template <class T>
  void choose(const char* name, T& target,
              std::initializer_list<std::pair<std::string_view, T>> choices) const {
    std::string word;
    read(name, word);
    if (word.empty()) return;
    std::string all;
    for (const auto& [said, value] : choices) {
      if (said == word) {
        target = value;
        return;
      }
      all += (all.empty() ? "" : ", ") + std::string(said);
    }
    raise(Error{Code::kInvalidArgument,
                std::string(name) + " is '" + word + "'",
                "it is one of: " + all,
                {}});
  }

 private:
  bool find(const char* name, nanobind::object& value) const;
  static std::string shown(const nanobind::object& value);

  nanobind::dict values_;
};

ParseOptions parse_options(const Settings& settings);
// Threads, the model and where it runs; a model's name is looked up as octavo parse does it.
ParserOptions parser_options(const Settings& settings);
ModelOptions model_options(const Settings& settings);
// One prompt with its pictures (pairs of a name and bytes; no bytes: the name is a path).
GenerateRequest generate_request(const Settings& settings);

HeaderPolicy header_policy(const Settings& settings);
TableFormat table_format(const Settings& settings);

}  // namespace octavo::python
