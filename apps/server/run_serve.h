// octavo serve: everything set up, until a signal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "service/service_options.h"

namespace octavo::server {

struct ServeOptions {
  std::string host = "127.0.0.1";
  uint16_t port = 8000;           // 0: any that is free; the line "listening" of the log says which
  std::vector<std::string> keys;  // empty: everybody who can connect may ask
  std::string key_file;           // one key a line; empty: none
  bool insecure = false;          // a public address without a key is what is wanted
  std::vector<std::string> known_hosts;  // further names this server has, for the Host check
  Tier tier = Tier::kAuto;               // of jobs that name none
  Effort effort = Effort::kBalanced;     // of jobs that name none
  bool remote_images = false;            // pictures of chats may come from public addresses
  // For the log: of all processes; 0: no bound.
  int64_t memory_bytes = 0;
  // Bodies and chats that wait share it, when it is less than what they may take by default; 0:
  // that.
  int64_t front_bytes = 0;
  service::ServiceOptions service;  // but `log`, which is set here
};

// Returns the program's exit code: 0 after a signal and an end in peace, 1 when it cannot start, 2
// when it must not (a public bind without a key, a wrong key). Logs lines of JSON to standard
// error.
int run_serve(ServeOptions options);

}  // namespace octavo::server
