#include "run_tokenize.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "report_error.h"
#include "run_generate.h"
#include "token_ids.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::string> encoded(const TokenizePlan& plan, const ModelTokenizer& tokenizer,
                            const std::string& text) {
  const std::vector<int32_t> ids = tokenizer.encode(text, !plan.as_text);
  if (plan.json) {
    Json tokens = Json::array();
    for (const int32_t id : ids) {
      auto piece = tokenizer.decode(std::span(&id, 1), false);
      if (!piece.ok()) return std::move(piece).error();
      tokens.push_back(std::move(piece).value());
    }
    return dump({{"count", ids.size()}, {"token_ids", ids}, {"tokens", std::move(tokens)}});
  }
  std::string out;
  for (const int32_t id : ids) out += (out.empty() ? "" : " ") + std::to_string(id);
  return out + "\n";
}

Result<std::string> decoded(const TokenizePlan& plan, const ModelTokenizer& tokenizer,
                            const std::string& list) {
  auto ids = read_token_ids(list);
  if (!ids.ok()) return std::move(ids).error();
  auto text = tokenizer.decode(*ids, false);
  if (!text.ok() || !plan.json) return text;
  return dump({{"count", ids->size()}, {"text", *text}});
}

}  // namespace

int run_tokenize(const TokenizePlan& plan, const ModelResolver& resolve) {
  const auto text = plan.text == "-" ? read_prompt("-") : Result<std::string>(plan.text);
  if (!text.ok()) return report_error(text.error(), plan.json);
  const auto path = resolve(plan.model);
  if (!path.ok()) return report_error(path.error(), plan.json);
  const auto tokenizer = ModelTokenizer::load(*path);
  if (!tokenizer.ok()) return report_error(tokenizer.error(), plan.json);
  const auto out =
      plan.decode ? decoded(plan, *tokenizer, *text) : encoded(plan, *tokenizer, *text);
  if (!out.ok()) return report_error(out.error(), plan.json);
  return print_or_report(*out, plan.json);
}

}  // namespace octavo::cli
