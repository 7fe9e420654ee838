// A worker as its service sees it: a child process at the other end of a socket.
#pragma once

#include <string>
#include <vector>

#include "base/descriptor.h"
#include "octavo/result.h"
#include "service/frame.h"

namespace octavo::service {

// Not thread-safe. The child dies with the thread that started it.
class WorkerProcess {
 public:
  // `command`: program and arguments. The child has the socket as descriptor 3 and nothing else but
  // standard error, no environment but what memory allocation is told, no core dumps, no new
  // rights, a process group of its own, and no more than `memory_bytes` of its own (0: no bound).
  // Errors: kInternal.
  static Result<WorkerProcess> start(const std::vector<std::string>& command, int64_t memory_bytes);
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  ~WorkerProcess();  // ends it at once, and waits until it is gone

  int pid() const { return pid_; }
  int descriptor() const { return socket_.get(); }

  // Sends what the socket takes now, and keeps the rest.
  void send(const Message& message);
  bool has_to_send() const { return !outgoing_.empty(); }
  void send_more();
  // Reads what is there. False: it has closed its end, or sends what is no message of ours.
  bool receive(std::vector<Message>& messages);
  // "ended by signal 11", once it has gone. Ends it first, if it has not.
  std::string end();

 private:
  WorkerProcess(int pid, Descriptor socket) : pid_(pid), socket_(std::move(socket)) {}

  int pid_ = 0;  // 0: gone
  Descriptor socket_;
  FrameReader frames_{{.max_bytes = 1}};  // workers send none
  std::string outgoing_;
  size_t sent_ = 0;  // of it
};

}  // namespace octavo::service
