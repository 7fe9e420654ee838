#include "service/worker_link.h"

#include <sys/socket.h>

#include <cerrno>
#include <utility>
#include <vector>

namespace octavo::service {

void WorkerLink::send(const Json& json) {
  auto encoded = encode_message({write_json(json), ""});
  if (!encoded.ok()) return;
  std::string_view left = *encoded;
  const std::lock_guard lock(mutex_);
  while (!left.empty()) {
    const ssize_t count = ::send(descriptor_, left.data(), left.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    left.remove_prefix(static_cast<size_t>(count));
  }
}

bool WorkerLink::receive(const std::function<bool(const Json&, std::string)>& take) {
  FrameReader frames;
  std::vector<char> buffer(size_t(1) << 16);
  while (true) {
    const ssize_t count = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    if (!frames.add({buffer.data(), static_cast<size_t>(count)}).ok()) return false;
    for (Message message; frames.take(message);) {
      const Json json = read_json(message.json);
      if (json.is_null() || !take(json, std::move(message.bytes))) return false;
    }
  }
}

}  // namespace octavo::service
