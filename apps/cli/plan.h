// What the user asked for, checked and with every default filled in.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "octavo/options.h"
#include "octavo/output.h"

namespace octavo::cli {

enum class Format : uint8_t { kMarkdown, kJson, kHtml, kChunks, kOverlay };

enum class Verbosity : uint8_t { kQuiet, kNormal, kVerbose };

struct ParsePlan {
  std::vector<std::string> inputs;  // as given
  std::string output;               // as given: a folder, a file, or "-"
  std::vector<Format> formats;      // sorted, each once; empty: the user did not say
  std::vector<PageRange> pages;
  std::string password;
  OcrMode ocr = OcrMode::kAuto;
  Language language = Language::kAuto;
  HeaderPolicy headers = HeaderPolicy::kNone;
  TableFormat tables = TableFormat::kAuto;
  int threads = 0;
  std::chrono::milliseconds page_timeout{120'000};
  bool pictures = true;
  bool json = false;
  bool strict = false;
  Verbosity verbosity = Verbosity::kNormal;
};

struct InfoPlan {
  bool verify = false;
  bool json = false;
};

struct HelpPlan {
  std::string topic;  // "", "parse", "info"
};

struct VersionPlan {};

using Plan = std::variant<ParsePlan, InfoPlan, HelpPlan, VersionPlan>;

// A command line that cannot be carried out: exit code 2.
struct UsageError {
  std::string what;       // "--ocr takes auto, always or never, not 'often'"
  std::string parameter;  // "--ocr"; empty when no single one is at fault
  std::string hint;       // what to do
  Code code = Code::kInvalidArgument;
};

}  // namespace octavo::cli
