// The form of MinerU 3.4.4's /file_parse and /tasks (its cli/api_request.py): what may be asked,
// and with which defaults.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "octavo/options.h"
#include "server/http/problem.h"
#include "server/http/request.h"
#include "server/mineru/backend.h"

namespace octavo::server {

struct MineruForm {
  MineruBackend backend;
  std::string server_url;  // empty: not given
  Effort effort = Effort::kBalanced;
  OcrMode ocr = OcrMode::kAuto;
  Language language = Language::kAuto;
  int start_page = 0;    // 0-based
  int end_page = 99999;  // 0-based, itself included; beyond the document, or negative: its end
  bool md = true, middle_json = false, model_output = false, content_list = false, images = false;
  bool zip = false;
  bool original_file = false;      // in the ZIP alone
  std::vector<std::string> notes;  // what of the form has no effect, in words

  // What --pages says to the same effect; empty: all.
  std::string page_range() const;
};

// client_side_output_generation decides over the first five, as in MinerU. Texts as MinerU takes
// them: an empty one is the default, the last of several counts, switches are Python's (1 true t
// yes y on), names that nobody knows are passed over. Problems: 400 "invalid_field", naming the
// field.
// `effort`: of a form without.
std::variant<MineruForm, Problem> read_mineru_form(const std::vector<FormPart>& parts,
                                                   Effort effort = Effort::kBalanced);

}  // namespace octavo::server
