#include "service/worker_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace octavo::service {
namespace {

constexpr int kSocket = 3;
constexpr int kCannotStart = 127;
// Arenas for every thread keep memory that nobody uses.
constexpr const char* kArenas = "MALLOC_ARENA_MAX=4";

void set_limit(int what, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &limit);
}

// Between fork and exec: only calls that are safe there.
[[noreturn]] void become_worker(const char* const* arguments, int socket, pid_t parent,
                                int64_t memory_bytes) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kCannotStart);  // it died before the line above
  ::setpgid(0, 0);                                   // Ctrl-C is the service's
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  set_limit(RLIMIT_CORE, 0);
  if (memory_bytes > 0) set_limit(RLIMIT_DATA, static_cast<rlim_t>(memory_bytes));
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const int null = ::open("/dev/null", O_RDWR);
  if (null < 0 || ::dup2(null, STDIN_FILENO) < 0 || ::dup2(null, STDOUT_FILENO) < 0)
    ::_exit(kCannotStart);
  if (socket == kSocket) {
    if (::fcntl(kSocket, F_SETFD, 0) != 0) ::_exit(kCannotStart);
  } else if (::dup2(socket, kSocket) < 0) {
    ::_exit(kCannotStart);
  }
  ::syscall(SYS_close_range, kSocket + 1, ~0U, 0);  // old kernels do without
  const char* const environment[] = {kArenas, nullptr};
  ::execve(arguments[0], const_cast<char* const*>(arguments),
           const_cast<char* const*>(environment));
  ::_exit(kCannotStart);
}

std::string describe(int status) {
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  if (WEXITSTATUS(status) == kCannotStart) return "could not be started";
  return "ended with code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::vector<std::string>& command,
                                           int64_t memory_bytes) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return Error{Code::kInternal, std::string("no socket: ") + std::strerror(errno), "", {}};
  Descriptor ours(ends[0]), theirs(ends[1]);
  ::fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  std::vector<const char*> arguments;
  for (const std::string& argument : command) arguments.push_back(argument.c_str());
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) become_worker(arguments.data(), theirs.get(), parent, memory_bytes);
  if (pid < 0)
    return Error{Code::kInternal, std::string("no process: ") + std::strerror(errno), "", {}};
  return WorkerProcess(pid, std::move(ours));
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      socket_(std::move(other.socket_)),
      frames_(std::move(other.frames_)),
      outgoing_(std::move(other.outgoing_)),
      sent_(std::exchange(other.sent_, 0)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(socket_, other.socket_);
  std::swap(frames_, other.frames_);
  std::swap(outgoing_, other.outgoing_);
  std::swap(sent_, other.sent_);
  return *this;
}

WorkerProcess::~WorkerProcess() { end(); }

void WorkerProcess::send(const Message& message) {
  auto encoded = encode_message(message);
  if (!encoded.ok()) return;
  outgoing_.erase(0, std::exchange(sent_, 0));
  outgoing_ += *encoded;
  send_more();
}

void WorkerProcess::send_more() {
  while (sent_ < outgoing_.size()) {
    const ssize_t count =
        ::send(socket_.get(), outgoing_.data() + sent_, outgoing_.size() - sent_, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (count < 0) break;  // it has gone: receive() finds out
    sent_ += static_cast<size_t>(count);
  }
  outgoing_.clear();
  sent_ = 0;
}

bool WorkerProcess::receive(std::vector<Message>& messages) {
  std::array<char, 1 << 16> buffer{};
  bool open = true;
  while (open) {
    const ssize_t count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    open = count > 0 && frames_.add({buffer.data(), static_cast<size_t>(count)}).ok();
  }
  for (Message message; frames_.take(message);) messages.push_back(std::move(message));
  return open;
}

std::string WorkerProcess::end() {
  if (pid_ == 0) return "";
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  return describe(status);
}

}  // namespace octavo::service
