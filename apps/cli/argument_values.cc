#include "argument_values.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>

namespace octavo::cli {
namespace {

std::string number_text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

}  // namespace

std::string in_quotes(const std::string& text) { return "'" + text + "'"; }

std::optional<UsageError> run_parser(CLI::App& app, const Arguments& arguments,
                                     const std::string& command) {
  const std::string hint = "see octavo " + command + " --help";
  try {
    Arguments reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::ExtrasError&) {
    const Arguments extra = app.remaining();
    const std::string word = extra.empty() ? "" : extra.front().substr(0, extra.front().find('='));
    Arguments known;
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    const std::string similar = closest(word, known);
    const std::string what = word.starts_with("-") ? "there is no option " + word
                                                   : "nothing is expected at " + in_quotes(word);
    return UsageError{what, word, similar.empty() ? hint : "did you mean " + similar + "?"};
  } catch (const CLI::ParseError& failure) {
    const std::string text = failure.what();
    const std::string name = text.substr(0, text.find(':'));
    if (name.starts_with("-")) return UsageError{name + " needs a value", name, hint};
    return UsageError{text, "", hint};
  }
}

void add_text(CLI::App& app, const char* names, std::string& value) {
  app.add_option(names, value)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void add_texts(CLI::App& app, const char* names, Arguments& values) {
  // One value a time: "--to md report.pdf" must not take the file for a format.
  app.add_option(names, values)->expected(1)->take_all()->allow_extra_args(false);
}

std::optional<double> read_number(const std::string& text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<UsageError> read_whole(const std::string& option, const std::string& text,
                                     int64_t least, int64_t most, int64_t& out) {
  if (text.empty()) return std::nullopt;
  int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return UsageError{option + " takes a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", not " + in_quotes(text),
                      option, ""};
  out = value;
  return std::nullopt;
}

std::optional<UsageError> read_real(const std::string& option, const std::string& text,
                                    double least, double most, float& out) {
  if (text.empty()) return std::nullopt;
  const auto value = read_number(text);
  if (!value || !(*value >= least && *value <= most))
    return UsageError{option + " takes a number from " + number_text(least) + " to " +
                          number_text(most) + ", not " + in_quotes(text),
                      option, ""};
  out = static_cast<float>(*value);
  return std::nullopt;
}

std::optional<UsageError> read_threads(const std::string& text, const std::string& environment,
                                       int& out) {
  constexpr int64_t kMost = 1024;
  int64_t threads = out;
  auto error = text.empty() ? read_whole("OCTAVO_THREADS", environment, 1, kMost, threads)
                            : read_whole("--threads", text, 1, kMost, threads);
  out = static_cast<int>(threads);
  return error;
}

std::optional<UsageError> read_precisions(const std::string& kv, const std::string& precision,
                                          KvPrecision& kv_out, Precision& precision_out) {
  if (auto error = choose<KvPrecision>(
          "--kv", kv,
          {{"f32", KvPrecision::kF32}, {"f16", KvPrecision::kF16}, {"int8", KvPrecision::kInt8}},
          kv_out))
    return error;
  return choose<Precision>("--precision", precision,
                           {{"auto", Precision::kAuto},
                            {"f32", Precision::kF32},
                            {"bf16", Precision::kBf16},
                            {"int8", Precision::kInt8},
                            {"int4", Precision::kInt4}},
                           precision_out);
}

}  // namespace octavo::cli
