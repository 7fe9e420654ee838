// octavo serve --memory: how the processes share it.
#pragma once

#include <cstdint>
#include <variant>

#include "plan.h"

namespace octavo::cli {

struct MemoryShares {
  int64_t front = 0;   // bodies and chats that wait
  int64_t worker = 0;  // of each process: the document workers, the one that draws, the engine
};

// `total`: in bytes. `engine`: there is a model that chats, in a process of its own. `model_bytes`:
// what a worker needs beside what reading takes. An error when a worker would not get what it needs
// to read a scanned page: it would be ended with each.
std::variant<MemoryShares, UsageError> share_memory(int64_t total, int workers, bool engine,
                                                    int64_t model_bytes);

}  // namespace octavo::cli
