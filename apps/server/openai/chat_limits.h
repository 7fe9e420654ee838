// What one chat may bring, and all together. Counted over the whole request before a picture is
// decoded or fetched. The table of docs/api.md lists them, and a test holds it against these.
#pragma once

#include <cstddef>
#include <cstdint>

namespace octavo::server {

struct ChatLimits {
  size_t messages = 1000;
  size_t parts = 2000;  // of all messages
  size_t pictures = 32;
  uint64_t picture_bytes = 128ULL << 20;  // of all pictures, as files
  int64_t picture_pixels = 200'000'000;   // of one, as its header says
  int64_t all_pixels = 400'000'000;
  int64_t picture_side = 32768;
  size_t remote_pictures = 8;
  uint64_t remote_bytes = 32ULL << 20;  // of one
  // Of all chats that wait or are answered: requests as they came, and pictures that were fetched.
  uint64_t waiting_bytes = 512ULL << 20;
};

}  // namespace octavo::server
