// A Vlm on another machine.
#pragma once

#include <memory>

#include "base/deadline.h"
#include "octavo/vlm_server.h"
#include "vlm/vlm.h"

namespace octavo {

// Asks the server which models it has, first. Thread-safe: calls share the limit on requests at
// once. Each request of a call is sent by itself, as a whole (nothing is streamed: `on_text` gets
// an answer in one piece), and again when the server is busy, in trouble or gone, with growing
// pauses or those that the server asks for. A busy server gets fewer requests at once for a while.
// No limit on tokens is sent, as by the reference client: many servers refuse one that is over what
// their context leaves, and the context ends an answer anyway. Answers that came are kept whatever
// becomes of the others; once the server is gone, refuses the key or fails three requests in a row,
// those that were not sent yet fail at once with that error, and later calls try once instead of
// waiting again.
//
// Errors: kInvalidArgument (address, key, numbers), kServerUnreachable, kServerTlsFailed,
// kServerDenied, kServerModelMissing, kServerIncompatible, kServerFailed.
Result<std::unique_ptr<Vlm>> make_http_vlm(const VlmServer& server, const Deadline& deadline = {});

}  // namespace octavo
