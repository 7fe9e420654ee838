// JSON as the commands print it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace octavo::cli {

// Indented, with a line end; bytes that are no UTF-8 become U+FFFD.
inline std::string dump_json(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace octavo::cli
