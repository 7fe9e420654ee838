// A disk that takes its time, for slow_disk_test.py: loaded before the C library, it lets writes to
// files that arrive, and their removal, wait as long as the file SLOW_DISK_GATE names is there.
// Before it waits it makes "<gate>.write" or "<gate>.unlink".
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

void wait_at_gate(const char* call) {
  const char* const gate = std::getenv("SLOW_DISK_GATE");
  if (gate == nullptr || ::access(gate, F_OK) != 0) return;
  const int seen = ::open((std::string(gate) + "." + call).c_str(), O_WRONLY | O_CREAT, 0600);
  if (seen >= 0) ::close(seen);
  while (::access(gate, F_OK) == 0) ::usleep(10'000);
}

bool arrives(const char* path) { return std::strstr(path, "/arriving-") != nullptr; }

template <class Function>
Function* next_of(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" ssize_t write(int descriptor, const void* data, size_t size) {
  static auto* const next = next_of<ssize_t(int, const void*, size_t)>("write");
  std::array<char, 4096> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  if (::readlink(link.c_str(), path.data(), path.size() - 1) > 0 && arrives(path.data()))
    wait_at_gate("write");
  return next(descriptor, data, size);
}

extern "C" int unlink(const char* path) noexcept {
  static auto* const next = next_of<int(const char*)>("unlink");
  if (arrives(path)) wait_at_gate("unlink");
  return next(path);
}
