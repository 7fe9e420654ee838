// Request line and header fields; then what handlers read out of them.
#include "server/http/request_head.h"

#include "server/http/header_value.h"
#include "server/http/json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = octavo::server::read_request_head(text, {});
  if (const auto* head = std::get_if<octavo::server::RequestHead>(&read))
    for (const auto& [name, value] : head->request.headers)
      if (const auto parsed = octavo::server::read_header_value(value))
        static_cast<void>(octavo::server::upload_name(*parsed));
  static_cast<void>(octavo::server::read_json(text));
  return 0;
}
