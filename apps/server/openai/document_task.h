// The fixed prompts that MinerU's programs ask with.
#pragma once

#include <optional>

#include "server/openai/chat_messages.h"

namespace octavo::server {

enum class DocumentTask : uint8_t { kLayout, kText, kTable, kFormula, kImage };

// When all that the user says is one picture and one of the prompts ("Layout Detection:", "Text
// Recognition:" ...; blanks around it do not count).
std::optional<DocumentTask> document_task_of(const std::vector<service::ChatMessage>& messages,
                                             size_t pictures);

}  // namespace octavo::server
