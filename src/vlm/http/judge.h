// What came of one request: an answer, a reason to ask again, or an error with a stable code.
#pragma once

#include <chrono>
#include <string>

#include "octavo/result.h"
#include "vlm/http/exchange.h"

namespace octavo {

struct Verdict {
  bool good = false;  // status 200, all of the body is here
  // The rest when it is not good.
  Error error;
  bool again = false;                 // another try may do
  bool unreachable = false;           // there was no line at all
  bool hopeless = false;              // no request to this server will fare better
  bool busy = false;                  // the server has too much to do
  std::chrono::milliseconds wait{0};  // what the server asks for before the next try
};

struct Asked {
  std::string server;  // its address, for messages, without secrets
  std::string model;
  std::string key;  // must not appear in messages, though a server may well repeat it
};

Verdict judge(const Exchange& exchange, const Asked& asked);

}  // namespace octavo
