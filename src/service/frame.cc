#include "service/frame.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace octavo::service {
namespace {

constexpr size_t kHead = 4;
constexpr uint32_t kBytesBit = uint32_t(1) << 31;

Error broken(std::string what) { return {Code::kFileCorrupted, std::move(what), "", {}}; }

void append_frame(std::string& out, std::string_view body, bool is_bytes) {
  const uint32_t head = static_cast<uint32_t>(body.size()) | (is_bytes ? kBytesBit : 0);
  for (size_t i = 0; i < kHead; ++i) out += static_cast<char>((head >> (8 * i)) & 0xFF);
  out += body;
}

uint32_t head_of(std::string_view frame) {
  uint32_t head = 0;
  for (size_t i = 0; i < kHead; ++i)
    head |= static_cast<uint32_t>(static_cast<uint8_t>(frame[i])) << (8 * i);
  return head;
}

}  // namespace

Result<std::string> encode_message(const Message& message, const FrameLimits& limits) {
  if (message.json.empty() || message.json.size() > limits.max_json_bytes ||
      message.bytes.size() > limits.max_bytes)
    return Error{Code::kLimitExceeded,
                 "a message of " + std::to_string(message.json.size()) + " and " +
                     std::to_string(message.bytes.size()) + " bytes",
                 "",
                 {}};
  std::string out;
  out.reserve(2 * kHead + message.json.size() + message.bytes.size());
  if (!message.bytes.empty()) append_frame(out, message.bytes, true);
  append_frame(out, message.json, false);
  return out;
}

Status FrameReader::add(std::string_view portion) {
  if (broken_) return broken("the connection has ended");
  while (!portion.empty()) {
    // The head first: what follows is only kept when its length is allowed.
    const size_t wanted =
        pending_.size() < kHead ? kHead : kHead + (head_of(pending_) & ~kBytesBit);
    const size_t taken = std::min(wanted - pending_.size(), portion.size());
    pending_ += portion.substr(0, taken);
    portion.remove_prefix(taken);
    if (pending_.size() < kHead) break;
    const uint32_t head = head_of(pending_);
    const bool is_bytes = (head & kBytesBit) != 0;
    const size_t length = head & ~kBytesBit;
    if (length == 0 || length > (is_bytes ? limits_.max_bytes : limits_.max_json_bytes)) {
      broken_ = true;
      return broken("a frame of " + std::to_string(length) + " bytes");
    }
    if (pending_.size() < kHead + length) continue;
    OCTAVO_TRY_STATUS(take_frame(std::string_view(pending_).substr(kHead), is_bytes));
    pending_.clear();
  }
  return success();
}

Status FrameReader::take_frame(std::string_view frame, bool is_bytes) {
  if (!is_bytes) {
    ready_.push_back({std::string(frame), std::exchange(bytes_, {})});
    return success();
  }
  if (!bytes_.empty()) {
    broken_ = true;
    return broken("bytes without a message");
  }
  bytes_ = frame;
  return success();
}

bool FrameReader::take(Message& message) {
  if (ready_.empty()) return false;
  message = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

}  // namespace octavo::service
