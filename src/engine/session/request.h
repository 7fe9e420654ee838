// Whether a request can run at all, and how far it may go.
#pragma once

#include <cstdint>

#include "engine/session/session.h"

namespace octavo::engine {

// Tokens of a sequence, prompt and generated ones together.
struct TokenBudget {
  int64_t context = 0;    // what the model takes; 0: no bound known
  int64_t kv_tokens = 0;  // what the whole KV memory holds
};

// The most tokens the sequence may come to. The last one generated needs no place in the KV memory.
// Errors: kInvalidArgument (what in the request is wrong), kLimitExceeded (with the counts).
Result<int64_t> check_request(const Request& request, const ModelConfig& config,
                              const TokenBudget& budget);

int64_t image_token_count(const Request& request, const ModelConfig& config);

}  // namespace octavo::engine
