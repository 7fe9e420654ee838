// octavo ask: is it about the pixels of pictures, or about the text of documents?
#pragma once

#include "argument_values.h"

namespace octavo::cli {

struct AskTexts {
  Arguments positional;
  Arguments questions;
  std::string task, pages, questions_file, password, ocr, overlay, prompt_tokens;
  bool read = false;      // answer over the text of pictures, too
  bool together = false;  // one answer about all pictures
};

void declare_ask(CLI::App& app, AskTexts& texts);

// Documents are read, and so are pictures when no model is named or --read is given; other pictures
// are shown to the model.
bool asks_documents(const AskTexts& texts, const GeneratePlan& plan);

// `plan` holds what every command that writes takes. Errors: options that contradict each other.
Read<Plan> finish_ask_documents(AskTexts texts, const GeneratePlan& plan,
                                const std::string& new_tokens);
Read<Plan> finish_ask_pictures(AskTexts texts, GeneratePlan plan);

}  // namespace octavo::cli
