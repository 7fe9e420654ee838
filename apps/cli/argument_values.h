// Texts of options into checked values, and complaints in our own words.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plan.h"
#include "suggest.h"

namespace CLI {
class App;
}

namespace octavo::cli {

using Arguments = std::vector<std::string>;
template <class T>
using Read = std::variant<T, UsageError>;

std::string in_quotes(const std::string& text);

// Does CLI11's work and turns its exceptions into ours. `command` is for the hint.
std::optional<UsageError> run_parser(CLI::App& app, const Arguments& arguments,
                                     const std::string& command);

// An option with one value, of which the last counts.
void add_text(CLI::App& app, const char* names, std::string& value);
// An option that may come several times, with one value each time.
void add_texts(CLI::App& app, const char* names, Arguments& values);

std::optional<double> read_number(const std::string& text);

// The number stays what it is when the text is empty. Both bounds are allowed.
std::optional<UsageError> read_whole(const std::string& option, const std::string& text,
                                     int64_t least, int64_t most, int64_t& out);
std::optional<UsageError> read_real(const std::string& option, const std::string& text,
                                    double least, double most, float& out);
// OCTAVO_THREADS when the option is not given.
std::optional<UsageError> read_threads(const std::string& text, const std::string& environment,
                                       int& out);

// --kv and --precision.
std::optional<UsageError> read_precisions(const std::string& kv, const std::string& precision,
                                          KvPrecision& kv_out, Precision& precision_out);

template <class T>
std::optional<UsageError> choose(const std::string& option, const std::string& text,
                                 const std::vector<std::pair<std::string, T>>& choices, T& out) {
  if (text.empty()) return std::nullopt;
  std::string list;
  Arguments names;
  for (size_t i = 0; i < choices.size(); ++i) {
    const auto& [name, value] = choices[i];
    if (name == text) {
      out = value;
      return std::nullopt;
    }
    names.push_back(name);
    list += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + name;
  }
  const std::string similar = closest(text, names);
  return UsageError{option + " takes " + list + ", not " + in_quotes(text), option,
                    similar.empty() ? "" : "did you mean " + similar + "?"};
}

}  // namespace octavo::cli
