// What crosses between a service and its workers: messages over a Unix stream socket.
//
// A frame is four bytes of length, little-endian, and that many bytes. The highest bit of the
// length says what they are: clear, the JSON object of a message; set, bytes that belong to the
// message whose JSON comes next. Lengths over the caps end the connection: neither side trusts the
// other's memory.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "octavo/result.h"

namespace octavo::service {

struct Message {
  std::string json;
  std::string bytes;  // pictures, secrets: what has no place in JSON; mostly empty
};

struct FrameLimits {
  size_t max_json_bytes = size_t(4) << 20;
  size_t max_bytes = size_t(256) << 20;
};

// Errors: kLimitExceeded.
Result<std::string> encode_message(const Message& message, const FrameLimits& limits = {});

// Takes bytes in any portions and gives messages. Holds at most one message of the capped size, and
// what has not been taken. After an error it takes nothing more. Not thread-safe.
class FrameReader {
 public:
  explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}

  // Errors: kFileCorrupted (a frame over its cap, an empty one, two runs of bytes).
  Status add(std::string_view portion);
  // False: none is complete.
  bool take(Message& message);
  // Is a message cut off here?
  bool inside_a_message() const { return !pending_.empty() || !bytes_.empty(); }

 private:
  Status take_frame(std::string_view frame, bool is_bytes);

  FrameLimits limits_;
  std::string pending_;  // of the frame that is not complete, with its length
  std::string bytes_;
  std::deque<Message> ready_;
  bool broken_ = false;
};

}  // namespace octavo::service
