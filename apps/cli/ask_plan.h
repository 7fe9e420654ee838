// What octavo ask was told when it answers over the text of documents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "octavo/model.h"
#include "octavo/options.h"

namespace octavo::cli {

struct AskPlan {
  std::string model;  // as given; empty: the best of the store that answers about text
  ModelOptions options;
  std::vector<std::string> inputs;  // as given
  std::vector<std::string> questions;
  std::string questions_file;  // one a line, in place of them; "-": standard input; empty: none
  std::vector<PageRange> pages;
  std::string password;
  OcrMode ocr = OcrMode::kAuto;
  std::string overlay;  // the file for pages with the cited blocks; empty: none
  int64_t prompt_tokens = 0;
  int64_t max_new_tokens = 0;
  bool stream = false;
  bool json = false;
  bool quiet = false;
};

}  // namespace octavo::cli
