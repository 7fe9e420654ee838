// What the user asked for, checked and with every default filled in.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "ask_plan.h"
#include "models_plan.h"
#include "octavo/model.h"
#include "octavo/options.h"
#include "octavo/output.h"

namespace octavo::cli {

enum class Format : uint8_t { kMarkdown, kJson, kHtml, kChunks, kOverlay, kStructured };

enum class Verbosity : uint8_t { kQuiet, kNormal, kVerbose };

struct ParsePlan {
  std::vector<std::string> inputs;  // as given
  std::string output;               // as given: a folder, a file, or "-"
  std::vector<Format> formats;      // sorted, each once; empty: the user did not say
  std::vector<PageRange> pages;
  std::string password;
  Tier tier = Tier::kAuto;
  Effort effort = Effort::kBalanced;
  std::string model;  // as given: a folder, a file, or a name; empty: what the store has
  VlmOptions vlm;     // without the model's path
  std::vector<std::string> notes;  // what of the command line has no effect, in words
  OcrMode ocr = OcrMode::kAuto;
  Language language = Language::kAuto;
  HeaderPolicy headers = HeaderPolicy::kNone;
  TableFormat tables = TableFormat::kAuto;
  int threads = 0;
  std::chrono::milliseconds page_timeout{0};  // 0: by tier
  bool pictures = true;
  bool json = false;
  bool strict = false;
  Verbosity verbosity = Verbosity::kNormal;
};

// Which model, and how it is loaded.
struct ModelChoice {
  std::string name;  // as given: a folder, a file, or a name
  ModelOptions options;
};

// octavo ask and octavo generate.
struct GeneratePlan {
  ModelChoice model;
  std::string prompt;
  std::string prompt_file;  // in place of the prompt; "-": standard input; empty: none
  bool raw = false;
  std::string system;  // empty: the model's own
  std::vector<std::string> pictures;
  bool each = false;       // an answer about each picture, in place of one about all
  std::string draft_file;  // what the answer may be; "-": standard input; empty: none
  int max_side = 0;
  int64_t max_pixels = 0;
  Sampling sampling;
  int64_t max_new_tokens = 0;
  std::vector<std::string> stop;
  int logprobs = 0;
  bool keep_special = false;
  bool stream = false;
  bool json = false;
  bool quiet = false;
};

struct TokenizePlan {
  std::string model;
  std::string text;      // "-": standard input
  bool decode = false;   // the text is a list of tokens
  bool as_text = false;  // special tokens in the text are no tokens
  bool json = false;
};

enum class BenchCase : uint8_t { kDraft, kBatch, kCrops, kQuote };

struct BenchPlan {
  ModelChoice model;
  bool peak = false;               // what the machine can do, in place of a model
  std::vector<BenchCase> cases;    // to compare, in place of the usual measuring
  std::string picture;             // empty: a made one, when the model has eyes
  int width = 1024, height = 576;  // of the made one; 0: none
  int prompt_tokens = 512;         // at least
  int new_tokens = 64;
  int runs = 5;
  bool json = false;
};

struct QuantizePlan {
  ModelChoice model;
  Precision to = Precision::kInt8;
  std::string output;                 // the prepacked file
  std::vector<std::string> pictures;  // samples: files, or folders of them
  int steps = 256;
  bool json = false;
  bool quiet = false;
};

// octavo serve.
struct ServePlan {
  std::string host = "127.0.0.1";
  int port = 8000;
  std::vector<std::string> keys;
  std::string key_file;
  std::vector<std::string> known_hosts;
  bool insecure = false;
  bool remote_images = false;  // of chats
  std::string data_folder;
  int workers = 1;
  int64_t memory_bytes = 0;  // of all processes; 0: no bound
  std::chrono::seconds retention{0};
  std::chrono::seconds idle_unload{0};
  ParsePlan reading;       // tier, models, threads and times
  std::string chat_model;  // as given: a folder, a file, or a name; empty: none
};

struct InfoPlan {
  ModelChoice model;  // name empty: this build
  bool tensors = false;
  bool verify = false;
  bool json = false;
};

struct HelpPlan {
  std::string topic;  // "", "parse", "ask" ...
};

struct VersionPlan {};

using Plan = std::variant<ParsePlan, GeneratePlan, AskPlan, TokenizePlan, BenchPlan, QuantizePlan,
                          ModelsPlan, InfoPlan, ServePlan, HelpPlan, VersionPlan>;

// A command line that cannot be carried out: exit code 2.
struct UsageError {
  std::string what;       // "--ocr takes auto, always or never, not 'often'"
  std::string parameter;  // "--ocr"; empty when no single one is at fault
  std::string hint;       // what to do
  Code code = Code::kInvalidArgument;
};

}  // namespace octavo::cli
