#include "ask_report.h"

#include <algorithm>

#include "dump_json.h"
#include "generation_report.h"
#include "run_result.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::ordered_json;

double share(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

Json citation_json(const AnswerCitation& citation, const std::vector<std::string>& documents) {
  Json boxes = Json::array();
  for (const PageBox& box : citation.boxes)
    boxes.push_back(
        {{"page", box.page + 1}, {"bbox", {box.box.x0, box.box.y0, box.box.x1, box.box.y1}}});
  return {{"label", citation.label},
          {"document", documents.at(static_cast<size_t>(citation.document))},
          {"page", citation.page + 1},
          {"block", citation.number},
          {"boxes", boxes},
          {"text", citation.text}};
}

Json used_json(const DocumentAnswer& answer) {
  const Generation& made = answer.generation;
  return {{"passages", answer.passages_used},
          {"passages_of", answer.passages},
          {"question_cut", answer.question_cut},
          {"prompt_tokens", made.prompt_tokens},
          {"reused_tokens", made.reused_tokens},
          {"generated_tokens", static_cast<int64_t>(made.token_ids.size())},
          {"drafted_tokens", made.drafted_tokens},
          {"accepted_tokens", made.accepted_tokens},
          {"acceptance", share(made.accepted_tokens, made.drafted_tokens)},
          {"first_token_seconds", made.first_token_seconds},
          {"decode_tokens_per_second", made.decode_tokens_per_second()}};
}

Json answer_json(const AskedQuestion& asked, const std::vector<std::string>& documents) {
  Json json{{"question", asked.question}};
  if (!asked.answer.ok()) {
    json.update(Json::parse(error_json(asked.answer.error())));
    return json;
  }
  const DocumentAnswer& answer = *asked.answer;
  Json citations = Json::array();
  for (const AnswerCitation& citation : answer.citations)
    citations.push_back(citation_json(citation, documents));
  json["found"] = answer.origin != AnswerOrigin::kNone;
  json["text"] = answer.text;
  json["origin"] = answer_origin_name(answer.origin);
  json["reason"] = answer.reason;
  json["evidence"] = answer.evidence;
  json["citations"] = std::move(citations);
  json["model_text"] = answer.generation.text;
  json["used"] = used_json(answer);
  return json;
}

}  // namespace

std::string citations_text(const DocumentAnswer& answer,
                           const std::vector<std::string>& documents) {
  std::string labels, lines;
  for (const AnswerCitation& citation : answer.citations) {
    if (labels.find(citation.label) == std::string::npos) labels += " " + citation.label;
    const std::string where =
        documents.size() > 1 ? documents.at(static_cast<size_t>(citation.document)) + ", " : "";
    lines += "  " + citation.label + " " + where + "page " + std::to_string(citation.page + 1) +
             ": " + one_line(citation.text) + "\n";
  }
  return labels + "\n" + lines;
}

std::string answer_text(const DocumentAnswer& answer, const std::vector<std::string>& documents) {
  if (answer.origin == AnswerOrigin::kNone) return "Not in the document: " + answer.reason + ".\n";
  return one_line(answer.text) + citations_text(answer, documents);
}

std::string ask_summary(const DocumentAnswer& answer) {
  std::string text = "octavo: ";
  if (answer.question_cut) text += "only the beginning of the question fitted; ";
  if (answer.passages_used == 0)
    return text + "the model was not asked (" + std::to_string(answer.passages) +
           " passages were searched)\n";
  const Generation& made = answer.generation;
  text += "the model saw " + std::to_string(answer.passages_used) + " of " +
          std::to_string(answer.passages) + " passages, " + std::to_string(made.prompt_tokens) +
          " tokens (" + std::to_string(made.reused_tokens) + " read before); first token after " +
          seconds_text(made.first_token_seconds) + ", " + std::to_string(made.token_ids.size()) +
          " tokens at " + number_text("%.1f", made.decode_tokens_per_second()) + " tokens/s";
  if (made.drafted_tokens > 0)
    text += ", " + std::to_string(made.accepted_tokens) + " of " +
            std::to_string(made.drafted_tokens) + " guesses from the prompt were right";
  if (answer.origin == AnswerOrigin::kQuote) text += "; the document is quoted: " + answer.reason;
  return text + "\n";
}

std::string ask_json(const std::vector<AskedQuestion>& asked, const AskFacts& facts) {
  Json answers = Json::array();
  for (const AskedQuestion& question : asked)
    answers.push_back(answer_json(question, facts.documents));
  Json json{{"documents", facts.documents},
            {"pages", {{"read", facts.pages}, {"failed", facts.failed_pages}}},
            {"model", facts.model},
            {"precision", facts.precision},
            {"parse_seconds", facts.parse_seconds},
            {"load_seconds", facts.load_seconds},
            {"answers", std::move(answers)}};
  if (!facts.overlay.empty()) json["overlay"] = facts.overlay;
  return dump_json(json);
}

}  // namespace octavo::cli
