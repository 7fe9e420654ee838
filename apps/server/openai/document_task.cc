#include "server/openai/document_task.h"

#include <string_view>
#include <utility>

#include "base/utf8.h"

namespace octavo::server {
namespace {

constexpr std::pair<std::string_view, DocumentTask> kPrompts[] = {
    {"Layout Detection:", DocumentTask::kLayout}, {"Text Recognition:", DocumentTask::kText},
    {"Table Recognition:", DocumentTask::kTable}, {"Formula Recognition:", DocumentTask::kFormula},
    {"Image Analysis:", DocumentTask::kImage},
};

}  // namespace

std::optional<DocumentTask> document_task_of(const std::vector<service::ChatMessage>& messages,
                                             size_t pictures) {
  if (pictures != 1) return std::nullopt;
  std::string said;
  int users = 0;
  for (const service::ChatMessage& message : messages) {
    if (message.role == service::ChatMessage::Role::kSystem) continue;
    ++users;
    for (const service::ChatPart& part : message.parts) said += part.text;
  }
  if (users != 1) return std::nullopt;
  for (const auto& [prompt, task] : kPrompts)
    if (trim(said) == prompt) return task;
  return std::nullopt;
}

}  // namespace octavo::server
